"""The levels, the blurred heuristics, and the reasons that hints give."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import paiju
from paiju.bots import advice
from paiju.bots.baohuang import advice as baohuang_advice
from paiju.bots.baohuang.heuristic import HeuristicBot
from paiju.bots.base import LEVELS, make_bot
from paiju.bots.paohuzi.heuristic import HeuristicBot as PaohuziHeuristic
from paiju.kernels import missing
from paiju.locales import Texts
from tests.drawing import often
from tests.playing import ByBots

GAMES = ("baohuang", "paohuzi")
LOCALES = Path(paiju.__file__).parent / "locales" / "web"
MOST = 10
"""Deals that are played until something has happened which happens in nearly each of them."""


def questions(game, preset, rng, bot):
    """The questions of one deal that is played by a bot."""
    law = paiju.load(game)
    state = law.deal(law.options({"preset": preset}), rng.randbytes(32))
    return ((question.view, question.actions) for question in ByBots(law, state, [bot] * 5))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("level", ["easy", "normal"])
def test_quick_levels_play_every_preset(game, level, rng):
    law = paiju.load(game)
    for preset in law.presets():
        for view, actions in questions(game, preset, rng, make_bot(level, rng.getrandbits(32))):
            if rng.random() < often(0.3, 1.0):
                assert make_bot(level, 1).choose(view, actions) in actions


@pytest.mark.parametrize("game", GAMES)
def test_slow_levels_play_legally_within_a_budget(game, rng, monkeypatch):
    if missing():
        pytest.skip("no kernels")
    for time in ("MASTER_SECONDS", "HARD_SECONDS"):
        monkeypatch.setattr(f"paiju.bots.{game}.levels.{time}", 0.02)
    preset = rng.choice(list(paiju.load(game).presets()))
    question = list(questions(game, preset, rng, make_bot("heuristic", 0)))
    for view, actions in rng.sample(question, min(6, len(question))):
        for level in ("hard", "master"):
            assert make_bot(level, rng.getrandbits(32)).choose(view, actions) in actions


@pytest.mark.parametrize("sharp", [HeuristicBot, PaohuziHeuristic])
def test_temperature_blurs_the_heuristic_by_its_seed(sharp, rng):
    """In whole deals, the last of them one in which temperature chose something else: some are over after a card or two."""
    game = sharp.__module__.split(".")[2]
    for _ in range(MOST):
        preset, differ = rng.choice(list(paiju.load(game).presets())), 0
        for view, actions in questions(game, preset, rng, sharp(0)):
            choice = sharp(0).choose(view, actions)
            seed = rng.getrandbits(32)
            assert sharp(seed).choose(view, actions) == choice
            hot = sharp(seed, temperature=5.0).choose(view, actions)
            assert hot == sharp(seed, temperature=5.0).choose(view, actions)
            differ += hot != choice
        if differ:
            return
    pytest.fail("temperature changes nothing")


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("level", LEVELS)
def test_every_level_plays_without_kernels(game, level, rng, monkeypatch):
    monkeypatch.setattr("paiju.bots.base.missing", lambda: ("numba",))
    played = 0
    for _ in range(MOST):  # one deal in some hundreds is over at once
        preset = rng.choice(list(paiju.load(game).presets()))
        played += sum(1 for _ in questions(game, preset, rng, make_bot(level, 3)))
        if played > 2:
            return
    pytest.fail("no deal has questions")


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("kernels", [False, True])
def test_advice_is_legal_repeatable_and_has_texts(game, kernels, rng, monkeypatch):
    if kernels and missing():
        pytest.skip("no kernels")
    if not kernels:
        monkeypatch.setattr(advice, "missing", lambda: ("numba",))
    monkeypatch.setattr(baohuang_advice, "DEALS", 4)
    texts = json.loads((LOCALES / "en" / "table.json").read_text("utf-8"))
    preset = rng.choice(list(paiju.load(game).presets()))
    question = list(questions(game, preset, rng, make_bot("heuristic", 0)))
    for view, actions in rng.sample(question, min(often(5, 10), len(question))):
        found = advice.advise(view, actions, 7)
        assert found == advice.advise(view, actions, 7)
        assert 1 <= len(found) <= advice.MOST
        chosen = [one.action for one in found]
        assert all(action in actions for action in chosen)
        assert all(chosen.count(action) == 1 for action in chosen)
        for one in found:
            for reason in one.reasons:
                text = texts[f"web.hint.{reason.key}"]
                assert Texts("en").filled(text, {"name": "A", **reason.facts})
