"""站牌 zhan pai: the owner of the play on top asks the others to let it stand; it binds nobody (BH A13, A18-71)."""

from __future__ import annotations

from paiju.core.errors import RuleError
from paiju.core.signals import Place, no_signal
from paiju.games.baohuang.rules import Rules
from paiju.games.baohuang.state import Phase, State

RULE = "BH A13"
ZHAN_PAI = "zhan_pai"


def signals(rules: Rules) -> dict[str, str]:
    """What may be said at a table, with its rule."""
    return {ZHAN_PAI: RULE} if rules.zhan_pai else {}


def check(state: State, seat: int, text: str) -> None:
    """That a seat may say it: at this table, and about its own play, which stands.

    Raises:
        RuleError: signal.none, signal.standing.
    """
    if text not in signals(state.rules):
        raise no_signal(text, RULE)
    if state.phase is not Phase.PLAY or state.top is None or state.owner != seat:
        raise RuleError("signal.standing", f"no play of seat {seat} stands", RULE, {"seat": seat})


def place(state: State) -> Place:
    """The trick, and which play of it stands."""
    return len(state.tricks), sum(bool(laid.cards) for laid in state.trick)
