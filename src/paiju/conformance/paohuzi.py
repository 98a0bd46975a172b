"""The kinds of Paohuzi cases: `hu`, `deal`, `legal` and `refused`.

An impossible case (a fifth copy, a set that cannot be, a wall that is not the deck) is an error.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from paiju.conformance.script import Case, Script, differs
from paiju.core.errors import LayoutError, RuleError
from paiju.games.paohuzi import GAME, notation
from paiju.games.paohuzi.actions import Action
from paiju.games.paohuzi.cards import COPIES, KINDS, UNIT, count, hand_of
from paiju.games.paohuzi.hands import on_draw
from paiju.games.paohuzi.melds import CATALOGUES, RUN_OF, RUNS, Meld, tally
from paiju.games.paohuzi.rules import Rules, compile_rules
from paiju.games.paohuzi.scoring import How
from paiju.games.paohuzi.state import Carry, Layout, State

_BY = {"self": True, "other": False}
_SCORE = ("hu", "bottom", "multiplier", "final")


def hu(case: Case) -> dict[str, int] | None:
    """The score of a hand that wins on a drawn card; None if it may not go out."""
    rules = compile_rules(GAME.options(case.get("options") or {}))
    laid = tally(tuple(_meld(rules, text) for text in case["table"]))
    hand = hand_of(notation.parse_cards(case["hand"]))
    card = notation.parse_card(case["card"])
    everything = hand + laid.code + UNIT[card]
    for kind in range(KINDS):
        if count(everything, kind) > COPIES:
            raise LayoutError(f"{count(everything, kind)} copies of {notation.card_text(kind)}")
    last = case.get("last", False)
    if case["by"] not in _BY or not isinstance(last, bool):
        raise ValueError("by is self or other, last is true or false")
    won = on_draw(rules, laid, hand, card, How(own=_BY[case["by"]], last=last))
    return won and {name: getattr(won, name) for name in _SCORE}


def _meld(rules: Rules, text: str) -> Meld:
    meld = notation.parse_meld(text)
    if meld.kind in RUNS and RUN_OF[meld.cards] not in CATALOGUES[rules.one_five_ten].runs:
        raise LayoutError(f"{text!r} is not a set under these rules")
    return meld


def _dealt(case: Case) -> State:
    options = GAME.options(case.get("options") or {})
    wall = tuple(notation.parse_card(text) for text in case["wall"])
    return GAME.deal(options, Layout(wall), Carry(case["dealer"], case.get("streak", 1)))


def _result(state: State) -> dict[str, Any]:
    """The winner and the score, None in a draw game, and the next dealer."""
    result = state.result
    assert result is not None, "a deal that is over"
    won = {name: None if result.drawn_game else getattr(result, name) for name in ("winner", *_SCORE)}
    return {**won, "returns": list(result.returns), "next_dealer": GAME.carry(state).dealer}


def _listed(_state: State, _seat: int, action: Action) -> str:
    return notation.action_text(action)


def _tidy(_state: State, text: str) -> str:
    """An expected action in canonical order."""
    return notation.action_text(notation.parse_action(text))


def _why_not(state: State, seat: int, text: str) -> RuleError | None:
    return GAME.why_not(GAME.view(state, seat), notation.parse_action(text))


PACK: dict[str, Callable[[Case], str]] = {
    "hu": lambda case: differs(hu(case), case["expect"]),
    **Script(
        GAME,
        Action(""),
        "PZ 8.2",
        _dealt,
        lambda state, seat: seat in GAME.actors(state),
        _result,
        _listed,
        _tidy,
        _why_not,
    ).checks,
}
