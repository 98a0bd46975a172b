"""Crowning and abdication 登基 让位, round the table and back (BH A6, A18-38..44), and declarations (BH A8, A9, A18-45..50)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from paiju.games.baohuang import scoring
from paiju.games.baohuang.actions import (
    ABDICATE,
    COUNTER,
    CROWN,
    DECLARE,
    DECLINE,
    QUIET,
    REVOLT,
    USURP,
    Action,
)
from paiju.games.baohuang.cards import (
    MARKED_BIG,
    MARKED_SMALL,
    SEATS,
    Hand,
    guards_of,
    play_order,
    without_laowang,
)
from paiju.games.baohuang.options import Abdication, AbdicationCost, Declarations, FullCircle
from paiju.games.baohuang.phases import dealing
from paiju.games.baohuang.phases.dealing import original_holder
from paiju.games.baohuang.phases.transfers import (
    EVERYBODY,
    Eligible,
    highest,
    lay,
    move,
    payable,
    show,
    tell_cards,
    two_or_highest,
)
from paiju.games.baohuang.plays import Cards
from paiju.games.baohuang.state import (
    GOT,
    NOBODY,
    NOTHING,
    Actions,
    Knows,
    Plan,
    Role,
    Roles,
    State,
    Step,
)


def claim(state: State) -> tuple[int, ...]:
    """Ask the holder of the claim, unless someone took the crown during the draw."""
    state.plan = NOTHING
    if state.roles.emperor >= 0:
        return ()
    holder = original_holder(state)
    if state.hands[holder][MARKED_BIG]:
        show(state, holder, (MARKED_BIG,))
    state.tell("claim", {"seat": holder, "rule": "BH A4"})
    return (holder,)


def legal_succession(state: State, seat: int) -> Actions:
    """Crown, abdicate, or the only one of them that is allowed (BH A6)."""
    plan = state.plan
    if plan.forced:
        return (CROWN,)
    able = _able(state, seat)
    if not able:
        return (ABDICATE,)
    return (CROWN, ABDICATE) if _may_abdicate(state, seat, plan) else (CROWN,)


def _able(state: State, seat: int, need: int = dealing.TRIPLE) -> bool:
    """Whether a seat could be emperor: where the guard is called, it needs as many cards of a kind to show."""
    called = state.rules.crowning.guard_called
    return not called or bool(dealing.callable_kinds(state, state.hands[seat], need))


def _may_abdicate(state: State, seat: int, plan: Plan) -> bool:
    allowed = state.rules.crowning.abdication
    if allowed is Abdication.DOUBLE_HOLDER_ONLY and not plan.passed:
        return bool(state.hands[seat][MARKED_BIG] and state.hands[seat][MARKED_SMALL])
    return allowed is not Abdication.OFF


def apply_succession(state: State, seat: int, action: Action) -> None:
    """The holder of the claim decides."""
    if action == CROWN:
        _crown(state, seat)
    else:
        _abdicate(state, seat)


def _crown(state: State, seat: int) -> None:
    plan = state.plan
    _take_pool(state, seat)
    state.tell("crowned", {"seat": seat, "rule": "BH A6"})
    state.plan = NOTHING
    if state.rules.crowning.guard_called:
        state.roles = Roles(emperor=seat)
        dealing.ask_call(state, plan.need)
        return
    guards = guards_of(seat, NOBODY, state.hands)
    proven = {known.holder for known in state.known if known == (EVERYBODY, known.holder, MARKED_SMALL)}
    state.roles = Roles(
        emperor=seat, guards=guards, shown=frozenset(proven - {seat}), solo_shown=seat in proven
    )


def _take_pool(state: State, seat: int) -> None:
    """BH A6: the final emperor gets what the abdicators paid into the pool."""
    pool = state.plan.pile
    if not pool:
        return
    cards = tuple(kind for _, kind in pool)
    state.add(seat, cards)
    tell_cards(state, "pool", seat, cards, "BH A6")
    state.remember(Step(GOT, seat, cards))
    state.known += tuple(Knows(payer, seat, kind) for payer, kind in pool if payer != seat)


def _abdicate(state: State, seat: int) -> None:
    heir = state.rules.crowning.heir(seat)
    plan = state.plan = replace(state.plan, passed=(*state.plan.passed, seat))
    state.queue = (heir,)
    state.tell("abdicated", {"seat": seat, "to": heir, "rule": "BH A6"})
    if state.rules.crowning.abdication is Abdication.DOUBLE_HOLDER_ONLY and len(plan.passed) == 1:
        show(state, seat, (MARKED_SMALL,))  # BH A18-67: nobody else could have abdicated
    _hand_on_claim(state, seat, heir)
    if len(plan.passed) > 1:
        _pay_cost(state, seat, heir)
    if len(plan.passed) == SEATS:
        _end_circle(state)


def _hand_on_claim(state: State, giver: int, heir: int) -> None:
    """The marked joker moves openly; without one the highest card that may be paid moves instead (BH A18-44, 68)."""
    if state.hands[giver][MARKED_BIG]:
        move(state, giver, heir, (MARKED_BIG,), why="claim", rule="BH A6", public=True)
    elif state.rules.crowning.head_is_heir:
        card = highest(state.hands[giver], 1, payable(state))
        move(state, giver, heir, card, why="claim", rule="BH A18-44")


def _pay_cost(state: State, seat: int, heir: int) -> None:
    cards = COSTS[state.rules.options.abdication_cost](state.hands[seat], payable(state))
    if not cards:
        return
    if not state.rules.options.abdication_pool:
        move(state, seat, heir, cards, why="cost", rule="BH A6")
        return
    pile = state.plan.pile + lay(state, seat, cards, rule="BH A6")
    state.plan = replace(state.plan, pile=pile)


def _end_circle(state: State) -> None:
    """All have declined: the crown is forced on a seat, or the deal is over."""
    rule, passed = state.rules.options.abdication_full_circle, state.plan.passed
    need = dealing.PAIR if rule is FullCircle.TWO_CARD_CALL else dealing.TRIPLE
    able = [seat for seat in FULL_CIRCLE[rule](passed) if _able(state, seat, need)]
    if able:
        _force(state, able[0], need)
    elif rule is FullCircle.ORIGINAL_LOSES:
        _original_loses(state)
    else:
        scoring.void(state)


def _force(state: State, seat: int, need: int) -> None:
    """BH A18-41: the claim goes to `seat`, which can only crown itself."""
    holder = state.queue[0]
    if seat != holder and state.hands[holder][MARKED_BIG]:
        move(state, holder, seat, (MARKED_BIG,), why="claim", rule="BH A18-41", public=True)
    state.plan = replace(state.plan, forced=True, need=need)
    state.queue = (seat,)
    state.tell("forced", {"seat": seat, "rule": "BH A18-41"})


def _original_loses(state: State) -> None:
    """BH A18-43: the deal is over unplayed; the original holder is a solo emperor in last place."""
    original = state.plan.passed[0]
    _take_pool(state, original)
    state.roles = Roles(emperor=original)
    state.out = tuple(play_order(original, without=(original,)))
    scoring.finish(state)


COSTS: dict[AbdicationCost, Callable[[Hand, Eligible], Cards]] = {
    AbdicationCost.NONE: lambda hand, allowed: (),
    AbdicationCost.HIGHEST_CARD: lambda hand, allowed: highest(hand, 1, allowed),
    AbdicationCost.TWO: lambda hand, allowed: two_or_highest(hand, 1, allowed),
}
FULL_CIRCLE: dict[FullCircle, Callable[[Sequence[int]], tuple[int, ...]]] = {
    FullCircle.FORCE_ORIGINAL: lambda passed: (passed[0], *reversed(passed)),
    FullCircle.LAST_DECLINER: lambda passed: (passed[0], *reversed(passed)),
    FullCircle.FORCE_FIRST_ELIGIBLE: tuple,
    FullCircle.TWO_CARD_CALL: lambda passed: (passed[0],),
    FullCircle.REDEAL: lambda passed: (),
    FullCircle.ORIGINAL_LOSES: lambda passed: (),
}
"""From those that declined, in order: the seats of which the first that can call must take the crown (BH A18-40..42)."""


# --- usurper 抢独, declarations 明保 造反 and the counter 踢 (BH A8, A9, A18-45..50)

SOLO, GUARD, REVOLTS = "solo", "guard", "revolt"


def who_may_usurp(state: State) -> tuple[int, ...]:
    """Every seat once, the emperor first (BH A18-45)."""
    return tuple(play_order(state.roles.emperor))


def legal_usurp(state: State, seat: int) -> Actions:
    """Everyone has the same two answers."""
    return (DECLINE, USURP)


def apply_usurp(state: State, seat: int, action: Action) -> None:
    """BH A9: the usurper takes the crown and plays alone; the guard's card becomes an ordinary one."""
    if action == DECLINE:
        state.tell("declined", {"seat": seat, "rule": "BH A9"})
        return
    emperor = state.roles.emperor
    state.tell("usurped", {"seat": seat, "from": emperor, "rule": "BH A9"})
    if seat != emperor and state.hands[emperor][MARKED_BIG]:
        move(state, emperor, seat, (MARKED_BIG,), why="claim", rule="BH A9", public=True)
    state.hands = tuple(without_laowang(hand, state.roles.called) for hand in state.hands)
    state.roles = Roles(emperor=seat, usurped=True, solo_shown=True)
    state.stakes = replace(state.stakes, opened=True)
    state.queue = ()


