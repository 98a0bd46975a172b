"""Safe discards of Paohuzi: those that nobody can claim, exact over all hands that the others may hold."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import combinations, islice
from typing import NamedTuple

from paiju.bots.paohuzi.heuristic import unseen_copies
from paiju.core.game import put
from paiju.games.paohuzi import claims
from paiju.games.paohuzi.cards import (
    COPIES,
    KINDS,
    ONES,
    UNIT,
    UNKNOWN,
    Hand,
    Kind,
    count,
    holds,
    kinds_of,
    loose,
    packed,
    size,
)
from paiju.games.paohuzi.hands import SETS
from paiju.games.paohuzi.melds import CATALOGUES, Laid, Meld, SetKind, same, set_hu, tally
from paiju.games.paohuzi.rules import Rules
from paiju.games.paohuzi.state import NOBODY, Phase, Source, State
from paiju.games.paohuzi.views import View

_PAIR_SIZE, _TRIPLE_SIZE = 2, 3
_MOST = 6000
"""Branches searched; where there are more, the question stays open."""


class _Part(NamedTuple):
    """Cards of a set that lie in the hand, how many they are, and the most hu that the set may count."""

    code: Hand
    size: int
    hu: int


def candidates(rules: Rules, laid: Laid, pool: Hand, many: int, card: Kind) -> Iterator[Hand]:
    """Hands of `many` cards of a pool, among them each that wins with `card` beside the sets on the table.

    Raises:
        LookupError: once the search has gone too far; what came before is not all there is.
    """
    parts = [part for part in _parts(one_five_ten=rules.one_five_ten) if holds(pool, part.code)]
    search = _Search(parts)
    known: set[Hand] = set()
    for lead, sets in _leads(rules, laid, card):
        if not holds(pool, lead.code):
            continue
        lacking = rules.min_hu - laid.hu - lead.hu
        rest = pool - lead.code
        for hand in search.hands(0, rest, SETS - laid.sets - sets, many - lead.size, lacking):
            whole = hand + lead.code
            if whole not in known and not whole & COPIES * ONES:  # quads are laid before play (PZ M8)
                known.add(whole)
                yield whole


def _leads(rules: Rules, laid: Laid, card: Kind) -> Iterator[tuple[_Part, int]]:
    """The cards that a hand may hold with a card in its set, and how many sets that makes; nothing beside an exposed triple."""
    if laid.exposed >> card & 1:
        gain = set_hu(SetKind.EXPOSED_4, card) - set_hu(SetKind.EXPOSED_3, card)
        yield _Part(0, 0, gain), 0
    for run in CATALOGUES[rules.one_five_ten].holding[card]:
        yield _Part(run.code - UNIT[card], _PAIR_SIZE, run.hu), 1
    yield _Part(_PAIR_SIZE * UNIT[card], _PAIR_SIZE, set_hu(SetKind.SECRET_3, card)), 1
    yield _Part(UNIT[card], 1, 0), 1


def _parts(*, one_five_ten: bool) -> list[_Part]:
    """All sets that lie in hands, those that count most first; pairs last."""
    runs = [_Part(run.code, size(run.code), run.hu) for run in CATALOGUES[one_five_ten].runs]
    alike = [
        _Part(copies * UNIT[kind], copies, set_hu(of, kind))
        for of, copies in ((SetKind.SECRET_3, _TRIPLE_SIZE), (SetKind.PAIR, _PAIR_SIZE))
        for kind in range(KINDS)
    ]
    return sorted([*runs, *alike], key=lambda part: (-part.hu, -part.size))


class _Search:
    """Chooses sets in the order of `parts`, each again as often as there are cards for it."""

    def __init__(self, parts: Sequence[_Part]) -> None:
        self._parts = parts
        self._gone = 0

    def hands(self, at: int, pool: Hand, sets: int, many: int, lacking: int) -> Iterator[Hand]:
        """The cards of a number of sets, `many` in all, that count `lacking` hu at least; parts from place `at` on."""
        self._gone += 1
        if self._gone > _MOST:
            raise LookupError
        if sets == 0:
            if many == 0 and lacking <= 0:
                yield 0
            return
        if not _TRIPLE_SIZE * sets - 1 <= many <= _TRIPLE_SIZE * sets:  # one pair at the most
            return
        for place in range(at, len(self._parts)):
            part = self._parts[place]
            if lacking > sets * part.hu:
                return
            if holds(pool, part.code):
                further = self.hands(place, pool - part.code, sets - 1, many - part.size, lacking - part.hu)
                for rest in further:
                    yield part.code + rest


# --- discards of Paohuzi that no seat can claim, whatever its cards: exact over all hands that the unseen cards make

_PAIR, _TRIPLE = 2, 3
_FILLINGS = 300
"""Hands tried around the cards of a claim; where none of them may claim, the discard stays open."""


class Claim(NamedTuple):
    """A seat that could claim a discard, and how: `pong`, `eat`, `pao` or `hu`."""

    seat: int
    verb: str


class Safety(NamedTuple):
    """Discards that nobody can claim, a claim on each other one, and those that stayed open."""

    safe: tuple[Kind, ...]
    claims: dict[Kind, Claim]
    left_open: tuple[Kind, ...]


class _Unseen(NamedTuple):
    """Copies by kind that may lie anywhere, triples face down, and the dealer's shown card while it is in hand."""

    pool: tuple[int, ...]
    covered: int
    dealer: int
    shown: Kind


