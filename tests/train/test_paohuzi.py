"""Training of Paohuzi: deals in lockstep, samples that record what happened, runs that end alike however they were interrupted."""

import json
from functools import partial

import numpy as np
import pytest

from paiju.bots.networks import heuristic_choice, network_choice
from paiju.bots.paohuzi.net.features import AT, BEST, GAP
from paiju.bots.paohuzi.net.network import HANDS, OUTCOMES, PLAN, Network
from paiju.cli import run as command_line
from paiju.games.paohuzi.cards import KINDS
from paiju.kernels.paohuzi.records import LEFT_SEAT, LEFT_THROWN
from paiju.train.config import Config, Learn, Net, config_path, read_config
from paiju.train.export import Trained
from paiju.train.paohuzi.selfplay import SelfPlayWorker, play_walls
from paiju.train.paohuzi.tables import MOST_POINTS, NO_TAKER, Tables
from paiju.train.paohuzi.trainer import TRAINER, Learner
from paiju.train.runs import Run
from paiju.train.selfplay import WorkItem, deal_numbers
from paiju.train.storage import CHECKPOINT, CURVE, read_tensors
from tests.bots_net.test_paohuzi import small_weights

NEVER = 1e9
NET = Net(trunk=24, join=16, head=8)
TINY = """
name = "tiny"
game = "paohuzi"
seed = {seed}
[play]
lease = 8
warm_leases = 2
tried = 0.5
rivals = 2
trace = 0.9
[net]
trunk = 24
join = 16
head = 8
[learn]
leases = 5
batch = 64
replay = 500
advantages = 300
advice_batch = 32
[watch]
minutes = 100
pairs = 4
"""


def played(numbers, choose):
    tables = Tables({}, np.array(numbers))
    reported = {number: [] for number in numbers}
    for questions, answers in tables.rounds(np.full(len(numbers), Tables.everybody), 0.1):
        answers[:] = choose(questions)
        for i, question in enumerate(questions.questions):
            rows = questions.states[i].tolist(), questions.actions[answers[i]].tolist()
            reported[numbers[question["table"]]].append(rows)
    return {number: (reported[number], tables.returns[at].tolist()) for at, number in enumerate(numbers)}


def test_a_deal_does_not_depend_on_the_rest_of_its_batch(seed):
    numbers = deal_numbers(seed % 1000, 0, 9).tolist()
    network = Network(small_weights(seed))
    for choose in (heuristic_choice, lambda question: network_choice(network, question, 0.05).rows):
        together = played(numbers, choose)
        for number in numbers[::4]:
            assert played([number], choose) == {number: together[number]}


def trained(weights):
    return Trained(weights, {"config": {"options": {}}})


def test_a_network_that_never_leaves_the_policy_plays_it(seed):
    strength = play_walls(trained(small_weights(seed)), 12, NEVER, first=seed)
    assert strength.margin == (0.0, 0.0, 12)
    assert strength.parts["alone"].value == -strength.parts["pair"].value


def test_a_network_that_takes_the_policys_worst_actions_loses(seed):
    """A network that values nothing but how far an action is behind the best, and one that does the opposite."""
    arrays = {name: np.zeros(shape, np.float32) for name, shape in PLAN.shapes(1, 1, 1).items()}
    for name, at in (("play.weight", GAP), ("head.weight", 0), ("out.weight", 0)):
        arrays[name][at, 0] = 1
    worst = play_walls(trained(arrays), 50, 0.0, first=seed)
    assert worst.margin.value < -1
    assert worst.margin.value == pytest.approx(sum(part.value for part in worst.parts.values()) / 2)
    arrays["out.weight"][0, 0] = -1
    assert play_walls(trained(arrays), 6, 0.0, first=seed).margin == (0.0, 0.0, 6)


def test_samples_record_the_actions_and_results(seed):
    worker = SelfPlayWorker({}, seed % 1000)
    item = WorkItem(0, 0, 30, 0.05, 0.0)
    shard, again = worker.run(None, item).samples, worker.run(None, item).samples
    assert all((a == b).all() for a, b in zip(shard, again, strict=True))
    assert len(shard.points) > 30 * 8
    assert (shard.targets == shard.points).all()
    assert np.abs(shard.points).max() <= MOST_POINTS
    sizes = shard.states[:, [AT.size1, AT.size2]]
    assert (shard.hands.reshape(len(sizes), 2, KINDS).sum(2) == sizes).all()
    throws = shard.actions[:, 3] == 1
    assert set(shard.takers[throws].tolist()) <= {0, 1, 2}
    assert {0, 1} <= set(shard.takers[throws].tolist())
    assert (shard.takers[~throws] == NO_TAKER).all()


def test_an_unclaimed_card_is_in_its_pile(seed):
    """As many discards of each kind as there were questions, and the forced ones."""
    tables = Tables({}, deal_numbers(seed % 1000, 0, 20))
    left, forced = {}, {}
    for questions, answers in tables.rounds(np.full(20, Tables.everybody)):
        answers[:] = heuristic_choice(questions)
        for question, row in zip(questions.questions, questions.actions[answers], strict=True):
            if row[3]:
                at = int(question["table"]), int(question["seat"]), int(row[4 : 4 + KINDS].argmax())
                left.setdefault(at, []).append(int(question["number"]))
    states = tables._tables["state"]
    for table, state in enumerate(states):
        for mark in state["left"][: state["lefts"]].tolist():
            if mark & LEFT_THROWN:
                at = table, mark // LEFT_SEAT, mark % LEFT_THROWN
                forced[at] = forced.get(at, 0) + 1
    taken = 0
    for (table, seat, kind), numbers in left.items():
        takers = tables.takers[table, numbers].tolist()
        assert takers.count(0) <= forced.get((table, seat, kind), 0)
        for place in (1, 2):
            if place in takers:
                taken += 1
                assert states[table]["code"][(seat + place) % 3] >> 3 * kind & 7
    assert taken


