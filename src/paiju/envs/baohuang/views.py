"""Views of Bao Huang as plain JSON."""

from __future__ import annotations

from typing import Any

from paiju.envs import views
from paiju.envs.views import Json, Writer, each, maybe, plain
from paiju.games.baohuang.cards import cards_of
from paiju.games.baohuang.notation import card_text, cards_text
from paiju.games.baohuang.plans import UNKNOWN
from paiju.games.baohuang.viewing import View


def _maybe(writer: Writer) -> Writer:
    return maybe(writer, UNKNOWN)


def view_json(view: View) -> dict[str, Json]:
    """A view of Bao Huang as plain JSON."""
    suited = view.options.suited

    def card(kind: int) -> str:
        return card_text(kind, suited=suited)

    def cards(kinds: tuple[int, ...]) -> str:
        return cards_text(kinds, suited=suited)

    def hand(counts: tuple[int, ...]) -> str:
        return cards(cards_of(counts))

    def laid(answer: Any) -> Json:
        return {"seat": answer.seat, "action": f"{answer.verb} {cards(answer.cards)}".strip()}

    def known(token: Any) -> Json:
        viewer = None if token.viewer < 0 else token.viewer
        return {"viewer": viewer, "holder": token.holder, "card": card(token.kind)}

    def plan(value: Any) -> Json:
        data = plain(value)
        for pile in ("pile", "pool"):
            if isinstance(data, dict) and pile in data:
                data[pile] = [[payer, _maybe(card)(kind)] for payer, kind in getattr(value, pile)]
        return data

    writers = {
        "hand": _maybe(hand), "drawn": _maybe(hand), "played": each(hand),
        "hands": each(hand), "called": _maybe(card), "known": each(known), "trick": each(laid),
        "tricks": each(each(laid)), "plan": plan,
    }  # fmt: skip
    return views.view_json(view, writers)
