"""Events of Paohuzi as short lines of text. What an event hides from the viewer is not in it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from rich.text import Text

from paiju.core.game import Event
from paiju.games.paohuzi.cards import UNKNOWN
from paiju.games.paohuzi.melds import IDENTICAL, SetKind
from paiju.tui.paohuzi.questions import Brush
from paiju.tui.screen import Screen

_FORCED = ("ti", "wei", "pao")


class Narrator:
    """Tells each event in the order they come."""

    def __init__(self, screen: Screen, names: Sequence[str]) -> None:
        self._texts = screen.texts
        self._names = names
        self._brush = Brush(hanzi=screen.hanzi)
        self._tellers: Mapping[str, Callable[[Any], Text]] = {
            "cut": self._cut, "dealt": self._dealt, "bottom": self._bottom, "draw": self._draw, "discard": self._discard,
            "pong": self._pong, "eat": self._eat, "dead": self._dead, "hu": self._hu,
            **dict.fromkeys(_FORCED, self._set),
        }  # fmt: skip

    def tell(self, events: Iterable[Event], view: Any) -> list[Text]:
        """Lines for events as the viewer knows them (`seen_by`)."""
        return [
            Text("  ").append_text(self._tellers[event.kind](event.public))
            for event in events
            if event.kind in self._tellers
        ]

    def flush(self) -> list[Text]:
        """Nothing is kept back."""
        return []

    def _say(self, key: str, facts: Any, style: str = "") -> Text:
        return Text().append(self._texts.t(key, who=self._names[facts["seat"]]) + " ", style)

    def _cut(self, facts: Any) -> Text:
        return Text(self._texts.t("event.cut", who=self._names[facts["seat"]], number=facts["number"]))

    def _dealt(self, facts: Any) -> Text:
        text = self._texts.t("event.pz.dealt", who=self._names[facts["dealer"]])
        line = Text(text + " ").append_text(self._brush.card(facts["card"]))
        idle = [name for seat, name in enumerate(self._names) if seat not in facts["seats"]]
        return line.append(" · " + self._texts.t("event.pz.idle", who=idle[0])) if idle else line

    def _bottom(self, facts: Any) -> Text:
        line = Text(self._texts.t("event.pz.bottom") + " ").append_text(self._brush.card(facts["card"]))
        if facts["cards"]:
            line.append(" · " + self._texts.t("event.pz.moved") + " ")
            line.append_text(self._brush.row(facts["cards"]))
        return line

    def _draw(self, facts: Any) -> Text:
        line = self._say("event.pz.draw", facts)
        line.append_text(self._brush.card(facts.get("card", UNKNOWN)))
        return line.append(" " + self._texts.t("event.pz.last"), "bold") if facts["last"] else line

    def _discard(self, facts: Any) -> Text:
        return self._say("event.pz.discard", facts).append_text(self._brush.card(facts["card"]))

    def _set(self, facts: Any) -> Text:
        kind = SetKind(facts["set"])
        cards = facts.get("cards", (UNKNOWN,) * IDENTICAL[kind])
        line = self._say(f"event.pz.{kind}", facts, "bold").append_text(self._brush.set(cards))
        return (
            line.append(" " + self._texts.t(f"event.pz.from.{facts['triple']}"))
            if "triple" in facts
            else line
        )

    def _pong(self, facts: Any) -> Text:
        return self._say("event.pz.E3", facts, "bold").append_text(self._brush.set((facts["card"],) * 3))

    def _eat(self, facts: Any) -> Text:
        line = self._say("event.pz.eat", facts, "bold")
        return line.append_text(Text(" + ").join(map(self._brush.set, facts["sets"])))

    def _dead(self, facts: Any) -> Text:
        return self._say("event.pz.dead", facts)

    def _hu(self, facts: Any) -> Text:
        line = self._say("event.pz.hu", facts, "bold green")
        return line.append_text(self._brush.card(facts["card"])) if "card" in facts else line
