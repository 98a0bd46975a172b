"""Cards that change hands before play: which ones a rule takes, and who comes to know of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import combinations

from paiju.core.game import Event, Facts
from paiju.games.baohuang.cards import (
    IDENTITY,
    LAOWANG,
    MARKED_BIG,
    RANK_OF,
    TWO,
    Hand,
    Kind,
    kinds_of_rank,
)
from paiju.games.baohuang.plays import Cards
from paiju.games.baohuang.state import PAID, Events, Knows, Pile, State, Step
from paiju.games.baohuang.views import plain

Eligible = Callable[[Kind], bool]

EVERYBODY = -1
_TOP_RANK = RANK_OF[LAOWANG]


def payable(state: State) -> Eligible:
    """Kinds that a payment may take: no identity card, no called card, no ace where aces stay at home."""
    return _all_but(state.rules.transfers.kept, state)


def tribute_payable(state: State) -> Eligible:
    """BH A7: kinds that may be paid as tribute."""
    return _all_but(state.rules.transfers.kept_from_tribute, state)


def returnable(state: State) -> Eligible:
    """BH A18-35: kinds that may be given back: no identity card and no called card."""
    return _all_but(IDENTITY, state)


def _all_but(kept: frozenset[Kind], state: State) -> Eligible:
    called = state.roles.called
    return lambda kind: kind not in kept and kind != called


def highest(hand: Hand, count: int, allowed: Eligible) -> Cards:
    """The `count` highest allowed cards, fewer if there are not so many.

    Of equal ranks the kind with the fewest copies left goes first, then ♠ ♥ ♣ ♦ (BH A18-29).
    """
    left = list(hand)
    taken: list[Kind] = []
    for rank in range(_TOP_RANK, -1, -1):
        if len(taken) >= count:
            break
        kinds = [kind for kind in kinds_of_rank(rank) if allowed(kind)]
        while len(taken) < count and any(left[kind] for kind in kinds):
            kind = min((k for k in kinds if left[k]), key=lambda k: (left[k], k))
            left[kind] -= 1
            taken.append(kind)
    return tuple(sorted(taken))


def highest_sets(hand: Hand, count: int, allowed: Eligible) -> tuple[Cards, ...]:
    """Every set of cards whose ranks are those of the `count` highest allowed ones (BH A18-31)."""
    ranks = [RANK_OF[kind] for kind in highest(hand, count, allowed)]
    if not ranks:
        return ()
    last = ranks[0]
    sure = [
        k for rank in set(ranks) - {last} for k in kinds_of_rank(rank) if allowed(k) for _ in range(hand[k])
    ]
    pool = [k for k in kinds_of_rank(last) if allowed(k) for _ in range(hand[k])]
    ways = dict.fromkeys(combinations(pool, ranks.count(last)))
    return tuple(tuple(sorted((*sure, *way))) for way in ways)


def lowest(cards: Cards, count: int) -> Cards:
    """The `count` lowest of some cards, ♠ ♥ ♣ ♦ where equal (BH A18-29)."""
    return tuple(sorted(cards))[:count]


def two_or_highest(hand: Hand, count: int, allowed: Eligible) -> Cards:
    """A price of `count` twos; what is missing is filled with the highest other naturals (BH A14, A6)."""
    twos = highest(hand, count, lambda kind: RANK_OF[kind] == TWO and allowed(kind))
    rest = highest(hand, count - len(twos), lambda kind: RANK_OF[kind] < TWO and allowed(kind))
    return tuple(sorted(twos + rest))


def move(state: State, events: Events, giver: int, receiver: int, cards: Cards, *, why: str, rule: str,
         public: bool = False) -> None:  # fmt: skip
    """Move `cards` from hand to hand; only the two seats see them unless the move is `public`."""
    if not cards:
        return
    state.remove(giver, cards)
    state.add(receiver, cards)
    facts: Facts = {"from": giver, "to": receiver, "count": len(cards), "why": why, "rule": rule}
    if public:
        events.append(Event("moved", {**facts, "cards": cards}))
    else:
        events.append(Event("moved", facts, {giver: {"cards": cards}, receiver: {"cards": cards}}))
    state.remember(Step(why, giver, cards, receiver, open=public))
    forget_hidden(state, giver, seen_by=None if public else (giver, receiver), cards=cards)
    viewer = EVERYBODY if public else giver
    state.known += tuple(Knows(viewer, receiver, kind) for kind in cards)


def told(seat: int, cards: Cards, rule: str, *, public: bool = False) -> tuple[Facts, Mapping[int, Facts]]:
    """What everybody and what `seat` learns of cards that go from its hand into the middle, or come from there."""
    facts: Facts = {"seat": seat, "count": len(cards), "rule": rule}
    return ({**facts, "cards": cards}, {}) if public else (facts, {seat: {"cards": cards}})


def lay(state: State, events: Events, seat: int, cards: Cards, *, rule: str, public: bool = False) -> Pile:
    """Lay `cards` from a hand into the middle, face down unless `public`; what lies there by them."""
    state.remove(seat, cards)
    forget_hidden(state, seat, seen_by=(seat,), cards=cards)
    events.append(Event("paid", *told(seat, cards, rule, public=public)))
    state.remember(Step(PAID, seat, cards, open=public))
    return tuple((seat, kind) for kind in cards)


def mask(state: State, viewer: int | None) -> State:
    """The state with what lies in the middle, or is still to be drawn, as a viewer may know it."""
    plan = state.plan.seen_by(viewer, face_up=state.rules.transfers.face_up)
    if plan is state.plan:
        return state
    seen = state.copy()
    seen.plan = plan
    return seen


def forget_hidden(state: State, holder: int, *, seen_by: tuple[int, ...] | None, cards: Cards) -> None:
    """Drop what is no longer sure after `cards` left `holder`'s hand (`seen_by` None: everybody saw).

    Who did not see the cards can no longer be sure of any card there that might have been among them;
    that must not depend on which cards they were.
    """
    kept: list[Knows] = []
    seen: dict[int, list[Kind]] = {}
    for token in state.known:
        if token.holder != holder:
            kept.append(token)
        elif seen_by is None or token.viewer in seen_by:
            left = seen.setdefault(token.viewer, list(cards))
            if token.kind in left:
                left.remove(token.kind)
            else:
                kept.append(token)
        elif token.kind in (MARKED_BIG, state.roles.called):
            kept.append(token)
    state.known = tuple(kept)


def forget_laid(state: State, holder: int, cards: Cards) -> None:
    """Drop what was known of cards that `holder` has laid before everybody; 老王 was known by its face."""
    for token in state.known:
        if token.holder == holder:
            break
    else:
        return
    faces = tuple(plain(kind, state.roles.called) for kind in cards)
    forget_hidden(state, holder, seen_by=None, cards=faces)


def show(state: State, holder: int, cards: Cards) -> None:
    """Everybody sees `cards` in `holder`'s hand; nobody's private knowledge of them counts twice."""
    kinds = set(cards)
    rest = tuple(t for t in state.known if t.holder != holder or t.kind not in kinds)
    state.known = rest + tuple(Knows(EVERYBODY, holder, kind) for kind in cards)


def surplus_sellers(state: State, buyer: int, holder: int) -> Iterator[tuple[int, int]]:
    """BH A14: seats asked to sell, with the price each would take, in order."""
    if holder != buyer and holder >= 0:
        yield holder, 1
    for distance in range(1, 5):
        yield (buyer + distance) % 5, distance
