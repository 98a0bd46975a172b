"""Crowning and abdication 登基 让位, round the table and back (BH A6, A18-38..44)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from paiju.core.game import Event
from paiju.games.baohuang import scoring
from paiju.games.baohuang.actions import ABDICATE, CROWN, Action
from paiju.games.baohuang.cards import (
    MARKED_BIG,
    MARKED_SMALL,
    SEATS,
    Hand,
    play_order,
)
from paiju.games.baohuang.options import Abdication, AbdicationCost, FullCircle
from paiju.games.baohuang.phases import calling
from paiju.games.baohuang.phases.dealing import original_holder
from paiju.games.baohuang.phases.transfers import (
    EVERYBODY,
    Eligible,
    highest,
    lay,
    move,
    payable,
    show,
    told,
    two_or_highest,
)
from paiju.games.baohuang.plays import Cards
from paiju.games.baohuang.rules import compile_rules
from paiju.games.baohuang.state import (
    GOT,
    NOBODY,
    NOTHING,
    Actions,
    Events,
    Knows,
    Phase,
    Plan,
    Roles,
    State,
    Step,
    Succession,
)
from paiju.games.baohuang.views import View, guards_of


def enter(state: State, events: Events) -> bool:
    """Ask the holder of the claim, unless somebody crowned himself during the draw."""
    state.plan = NOTHING
    if state.roles.emperor >= 0:
        return False
    holder = original_holder(state)
    state.phase = Phase.CROWN
    state.queue = (holder,)
    if state.hand(holder)[MARKED_BIG]:
        show(state, holder, (MARKED_BIG,))
    events.append(Event("claim", {"seat": holder, "rule": "BH A4"}))
    return True


def need(view: View) -> int:
    """Copies of one kind that a seat must hold on which the crown is forced, 0 where no guard is called."""
    plan, called = view.plan.succession, compile_rules(view.options).crowning.guard_called
    return plan.need if plan.forced and called else 0


def legal_succession(state: State, seat: int) -> Actions:
    """Crown, abdicate, or the only one of them that is allowed (BH A6)."""
    plan = state.plan.succession
    if plan.forced:
        return (CROWN,)
    able = _able(state, seat)
    if not able:
        return (ABDICATE,)
    return (CROWN, ABDICATE) if _may_abdicate(state, seat, plan) else (CROWN,)


def _able(state: State, seat: int) -> bool:
    """Whether a seat could be emperor: where the guard is called, it needs a triple to show."""
    called = state.rules.crowning.guard_called
    return not called or bool(calling.callable_kinds(state, state.hand(seat), calling.TRIPLE))


def _may_abdicate(state: State, seat: int, plan: Succession) -> bool:
    allowed = state.rules.crowning.abdication
    if allowed is Abdication.DOUBLE_HOLDER_ONLY and not plan.passed:
        return bool(state.hand(seat)[MARKED_BIG] and state.hand(seat)[MARKED_SMALL])
    return allowed is not Abdication.OFF


def apply_succession(state: State, seat: int, action: Action, events: Events) -> None:
    """The holder of the claim decides."""
    if action == CROWN:
        _crown(state, events, seat)
    else:
        _abdicate(state, events, seat)


def _crown(state: State, events: Events, seat: int) -> None:
    plan = state.plan.succession
    _take_pool(state, events, seat)
    events.append(Event("crowned", {"seat": seat, "rule": "BH A6"}))
    state.plan = NOTHING
    state.queue = ()
    if state.rules.crowning.guard_called:
        state.roles = Roles(emperor=seat)
        calling.ask_call(state, plan.need)
        return
    guards = guards_of(seat, NOBODY, state.hands)
    proven = {known.holder for known in state.known if known == (EVERYBODY, known.holder, MARKED_SMALL)}
    state.roles = Roles(
        emperor=seat, guards=guards, shown=frozenset(proven - {seat}), solo_shown=seat in proven
    )


def _take_pool(state: State, events: Events, seat: int) -> None:
    """BH A6: the final emperor gets what the abdicators paid into the pool."""
    pool = state.plan.succession.pool
    if not pool:
        return
    cards = tuple(kind for _, kind in pool)
    state.add(seat, cards)
    events.append(Event("pool", *told(seat, cards, "BH A6")))
    state.remember(Step(GOT, seat, cards))
    state.known += tuple(Knows(payer, seat, kind) for payer, kind in pool if payer != seat)


def _abdicate(state: State, events: Events, seat: int) -> None:
    heir = state.rules.crowning.heir(seat)
    plan = replace(state.plan.succession, passed=(*state.plan.succession.passed, seat))
    state.plan = Plan(succession=plan)
    state.queue = (heir,)
    events.append(Event("abdicated", {"seat": seat, "to": heir, "rule": "BH A6"}))
    if state.rules.crowning.abdication is Abdication.DOUBLE_HOLDER_ONLY and len(plan.passed) == 1:
        show(state, seat, (MARKED_SMALL,))  # BH A18-67: nobody else could have abdicated
    _hand_on_claim(state, events, seat, heir)
    if len(plan.passed) > 1:
        _pay_cost(state, events, seat, heir)
    if len(plan.passed) == SEATS:
        FULL_CIRCLE[state.rules.crowning.full_circle](state, events)


def _hand_on_claim(state: State, events: Events, giver: int, heir: int) -> None:
    """The marked joker moves openly; without one the highest card that may be paid moves instead (BH A18-44, 68)."""
    if state.hand(giver)[MARKED_BIG]:
        move(state, events, giver, heir, (MARKED_BIG,), why="claim", rule="BH A6", public=True)
    elif state.rules.crowning.head_is_heir:
        card = highest(state.hand(giver), 1, payable(state))
        move(state, events, giver, heir, card, why="claim", rule="BH A18-44")


def _pay_cost(state: State, events: Events, seat: int, heir: int) -> None:
    cards = COSTS[state.rules.crowning.cost](state.hand(seat), payable(state))
    if not cards:
        return
    if not state.rules.crowning.pool:
        move(state, events, seat, heir, cards, why="cost", rule="BH A6")
        return
    plan = state.plan.succession
    pool = plan.pool + lay(state, events, seat, cards, rule="BH A6")
    state.plan = Plan(succession=replace(plan, pool=pool))


def _force(state: State, events: Events, seat: int, need: int = calling.TRIPLE) -> None:
    """BH A18-41: the claim goes to `seat`, which can only crown itself."""
    holder = state.queue[0]
    if seat != holder and state.hand(holder)[MARKED_BIG]:
        move(state, events, holder, seat, (MARKED_BIG,), why="claim", rule="BH A18-41", public=True)
    state.plan = Plan(succession=replace(state.plan.succession, forced=True, need=need))
    state.queue = (seat,)
    events.append(Event("forced", {"seat": seat, "rule": "BH A18-41"}))


def _force_one_of(state: State, events: Events, seats: tuple[int, ...]) -> None:
    able = next((seat for seat in seats if _able(state, seat)), NOBODY)
    if able < 0:
        scoring.void(state, events)
    else:
        _force(state, events, able)


def _force_original(state: State, events: Events) -> None:
    """BH A18-40: without a triple the original holder is spared, as under `last_decliner`."""
    passed = state.plan.succession.passed
    _force_one_of(state, events, (passed[0], *reversed(passed)))


def _force_first_eligible(state: State, events: Events) -> None:
    _force_one_of(state, events, state.plan.succession.passed)


def _two_card_call(state: State, events: Events) -> None:
    """BH A18-42: the original holder must crown himself and call with two cards."""
    original = state.plan.succession.passed[0]
    if calling.callable_kinds(state, state.hand(original), calling.PAIR):
        _force(state, events, original, calling.PAIR)
    else:
        scoring.void(state, events)


def _original_loses(state: State, events: Events) -> None:
    """BH A18-43: the deal is over unplayed; the original holder is a solo emperor in last place."""
    original = state.plan.succession.passed[0]
    _take_pool(state, events, original)
    state.roles = Roles(emperor=original)
    state.out = tuple(play_order(original, without=(original,)))
    scoring.finish(state, events)


COSTS: dict[AbdicationCost, Callable[[Hand, Eligible], Cards]] = {
    AbdicationCost.NONE: lambda hand, allowed: (),
    AbdicationCost.HIGHEST_CARD: lambda hand, allowed: highest(hand, 1, allowed),
    AbdicationCost.TWO: lambda hand, allowed: two_or_highest(hand, 1, allowed),
}
FULL_CIRCLE: dict[FullCircle, Callable[[State, Events], None]] = {
    FullCircle.FORCE_ORIGINAL: _force_original,
    FullCircle.LAST_DECLINER: _force_original,
    FullCircle.FORCE_FIRST_ELIGIBLE: _force_first_eligible,
    FullCircle.REDEAL: scoring.void,
    FullCircle.TWO_CARD_CALL: _two_card_call,
    FullCircle.ORIGINAL_LOSES: _original_loses,
}
