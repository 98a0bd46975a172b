"""Views as plain JSON, cards in notation: what a program in another language is shown.

Every field of a `View` stands under its own name; hands and cards are text, sets are lists, what is not known is
null. Options are the differences to the default.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any

Json = Any
Writer = Callable[[Any], Json]


def view_json(view: Any, writers: Mapping[str, Writer]) -> dict[str, Json]:
    """A view as plain JSON; `writers` are those of its fields that hold cards."""
    named = {"options": options_json, **writers}
    return {field.name: named.get(field.name, plain)(getattr(view, field.name)) for field in fields(view)}


def law_view(view: Any) -> dict[str, Json]:
    """A view in which there is nothing but plain values."""
    return view_json(view, {})


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


def maybe(writer: Writer, unknown: Any = None) -> Writer:
    """A writer for what may be missing, or not known."""
    return lambda value: None if value is None or value == unknown else writer(value)


def each(writer: Writer) -> Writer:
    """A writer for several."""
    return lambda values: [writer(value) for value in values]
