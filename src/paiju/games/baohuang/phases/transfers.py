"""Cards that change hands before play: which ones a rule takes, who comes to know of it, and tribute 进贡 还贡 (BH A7, A18-30..35)."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import combinations
from operator import attrgetter
from typing import overload

from paiju.core.errors import LayoutError
from paiju.core.game import Facts
from paiju.core.rng import Chance
from paiju.games.baohuang.actions import Action
from paiju.games.baohuang.cards import (
    IDENTITY,
    LAOWANG,
    MARKED_BIG,
    RANK_OF,
    TWO,
    Hand,
    Kind,
    kinds_of_rank,
    plain,
    rank_count,
)
from paiju.games.baohuang.options import TributeMode
from paiju.games.baohuang.plays import Cards
from paiju.games.baohuang.state import (
    GOT,
    PAID,
    Actions,
    Carry,
    Due,
    Knows,
    Pile,
    Plan,
    Role,
    State,
    Step,
    Winner,
)

Eligible = Callable[[Kind], bool]

EVERYBODY = -1
_TOP_RANK = RANK_OF[LAOWANG]


def payable(state: State) -> Eligible:
    """Kinds that a payment may take: no identity card, no called card, no ace where aces stay at home."""
    return _all_but(state.rules.transfers.reserved, state)


def tribute_payable(state: State) -> Eligible:
    """BH A7: kinds that may be paid as tribute."""
    return _all_but(state.rules.transfers.reserved_from_tribute, state)


def returnable(state: State) -> Eligible:
    """BH A18-35: kinds that may be given back: no identity card and no called card."""
    return _all_but(IDENTITY, state)


def _all_but(reserved: frozenset[Kind], state: State) -> Eligible:
    called = state.roles.called
    return lambda kind: kind not in reserved and kind != called


def highest(hand: Hand, count: int, allowed: Eligible) -> Cards:
    """The `count` highest allowed cards, fewer if the hand has fewer.

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


def two_or_highest(hand: Hand, count: int, allowed: Eligible) -> Cards:
    """A price of `count` twos; what is missing is filled with the highest other naturals (BH A14, A6)."""
    twos = highest(hand, count, lambda kind: RANK_OF[kind] == TWO and allowed(kind))
    rest = highest(hand, count - len(twos), lambda kind: RANK_OF[kind] < TWO and allowed(kind))
    return tuple(sorted(twos + rest))


def move(state: State, giver: int, receiver: int, cards: Cards, *, why: str, rule: str,
         public: bool = False) -> None:  # fmt: skip
    """Move `cards` from hand to hand; only the two seats see them unless the move is `public`."""
    if not cards:
        return
    state.remove(giver, cards)
    state.add(receiver, cards)
    facts: Facts = {"from": giver, "to": receiver, "count": len(cards), "why": why, "rule": rule}
    state.tell_some(None if public else (giver, receiver), "moved", facts, {"cards": cards})
    state.remember(Step(why, giver, cards, receiver, open=public))
    forget_hidden(state, giver, seen_by=None if public else (giver, receiver), cards=cards)
    viewer = EVERYBODY if public else giver
    state.known += tuple(Knows(viewer, receiver, kind) for kind in cards)


def tell_cards(state: State, kind: str, seat: int, cards: Cards, rule: str, *, public: bool = False) -> None:
    """Cards go from the hand of a seat into the middle, or come from there; `seat` alone sees them unless they are `public`."""
    facts: Facts = {"seat": seat, "count": len(cards), "rule": rule}
    state.tell_some(None if public else (seat,), kind, facts, {"cards": cards})


def lay(state: State, seat: int, cards: Cards, *, rule: str, public: bool = False) -> Pile:
    """Lay `cards` from a hand into the middle, face down unless `public`; what lies there by them."""
    state.remove(seat, cards)
    forget_hidden(state, seat, seen_by=(seat,), cards=cards)
    tell_cards(state, "paid", seat, cards, rule, public=public)
    state.remember(Step(PAID, seat, cards, open=public))
    return tuple((seat, kind) for kind in cards)


def mask(state: State, viewer: int | None) -> State:
    """The state with what lies in the middle, or is still to be drawn, as a viewer may know it."""
    plan = state.plan.seen_by(viewer, face_up=state.rules.options.tribute_face_up)
    if plan is state.plan:
        return state
    seen = state.copy()
    seen.plan = plan
    return seen


