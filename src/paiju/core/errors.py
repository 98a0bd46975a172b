"""Every error a player, caller or file can cause.

    PaijuError
    ├── RuleError        a refused action: action.not_your_turn | illegal | game_over | stale; signal.*: one that may not be said
    ├── OptionError      option.type | range | choice | conflict | inactive | unknown | preset
    ├── NotationError    notation.card | suit | action | set | copies | size, with the text and the column
    ├── LayoutError      layout.cards: cards that do not make a deal of these options
    ├── PositionError    position.*: a position that cannot be, with field and column (position.syntax is a NotationError)
    ├── RecordError      record.*: a record that cannot be read, or does not replay
    └── UsageError       usage.*, file.*, save.*, program.start | ended: a wrong command line, value, path, saved match or program

`code` is stable and `facts` fill the sentence `error.<code>` of a language file; `detail` is
lower-case English for developers.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Mapping
from typing import Any

Fact = str | int | tuple[int, ...] | tuple[str, ...]


_MOST_SHOWN = 80


def shown(value: object, form: Callable[[object], str] = repr) -> str:
    """A value that somebody gave, as an error shows it: its `form`, the head of a long one, and its type where it has none.

    Python writes no number of thousands of digits, and nothing that is nested too deep.
    """
    try:
        text = form(value[: _MOST_SHOWN + 1] if isinstance(value, str | bytes) else value)
    except (ValueError, RecursionError):
        return f"some {type(value).__name__}"
    return text if len(text) <= _MOST_SHOWN else f"{text[:_MOST_SHOWN]}…"


_LAID_OUT = "\n\t\u200c\u200d\u200e\u200f\u2066\u2067\u2068\u2069"
"""What lines are laid out with, and right-to-left text with numbers in it: our own texts have it."""
_BREAKS = "\u2028\u2029"


def visible(text: str, keep: str = _LAID_OUT) -> str:
    r"""`text` without what steers a terminal: no control characters, escapes or overrides of direction but those to `keep`.

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


def told(value: object) -> str:
    """As `shown`, without the quotes of a text."""
    return shown(value, str)


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
    """An action that the rules refuse; `rule` is the number that says so."""

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
    """A position that cannot be; `field` is the one that is wrong, `column` (from 1) its place, 0 in an argument."""

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
