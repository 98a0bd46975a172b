"""Every error a player, caller or file can cause, and the checks of foreign arguments that raise them.

    PaijuError
    ├── RuleError        a refused action: action.not_your_turn | illegal | game_over | stale; signal.*: one that may not be said
    ├── OptionError      option.type | range | choice | conflict | inactive | unknown | preset
    ├── NotationError    notation.card | suit | action | set | copies | size, with the text and the column
    ├── LayoutError      layout.cards: cards that do not make a deal of these options
    ├── PositionError    position.*: an impossible position, with field and column (position.syntax is a NotationError)
    ├── RecordError      record.*: a record that cannot be read, or does not replay
    └── UsageError       usage.*, file.*, save.*, program.start | ended: a wrong command line, value, path, saved match or program

`code` is stable and `facts` fill the sentence `error.<code>` of a language file; `detail` is
lower-case English for developers.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Collection, Mapping
from operator import index
from typing import Any

Fact = str | int | tuple[int, ...] | tuple[str, ...]


_MOST_SHOWN = 80


def quote(value: object, form: Callable[[object], str] = repr) -> str:
    """A foreign value, as an error quotes it: its `form`, the head of a long one, and its type where it has none.

    Python writes no number of thousands of digits, and nothing that is nested too deep.
    """
    try:
        text = form(value[: _MOST_SHOWN + 1] if isinstance(value, str | bytes) else value)
    except (ValueError, RecursionError):
        return f"some {type(value).__name__}"
    return text if len(text) <= _MOST_SHOWN else f"{text[:_MOST_SHOWN]}…"


_LAID_OUT = "\n\t\u200c\u200d\u200e\u200f\u2066\u2067\u2068\u2069"
"""Characters that lay out lines, and right-to-left text with numbers; our own texts use them."""
_BREAKS = "\u2028\u2029"


def visible(text: str, keep: str = _LAID_OUT) -> str:
    r"""`text` without control characters, escapes and overrides of direction, which steer a terminal, except those to `keep`.

    >>> visible("a\x1b[2Jb")
    'a[2Jb'
    """
    if text.isprintable():
        return text
    return "".join(
        letter
        for letter in text
        if letter in keep or not (unicodedata.category(letter).startswith("C") or letter in _BREAKS)
    )


def excerpt(value: object) -> str:
    """As `quote`, without the quotation marks of a text."""
    return quote(value, str)


class PaijuError(Exception):
    """Base of all errors; carries a stable `code`, English `detail` and `facts` for translation."""

    def __init__(self, code: str, detail: str, facts: Mapping[str, Fact] | None = None) -> None:
        super().__init__(f"{detail} [{code}]")
        self.code = code
        self.detail = detail
        self.facts: dict[str, Fact] = dict(facts or {})

    def __reduce__(self) -> tuple[Callable[..., PaijuError], tuple[Any, ...]]:
        """Pickled as it is: what a subclass is made from is not what it keeps."""
        return _restored, (type(self), self.args, self.__dict__)


def _restored(kind: type[PaijuError], args: tuple[Any, ...], fields: dict[str, Any]) -> PaijuError:
    error = kind.__new__(kind, *args)
    error.__dict__.update(fields)
    return error


class RuleError(PaijuError):
    """An action that the rules refuse; `rule` is its number in the rules."""

    def __init__(self, code: str, detail: str, rule: str, facts: Mapping[str, Fact] | None = None) -> None:
        super().__init__(code, f"{detail} ({rule})", facts)
        self.rule = rule


class OptionError(PaijuError):
    """An option, value or combination that is refused; `option` names it."""

    def __init__(self, code: str, option: str, detail: str, facts: Mapping[str, Fact] | None = None) -> None:
        super().__init__(code, f"{option}: {detail}", {"option": option, **(facts or {})})
        self.option = option


class NotationError(PaijuError):
    """Text that is not notation; `column` (from 1) is where reading stopped."""

    def __init__(self, code: str, detail: str, text: str, column: int) -> None:
        super().__init__(code, f"{detail} in {text!r} at column {column}", {"text": text, "column": column})
        self.text = text
        self.column = column


class LayoutError(PaijuError):
    """Cards typed in that cannot be the cards of a deal."""

    def __init__(self, detail: str) -> None:
        super().__init__("layout.cards", detail, {"detail": detail})


class PositionError(PaijuError):
    """An impossible position; `field` is the wrong one, `column` (from 1) its place, 0 in an argument."""

    def __init__(self, code: str, field: str, detail: str, column: int, other: str = "") -> None:
        where = f" at column {column}" if column else ""
        facts: dict[str, Fact] = {"field": field, "detail": detail, "column": column, "other": other}
        super().__init__(code, f"{field}: {detail}{where}", facts)
        self.field = field
        self.column = column


class RecordError(PaijuError):
    """A record that cannot be read, or whose replay differs; the detail says where."""


class UsageError(PaijuError):
    """A command line, number or path that cannot be used."""


# --- what a law checks of its callers before it looks: seats, types and seeds, each with a code of its own

SEED_BYTES = 32


def check_seat(seat: Any, seats: int) -> None:
    """Check that a seat exists.

    Raises:
        UsageError: usage.seat.
    """
    if type(seat) is not int or not 0 <= seat < seats:
        raise wrong_seat(seat, seats)


def wrong_seat(seat: Any, seats: int) -> UsageError:
    """The error for a seat that does not exist, for callers too hot to call `check_seat`."""
    return UsageError(
        "usage.seat", f"{quote(seat)} is not a seat; seats are 0 to {seats - 1}", {"text": excerpt(seat)}
    )


def check_type(value: Any, wanted: type | tuple[type, ...]) -> None:
    """Check that a value has the wanted type.

    Raises:
        UsageError: usage.type, with the names of what was wanted and what came.
    """
    if not isinstance(value, wanted):
        raise wrong_type(value, wanted)


def wrong_type(value: Any, wanted: type | tuple[type, ...]) -> UsageError:
    """The error for a value of a wrong type, for callers too hot to call `check_type`."""
    names = " or ".join(kind.__name__ for kind in (wanted if isinstance(wanted, tuple) else (wanted,)))
    came = type(value).__name__
    return UsageError("usage.type", f"{names} wanted, not {came}", {"wanted": names, "text": came})


def whole_number(value: Any, least: int = 0, most: int | None = None) -> int:
    """A whole number of any type, as learners have them (NumPy's, a tensor of one), as an int.

    Raises:
        UsageError: usage.type, for anything else, also for True, 3.0 and "3"; usage.number outside `least` to `most`.
    """
    try:
        number = index(value)
    except (TypeError, ValueError, RuntimeError):  # what arrays and tensors of several numbers raise
        raise wrong_type(value, int) from None
    if isinstance(value, bool):
        raise wrong_type(value, int)
    if number < least or (most is not None and number > most):
        bounds = f"from {least} on" if most is None else f"{least} to {most}"
        raise UsageError("usage.number", f"{quote(number)} is not {bounds}", {"text": excerpt(number)})
    return number


def check_choice(value: Any, known: Collection[str]) -> None:
    """Check that a value is one of a few words.

    Raises:
        UsageError: usage.choice.
    """
    if not isinstance(value, str) or value not in known:
        names = ", ".join(known)
        raise UsageError(
            "usage.choice", f"{quote(value)} is not one of {names}", {"text": excerpt(value), "known": names}
        )


def check_each(values: Any, wanted: type | tuple[type, ...]) -> None:
    """Check that a list or tuple has only values of a type.

    Raises:
        UsageError: usage.type.
    """
    check_type(values, (list, tuple))
    for value in values:
        check_type(value, wanted)


def check_seed(seed: Any) -> None:
    """Check that a seed is 32 bytes.

    Raises:
        UsageError: usage.type, usage.seed.
    """
    check_type(seed, bytes)
    if len(seed) != SEED_BYTES:
        raise UsageError(
            "usage.seed",
            f"a seed has {SEED_BYTES} bytes, not {len(seed)}",
            {"wanted": SEED_BYTES, "value": len(seed)},
        )


def check_kinds(cards: Any, kinds: int) -> None:
    """Check that a tuple or list has numbers of existing cards, from 0 on.

    Raises:
        UsageError: usage.type | number.
    """
    check_type(cards, (tuple, list))
    for kind in cards:
        if type(kind) is not int or not 0 <= kind < kinds:
            raise UsageError("usage.number", f"{quote(kind)} is not a kind of card", {"text": excerpt(kind)})


def check_field(holds: bool, where: str) -> None:  # noqa: FBT001 - an assertion reads best this way
    """Check that a part of a document is possible.

    Raises:
        RecordError: record.field.
    """
    if not holds:
        raise RecordError("record.field", f"{where} is missing or malformed", {"where": where})


def check_carry(holds: bool, part: str) -> None:  # noqa: FBT001 - an assertion reads best this way
    """Check that a part of a carry is possible.

    Raises:
        UsageError: usage.carry.
    """
    if not holds:
        raise UsageError("usage.carry", f"{part} of a carry is impossible", {"text": part})


def no_signal(text: str, rule: str) -> RuleError:
    """The error for an unknown signal."""
    return RuleError("signal.none", f"there is no signal {text[:20]!r}", rule, {"text": text[:20]})
