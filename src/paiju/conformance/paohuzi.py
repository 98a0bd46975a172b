"""The kinds of Paohuzi cases: `hu`, `deal`, `legal` and `refused`.

An impossible case (a fifth copy, a set that cannot be, a wall that is not the deck) is an error.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from paiju.conformance.script import differs, follow, reasons
from paiju.core.errors import LayoutError, NotationError, RuleError
from paiju.games.paohuzi import GAME, notation
from paiju.games.paohuzi.actions import Action
from paiju.games.paohuzi.cards import COPIES, KINDS, UNIT, count, hand_of
from paiju.games.paohuzi.hands import on_draw
from paiju.games.paohuzi.melds import CATALOGUES, RUN_OF, RUNS, Meld, tally
from paiju.games.paohuzi.rules import Rules, compile_rules
from paiju.games.paohuzi.scoring import How, Score
from paiju.games.paohuzi.state import Carry, Layout, State

Case = Mapping[str, Any]
_BY = {"self": True, "other": False}


def check_hu(case: Case) -> str:
    """Whether a hand wins on a drawn card, and for how much."""
    won = hu(case)
    result = won and {"hu": won.hu, "bottom": won.bottom, "multiplier": won.multiplier, "final": won.final}
    return differs(result, case["expect"])


def hu(case: Case) -> Score | None:
    """What a hand wins on a drawn card; None if it may not go out."""
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
        raise LayoutError(f"{text!r} is no set of these rules")
    return meld


def check_deal(case: Case) -> str:
    """A whole deal: who won and how, or the refused action."""
    expect = case["expect"]
    state, error, at = _play(case)
    if error is not None or "error" in expect:
        code = error.code if error else None
        return differs(
            {"error": code, "at": at if error else None}, {k: expect.get(k) for k in ("error", "at")}
        )
    result = state.result
    if result is None:
        return "the script ends before the deal is over"
    won = not result.drawn_game
    got = {
        "winner": result.winner if won else None,
        "hu": result.hu if won else None,
        "bottom": result.bottom if won else None,
        "multiplier": result.multiplier if won else None,
        "final": result.final if won else None,
        "returns": list(result.returns),
        "next_dealer": GAME.carry(state).dealer,
    }
    return differs({key: got.get(key) for key in expect}, expect)


def check_legal(case: Case) -> str:
    """Who must decide at the end of a script, and everything each may do."""
    state, error, at = _play(case)
    if error is not None:
        return f"action {at} of the script is refused: {error}"
    actors = GAME.actors(state)
    legal = {str(seat): sorted(map(notation.action_text, GAME.legal_actions(state, seat))) for seat in actors}
    want = {seat: sorted(map(_tidy, texts)) for seat, texts in case["expect"]["legal"].items()}
    return differs(
        {"actors": list(actors), "legal": legal}, {"actors": case["expect"]["actors"], "legal": want}
    )


def check_refused(case: Case) -> str:
    """Why seats may not do what they would like to at the end of a script."""
    state, error, at = _play(case)
    if error is not None:
        return f"action {at} of the script is refused: {error}"

    def refusal(seat: int, text: str) -> RuleError | None:
        return GAME.why_not(GAME.view(state, seat), notation.parse_action(text))

    return differs(reasons(case["asks"], refusal), case["expect"])


def _play(case: Case) -> tuple[State, RuleError | None, int]:
    options = GAME.options(case.get("options") or {})
    wall = tuple(notation.parse_card(text) for text in case["wall"])
    state = GAME.deal(options, Layout(wall), Carry(case["dealer"], case.get("streak", 1)))
    return follow(state, case["script"], _step)


def _step(state: State, seat: int, text: str) -> State:
    if seat not in GAME.actors(state):  # the seat first, also when the deal is over
        raise RuleError("action.not_your_turn", f"seat {seat} is not asked", "PZ 8.2", {"seat": seat})
    try:
        action = GAME.parse_action(state, seat, text)
    except NotationError:
        action = Action("")  # refused
    return GAME.apply(state, seat, action)[0]


def _tidy(text: str) -> str:
    """An expected action in canonical order."""
    return notation.action_text(notation.parse_action(text))


PACK: dict[str, Callable[[Case], str]] = {
    "hu": check_hu,
    "deal": check_deal,
    "legal": check_legal,
    "refused": check_refused,
}