def forget_hidden(state: State, holder: int, *, seen_by: tuple[int, ...] | None, cards: Cards) -> None:
    """Forget knowledge that is no longer sure after `cards` left `holder`'s hand (`seen_by` None: everyone saw).

    A seat that did not see the cards can no longer be sure of any card there that might have been among them;
    that must not depend on which cards they were.
    """
    still: list[Knows] = []
    seen: dict[int, list[Kind]] = {}
    for token in state.known:
        if token.holder != holder:
            still.append(token)
        elif seen_by is None or token.viewer in seen_by:
            left = seen.setdefault(token.viewer, list(cards))
            if token.kind in left:
                left.remove(token.kind)
            else:
                still.append(token)
        elif token.kind in (MARKED_BIG, state.roles.called):
            still.append(token)
    state.known = tuple(still)


def forget_laid(state: State, holder: int, cards: Cards) -> None:
    """Drop what was known of cards that `holder` has laid before everyone; 老王 was known by its face."""
    if holder not in [token.holder for token in state.known]:
        return
    faces = tuple(plain(kind, state.roles.called) for kind in cards)
    forget_hidden(state, holder, seen_by=None, cards=faces)


def show(state: State, holder: int, cards: Cards) -> None:
    """Everyone sees `cards` in `holder`'s hand; nobody's private knowledge of them counts twice."""
    kinds = set(cards)
    rest = tuple(t for t in state.known if t.holder != holder or t.kind not in kinds)
    state.known = rest + tuple(Knows(EVERYBODY, holder, kind) for kind in cards)


def surplus_sellers(state: State, buyer: int, holder: int) -> Iterator[tuple[int, int]]:
    """BH A14: seats asked to sell, with the price each would take, in order."""
    if holder != buyer and holder >= 0:
        yield holder, 1
    for distance in range(1, 5):
        yield (buyer + distance) % 5, distance


# --- choices of several cards from a hand

_CARDS = attrgetter("cards")


class CardChoices(Sequence[Action]):
    """Every set of `size` cards from `hand`, at most `low_most` of them of its lowest rank, if that is `low`."""

    def __init__(self, verb: str, hand: Hand, size: int, *, low: int = -1, low_most: int = 0) -> None:
        self.verb, self.size = verb, size
        self.low = low, low_most
        """The protected rank (-1: none), and how many of its cards may be chosen."""
        self.kinds = tuple(kind for kind, n in enumerate(hand) if n)
        """The kinds that may be chosen, ascending."""
        self._copies = tuple(hand[kind] for kind in self.kinds)
        self._lows = sum(RANK_OF[kind] == low for kind in self.kinds)
        self._memo: dict[tuple[int, int], int] = {}  # a plain dict, so that a question can be pickled

    def __len__(self) -> int:
        return self._ways(0, self.size)

    @overload
    def __getitem__(self, index: int) -> Action: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Action, ...]: ...
    def __getitem__(self, index: int | slice) -> Action | tuple[Action, ...]:
        if isinstance(index, slice):
            return tuple(self[i] for i in range(*index.indices(len(self))))
        index = index + len(self) if index < 0 else index
        if not 0 <= index < len(self):
            raise IndexError(index)
        return Action(self.verb, self._unrank(index))

    def __contains__(self, action: object) -> bool:
        try:
            self.index(action)
        except ValueError:
            return False
        return True

    def index(self, value: object, start: int = 0, stop: int | None = None) -> int:
        """The index of a choice, found without listing all: their cards ascend.

        Raises:
            ValueError: it is none of these.
        """
        if isinstance(value, Action):
            with suppress(TypeError):  # of cards that are no numbers
                at = bisect_left(self, value.cards, key=_CARDS)
                end = len(self) if stop is None else stop
                if start <= at < end and self[at : at + 1] == (value,):
                    return at
        raise ValueError(value)

    def _ways(self, at: int, left: int) -> int:
        """In how many ways the kinds from that place on can give the cards that are left to choose."""
        if self._lows and at == self._lows and self.size - left > self.low[1]:
            return 0
        if at == len(self.kinds):
            return not left
        ways = self._memo.get((at, left))
        if ways is None:
            ways = sum(self._ways(at + 1, left - taken) for taken in range(min(self._copies[at], left) + 1))
            self._memo[at, left] = ways
        return ways

    def _unrank(self, index: int) -> Cards:
        cards: list[int] = []
        for at, kind in enumerate(self.kinds):
            left = self.size - len(cards)
            for taken in range(min(self._copies[at], left), -1, -1):
                ways = self._ways(at + 1, left - taken)
                if index < ways:
                    break
                index -= ways
            cards += [kind] * taken
        return tuple(cards)


