"""The kinds of Paohuzi cases: `hu`, `deal`, `legal` and `refused`.

An impossible case (a fifth copy, a set that cannot be, a wall that is not the deck) is an error.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from paiju.conformance.script import Case, Script, differs, parsed
from paiju.core.errors import LayoutError, RuleError
from paiju.games.paohuzi import GAME, notation
from paiju.games.paohuzi.actions import Action
from paiju.games.paohuzi.cards import COPIES, KINDS, UNIT, count, hand_of
from paiju.games.paohuzi.hands import on_draw
from paiju.games.paohuzi.melds import CATALOGUES, RUN_OF, RUNS, Meld, tally
from paiju.games.paohuzi.rules import Rules, compile_rules
from paiju.games.paohuzi.scoring import How, Score
from paiju.games.paohuzi.state import Carry, Layout, State

_BY = {"self": True, "other": False}


def check_hu(case: Case) -> str:
    """Check whether a hand wins on a drawn card, and for how much."""
    won = hu(case)
    result = won and {"hu": won.hu, "bottom": won.bottom, "multiplier": won.multiplier, "final": won.final}
    return differs(result, case["expect"])


def hu(case: Case) -> Score | None:
    """The score of a hand that wins on a drawn card; None if it may not go out."""
    rules = compile_rules(GAME.options(case.get("options") or {}))
    laid = tally(_meld(rules, text) for text in case["table"])
    hand = hand_of(notation.parse_cards(case["hand"]))
    card = notation.parse_card(case["card"])
    everything = hand_of(notation.parse_cards(case["hand"])) + laid.code + UNIT[card]
    for kind in range(KINDS):
        if count(everything, kind) > COPIES:
            raise LayoutError(f"{count(everything, kind)} copies of {notation.card_text(kind)}")
    last = case.get("last", False)
    if case["by"] not in _BY or not isinstance(last, bool):
        raise ValueError("by is self or other, last is true or false")
    return on_draw(rules, laid, hand, card, How(own=_BY[case["by"]], last=last))


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
    names = ("winner", "hu", "bottom", "multiplier", "final")
    won = {name: None if result.drawn_game else getattr(result, name) for name in names}
    return {**won, "returns": list(result.returns), "next_dealer": GAME.carry(state).dealer}


def _step(state: State, seat: int, text: str) -> State:
    if seat not in GAME.actors(state):  # the seat first, also when the deal is over
        raise RuleError("action.not_your_turn", f"seat {seat} is not asked", "PZ 8.2", {"seat": seat})
    return GAME.apply(state, seat, parsed(GAME, state, seat, text, Action("")))[0]


def _listed(_state: State, _seat: int, action: Action) -> str:
    return notation.action_text(action)


def _tidy(_state: State, text: str) -> str:
    """An expected action in canonical order."""
    return notation.action_text(notation.parse_action(text))


def _refusal(state: State, seat: int, text: str) -> RuleError | None:
    return GAME.why_not(GAME.view(state, seat), notation.parse_action(text))


PACK: dict[str, Callable[[Case], str]] = {
    "hu": check_hu,
    **Script(GAME, _dealt, _step, _result, _listed, _tidy, _refusal).checks,
}
