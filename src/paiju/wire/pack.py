"""The part of a game on the wire: the form of its views, and the data beside its questions."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from enum import Enum
from functools import cache
from typing import Annotated, Any, Protocol, TypedDict, TypeVar, cast

from paiju.core.game import Event
from paiju.games import registry
from paiju.wire.pictures import Placed

Form = TypeVar("Form")


class Limit(TypedDict):
    """Cards of the own hand of which not all may be chosen."""

    cards: Annotated[list[str], "the kinds that share the limit"]
    most: Annotated[int, "how many of them together; 0: none"]


class Pick(TypedDict):
    """A choice of cards from the own hand; the action is the verb and the cards, lowest first."""

    verb: Annotated[str, "the verb of the action, return"]
    count: Annotated[int, "how many cards, no more and no fewer"]
    limits: Annotated[list[Limit], "cards not in any limit may all be chosen"]


class Win(TypedDict):
    """The score of a hu."""

    hu: Annotated[int, "hu of the combination"]
    final: Annotated[int, "what one payer pays"]
    points: Annotated[int, "what the winner gets in all"]


class Details(TypedDict, total=False):
    """The result of an offered action, as far as the seat can know it."""

    hu: Win
    lays: Annotated[dict[str, int], "hu of the sets that a Pong or an eating lays, by action"]


class SuitFaces(Protocol):
    """The faces of a deal's cards where the rules leave them open, as suits in a game without."""

    def after(self, state: Any, events: Sequence[Event]) -> tuple[Any, tuple[Event, ...]]:
        """The suit faces after `events`, which led to `state`, and the events with what their cards show."""

    def seen(self, view: Any) -> Any:
        """The part that the viewer of `view` sees."""


@dataclass(frozen=True, slots=True)
class Pack:
    """The wire of one game.

    `view_json(view, counter=, deal=, faces=, past=)` is a view as JSON: `faces` are the suits that its cards show, `past` what
    `past()` made once for a deal. `details(state, seat, offered)` and `pick(state, seat, offered)` are in a question, `pick` in
    place of a list that is too long. `suits(options, seed)` is what cards show before a deal begins. `veil_json`
    is what a seat sees of a drawing that is hidden. `opened(view, seen)` are the fields that the view of a
    spectator has otherwise where everything lies open, from the views of all seats. `typed` are the typed dictionaries
    that all this is. `picture(view, lang)` lays the JSON of a view out as a picture; a game without one has none.
    """

    view_json: Callable[..., Mapping[str, Any]]
    opened: Callable[[Mapping[str, Any], Sequence[Mapping[str, Any]]], Mapping[str, Any]]
    details: Callable[[Any, int, Sequence[Any]], Details] = lambda state, seat, offered: {}
    pick: Callable[[Any, int, Sequence[Any]], Pick | None] = lambda state, seat, offered: None
    suits: Callable[[Any, bytes], SuitFaces | None] = lambda options, seed: None
    past: Callable[[], Any] = lambda: None
    veil_json: Callable[[Any, int], Mapping[str, Any]] | None = None
    typed: tuple[type, ...] = ()
    picture: Callable[[Mapping[str, Any], str], Sequence[Placed]] | None = None


@cache
def pack_of(game: str) -> Pack:
    """The pack of a game; one that brings none shows the fields of its views.

    Raises:
        UsageError: usage.game.
    """
    return cast("Pack", registry.pack("wire", game))


def filled(form: type[Form], source: Any, **given: Any) -> Form:
    """The fields of a typed dictionary in its order: what is `given`, and the rest from the attributes of `source` by name."""
    names = form.__annotations__
    return cast(
        "Form", {name: given[name] if name in given else plain_json(getattr(source, name)) for name in names}
    )


def plain_json(value: Any) -> Any:
    """A value as JSON has it: enumerations by value, sets in order, records by the names of their fields."""
    if value.__class__ in _ATOMS:
        return value
    if value.__class__ is tuple:
        return [part if part.__class__ in _ATOMS else plain_json(part) for part in value]
    if isinstance(value, (frozenset, set)):
        value = sorted(value)
    if isinstance(value, (tuple, list)) and not hasattr(value, "_asdict"):
        return [plain_json(part) for part in value]
    if isinstance(value, Enum):
        return value.value
    named = _named(value)
    return value if named is None else {str(name): plain_json(part) for name, part in named.items()}


_ATOMS = frozenset({int, str, bool, float, type(None)})


def _named(value: Any) -> Mapping[Any, Any] | None:
    """The parts of a record by name; None for what has none."""
    if isinstance(value, Mapping):
        return value
    if is_dataclass(value):
        return {field.name: getattr(value, field.name) for field in fields(value)}
    return value._asdict() if hasattr(value, "_asdict") else None
