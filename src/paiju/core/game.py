"""The seven verbs that every game speaks, and the values that pass between them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Protocol

if TYPE_CHECKING:
    import random

    from paiju.core.match import MatchRules
    from paiju.core.options import Options, Raw

Seat = int
Fact = int | str | bool | None | tuple[Any, ...]
NOTHING: Mapping[int, Mapping[str, Fact]] = {}


class Event(NamedTuple):
    """A fact that happened: what everybody sees, and what single seats see beyond that.

    Values are plain; card kinds stand under `card` and `cards`.
    """

    kind: str
    public: Mapping[str, Fact]
    private: Mapping[Seat, Mapping[str, Fact]] = NOTHING

    def seen_by(self, viewer: Seat | None) -> Event:
        """The event as `viewer` may know it; `None` is a spectator."""
        if not self.private:
            return self
        own = self.private.get(viewer) if viewer is not None else None
        return Event(self.kind, {**self.public, **own} if own else self.public)


class Game(Protocol):
    """A rule family. States and actions are opaque here; each game documents its own.

    Every verb is a pure function. `legal_actions` is complete, in stable order, and its first element
    is the safe default. `apply` raises `RuleError` and leaves the state as it was.
    """

    name: ClassVar[str]
    seats: ClassVar[int]
    law: ClassVar[int]

    def options(self, given: Mapping[str, Raw]) -> Options: ...
    def presets(self) -> Mapping[str, Mapping[str, Raw]]: ...

    def deal(self, options: Any, seed: Any, carry: Any = None) -> Any: ...
    def actors(self, state: Any) -> tuple[Seat, ...]: ...
    def legal_actions(self, state: Any, seat: Seat) -> Sequence[Any]: ...
    def apply(self, state: Any, seat: Seat, action: Any) -> tuple[Any, tuple[Event, ...]]: ...
    def view(self, state: Any, viewer: Seat | None) -> Any: ...
    def complete(self, view: Any, rng: random.Random) -> Any: ...
    def returns(self, state: Any) -> tuple[int, ...]: ...

    def carry(self, state: Any) -> Any: ...
    def match_rules(self, options: Any) -> MatchRules: ...
    def opening(self, state: Any) -> tuple[Event, ...]: ...
    def is_void(self, state: Any) -> bool: ...

    def action_text(self, state: Any, action: Any) -> str: ...
    def parse_action(self, state: Any, seat: Seat, text: str) -> Any: ...
    def event_json(self, options: Any, event: Event) -> dict[str, Any]: ...
    def carry_json(self, carry: Any) -> dict[str, Any] | None: ...
    def parse_carry(self, data: Any) -> Any: ...
