"""Events of Bao Huang as short lines of text. What an event hides from the viewer is not in it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from rich.text import Text

from paiju.core.game import Event
from paiju.games.baohuang.views import View
from paiju.locales import Texts
from paiju.tui.baohuang.table import card_line

_SEATS = {"seat": "who", "from": "giver", "to": "to", "winner": "winner", "leader": "leader"}
_SILENT = frozenset({"play", "over", "score"})
_BOLD = frozenset(
    {"crowned", "called", "revealed", "usurped", "declared", "revolted", "countered", "finished"}
)


class Narrator:
    """Tells events in the order they come; passes in a row become one line."""

    def __init__(self, texts: Texts, names: Sequence[str], *, suited: bool) -> None:
        self._texts = texts
        self._names = names
        self._suited = suited
        self._passed: list[int] = []

    def tell(self, events: Iterable[Event], view: View) -> list[Text]:
        """Lines for events as the viewer knows them (`seen_by`); `view` is his view after them."""
        lines: list[Text] = []
        for event in events:
            if event.kind == "passed":
                self._passed.append(event.number("seat"))
            elif event.kind not in _SILENT:
                lines += self.flush()
                lines.append(self._line(event, view.emperor))
        return lines

    def flush(self) -> list[Text]:
        """The passes that were not told yet."""
        if not self._passed:
            return []
        names = self._texts.t("ui.comma").join(self._names[seat] for seat in self._passed)
        self._passed.clear()
        return [Text("  " + self._texts.t("event.passed", who=names), "dim")]

    def _line(self, event: Event, emperor: int) -> Text:
        if event.kind == "played":
            return self._played(event)
        text = self._texts.t(self._key(event, emperor), **self._facts(event))
        return Text(f"  {text}", "bold" if event.kind in _BOLD else "dim" if event.kind == "trick" else "")

    def _played(self, event: Event) -> Text:
        bomb = event.public["bomb"]
        who = self._names[event.number("seat")]
        line = Text("  " + self._texts.t("event.bomb" if bomb else "event.played", who=who) + " ")
        return line.append_text(card_line(_cards(event), suited=self._suited))

    def _key(self, event: Event, emperor: int) -> str:
        facts = event.public
        key = f"event.{event.kind}"
        if event.kind == "declared":
            return f"{key}.{'solo' if facts['seat'] == emperor else 'guard'}"
        if event.kind in ("revealed", "guard_named") and "role" in facts:
            return f"{key}.{facts['role']}"
        if event.kind == "trick" and facts["wind"]:
            return f"{key}.wind"
        if event.kind == "moved":
            key = f"{key}.{facts['why']}"
        return (
            f"{key}.seen"
            if event.kind in ("moved", "paid", "received", "pool", "dealt") and _cards(event)
            else key
        )

    def _facts(self, event: Event) -> dict[str, Any]:
        """The facts of a text: seats by name, cards in notation, places by title."""
        facts: dict[str, Any] = {}
        for name, value in event.public.items():
            if name in _SEATS or name == "first_drawer":
                facts[_SEATS.get(name, name)] = self._names[event.number(name)]
            elif name in ("card", "cards"):
                cards = (event.number(name),) if name == "card" else _cards(event)
                facts[name] = self._texts.ltr(card_line(cards, suited=self._suited).plain)
            elif name == "place":
                facts[name] = self._texts.t(f"place.{value}")
            else:
                facts[name] = value
        return facts


def _cards(event: Event) -> tuple[int, ...]:
    cards = event.public.get("cards", ())
    assert isinstance(cards, tuple)
    return cards
