"""A position as one line of text: where the cards lie and who must decide, and what a game provides to read and write it."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple, Protocol, TypeVar, cast, runtime_checkable

from paiju.core.document import MOST_POSITION
from paiju.core.errors import NotationError, PaijuError, PositionError, UsageError, check_type, excerpt
from paiju.core.game import Game, Position
from paiju.core.options import text_of

NONE = "-"
"""An empty part of a field."""
UNKNOWN = "?"
UNSEEN = -1
"""The kind of an unknown card."""
SPECTATOR = "all"
_MOST_SHOWN = 40
_MOST_DIGITS = 9
_MOST_DEPTH = 2
_CLAUSE = re.compile(r";\s*([^;\s]*)\s*([^;]*)")
"""A field after a semicolon: its name and its value."""
S = TypeVar("S")


@runtime_checkable
class Positioned(Protocol):
    """A game with positions as text."""

    def position(self, options: Any = None, rng: random.Random | None = None, **fields: Any) -> Any:
        """The state that named fields describe."""

    def position_text(self, shown: Any, *, past: bool = True) -> str:
        """A state or a view as one line of text, without finished tricks and the like if not `past`."""

    def parse_position(self, text: str, rng: random.Random | None = None) -> Position:
        """The position that a text describes."""


def positioned(game: Game) -> Positioned:
    """The game, which must have positions as text.

    Raises:
        UsageError: usage.game, for a game from elsewhere that has none.
    """
    if not isinstance(game, Positioned):
        raise UsageError("usage.game", f"{game.name} has no positions", {"text": game.name, "known": ""})
    return game


class Field(NamedTuple):
    """The text of a field and its column, from 1; 0 for an argument."""

    text: str
    column: int = 0


class Fields:
    """The fields of one position, and the errors that name them."""

    def __init__(self, given: Mapping[str, Field], known: Sequence[str]) -> None:
        for name, field in given.items():
            if name not in known:
                raise PositionError(
                    "position.field",
                    name[:_MOST_SHOWN],
                    f"no such field; choose one of {', '.join(known)}",
                    field.column,
                )
        self._given = given

    def __contains__(self, name: str) -> bool:
        return name in self._given

    def text(self, name: str) -> str:
        """The text of a field; an empty one where it is missing."""
        return self._given[name].text if name in self._given else ""

    def flag(self, name: str) -> bool:
        """Whether a field without a value is there."""
        if self.text(name):
            raise self.wrong(name, "takes no value")
        return name in self

    def parts(self, name: str, seats: int) -> list[str]:
        """The parts of a field by seat; empty texts where it is missing, or a part is `-`."""
        if name not in self:
            return [""] * seats
        parts = [part.strip() for part in self.text(name).split("/")]
        if len(parts) != seats:
            raise self.wrong(name, f"{len(parts)} parts for {seats} seats")
        return ["" if part == NONE else part for part in parts]

    def number(self, name: str, default: int, low: int, high: int) -> int:
        """A whole number, `default` where the field is missing."""
        return self.read_number(name, self.text(name), low, high) if name in self else default

    def read_number(self, name: str, text: str, low: int, high: int) -> int:
        """The number that some text in a field is."""
        if (
            not (text.isascii() and text.isdigit())
            or len(text) > _MOST_DIGITS
            or not low <= int(text) <= high
        ):
            raise self.wrong(name, f"{text[:_MOST_SHOWN]!r} is not a number from {low} to {high}")
        return int(text)

    def seats(self, name: str, seats: int) -> tuple[int, ...]:
        """Seats in the order in which a field names them, each once; () where it is missing."""
        found = tuple(self.read_number(name, word, 0, seats - 1) for word in self.text(name).split())
        if len(set(found)) != len(found):
            raise self.wrong(name, "a seat appears twice")
        return found

    def viewer(self, seats: int) -> int | None:
        """The seat whose view a position is; None for a spectator's view, and for a state."""
        if "view" not in self or self.text("view") == SPECTATOR:
            return None
        return self.read_number("view", self.text("view"), 0, seats - 1)

    def read_cards(self, name: str, text: str, parse: Callable[[str], Iterable[int]]) -> list[int]:
        """The cards of a part of a field, with `UNSEEN` for unknown ones; `parse` reads a word of known ones."""
        cards: list[int] = []
        for word in text.split():
            number = unknown_number(word)
            if number is not None and number >= 0:
                cards += [UNSEEN] * number
                continue
            try:
                cards += parse(word)
            except NotationError as error:
                detail = error.detail.partition(" in ")[0]
                raise self.wrong(name, f"{detail}: {word[:20]!r}") from error
        return cards

    def read_hand(self, seat: int, text: str, due: int, parse: Callable[[str], Iterable[int]]) -> list[int]:
        """The cards of a hand, in which a bare `?` stands for all that are missing to `due`."""
        words = text.split()
        cards = self.read_cards("hands", " ".join(word for word in words if word != UNKNOWN), parse)
        if UNKNOWN not in words:
            return cards
        if words.count(UNKNOWN) > 1 or len(cards) > due:
            raise self.wrong("hands", f"seat {seat} has {len(cards)} cards of {due}, and more of them")
        return cards + [UNSEEN] * (due - len(cards))

    def cards_left(
        self, deck: Iterable[int], named: Iterable[tuple[str, Sequence[int]]], card_text: Callable[[int], str]
    ) -> tuple[Counter[int], int]:
        """The cards of a deck that no field names, and how many of them are nowhere: fewer than none where too many are unknown.

        Raises:
            PositionError: position.cards, for more copies of a card than the deck has.
        """
        pool, unknown = Counter(deck), 0
        for name, cards in named:
            unknown += cards.count(UNSEEN)
            pool.subtract(kind for kind in cards if kind != UNSEEN)
            over = next((kind for kind, left in pool.items() if left < 0), None)
            if over is not None:
                raise self.cards(name, f"more copies of {card_text(over)} than the deck has")
        return +pool, pool.total() - unknown

    def wrong(self, name: str, detail: str) -> PositionError:
        """The error for a field that cannot be read."""
        return PositionError("position.value", name, detail, self._column(name))

    def against(self, name: str, other: str, detail: str) -> PositionError:
        """The error for a field that contradicts another one."""
        return PositionError(
            "position.conflict", name, f"contradicts {other}: {detail}", self._column(name), other
        )

    def cards(self, name: str, detail: str) -> PositionError:
        """The error for cards that do not make up the deck."""
        return PositionError("position.cards", name, detail, self._column(name))

    def _column(self, name: str) -> int:
        return self._given[name].column if name in self._given else 0