def solve(state: State, view: View) -> Safety | None:
    """Which discards of the viewer, who is asked for one, are safe; None where another question is asked.

    `state` gives what everyone sees; hands in it are not looked at.
    """
    if view.phase is not Phase.DISCARD or view.viewer not in view.asked or view.hand is None:
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
    covered = sum(UNKNOWN in meld.cards for melds in view.melds for meld in melds)
    held = view.shown if view.shown_held and view.dealer != view.viewer else UNKNOWN
    return _Unseen(tuple(unseen_copies(view)), covered, view.dealer, held)


def _claim(state: State, view: View, unseen: _Unseen, card: Kind) -> Claim | None:
    """A claim that some hand makes on a card, a win before all others.

    Raises:
        LookupError: if none was found among the hands that were tried, and there are more.
    """
    assert view.viewer is not None
    others = [seat for seat in view.order if seat != view.viewer]
    left_open = False
    for seat in others if state.rules.discard_wins else ():
        try:
            if (win := _win(state, view, unseen, seat, card)) is not None:
                return win
        except LookupError:
            left_open = True
    found = _taking(state, view, unseen, others, card)
    if found is None and left_open:
        raise LookupError
    return found


def _win(state: State, view: View, unseen: _Unseen, seat: int, card: Kind) -> Claim | None:
    """A hand of a seat that wins with a card, or must Pao with it.

    Raises:
        LookupError: if none was found, and not all were tried.
    """
    assert view.viewer is not None
    shown = UNIT[unseen.shown] if seat == unseen.dealer and unseen.shown != UNKNOWN else 0
    own = [meld for meld in view.melds[seat] if UNKNOWN not in meld.cards]
    covered = len(view.melds[seat]) - len(own)
    for kinds in combinations([kind for kind in range(KINDS) if unseen.pool[kind] >= _TRIPLE], covered):
        melds = (*own, *[same(SetKind.UNEXPOSED_3, kind) for kind in kinds])
        pool = packed(unseen.pool) - sum(_TRIPLE * UNIT[kind] for kind in kinds) + shown
        for hand in candidates(state.rules, tally(melds), pool, size(state.hands[seat]), card):
            left = _triples(count(pool - hand, kind) for kind in range(KINDS))
            if holds(hand, shown) and left >= unseen.covered - covered:
                claim = claim_of(state, view.viewer, seat, card, hand, melds=melds)
                if claim is not None:
                    return claim
    return None


def _triples(copies: Iterable[int]) -> int:
    """The number of triples that may lie face down, by the copies of each kind that are left."""
    return sum(n // _TRIPLE for n in copies)


def _taking(state: State, view: View, unseen: _Unseen, others: Sequence[int], card: Kind) -> Claim | None:
    """A claim for which two cards or three are enough.

    Raises:
        LookupError: as `_claim`.
    """
    assert view.viewer is not None
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


def claim_of(
    state: State, thrower: int, seat: int, card: Kind, hand: Hand, *, melds: tuple[Meld, ...] | None = None
) -> Claim | None:
    """The claim that a seat with a hand, and perhaps other table sets, could make on a thrown card if the others' hands were empty."""
    held = list((0,) * state.rules.seats)
    held[seat] = hand
    like = state.copy()
    like.hands = tuple(held)
    if melds is not None:
        like.melds = put(state.melds, seat, melds)
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
        whole = start + filling
        left = _triples(n - count(filling, kind) for kind, n in enumerate(pool))
        if left >= unseen.covered and not whole & COPIES * ONES:  # quads are laid before play (PZ M8)
            yield whole


def _fillings(pool: Sequence[int], order: Sequence[Kind], many: int) -> Iterator[Hand]:
    """The ways to take a number of cards from a pool, kinds in a given order."""
    if many == 0:
        yield 0
    elif order:
        kind, rest = order[0], order[1:]
        most = min(pool[kind], many)
        for taken in sorted(range(most + 1), key=lambda n: (n > _PAIR, -n)):
            for filling in _fillings(pool, rest, many - taken):
                yield filling + taken * UNIT[kind]