# --- tribute 进贡 and its return 还贡 (BH A7, A18-30..35)


def numbers(carry: Carry, role: Role) -> int:
    """BH A7, A18-33: how many cards a role pays or receives by camp."""
    guards = carry.roles.count(Role.GUARD)
    if role is Role.EMPEROR:
        return 2 if guards else 4
    return guards if role is Role.COMMONER and guards > 1 else 1


def dues(state: State) -> tuple[tuple[Due, ...], tuple[Due, ...]]:
    """The payers and the receivers, each by place (BH A18-30)."""
    options, carry = state.rules.options, state.start.carry
    if carry.first_deal or (carry.winner is Winner.TIE and not options.tribute_on_tie):
        return (), ()
    return DUES[options.tribute_mode](carry, 2 if carry.opened and options.tribute_double_on_open else 1)


def _dues_by_camp(carry: Carry, times: int) -> tuple[tuple[Due, ...], tuple[Due, ...]]:
    by_place = sorted(range(len(carry.places)), key=lambda seat: carry.places[seat])
    crown_won = carry.winner is Winner.EMPEROR
    all_dues = [
        (Due(s, times * numbers(carry, carry.roles[s])), carry.roles[s] is Role.COMMONER) for s in by_place
    ]
    payers = tuple(due for due, is_people in all_dues if is_people is crown_won)
    receivers = tuple(due for due, is_people in all_dues if is_people is not crown_won)
    return payers, receivers


def _dues_by_place(carry: Carry, times: int) -> tuple[tuple[Due, ...], tuple[Due, ...]]:
    first, second, fourth, last = (carry.places.index(place) for place in (1, 2, 4, 5))
    payers = Due(last, 2 * times, first), Due(fourth, times, second)
    receivers = Due(first, 2 * times, last), Due(second, times, fourth)
    return payers, receivers


DUES: dict[TributeMode, Callable[[Carry, int], tuple[tuple[Due, ...], tuple[Due, ...]]]] = {
    TributeMode.OFF: lambda carry, times: ((), ()),
    TributeMode.CAMP: _dues_by_camp,
    TributeMode.PLACE: _dues_by_place,
}


def _due_of(seat: int, dues: Iterable[Due]) -> Due:
    return next(due for due in dues if due.seat == seat)


def collect(state: State) -> tuple[int, ...]:
    """Collect what is owed; in a suited game every payer is asked, else it is done at once (BH A18-31)."""
    payers, receivers = dues(state)
    allowed = tribute_payable(state)
    payers = tuple(due for due in payers if highest(state.hands[due.seat], due.count, allowed))
    state.plan = Plan(payers=payers, receivers=receivers)
    if state.rules.suited:
        return tuple(due.seat for due in payers)
    for due in payers:
        _pay(state, due, highest(state.hands[due.seat], due.count, allowed))
    return ()


def legal_gifts(state: State, seat: int) -> Actions:
    """Every choice among equal ranks (BH A18-31)."""
    due = _due_of(seat, state.plan.payers)
    return tuple(
        Action("give", c) for c in highest_sets(state.hands[seat], due.count, tribute_payable(state))
    )


def apply_gift(state: State, seat: int, action: Action) -> None:
    """A payer parts with the cards."""
    due = _due_of(seat, state.plan.payers)
    _pay(state, due, action.cards)


def _pay(state: State, due: Due, cards: Cards) -> None:
    plan = state.plan
    paid = (*plan.paid, Due(due.seat, len(cards), due.partner))
    if due.partner >= 0:
        move(state, due.seat, due.partner, cards, why="tribute", rule="BH A7")
        got = (*plan.got, Due(due.partner, len(cards), due.seat))
        state.plan = replace(plan, paid=paid, got=got)
        return
    laid = lay(state, due.seat, cards, rule="BH A7", public=state.rules.options.tribute_face_up)
    state.plan = replace(plan, paid=paid, pile=plan.pile + laid)


