"""Random deals under random options: they end, what is legal is accepted, and nothing is ever lost."""

from __future__ import annotations

import pickle
import random
from collections.abc import Callable
from dataclasses import fields
from typing import Any

import pytest

from paiju.core.errors import RuleError, UsageError
from paiju.core.options import text_of
from paiju.games.baohuang import GAME, notation
from paiju.games.baohuang.actions import Action
from paiju.games.baohuang.cards import SEATS, holds
from paiju.games.baohuang.options import BaohuangOptions
from paiju.games.baohuang.phases.transfers import CardChoices
from paiju.games.baohuang.state import Phase, State
from tests import strategies
from tests.drawing import often, rounds
from tests.properties.invariants import Tracker, check_state, is_bomb, suitless
from tests.strategies import MANNERS, PRESETS, Step, near_misses, refused, same_actions, sample_of, walk

Tell = Callable[[object], None]

RUNS = often(25, 60)
_MOST_ACCEPTED = 12
_MISSES = 6


def snapshot(state: State) -> bytes:
    """All that a state is, but for the compiled rules and what it offered; changes when anything in it was changed."""
    return pickle.dumps([getattr(state, f.name) for f in fields(State) if f.compare and f.name != "rules"])


def play(state: State, rng: random.Random) -> State:
    """A whole deal with every check on the way."""
    tracker = Tracker(state)
    check_state(state)
    start, script = state, []
    for step in walk(state, rng, rng.choice(MANNERS)):
        check_state(step.after)
        tracker.tell(step.after, step.events)
        if rng.random() < 0.1:
            check_decision(step, rng)
        script.append((step.seat, step.action))
        state = step.after
    check_end(state, rng)
    if rng.random() < 0.2:
        check_repeats(start, script, state)
    return state


def check_decision(step: Step, rng: random.Random) -> None:
    """One question: what is listed is accepted, what is not is refused, nobody else may answer."""
    state, seat = step.before, step.seat
    before = snapshot(state)
    legal = GAME.legal_actions(state, seat)
    if not isinstance(legal, CardChoices):
        assert len(set(legal)) == len(legal), "an action is listed twice"
    for action in sample_of(legal, rng, _MOST_ACCEPTED):
        assert refused(state, seat, action) is None, f"{action} is listed and refused"
        check_text(state, seat, action)
        check_variants(state, seat, action, rng)
    for action in near_misses(state, seat, rng, _MISSES):
        check_miss(state, seat, action)
    check_wrong_seats(state, seat, legal[0])
    again, events = GAME.apply(state, seat, step.action)
    assert (again, events) == (step.after, step.events), "the same action led to something else"
    assert snapshot(state) == before, "apply changed its argument"
    assert same_actions(legal, GAME.legal_actions(state, seat), rng)


def check_text(state: State, seat: int, action: Action) -> None:
    text = GAME.action_text(state, action)
    assert GAME.parse_action(state, seat, text) == action, f"{text!r} is read as something else"
    suited = state.rules.suited
    written = notation.cards_text(action.cards, suited=suited)
    assert notation.parse_cards(written, suited=suited) == action.cards
    assert notation.parse_cards(written.replace(" ", ""), suited=suited) == action.cards
    if suited and action.verb == "play":
        by_rank = GAME.parse_action(state, seat, notation.action_text(action, suited=False))
        assert by_rank in GAME.legal_actions(state, seat)
        assert suitless(by_rank.cards) == suitless(action.cards)


def check_variants(state: State, seat: int, action: Action, rng: random.Random) -> None:
    """BH A10: other suits of a listed play are the same play, unless they make a bomb."""
    if not state.rules.suited or action.verb != "play":
        return
    cards = list(action.cards)
    for i, kind in enumerate(cards):
        if kind < 52:
            cards[i] = kind & ~3 | rng.randrange(4)
    other = Action("play", tuple(sorted(cards)))
    if holds(state.hands[seat], other.cards):
        bombs = is_bomb(state, seat, other.cards), is_bomb(state, seat, action.cards)
        if bombs[0] == bombs[1]:
            assert refused(state, seat, other) is None, f"{action} is listed, {other} is refused"


