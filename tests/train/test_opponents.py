"""Learning against a fixed opponent: which questions are samples, how the opponent answers, and that a weak one is beaten."""

import json
from dataclasses import asdict, replace

import numpy as np
import pytest

from paiju.bots.baohuang.compiled.memory import weights_of
from paiju.bots.baohuang.net import features as baohuang_action
from paiju.bots.baohuang.net import features as baohuang_layout
from paiju.bots.baohuang.net.lockstep import BOTH, CROWN, PEOPLE
from paiju.bots.baohuang.net.network import PLAN as BAOHUANG
from paiju.bots.baohuang.net.network import Network
from paiju.bots.baohuang.parameters import DEFAULT
from paiju.bots.networks import heuristic_choice
from paiju.bots.paohuzi.net import features as paohuzi_action
from paiju.bots.paohuzi.net import features as paohuzi_layout
from paiju.bots.paohuzi.net.network import PLAN as PAOHUZI
from paiju.bots.paohuzi.net.network import Network as PaohuziNetwork
from paiju.cli import run as command_line
from paiju.core.errors import UsageError
from paiju.games.baohuang import GAME
from paiju.kernels.baohuang.rules import rules_for
from paiju.train.baohuang import tables as baohuang_tables
from paiju.train.baohuang.selfplay import SelfPlayWorker as BaohuangWorker
from paiju.train.baohuang.selfplay import play_matches
from paiju.train.baohuang.trainer import TRAINER as BAOHUANG_TRAINER
from paiju.train.config import config_path, read_config
from paiju.train.export import Trained
from paiju.train.paohuzi import tables as paohuzi_tables
from paiju.train.paohuzi.selfplay import SelfPlayWorker as PaohuziWorker
from paiju.train.paohuzi.selfplay import play_walls
from paiju.train.paohuzi.trainer import TRAINER as PAOHUZI_TRAINER
from paiju.train.runs import Run
from paiju.train.selfplay import Opponent, WorkItem, deal_numbers, facing
from paiju.train.storage import CHECKPOINT, read_tensors, write_tensors
from tests.bots_net.test_paohuzi import small_weights as paohuzi_chance
from tests.train.running import chance_weights, tiny, trained
from tests.train.test_paohuzi import TINY

NEVER = 1e9
NEAR = 1e-4
"""Points by which values differ that were counted in other company."""
SEATS = 3


def baohuang_worker(seed, opponent=None):
    return BaohuangWorker({}, seed % 1000, opponent, DEFAULT, 0.5)


def paohuzi_worker(seed, opponent=None):
    return PaohuziWorker({}, seed % 1000, opponent)


def baohuang_deals(numbers):
    return baohuang_tables.Tables(rules_for(GAME.options({})), weights_of(DEFAULT), numbers, solos=0.5)


def paohuzi_deals(numbers):
    return paohuzi_tables.Tables({}, numbers)


def crowned(question, number):
    """Whether a question is the learner's, who sits on the emperor's side of even deals."""
    return (question["side"] == 1) == (number % 2 == 0)


def seated(question, number):
    """The same, where the opponent has one seat."""
    return question["seat"] == number % SEATS


GAMES = pytest.mark.parametrize(
    ("worker", "deals", "everybody", "own", "chance"),
    [
        (baohuang_worker, baohuang_deals, BOTH, crowned, chance_weights),
        (paohuzi_worker, paohuzi_deals, paohuzi_tables.Tables.everybody, seated, paohuzi_chance),
    ],
    ids=["baohuang", "paohuzi"],
)


@GAMES
def test_only_the_learners_questions_become_samples(worker, deals, everybody, own, chance, seed):
    """Where all play the heuristic, these are some of the questions of all seats, by player."""
    numbers = deal_numbers(seed % 1000, 0, 6)
    expected = []
    for questions, answers in deals(numbers).rounds(np.full(6, everybody)):
        answers[:] = heuristic_choice(questions)
        for question, state, row in zip(questions.questions, questions.states, answers, strict=True):
            if own(question, numbers[question["table"]]):
                expected.append((state.tobytes(), questions.actions[row].tobytes()))
    for opponent in (Opponent(), Opponent(chance(seed), NEVER)):
        samples = worker(seed, opponent).run(None, WorkItem(0, 0, 6, 0.0, 0.0)).samples
        rows = [
            (state.tobytes(), play.tobytes())
            for state, play in zip(samples.states, samples.actions, strict=True)
        ]
        assert sorted(rows) == sorted(expected)
    assert expected


