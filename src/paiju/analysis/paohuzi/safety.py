"""Discards of Paohuzi that nobody can claim, whatever cards he holds: exact over all hands that the unseen cards make.

What was not seen may lie in any hand, in the stock, or in triples that lie face down. Whether a hand may claim a card is asked of
the law; here only hands are made up, from the cards that a claim needs, so that one that can claim is found if there is any.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import islice
from typing import NamedTuple

from paiju.games.paohuzi import claims
from paiju.games.paohuzi.cards import COPIES, KINDS, UNIT, UNKNOWN, Hand, Kind, count, kinds_of, loose, size
from paiju.games.paohuzi.rules import compile_rules
from paiju.games.paohuzi.sets import CATALOGUES
from paiju.games.paohuzi.state import NOBODY, Phase, Source, State
from paiju.games.paohuzi.viewing import View

_PAIR, _TRIPLE = 2, 3
_FILLINGS = 300
"""So many hands are tried around the cards of a claim; where none of them may, the discard stays open."""


class Claim(NamedTuple):
    """Who could claim a discard, and how: `pong`, `eat` or `pao`."""

    seat: int
    verb: str


class Safety(NamedTuple):
    """Discards that nobody can claim, a claim on each other one, and those that stayed open."""

    safe: tuple[Kind, ...]
    claims: dict[Kind, Claim]
    left_open: tuple[Kind, ...]


class _Unseen(NamedTuple):
    """Copies by kind that may lie anywhere, triples face down, and the dealer's shown card while he has it."""

    pool: tuple[int, ...]
    covered: int
    dealer: int
    shown: Kind


def solve(state: State, view: View) -> Safety | None:
    """Which discards of the viewer, who is asked for one, are safe; None where a discard wins, or another question is asked.

    `state` gives what everybody sees; hands in it are not looked at.
    """
    rules = compile_rules(view.options)
    if (
        rules.discard_wins
        or view.phase is not Phase.DISCARD
        or view.viewer not in view.asked
        or view.hand is None
    ):
        return None
    unseen = _unseen(view)
    safe, claimed, left_open = [], {}, []
    for card in kinds_of(loose(state.hands[view.viewer])):
        try:
            claim = _claim(state, view, unseen, card)
        except LookupError:
            left_open.append(card)
            continue
        if claim is None:
            safe.append(card)
        else:
            claimed[card] = claim
    return Safety(tuple(safe), claimed, tuple(left_open))


def _unseen(view: View) -> _Unseen:
    assert view.hand is not None
    seen = list(view.hand)
    covered = 0
    for seat, melds in enumerate(view.melds):
        for meld in melds:
            if UNKNOWN in meld.cards:
                covered += 1
            for card in meld.cards:
                if card != UNKNOWN:
                    seen[card] += 1
        for left in view.piles[seat]:
            seen[left.card] += 1
    for card in view.known_top[: view.left]:
        seen[card] += 1
    if view.left > len(view.known_top):
        seen[view.bottom] += 1
    held = view.shown if view.shown_held and view.dealer != view.viewer else UNKNOWN
    if held != UNKNOWN:
        seen[held] += 1
    return _Unseen(tuple(COPIES - n for n in seen), covered, view.dealer, held)


def _claim(state: State, view: View, unseen: _Unseen, card: Kind) -> Claim | None:
    """A claim that some hand makes on a card.

    Raises:
        LookupError: if none was found among the hands that were tried, and there are more.
    """
    assert view.viewer is not None
    others = [seat for seat in view.order if seat != view.viewer]
    for seat in others:
        known = any(meld.kind in ("U3", "S3") and meld.cards[0] == card for meld in view.melds[seat])
        hidden = any(UNKNOWN in meld.cards for meld in view.melds[seat])
        if known or (hidden and unseen.pool[card] >= _TRIPLE):
            return Claim(seat, "pao")
    for seat in others:
        for core in _cores(state, card):
            hands = _hands(unseen, seat, core, size(state.hands[seat]))
            found = _tried(hands, partial(claim_of, state, view.viewer, seat, card))
            if found is not None:
                return found
    return None


def _cores(state: State, card: Kind) -> Iterator[tuple[Kind, ...]]:
    """The hand cards that claims on a card need."""
    yield (card,) * _TRIPLE
    yield (card,) * _PAIR
    for run in CATALOGUES[state.rules.one_five_ten].holding[card]:
        beside = list(run.cards)
        beside.remove(card)
        yield tuple(beside)


def _tried(hands: Iterator[Hand], claims_with: Callable[[Hand], Claim | None]) -> Claim | None:
    tried = 0
    for hand in islice(hands, _FILLINGS):
        claim = claims_with(hand)
        if claim is not None:
            return claim
        tried += 1
    if tried == _FILLINGS:
        raise LookupError
    return None


def claim_of(state: State, thrower: int, seat: int, card: Kind, hand: Hand) -> Claim | None:
    """What a seat with a hand could claim of a card that is thrown, the others' hands being empty."""
    held = list((0,) * state.rules.seats)
    held[seat] = hand
    like = state.copy()
    like.hands = tuple(held)
    like.no_pong = like.no_eat = (0,) * state.rules.seats
    window = claims.open_window(like, Source.THROWN, thrower, card, last=False)
    if window.pao != NOBODY:
        return Claim(window.pao, "pao")
    offers = [action.verb for action in window.offers[seat] if action.verb != "pass"]
    return Claim(seat, offers[0]) if offers else None


def _hands(unseen: _Unseen, seat: int, core: tuple[Kind, ...], many: int) -> Iterator[Hand]:
    """The hands of a seat that hold some cards, fillings in order."""
    fixed = (unseen.shown,) if seat == unseen.dealer and unseen.shown != UNKNOWN else ()
    pool = list(unseen.pool)
    needed = list(core)
    for kind in fixed:
        if kind in needed:
            needed.remove(kind)
    for kind in needed:
        pool[kind] -= 1
    more = many - len(fixed) - len(needed)
    if min(pool) < 0 or more < 0:
        return
    start = sum(UNIT[kind] for kind in (*fixed, *needed))
    order = sorted(
        range(KINDS), key=lambda kind: kind in core
    )  # what a claim needs does not become a triple first
    for filling in _fillings(pool, order, more):
        left = (n - count(filling, kind) for kind, n in enumerate(pool))
        if sum(n // _TRIPLE for n in left) >= unseen.covered:
            yield start + filling


def _fillings(pool: Sequence[int], order: Sequence[Kind], many: int) -> Iterator[Hand]:
    """The ways to take so many cards of a pool, kinds in a given order."""
    if many == 0:
        yield 0
    elif order:
        kind, rest = order[0], order[1:]
        most = min(pool[kind], many)
        for taken in sorted(range(most + 1), key=lambda n: (n > _PAIR, -n)):
            for filling in _fillings(pool, rest, many - taken):
                yield filling + taken * UNIT[kind]
