"""The views of a game that brings no form of its own: every field of the law's view under its name, in plain values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any

from paiju.games import registry
from paiju.wire.pack import Pack


def view_json(
    view: Any, *, counter: bool, deal: int = 1, faces: None = None, past: None = None
) -> dict[str, Any]:
    """The view as plain JSON, behind what it is a view of; the options stand as what differs from the default."""
    options = view.options
    seats = registry.load(options.game).seats_of(options)
    return {
        "game": options.game,
        "deal": deal,
        "seats": seats,
        "order": [((view.viewer or 0) + place) % seats for place in range(seats)],
        **{field.name: plain(getattr(view, field.name)) for field in fields(view) if field.name != "options"},
        "options": options.differences(),
    }


def plain(value: Any) -> Any:
    """A value as JSON has it: enumerations by value, sets in order, records by the names of their fields."""
    if (named := _named(value)) is not None:
        return {str(name): plain(part) for name, part in named.items()}
    if isinstance(value, (frozenset, set)):
        value = sorted(value)
    if isinstance(value, (tuple, list)):
        return [plain(part) for part in value]
    return value.value if isinstance(value, Enum) else value


def _named(value: Any) -> Mapping[Any, Any] | None:
    """The parts of a record by name; None for what has none."""
    if isinstance(value, Mapping):
        return value
    if is_dataclass(value):
        return {field.name: getattr(value, field.name) for field in fields(value)}
    return value._asdict() if hasattr(value, "_asdict") else None


def opened(view: Mapping[str, Any], seen: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """What nobody sees of all is filled in from whoever sees it."""
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
