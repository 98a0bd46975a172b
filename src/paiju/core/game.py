"""The seven verbs that every game speaks, and the values that pass between them."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from enum import Enum, auto
from functools import cache
from importlib import import_module
from operator import attrgetter
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NamedTuple, Protocol, Self, cast

from paiju.core.errors import (
    OptionError,
    PositionError,
    RuleError,
    UsageError,
    check_seat,
    check_type,
    excerpt,
    wrong_type,
)
from paiju.core.options import Options, Raw, TieBreak

if TYPE_CHECKING:
    from typing_extensions import TypeVar

    State = TypeVar("State", default=Any)
    Action = TypeVar("Action", default=Any)
    View = TypeVar("View", default=Any)
else:
    from typing import TypeVar

    State, Action, View = TypeVar("State"), TypeVar("Action"), TypeVar("View")

Seat = int
Place = tuple[int, int]
"""The part of a deal in which a seat says a signal at most once, and the play that it is about."""
Fact = int | str | bool | None | tuple[Any, ...]
Facts = Mapping[str, Fact]
NOTHING: Mapping[int, Facts] = {}


class Event(NamedTuple):
    """A fact that happened: what everyone sees, and what single seats see beyond that.

    Values are plain; `card` and `cards` hold card kinds.
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
        """A public fact that is a number for this kind of event."""
        value = self.public[name]
        assert isinstance(value, int)
        return value


T = TypeVar("T")


def put(values: tuple[T, ...], seat: Seat, value: T) -> tuple[T, ...]:
    """The values by seat with one replaced (through a list, the quickest way)."""
    changed = list(values)
    changed[seat] = value
    return tuple(changed)


def named(value: Any, names: Iterable[str]) -> dict[str, Any]:
    """Some fields of a value by name: what a state and a view of it have in common."""
    return {name: getattr(value, name) for name in names}


@dataclass(slots=True)
class Eventful:
    """A state that notes what happens while it is changed; a copy of it begins with nothing.

    Keyword-only fields can be rebuilt: copies and pickles leave them out. All fields are themselves immutable.
    """

    happened: tuple[Event, ...] = field(default=(), compare=False, repr=False, kw_only=True)

    def copy(self) -> Self:
        """A copy that may be changed."""
        kind, stored = self.__reduce__()
        copied: Self = kind(*stored)
        return copied

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        kind: Any = type(self)
        return kind, _stored(kind)(self)

    def tell(self, kind: str, public: Facts, private: Mapping[Seat, Facts] = NOTHING) -> None:
        """Note that something happened; only on a fresh copy."""
        self.happened += (Event(kind, public, private),)

    def tell_some(self, seats: Iterable[Seat] | None, kind: str, public: Facts, secret: Facts) -> None:
        """As `tell`; only some `seats` (None: all) learn the secret facts."""
        if seats is None:
            self.tell(kind, {**public, **secret})
        else:
            self.tell(kind, public, dict.fromkeys(seats, secret))

    def take_events(self) -> tuple[Event, ...]:
        """The events since the last look; none of them stays."""
        events, self.happened = self.happened, ()
        return events


@cache
def _stored(kind: type[Eventful]) -> Callable[[Eventful], tuple[Any, ...]]:
    """The fields that a copy of a state has."""
    return attrgetter(*[one.name for one in fields(kind) if not one.kw_only])


def event_json(event: Event, fact: Callable[[str, Any], Any]) -> dict[str, Any]:
    """An event as plain JSON; private parts by seat number, each value as `fact` writes it by its name."""
    data = {"event": event.kind, **facts_json(event.public, fact)}
    if event.private:
        data["private"] = {str(seat): facts_json(own, fact) for seat, own in sorted(event.private.items())}
    return data


def facts_json(facts: Mapping[str, Any], fact: Callable[[str, Any], Any]) -> dict[str, Any]:
    """Facts as plain JSON."""
    return {key: fact(key, value) for key, value in facts.items()}


