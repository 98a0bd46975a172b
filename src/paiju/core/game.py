"""The seven verbs that every game speaks, the values that pass between them, and what a seat may say about a play."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NamedTuple, Protocol, runtime_checkable

from paiju.core.errors import RuleError
from paiju.core.options import Options, Raw

if TYPE_CHECKING:
    import random

    from typing_extensions import TypeVar

    State = TypeVar("State", default=Any)
    Action = TypeVar("Action", default=Any)
    View = TypeVar("View", default=Any)
else:
    from typing import TypeVar

    State, Action, View = TypeVar("State"), TypeVar("Action"), TypeVar("View")

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

    def number(self, name: str) -> int:
        """What everybody sees under a name, where the kind of the event says that it is a number."""
        value = self.public[name]
        assert isinstance(value, int)
        return value

    def __reduce__(self) -> tuple[object, ...]:  # facts that many events share cannot be changed, nor pickled
        private = {seat: dict(facts) for seat, facts in self.private.items()}
        return Event, (self.kind, dict(self.public), private)


def public_event(kind: str, public: Facts) -> Event:
    """An event that has nothing for single seats. Games tell many, and this makes one in half the time."""
    return tuple.__new__(Event, (kind, public, NOTHING))


def shared_event(kind: str, public: Facts) -> Event:
    """An event of which deals are full, made once and told again and again: nobody can change its facts."""
    return public_event(kind, MappingProxyType(public))


class Pause(Enum):
    """What everybody sees a table wait for. It takes as long whoever is asked, and whether anybody is."""

    NONE = auto()
    """No more than the seat that all know to be asked, if there is one."""
    OPEN = auto()
    """Claims on a card that lies open."""
    VEILED = auto()
    """A drawing that is hidden, with where it stops, from all who are not asked."""


class Moment(NamedTuple, Generic[State]):
    """A stop in a deal at which it is shown: the state, and what happened since the moment before.

    `cards` is how many a veiled drawing deals.
    """

    state: State
    events: tuple[Event, ...]
    pause: Pause = Pause.NONE
    cards: int = 0


def whole(moments: Sequence[Moment[State]]) -> Moment[State]:
    """Moments in a row as one: all that happened, and where it led."""
    return moments[-1]._replace(events=tuple([event for moment in moments for event in moment.events]))


@dataclass(frozen=True, slots=True)
class MatchRules:
    """When a match ends: `end` is endless, deals or target; `length` counts deals or points."""

    end: str
    length: int
    play_on: bool


class Game(Protocol[State, Action, View]):
    """A rule family: the seven verbs, what a deal is worth and passes on, its names for things.

    The verbs are `options`, `deal`, `actors`, `legal_actions`, `apply`, `view` and `determinize`. State, action and view are each game's own and values: no verb changes one. `legal_actions` is complete, in stable
    order, and its first element is the safe default. An action has a `verb`, the first word of its text. `apply` raises `RuleError` and leaves the state as it was.
    """

    name: ClassVar[str]
    seats: ClassVar[int]
    """How many usually sit at a table; `seats_of` says how many do."""
    law: ClassVar[int]
    """Raised whenever an old record could replay differently."""

    def options(self, given: Mapping[str, Raw]) -> Options:
        """Options from names and values; `preset` names what they are laid over."""

    def seats_of(self, options: Any) -> int:
        """How many sit at a table of these options, whoever sits a deal out among them."""

    def presets(self) -> Mapping[str, Mapping[str, Raw]]:
        """Named option sets, as differences to the default."""

    def deal(self, options: Any, seed: Any, carry: Any = None) -> State:
        """A new deal up to its first decision; `seed` is 32 bytes or a layout of the game's own."""

    def actors(self, state: State) -> tuple[Seat, ...]:
        """The seats that must decide now, several in a claim window, where that is no public fact; () when the deal is over."""

    def askable(self, state: State) -> tuple[Seat, ...]:
        """The seats that may be being asked, as far as everybody can tell: all of `actors`, and those that look the same."""

    def legal_actions(self, state: State, seat: Seat) -> Sequence[Action]:
        """Every action of a seat, the safe default first; () for a seat that is not asked."""

    def apply(self, state: State, seat: Seat, action: Action) -> tuple[State, tuple[Event, ...]]:
        """The state after an action, and what happened."""

    def moments(self, state: State, seat: Seat, action: Action) -> tuple[Moment[State], ...]:
        """All moments that an action leads to; together (`whole`) they are what `apply` says.

        But for the last one, which is a decision or the end, nobody is asked in them: each is a pause in which
        somebody might have been, for all that the others know, and is to be shown as long.
        """

    def opening_moments(self, options: Any, seed: Any, carry: Any = None) -> tuple[Moment[State], ...]:
        """As `deal` and `opening`, in moments like those of an action."""

    def ends_pause(self, state: State, seat: Seat, action: Action) -> bool:
        """Whether a legal action ends a pause before its time: for all that anybody knows, no answer can matter any more."""

    def view(self, state: State, viewer: Seat | None) -> View:
        """What a seat may know; None is a spectator."""

    def determinize(self, view: View, rng: random.Random, *, history: bool = True) -> State:
        """A random state that looks to the viewer exactly as `view` does; without `history` its past may be another."""

    def returns(self, state: State) -> tuple[int, ...]:
        """Points by seat."""

    def carry(self, state: State) -> Any:
        """What a finished deal passes on to the next."""

    def match_rules(self, options: Any) -> MatchRules:
        """When a match of these options ends."""

    def opening(self, state: State) -> tuple[Event, ...]:
        """The events of the deal itself, before its first decision."""

    def is_void(self, state: State) -> bool:
        """Whether a finished deal does not count."""

    def action_text(self, state: State, action: Action) -> str:
        """An action in text notation."""

    def parse_action(self, state: State, seat: Seat, text: str) -> Action:
        """The action that a text means for a seat."""

    def event_json(self, options: Any, event: Event) -> dict[str, Any]:
        """An event as plain JSON, its cards in notation."""

    def carry_json(self, carry: Any) -> dict[str, Any] | None:
        """A carry as plain JSON."""

    def parse_carry(self, data: Any) -> Any:
        """The carry that `carry_json` wrote."""


