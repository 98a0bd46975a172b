"""The network as a bot: anchored at the heuristic, legal everywhere, and the heuristic itself where it cannot help."""

import json
from dataclasses import asdict
from pathlib import Path

import numpy as np
import pytest

from paiju.bots.baohuang.heuristic import HeuristicBot
from paiju.bots.baohuang.levels import net as net_bot
from paiju.bots.baohuang.net import SHIPPED
from paiju.bots.baohuang.net.features import VERSION
from paiju.bots.baohuang.net.network import Judge, Network, read_weights
from paiju.bots.baohuang.parameters import DEFAULT
from paiju.core.errors import UsageError
from paiju.games.baohuang import GAME
from paiju.train.baohuang.selfplay import play_matches
from paiju.train.baohuang.trainer import TRAINER
from paiju.train.storage import write_tensors
from tests.drawing import often
from tests.kernels.baohuang.driving import playing
from tests.playing import possible
from tests.strategies import PRESETS
from tests.train.running import chance_weights

NEVER = 1e9
CHEAP_PAIRS = 200
CERTAIN = 4.5  # standard errors


@pytest.fixture
def path(tmp_path, seed):
    """Weights of chance, as they are shipped."""
    card = {"features": VERSION, "options": {}, "parameters": asdict(DEFAULT), "anchor": 0.0}
    write_tensors(tmp_path / "w.safetensors", chance_weights(seed), card)
    return tmp_path / "w.safetensors"


def questions(state, bots):
    """Each question of a deal with what the first bot would do; the last one plays."""
    while state.queue:
        seat = state.queue[0]
        legal, view = GAME.legal_actions(state, seat), GAME.view(state, seat)
        choices = [bot[seat].choose(view, legal) for bot in bots]
        if len(legal) > 1:
            yield state, view, legal, choices
        state, _ = GAME.apply(state, seat, choices[-1])


def seated(make):
    return [make() for _ in range(5)]


def deals(rng, bots):
    """The questions of several deals: a single one may leave little to decide."""
    for _ in range(4):
        yield from questions(playing(rng, GAME.options({})), bots)


def test_a_bot_that_never_leaves_its_anchor_plays_the_heuristic(path, rng):
    bots = seated(lambda: net_bot(0, path, NEVER)), seated(lambda: HeuristicBot(0))
    questions = 0
    for _, _, _, (net, heuristic) in deals(rng, bots):
        assert net == heuristic
        questions += 1
    assert questions > 20


def test_the_bot_chooses_the_action_the_network_values_most(path, rng):
    """Its choice is the best of what the network says, from the view alone."""
    judge, left = Judge(read_weights(path)), 0
    bots = seated(lambda: net_bot(0, path)), seated(lambda: HeuristicBot(0))
    for now, view, legal, (net, heuristic) in deals(rng, bots):
        assert net in legal
        judged = judge.judge(view)
        if judged.points:
            assert judged.actions[judged.preferred] == heuristic
            assert judged.points[judged.actions.index(net)] == max(judged.points)  # of equals the heuristic's
            assert judge.network.guards(judge._state[None]).sum() == pytest.approx(1)
            left += net != heuristic
        counterpart = possible(GAME, view, rng) if rng.random() < often(0.3, 1.0) else None
        if counterpart is not None:
            assert net_bot(1, path).choose(GAME.view(counterpart, view.viewer), legal) == net, now
    assert left


@pytest.mark.parametrize("preset", PRESETS)
def test_the_bot_plays_every_preset(preset, path, rng):
    options = GAME.options({"preset": preset})
    state = GAME.deal(options, rng.randbytes(32))
    bots = (seated(lambda: net_bot(0, path)),)
    for _, _, legal, (net,) in questions(state, bots):
        assert net in legal


def test_the_heuristic_decides_before_play_and_under_other_rules(path, rng):
    options = GAME.options({"preset": "moegirl"})
    assert not Judge(read_weights(path)).fits(options)
    assert Judge(read_weights(path)).fits(GAME.options({"preset": "pagat-scored"}))
    state = GAME.deal(options, rng.randbytes(32))
    for _, _, _, (net, heuristic) in questions(
        state, (seated(lambda: net_bot(0, path)), seated(lambda: HeuristicBot(0)))
    ):
        assert net == heuristic


def test_the_heuristic_decides_without_weights(tmp_path, rng):
    state = playing(rng, GAME.options({}))
    bots = seated(lambda: net_bot(0, tmp_path / "none")), seated(lambda: HeuristicBot(0))
    for _, _, _, (net, heuristic) in questions(state, bots):
        assert net == heuristic


def test_files_that_hold_no_weights_are_refused(tmp_path, path):
    deep, shallow = b"[" * 100_000, b"[" * 500 + b"]" * 500
    wrong = {
        "empty": b"", "short": path.read_bytes()[:100], "text": b"not weights at all",
        "deep": len(deep).to_bytes(8, "little") + deep, "shallow": len(shallow).to_bytes(8, "little") + shallow,
        "list": (2).to_bytes(8, "little") + b"[]", "word": (3).to_bytes(8, "little") + b'"a"',
    }  # fmt: skip
    for name, data in wrong.items():
        (tmp_path / name).write_bytes(data)
        with pytest.raises(UsageError) as caught:
            read_weights(tmp_path / name)
        assert caught.value.code == "usage.weights"
    weights = read_weights(path)
    write_tensors(tmp_path / "new", weights.arrays, {**weights.card, "features": VERSION + 1})
    with pytest.raises(UsageError):
        read_weights(tmp_path / "new")
    write_tensors(tmp_path / "new", weights.arrays, {**weights.card, "parameters": {"no such": 1}})
    with pytest.raises(UsageError, match=r"usage\.weights"):
        read_weights(tmp_path / "new")
    with pytest.raises(UsageError, match=r"file\.too_large"):
        read_weights(Path("/dev/zero"))


def test_values_do_not_depend_on_the_rest_of_the_batch(seed):
    rng = np.random.default_rng(seed)
    weights = chance_weights(seed)
    network = Network(weights)
    counts = rng.integers(1, 60, 200)
    states = rng.integers(0, 4, (200, len(weights["trunk.weight"]))).astype(np.uint8)
    actions = rng.integers(0, 2, (int(counts.sum()), len(weights["play.weight"]))).astype(np.uint8)
    together = network.values(states, actions, counts)
    at = 0
    for state, count in zip(states, counts, strict=True):
        alone = network.values(state[None], actions[at : at + count], np.array([count]))
        assert alone == pytest.approx(together[at : at + count], abs=1e-3)
        at += count


@pytest.mark.skipif(not SHIPPED.exists(), reason="no weights are shipped yet")
def test_the_shipped_weights_match_their_card(seed):
    card = json.loads(SHIPPED.with_suffix(".json").read_text())
    trained = TRAINER.read_trained(SHIPPED)
    assert SHIPPED.stat().st_size < 2_000_000
    assert read_weights(SHIPPED).card == card
    assert GAME.options(card["options"]).digest() == card["options_digest"]
    strength = play_matches(trained, CHEAP_PAIRS, card["anchor"], first=seed)
    spread = (strength.margin.se**2 + card["se"] ** 2) ** 0.5
    assert abs(strength.margin.value - card["margin"]) < CERTAIN * spread
    assert card["margin"] - CERTAIN * card["se"] > 0
    dead = {**trained.weights, "out.weight": 0 * trained.weights["out.weight"]}
    stopped = play_matches(trained._replace(weights=dead), 10, 0.0, first=seed)
    assert stopped.margin.value == 0  # what the test would tell from the shipped ones
