"""Tribute 进贡 and its return 还贡 (BH A7, A18-30..35)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations

from paiju.core.errors import LayoutError
from paiju.core.game import Event
from paiju.core.rng import Chance
from paiju.games.baohuang.actions import Action
from paiju.games.baohuang.cards import rank_count
from paiju.games.baohuang.choices import CardChoices
from paiju.games.baohuang.option_values import TributeMode
from paiju.games.baohuang.past import GOT, Step
from paiju.games.baohuang.plans import Due, Plan, Tribute
from paiju.games.baohuang.plays import Cards
from paiju.games.baohuang.state import Actions, Carry, Events, Knows, Phase, Role, State, Winner
from paiju.games.baohuang.transfers import (
    EVERYBODY,
    highest,
    highest_sets,
    lay,
    lowest,
    move,
    returnable,
    told,
    tribute_payable,
)


def numbers(carry: Carry, role: Role) -> int:
    """BH A7, A18-33: how many cards a role pays or receives by camp."""
    guards = carry.roles.count(Role.GUARD)
    if role is Role.EMPEROR:
        return 2 if guards else 4
    return guards if role is Role.COMMONER and guards > 1 else 1


def dues(state: State) -> tuple[tuple[Due, ...], tuple[Due, ...]]:
    """Who pays and who receives, each by place (BH A18-30)."""
    rules, carry = state.rules.transfers, state.start.carry
    if carry.first_deal or (carry.winner is Winner.TIE and not rules.on_tie):
        return (), ()
    return DUES[rules.mode](carry, 2 if carry.opened and rules.doubles else 1)


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


def enter_give(state: State, events: Events) -> bool:
    """Collect what is owed; in a suited game every payer is asked, else it is done at once (BH A18-31)."""
    payers, receivers = dues(state)
    allowed = tribute_payable(state)
    payers = tuple(due for due in payers if highest(state.hand(due.seat), due.count, allowed))
    state.plan = Plan(tribute=Tribute(payers, receivers))
    if not payers:
        return False
    if state.rules.suited:
        state.phase = Phase.TRIBUTE
        state.queue = tuple(due.seat for due in payers)
        return True
    for due in payers:
        _pay(state, events, due, highest(state.hand(due.seat), due.count, allowed))
    return False


def legal_gifts(state: State, seat: int) -> Actions:
    """Every choice among equal ranks (BH A18-31)."""
    due = _due_of(seat, state.plan.tribute.payers)
    return tuple(Action("give", c) for c in highest_sets(state.hand(seat), due.count, tribute_payable(state)))


def apply_gift(state: State, seat: int, action: Action, events: Events) -> None:
    """A payer parts with his cards."""
    due = _due_of(seat, state.plan.tribute.payers)
    _pay(state, events, due, action.cards)
    state.queue = state.queue[1:]


def _pay(state: State, events: Events, due: Due, cards: Cards) -> None:
    plan = state.plan.tribute
    paid = (*plan.paid, Due(due.seat, len(cards), due.partner))
    if due.partner >= 0:
        move(state, events, due.seat, due.partner, cards, why="tribute", rule="BH A7")
        got = (*plan.got, Due(due.partner, len(cards), due.seat))
        state.plan = Plan(tribute=replace(plan, paid=paid, got=got))
        return
    laid = lay(state, events, due.seat, cards, rule="BH A7", public=state.rules.transfers.face_up)
    state.plan = Plan(tribute=replace(plan, paid=paid, pile=plan.pile + laid))


def enter_take(state: State, events: Events) -> bool:
    """Hand the pile out: open for choice, low ones to the emperor, or shuffled and unseen (BH A7)."""
    plan = state.plan.tribute
    if not plan.pile:
        return False
    rules, carry = state.rules.transfers, state.start.carry
    if rules.face_up:
        state.phase = Phase.TAKE
        state.queue = tuple(due.seat for due in plan.receivers)
        return True
    if rules.emperor_takes_low and carry.winner is Winner.EMPEROR:
        order = _emperor_first(plan.receivers, carry)
        cards: Cards = tuple(sorted(kind for _, kind in plan.pile))
    else:
        order, cards = plan.receivers, _shuffled(state)
    got: list[Due] = []
    for due in order:
        _hand_out(state, events, due, cards[: due.count], only=len(order) == 1)
        got.append(Due(due.seat, len(cards[: due.count])))
        cards = cards[due.count :]
    in_place_order = {due.seat: i for i, due in enumerate(plan.receivers)}
    got.sort(key=lambda due: in_place_order[due.seat])
    state.plan = Plan(tribute=replace(state.plan.tribute, pile=(), got=tuple(got)))
    return False


def _emperor_first(receivers: tuple[Due, ...], carry: Carry) -> tuple[Due, ...]:
    return tuple(sorted(receivers, key=lambda due: carry.roles[due.seat] is not Role.EMPEROR))


def _shuffled(state: State) -> Cards:
    cards = [kind for _, kind in state.plan.tribute.pile]
    if not state.start.pile:
        return tuple(Chance(state.start.seed, "tribute").shuffle(cards))
    if sorted(cards) != sorted(state.start.pile):
        raise LayoutError("the pile does not hold the cards that were paid as tribute")
    return state.start.pile


def _hand_out(state: State, events: Events, due: Due, cards: Cards, *, only: bool) -> None:
    if not cards:
        return
    state.add(due.seat, cards)
    events.append(Event("received", *told(due.seat, cards, "BH A7")))
    state.remember(Step(GOT, due.seat, cards))
    if only:
        state.known += tuple(Knows(payer, due.seat, kind) for payer, kind in state.plan.tribute.pile)


def legal_takes(state: State, seat: int) -> Actions:
    """Every choice from the open cards, the highest first (BH A7)."""
    plan = state.plan.tribute
    due = _due_of(seat, plan.receivers)
    pile = sorted(kind for _, kind in plan.pile)
    sets = dict.fromkeys(combinations(pile, min(due.count, len(pile))))
    return tuple(Action("take", cards) for cards in reversed(sets))


def apply_take(state: State, seat: int, action: Action, events: Events) -> None:
    """A receiver takes all he is due at once."""
    plan = state.plan.tribute
    pile = list(plan.pile)
    for kind in action.cards:
        pile.remove(next(entry for entry in pile if entry[1] == kind))
    state.add(seat, action.cards)
    events.append(Event("received", *told(seat, action.cards, "BH A7", public=True)))
    state.remember(Step(GOT, seat, action.cards, open=True))
    state.known += tuple(Knows(EVERYBODY, seat, kind) for kind in action.cards)
    got = (*plan.got, Due(seat, len(action.cards)))
    state.plan = Plan(tribute=replace(plan, pile=tuple(pile), got=got))
    state.queue = state.queue[1:] if pile else ()


def enter_return(state: State, events: Events) -> bool:
    """BH A18-32: every receiver gives back as many cards as he got."""
    plan = state.plan.tribute
    by_place = sorted(plan.got, key=lambda due: state.start.carry.places[due.seat])
    queue = tuple(due.seat for due in by_place if due.count)
    if not queue:
        return False
    state.phase = Phase.GIVE_BACK
    state.queue = queue
    return True


def legal_returns(state: State, seat: int) -> Sequence[Action]:
    """BH A18-35: any cards but identity cards and a called card; the lowest ones are protected."""
    held, low = state.hand(seat), state.rules.low_rank
    due, free = _due_of(seat, state.plan.tribute.got), returnable(state)
    hand = tuple(n if free(kind) else 0 for kind, n in enumerate(held))
    lows = state.rules.transfers.returned_lows
    if lows is None:
        return CardChoices("return", hand, due.count)
    return CardChoices("return", hand, due.count, low=low, low_most=lows(rank_count(held, low)))


def apply_return(state: State, seat: int, action: Action, events: Events) -> None:
    """A receiver gives cards back (BH A18-32)."""
    plan = state.plan.tribute
    due = _due_of(seat, plan.got)
    cards = lowest(action.cards, len(action.cards))
    for payer, share in _shares(plan, due, cards):
        move(state, events, seat, payer, share, why="return", rule="BH A7")
    state.queue = state.queue[1:]


def _shares(plan: Tribute, due: Due, cards: Cards) -> Iterator[tuple[int, Cards]]:
    """Who gets which of the returned cards: payers by place, each as many as he paid."""
    if due.partner >= 0:
        yield due.partner, cards
        return
    slots = [payer.seat for payer in plan.paid for _ in range(payer.count)]
    before = sum(d.count for d in plan.got[: plan.got.index(due)])
    mine = slots[before : before + len(cards)]
    for payer in dict.fromkeys(mine):
        yield payer, tuple(kind for kind, to in zip(cards, mine, strict=True) if to == payer)