def who_declares(state: State) -> tuple[int, ...]:
    """BH A8: one round, the emperor first where solos may be announced, then the others in play order."""
    options, emperor = state.rules.options, state.roles.emperor
    if state.roles.usurped:
        return ()
    first = (emperor,) if options.open_solo else ()
    others = play_order(emperor, without=(emperor,))
    return first if options.declarations is Declarations.OFF else (*first, *others)


def legal_declarations(state: State, seat: int) -> Actions:
    """The declarations that a seat can make truthfully (BH A8, A18-46, A18-50)."""
    options, roles = state.rules.options, state.roles
    role = roles.of(seat)
    if role is Role.EMPEROR:
        if not roles.solo:
            return (QUIET,)
        return (QUIET, DECLARE) if options.silent_solo else (DECLARE,)
    if role is Role.GUARD:
        return (QUIET,) if roles.forced else (QUIET, DECLARE)
    return (QUIET, REVOLT) if options.declarations is Declarations.ALL else (QUIET,)


def apply_declaration(state: State, seat: int, action: Action) -> None:
    """A seat speaks, or keeps quiet."""
    if action == QUIET:
        state.tell("quiet", {"seat": seat, "rule": "BH A8"})
    elif action == DECLARE:
        state.tell("declared", {"seat": seat, "rule": "BH A8"})
        _declare(state, seat)
    else:
        state.tell("revolted", {"seat": seat, "rule": "BH A8"})
        _revolt(state, seat)


