"""Moments of Bao Huang of which all deals can be counted, without the draw, and how far its draws are from them."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import combinations, combinations_with_replacement, count, islice, product
from math import factorial, prod
from typing import Any

from paiju.core.errors import PaijuError
from paiju.games.baohuang import GAME
from paiju.games.baohuang.cards import RANK_OF, SEATS, SMALL, cards_of
from paiju.games.baohuang.determinize import draw
from paiju.games.baohuang.determinize.draw import blocks, determinizations
from paiju.games.baohuang.phases.dealing import drawers
from paiju.games.baohuang.rules import compile_rules
from paiju.games.baohuang.state import Carry, Phase, Role, State, Winner
from paiju.games.baohuang.views import View
from tests import strategies
from tests.drawing import excess
from tests.properties.histories import History


def arrangements(cards: Counter[int], sizes: list[int]) -> Iterator[list[tuple[int, ...]]]:
    """Every way to deal cards into hands of some sizes."""
    if not sizes:
        yield []
        return
    for own in dict.fromkeys(combinations(sorted(cards.elements()), sizes[0])):
        for rest in arrangements(cards - Counter(own), sizes[1:]):
            yield [own, *rest]


def dealt_again(state: State, hands: list[Counter[int]]) -> State:
    """The state with another deck: one that deals these hands."""
    at = [iter(sorted(hand.elements())) for hand in hands]
    return replace_deck(state, tuple(next(at[seat]) for seat in drawers(state.start)))


def replace_deck(state: State, deck: tuple[int, ...]) -> State:
    other = state.copy()
    other.start = replace(state.start, deck=deck)
    return other


def looks_alike(seen: History, other: State, viewer: int | None) -> History | None:
    try:
        again = History(other, viewer)
    except (AssertionError, PaijuError):
        return None
    return again if again.seen == seen.seen else None


def decks(hands: list[Counter[int]]) -> float:
    """How many decks deal some hands, up to what is the same for all."""
    return 1 / prod(factorial(count) for hand in hands for count in hand.values())


Wanted = Callable[[State, int], bool]


def late(
    rng: random.Random, options: Any, carry: Carry | None, wanted: Callable[[State], bool]
) -> Iterator[State]:
    """Moments of wanted deals in which few cards are left."""
    while True:
        deal = GAME.deal(options, rng.randbytes(32), carry)
        if not wanted(deal):
            continue
        for step in strategies.walk(deal, rng, strategies.longest):
            if step.after.phase is Phase.PLAY and sum(map(sum, step.after.hands)) < 24:
                yield step.after


def countable(
    rng: random.Random, options: Any, carry: Carry | None, viewer: int, most: int, wanted: Wanted
) -> tuple[State, dict[Any, float]]:
    """A moment of a wanted deal, and all deals that show a seat the same, by their hands, with the decks each stands for."""
    for state in late(rng, options, carry, lambda deal: wanted(deal, viewer)):
        others = [seat for seat in range(SEATS) if seat != viewer]
        unseen = Counter(card for seat in others for card in cards_of(state.hands[seat]))
        sizes = [sum(state.hands[seat]) for seat in others]
        ways = list(islice(arrangements(unseen, sizes), most + 1))
        if not 6 <= len(ways) <= most:
            continue
        seen, found = History(state, viewer), {}
        for parts in ways:
            held = [Counter(cards_of(hand)) for hand in state.hands]
            for seat, cards in zip(others, parts, strict=True):
                held[seat] = Counter(cards)
            owned = [hand + Counter(cards_of(laid)) for hand, laid in zip(held, state.played, strict=True)]
            for dealt, past in before(state, owned, viewer):
                other = dealt_again(state, dealt)
                other.past = past
                if looks_alike(seen, other, viewer):
                    key = (tuple(tuple(sorted(hand.elements())) for hand in dealt), parts_of(held))
                    found[key] = found.get(key, 0.0) + decks(dealt)
        if len(found) >= 4:
            return state, found
    raise AssertionError


def parts_of(held: list[Counter[int]]) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(sorted(hand.elements())) for hand in held)


def before(state: State, owned: list[Counter[int]], viewer: int) -> Iterator[tuple[list[Counter[int]], Any]]:
    """The hands as they were dealt, with each way in which cards may have gone that the viewer has not seen.

    The rules check everything afterwards but this: a payer of tribute pays their highest dealt card.
    """
    hidden = [at for at, step in enumerate(state.past) if step.to >= 0 and viewer not in (step.seat, step.to)]
    kinds = [sorted(owned[state.past[at].seat] | owned[state.past[at].to]) for at in hidden]
    choices = [
        list(combinations_with_replacement(own, len(state.past[at].cards)))
        for at, own in zip(hidden, kinds, strict=True)
    ]
    for chosen in product(*choices):
        past, dealt = list(state.past), [Counter(hand) for hand in owned]
        for at, cards in zip(hidden, chosen, strict=True):
            past[at] = past[at]._replace(cards=cards)
        for step in past:
            if step.to >= 0:
                dealt[step.seat].update(step.cards)
                dealt[step.to].subtract(step.cards)
        paid = [(past[at].seat, RANK_OF[max(past[at].cards)]) for at in hidden if past[at].verb == "tribute"]
        tops = [max([RANK_OF[kind] for kind in +dealt[seat] if kind < SMALL]) for seat, _ in paid]
        if tops == [rank for _, rank in paid] and min(min(hand.values()) for hand in dealt) >= 0:
            yield [+hand for hand in dealt], tuple(past)


def key_of(state: State) -> Any:
    hands: list[list[int]] = [[] for _ in range(SEATS)]
    for seat, card in zip(drawers(state.start), state.start.deck, strict=True):
        hands[seat].append(card)
    return tuple(tuple(sorted(hand)) for hand in hands), tuple(map(cards_of, state.hands))


def held_of(state: State) -> Any:
    """The same of a state that does not say how it was dealt."""
    return tuple(map(cards_of, state.hands))


def any_deal(deal: State, viewer: int) -> bool:
    return True


def abdicated(rng: random.Random, options: Any) -> list[State]:
    """The moments of a deal up to play, in which every player who could abdicate did."""
    states = [GAME.deal(options, rng.randbytes(32))]
    while states[-1].phase is not Phase.PLAY and (seats := GAME.actors(states[-1])):
        actions = GAME.legal_actions(states[-1], seats[0])
        away = [action for action in actions if action.verb == "abdicate"]
        states.append(GAME.apply(states[-1], seats[0], (away or [rng.choice(actions)])[0])[0])
    return states


def passes_over(deal: State, viewer: int) -> bool:
    """Whether the viewer was party to all that was bought, and a seat was prompted before the one that sold."""
    prices = [step for step in deal.past or () if step.verb == "price"]
    request = {
        (step.seat + distance) % SEATS
        for step in prices
        for distance in range(1, (step.to - step.seat) % SEATS)
    }
    return bool(request - {viewer}) and all(viewer in (step.seat, step.to) for step in prices)


Draws = Callable[[View, random.Random], Iterator[State]]


def sampled(view: View, rng: random.Random) -> Iterator[State]:
    return (GAME.determinize(view, rng) for _ in count())


def without_past(view: View, rng: random.Random) -> Iterator[State]:
    return (GAME.determinize(view, rng, history=False) for _ in count())


def hidden_blocks(view: View) -> list[frozenset[int]]:
    return blocks(view.past or (), draw.TOGETHER, suited=compile_rules(view.options).suited)


def going_on(view: View, rng: random.Random) -> Iterator[State]:
    """Every twelfth of the deals that go on from one another: so far apart they are as good as independent."""
    assert len(hidden_blocks(view)) > 1
    return islice(determinizations(view, rng), 60, None, 12)


def distance(
    rng: random.Random, options: dict[str, Any], viewer: int, most: int,
    wanted: Wanted = any_deal, draws_of: Draws = sampled, key_of: Callable[[State], Any] = key_of,
) -> tuple[float, int]:  # fmt: skip
    """Of a moment of which all deals can be counted: by how many standard errors the draws differ from them, and how many there are."""
    places = (3, 1, 2, 4, 5)
    roles = (Role.COMMONER, Role.EMPEROR, Role.GUARD, Role.COMMONER, Role.COMMONER)
    carry = Carry(0, roles, places, Winner.EMPEROR) if options["tribute_mode"] == "place" else None
    state, found = countable(rng, GAME.options({**options, "abdication": "off"}), carry, viewer, most, wanted)
    if key_of is held_of:
        assert len({held for _, held in found}) == len(found), "hands do not tell how they came about"
        found = {held: many for (_, held), many in found.items()}
    view, draws = GAME.view(state, viewer), 4 * len(found) + 200
    drawn = Counter(map(key_of, islice(draws_of(view, rng), draws)))
    return excess(drawn, found), len(found)