def hand_out(state: State) -> tuple[int, ...]:
    """Hand the pile out: open for choice, low ones to the emperor, or shuffled and unseen (BH A7)."""
    plan = state.plan
    if not plan.pile:
        return ()
    options, carry = state.rules.options, state.start.carry
    if options.tribute_face_up:
        return tuple(due.seat for due in plan.receivers)
    if options.tribute_emperor_takes_low and carry.winner is Winner.EMPEROR:
        order = _emperor_first(plan.receivers, carry)
        cards: Cards = tuple(sorted(kind for _, kind in plan.pile))
    else:
        order, cards = plan.receivers, _shuffled(state)
    got: list[Due] = []
    for due in order:
        _hand_out(state, due, cards[: due.count], only=len(order) == 1)
        got.append(Due(due.seat, len(cards[: due.count])))
        cards = cards[due.count :]
    in_place_order = {due.seat: i for i, due in enumerate(plan.receivers)}
    got.sort(key=lambda due: in_place_order[due.seat])
    state.plan = replace(state.plan, pile=(), got=tuple(got))
    return ()


def _emperor_first(receivers: tuple[Due, ...], carry: Carry) -> tuple[Due, ...]:
    return tuple(sorted(receivers, key=lambda due: carry.roles[due.seat] is not Role.EMPEROR))


def _shuffled(state: State) -> Cards:
    cards = [kind for _, kind in state.plan.pile]
    if not state.start.pile:
        return tuple(Chance(state.start.seed, "tribute").shuffle(cards))
    if sorted(cards) != sorted(state.start.pile):
        raise LayoutError("the pile does not hold the cards that were paid as tribute")
    return state.start.pile


def _hand_out(state: State, due: Due, cards: Cards, *, only: bool) -> None:
    if not cards:
        return
    state.add(due.seat, cards)
    tell_cards(state, "received", due.seat, cards, "BH A7")
    state.remember(Step(GOT, due.seat, cards))
    if only:
        state.known += tuple(Knows(payer, due.seat, kind) for payer, kind in state.plan.pile)


def legal_takes(state: State, seat: int) -> Actions:
    """Every choice from the open cards, the highest first (BH A7)."""
    plan = state.plan
    due = _due_of(seat, plan.receivers)
    pile = sorted(kind for _, kind in plan.pile)
    sets = dict.fromkeys(combinations(pile, min(due.count, len(pile))))
    return tuple(Action("take", cards) for cards in reversed(sets))


def apply_take(state: State, seat: int, action: Action) -> None:
    """A receiver takes all that is due at once."""
    plan = state.plan
    pile = list(plan.pile)
    for kind in action.cards:
        pile.remove(next(entry for entry in pile if entry[1] == kind))
    state.add(seat, action.cards)
    tell_cards(state, "received", seat, action.cards, "BH A7", public=True)
    state.remember(Step(GOT, seat, action.cards, open=True))
    state.known += tuple(Knows(EVERYBODY, seat, kind) for kind in action.cards)
    got = (*plan.got, Due(seat, len(action.cards)))
    state.plan = replace(plan, pile=tuple(pile), got=got)
    if not pile:
        state.queue = ()


def who_returns(state: State) -> tuple[int, ...]:
    """BH A18-32: every receiver gives back as many cards as it got."""
    by_place = sorted(state.plan.got, key=lambda due: state.start.carry.places[due.seat])
    return tuple(due.seat for due in by_place if due.count)


def legal_returns(state: State, seat: int) -> Sequence[Action]:
    """BH A18-35: any cards but identity cards and a called card; the lowest ones are protected."""
    held, low = state.hands[seat], state.rules.low_rank
    due, free = _due_of(seat, state.plan.got), returnable(state)
    hand = tuple(n if free(kind) else 0 for kind, n in enumerate(held))
    lows = state.rules.transfers.returned_lows
    if lows is None:
        return CardChoices("return", hand, due.count)
    return CardChoices("return", hand, due.count, low=low, low_most=lows(rank_count(held, low)))


def apply_return(state: State, seat: int, action: Action) -> None:
    """A receiver gives cards back (BH A18-32)."""
    plan = state.plan
    due = _due_of(seat, plan.got)
    for payer, share in _shares(plan, due, tuple(sorted(action.cards))):
        move(state, seat, payer, share, why="return", rule="BH A7")


def _shares(plan: Plan, due: Due, cards: Cards) -> Iterator[tuple[int, Cards]]:
    """The payers with their share of the returned cards: payers by place, each as many as it paid."""
    if due.partner >= 0:
        yield due.partner, cards
        return
    slots = [payer.seat for payer in plan.paid for _ in range(payer.count)]
    before = sum(d.count for d in plan.got[: plan.got.index(due)])
    mine = slots[before : before + len(cards)]
    for payer in dict.fromkeys(mine):
        yield payer, tuple(kind for kind, to in zip(cards, mine, strict=True) if to == payer)
