"""`determinize` draws deals that agree with the view, each with its exact frequency."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import combinations, islice
from math import factorial, prod
from typing import Any

import pytest

from paiju.core.errors import PaijuError, UsageError
from paiju.core.sampling import closing, copies
from paiju.games.paohuzi import GAME
from paiju.games.paohuzi.cards import cards_of, count, hand_of, kinds_of, size
from paiju.games.paohuzi.determinize import draw
from paiju.games.paohuzi.hands import waits
from paiju.games.paohuzi.state import Phase, State
from paiju.games.paohuzi.views import View
from tests.drawing import excess, rounds, surprises

from .builders import random_deal, random_options, random_step
from .replays import Replay, contradiction, difference

_SURE = 4.5
"""Standard errors that chance does not reach."""
_LEAST, _MOST = 4, 200
"""How many deals are left where all are counted, and among how many they are looked for."""


def walk(rng: random.Random, options: Any) -> Iterator[State]:
    state = random_deal(rng, options)
    yield state
    while GAME.actors(state):
        state, _, _, _ = random_step(rng, state)
        yield state


def contradictions(rng: random.Random, deals: int, share: float) -> Counter[str]:
    """What completed deals of random moments show a viewer that they have not seen; under "" those that are right."""
    found: Counter[str] = Counter()
    for _ in range(deals):
        for state in walk(rng, random_options(rng)):
            if rng.random() < share or state.phase is Phase.OVER:
                for viewer in (*state.start.order, None):
                    other = GAME.determinize(GAME.view(state, viewer), rng)
                    wrong = difference(state, other, viewer)
                    found[wrong or "" * (bool(GAME.actors(other)) is bool(GAME.actors(state)))] += 1
    return found


@rounds(1, 10)
def test_a_completed_deal_has_the_past_that_was_seen(part, rng):
    """Dealt and played again it shows the viewer the same events and offers, and ends in the same state."""
    found = contradictions(rng, 8, 0.1)
    assert set(found) == {""}, found
    assert found[""] > 40


def test_a_deal_drawn_without_the_past_matches_the_rest_of_the_view(rng):
    for _ in range(4):
        for state in walk(rng, random_options(rng)):
            for viewer in rng.sample((*state.start.order, None), 1):
                view = GAME.view(state, viewer)
                again = GAME.view(GAME.determinize(view, rng, history=False), viewer)
                assert replace(again, past=view.past, covered=view.covered) == view


def test_a_draw_without_the_past_is_quick_at_a_pause(rng, monkeypatch):
    """At a pause on an open card most deals ask nobody, and a search soon does with one of these."""
    drawn, found = draw._Sampler.draw, []
    monkeypatch.setattr(draw._Sampler, "draw", lambda own, rng: found.append(own) or drawn(own, rng))
    counts = []
    for view in islice(pauses(rng), 12):
        found.clear()
        again = GAME.view(GAME.determinize(view, rng, history=False), view.viewer)
        assert replace(again, past=view.past, covered=view.covered) == view
        counts.append(len(found))
    assert 1 < max(counts) <= draw.QUICK_TRIES < draw.TRIES


def pauses(rng: random.Random) -> Iterator[View]:
    """What the dealer sees at pauses on an open card."""
    while True:
        state = random_deal(rng, GAME.options({}))
        while GAME.actors(state):
            seat = rng.choice(GAME.actors(state))
            moments = GAME.moments(state, seat, rng.choice(GAME.legal_actions(state, seat)))
            yield from (GAME.view(moment.state, moment.state.start.dealer) for moment in moments[:-1])
            state = moments[-1].state


def test_the_dealing_events_match_the_cards(rng):
    """They end sooner than those of the true deal where somebody else must have passed before."""
    state = random_deal(rng, GAME.options({"heavenly_sets": "off"}))
    other = GAME.determinize(GAME.view(state, 0), rng)
    assert GAME.opening(other) == GAME.opening(Replay(other, 0).state)
    seen = [event.seen_by(0) for event in GAME.opening(other)]
    assert seen == [event.seen_by(0) for event in GAME.opening(state)][: len(seen)]
    assert len(seen) > 1


def test_an_impossible_view_is_refused(rng):
    deals = iter(lambda: random_deal(rng, GAME.options({"heavenly_sets": "off"})), None)
    state = next(
        state for state in deals if state.phase is not Phase.OVER
    )  # open hands have no sizes to be wrong
    view = GAME.view(state, 0)
    with pytest.raises(UsageError) as caught:
        GAME.determinize(replace(view, sizes=(view.sizes[0], 39, 39)), rng)
    assert caught.value.code == "usage.view"


# --- every deal that is left, counted without the draw


def unseen(state: State, viewer: int) -> Counter[int]:
    """The cards that lie where a viewer does not see them, read off the true state."""
    cards = Counter(state.stock[state.known : -1])
    for seat in state.start.order:
        if seat != viewer:
            cards.update(cards_of(state.hands[seat]))
            cards.update(card for meld in state.melds[seat] if not meld.known for card in meld.cards)
    return cards


def arrangements(cards: Counter[int], sizes: list[int]) -> Iterator[list[tuple[int, ...]]]:
    """Every way to deal cards into places of given sizes; order counts in the last one."""
    if len(sizes) == 1:
        for order in _orders(tuple(sorted(cards.elements()))):
            yield [order]
        return
    for own in dict.fromkeys(combinations(sorted(cards.elements()), sizes[0])):
        for rest in arrangements(cards - Counter(own), sizes[1:]):
            yield [own, *rest]


@cache
def _orders(cards: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    if not cards:
        return ((),)
    return tuple(
        (card, *rest)
        for at, card in enumerate(cards) if at == 0 or cards[at - 1] != card
        for rest in _orders(cards[:at] + cards[at + 1 :])
    )  # fmt: skip


def rearranged(state: State, viewer: int, parts: list[tuple[int, ...]]) -> State | None:
    """The deal whose hidden cards are `parts`: those of the other hands, then the stock; nothing lies covered."""
    others = [seat for seat in state.start.order if seat != viewer]
    wall, hands = list(state.start.wall), list(state.hands)
    for seat, cards in zip(others, parts, strict=False):
        gone, place = Counter(cards_of(state.hands[seat])), state.start.order.index(seat)
        gone.subtract(cards)
        hands[seat] = hand_of(cards)
        missing = list((-gone).elements())
        for at in range(place, 60, 3):
            if gone[wall[at]] > 0:
                gone[wall[at]] -= 1
                wall[at] = missing.pop()
        if missing:  # it is the dealer's open card
            return None
    other, rest = state.copy(), parts[-1]
    at = len(wall) - len(state.stock) + state.known - state.start.turned
    wall[at : at + len(rest)] = rest
    other.hands, other.stock = tuple(hands), (*state.stock[: state.known], *rest, state.stock[-1])
    other.start = replace(state.start, wall=tuple(wall))
    return other


def walls(state: State) -> int:
    """How many orders of the dealt cards give these hands."""
    hands = [Counter(state.start.wall[place:60:3]) for place in range(3)]
    return prod(factorial(20) // prod(map(factorial, hand.values())) for hand in hands)


def secret(state: State) -> tuple[Any, ...]:
    return state.hands, state.stock


def eager(rng: random.Random) -> Iterator[State]:
    """A deal to the last card, in which nearly all is claimed that can be: hands get small."""
    state = GAME.deal(GAME.options({"min_hu": 150, "heavenly_sets": "off"}), rng.randbytes(32))
    while GAME.actors(state):
        seat = GAME.actors(state)[0]
        legal = GAME.legal_actions(state, seat)
        state, _ = GAME.apply(
            state, seat, rng.choice(legal[1:] if len(legal) > 1 and rng.random() < 0.9 else legal)
        )
        yield state


def looks_alike(seen: Replay, other: State, viewer: int) -> bool:
    try:
        again = Replay(other, viewer)
    except (AssertionError, PaijuError):
        return False
    return contradiction(seen, again) == "" and secret(again.state) == secret(other)


def countable(rng: random.Random) -> tuple[State, int, dict[Any, int]]:
    """A moment late in a deal, a viewer, and all deals that show them the same, with the walls each stands for."""
    while True:
        for state in eager(rng):
            viewer = state.turn
            sizes = [size(state.hands[seat]) for seat in state.start.order if seat != viewer]
            rest = len(state.stock) - state.known - 1
            if state.phase is not Phase.DISCARD or state.covered or sum(sizes) > 10 or not 0 < rest < 5:
                continue
            cards = unseen(state, viewer)
            samples = list(islice(arrangements(cards, [*sizes, rest]), _MOST + 1))
            if not 8 <= len(samples) <= _MOST:
                continue
            seen = Replay(state, viewer)
            others = [rearranged(state, viewer, parts) for parts in samples]
            found = {
                secret(other): walls(other) for other in others if other and looks_alike(seen, other, viewer)
            }
            if len(found) >= _LEAST:
                return state, viewer, found


def test_countable_deals_are_drawn_with_their_exact_frequencies(rng, tell):
    state, viewer, found = countable(rng)
    view, draws = GAME.view(state, viewer), 15 * len(found) + 300
    drawn = Counter(secret(GAME.determinize(view, rng)) for _ in range(draws))
    tell((len(found), drawn, view))
    assert excess(drawn, found) < _SURE


# --- elsewhere: the true deal is one of those that are left


def triples(state: State, seat: int) -> int:
    return sum(count(state.hands[seat], kind) == 3 for kind in kinds_of(state.hands[seat]))


def pairs(state: State, seat: int) -> int:
    return sum(count(state.hands[seat], kind) == 2 for kind in kinds_of(state.hands[seat]))


def covered(state: State, seat: int) -> int:
    return sum(meld.cards[0] for meld in state.melds[seat] if not meld.known)


def winning(state: State, seat: int) -> int:
    return len(waits(state.hands[seat], state.melds[seat], state.rules.options))


def top(state: State, _: int) -> int:
    return state.stock[0]


STATISTICS = (triples, pairs, covered, winning, top)


def replaced(rng: random.Random, deals: int) -> Iterator[tuple[list[float], dict[str, list[float]]]]:
    """True deals and completed ones, whose seats do any of what they may, each as likely."""
    for _ in range(deals):
        state = one_to_move(rng)
        viewer = state.turn
        view = GAME.view(state, viewer)
        others = [state, *(GAME.determinize(view, rng) for _ in range(7))]
        yield (
            [Replay(other, viewer).likelihood for other in others],
            {
                statistic.__name__: [
                    sum(statistic(other, seat) for seat in state.start.order if seat != viewer)
                    for other in others
                ]
                for statistic in STATISTICS
            },
        )


def one_to_move(rng: random.Random) -> State:
    """A moment in which a seat must discard, its number in the deal drawn beforehand."""
    while True:
        left = rng.randrange(2, 16)
        state = GAME.deal(GAME.options({"preset": rng.choice(PRESETS)}), rng.randbytes(32))
        while GAME.actors(state) and left:
            seat = rng.choice(GAME.actors(state))
            state, _ = GAME.apply(state, seat, rng.choice(GAME.legal_actions(state, seat)))
            left -= state.phase is Phase.DISCARD
        if GAME.actors(state):
            return state


PRESETS = tuple(GAME.presets())


def test_true_and_completed_deals_are_distributed_alike(rng):
    found = surprises(replaced(rng, 40))
    assert max(found.values()) < _SURE, found


@pytest.mark.long
def test_many_true_and_completed_deals_are_distributed_alike(rng):
    found = surprises(replaced(rng, 1500))
    assert max(found.values()) < _SURE, found


@pytest.mark.long
def test_a_planted_bias_is_detected(rng, monkeypatch):
    """Like copies together taken for more likely than they are: too many pairs and triples."""
    monkeypatch.setattr(copies, "factorial", lambda count: 1)
    monkeypatch.setattr(closing, "_LOSS", -1.0)
    for table in (copies._by_hand, copies._ways):
        table.cache_clear()
    try:
        found = surprises(replaced(rng, 120))
    finally:
        for table in (copies._by_hand, copies._ways):
            table.cache_clear()
    assert max(found.values()) > _SURE, found
