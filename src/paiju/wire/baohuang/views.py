"""A Bao Huang view as JSON, field by field; nothing that is not in the law's `View` gets in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from paiju.games.baohuang import notation
from paiju.games.baohuang.cards import (
    KINDS,
    SEATS,
    cards_of,
    plain,
    play_order,
)
from paiju.games.baohuang.phases.transfers import EVERYBODY
from paiju.games.baohuang.rules import compile_rules
from paiju.games.baohuang.state import NOBODY, UNKNOWN, Phase, Tribute
from paiju.games.baohuang.state import Due as LawDue
from paiju.games.baohuang.suits import Faces
from paiju.games.baohuang.views import View
from paiju.wire.baohuang.result import result_json
from paiju.wire.baohuang.tricks import Cards, Tricks
from paiju.wire.baohuang.typed import (
    BaohuangView,
    Card,
    Due,
    HiddenDraw,
    KnownCard,
    Laid,
    Plan,
    Previous,
    Stakes,
    SuccessionPlan,
    Top,
    TributePlan,
)


def view_json(
    view: View, *, counter: bool, deal: int = 1, faces: Faces | None = None, past: Tricks | None = None
) -> BaohuangView | HiddenDraw:
    """The view as plain JSON; `counter` adds the unseen cards, `deal` is the number of the deal, `past` has its tricks.

    `faces` are what the cards show to the viewer in a game whose rules know no suits. While the draw has stopped for
    somebody else the form is `HiddenDraw`.
    """
    if view.phase is Phase.DRAW and view.turn == NOBODY:
        return hidden_draw(view, deal)
    show = Cards(view, faces)
    tricks, trick = (past or Tricks()).of(view, show)
    return {
        "game": "baohuang",
        "deal": deal,
        "viewer": view.viewer,
        "over": view.phase is Phase.OVER,
        "seats": SEATS,
        "phase": str(view.phase),
        "asked": list(view.asked),
        "turn": _seat(view.turn),
        "suited": show.suited,
        "order": _order(view),
        "hand": None if view.hand is None else show.hand(view.hand),
        "hand_faces": show.faced(faces.hand) if faces and faces.hand is not None else None,
        "columns_by": "rank",
        "sizes": list(view.sizes),
        "first_drawer": view.first_drawer,
        "drawn": view.plan.drawing.at if view.plan.drawing else None,
        "emperor": _seat(view.emperor),
        "roles": [None if role is None else str(role) for role in view.roles],
        "called": show.card(view.called),
        "alone": view.alone,
        "usurped": view.usurped,
        "pair": view.pair,
        "innocent": sorted(view.innocent),
        "multiplier": view.multiplier,
        "stakes": _stakes(view),
        "top": _top(view, trick),
        "owner": _seat(view.owner),
        "signals": [],
        "sayable": [],
        "trick": trick,
        "tricks": tricks,
        "places": _places(view),
        "out": list(view.out),
        "stuck": list(view.stuck),
        "barred": sorted(view.barred),
        "deferred": view.debt,
        "gained": list(view.gained),
        "plan": _plan(view, show),
        "known": _known(view, show),
        "unseen": _unseen(view, show) if counter else None,
        "previous": _previous(view),
        "result": result_json(view),
        "hands": [show.hand(hand) for hand in view.hands] if view.hands else None,
        "hands_faces": [show.faced(hand) for hand in faces.hands] if faces and faces.hands else None,
    }


def hidden_draw(view: View, deal: int) -> HiddenDraw:
    """All that a seat sees while cards are drawn and it is not asked: nothing of any card."""
    return {
        "game": "baohuang",
        "deal": deal,
        "viewer": view.viewer,
        "phase": "draw",
        "seats": SEATS,
        "over": False,
        "suited": view.options.suited,
        "order": _order(view),
    }


def _seat(seat: int) -> int | None:
    return None if seat == NOBODY else seat


def _order(view: View) -> list[int]:
    return list(play_order(view.viewer or 0))


def _stakes(view: View) -> Stakes:
    stakes = view.stakes
    return {
        "factors": list(stakes.factors),
        "revolts": stakes.revolts,
        "opened": stakes.opened,
        "countered": stakes.countered,
    }


def _top(view: View, trick: list[Laid]) -> Top | None:
    if view.top is None:
        return None
    last = next(laid for laid in reversed(trick) if laid["verb"] == "play")
    return {"seat": last["seat"], "cards": last["cards"], "faces": last["faces"]}


def _places(view: View) -> list[int | None]:
    if view.result is not None and view.result.places:
        return list(view.result.places)
    places: list[int | None] = [None] * SEATS
    for place, seat in enumerate(view.out, start=1):
        places[seat] = place
    for behind, seat in enumerate(view.stuck):
        places[seat] = SEATS - behind
    return places


def _plan(view: View, show: Cards) -> Plan | None:
    drawn = view.plan.drawing.at if view.plan.drawing else None
    match view.phase:
        case Phase.CUT:
            return {"kind": "cut", "low": 1, "high": _deck_size(view) - 1}
        case Phase.DRAW:
            return {"kind": "draw", "drawn": drawn or 0, "size": _deck_size(view)}
        case Phase.CALL:
            return {"kind": "calling", "need": view.plan.need, "drawn": drawn}
        case Phase.CROWN:
            return _succession(view, show)
        case Phase.TRIBUTE | Phase.TAKE | Phase.GIVE_BACK:
            return _tribute(view.plan.tribute, show)
    return None


def _tribute(plan: Tribute, show: Cards) -> TributePlan:
    return {
        "kind": "tribute",
        "payers": _dues(plan.payers),
        "receivers": _dues(plan.receivers),
        "pile": show.pile(plan.pile),
        "paid": _dues(plan.paid),
        "got": _dues(plan.got),
    }


def _dues(dues: Iterable[LawDue]) -> list[Due]:
    return [{"seat": due.seat, "count": due.count, "partner": _seat(due.partner)} for due in dues]


def _succession(view: View, show: Cards) -> SuccessionPlan:
    holder, plan = view.turn, view.plan.succession
    crowning = compile_rules(view.options).crowning
    return {
        "kind": "succession",
        "passed": list(plan.passed),
        "holder": holder,
        "heir": crowning.heir(holder),
        "pool": show.pile(plan.pool),
        "price": str(crowning.cost) if plan.passed else "none",
        "forced": plan.forced,
    }


def _known(view: View, show: Cards) -> list[KnownCard]:
    tokens = sorted(set(view.known), key=lambda token: (token.holder, token.kind, token.viewer))
    counts = Counter(view.known)
    return [
        {
            "holder": token.holder,
            "card": notation.card_text(token.kind, suited=show.suited),
            "open": token.viewer == EVERYBODY,
        }
        for token in tokens
        for _ in range(counts[token])
    ]


def _deck_size(view: View) -> int:
    return len(compile_rules(view.options).deck(first_deal=view.carry.first_deal))


def _unseen(view: View, show: Cards) -> dict[Card, int]:
    """The deck less the own hand, what was played, what lies open, and what is known of other hands."""
    left = Counter(compile_rules(view.options).deck(first_deal=view.carry.first_deal))
    for hand in (*view.played, *((view.hand,) if view.hand else ())):
        left.subtract(plain(kind, view.called) for kind in cards_of(hand))
    left.subtract(token.kind for token in view.known if token.holder != view.viewer)
    left.subtract(kind for _, kind in view.plan.pile if kind != UNKNOWN)
    return {
        notation.card_text(kind, suited=show.suited): max(0, left[kind])
        for kind in range(KINDS)
        if kind in left
    }


def _previous(view: View) -> Previous | None:
    carry = view.carry
    if carry.first_deal:
        return None
    return {
        "roles": [str(role) for role in carry.roles],
        "places": list(carry.places),
        "winner": str(carry.winner),
    }