@GAMES
def test_trials_belong_to_the_learner_and_gains_follow_from_the_deals(
    worker, deals, everybody, own, chance, seed
):
    """A network that never leaves the heuristic is met as the heuristic is: every play gains the same."""
    item = WorkItem(0, 0, 6, 0.0, 0.0, tried=1.0, rivals=60)
    found = []
    for opponent in (Opponent(), Opponent(chance(seed), NEVER)):
        samples, (states, actions, gains) = worker(seed, opponent).run(None, item)
        assert sorted(row.tobytes() for row in samples.states) == sorted(row.tobytes() for row in states)
        whole = np.isnan(gains).any(1)  # all that there was has been tried
        found.append(
            sorted(
                (state.tobytes(), sorted(zip([play.tobytes() for play in plays[1:]], gained, strict=True)))
                for state, plays, gained in zip(
                    states[whole], actions[whole], np.nan_to_num(gains[whole]).tolist(), strict=True
                )
            )
        )
    assert found[0] == found[1]
    assert any(gain for _, plays in found[0] for _, gain in plays)


class Overheard:
    """Tables, and what was answered at them by whom."""

    def __init__(self, tables):
        self._tables, self.answered = tables, []
        self.everybody, self.own = tables.everybody, tables.own

    def rounds(self, whom, explore=0.0):
        for question, answers in self._tables.rounds(whom, explore):
            heard = question._replace(questions=question.questions.copy(), actions=question.actions.copy())
            yield question, answers
            self.answered.append((heard, answers.copy()))


@pytest.mark.parametrize(
    ("deals", "network", "chance", "whom", "own"),
    [
        (baohuang_deals, Network, chance_weights, (CROWN, PEOPLE), crowned),
        (paohuzi_deals, PaohuziNetwork, paohuzi_chance, (1, 2, 4), seated),
    ],
    ids=["baohuang", "paohuzi"],
)
def test_opponents_answer_with_the_fixed_network(deals, network, chance, whom, own, seed):
    """At each question of theirs by itself, whatever the learner does; they explore nothing."""
    numbers, anchor = np.arange(12) + 12 * seed, 0.02
    tables, arrays = Overheard(deals(numbers)), chance(seed)
    learner = {}
    for questions, answers in facing(tables, Opponent(arrays, anchor), network).rounds(
        np.resize(whom, 12), 0.2
    ):
        answers[:] = heuristic_choice(questions)
        for i in range(len(answers)):
            learner[questions.states[i].tobytes()] = questions.actions[answers[i]].tobytes()
    mind, left = network(arrays), 0
    for questions, answers in tables.answered:
        for question, state, row in zip(questions.questions, questions.states, answers.tolist(), strict=True):
            if own(question, numbers[question["table"]]):
                assert learner[state.tobytes()] == questions.actions[row].tobytes()
                continue
            plays = questions.actions[question["first"] :][: question["count"]]
            values = mind.values(state[None], plays, np.array([len(plays)]))
            chosen, gain = row - question["first"], values.max() - values[question["best"]]
            if gain > anchor + NEAR:
                assert values[chosen] > values.max() - NEAR
                left += 1
            elif gain < anchor - NEAR:
                assert chosen == question["best"]
    assert left
    assert learner


def whims(plan, gap, sign):
    """A network that values nothing but how far a play is behind the best: the farther the better, or the worse."""
    arrays = {name: np.zeros(shape, np.float32) for name, shape in plan.shapes(1, 1, 1).items()}
    for name, at in (("play.weight", gap), ("head.weight", 0), ("out.weight", 0)):
        arrays[name][at, 0] = 1
    arrays["out.weight"][0, 0] = sign
    return arrays


@pytest.fixture
def broken(tmp_path):
    """Weights that play the worst that there is, as files, by game."""
    made = {}
    for game, plan, gap, version, more in (
        ("baohuang", BAOHUANG, baohuang_action.GAP, baohuang_layout.VERSION, {"parameters": asdict(DEFAULT)}),
        ("paohuzi", PAOHUZI, paohuzi_action.GAP, paohuzi_layout.VERSION, {}),
    ):
        made[game] = tmp_path / f"{game}.safetensors"
        card = {"game": game, "features": version, "options": {}, "anchor": 0.0, **more}
        write_tensors(made[game], whims(plan, gap, 1), card)
    return made


def walled(weights, options=None):
    """Weights of Paohuzi with the notes that a match needs."""
    return Trained(weights, {"config": {"options": options or {}}})


