"""What the terminal knows of a game: its answers, its table, its score sheet."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar, cast

from rich.text import Text

import paiju
from paiju.core.errors import NotationError, UsageError
from paiju.core.game import Event, Game
from paiju.core.match import Match
from paiju.core.options import Options, text_of
from paiju.core.rng import CUT
from paiju.games import registry
from paiju.locales import Texts
from paiju.tui.screen import Screen, pad

Action = TypeVar("Action")
_MOST_DIGITS = 9
_SIGNS = str.maketrans({"♠": "s", "♥": "h", "♣": "c", "♦": "d", ",": " ", "，": " ", "、": " ", "،": " "})


def plain(text: str) -> str:
    """Typed text with full-width letters and the digits of other scripts made plain.

    >>> plain("？ ９9 ۳")
    '? 99 3'
    """
    text = unicodedata.normalize("NFKC", text).translate(_SIGNS)
    return "".join(str(unicodedata.decimal(c)) if c.isdecimal() else c for c in text).strip()


def is_number(text: str) -> bool:
    """Whether a text is a number that may pick from a list."""
    return text.isascii() and text.isdigit() and len(text) <= _MOST_DIGITS


def pick(number: str, actions: Sequence[Any]) -> Any:
    """The action with this number in the list.

    Raises:
        UsageError: usage.number.
    """
    if not 1 <= int(number) <= len(actions):
        raise UsageError("usage.number", f"{number} is not in 1..{len(actions)}", {"text": number})
    return actions[int(number) - 1]


def as_typed(parse: Callable[[str], Action], notation: str, typed: str, shift: int) -> Action:
    """`parse`, its errors told in terms of what was typed.

    Raises:
        NotationError: as `parse`, with the column in `typed`.
    """
    try:
        return parse(notation)
    except NotationError as error:
        column = min(max(1, error.column - shift), len(typed) + 1)
        raise NotationError(error.code, error.code, typed, column) from None


def read_cut(text: str, parse: Callable[[str], Action], texts: Texts) -> Action:
    """A cut by its number, with or without a word before it; errors as in `as_typed`."""
    words = (CUT, texts.t(f"action.{CUT}").lower())
    number = text[max(len(word) * text.lower().startswith(word) for word in words) :]
    return as_typed(parse, f"{CUT} {number}", text, len(CUT) + 1 + len(number) - len(text))


# --- what the terminal needs to know of a game: how it looks, how it is told, and what may be typed

Show = Callable[[], list[Text]]
Parse = Callable[[str], Any]


@dataclass(frozen=True, slots=True)
class Setting:
    """What a table shows beside the view: names by seat, the deal's number, the deals of the match, totals."""

    names: Sequence[str]
    deal: int
    deals: int | None
    scores: Sequence[int]


class Narrator(Protocol):
    """Tells events as short lines; it may keep some back until `flush`."""

    def tell(self, events: Iterable[Event], view: Any) -> list[Text]:
        """Lines for events as the viewer knows them (`seen_by`); `view` is his view after them."""
        ...

    def flush(self) -> list[Text]:
        """What was kept back."""
        ...


class Face(Protocol):
    """A game in the terminal. Views and actions are the game's own."""

    keys: str
    """The key of the line that names the one-letter commands."""

    def has_points(self, options: Any) -> bool:
        """Whether deals are counted in points, or only as won and lost."""
        ...

    def table(self, view: Any, setting: Setting, screen: Screen) -> list[Text]:
        """The table, the viewer's hand below."""
        ...

    def open_view(self, game: Game, state: Any) -> Any:
        """The view of a table where everything lies open."""
        ...

    def open_hands(self, state: Any, names: Sequence[str], screen: Screen) -> list[Text]:
        """The hands of all seats."""
        ...

    def settle(self, view: Any, events: Iterable[Event], setting: Setting, screen: Screen) -> list[Text]:
        """The result of a finished deal; `setting.scores` already counts it."""
        ...

    def narrator(self, screen: Screen, names: Sequence[str], options: Any) -> Narrator:
        """Somebody who tells what happens."""
        ...

    def title(self, view: Any, screen: Screen) -> str:
        """The question, in one line."""
        ...

    def notes(self, view: Any, actions: Sequence[Any], screen: Screen) -> list[str]:
        """What the question means, and its default."""
        ...

    def lists_at_once(self, view: Any, actions: Sequence[Any]) -> bool:
        """Whether the choices are listed together with the question."""
        ...

    def choice(self, view: Any, action: Any, screen: Screen) -> Text:
        """An action as an entry of that list."""
        ...

    def typed(self, view: Any, action: Any) -> str:
        """An action as it is typed."""
        ...

    def forced(self, view: Any, action: Any, screen: Screen) -> str:
        """The line that says that the only action there was has been carried out."""
        ...

    def read(
        self, text: str, view: Any, actions: Sequence[Any], parse: Parse, screen: Screen, *, numbered: bool
    ) -> Any:
        """The action that `text` (made `plain`) means; `numbered` says that the list of choices is shown.

        Raises:
            NotationError: notation.*, with the column in `text`.
            UsageError: usage.number.
        """
        ...

    def looks(self, view: Any, names: Sequence[str], screen: Screen) -> Mapping[str, Show]:
        """What may be looked up, by what is typed for it."""
        ...


