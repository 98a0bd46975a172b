"""The order of a deal: its stages one after another, and who answers for each."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NamedTuple

from paiju.core.game import Event, Moment
from paiju.games.baohuang.actions import Action, check_action
from paiju.games.baohuang.cards import cards_of
from paiju.games.baohuang.phases import crowning, dealing, play, transfers
from paiju.games.baohuang.rules import Rules
from paiju.games.baohuang.state import Carry, Layout, Phase, State, Step


class Stage(NamedTuple):
    """A phase that asks: who is asked, what may be answered, what an answer does, and who sees what of it.

    `rule` says what may be answered. Under rules for which `when` is False there is no such stage. `begin` does what comes
    before the first question and returns the seats to ask, in their order; the deal goes on where there is none. `mask` is the
    state as a viewer may know it, as far as this stage hides anything but hands and roles.
    """

    rule: str
    legal: Callable[[State, int], Sequence[Action]]
    apply: Callable[[State, int, Action], None]
    begin: Callable[[State], tuple[int, ...]] = lambda state: ()
    when: Callable[[Rules], bool] = lambda rules: True
    mask: Callable[[State, int | None], State] = transfers.mask


# In the order of a deal, which BH A7 fixes.
STAGES: dict[Phase, Stage] = {
    Phase.CUT: Stage(
        "BH A3", dealing.legal_cuts, dealing.apply_cut, dealing.who_cuts, when=lambda rules: rules.options.cut
    ),
    Phase.DRAW: Stage(
        "BH A18-64", dealing.legal_crowning, dealing.apply_crowning, dealing.draw,
        mask=dealing.mask,
    ),
    Phase.TRIBUTE: Stage("BH A7", transfers.legal_gifts, transfers.apply_gift, transfers.collect),
    Phase.TAKE: Stage("BH A7", transfers.legal_takes, transfers.apply_take, transfers.hand_out),
    Phase.GIVE_BACK: Stage(
        "BH A18-35", transfers.legal_returns, transfers.apply_return, transfers.who_returns,
        when=lambda rules: rules.transfers.gives_back,
    ),
    Phase.CROWN: Stage(
        "BH A6", crowning.legal_succession, crowning.apply_succession, crowning.claim,
    ),
    Phase.CALL: Stage("BH A12", dealing.legal_calls, dealing.apply_call),
    Phase.USURP: Stage(
        "BH A9", crowning.legal_usurp, crowning.apply_usurp, crowning.who_may_usurp,
        when=lambda rules: rules.options.usurper,
    ),
    Phase.DECLARE: Stage(
        "BH A8", crowning.legal_declarations, crowning.apply_declaration, crowning.who_declares,
    ),
    Phase.COUNTER: Stage(
        "BH A18-49", crowning.legal_counter, crowning.apply_counter, crowning.who_counters,
    ),
    Phase.PLAY: Stage("BH A13", play.legal, play.apply, play.begin),
}  # fmt: skip
_ORDER = tuple(STAGES)


def stage_of(phase: Phase) -> Stage:
    """The stage of a phase; a deal that is over is play in which nobody is asked."""
    return STAGES.get(phase, STAGES[Phase.PLAY])


def run(state: State, after: Phase | None = None) -> None:
    """Begin the stages that follow `after` (None: all) until someone must decide."""
    for phase in _ORDER[0 if after is None else _ORDER.index(after) + 1 :]:
        stage = STAGES[phase]
        if stage.when(state.rules) and (asked := stage.begin(state)):
            state.phase, state.queue = phase, asked
            return


def step(state: State, seat: int, action: Action) -> None:
    """Carry an action out and everything that follows without a decision."""
    phase = state.phase
    state.remember(_remembered(state, seat, action))
    state.queue = state.queue[1:]
    STAGES[phase].apply(state, seat, action)
    if not state.queue and state.phase is not Phase.OVER:
        drawing = state.plan.drawing is not None  # BH A18-64: the draw goes on after a question
        run(state, Phase.CUT if drawing else phase)


def begin(rules: Rules, seed: bytes | Layout | State, carry: Carry) -> tuple[Moment[State], ...]:
    """A new deal up to its first decision; a draw that may stop has a moment of its own.

    Raises:
        UsageError: usage.seed | type | seat | carry.
        LayoutError: layout.cards.
    """
    if isinstance(seed, State):
        return (Moment(seed, ()),)
    before = dealing.begin(rules, seed, carry)
    state = before.copy()
    run(state)
    events = state.take_events()
    state.start = replace(state.start, opening=events)
    return dealing.moments(before, state, events)


def legal(state: State, seat: int) -> Sequence[Action]:
    """All actions of a seat; () for one that is not asked.

    Plays that differ only in suits are listed once, in the form that breaks fewest identical sets.
    """
    if seat not in state.queue[:1]:
        return ()
    if state.offered is None:
        list_all = play.legal if state.phase is Phase.PLAY else STAGES[state.phase].legal
        state.offered = list_all(state, seat)
    return state.offered


def allowed(state: State, seat: int, action: Action) -> Action:
    """The listed form of an action, or another form of a play, whose suits nobody lists.

    Raises:
        RuleError: action.illegal.
    """
    playing = state.phase is Phase.PLAY
    offered = (state.offered or ()) if playing else legal(state, seat)
    try:
        return offered[offered.index(action)]  # not an equal one of other numbers, as True for 1
    except ValueError:
        check_action(action)
    if not playing:
        raise play.refusal(action, "not_offered", STAGES[state.phase].rule)
    play.check(state, seat, action)
    return action


def act(state: State, seat: int, action: Action) -> tuple[State, tuple[Event, ...]]:
    """The state after an action and all that follows without a decision, and what happened."""
    after = state.copy()
    if state.phase is Phase.PLAY:  # play goes on by itself, and is nothing of the past before it
        play.apply(after, seat, action)
    else:
        step(after, seat, action)
    return after, after.take_events()


def _remembered(state: State, seat: int, action: Action) -> Step:
    """An action as the past has it; gifts and returns follow from the cards that move."""
    drawing = state.plan.drawing
    if action.verb == "wait" and drawing is not None:
        return Step("wait", seat, cards_of(state.hands[seat]), number=drawing.at)
    if action.verb == "call":
        shown = min(state.hands[seat][action.cards[0]], dealing.TRIPLE)
        return Step("call", seat, action.cards, number=shown, open=True)
    return Step(action.verb, seat, number=action.number)