def test_a_weak_opponent_can_be_beaten(broken, seed):
    opponent = BAOHUANG_TRAINER.opponent_of(str(broken["baohuang"]), trained({}))
    plain = trained(whims(BAOHUANG, baohuang_action.GAP, -1))
    assert play_matches(plain, 40, 0.0, first=seed, opponent=opponent).margin.value > 1
    same = play_matches(trained(opponent.weights), 5, 0.0, first=seed, opponent=opponent)
    assert same.margin == (0.0, 0.0, 5)
    others = PAOHUZI_TRAINER.opponent_of(str(broken["paohuzi"]), walled({}))
    plain = walled(whims(PAOHUZI, paohuzi_action.GAP, -1))
    assert play_walls(plain, 30, 0.0, first=seed, opponent=others).parts["alone"].value > 1
    worst = walled(others.weights)
    assert play_walls(worst, 6, 0.0, first=seed, opponent=others).margin == (0.0, 0.0, 6)


@pytest.mark.parametrize("game", ["paohuzi", pytest.param("baohuang", marks=pytest.mark.long)])
def test_an_interrupted_run_against_opponents_ends_alike(game, broken, tmp_path, rng):
    path = tmp_path / "tiny.toml"
    if game == "baohuang":
        tiny(path, rng.randrange(1000), leases=4)
    else:
        path.write_text(TINY.format(seed=rng.randrange(1000)))
    config = read_config(path)
    play = replace(config.play, against=str(broken[game]), lease=6, warm_leases=1, tried=0.2)
    config = replace(config, play=play)
    ends = []
    for name, stops in (("whole", [None]), ("stopped", [rng.randrange(1, 4), None])):
        (tmp_path / name).mkdir()
        for at, stop in enumerate(stops):
            Run(tmp_path / name, config, resume=at > 0, say=lambda line: None).go_on(leases=stop)
        ends.append(read_tensors(tmp_path / name / CHECKPOINT))
    assert ends[0][1]["written"] == ends[1][1]["written"]
    assert all((array == ends[1][0][name]).all() for name, array in ends[0][0].items())
    with pytest.raises(UsageError) as caught:
        Run(
            tmp_path / "whole",
            replace(config, play=replace(config.play, against="heuristic")),
            resume=True,
            say=print,
        )
    assert caught.value.code == "usage.run_differs"


def test_old_runs_keep_their_digests():
    """The card of the package says what its configuration was called before there were opponents."""
    card = json.loads(PAOHUZI_TRAINER.shipped.with_suffix(".json").read_text())
    config = read_config(config_path("paohuzi"))
    assert config.digest() == card["config_digest"]
    assert replace(config, play=replace(config.play, against="net")).digest() != card["config_digest"]


@pytest.mark.parametrize("game", ["baohuang", "paohuzi"])
def test_a_response_is_begun_and_measured_by_the_command_line(game, broken, tmp_path, capsys):
    folder, name = tmp_path / "run", f"response_{game}"
    config = config_path(name)
    text = config.read_text().replace("pairs = ", "pairs = 2 #").replace("lease = ", "lease = 6 #")
    (tmp_path / "small.toml").write_text(text)
    begin = ["train", "run", str(tmp_path / "small.toml"), "--folder", str(folder), "--leases", "1"]
    assert command_line([*begin, "--against", str(broken[game])]) == 0
    assert str(broken[game]) in capsys.readouterr().out.replace("\n", "")
    notes = read_tensors(folder / CHECKPOINT)[1]
    assert notes["config"]["play"]["against"] == str(broken[game])
    for whom, reported in (("net", "over net"), (str(broken[game]), "over /")):
        assert command_line(["train", "evaluate", str(folder), "-n", "3", "--against", whom]) == 0
        assert reported in capsys.readouterr().out
    for whom, code in (
        ("nobody", "usage.train_config"),
        ("/no/such", "file.unreadable"),
        (str(config), "usage.weights"),
    ):
        assert command_line(["train", "evaluate", str(folder), "-n", "3", "--against", whom]) == 2
        assert f"[{code}]" in capsys.readouterr().err
        assert command_line([*begin[:3], "--folder", str(tmp_path / "other"), "--against", whom]) == 2
        assert f"[{code}]" in capsys.readouterr().err


def test_an_opponent_trained_under_other_rules_is_refused(broken):
    other = replace(DEFAULT, doubt=DEFAULT.doubt + 1)
    for trainer, game, beside in (
        (BAOHUANG_TRAINER, "baohuang", trained({}, {"preset": "moegirl"})),
        (BAOHUANG_TRAINER, "baohuang", trained({}, parameters=other)),
        (PAOHUZI_TRAINER, "paohuzi", walled({}, {"preset": "chenzhou"})),
    ):
        with pytest.raises(UsageError) as caught:
            trainer.opponent_of(str(broken[game]), beside)
        assert caught.value.code == "usage.weights"
