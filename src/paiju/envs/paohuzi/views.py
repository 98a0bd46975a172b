"""Views of Paohuzi as plain JSON."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from paiju.envs import views
from paiju.envs.views import Json, Writer, each, maybe, plain
from paiju.games.paohuzi.cards import UNKNOWN
from paiju.games.paohuzi.notation import CARDS, action_text, card_text, cards_text
from paiju.games.paohuzi.viewing import View


def view_json(view: View) -> dict[str, Json]:
    """A view of Paohuzi as plain JSON."""
    return views.view_json(view, _WRITERS)


def _maybe(writer: Writer) -> Writer:
    return maybe(writer, UNKNOWN)


def _counts(counts: tuple[int, ...]) -> str:
    return cards_text(kind for kind, n in enumerate(counts) for _ in range(n))


def _meld(meld: Any) -> Json:
    cards = [_maybe(card_text)(kind) for kind in meld.cards]
    return {"set": str(meld.kind), "cards": cards, "known": meld.known}


def _left(left: Any) -> Json:
    return {"card": card_text(left.card), "thrown": left.thrown}


def _bits(bits: int) -> Json:
    return [text for kind, text in enumerate(CARDS) if bits >> kind & 1]


def _result(result: Any) -> Json:
    data = {**plain(result), "card": _maybe(card_text)(result.card)}
    data["sets"] = [
        {"set": shown.kind, "cards": cards_text(shown.cards), "hu": shown.hu} for shown in result.sets
    ]
    return data


_WRITERS: Mapping[str, Writer] = {
    "offers": each(action_text), "answer": _maybe(action_text),
    "card": _maybe(card_text), "hand": _maybe(_counts), "melds": each(each(_meld)),
    "piles": each(each(_left)), "no_pong": _bits, "no_eat": _bits, "shown": card_text,
    "known_top": each(card_text), "bottom": card_text, "hands": each(_counts),
    "result": _maybe(_result),
}  # fmt: skip
