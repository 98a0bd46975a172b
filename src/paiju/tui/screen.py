"""The terminal: where text goes, how wide it is, and lines typed in. Knows no game."""

from __future__ import annotations

import codecs
import os
import sys
from collections.abc import Iterable
from typing import Any, TextIO

from rich.cells import cell_len, set_cell_size
from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment
from rich.text import Text

from paiju.core.errors import visible
from paiju.locales import FALLBACK, Texts

PIPED_WIDTH = 80
WIDEST = 100
_NARROWEST = 40
_MOST_ECHO = 60
_MOST_LINE = 1 << 16
_PLAIN = {
    "♛": "^", "◆": "+", "▶": ">", "·": ".", "│": "|", "║": "#", "─": "-", "…": "~", "×": "x", "–": "-",
    "—": "-", "“": '"', "”": '"', "‘": "'", "’": "'", "→": ">", "−": "-",
    "┌": "+", "┐": "+", "└": "+", "┘": "+", "▌": "|", "▒": "?",
}  # fmt: skip
_HANDLER = "paiju.plain"
_HANZI = "一二三四五六七八九十壹贰叁肆伍陆柒捌玖拾"


def _plain(error: UnicodeError) -> tuple[str, int]:
    """Characters that the terminal cannot show, as others of the same width."""
    assert isinstance(error, UnicodeEncodeError)
    rest = error.object[error.start : error.end]
    return "".join(_PLAIN.get(letter, "?" * cell_len(letter)) for letter in rest), error.end


codecs.register_error(_HANDLER, _plain)


def clean(text: str, most: int = _MOST_ECHO) -> str:
    r"""`text` from outside, fit for one line: no control characters or escapes, at most `most` cells.

    >>> clean("a\\x1b[2Jb")
    'a[2Jb'
    """
    kept = visible(text[: 4 * most], "\u200c")
    if cell_len(kept) <= most:
        return kept
    return set_cell_size(kept, most - 1).rstrip() + "…"


def pad(text: str, width: int, *, right: bool = False) -> str:
    """`text` made exactly `width` cells wide; what is too long is cut with an ellipsis."""
    if cell_len(text) > width:
        text = set_cell_size(text, width - 1) + "…"
    space = " " * (width - cell_len(text))
    return space + text if right else text + space


def indented(text: str, indent: int, width: int, style: str = "") -> list[Text]:
    """A paragraph whose lines all begin after `indent` blanks."""
    lines = Text(text, style).wrap(Console(width=width), width - indent)
    return [Text(" " * indent).append_text(line) for line in lines]


class PlainConsole(Console):
    """A console that takes text as it is, but for what would steer the terminal, has something for every letter, and leaves a closed pipe to the command line."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(markup=False, highlight=False, emoji=False, **settings)
        out = self.file
        if not _can_write(self.encoding, "♛▶║×…") and hasattr(out, "reconfigure"):
            out.reconfigure(errors=_HANDLER)

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        """What is drawn; styles are the console's own, so text has no escapes to bring along."""
        for segment in super().render(renderable, options):
            yield segment if segment.control else Segment(visible(segment.text), segment.style)

    def on_broken_pipe(self) -> None:
        """Let the error that is on its way pass; the console itself would end the program with status 1."""
        raise BrokenPipeError


class Screen:
    """Where a session writes, in one language; falls back to English where letters cannot be shown."""

    def __init__(self, lang: str, stream: TextIO | None = None) -> None:
        out = stream or sys.stdout
        encoding = getattr(out, "encoding", None) or "utf-8"
        self.texts = Texts(lang if _can_show(lang, encoding) else FALLBACK)
        self.hanzi = _can_write(encoding, _HANZI)
        """Whether Chinese characters can be shown, in whatever language."""
        is_terminal = out.isatty()
        width = None if is_terminal else PIPED_WIDTH
        self.console = PlainConsole(file=out, width=width, legacy_windows=False)
        if is_terminal and self.console.width > WIDEST:
            self.console.width = WIDEST
        self.width = max(_NARROWEST, self.console.width)

    def say(self, key: str, style: str = "", **facts: object) -> None:
        """Print the text of a key."""
        self.line(self.texts.t(key, **facts), style)

    def line(self, text: str | Text = "", style: str = "") -> None:
        """Print one paragraph as it is: markup in it means nothing."""
        shown = text if isinstance(text, Text) else Text(text, style)
        self.console.print(shown, overflow="fold")


def _can_write(encoding: str, sample: str) -> bool:
    try:
        sample.encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def _can_show(lang: str, encoding: str) -> bool:
    return _can_write(encoding, {"zh": "保皇侍卫", "fa": "پادشاه\u200cی"}.get(lang, ""))


class Lines:
    """Lines typed by a person or read from a pipe. `None` is the end of input."""

    def __init__(self, screen: Screen, stream: TextIO | None = None) -> None:
        self._screen = screen
        self._stream = stream or sys.stdin
        self._typed = stream is None and sys.stdin.isatty() and sys.stdout.isatty()
        if self._typed:
            _edit_lines()
        elif hasattr(self._stream, "reconfigure"):
            self._stream.reconfigure(errors="replace")
        self.interactive = self._typed

    def read(self, prompt: str = "> ") -> str | None:
        """The next line without its end; bytes that are no text become replacement characters."""
        if self._typed:
            try:
                return input(prompt)
            except EOFError:
                self._screen.line()
                return None
            except UnicodeDecodeError:
                return "\ufffd"
        line = self._stream.readline(_MOST_LINE)
        self._screen.line(f"{prompt}{clean(line)}".rstrip())
        return line.rstrip("\r\n") if line else None


def _edit_lines() -> None:
    """Let typed lines be edited, where the system can."""
    if os.environ.get("TERM") == "dumb":
        return
    try:
        import readline  # noqa: F401, PLC0415 - importing it is all it takes
    except ImportError:
        return
