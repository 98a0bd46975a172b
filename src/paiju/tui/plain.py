"""A game in the terminal: `Face` draws any game, as plainly as its view is; a game with a face of its own draws it better."""

from __future__ import annotations

import random
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from rich.console import RenderableType
from rich.rule import Rule
from rich.text import Text

from paiju.core.errors import NotationError, UsageError
from paiju.core.game import Event, Game
from paiju.core.match import Match
from paiju.core.rng import CUT
from paiju.games import registry
from paiju.locales import leaflet
from paiju.locales.words import texts_of
from paiju.tui.screen import Screen, paragraph
from paiju.wire import view_json

Drawn = list[RenderableType]
Show = Callable[[], Drawn]
Parse = Callable[[str], Any]
"""Reads an action in notation; raises NotationError."""

NAME_WIDTH = 13
_MOST_DIGITS = 9
_MOST_DEALS = 15
_OUTCOMES = {1: "ui.win", -1: "ui.loss", 0: "ui.tie"}
_SIGNS = str.maketrans({"♠": "s", "♥": "h", "♣": "c", "♦": "d", ",": " ", "，": " ", "、": " ", "،": " "})
_KNOWN = frozenset({"game", "deal", "viewer", "seats", "order", "options"})
"""Fields of a view that are elsewhere on the screen."""


def plain(text: str) -> str:
    """Typed text with full-width letters and the digits of other scripts made plain.

    >>> plain("？ ９9 ۳")
    '? 99 3'
    """
    text = unicodedata.normalize("NFKC", text).translate(_SIGNS)
    return "".join(str(unicodedata.decimal(c)) if c.isdecimal() else c for c in text).strip()


def as_typed(parse: Parse, notation: str, typed: str, shift: int) -> Any:
    """`parse` of `notation`, which has `shift` letters before what was `typed`.

    Raises:
        NotationError: as `parse`, with the column in `typed`.
    """
    try:
        return parse(notation)
    except NotationError as error:
        column = min(max(1, error.column - shift), len(typed) + 1)
        raise NotationError(error.code, error.code, typed, column) from None


def value_text(value: Any) -> str:
    """A plain value as text.

    >>> value_text([1, None, [2, 3]]), value_text({"seat": 1, "cards": []})
    ('1 ? (2 3)', 'seat=1 cards=–')
    """
    if isinstance(value, Mapping):
        return " ".join(f"{key}={value_text(part)}" for key, part in value.items()) or "–"
    if isinstance(value, (list, tuple)):
        texts = ((part, value_text(part)) for part in value)
        return (
            " ".join(f"({text})" if isinstance(part, (list, tuple)) else text for part, text in texts) or "–"
        )
    return "?" if value is None else str(value)


def sign(value: int) -> int:
    """1, -1 or 0: won, lost or neither."""
    return (value > 0) - (value < 0)


