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
Facts = Mapping[str, Fact]
NOTHING: Mapping[int, Facts] = {}


class Event(NamedTuple):
    """A fact that happened: what everybody sees, and what single seats see beyond that.

    Values are plain; card kinds stand under `card` and `cards`.
    """

    kind: str
    public: Facts
    private: Mapping[Seat, Facts] = NOTHING

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

    def options(self, given: Mapping[str, Raw]) -> Options:
        """Options from names and values; `preset` names what they are laid over."""

    def presets(self) -> Mapping[str, Mapping[str, Raw]]:
        """Named option sets, as differences to the default."""

    def deal(self, options: Any, seed: Any, carry: Any = None) -> Any:
        """A new deal up to its first decision; `seed` is 32 bytes or a layout of the game's own."""

    def actors(self, state: Any) -> tuple[Seat, ...]:
        """The seats that must decide now; () when the deal is over."""

    def legal_actions(self, state: Any, seat: Seat) -> Sequence[Any]:
        """Every action of a seat, the safe default first; () for a seat that is not asked."""

    def apply(self, state: Any, seat: Seat, action: Any) -> tuple[Any, tuple[Event, ...]]:
        """The state after an action, and what happened."""

    def steps(self, state: Any, seat: Seat, action: Any) -> tuple[tuple[Any, tuple[Event, ...]], ...]:
        """As `apply`, in pieces of (state, events) with an end wherever a table pauses.

        The last state is that of `apply`, all events together are its events. The other states can be viewed,
        but nobody is asked in them.
        """

    def opening_steps(
        self, options: Any, seed: Any, carry: Any = None
    ) -> tuple[tuple[Any, tuple[Event, ...]], ...]:
        """As `deal` and `opening`, in pieces like those of `steps`."""

    def view(self, state: Any, viewer: Seat | None) -> Any:
        """What a seat may know; None is a spectator."""

    def complete(self, view: Any, rng: random.Random) -> Any:
        """A random state that looks to the viewer exactly as `view` does."""

    def returns(self, state: Any) -> tuple[int, ...]:
        """Points by seat."""

    def carry(self, state: Any) -> Any:
        """What a finished deal passes on to the next."""

    def match_rules(self, options: Any) -> MatchRules:
        """When a match of these options ends."""

    def opening(self, state: Any) -> tuple[Event, ...]:
        """The events of the deal itself, before its first decision."""

    def is_void(self, state: Any) -> bool:
        """Whether a finished deal does not count."""

    def action_text(self, state: Any, action: Any) -> str:
        """An action in text notation."""

    def parse_action(self, state: Any, seat: Seat, text: str) -> Any:
        """The action that a text means for a seat."""

    def event_json(self, options: Any, event: Event) -> dict[str, Any]:
        """An event as plain JSON, its cards in notation."""

    def carry_json(self, carry: Any) -> dict[str, Any] | None:
        """A carry as plain JSON."""

    def parse_carry(self, data: Any) -> Any:
        """The carry that `carry_json` wrote."""
