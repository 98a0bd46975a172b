"""The order of a deal: its phases one after another, and who answers for each."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from paiju.games.baohuang import buying, calling, dealing, declaring, succession, tribute, trick
from paiju.games.baohuang.actions import Action
from paiju.games.baohuang.state import Events, Phase, State
from paiju.games.baohuang.viewing import View

Enter = Callable[[State, Events], bool]


class Stage(NamedTuple):
    """A phase that asks: how it begins, what may be answered, what an answer does.

    `rule` says what may be answered. Each of `enter` either asks somebody (True) or passes on. `need` is for a random
    deal like a view: the copies of one kind that the seat asked first must hold.
    """

    rule: str
    legal: Callable[[State, int], Sequence[Action]]
    apply: Callable[[State, int, Action, Events], None]
    enter: tuple[Enter, ...] = ()
    need: Callable[[View], int] = lambda view: 0


# In the order of a deal, which BH A7 fixes.
STAGES: dict[Phase, Stage] = {
    Phase.CUT: Stage("BH A3", dealing.legal_cuts, dealing.apply_cut, (dealing.ask_cut,)),
    Phase.DRAW: Stage(
        "BH A18-64", dealing.legal_crowning, dealing.apply_crowning, (dealing.draw, buying.buy),
        need=lambda view: calling.TRIPLE,
    ),
    Phase.TRIBUTE: Stage("BH A7", tribute.legal_gifts, tribute.apply_gift, (tribute.enter_give,)),
    Phase.TAKE: Stage("BH A7", tribute.legal_takes, tribute.apply_take, (tribute.enter_take,)),
    Phase.GIVE_BACK: Stage("BH A18-35", tribute.legal_returns, tribute.apply_return, (tribute.enter_return,)),
    Phase.CROWN: Stage(
        "BH A6", succession.legal_succession, succession.apply_succession, (succession.enter,),
        need=succession.need,
    ),
    Phase.CALL: Stage("BH A12", calling.legal_calls, calling.apply_call, need=lambda view: view.plan.need),
    Phase.USURP: Stage("BH A9", declaring.legal_usurp, declaring.apply_usurp, (declaring.enter_usurp,)),
    Phase.DECLARE: Stage(
        "BH A8", declaring.legal_declarations, declaring.apply_declaration, (declaring.enter_declare,)
    ),
    Phase.COUNTER: Stage(
        "BH A18-49", declaring.legal_counter, declaring.apply_counter, (declaring.enter_counter,)
    ),
    Phase.PLAY: Stage("BH A13", trick.legal, trick.apply, (trick.enter,)),
}  # fmt: skip
_ORDER = tuple(STAGES)


def run(state: State, events: Events, after: Phase | None = None) -> None:
    """Enter the phases that follow `after` (None: all) until somebody must decide."""
    for phase in _ORDER[0 if after is None else _ORDER.index(after) + 1 :]:
        for enter in STAGES[phase].enter:
            if enter(state, events):
                return


def step(state: State, seat: int, action: Action, events: Events) -> None:
    """Carry an action out and everything that follows without a decision."""
    phase = state.phase
    STAGES[phase].apply(state, seat, action, events)
    if not state.queue and state.phase is not Phase.OVER:
        drawing = state.plan.drawing is not None  # BH A18-64: the draw goes on after a question
        run(state, events, Phase.CUT if drawing else phase)
