"""Usurper 抢独, declarations 明保 造反 and the counter 踢 (BH A8, A9, A18-45..50)."""

from __future__ import annotations

from dataclasses import replace

from paiju.core.game import Event
from paiju.games.baohuang.actions import COUNTER, DECLARE, DECLINE, QUIET, REVOLT, USURP, Action
from paiju.games.baohuang.cards import MARKED_BIG, play_order
from paiju.games.baohuang.phases.transfers import move
from paiju.games.baohuang.rules import Rules
from paiju.games.baohuang.state import Actions, Events, Phase, Role, Roles, Stakes, State
from paiju.games.baohuang.views import View, without_laowang

SOLO, GUARD, REVOLTS = "solo", "guard", "revolt"


def enter_usurp(state: State, events: Events) -> bool:
    """Ask every seat once, the emperor first (BH A18-45)."""
    state.phase = Phase.USURP
    state.queue = tuple(play_order(state.roles.emperor))
    return True


def legal_usurp(state: State, seat: int) -> Actions:
    """Everybody has the same two answers."""
    return (DECLINE, USURP)


def apply_usurp(state: State, seat: int, action: Action, events: Events) -> None:
    """BH A9: the usurper takes the crown and plays alone; the guard's card becomes an ordinary one."""
    state.queue = state.queue[1:]
    if action == DECLINE:
        events.append(Event("declined", {"seat": seat, "rule": "BH A9"}))
        return
    emperor = state.roles.emperor
    events.append(Event("usurped", {"seat": seat, "from": emperor, "rule": "BH A9"}))
    if seat != emperor and state.hand(emperor)[MARKED_BIG]:
        move(state, events, emperor, seat, (MARKED_BIG,), why="claim", rule="BH A9", public=True)
    state.hands = tuple(without_laowang(hand, state.roles.called) for hand in state.hands)
    state.roles = Roles(emperor=seat, usurped=True, solo_shown=True)
    state.stakes = replace(state.stakes, opened=True)
    state.queue = ()


def enter_declare(state: State, events: Events) -> bool:
    """BH A8: one round, the emperor first where solos may be announced, then the others from him on."""
    if state.roles.usurped:
        return False
    rules, emperor = state.rules.declaring, state.roles.emperor
    first = (emperor,) if rules.solos else ()
    rest = tuple(play_order(emperor, without=(emperor,))) if rules.guards else ()
    if not first + rest:
        return False
    state.phase = Phase.DECLARE
    state.queue = first + rest
    return True


def emperor_spoke(view: View) -> bool:
    """Whether the emperor has had his say, where he is asked for it."""
    if view.phase is Phase.DECLARE:
        return view.emperor not in view.asked
    return view.phase in (Phase.COUNTER, Phase.PLAY)


def legal_declarations(state: State, seat: int) -> Actions:
    """What a seat may say truthfully (BH A8, A18-46, A18-50)."""
    rules, roles = state.rules.declaring, state.roles
    role = roles.of(seat)
    if role is Role.EMPEROR:
        if not roles.solo:
            return (QUIET,)
        return (QUIET, DECLARE) if rules.silent_solo else (DECLARE,)
    if role is Role.GUARD:
        return (QUIET,) if roles.forced else (QUIET, DECLARE)
    return (QUIET, REVOLT) if rules.revolts else (QUIET,)


def apply_declaration(state: State, seat: int, action: Action, events: Events) -> None:
    """A seat speaks, or keeps quiet."""
    state.queue = state.queue[1:]
    if action == QUIET:
        events.append(Event("quiet", {"seat": seat, "rule": "BH A8"}))
    elif action == DECLARE:
        events.append(Event("declared", {"seat": seat, "rule": "BH A8"}))
        _declare(state, seat)
    else:
        events.append(Event("revolted", {"seat": seat, "rule": "BH A8"}))
        _revolt(state, seat, events)


def _declare(state: State, seat: int) -> None:
    if seat == state.roles.emperor:
        state.roles = replace(state.roles, solo_shown=True)
        _add_factor(state, SOLO)
    else:
        state.roles = replace(state.roles, shown=state.roles.shown | {seat})
        _add_factor(state, GUARD)
    state.stakes = replace(state.stakes, opened=True)


def _revolt(state: State, seat: int, events: Events) -> None:
    rules = state.rules.declaring
    state.roles = replace(state.roles, innocent=state.roles.innocent | {seat})
    state.stakes = replace(state.stakes, revolts=state.stakes.revolts + 1)
    if state.stakes.revolts != rules.threshold:
        return
    _add_factor(state, REVOLTS)
    if rules.forces_reveal:
        force_open(state, events)


def force_open(state: State, events: Events) -> None:
    """BH A8: enough revolts make the guard, or a silent solo emperor, show himself."""
    roles = state.roles
    hidden = tuple(seat for seat in roles.guards if seat not in roles.shown)
    state.roles = replace(roles, shown=frozenset(roles.guards), solo_shown=roles.solo, forced=True)
    state.stakes = replace(state.stakes, opened=True)
    for seat in hidden:
        events.append(Event("revealed", {"seat": seat, "role": "guard", "rule": "BH A8"}))
    if roles.solo and not roles.solo_shown:
        events.append(Event("revealed", {"seat": roles.emperor, "role": "solo", "rule": "BH A8"}))


def _add_factor(state: State, cause: str) -> None:
    if cause not in state.stakes.factors:
        state.stakes = replace(state.stakes, factors=(*state.stakes.factors, cause))


def countering(rules: Rules, roles: Roles, stakes: Stakes) -> tuple[int, ...]:
    """The seats that are asked to counter, in play order: the side that did not raise the stakes first (BH A18-49).

    A cause that multiplies nothing does not count (BH A18-51). A guard that hides is asked like the people (BH A18-69).
    """
    raised = [cause for cause in stakes.factors if rules.score.factors[cause] > 1]
    if not rules.declaring.counters or not raised:
        return ()
    royals = {roles.emperor} | roles.shown
    return tuple(seat for seat in play_order(roles.emperor) if (seat in royals) is (raised[0] == REVOLTS))


def enter_counter(state: State, events: Events) -> bool:
    """BH A18-49: the other side may double the stakes once more."""
    seats = countering(state.rules, state.roles, state.stakes)
    if not seats:
        return False
    state.phase = Phase.COUNTER
    state.queue = seats
    return True


def legal_counter(state: State, seat: int) -> Actions:
    """Everybody asked has the same two answers, but a guard that hides from the people (BH A18-69)."""
    roles = state.roles
    hides = roles.of(seat) is Role.GUARD and seat not in roles.shown
    return (QUIET,) if hides else (QUIET, COUNTER)


def apply_counter(state: State, seat: int, action: Action, events: Events) -> None:
    """The first counter doubles and ends the round (BH A18-49)."""
    state.queue = state.queue[1:]
    if action == QUIET:
        events.append(Event("quiet", {"seat": seat, "rule": "BH A18-49"}))
        return
    events.append(Event("countered", {"seat": seat, "rule": "BH A18-49"}))
    state.stakes = replace(state.stakes, countered=True)
    state.queue = ()