def face_of(game: Game) -> Face:
    """The face of a game; one that brings none has a plain one."""
    return cast("Face", registry.pack("tui", game.name))


# --- the running score sheet of a match, and its end

_MOST_DEALS = 15


def totals(match: Match, seats: int) -> tuple[int, ...]:
    """Running totals of all seats at the table."""
    return tuple(sum(deal[seat] for deal in match.returns) for seat in range(seats))


def score_lines(match: Match, names: Sequence[str], texts: Texts, *, points: bool) -> list[Text]:
    """The score sheet: a line for each deal, then totals, or wins, losses and ties where there are no points."""
    lines = [
        Text(texts.t("ui.sheet"), "bold"),
        _sheet_row("", [pad(name, 11, right=True) for name in names], texts),
    ]
    first = max(0, len(match.returns) - _MOST_DEALS)
    for at, deal in enumerate(match.returns[first:], start=first + 1):
        cells = [texts.number(v, signed=True) if points else _outcome(v, texts) for v in deal]
        lines.append(_sheet_row(texts.number(at), cells, texts))
    if points:
        sums = [texts.number(score, signed=True) for score in totals(match, len(names))]
        return [*lines, _sheet_row(texts.t("ui.sum"), sums, texts, "bold")]
    for sign, key in ((1, "ui.wins"), (-1, "ui.losses"), (0, "ui.ties")):
        counts = [sum(_sign(deal[seat]) == sign for deal in match.returns) for seat in range(len(names))]
        lines.append(_sheet_row(texts.t(key), [texts.number(n) for n in counts], texts, "bold"))
    return lines


def end_lines(match: Match, names: Sequence[str], texts: Texts) -> list[Text]:
    """Who won the match."""
    sums = totals(match, len(names))
    winners = [name for name, score in zip(names, sums, strict=True) if score == max(sums)]
    key = "ui.winner" if len(winners) == 1 else "ui.winners"
    return [Text(texts.t(key, names=texts.t("ui.comma").join(winners)), "bold green")]


def result_name(value: int) -> str:
    """Whether points mean a win, a loss or a tie."""
    return {1: "win", -1: "lose", 0: "tie"}[_sign(value)]


def _outcome(value: int, texts: Texts) -> str:
    return texts.t({"win": "ui.win", "lose": "ui.loss", "tie": "ui.tie"}[result_name(value)])


def _sign(value: int) -> int:
    return (value > 0) - (value < 0)


def _sheet_row(head: str, cells: Sequence[str], texts: Texts, style: str = "") -> Text:
    row = "".join(" " + texts.cell(pad(cell, 11, right=True)) for cell in cells)
    return Text("  " + texts.cell(pad(head, 8)) + row, style)


# --- the rules of a table, as far as they differ from the usual ones


def differing_rules(options: Options, texts: Texts) -> list[Text]:
    """The preset, and what differs from the default."""
    game = options.game
    lines = []
    preset = preset_name(options)
    if preset:
        for key, style in ((f"preset.{game}.{preset}", "bold"), (f"preset.{game}.{preset}.help", "")):
            if texts.has(key):
                lines.append(Text(texts.t(key), style))
    for name, value in options.differences().items():
        key = f"rule.{game}.{name}"
        key = key if texts.has(key) else f"{key}.{text_of(value)}"
        if texts.has(key) and (sentence := texts.t(key, value=value)):
            lines.append(Text(f"· {sentence}"))
    return lines


def preset_name(options: Options) -> str | None:
    """The preset whose rules these are, if there is one."""
    game = paiju.load(options.game)
    digest = options.digest()
    return next((name for name in game.presets() if game.options({"preset": name}).digest() == digest), None)