class Pause(Enum):
    """A wait of the table that everyone sees, equally long whichever seat decides, or none."""

    NONE = auto()  # no more than the seat that all know to decide, if there is one
    OPEN = auto()  # claims on a card that lies open
    VEILED = auto()  # a draw that is hidden, with where it stops, from all who do not decide


class Moment(NamedTuple, Generic[State]):
    """A stop in a deal: its state, the events since the moment before, and how many `cards` a veiled drawing deals."""

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

    @classmethod
    def of(cls, options: Any) -> MatchRules:
        """The rules that the match options of a game say."""
        return cls(str(options.match_end), options.match_length, options.tie_break is TieBreak.PLAY_ON)


class Game(Protocol[State, Action, View]):
    """A rule family: the verbs, what a deal is worth and passes on, its names for things.

    The seven verbs are `options`, `deal`, `actors`, `legal_actions`, `apply`, `view` and `determinize`. State, action and view are each game's own and values: no verb changes one. `legal_actions` is complete, in stable
    order, and its first element is the safe default. An action has a `verb`, the first word of its text. `apply` raises `RuleError` and leaves the state as it was.
    """

    name: ClassVar[str]
    seats: ClassVar[int]
    """The usual number of seats; `seats_of` has that of a table."""
    law: ClassVar[int]
    """Raised whenever an old record could replay differently."""

    def options(self, given: Mapping[str, Raw]) -> Options:
        """Options from names and values; `preset` names the set that they change."""

    def seats_of(self, options: Any) -> int:
        """The number of seats at a table of these options, including those that sit a deal out."""

    def presets(self) -> Mapping[str, Mapping[str, Raw]]:
        """Named option sets, as differences to the default."""

    def deal(self, options: Any, seed: Any, carry: Any = None) -> State:
        """A new deal up to its first decision; `seed` is 32 bytes or a layout of the game's own."""

    def actors(self, state: State) -> tuple[Seat, ...]:
        """The seats that must decide now, several in a claim window, where that is no public fact; () when the deal is over."""

    def askable(self, state: State) -> tuple[Seat, ...]:
        """The seats that might be deciding, by public facts: all of `actors`, and those that look the same."""

    def legal_actions(self, state: State, seat: Seat) -> Sequence[Action]:
        """Every action of a seat, the safe default first; () for a seat that is not asked."""

    def apply(self, state: State, seat: Seat, action: Action) -> tuple[State, tuple[Event, ...]]:
        """The state after an action, and what happened."""

    def moments(self, state: State, seat: Seat, action: Action) -> tuple[Moment[State], ...]:
        """All moments that an action leads to; together (`whole`) they are what `apply` says.

        In all but the last, which is a decision or the end, nobody decides: they are pauses, and last as long as a decision would.
        """

    def opening_moments(self, options: Any, seed: Any, carry: Any = None) -> tuple[Moment[State], ...]:
        """As `deal` and `opening`, in moments like those of an action."""

    def ends_pause(self, state: State, seat: Seat, action: Action) -> bool:
        """Whether a legal action ends a pause before its time: for all that anyone knows, no answer can matter any more."""

    def view(self, state: State, viewer: Seat | None) -> View:
        """The view of a seat; None is a spectator."""

    def determinize(self, view: View, rng: random.Random, *, history: bool = True) -> State:
        """A random state that looks to the viewer exactly as `view` does; without `history` its past may be another."""

    def returns(self, state: State) -> tuple[int, ...]:
        """Points by seat."""

    def carry(self, state: State) -> Any:
        """The carry of a finished deal, for the next one."""

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


# --- the object that a game's users hold: it checks what comes from outside, once, around pure functions that trust their types


class Dealt(Protocol):
    """The attributes of every state that the verbs use."""

    rules: Any
    """The compiled options: `options` themselves, `seats` and the `match`."""
    start: Any
    result: Any
    """How the deal ended, None while it lasts."""


S = TypeVar("S", bound=Dealt)
A = TypeVar("A")
V = TypeVar("V")
O = TypeVar("O", bound=Options)  # noqa: E741 - options
C = TypeVar("C")


# --- how consoles and notebooks display values of the rules: as text that makes them again, and as pictures


