"""The compiled players of Paohuzi: they see what a seat sees, and the kernel's matches follow the rules."""

from collections import deque

import numpy as np
import pytest

from paiju.bots.paohuzi.compiled.records import WorkRecord
from paiju.kernels.paohuzi.records import new_actions
from paiju.kernels.paohuzi.rules import rules_for, sets_for
from paiju.kernels.records import new
from tests.playing import ByBots

pytest.importorskip("numba")

from paiju.arena import match
from paiju.arena.paohuzi import play_walls
from paiju.bots.base import make_bot
from paiju.bots.paohuzi.compiled.matches import answer, decide, finisher, weights
from paiju.games.paohuzi.game import GAME
from paiju.kernels.paohuzi.actions import decode
from paiju.kernels.paohuzi.adapter import from_law, from_view
from tests.bots_compiled.paohuzi.numbered import margins_of

PRESETS = GAME.presets()
NAMES = ("efficiency", "expected")


def moments(rng, options, deals):
    """States of random play in which a seat has a choice, and that seat."""
    for _ in range(deals):
        state = GAME.deal(options, rng.randbytes(32))
        while actors := GAME.actors(state):
            seat = rng.choice(actors)
            legal = GAME.legal_actions(state, seat)
            if len(legal) > 1:
                yield state, seat, legal
            bot = make_bot(rng.choice(("greedy", "random")), rng.getrandbits(32))
            state, _ = GAME.apply(state, seat, bot.choose(GAME.view(state, seat), legal))


def chosen(options, records, seat, name):
    rules, sets = rules_for(options), sets_for(options)
    out = new_actions()
    return decode(answer(records, rules, sets, seat, weights(name), new(WorkRecord), out))


@pytest.mark.parametrize("preset", PRESETS)
def test_a_view_is_enough_to_choose_the_same_action_as_the_state(preset, rng):
    """Nothing of the hidden cards is read: with them or without, the same action, and a legal one."""
    options, seen = GAME.options({"preset": preset}), 0
    for state, seat, legal in moments(rng, options, 6):
        whole, part = from_law(state), from_view(GAME.view(state, seat))
        for name in NAMES:
            action = chosen(options, part, seat, name)
            assert action in legal
            if len(state.window.asked if state.window else (seat,)) == 1:
                assert chosen(options, whole, seat, name) == action
                seen += 1
    assert seen > 50


@pytest.mark.parametrize("name", NAMES)
def test_equal_views_give_equal_actions(name, rng):
    """Two deals that look alike to a seat: bots made from other seeds do the same."""
    options, counterparts = GAME.options({}), 0
    for state, seat, legal in moments(rng, options, 12):
        if rng.random() < 0.3:
            view = GAME.view(state, seat)
            counterpart = GAME.determinize(view, rng)
            assert GAME.view(counterpart, seat) == view
            one = make_bot(name, 1).choose(view, legal)
            assert (
                make_bot(name, 2).choose(GAME.view(counterpart, seat), GAME.legal_actions(counterpart, seat))
                == one
            )
            counterparts += 1
    assert counterparts > 20


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("names", [("greedy", "efficiency"), ("expected", "greedy")])
def test_kernel_and_rules_play_the_same_deal(preset, names, rng):
    options = GAME.options({"preset": preset})
    for _ in range(3):
        start = GAME.deal(options, rng.randbytes(32))
        at = tuple(rng.choice(names) for _ in range(options.seats))
        deal = ByBots(GAME, start, [make_bot(name, 0) for name in at])
        deque(deal, maxlen=0)
        state, end = deal.state, finisher(options, at)(start)
        assert (end.phase, end.window, end.stock) == (state.phase, state.window, state.stock)
        found, expected = end.result, state.result
        assert (found.returns, found.winner, found.hu) == (expected.returns, expected.winner, expected.hu)
        numbers = (expected.bottom, expected.multiplier, expected.final)
        assert (found.bottom, found.multiplier, found.final) == numbers


def test_the_arenas_fast_path_gives_the_same_figures(monkeypatch, seed):
    options = GAME.options({})
    slow = play_walls(options, "efficiency", "greedy", 5, seed)
    monkeypatch.setattr(match, "TIMED", 0)
    assert play_walls(options, "efficiency", "greedy", 5, seed) == slow


def test_only_compiled_bots_have_a_fast_path():
    options = GAME.options({})
    assert finisher(options, ("greedy", "random", "greedy")) is None
    assert finisher(options, ("greedy", "efficiency", "expected")) is None
    assert finisher(options, ("greedy", "efficiency", "greedy")) is not None


def test_numbered_walls_do_not_depend_on_how_they_are_split(rng):
    options, first = GAME.options({}), rng.randrange(10**8)
    whole = margins_of(options, weights("efficiency"), weights("greedy"), first, 2)
    parts = [margins_of(options, weights("efficiency"), weights("greedy"), first + at, 1) for at in range(2)]
    assert whole.tolist() == np.concatenate(parts).tolist()
    swapped = margins_of(options, weights("greedy"), weights("efficiency"), first, 2)
    assert (whole == -swapped).all()


def test_greedy_is_the_greedy_bot(rng):
    for preset in PRESETS:
        options = GAME.options({"preset": preset})
        rules, sets = rules_for(options), sets_for(options)
        for state, seat, legal in moments(rng, options, 3):
            out = new_actions()
            records = from_view(GAME.view(state, seat))
            number = decide(
                records[0], rules[0], sets[0], seat, weights("greedy")[0], new(WorkRecord)[0], out
            )
            assert decode(number) == make_bot("greedy", 0).choose(GAME.view(state, seat), legal)


@pytest.mark.parametrize("name", NAMES)
def test_without_numba_the_heuristic_plays(name, monkeypatch, rng):
    monkeypatch.setattr("paiju.bots.base.missing", lambda: ("numba",))
    options = GAME.options({})
    for state, seat, legal in moments(rng, options, 1):
        view = GAME.view(state, seat)
        assert make_bot(name, 0).choose(view, legal) == make_bot("heuristic", 0).choose(view, legal)


@pytest.mark.long
def test_stronger_rungs_beat_weaker_ones(rng):
    """Far enough apart that 150 walls show it; the ladder has the measured gaps."""
    options = GAME.options({})
    for strong, weak in (("efficiency", "greedy"), ("expected", "efficiency")):
        margins = margins_of(options, weights(strong), weights(weak), rng.randrange(10**8), 150)
        assert margins.mean() > 0
