"""The players that the guard's network learns from, what is recorded of them, and the calibration of its chances."""

import numpy as np
import pytest

from paiju.bots.baohuang.compiled.memory import weights_of
from paiju.bots.baohuang.heuristic.values import DEFAULT
from paiju.bots.baohuang.net.guards.reading import evidence_of
from paiju.bots.baohuang.people import NORMAL
from paiju.games.baohuang import GAME
from paiju.kernels.baohuang.actions import PASS, decode
from paiju.kernels.baohuang.rules import rules_for
from paiju.train.baohuang.guards.deals import LONGEST, PASSES, Style, Table, start_of
from paiju.train.baohuang.guards.populations import HEURISTIC, KEPT, LEARNED, Population, evidence, guards_of
from paiju.train.baohuang.guards.report import tenths_of

OPTIONS = GAME.options({"preset": "pagat"})
RULES, WEIGHTS = rules_for(OPTIONS), weights_of(DEFAULT)


def actions(games):
    """The codes of each deal."""
    return [games.codes[first:last].tolist() for first, last in zip(games.ends, games.ends[1:], strict=False)]


def test_the_same_numbers_give_the_same_deals(seed):
    numbers = seed + np.arange(12)
    for population in LEARNED:
        one, other = (population.play(RULES, numbers, seed, 40) for _ in range(2))
        assert actions(one) == actions(other)
        assert all(0 < len(codes) <= 40 for codes in actions(one))
        assert actions(one.take(np.array([3, 1]))) == [actions(one)[3], actions(one)[1]]


def test_a_deal_shows_the_same_as_its_views(rng):
    """People play by the law: at each of the emperor's turns the evidence is that of his view."""
    number = rng.randrange(1 << 30)
    games = Table("", (NORMAL,)).play(OPTIONS, np.array([number]), 0, 60)
    reported, state = evidence(RULES, WEIGHTS, games), start_of(OPTIONS, number)
    questions = iter(zip(reported.told, reported.scenes, strict=True))
    for code in games.codes.tolist():
        if state.turn == state.roles.emperor:
            question, scene = next(questions)
            seen = evidence_of(GAME.view(state, state.turn), WEIGHTS)
            assert (seen.scene == scene).all()
            assert (seen.events == reported.events[: question["events"]]).all()
        state, _ = GAME.apply(state, state.turn, decode(code))
    assert next(questions, None) is None
    assert guards_of(games)[0] == (state.roles.guards[0] - state.roles.emperor - 1) % 5


def test_a_feigning_guard_plays_like_the_people(seed):
    """Among players whom roles mean nothing he is nobody else; among those whom they do he plays other cards."""
    numbers = seed + np.arange(40)
    feigning = Population("", (Style(),), (Style(feigns=LONGEST),))
    assert actions(feigning.play(RULES, numbers, 0)) != actions(HEURISTIC.play(RULES, numbers, 0))
    late = Population("", (Style(),), (Style(feigns=0),))
    assert actions(late.play(RULES, numbers, 0)) == actions(HEURISTIC.play(RULES, numbers, 0))


def test_a_passing_style_always_passes(seed):
    games = Population("", (Style(kind=PASSES),)).play(RULES, seed + np.arange(5), 0, 30)
    for codes in actions(games):
        assert codes[1:5] == [PASS] * 4


def test_held_out_styles_are_not_learned_from():
    learned = {
        style
        for population in LEARNED
        for style in (*population.styles, *population.guards, *population.decoys)
    }
    assert not {population.name for population in KEPT} & {population.name for population in LEARNED}
    assert Style(kind=PASSES) not in learned


@pytest.mark.parametrize("boast", [0.0, 1.0])
def test_calibration_tenths_find_the_planted_gap(seed, boast):
    """Guards drawn by known chances: said truly no tenth is off, said too boldly the gap is the one that was planted."""
    chance = np.random.default_rng(seed)
    true = chance.dirichlet([0.7] * 4, 20_000)
    guards = (chance.random(len(true))[:, None] > true.cumsum(1)).sum(1).clip(0, 3)
    said = true ** (1 + boast)
    said /= said.sum(1, keepdims=True)
    place = np.minimum((said * 10).astype(int), 9)
    for tenth in tenths_of(said, guards, np.arange(len(true)) // 5):
        rows = place == min(int(tenth.said * 10), 9)
        assert tenth.seats == rows.sum()
        planted = (said[rows] - true[rows]).mean()
        assert tenth.said - tenth.true == pytest.approx(planted, abs=5.5 * tenth.error)
        assert tenth.error < 0.02
    widest = max(abs(tenth.said - tenth.true) for tenth in tenths_of(said, guards, np.arange(len(true))))
    assert (widest > 0.05) == bool(boast)