def repr_of(value: Any) -> str:
    """The expression that makes a view or a state again, without its past; its name alone where no text can say it."""
    viewed = hasattr(value, "viewer")
    options = value.options if viewed else value.rules.options
    game: Any = import_module("paiju.games.registry").load(options.game)
    try:
        line = game.position_text(value, past=False)
    except PositionError:
        return f"<{type(value).__name__} of {game.name}>"
    return f"paiju.position({line!r}{', random.Random(0)).view' if viewed else ').state'}"


def html_of(value: Any) -> str | None:
    """The picture of a view, a state, a position or a record, as a notebook displays it; None where there is none."""
    return cast("str | None", import_module("paiju.wire.notebooks").html(value))


class Position(NamedTuple):
    """A position that has been read: its game, the state, and the view that it was one of, if it was."""

    game: Game
    state: Any
    view: Any = None

    def _repr_html_(self) -> str | None:
        return html_of(self)


@dataclass(frozen=True, slots=True)
class Verbs(Generic[S, A, V, O, C]):
    """The rules of a game as pure functions of its own values; nothing that comes from outside reaches them unchecked.

    `begin` deals from a seed, a layout or a position's state. `allowed` lists an action or raises `RuleError`. `grammar` reads and writes positions.
    """

    rules: Callable[[O], Any]
    begin: Callable[[Any, Any, C], tuple[Moment[S], ...]]
    actors: Callable[[S], tuple[Seat, ...]]
    askable: Callable[[S], tuple[Seat, ...]]
    legal: Callable[[S, Seat], Sequence[A]]
    allowed: Callable[[S, Seat, A], A]
    act: Callable[[S, Seat, A], tuple[S, tuple[Event, ...]]]
    moments: Callable[[S, Seat, A], tuple[Moment[S], ...]]
    ends_pause: Callable[[S, Seat, A], bool]
    view: Callable[[S, Seat | None], V]
    determinize: Callable[[V, random.Random, bool], S]
    carry: Callable[[S], C]
    check_action: Callable[[Any], None]
    action_text: Callable[[S, A], str]
    parse_action: Callable[[S, Seat, str], A]
    event_json: Callable[[Any, Event], dict[str, Any]]
    carry_json: Callable[[C], dict[str, Any]]
    parse_carry: Callable[[Any], C]
    grammar: Callable[[], Any]