def check_miss(state: State, seat: int, action: Action) -> None:
    """An action near a listed one: accepted just if it is listed, or a listed play in other suits."""
    legal = GAME.legal_actions(state, seat)
    expected = action in legal if isinstance(legal, CardChoices) else action in set(legal)
    if action.verb == "play" and not action.number and state.rules.suited and not expected:
        expected = holds(state.hands[seat], action.cards) and any(
            suitless(action.cards) == suitless(play.cards)
            and is_bomb(state, seat, action.cards) == is_bomb(state, seat, play.cards)
            for play in legal
            if play.verb == "play"
        )
    error = refused(state, seat, action)
    assert (error is None) == expected, (
        f"{action} is {'refused' if error else 'accepted'}; listed: {expected}"
    )
    if error is not None:
        assert error.code == "action.illegal"
        assert error.rule.startswith("BH A")
        assert set(error.facts) >= {"action", "why"}


def check_wrong_seats(state: State, seat: int, action: Action) -> None:
    for other in set(range(SEATS)) - {seat}:
        error = refused(state, other, action)
        assert error is not None
        assert error.code == "action.not_your_turn"
        assert GAME.legal_actions(state, other) == ()
    for nobody in (-1, SEATS):
        with pytest.raises(UsageError) as caught:
            GAME.apply(state, nobody, action)
        assert caught.value.code == "usage.seat"


def check_end(state: State, rng: random.Random) -> None:
    assert state.phase is Phase.OVER
    assert GAME.actors(state) == ()
    for seat in range(SEATS):
        assert GAME.legal_actions(state, seat) == ()
        with pytest.raises(RuleError) as caught:
            GAME.apply(state, seat, rng.choice((Action("pass"), Action("play", (8,)), Action("crown"))))
        assert caught.value.code == "action.game_over"


def check_repeats(start: State, script: list[tuple[int, Action]], end: State) -> None:
    """The same actions lead to the same end; so do their texts."""
    state = start
    for seat, action in script:
        text = GAME.action_text(state, action)
        state, _ = GAME.apply(state, seat, GAME.parse_action(state, seat, text))
    assert state == end


@pytest.mark.parametrize("name", PRESETS)
def test_deals_of_every_preset_hold_every_invariant(name: str, rng: random.Random) -> None:
    play(strategies.random_deal(rng, GAME.options({"preset": name})), rng)


@rounds(15, 120)
def test_random_deals_hold_every_invariant(part: int, rng: random.Random, tell: Tell) -> None:
    options = strategies.random_options(rng)
    tell(options.differences())
    play(strategies.random_deal(rng, options), rng)


@pytest.mark.parametrize("name", PRESETS)
def test_a_match_holds_every_invariant(name: str, rng: random.Random) -> None:
    """What one deal passes on is what the next one starts from."""
    options = GAME.options({"preset": name})
    carry = None
    for _ in range(often(2, 3)):
        state = play(GAME.deal(options, strategies.random_seed(rng), carry), rng)
        after = GAME.carry(state)
        if GAME.is_void(state):
            assert (after.roles, after.places) == (carry.roles, carry.places) if carry else after.first_deal
            assert after.first_drawer == state.start.first_drawer
        carry = after


def test_options_round_trip(rng: random.Random) -> None:
    """Names and values of options, given back as text, make the same options and the same digest."""
    for _ in range(RUNS):
        options = strategies.random_options(rng)
        texts = {name: text_of(value) for name, value in options.differences().items()}
        again = GAME.options(texts)
        assert again == options
        assert again.digest() == options.digest()
        assert set(options.differences()) <= {r.name for r in options.active()}


def test_digests_distinguish_rules(rng: random.Random) -> None:
    """Two sets of rules share a digest just if they differ in match options alone."""
    seen: dict[str, dict[str, Any]] = {}
    match = {r.name for r in BaohuangOptions.declared() if not r.in_digest}
    for _ in range(2 * RUNS):
        options = strategies.random_options(rng)
        rules = {k: v for k, v in options.differences().items() if k not in match}
        assert seen.setdefault(options.digest(), rules) == rules