def test_trials_know_the_policys_choice(seed):
    found = SelfPlayWorker({}, seed % 1000).run(None, WorkItem(0, 0, 12, 0.0, 0.0, 1.0, 0.5, 2)).advantages
    assert len(found.gains) > 20
    assert (found.actions[:, 0, BEST] == 1).all()
    assert (found.actions[:, 1:, BEST] == 0).all()
    assert not np.isnan(found.gains[:, 0]).any()
    assert (np.nan_to_num(found.gains) != 0).any()


def test_numpy_and_torch_agree(seed):
    shard = SelfPlayWorker({}, 3).run(None, WorkItem(0, 0, 12, 0.1, 0.0)).samples
    learner = Learner(NET, Learn(average=0.0, rate=3e-3, outcome=2.0, taken=2.0, hands=2.0), seed)
    first = [loss.item() for loss in learner._losses(shard)]
    for _ in range(150):
        learner.step(shard, 0.0)
    last = [loss.item() for loss in learner._losses(shard)]
    assert all(after < before for before, after in zip(first, last, strict=True)), (first, last)
    network = Network(learner.weights())
    values = network.values(shard.states, shard.actions, np.ones(len(shard.points), np.int64))
    points, outcome, _, hands = (
        loss.item() for loss in learner._losses(type(shard)(*(column[:1] for column in shard)))
    )
    close = partial(pytest.approx, rel=1e-3, abs=1e-5)  # both count in floats of 32 bits
    assert points == close(float((values[0] - shard.targets[0]) ** 2))
    logits = network.further(shard.states[0], shard.actions[:1])[0, :OUTCOMES]
    chances = np.exp(logits) / np.exp(logits).sum()
    assert outcome == close(-np.log(chances[np.sign(shard.points[0]) + 1]))
    throw = int(np.flatnonzero(shard.takers != NO_TAKER)[0])
    sample = type(shard)(*(column[throw : throw + 1] for column in shard))
    chance = network.takers(sample.states[0], sample.actions)[0, sample.takers[0]]
    assert learner._losses(sample)[2].item() == close(-np.log(chance))
    held = shard.hands[0].reshape(2, KINDS)[:, :, None] > np.arange(3)
    said = network.hands(shard.states[:1])[0]
    assert hands == close(-np.log(np.where(held, said, 1 - said)).mean())
    assert network.side(HANDS, shard.states).shape == (len(shard.points), 2 * KINDS * 3)


def test_a_stopped_run_resumes_as_if_never_stopped(tmp_path, rng):
    path = tmp_path / "tiny.toml"
    path.write_text(TINY.format(seed=rng.randrange(1000)))
    config = read_config(path)
    made = []
    for name, stops in (("whole", [None]), ("stopped", [rng.randrange(1, 5), None])):
        folder = tmp_path / name
        folder.mkdir()
        for at, stop in enumerate(stops):
            Run(folder, config, resume=at > 0, say=lambda line: None).go_on(leases=stop)
        made.append(read_tensors(folder / CHECKPOINT))
    one, other = made
    for name in ("firsts", "written", "oldest", "chance", "tried"):
        assert one[1][name] == other[1][name]
    assert all((array == other[0][name]).all() for name, array in one[0].items())


def test_a_run_is_measured_and_exported_by_the_command_line(tmp_path, capsys):
    config, folder, to = tmp_path / "tiny.toml", tmp_path / "run", tmp_path / "w.safetensors"
    config.write_text(TINY.format(seed=1))
    assert command_line(["train", "run", str(config), "--folder", str(folder), "--leases", "3"]) == 0
    entry = json.loads((folder / CURVE).read_text().splitlines()[-1])
    assert entry["leases"] == 3
    assert entry["walls"] == 4
    assert command_line(["train", "export", str(folder), "--to", str(to), "--pairs", "3"]) == 0
    card = json.loads(to.with_suffix(".json").read_text())
    assert card["walls"] == 3
    assert card["config_digest"] == read_config(config).digest()
    assert card["options_digest"] in to.with_suffix(".md").read_text()
    capsys.readouterr()
    figures = []
    for path in (to, folder):
        assert command_line(["train", "evaluate", str(path), "-n", "3", "--hidden", "6", "--json"]) == 0
        figures.append(json.loads(capsys.readouterr().out))
    assert figures[0] == figures[1]
    assert all(0 < belief["blind"] < 1.1 for belief in figures[0]["beliefs"].values())
    assert command_line(["train", "evaluate", str(to), "-n", "2", "--hidden", "2"]) == 0
    assert "walls" in capsys.readouterr().out
    page = tmp_path / "page.md"
    page.write_text("\n".join(("before", *TRAINER.curve.marks, "after")))
    assert command_line(["train", "curve", str(folder), "--page", str(page)]) == 0
    assert "| two against one |" in page.read_text()
    assert (tmp_path / TRAINER.curve.chart).is_file()


def test_a_game_without_training_is_refused(tmp_path, capsys):
    config = tmp_path / "other.toml"
    config.write_text('game = "whist"')
    assert command_line(["train", "run", str(config), "--folder", str(tmp_path)]) == 2
    assert "[usage.train_config]" in capsys.readouterr().err


def test_the_shipped_configuration_is_one_of_paohuzi():
    config = read_config(config_path("paohuzi"))
    assert config.game == "paohuzi"
    assert config.digest() != Config().digest()
