"""A game in the terminal that brings no face: its view as the wire has it, and its offered actions as a numbered list."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rich.text import Text

import paiju
from paiju.core.game import Event, Game
from paiju.locales import leaflet
from paiju.locales.words import texts_of
from paiju.tui.face import Parse, Setting, Show, is_number, pick
from paiju.tui.screen import Screen, indented
from paiju.wire import view_json

_KNOWN = frozenset({"game", "deal", "viewer", "seats", "order", "options"})
"""Fields of a view that stand elsewhere on the screen."""


def _typed(view: Any, action: Any) -> str:
    game = paiju.load(view.options.game)
    return str(game.action_text(game.determinize(view, random.Random(0)), action))


class _Narrator:
    """Tells an event by its name and facts."""

    def __init__(self, names: Sequence[str], options: Any) -> None:
        self._names = names
        self._options = options

    def tell(self, events: Iterable[Event], view: Any) -> list[Text]:
        """A line for each event."""
        return [Text(f"  {self._told(event)}") for event in events]

    def flush(self) -> list[Text]:
        """Nothing is kept back."""
        return []

    def _told(self, event: Event) -> str:
        facts = paiju.load(self._options.game).event_json(self._options, event)
        facts = {key: fact for key, fact in facts.items() if key != "private"}
        kind, seat = facts.pop("event"), facts.pop("seat", None)
        who = "" if seat is None else f"{self._names[seat]}: "
        return who + " ".join([str(kind), *(f"{key}={shown(fact)}" for key, fact in facts.items())])


class PlainFace:
    """See `Face`."""

    keys = "ui.plain.keys"

    def has_points(self, options: Any) -> bool:
        """As far as anybody knows."""
        return True

    def table(self, view: Any, setting: Setting, screen: Screen) -> list[Text]:
        """The seats with their totals, then the fields of the view; what there is one of for each seat stands in their order."""
        texts = screen.texts
        totals = (
            f"{name} {texts.number(score, signed=True)}"
            for name, score in zip(setting.names, setting.scores, strict=True)
        )
        fields = view_json(view, counter=False)
        return [
            Text(f"{texts.t('ui.deal', deal=setting.deal)} · {view.options.game}", "bold"),
            Text("  " + " · ".join(totals)),
            *(Text(f"  {key}: {shown(value)}") for key, value in fields.items() if key not in _KNOWN),
        ]

    def open_view(self, game: Game, state: Any) -> Any:
        """What everybody sees."""
        return game.view(state, None)

    def open_hands(self, state: Any, names: Sequence[str], screen: Screen) -> list[Text]:
        """Nobody knows here what a hand is."""
        return []

    def settle(self, view: Any, events: Iterable[Event], setting: Setting, screen: Screen) -> list[Text]:
        """The last view; the score sheet follows."""
        return [
            Text(screen.texts.t("ui.settle", deal=setting.deal), "bold"),
            *self.table(view, setting, screen),
        ]

    def narrator(self, screen: Screen, names: Sequence[str], options: Any) -> _Narrator:
        """Somebody who tells what happens."""
        return _Narrator(names, options)

    def title(self, view: Any, screen: Screen) -> str:
        """The same for all questions."""
        return screen.texts.t("ask.play")

    def notes(self, view: Any, actions: Sequence[Any], screen: Screen) -> list[str]:
        """The default."""
        return [screen.texts.t("ui.default", default=screen.texts.ltr(_typed(view, actions[0])))]

    def lists_at_once(self, view: Any, actions: Sequence[Any]) -> bool:
        """Always: there is no other way to know them."""
        return True

    def choice(self, view: Any, action: Any, screen: Screen) -> Text:
        """An action in notation."""
        return Text(_typed(view, action))

    def typed(self, view: Any, action: Any) -> str:
        """An action in notation."""
        return _typed(view, action)

    def forced(self, view: Any, action: Any, screen: Screen) -> str:
        """The line that says that the only action there was has been carried out."""
        return screen.texts.t("ui.forced", action=screen.texts.ltr(_typed(view, action)))

    def read(
        self, text: str, view: Any, actions: Sequence[Any], parse: Parse, screen: Screen, *, numbered: bool
    ) -> Any:
        """A number of the list, or an action in notation."""
        number = text.removeprefix("#")
        return pick(number, actions) if is_number(number) else parse(text)

    def why_not(self, view: Any, action: Any) -> str | None:
        """The law says it itself."""
        return None

    def looks(self, view: Any, names: Sequence[str], screen: Screen) -> Mapping[str, Show]:
        """The rules, and what may be typed."""
        return {
            "r": lambda: _rules(view.options, screen),
            "help": lambda: [
                Text(screen.texts.t(key)) for key in ("ui.plain.keys", "help.list", "help.leave")
            ],
        }


def _rules(options: Any, screen: Screen) -> list[Text]:
    texts = texts_of(options.game, screen.texts.lang)
    lines = [Text(leaflet.title(options.game, texts), "bold")]
    for section in leaflet.sections(options, texts):
        lines.append(Text(section.title, "bold"))
        for paragraph in section.paragraphs:
            lines += indented(f"{paragraph.text} [{paragraph.rule}]", 2, screen.width)
    return lines


def shown(value: Any) -> str:
    """A plain value as text.

    >>> shown([1, None, [2, 3]]), shown({"seat": 1, "cards": []})
    ('1 ? (2 3)', 'seat=1 cards=–')
    """
    if isinstance(value, Mapping):
        return " ".join(f"{key}={shown(part)}" for key, part in value.items()) or "–"
    if isinstance(value, (list, tuple)):
        parts = (f"({shown(part)})" if isinstance(part, (list, tuple)) else shown(part) for part in value)
        return " ".join(parts) or "–"
    return "?" if value is None else str(value)


PACK = PlainFace()
