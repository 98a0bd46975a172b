from __future__ import annotations

import io

import pytest
from rich.cells import cell_len
from rich.table import Table
from rich.text import Text

from paiju.tui.screen import Lines, PlainConsole, Screen, clean
from tests.tui.driver import drawn


def test_foreign_text_cannot_control_the_terminal():
    assert clean("a\x1b[2J\nb\u202e\x07c") == "a[2Jbc"
    assert clean("\udcff\x00") == ""
    assert cell_len(clean("牌" * 100, 20)) <= 20
    assert len(clean("x" * 10_000)) <= 61


@pytest.mark.parametrize("lang", ["zh", "en", "fa"])
@pytest.mark.parametrize("text", ["", "abc", "李伟", "很长很长很长的名字", "می‌نویسد", "x" * 40])
def test_cells_keep_their_columns_with_any_content(text, lang):
    screen = Screen(lang, io.StringIO())
    lines = drawn(screen, screen.grid([[text, "#"], ["a", "#"]], (12,)))
    assert [cell_len(line.partition("#")[0].replace("\u200e", "")) for line in lines if "#" in line] == [
        15,
        15,
    ]


def test_a_console_draws_styles_of_its_own_and_no_escapes_of_a_text():
    out = io.StringIO()
    console = PlainConsole(file=out, force_terminal=True, color_system="standard", width=40)
    table = Table()
    table.add_column("a\x1b[2Jb")
    table.add_row(Text("c\x1b]0;d\x07", "red"))
    console.print(table)
    console.print("e\x9b31mf", style="bold")
    output = out.getvalue()
    assert "\x1b[31m" in output, "red"
    assert not [part for part in ("\x1b[2J", "\x1b]0;", "\x07", "\x9b") if part in output]


def test_text_is_never_interpreted_as_markup():
    out = io.StringIO()
    screen = Screen("en", out)
    screen.line("[bold]x[/bold] :smile: [link=a]")
    screen.line(Text("[red]y"))
    assert out.getvalue() == "[bold]x[/bold] :smile: [link=a]\n[red]y\n"


@pytest.mark.parametrize("lang", ["zh", "fa", "en"])
def test_a_terminal_without_utf8_gets_plain_english(lang):
    raw = io.BytesIO()
    screen = Screen(lang, io.TextIOWrapper(raw, encoding="ascii"))
    screen.say("ui.settle", deal=3)
    screen.line("♛ ▶ 4×9 │║ 牌 …")
    screen.console.file.flush()
    assert raw.getvalue().decode("ascii").splitlines() == ["-- Result of deal 3 --", "^ > 4x9 |# ?? ~"]


def test_a_chinese_encoding_keeps_chinese():
    raw = io.BytesIO()
    screen = Screen("zh", io.TextIOWrapper(raw, encoding="gb18030"))
    screen.say("ui.deal", deal=3)
    screen.console.file.flush()
    assert raw.getvalue().decode("gb18030") == "第 3 局\n"


def test_pipes_and_no_color_get_no_colour(monkeypatch):
    class Terminal(io.StringIO):
        def isatty(self):
            return True

    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLUMNS", "80")
    coloured, plain, piped = Terminal(), Terminal(), io.StringIO()
    Screen("en", coloured).line("x", "bold red")
    monkeypatch.setenv("NO_COLOR", "1")
    Screen("en", plain).line("x", "red")
    Screen("en", piped).line("x", "red")
    assert "\x1b[" in coloured.getvalue()
    assert plain.getvalue() == piped.getvalue() == "x\n"


@pytest.mark.parametrize(("columns", "width"), [("0", 80), ("7", 40), ("60", 60)])
def test_a_terminal_without_columns_gets_lines_all_the_same(monkeypatch, columns, width):
    monkeypatch.setenv("COLUMNS", columns)
    out = io.StringIO()
    console = PlainConsole(file=out)
    console.print("word " * 40)
    assert max(map(len, out.getvalue().splitlines())) in range(width - 5, width + 1)


def test_undecodable_bytes_are_read_as_a_line():
    screen = Screen("en", io.StringIO())
    lines = Lines(screen, io.TextIOWrapper(io.BytesIO(b"\xff\xfe9\x00\nplay\n"), encoding="utf-8"))
    assert lines.read() == "\ufffd\ufffd9\x00"
    assert lines.read() == "play"
    assert lines.read() is None


def test_a_line_without_an_end_is_read_in_pieces():
    class Endless(io.StringIO):
        def readline(self, most=-1):
            assert 0 < most <= 1 << 20
            return "x" * most

    screen = Screen("en", io.StringIO())
    assert set(Lines(screen, Endless()).read()) == {"x"}
