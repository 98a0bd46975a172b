"""`determinize` of Bao Huang draws deals that agree with the view, each with its exact frequency."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import islice, product
from math import exp, factorial, prod, sqrt
from typing import Any

import pytest

from paiju.core.errors import PaijuError
from paiju.core.sampling import copies
from paiju.games.baohuang import GAME
from paiju.games.baohuang.cards import SEATS, SMALL
from paiju.games.baohuang.determinize import draw
from paiju.games.baohuang.determinize.constraints import ConstraintWays
from paiju.games.baohuang.determinize.draw import determinizations
from paiju.games.baohuang.state import Phase, State
from tests import strategies
from tests.drawing import rounds, surprises
from tests.playing import possible
from tests.properties.counted import (
    abdicated,
    distance,
    going_on,
    held_of,
    hidden_blocks,
    passes_over,
    without_past,
)
from tests.properties.histories import History, completed, difference
from tests.rules import builders
from tests.strategies import MANNERS, VIEWERS, decisions

_SURE = 4.5
"""Standard errors that chance does not reach."""
_RARE = 1
"""The number of twenty determinizations that may fail: one in thousands does."""
ACE_FROM = 44


def replayed(rng: random.Random, deal: State) -> tuple[int, int]:
    """Complete moments of a deal, and hold each against what was seen: how many, and of how many no other deal was found."""
    looked = rare = 0
    for state in decisions(deal, rng, 2, rng.choice(MANNERS)):
        for viewer in rng.sample(VIEWERS, 1 if state.phase is Phase.DRAW else 2):
            looked += 1
            other = completed(state, viewer, rng)
            if other is None:
                rare += 1
                continue
            veiled = state.phase is Phase.DRAW and state.queue != (viewer,)
            wrong = "" if veiled else difference(state, other, viewer)
            assert not wrong, (wrong, state.phase, state.rules.options.differences(), viewer)
            assert GAME.view(other, viewer) == GAME.view(state, viewer)
    return looked, rare


@rounds(1, 20)
def test_a_completed_deal_has_the_past_that_was_seen(part, rng):
    """Dealt and played again it shows the viewer the same events, and ends in the same state."""
    found = [replayed(rng, strategies.shuffled_deal(rng, strategies.random_options(rng))) for _ in range(5)]
    assert sum(rare for _, rare in found) <= _RARE, found


@rounds(1, 10)
def test_rigged_hands_are_completed_as_seen_or_not_at_all(part, rng):
    """Lumps of like cards, which bring up what is rare: revolts, many jokers, hands that a payment empties."""
    for _ in range(3):
        replayed(rng, strategies.rigged_deal(rng, strategies.random_options(rng)))


# --- every deal that is left, counted without the draw

PLACE = {"tribute_mode": "place"}
BUY = {
    "tribute_mode": "off",
    "deck": "165",
    "low_last": "lowest_rank",
    "low_last_none": "buy",
    "buy_from": "any_surplus",
}
CALLING = ("pagat-scored", "moegirl", "five-threes")
ABDICATING = {"guard_by": "called", "abdication_full_circle": "two_card_call"}
BACK = {**PLACE, "tribute_return": "same_count"}


@pytest.mark.parametrize(
    ("options", "viewer", "most"), [({"tribute_mode": "off"}, 0, 120), (PLACE, 1, 40), (BACK, 1, 12)]
)
def test_countable_deals_are_drawn_with_their_exact_frequencies(options, viewer, most, rng, tell):
    """Also with tribute between two others, and its return, of which the viewer has not seen the cards."""
    more, many = distance(rng, options, viewer, most)
    tell(many)
    assert more < _SURE


def test_draws_without_the_past_are_exact_where_no_card_changed_hands(rng, tell):
    more, many = distance(
        rng, {"tribute_mode": "off"}, rng.randrange(SEATS), 120, draws_of=without_past, key_of=held_of
    )
    tell(many)
    assert more < _SURE


def test_seats_without_a_card_to_sell_are_drawn_with_their_exact_frequencies(rng, tell):
    """A seat was prompted for a lowest card before the seat that sold one: it has one at most (BH A14)."""
    more, many = distance(rng, BUY, rng.randrange(SEATS), 120, passes_over)
    tell(many)
    assert more < _SURE


@pytest.mark.long
def test_block_by_block_draws_have_their_exact_frequencies(rng, monkeypatch, tell):
    """Where every hidden step is a block of its own: each turn leaves uniform deals uniform, so in the long run they are."""
    monkeypatch.setattr(draw, "TOGETHER", 1)
    more, many = distance(rng, BACK, 1, 12, draws_of=going_on)
    tell(many)
    assert more < _SURE


def test_block_by_block_draws_agree_with_the_view(rng):
    """After abdications with their payments, a call with two cards: much is hidden, and drawn by turns."""
    most = 0
    while most < 2:
        options = GAME.options({"preset": rng.choice(CALLING), **ABDICATING})
        for state in abdicated(rng, options)[-3:]:
            viewer = rng.randrange(SEATS)
            view = GAME.view(state, viewer)
            most = max(most, len(hidden_blocks(view)))
            for other in islice(determinizations(view, rng), 10):
                assert GAME.view(other, viewer) == view
                assert not difference(state, other, viewer)


@pytest.mark.long
@pytest.mark.parametrize("part", range(4))
def test_deals_with_much_hidden_are_drawn_with_their_exact_frequencies(part, rng):
    more, _ = distance(rng, BACK, 0, 12)
    assert more < _SURE


def test_a_deal_that_is_never_drawn_is_detected(rng, monkeypatch):
    """A planted bias: what was given back is never of the highest rank. Where it must have been, no deal is left at all."""
    right_ways = ConstraintWays._returned

    def wrong(self: Any, unit: Any, kind: Any, *, able: bool) -> Iterator[Any]:
        return right_ways(self, unit, kind, able=able and kind < ACE_FROM)

    monkeypatch.setattr(ConstraintWays, "_returned", wrong)
    found = 0
    for _ in range(10):
        try:
            more, _ = distance(rng, BACK, 1, 12)
        except PaijuError as none:
            found += none.code == "position.rare"
        else:
            found += more > _SURE
        if found:
            break
    assert found


# --- what was bought before the call


def threes_sold(unseen: list[int], dealt: list[int]) -> dict[int, float]:
    """Weights of the suits of the three that seat 0 sold, who calls 3s with three of them then.

    `unseen` are the threes by suit in the hands of seats 0, 2 and 4, each of which has one; `dealt` the cards of these and of seat 1.
    """
    found = [0.0] * 4
    for own in product(*[range(many + 1) for many in unseen]):
        sold = min([suit for suit in range(4) if own[suit]], key=lambda suit: (own[suit], suit), default=0)
        if own[0] - (sold == 0) < 3 or sum(own) < 2:
            continue
        for second in product(*[range(many - mine + 1) for many, mine in zip(unseen, own, strict=True)]):
            fourth = [all_ - one - two for all_, one, two in zip(unseen, own, second, strict=True)]
            if sum(second) and sum(fourth):
                rest = [dealt[0] - sum(own), dealt[1] - sum(second), dealt[2] - sum(fourth)]
                weight = 1.0
                for most, left in zip(dealt, rest, strict=False):
                    weight *= factorial(most) / factorial(left)
                found[sold] += weight / prod(map(factorial, (*own, *second, *fourth)))
    return {suit: weight / sum(found) for suit, weight in enumerate(found) if weight}


def test_a_bought_card_may_be_the_card_called_later(rng, tell):
    """Then who bought it is the guard; as often as cards can lie so."""
    rules = builders.options("moegirl", low_last="lowest_rank", low_last_none="buy", abdication="off")
    threes = {0: "R 3s3s3s3s", 2: "3h", 3: "3h3h3h 3c3c3c 3d3d3d", 4: "3c3d"}
    deal = builders.deal(rules, threes, never={0: "3", 1: "3"})
    state = builders.follow(deal, "0 crown", "0 call 3s")
    view, draws = GAME.view(state, 3), 400
    drawn = Counter(
        next(step.cards[0] for step in GAME.determinize(view, rng).past if step.verb == "bought")
        for _ in range(draws)
    )
    expected = threes_sold([4, 1, 1, 1], [sum(deal.hands[seat]) - (seat == 0) for seat in (0, 2, 4)])
    tell(f"{drawn}, expected {expected}")
    assert set(drawn) <= set(expected)
    assert expected[0] > 0.05
    for suit, share in expected.items():
        assert abs(drawn[suit] - draws * share) < _SURE * sqrt(draws * share * (1 - share)) + 1


# --- elsewhere: the true deal is one of those that are left


def jokers(state: State, seat: int) -> int:
    return sum(state.hands[seat][SMALL:])


def sets(state: State, seat: int) -> int:
    return sum(count > 2 for count in state.hands[seat])


def spread(state: State, seat: int) -> int:
    return sum(count * count for count in state.hands[seat])


def guard(state: State, seat: int) -> int:
    return seat * (seat in state.roles.guards)


STATISTICS = (jokers, sets, spread, guard)


def replaced(rng: random.Random, deals: int) -> Iterator[tuple[list[float], dict[str, list[float]]]]:
    """True deals and completed ones, whose seats do any of what they may, each as likely; each statistic is of the first seat after the viewer."""
    for _ in range(deals):
        options = GAME.options({"preset": rng.choice(("pagat-scored", "weihai"))})
        steps = list(strategies.walk(GAME.deal(options, rng.randbytes(32)), rng))
        state = steps[rng.randrange(min(len(steps), 60))].before
        viewer = rng.randrange(SEATS)
        view = GAME.view(state, viewer)
        others = [state, *filter(None, (possible(GAME, view, rng) for _ in range(5)))]
        doubts = [History(other, viewer, weigh=True).doubt for other in others]
        yield (
            [exp(min(doubts) - doubt) for doubt in doubts],
            {one.__name__: [one(other, (viewer + 1) % SEATS) for other in others] for one in STATISTICS},
        )


def test_true_and_completed_deals_are_distributed_alike(rng):
    found = surprises(replaced(rng, 40))
    assert max(found.values()) < _SURE, found


@pytest.mark.long
def test_many_true_and_completed_deals_are_distributed_alike(rng):
    found = surprises(replaced(rng, 1500))
    assert max(found.values()) < _SURE, found


@pytest.mark.long
def test_a_planted_bias_is_detected(rng, monkeypatch):
    """Like cards together taken for more likely than they are."""
    monkeypatch.setattr(copies, "factorial", lambda count: 1)
    for table in (copies._by_hand, copies._ways):
        table.cache_clear()
    try:
        found = surprises(replaced(rng, 250))
    finally:
        for table in (copies._by_hand, copies._ways):
            table.cache_clear()
    assert max(found.values()) > _SURE, found