# --- signals: what a seat says at the table about a play, by a rule of the game, and without any effect on the deal

Place = tuple[int, int]
"""A part of a deal in which nobody says the same twice, and the play in it that a signal is about."""


class Signal(NamedTuple):
    """What a seat said once so many actions of a deal had been done."""

    after: int
    seat: int
    text: str


@runtime_checkable
class Signalling(Protocol):
    """A game that knows signals."""

    def signals(self, options: Any) -> Mapping[str, str]:
        """The signals at a table of these options, each with the number of its rule."""

    def check_signal(self, state: Any, seat: int, text: str) -> None:
        """That a seat may say a signal now, if it has not been said before.

        Raises:
            RuleError: signal.none, there is no such signal; signal.standing, the seat has no play that stands.
        """

    def signal_place(self, state: Any) -> Place:
        """Where a signal would be said in this state."""


def signals_of(game: Game, options: Any) -> Mapping[str, str]:
    """The signals at a table and their rules; none in a game that knows none."""
    return game.signals(options) if isinstance(game, Signalling) else {}


class Signals:
    """What has been said in one deal."""

    def __init__(self, game: Game, options: Any) -> None:
        self._game = game
        self._rules = signals_of(game, options)
        self._said: list[tuple[Place, Signal]] = []

    def say(self, state: Any, after: int, seat: int, text: str) -> Signal:
        """A signal in the state after so many actions.

        Raises:
            RuleError: as `check_signal`, and signal.repeated.
            UsageError: usage.seat | type.
        """
        place = self._place_of(state, seat, text)
        said = Signal(after, seat, text)
        self._said.append((place, said))
        return said

    def sayable(self, state: Any, seat: int) -> tuple[str, ...]:
        """The signals that a seat may say in this state."""
        return tuple(text for text in self._rules if self._may_say(state, seat, text))

    def _may_say(self, state: Any, seat: int, text: str) -> bool:
        try:
            self._place_of(state, seat, text)
        except RuleError:
            return False
        return True

    def _place_of(self, state: Any, seat: int, text: str) -> Place:
        """Where a signal is said; errors as in `say`."""
        game = self._game
        if not isinstance(game, Signalling):
            raise no_signal(text, "")
        game.check_signal(state, seat, text)
        place = game.signal_place(state)
        if any(at[0] == place[0] and (one.seat, one.text) == (seat, text) for at, one in self._said):
            raise RuleError(
                "signal.repeated", f"seat {seat} has said it before", self._rules[text], {"seat": seat}
            )
        return place

    def standing(self, state: Any) -> tuple[Signal, ...]:
        """What was said about the play that stands in this state."""
        if not self._said or not isinstance(self._game, Signalling):
            return ()
        place = self._game.signal_place(state)
        return tuple(one for at, one in self._said if at == place)


def no_signal(text: str, rule: str) -> RuleError:
    """The error for a signal that there is not."""
    return RuleError("signal.none", f"there is no signal {text[:20]!r}", rule, {"text": text[:20]})