class Face:
    """A game on a screen, for one match: what it draws, how it narrates events, and what may be typed."""

    keys = "ui.plain.keys"
    """The key of the line that names the one-letter commands."""
    bare = ""
    """The number that picks from the list of choices before it has been printed."""
    points = True
    """Whether deals are counted in points, or only as won and lost."""

    def __init__(self, game: Game, options: Any, names: Sequence[str], screen: Screen) -> None:
        self.game, self.options, self.names = game, options, names
        self.screen, self.texts = screen, screen.texts
        self.details: Mapping[str, Any] = {}
        """What the present question brings with it beside its actions, as pages get it."""

    def text(self, key: str, style: str = "", **facts: object) -> Text:
        """The text of a key as a line of its own."""
        return Text(self.texts.t(key, **facts), style)

    def word(self, key: str, style: str = "dim", **facts: object) -> Text:
        """The text of a key beside a drawing."""
        return Text().append(self.texts.cell(self.texts.t(key, **facts)), style)

    # What all games have: the head of a table, the score sheet, numbers typed for choices.

    def head(self, match: Match, *parts: str) -> Rule:
        """The first line of a table: which deal it is, and more."""
        facts = {"deal": len(match.returns) + 1, "deals": match.rules.length}
        number = self.texts.t("ui.deal.of" if match.rules.end == "deals" else "ui.deal", **facts)
        return Rule(Text(" · ".join([number, *parts]), "bold"), align="left", style="dim")

    def total(self, score: int) -> str:
        """A running total, for a sentence."""
        return self.texts.t("ui.total", total=self.texts.ltr(self.texts.number(score, signed=True)))

    def around(self, view: Any) -> list[int]:
        """The seats in their order, the viewer's last."""
        seats = len(self.names)
        first = 0 if view.viewer is None else view.viewer + 1
        return [(first + place) % seats for place in range(seats)]

    def place(self, view: Any, seat: int, *, acts: bool) -> list[str | Text]:
        """The first cells of a seat's row: whether it acts, its number and its name."""
        name = Text(f"{self.names[seat]}*", "bold") if seat == view.viewer else self.names[seat]
        return [Text("▶" if acts else "", "bold green"), Text(str(seat + 1), "dim"), name]

    def sheet(self, match: Match) -> Drawn:
        """The score sheet: a line for each deal, then totals, or wins, losses and ties where there are no points."""
        texts, screen = self.texts, self.screen

        def outcome(value: int) -> Text:
            return (
                screen.amount(value)
                if self.points
                else Text(texts.t(_OUTCOMES[sign(value)]), justify="right")
            )

        rows: list[list[str | Text]] = [["", *(Text(name, justify="right") for name in self.names)]]
        first = max(0, len(match.returns) - _MOST_DEALS)
        for at, deal in enumerate(match.returns[first:], start=first + 1):
            rows.append([texts.number(at), *map(outcome, deal)])
        if self.points:
            rows.append([self.text("ui.sum", "bold"), *(screen.amount(n, "bold") for n in match.scores)])
        for key, wanted in () if self.points else (("ui.wins", 1), ("ui.losses", -1), ("ui.ties", 0)):
            counts = ([*map(sign, seat)].count(wanted) for seat in zip(*match.returns, strict=True))
            cells = (Text(texts.number(count), "bold", justify="right") for count in counts)
            rows.append([self.text(key, "bold"), *cells])
        return [self.text("ui.sheet", "bold"), screen.grid(rows, (8, *[11] * len(self.names)))]

    def end(self, match: Match) -> Drawn:
        """The winners of the match."""
        winners = [self.names[seat] for seat in match.leaders]
        key = "ui.winner" if len(winners) == 1 else "ui.winners"
        return [self.text(key, "bold green", names=self.texts.t("ui.comma").join(winners))]

    def digest(self, more: str) -> Drawn:
        """The preset, what differs from the default, and where all the rules are."""
        game, options, changed = self.game, self.options, self.options.differences()
        same = (
            name for name in game.presets() if game.options({"preset": name}).digest() == options.digest()
        )
        key = f"preset.{game.name}.{next(same, None)}"
        lines = [self.text(key, "bold"), self.text(f"{key}.help")] if self.texts.has(key) else []
        rules = (rule for rule in options.declared() if rule.name in changed)
        said = (leaflet.sentence(options, rule, self.texts) for rule in rules)
        return [*lines, *(Text(f"· {sentence}") for sentence in said if sentence), self.text(more, "dim")]

    def answer(self, text: str, view: Any, actions: Sequence[Any], parse: Parse, *, numbered: bool) -> Any:
        """The action that `text` (made `plain`) means: a number of the list where it is `numbered`, `#7` at any time, or what `read` finds.

        Raises:
            NotationError: notation.*, with the column in `text`.
            UsageError: usage.number.
        """
        number = text.removeprefix("#")
        cuts = getattr(actions[0], "verb", "") == CUT
        picks = number != text or (not cuts and (numbered or number == self.bare))
        if picks and number.isascii() and number.isdigit() and len(number) <= _MOST_DIGITS:
            if not 1 <= int(number) <= len(actions):
                raise UsageError("usage.number", f"{number} is not in 1..{len(actions)}", {"text": number})
            return actions[int(number) - 1]
        return self._cut(text, parse) if cuts else self.read(text, view, actions, parse)

    def _cut(self, text: str, parse: Parse) -> Any:
        """A cut by its number, with or without a word before it."""
        words = (CUT, self.texts.t(f"action.{CUT}").lower())
        number = text[max(len(word) * text.lower().startswith(word) for word in words) :]
        return as_typed(parse, f"{CUT} {number}", text, len(CUT) + 1 + len(number) - len(text))

    # What a game draws better.

    def table(self, view: Any, match: Match) -> Drawn:
        """The table, the viewer's hand below: here the seats with their totals, then the fields of the view; lists with an item a seat are in their order."""
        scores = (
            f"{name} {self.texts.number(score, signed=True)}"
            for name, score in zip(self.names, match.scores, strict=True)
        )
        fields = view_json(view, counter=False)
        lines = (f"{key}: {value_text(value)}" for key, value in fields.items() if key not in _KNOWN)
        return [self.head(match, self.game.name), *map(paragraph, (" · ".join(scores), *lines))]

    def settle(self, view: Any, events: Sequence[Event], match: Match) -> Drawn:
        """The result of a finished deal, which `match` already counts; the score sheet follows."""
        return [self.settled(match), *self.table(view, match)[1:]]

    def settled(self, match: Match) -> Text:
        """The heading of a result."""
        return self.text("ui.settle", "bold", deal=len(match.returns))

    def open_view(self, state: Any) -> Any:
        """The view of a table where everything lies open."""
        return self.game.view(state, None)

    def open_hands(self, state: Any) -> Drawn:
        """The hands of all seats; nobody knows here what a hand is."""
        return []

    def hands(self, hands: Mapping[int, Sequence[int]]) -> Drawn:
        """Hands by seat in short form; empty ones are left out."""
        rows = [(self.names[seat], self.short(hand)) for seat, hand in hands.items() if any(hand)]
        return [self.screen.grid(rows, (NAME_WIDTH,))] if rows else []

    def short(self, hand: Sequence[int]) -> Text:
        """A whole hand in few cells."""
        return Text(value_text(hand))

    def tell(self, events: Iterable[Event], view: Any) -> list[Text]:
        """Lines for events as the viewer knows them (`seen_by`); `view` is theirs after the events."""
        return [Text(f"  {self._event_text(event)}") for event in events]

    def flush(self) -> list[Text]:
        """The lines that `tell` has held back."""
        return []

    def _event_text(self, event: Event) -> str:
        facts = {**self.game.event_json(self.options, event)}
        facts.pop("private", None)
        kind, seat = facts.pop("event"), facts.pop("seat", None)
        who = "" if seat is None else f"{self.names[seat]}: "
        return who + " ".join([str(kind), *(f"{key}={value_text(fact)}" for key, fact in facts.items())])

    def title(self, view: Any) -> str:
        """The question, in one line."""
        return self.texts.t("ask.play")

    def notes(self, view: Any, actions: Sequence[Any]) -> list[str]:
        """What the question means, and its default."""
        return [self.texts.t("ui.default", default=self.texts.ltr(self.typed(view, actions[0])))]

    def lists_at_once(self, view: Any, actions: Sequence[Any]) -> bool:
        """Whether the choices are listed together with the question: here there is no other way to know them."""
        return True

    def choice(self, view: Any, action: Any) -> Text:
        """An action as an entry of that list."""
        return Text(self.typed(view, action))

    def typed(self, view: Any, action: Any) -> str:
        """An action as it is typed."""
        return str(self.game.action_text(self.game.determinize(view, random.Random(0)), action))

    def forced(self, view: Any, action: Any) -> str:
        """The line that says that the only action there was has been carried out."""
        return self.texts.t("ui.forced", action=self.texts.ltr(self.choice(view, action).plain))

    def read(self, text: str, view: Any, actions: Sequence[Any], parse: Parse) -> Any:
        """The action that `text` means where it is no number of the list.

        Raises:
            NotationError: notation.*, with the column in `text`.
        """
        return parse(text)

    def looks(self, view: Any) -> Mapping[str, Show]:
        """What may be looked up, by what is typed for it: here the rules, and what may be typed."""
        return {"r": lambda: self.rules(view), "help": self.help}

    def help(self) -> Drawn:
        """What may be typed."""
        return [self.text(key) for key in (self.keys, "help.list", "help.leave")]

    def rules(self, view: Any) -> Drawn:
        """The rules: here all of them."""
        texts = texts_of(self.game.name, self.texts.lang)
        lines: Drawn = [Text(leaflet.title(self.game.name, texts), "bold")]
        for section in leaflet.sections(self.options, texts):
            lines.append(Text(section.title, "bold"))
            lines += (paragraph(f"{text} [{rule}]") for text, rule in section.paragraphs)
        return lines


PACK = Face


def face_of(game: Game, options: Any, names: Sequence[str], screen: Screen) -> Face:
    """The face of a game; one that brings none has a plain one."""
    face: Face = registry.pack("tui", game.name)(game, options, names, screen)
    return face
