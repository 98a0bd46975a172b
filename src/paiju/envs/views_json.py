"""Views as plain JSON, cards in notation: what a program in another language is shown.

Every field of a `View` stands under its own name; hands and cards are text, sets are lists, what is not known is
null. Options are the differences to the default.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any

from paiju.games.baohuang import notation as baohuang
from paiju.games.baohuang.cards import cards_of
from paiju.games.paohuzi import notation as paohuzi
from paiju.games.paohuzi.cards import UNKNOWN

Json = Any
Writer = Callable[[Any], Json]


def view_json(view: Any) -> dict[str, Json]:
    """A view of either game as plain JSON."""
    writers = _baohuang(view) if view.options.game == "baohuang" else _PAOHUZI
    return {field.name: writers.get(field.name, plain)(getattr(view, field.name)) for field in fields(view)}


def plain(value: Any) -> Json:
    """A value without cards: enumerations by value, sets in order, small records as objects."""
    if isinstance(value, Enum):
        return str(value.value)
    if is_dataclass(value):
        return {field.name: plain(getattr(value, field.name)) for field in fields(value)}
    if hasattr(value, "_asdict"):
        return {name: plain(part) for name, part in value._asdict().items()}
    if isinstance(value, (frozenset, set)):
        return sorted(value)
    if isinstance(value, (tuple, list)):
        return [plain(part) for part in value]
    return value


def options_json(options: Any) -> Json:
    """What differs from the default."""
    return {name: plain(value) for name, value in options.differences().items()}


def _maybe(writer: Writer) -> Writer:
    return lambda value: None if value is None or value == UNKNOWN else writer(value)


def _all(writer: Writer) -> Writer:
    return lambda values: [writer(value) for value in values]


def _baohuang(view: Any) -> Mapping[str, Writer]:
    suited = view.options.suited

    def card(kind: int) -> str:
        return baohuang.card_text(kind, suited=suited)

    def cards(kinds: tuple[int, ...]) -> str:
        return baohuang.cards_text(kinds, suited=suited)

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

    return {
        "options": options_json, "hand": _maybe(hand), "drawn": _maybe(hand), "played": _all(hand),
        "hands": _all(hand), "called": _maybe(card), "known": _all(known), "trick": _all(laid),
        "tricks": _all(_all(laid)), "plan": plan,
    }  # fmt: skip


def _counts(counts: tuple[int, ...]) -> str:
    return paohuzi.cards_text(kind for kind, n in enumerate(counts) for _ in range(n))


def _meld(meld: Any) -> Json:
    cards = [_maybe(paohuzi.card_text)(kind) for kind in meld.cards]
    return {"set": str(meld.kind), "cards": cards, "known": meld.known}


def _left(left: Any) -> Json:
    return {"card": paohuzi.card_text(left.card), "thrown": left.thrown}


def _bits(bits: int) -> Json:
    return [text for kind, text in enumerate(paohuzi.CARDS) if bits >> kind & 1]


def _result(result: Any) -> Json:
    data = {**plain(result), "card": _maybe(paohuzi.card_text)(result.card)}
    data["sets"] = [
        {"set": shown.kind, "cards": paohuzi.cards_text(shown.cards), "hu": shown.hu} for shown in result.sets
    ]
    return data


_PAOHUZI: Mapping[str, Writer] = {
    "options": options_json, "offers": _all(paohuzi.action_text), "answer": _maybe(paohuzi.action_text),
    "card": _maybe(paohuzi.card_text), "hand": _maybe(_counts), "melds": _all(_all(_meld)),
    "piles": _all(_all(_left)), "no_pong": _bits, "no_eat": _bits, "shown": paohuzi.card_text,
    "known_top": _all(paohuzi.card_text), "bottom": paohuzi.card_text, "hands": _all(_counts),
    "result": _maybe(_result),
}  # fmt: skip
