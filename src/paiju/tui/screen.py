"""The terminal: where text goes, how wide it is, how rows and columns are set, and lines typed in. Knows no game."""

from __future__ import annotations

import codecs
import os
import sys
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Any, TextIO

from rich.cells import cell_len, set_cell_size
from rich.columns import Columns
from rich.console import Console, ConsoleOptions, RenderableType
from rich.padding import Padding
from rich.segment import Segment
from rich.table import Table
from rich.text import Text

from paiju.core.errors import visible
from paiju.locales import FALLBACK, Texts

PIPED_WIDTH = 80
WIDEST = 100
NARROWEST = 40
_MOST_ECHO = 60
_MOST_LINE = 1 << 16
_PLAIN = {
    "♛": "^", "◆": "+", "▶": ">", "·": ".", "│": "|", "║": "#", "─": "-", "…": "~", "×": "x", "–": "-",
    "—": "-", "“": '"', "”": '"', "‘": "'", "’": "'", "→": ">", "−": "-", "▌": "|", "▒": "?",
}  # fmt: skip
_HANDLER = "paiju.plain"
_SAMPLES = {"zh": "保皇侍卫", "fa": "پادشاه\u200cی"}
_HANZI = "一二三四五六七八九十壹贰叁肆伍陆柒捌玖拾"
_BETWEEN = 2


def _plain(error: UnicodeError) -> tuple[str, int]:
    """Characters that the terminal cannot print, as others of the same width."""
    assert isinstance(error, UnicodeEncodeError)
    rest = error.object[error.start : error.end]
    return "".join(_PLAIN.get(letter, "?" * cell_len(letter)) for letter in rest), error.end


codecs.register_error(_HANDLER, _plain)


def clean(text: str, most: int = _MOST_ECHO) -> str:
    r"""`text` from outside, fit for one line: no control characters or escapes, at most `most` cells.

    >>> clean("a\x1b[2Jb")
    'a[2Jb'
    """
    text = visible(text[: 4 * most], "\u200c")
    return text if cell_len(text) <= most else set_cell_size(text, most - 1).rstrip() + "…"


class PlainConsole(Console):
    """A console that takes text as it is, but for what would steer the terminal, has something for every letter, and leaves a closed pipe to the command line."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(markup=False, highlight=False, emoji=False, **settings)
        self.width = max(NARROWEST, self.width or PIPED_WIDTH)  # COLUMNS=0 would swallow what is printed
        out = self.file
        if not _can_write(self.encoding, "♛▶║×…") and hasattr(out, "reconfigure"):
            out.reconfigure(errors=_HANDLER)

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        """The segments of a drawing; styles are the console's own, so text carries no escapes."""
        for segment in super().render(renderable, options):
            yield segment if segment.control else Segment(visible(segment.text), segment.style)

    def on_broken_pipe(self) -> None:
        """Let the error that is on its way pass; the console itself would end the program with status 1."""
        raise BrokenPipeError


class Screen:
    """The screen of a session, in one language; falls back to English where letters cannot be printed."""

    def __init__(self, lang: str, stream: TextIO | None = None) -> None:
        out = stream or sys.stdout
        encoding = getattr(out, "encoding", None) or "utf-8"
        self.texts = Texts(lang if _can_write(encoding, _SAMPLES.get(lang, "")) else FALLBACK)
        self.hanzi = _can_write(encoding, _HANZI)
        """Whether Chinese characters can be printed, in any language."""
        width = None if out.isatty() else PIPED_WIDTH
        self.console = PlainConsole(file=out, width=width, legacy_windows=False)
        self.console.width = min(self.console.width, WIDEST)
        self._edge = self.texts.cell("|").partition("|")[0]

    def say(self, key: str, style: str = "", **facts: object) -> None:
        """Print the text of a key."""
        self.line(self.texts.t(key, **facts), style)

    def line(self, text: RenderableType = "", style: str = "") -> None:
        """Print one paragraph or drawing as it is: markup in it means nothing."""
        self.console.print(Text(text, style) if isinstance(text, str) else text, overflow="fold")

    def show(self, drawn: Iterable[RenderableType]) -> None:
        """Print paragraphs and drawings."""
        for one in drawn:
            self.line(one)

    def amount(self, value: int, style: str = "") -> Text:
        """A number with its sign, for a cell: at the right of its column, a gain green and a loss red unless styled."""
        style = style or ("green" if value > 0 else "red" if value < 0 else "")
        return Text(self.texts.number(value, signed=True), style, justify="right")

    def cell(self, content: str | Text, style: str = "") -> Text:
        """A cell that a right-to-left terminal leaves in its place in the row."""
        text = content if isinstance(content, Text) else Text(content, style)
        edge = self._edge if text.plain.strip() else ""
        return Text.assemble(edge, text, edge, justify=text.justify)

    def grid(
        self, rows: Iterable[Sequence[str | Text]], widths: Sequence[int] = (), *, indent: int = 2
    ) -> Padding:
        """Rows of cells; the first columns have these widths, the others as much as they need."""
        table = Table.grid(padding=(0, 1))
        filled = [[self.cell(cell) for cell in row] for row in rows]
        for at in range(max(map(len, filled))):
            table.add_column(width=widths[at] if at < len(widths) else None, overflow="fold")
        for row in filled:
            table.add_row(*row)
        return _indented(table, indent)

    def flow(self, cells: Iterable[Text], *, indent: int = 0) -> Padding:
        """Cells in equal columns, as many as fit into a row."""
        return _indented(Columns(map(self.cell, cells), (0, _BETWEEN), equal=True), indent)

    def stacks(self, stacks: Sequence[Sequence[Text]], width: int) -> Padding:
        """Cards in stacks of this width side by side, all with their feet on one line, as many as fit into a row."""
        height = max(map(len, stacks), default=0)
        filled = [Text("\n").join([*[Text()] * (height - len(stack)), *stack]) for stack in stacks]
        return _indented(Columns(filled, (0, 1), width=width), 2)


def _indented(drawn: RenderableType, indent: int) -> Padding:
    return Padding(drawn, (0, 0, 0, indent), expand=False)


def paragraph(text: str, indent: int = 2, style: str = "") -> Padding:
    """A text whose lines all begin after `indent` blanks."""
    return _indented(Text(text, style), indent)


def _can_write(encoding: str, sample: str) -> bool:
    try:
        sample.encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True


class Lines:
    """Lines typed by a person or read from a pipe. `None` is the end of input."""

    def __init__(self, screen: Screen, stream: TextIO | None = None) -> None:
        self._screen = screen
        self._stream = stream or sys.stdin
        self.interactive = stream is None and sys.stdin.isatty() and sys.stdout.isatty()
        if self.interactive:
            _edit_lines()
        elif hasattr(self._stream, "reconfigure"):
            self._stream.reconfigure(errors="replace")

    def read(self, prompt: str = "> ") -> str | None:
        """The next line without its end; bytes that are no text become replacement characters."""
        if self.interactive:
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
    """Enable line editing where the system can."""
    if os.environ.get("TERM") != "dumb":
        with suppress(ImportError):
            import readline  # noqa: F401, PLC0415 - importing it is all it takes