class Head(NamedTuple):
    """The head of a position: the game, and its options as words."""

    game: str
    words: tuple[str, ...]
    fields: dict[str, Field]


def split(text: str) -> Head:
    """The game, the options and the fields of a position.

    Raises:
        UsageError: usage.type.
        NotationError: position.syntax, with the column.
    """
    check_type(text, str)
    if len(text) > MOST_POSITION:
        raise wrong_syntax(f"more than {MOST_POSITION} characters", text, MOST_POSITION + 1)
    if not text.isprintable():
        at = next(i for i, letter in enumerate(text) if not letter.isprintable())
        raise wrong_syntax("a letter that cannot be printed", text, at + 1)
    words = text.partition(";")[0].split()
    if not words:
        raise wrong_syntax("no game", text, 1)
    fields: dict[str, Field] = {}
    for clause in _CLAUSE.finditer(text):
        name, value = clause[1], clause[2].rstrip()
        column = clause.start(1) + 1
        if not name:
            raise wrong_syntax("an empty field", text, clause.start() + 2)
        if name in fields:
            raise wrong_syntax(f"{name[:_MOST_SHOWN]} appears twice", text, column)
        fields[name] = Field(value, clause.start(2) + 1 if value else column)
    return Head(words[0], tuple(words[1:]), fields)


def wrong_syntax(detail: str, text: str, column: int) -> NotationError:
    """The error for a text that is no position, from a column on."""
    excerpted = text if len(text) <= _MOST_SHOWN else text[:_MOST_SHOWN] + "…"
    return NotationError("position.syntax", detail, excerpted, column)


def joined(head: str, fields: Iterable[tuple[str, str | None]]) -> str:
    """The text of a position, without the fields that are None."""
    return "; ".join((head, *(f"{name} {text}".strip() for name, text in fields if text is not None)))


def by_seat(parts: Iterable[str]) -> str | None:
    """A field by seat; None where no seat has anything."""
    found = list(parts)
    return " / ".join(part or NONE for part in found) if any(found) else None


def head_text(game: Game, options: Any) -> str:
    """The game and its options, laid over the preset that they differ least from."""
    return _head_text(cast("Hashable", game), options)


@lru_cache(maxsize=256)
def _head_text(game: Any, options: Any) -> str:
    changes = {name: _changes(game, options, name) for name in game.presets()}
    name = min(changes, key=lambda name: len(changes[name]))
    return " ".join((game.name, name, *(f"{key}={text_of(value)}" for key, value in changes[name].items())))


def _changes(game: Game, options: Any, preset: str) -> dict[str, Any]:
    """What must be written beside a preset; a change may activate a value of the preset that was inactive."""
    changes: dict[str, Any] = {}
    while more := options.changes(game.options({"preset": preset, **changes})):
        changes |= more
    return changes


def read_options(game: Game, words: Sequence[str]) -> Any:
    """The options that the words of a head name.

    Raises:
        OptionError: as `game.options`.
    """
    given: dict[str, str] = {}
    for at, word in enumerate(words):
        name, equals, value = word.partition("=")
        if not equals and at:
            raise PositionError("position.value", "options", f"{word[:_MOST_SHOWN]!r} is not NAME=VALUE", 0)
        given.update({name: value} if equals else {"preset": name})
    return game.options(given)


def argued(arguments: Mapping[str, Any], seats: int) -> dict[str, Field]:
    """Fields from named arguments: text, a number, True for a field without value, a part for each seat.

    Parts may be a sequence by seat or a mapping; a seat that it leaves out has nothing, or unknown cards in hand.
    """
    return {
        name: Field(_argued(name, value, seats))
        for name, value in arguments.items()
        if value is not None and value is not False
    }


