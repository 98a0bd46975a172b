"""The result of a Bao Huang deal as JSON, with the reason of every point (BH A15, A16, A18-61)."""

from __future__ import annotations

from paiju.games.baohuang import scoring
from paiju.games.baohuang.cards import SEATS
from paiju.games.baohuang.rules import compile_rules
from paiju.games.baohuang.state import Role, Roles, Winner
from paiju.games.baohuang.views import View
from paiju.wire.baohuang.typed import Item, Result


def result_json(view: View) -> Result | None:
    """How the deal ended, with the reason of every point; None while it lasts."""
    result = view.result
    if result is None:
        return None
    if result.void:
        none: Result = {
            "void": True, "places": [], "winner": str(Winner.TIE), "returns": [0] * SEATS, "multiplier": 1,
            "items": [], "roles": [],
        }  # fmt: skip
        return none
    return {
        "void": False,
        "places": list(result.places),
        "winner": str(result.winner),
        "returns": list(result.returns),
        "multiplier": result.multiplier,
        "items": _items(view, result.places, result.multiplier),
        "roles": [str(role) for role in view.roles],
    }


def _items(view: View, places: tuple[int, ...], times: int) -> list[Item]:
    """The reasons of every point, as the law's `score` events name them (BH A16, A18-61)."""
    options = view.options
    guards = tuple(seat for seat, role in enumerate(view.roles) if role is Role.GUARD)
    roles = Roles(view.emperor, guards, view.called, view.usurped)
    table, _ = scoring.points(compile_rules(options), roles, view.stakes, places)
    items: list[Item] = []
    for seat, amount in enumerate(table):
        items.append(_item(view, roles, seat, (amount, str(options.scoring), "BH A16"), times))
        if seat in view.stuck and options.stuck_penalty:
            items.append(
                _item(view, roles, seat, (-options.stuck_penalty * times, "stuck", "BH A18-61"), times)
            )
    return items


def _item(view: View, roles: Roles, seat: int, why: tuple[int, str, str], times: int) -> Item:
    amount, reason, rule = why
    assert view.result is not None
    return {
        "seat": seat,
        "amount": amount,
        "reason": reason,
        "rule": rule,
        "points": amount // times,
        "multiplier": times,
        "place": view.result.places[seat],
        "role": str(roles.of(seat)),
        "solo": roles.solo,
    }