def _declare(state: State, seat: int) -> None:
    if seat == state.roles.emperor:
        state.roles = replace(state.roles, solo_shown=True)
        _add_factor(state, SOLO)
    else:
        state.roles = replace(state.roles, shown=state.roles.shown | {seat})
        _add_factor(state, GUARD)
    state.stakes = replace(state.stakes, opened=True)


def _revolt(state: State, seat: int) -> None:
    options = state.rules.options
    state.roles = replace(state.roles, innocent=state.roles.innocent | {seat})
    state.stakes = replace(state.stakes, revolts=state.stakes.revolts + 1)
    if state.stakes.revolts != options.revolt_threshold:
        return
    _add_factor(state, REVOLTS)
    if options.revolt_forces_reveal:
        force_open(state)


def force_open(state: State) -> None:
    """BH A8: enough revolts reveal the guard, or a silent solo emperor."""
    roles = state.roles
    hidden = tuple(seat for seat in roles.guards if seat not in roles.shown)
    state.roles = replace(roles, shown=frozenset(roles.guards), solo_shown=roles.solo, forced=True)
    state.stakes = replace(state.stakes, opened=True)
    for seat in hidden:
        state.tell("revealed", {"seat": seat, "role": "guard", "rule": "BH A8"})
    if roles.solo and not roles.solo_shown:
        state.tell("revealed", {"seat": roles.emperor, "role": "solo", "rule": "BH A8"})


def _add_factor(state: State, cause: str) -> None:
    if cause not in state.stakes.factors:
        state.stakes = replace(state.stakes, factors=(*state.stakes.factors, cause))


def who_counters(state: State) -> tuple[int, ...]:
    """The seats that may double the stakes once more, in play order: the side that did not raise them first (BH A18-49).

    A cause that multiplies nothing does not count (BH A18-51). A hidden guard is asked like the people (BH A18-69).
    """
    rules, roles = state.rules, state.roles
    raised = [cause for cause in state.stakes.factors if rules.factors[cause] > 1]
    if not rules.options.counter_double or not raised:
        return ()
    royals = {roles.emperor} | roles.shown
    return tuple(seat for seat in play_order(roles.emperor) if (seat in royals) is (raised[0] == REVOLTS))


def legal_counter(state: State, seat: int) -> Actions:
    """Everyone asked has the same two answers, but a guard that hides from the people (BH A18-69)."""
    roles = state.roles
    hides = roles.of(seat) is Role.GUARD and seat not in roles.shown
    return (QUIET,) if hides else (QUIET, COUNTER)


def apply_counter(state: State, seat: int, action: Action) -> None:
    """The first counter doubles and ends the round (BH A18-49)."""
    if action == QUIET:
        state.tell("quiet", {"seat": seat, "rule": "BH A18-49"})
        return
    state.tell("countered", {"seat": seat, "rule": "BH A18-49"})
    state.stakes = replace(state.stakes, countered=True)
    state.queue = ()
