"""The views of a game that brings no form of its own: every field of its view under its name, in plain values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import Any

from paiju.games import registry
from paiju.wire.pack import Pack, plain_json


def view_json(
    view: Any, *, counter: bool, deal: int = 1, faces: None = None, past: None = None
) -> dict[str, Any]:
    """The view as plain JSON: game, deal and seats, its fields, and the options that differ from the default."""
    options = view.options
    seats = registry.load(options.game).seats_of(options)
    return {
        "game": options.game,
        "deal": deal,
        "seats": seats,
        "order": [((view.viewer or 0) + place) % seats for place in range(seats)],
        **{
            field.name: plain_json(getattr(view, field.name))
            for field in fields(view)
            if field.name != "options"
        },
        "options": options.differences(),
    }


def opened(view: Mapping[str, Any], seen: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """The fields of the open view, filled in from the seats that see them."""
    return {key: _filled(value, [one[key] for one in seen]) for key, value in view.items() if key != "viewer"}


def _filled(value: Any, others: Sequence[Any]) -> Any:
    if value is None:
        return next((other for other in others if other is not None), None)
    if isinstance(value, list) and all(
        isinstance(other, list) and len(other) == len(value) for other in others
    ):
        return [_filled(part, parts) for part, *parts in zip(value, *others, strict=True)]
    return value


PACK = Pack(view_json, opened)
