"""A Paohuzi view as JSON, field by field; nothing that is not in the law's `View` gets in."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from paiju.games.paohuzi import notation
from paiju.games.paohuzi.cards import COPIES, KINDS, UNKNOWN, Hand, Kind, cards_of, locked, packed
from paiju.games.paohuzi.melds import Meld
from paiju.games.paohuzi.state import Phase, Source
from paiju.games.paohuzi.state import Result as LawResult
from paiju.games.paohuzi.views import View
from paiju.wire.paohuzi.groups import groups_of
from paiju.wire.paohuzi.typed import (
    Card,
    Item,
    Named,
    PaohuziView,
    Result,
    ScoredSet,
    Smelled,
    TableSet,
)

_ON_TABLE = (Source.DRAWN, Source.THROWN)


def view_json(view: View, *, counter: bool, deal: int = 1, **_: None) -> PaohuziView:
    """The view as plain JSON; `counter` adds the unseen cards, `deal` is the number of the deal."""
    options = view.options
    hand = None if view.hand is None else packed(view.hand)
    grouped = None if hand is None else groups_of(hand, options.one_five_ten)
    window = view.phase is Phase.CLAIM
    return {
        "game": "paohuzi",
        "deal": deal,
        "viewer": view.viewer,
        "over": view.phase is Phase.OVER,
        "seats": len(view.sizes),
        "phase": str(view.phase),
        "asked": list(view.asked),
        "turn": None if view.phase is Phase.OVER else view.turn,
        "order": _order(view),
        "dealer": view.dealer,
        "streak": view.streak,
        "draws": view.draws,
        "hand": None if hand is None else _cards(cards_of(hand)),
        "locked": [] if hand is None else _locked(hand),
        "groups": None if grouped is None else [_cards(group) for group in grouped.groups],
        "sizes": list(view.sizes),
        "melds": [[_table_set(meld) for meld in melds] for melds in view.melds],
        "piles": [
            [{"card": notation.card_text(left.card), "thrown": left.thrown} for left in pile]
            for pile in view.piles
        ],
        "smelled": _smelled(view),
        "card": _card(view.card),
        "source": None if view.source is None else str(view.source),
        "from": view.turn if view.source is not None else None,
        "window": window,
        "last": view.last,
        "answered": None if view.answer is None else notation.action_text(view.answer),
        "left": view.left,
        "bottom": _card(view.bottom),
        "shown": _card(view.shown),
        "shown_held": view.shown_held,
        "known_top": _cards(view.known_top),
        "dead": list(view.dead),
        "hu": None if grouped is None or view.viewer is None else grouped.hu + _laid_hu(view, view.viewer),
        "need": options.min_hu,
        "scale": {"base": str(options.base), "self_draw": str(options.self_draw)},
        "unseen": _unseen(view) if counter else None,
        "result": None if view.result is None else _result(view.result),
        "hands": [_cards(cards_of(packed(held))) for held in view.hands] if view.hands else None,
    }


def opened(view: Mapping[str, Any], seen: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """All hands, and each seat's sets as it sees them itself."""
    return {
        "hands": [one["hand"] or [] for one in seen],
        "melds": [one["melds"][seat] for seat, one in enumerate(seen)],
    }


def _card(kind: Kind) -> Card | None:
    return None if kind == UNKNOWN else notation.card_text(kind)


def _cards(kinds: Iterable[Kind]) -> list[Card]:
    return [notation.card_text(kind) for kind in kinds]


def _order(view: View) -> list[int]:
    """Turn order from the viewer, or from the dealer for one who does not play."""
    at = view.order.index(view.viewer) if view.viewer in view.order else 0
    return [*view.order[at:], *view.order[:at]]


def _locked(hand: Hand) -> list[Card]:
    ones = locked(hand)
    return _cards(kind for kind in cards_of(hand) if ones >> 4 * kind & 1)


def _table_set(meld: Meld) -> TableSet:
    return {
        "kind": str(meld.kind),
        "cards": [_card(kind) for kind in meld.cards],
        "up": meld.known,
        "hu": None if UNKNOWN in meld.cards else meld.hu,
    }


def _laid_hu(view: View, seat: int) -> int:
    return sum(meld.hu for meld in view.melds[seat])


def _smelled(view: View) -> Smelled | None:
    if view.viewer is None:
        return None
    return {"pong": _marked(view.no_pong), "eat": _marked(view.no_eat)}


def _marked(bits: int) -> list[Card]:
    return _cards(kind for kind in range(KINDS) if bits >> kind & 1)


def _unseen(view: View) -> dict[Card, int]:
    """Copies of each card that are in nothing the viewer sees or has seen."""
    left = [COPIES] * KINDS
    for kind in _seen(view):
        if kind != UNKNOWN:
            left[kind] -= 1
    return {notation.card_text(kind): max(0, n) for kind, n in enumerate(left)}


def _seen(view: View) -> Iterable[Kind]:
    if view.hands:
        for hand in view.hands:
            yield from cards_of(packed(hand))
    elif view.hand is not None:
        yield from cards_of(packed(view.hand))
    for melds in view.melds:
        yield from (kind for meld in melds for kind in meld.cards)
    for pile in view.piles:
        yield from (left.card for left in pile)
    yield from view.known_top
    if view.left > len(view.known_top):
        yield view.bottom
    if view.phase is Phase.CLAIM and view.source in _ON_TABLE:
        yield view.card
    if view.result is not None and view.result.apart:
        yield view.result.card
    if view.shown_held and view.viewer != view.dealer and not view.hands:
        yield view.shown


def _result(result: LawResult) -> Result:
    sets: list[ScoredSet] = [
        {"kind": shown.kind, "cards": _cards(shown.cards), "hu": shown.hu} for shown in result.sets
    ]
    rule = "PZ 3.5" if result.drawn_game else "PZ case 56"
    items: list[Item] = [
        {"seat": seat, "amount": amount, "reason": result.why, "rule": rule}
        for seat, amount in enumerate(result.returns)
        if amount
    ]
    return {
        "draw": result.drawn_game,
        "winner": None if result.drawn_game else result.winner,
        "hu": result.hu,
        "bottom": result.bottom,
        "multiplier": result.multiplier,
        "final": result.final,
        "card": _card(result.card),
        "apart": result.apart,
        "sets": sets,
        "named": _named(result.items, "PZ 3.7"),
        "extra": _named(result.extra, "PZ §4"),
        "returns": list(result.returns),
        "items": items,
    }


def _named(items: tuple[tuple[str, int], ...], rule: str) -> list[Named]:
    return [{"reason": name, "amount": amount, "rule": rule} for name, amount in items]
