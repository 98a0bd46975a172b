"""The order of a deal: which phase follows which, and who answers for each."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from paiju.games.baohuang import buying, calling, dealing, declaring, succession, tribute, trick
from paiju.games.baohuang.actions import Action
from paiju.games.baohuang.state import Events, Phase, State

Legal = Callable[[State, int], Sequence[Action]]
Apply = Callable[[State, int, Action, Events], None]
Stage = Callable[[State, Events], bool]


class Asked(NamedTuple):
    """A phase that asks: what may be answered, and what an answer does."""

    legal: Legal
    apply: Apply


ASKED: dict[Phase, Asked] = {
    Phase.CUT: Asked(dealing.legal_cuts, dealing.apply_cut),
    Phase.DRAW: Asked(dealing.legal_crowning, dealing.apply_crowning),
    Phase.TRIBUTE: Asked(tribute.legal_gifts, tribute.apply_gift),
    Phase.TAKE: Asked(tribute.legal_takes, tribute.apply_take),
    Phase.GIVE_BACK: Asked(tribute.legal_returns, tribute.apply_return),
    Phase.CROWN: Asked(succession.legal_succession, succession.apply_succession),
    Phase.CALL: Asked(calling.legal_calls, calling.apply_call),
    Phase.USURP: Asked(declaring.legal_usurp, declaring.apply_usurp),
    Phase.DECLARE: Asked(declaring.legal_declarations, declaring.apply_declaration),
    Phase.COUNTER: Asked(declaring.legal_counter, declaring.apply_counter),
    Phase.PLAY: Asked(trick.legal, trick.apply),
}

# Each stage either asks somebody (True) or passes on; BH A7 fixes the order.
STAGES: tuple[tuple[Phase, Stage], ...] = (
    (Phase.CUT, dealing.ask_cut),
    (Phase.DRAW, dealing.draw),
    (Phase.DRAW, buying.buy),
    (Phase.TRIBUTE, tribute.enter_give),
    (Phase.TAKE, tribute.enter_take),
    (Phase.GIVE_BACK, tribute.enter_return),
    (Phase.CROWN, succession.enter),
    (Phase.USURP, declaring.enter_usurp),
    (Phase.DECLARE, declaring.enter_declare),
    (Phase.COUNTER, declaring.enter_counter),
    (Phase.PLAY, trick.enter),
)
_NEXT = {
    phase: next((i for i in range(len(STAGES) - 1, -1, -1) if STAGES[i][0] == phase), -1) + 1
    for phase in Phase
}
_NEXT[Phase.CALL] = _NEXT[Phase.CROWN]


def run(state: State, events: Events, first: int = 0) -> None:
    """Run the stages from `first` on until somebody must decide."""
    for _, stage in STAGES[first:]:
        if stage(state, events):
            return


def step(state: State, seat: int, action: Action, events: Events) -> None:
    """Carry an action out and everything that follows without a decision."""
    phase = state.phase
    ASKED[phase].apply(state, seat, action, events)
    if state.queue or state.phase is Phase.OVER:
        return
    run(state, events, _following(state, phase))


def _following(state: State, phase: Phase) -> int:
    if state.plan.drawing is not None:  # BH A18-64: the draw goes on after a question
        return _NEXT[Phase.CUT]
    return _NEXT[phase]