class CheckedGame(Generic[S, A, V, O, C]):
    """The verbs of a game as its users call them: arguments are checked here, by type, seat and turn, and nowhere further in.

    All verbs raise `UsageError` with usage.type or usage.seat for values that are not what they are given for.
    """

    name: ClassVar[str]
    seats: ClassVar[int]
    law: ClassVar[int]
    presets_by_name: ClassVar[Mapping[str, Mapping[str, Raw]]]
    """Named option sets; the first is the default."""
    over_rule: ClassVar[str]
    turn_rule: ClassVar[str]
    verbs: Verbs[S, A, V, O, C]
    options_type: type[O]
    state_type: type[S]
    action_type: type[A]
    view_type: type[V]
    carry_type: type[C]

    def __repr__(self) -> str:
        return f"paiju.load({self.name!r})"

    def options(self, given: Mapping[str, Raw]) -> O:
        """Options from a mapping of names to values; `preset` names the set that they change.

        Raises:
            OptionError: option.preset | unknown | type | range | choice | inactive | conflict.
        """
        check_type(given, Mapping)
        overrides, presets = dict(given), self.presets_by_name
        name = excerpt(overrides.pop("preset", next(iter(presets))))
        if name not in presets:
            known = ", ".join(presets)
            raise OptionError("option.preset", "preset", f"{name!r} is not one of {known}", {"value": name})
        return self.options_type.build(presets[name], overrides)

    def presets(self) -> Mapping[str, Mapping[str, Raw]]:
        """Named option sets, as differences to the default."""
        return self.presets_by_name

    def _rules(self, options: O) -> Any:
        check_type(options, self.options_type)
        return self.verbs.rules(options)

    def seats_of(self, options: O) -> int:
        """The number of seats at a table of these options, including those that sit a deal out."""
        return cast("int", self._rules(options).seats)

    def match_rules(self, options: O) -> MatchRules:
        """When a match of these options ends."""
        return cast("MatchRules", self._rules(options).match)

    def deal(self, options: O, seed: Any, carry: C | None = None) -> S:
        """A new deal, run up to its first decision; it may be over at once.

        `seed` is 32 bytes, a `Layout` with the cards themselves, or the state of a position; `carry` is what the deal
        before passed on.

        Raises:
            UsageError: usage.seed | type | seat | carry.
            LayoutError: layout.cards.
            PositionError: position.conflict, for a state of other options, or a carry beside one.
        """
        return self.opening_moments(options, seed, carry)[-1].state

    def opening_moments(self, options: O, seed: Any, carry: C | None = None) -> tuple[Moment[S], ...]:
        """As `deal` and `opening`, in moments like those of an action; errors as in `deal`."""
        rules = self._rules(options)
        check_type(carry, (self.carry_type, type(None)))
        if isinstance(seed, self.state_type):
            if seed.rules.options != options:
                raise PositionError("position.conflict", "options", "the position has others", 0)
            if carry is not None:
                raise PositionError("position.conflict", "carry", "a position has its own past", 0)
        return self.verbs.begin(rules, seed, carry or self.carry_type())

    def opening(self, state: S) -> tuple[Event, ...]:
        """The events of the deal itself, before its first decision."""
        check_type(state, self.state_type)
        return cast("tuple[Event, ...]", state.start.opening)

    def actors(self, state: S) -> tuple[Seat, ...]:
        """The seats that must decide now; () when the deal is over. Several are in a claim window, as a secret: see `askable`."""
        if not isinstance(state, self.state_type):
            raise wrong_type(state, self.state_type)
        return self.verbs.actors(state)

    def askable(self, state: S) -> tuple[Seat, ...]:
        """The seats that might be deciding, by public facts; all of `actors` are among them."""
        check_type(state, self.state_type)
        return self.verbs.askable(state)

    def legal_actions(self, state: S, seat: Seat) -> Sequence[A]:
        """All actions of a seat, the safe default first; () for a seat that is not asked."""
        self._check_seat(state, seat)
        return self.verbs.legal(state, seat)

    def _check_seat(self, state: S, seat: Seat) -> None:
        if not isinstance(state, self.state_type):
            raise wrong_type(state, self.state_type)
        check_seat(seat, state.rules.seats)

    def apply(self, state: S, seat: Seat, action: A | str) -> tuple[S, tuple[Event, ...]]:
        """The state after `action`, a value or its text, and what happened; `state` itself stays as it was.

        Raises:
            UsageError: usage.seat | type | number.
            RuleError: action.game_over, action.not_your_turn or action.illegal, tested in this order.
            NotationError: as `parse_action`.
        """
        return self.verbs.act(state, seat, self._allowed(state, seat, action))

    def moments(self, state: S, seat: Seat, action: A | str) -> tuple[Moment[S], ...]:
        """As `apply`, moment by moment: one for each pause in which a seat might decide, and one for the end."""
        return self.verbs.moments(state, seat, self._allowed(state, seat, action))

    def _allowed(self, state: S, seat: Seat, action: A | str) -> A:
        """The action as the rules list it; errors as in `apply`."""
        if not isinstance(state, self.state_type):
            raise wrong_type(state, self.state_type)
        verbs = self.verbs
        if type(seat) is not int or seat not in verbs.actors(state):
            check_seat(seat, state.rules.seats)
            if state.result is not None:
                raise RuleError("action.game_over", "the deal is over", self.over_rule)
            raise RuleError(
                "action.not_your_turn", f"seat {seat} is not asked", self.turn_rule, {"seat": seat}
            )
        if not isinstance(action, self.action_type):
            action = self.parse_action(state, seat, cast("str", action))
        return verbs.allowed(state, seat, action)

    def ends_pause(self, state: S, seat: Seat, action: A) -> bool:
        """Whether a legal action ends a pause before its time: for all that anyone knows, no answer can matter any more."""
        self._check_seat(state, seat)
        self.verbs.check_action(action)
        return self.verbs.ends_pause(state, seat, action)

    def view(self, state: S, viewer: Seat | None) -> V:
        """What `viewer` may know; None is a spectator."""
        if viewer is None:
            check_type(state, self.state_type)
        else:
            self._check_seat(state, viewer)
        return self.verbs.view(state, viewer)

    def determinize(self, view: V, rng: random.Random, *, history: bool = True) -> S:
        """A deal drawn uniformly from all whose past, with what was done in it, shows the viewer what they have seen.

        What others did face down is drawn as well, near to uniform only where very much of it is; nobody has answered in an open
        window. Without `history`, or of a view without a past, hands agree with what the view displays now: a quick draw for searches.

        Raises:
            PositionError: position.rare, if no deal was found that shows this.
        """
        check_type(view, self.view_type)
        check_type(rng, random.Random)
        return self.verbs.determinize(view, rng, history)

    def returns(self, state: S) -> tuple[int, ...]:
        """Points by seat; zeros while the deal lasts and after a void one."""
        check_type(state, self.state_type)
        return cast("tuple[int, ...]", state.result.returns if state.result else (0,) * state.rules.seats)

    def is_void(self, state: S) -> bool:
        """Whether a finished deal does not count (流局)."""
        check_type(state, self.state_type)
        return state.result is not None and state.result.void

    def carry(self, state: S) -> C:
        """The carry of a finished deal, for the next one.

        Raises:
            UsageError: usage.unfinished | type.
        """
        check_type(state, self.state_type)
        if state.result is None:
            raise UsageError("usage.unfinished", "a deal that is not over passes nothing on")
        return self.verbs.carry(state)

    def action_text(self, state: S, action: A) -> str:
        """An action in text notation."""
        check_type(state, self.state_type)
        self.verbs.check_action(action)
        return self.verbs.action_text(state, action)

    def parse_action(self, state: S, seat: Seat, text: str) -> A:
        """The action that a text means for a seat.

        Raises:
            NotationError: notation.action | card | suit.
        """
        self._check_seat(state, seat)
        check_type(text, str)
        return self.verbs.parse_action(state, seat, text)

    def event_json(self, options: O, event: Event) -> dict[str, Any]:
        """An event as plain JSON, its cards in notation."""
        rules = self._rules(options)
        check_type(event, Event)
        return self.verbs.event_json(rules, event)

    def carry_json(self, carry: C | None) -> dict[str, Any] | None:
        """A carry as plain JSON."""
        check_type(carry, (self.carry_type, type(None)))
        return None if carry is None else self.verbs.carry_json(carry)

    def parse_carry(self, data: Any) -> C:
        """The carry that `carry_json` wrote.

        Raises:
            RecordError: record.field, naming the part that is wrong.
        """
        return self.carry_type() if data is None else self.verbs.parse_carry(data)

    def position(self, options: Any = None, rng: random.Random | None = None, **fields: Any) -> S:
        """The state that named fields describe, as in the text of a position (docs/positions.md); `rng` deals what is unknown.

        `options` are options, a preset's name with changes as text, or names and values.

        Raises:
            PositionError: position.field | value | conflict | cards | open | rare, with the argument.
            OptionError: as `options`.
        """
        return cast("S", self.verbs.grammar().build(self, options, rng, fields).state)

    def position_text(self, shown: S | V, *, past: bool = True) -> str:
        """A state or a view as one line of text; without `past` the history that a text can hold is left out.

        The seed is left out once no chance remains.

        Raises:
            PositionError: position.beyond.
        """
        check_type(shown, (self.state_type, self.view_type))
        return cast("str", self.verbs.grammar().write(self, shown, past=past))

    def parse_position(self, text: str, rng: random.Random | None = None) -> Position:
        """The position that a text describes; `rng` deals what is unknown.

        Raises:
            NotationError: position.syntax.
            PositionError: as `position`.
            OptionError: as `options`.
        """
        return cast("Position", self.verbs.grammar().parse(self, text, rng))