def options_of(game: Game, options: Any) -> Any:
    """The options of an argument: the game's own, the name of a preset, names and values, or None for the default."""
    if isinstance(options, str):
        return read_options(game, options.split())
    return game.options(options or {}) if options is None or isinstance(options, Mapping) else options


def _argued(name: str, value: Any, seats: int, depth: int = 0) -> str:
    if value is True:
        return ""
    if isinstance(value, str | int):
        text = (value if isinstance(value, str) else excerpt(value)).strip()
        if ";" in text:
            raise PositionError("position.value", name, "a field cannot contain a semicolon", 0)
        return text
    if isinstance(value, Mapping):
        if any(type(seat) is not int or not 0 <= seat < seats for seat in value):
            raise PositionError("position.value", name, f"seats are 0 to {seats - 1}", 0)
        missing = UNKNOWN if name == "hands" else NONE
        value = [value.get(seat, missing) for seat in range(seats)]
    if isinstance(value, Sequence) and depth <= _MOST_DEPTH:
        return " / ".join(_argued(name, part, seats, depth + 1) or NONE for part in value)
    raise PositionError("position.value", name, f"expected text, not {type(value).__name__}", 0)


def dealt(fill: Callable[[random.Random], S], rng: random.Random | None, tries: int) -> S:
    """The result of `fill` for the first random deal of the unknown cards without a contradiction.

    Raises:
        PositionError: position.open without chance; position.rare after as many tries; what `fill` raises, unless it is about the
            hands, of which another deal may do.
    """
    if rng is None:
        raise PositionError(
            "position.open", "hands", "cards are unknown, and no rng is given to deal them", 0
        )
    trouble = ""
    for _ in range(tries):
        try:
            return fill(rng)
        except PositionError as error:
            if error.facts["other"] != "hands":
                raise
            trouble = error.detail
    raise PositionError(
        "position.rare", "hands", f"no deal that looks like this in {tries} tries: {trouble}", 0
    )


def unknown_number(word: str) -> int | None:
    """The number of cards that a word leaves open: 17 for `17?`, -1 for `?` (as many as are due), None for a card."""
    if not word.endswith(UNKNOWN):
        return None
    digits = word[:-1]
    if not digits:
        return -1
    return int(digits) if digits.isascii() and digits.isdigit() and len(digits) < 4 else None  # noqa: PLR2004 - three digits are enough


# --- what a game provides for its positions


class Grammar(NamedTuple):
    """The positions of a game: their fields, and how these are read and written."""

    fields: tuple[str, ...]
    read: Callable[[Any, Fields], Any]
    """Reads fields under some options, each by itself: whether they are a view (`is_view`), whose (`viewer`), and the rest."""
    state: Callable[[Any, random.Random | None], Any]
    """The state that they describe together."""
    text: Callable[[Game, Any], str]
    """A state or a view as text."""
    view_type: type
    trimmed: Callable[..., Any] = lambda shown, *, past: shown
    """A state or a view without what its text leaves out."""

    def parse(self, game: Game, text: str, rng: random.Random | None) -> Position:
        """The position that a text describes.

        Raises:
            NotationError: position.syntax.
            PositionError: position.field | value | conflict | cards | open | rare.
            OptionError: for unknown options.
        """
        check_type(rng, (random.Random, type(None)))
        head = split(text)
        if head.game != game.name:
            raise wrong_syntax(f"no position of {game.name}", text, 1)
        return self._position(game, read_options(game, head.words), head.fields, rng)

    def build(
        self, game: Game, options: Any, rng: random.Random | None, arguments: Mapping[str, Any]
    ) -> Position:
        """The position that named arguments describe; errors as in `parse`."""
        check_type(rng, (random.Random, type(None)))
        chosen = options_of(game, options)
        check_type(chosen, type(game.options({})))
        return self._position(game, chosen, argued(arguments, game.seats_of(chosen)), rng)

    def _position(
        self, game: Game, options: Any, fields: Mapping[str, Field], rng: random.Random | None
    ) -> Position:
        parsed = self.read(options, Fields(fields, self.fields))
        state = self.state(parsed, rng)
        return Position(game, state, game.view(state, parsed.viewer) if parsed.is_view else None)

    def write(self, game: Game, shown: Any, *, past: bool) -> str:
        """A state or a view as text, with what has been played trick by trick if `past`.

        Raises:
            PositionError: position.beyond, for a state that its text does not lead back to.
        """
        trimmed = self.trimmed(shown, past=past)
        text = self.text(game, trimmed)
        if not isinstance(shown, self.view_type):
            try:
                again = self.parse(game, text, None).state
            except PaijuError as error:
                raise _beyond(error.detail) from error
            if again != trimmed:
                raise _beyond("another state would come of its text")
        return text


def _beyond(reason: str) -> PositionError:
    return PositionError("position.beyond", "turn", f"no text describes this state: {reason}", 0)
