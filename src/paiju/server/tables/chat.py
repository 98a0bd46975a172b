"""Chat at a table, and requests for hints and checks."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from functools import partial
from typing import Any

from paiju.bots.base import Advice
from paiju.core.position import positioned
from paiju.core.signals import signals_of
from paiju.server import protocol as p
from paiju.server.errors import ServerError
from paiju.server.http.limits import Bucket, Rate
from paiju.server.pack import pack_of, phrases_of
from paiju.server.people.names import visible
from paiju.server.protocol import Sent
from paiju.server.tables.audience import Stream
from paiju.server.tables.deal import MatchState, Running
from paiju.server.tables.questions import Prompt
from paiju.server.tables.room import MOST_CHAT_LINES, PLAYING

RATES: Mapping[str, Rate] = {
    "say": Rate(5, 1500),
    "check": Rate(8, 250),
    "hint": Rate(3, 1500),
    "waits": Rate(5, 500),
}
"""The rates of a guest's requests, by purpose."""
MOST_BUCKETS = 200
"""The most rates remembered; beyond them, idle guests are forgotten."""


class Rates:
    """The rest of these rates, by guest and purpose."""

    def __init__(self) -> None:
        self._buckets: dict[tuple[str, str], Bucket] = {}

    def spend(self, guest: str, purpose: str, now: int) -> None:
        """Count one more.

        Raises:
            ServerError: rate.limited.
        """
        rate = RATES[purpose]
        if len(self._buckets) >= MOST_BUCKETS:
            self._buckets = {key: one for key, one in self._buckets.items() if not one.is_full(now)}
        if not self._buckets.setdefault((guest, purpose), Bucket(rate, now)).spend(now):
            seconds = 1 + int(rate.refill_ms) // 1000
            raise ServerError("rate.limited", "too many at once", {"seconds": seconds})


class Talk:
    """The chat of a match, in `chat`, and the requests of each guest."""

    def __init__(self, table: MatchState) -> None:
        self._table = table
        self._room = table.room
        self._pack = pack_of(table.room.game.name)
        self._rates = Rates()
        self.chat: deque[Sent] = deque(maxlen=MOST_CHAT_LINES)

    def say(self, stream: Stream, message: p.Say, now: int) -> None:
        """A quick phrase, or a line of chat.

        Raises:
            ServerError: ask.off, say.muted, message.malformed, message.unexpected, rate.limited, seat.none.
            RuleError: for a signal that may not be said now; see `Signals.say`.
        """
        seat, chair = self._table.seated(stream)
        game, options = self._room.game, self._room.options
        line: dict[str, object] = {"seat": seat, "name": chair.name, "mark": self._room.alias(stream.guest)}
        if message.phrase is not None:
            if message.phrase not in phrases_of(game, options):
                raise ServerError("message.malformed", "no such phrase")
            line["phrase"] = message.phrase
        else:
            if not self._room.settings.chat:
                raise ServerError("ask.off", "chat is off at this table")
            text = visible(message.text or "")[: p.MOST_CHAT]
            if not text:
                raise ServerError("message.malformed", "nothing was said")
            line["text"] = text
        if chair.muted and message.phrase not in signals_of(game, options):
            raise ServerError("say.muted", "those at the table have muted this seat")
        self._rates.spend(stream.guest, "say", now)
        if message.phrase in signals_of(game, options):
            self._playing().signal(seat, str(message.phrase), now)
        self.chat.append(line)
        self._table.audience.send({"type": "said", **line}, *self._table.audience.everybody())

    def _playing(self) -> Running:
        if self._table.running is None or self._room.stage != PLAYING:
            raise ServerError("message.unexpected", "nothing is played")
        return self._table.running

    def _prompt_of(self, stream: Stream, message: p.Ask) -> tuple[Running, Prompt]:
        seat, _ = self._table.seated(stream)
        running = self._table.running
        prompt = running.open_prompt(seat) if running else None
        if running is None or prompt is None or prompt.id != message.prompt:
            raise ServerError("prompt.stale", "that question is no longer open")
        return running, prompt

    def hint(self, stream: Stream, message: p.Ask, now: int) -> None:
        """Up to three actions that the strongest bot would choose, best first; they come when it has thought."""
        if not self._room.settings.hints:
            raise ServerError("ask.off", "hints are off at this table")
        running, prompt = self._prompt_of(stream, message)
        self._rates.spend(stream.guest, "hint", now)
        running.questions.ask_advice(prompt, partial(self._hinted, stream, prompt))

    def _hinted(self, stream: Stream, prompt: Prompt, found: tuple[Advice, ...], now: int) -> None:
        """Answer the request for a hint, if the question is still open to them."""
        running = self._table.running
        if running is None or stream.seat is None or running.open_prompt(stream.seat) is not prompt:
            return
        advice = [
            {
                "action": self._text(prompt, one.action),
                "points": None if one.points is None else round(one.points, 2),
                "error": None if one.error is None else round(one.error, 2),
                "reasons": [{"key": reason.key, **reason.facts} for reason in one.reasons],
            }
            for one in found
        ]
        actions = [one["action"] for one in advice]
        self._table.audience.answer(
            stream, {"type": "hint", "prompt": prompt.id, "actions": actions, "advice": advice}
        )

    def check(self, stream: Stream, message: p.Ask, now: int) -> None:
        """Whether a selection could be played, or an action done; the rules' own refusal if not."""
        if message.action and not message.prompt:
            self._check_unasked(stream, message.action, now)
            return
        _, prompt = self._prompt_of(stream, message)
        self._rates.spend(stream.guest, "check", now)
        game = self._room.game
        verb = next((text.split()[0] for text in self._texts(prompt) if " " in text), "play")
        action = game.parse_action(prompt.state, prompt.seat, message.action or f"{verb} {message.cards}")
        game.apply(prompt.state, prompt.seat, action)
        answer = {
            "type": "checked", "prompt": prompt.id, "cards": message.cards, "action": self._text(prompt, action)
        }  # fmt: skip
        self._table.audience.answer(stream, answer)

    def _check_unasked(self, stream: Stream, text: str, now: int) -> None:
        """Why a seat that has no question may not do something: the reason that it could find itself, from what its page shows.

        Raises:
            RuleError: action.illegal | game_over.
            ServerError: prompt.stale, if it has a question, or nothing is played.
        """
        seat, _ = self._table.seated(stream)
        running, why_not = self._table.running, self._pack.why_not
        refused = None
        if running is not None and why_not is not None and not running.open_prompt(seat):
            self._rates.spend(stream.guest, "check", now)
            game = self._room.game
            refused = why_not(
                game.view(running.displayed, seat), game.parse_action(running.displayed, seat, text)
            )
        raise refused or ServerError("prompt.stale", "that question is no longer open")

    def waits(self, stream: Stream, message: p.Ask, now: int) -> None:
        """The cards that would complete the asker's hand, as far as they can know."""
        if not self._room.settings.hints:
            raise ServerError("ask.off", "hints are off at this table")
        seat, _ = self._table.seated(stream)
        running, waits = self._table.running, self._pack.waits
        if running is None or waits is None or self._room.stage != PLAYING:
            raise ServerError("message.unexpected", "no hand waits for a card")
        self._rates.spend(stream.guest, "waits", now)
        view = self._room.game.view(running.displayed, seat)
        self._table.audience.answer(stream, waits(view))

    def position(self, stream: Stream, message: p.Ask, now: int) -> None:
        """The asker's view at the open question, as a line of text that the library reads (docs/positions.md).

        Raises:
            UsageError: usage.game, in a game without positions.
        """
        _, prompt = self._prompt_of(stream, message)
        self._rates.spend(stream.guest, "check", now)
        view = self._room.game.view(prompt.state, prompt.seat)
        text = positioned(self._room.game).position_text(view)
        self._table.audience.answer(stream, {"type": "position", "prompt": prompt.id, "text": text})

    def _text(self, prompt: Prompt, action: Any) -> str:
        return self._room.game.action_text(prompt.state, action)

    def _texts(self, prompt: Prompt) -> list[str]:
        """Some of the actions of a prompt in notation: enough to know what is done with cards."""
        count = len(prompt.actions)
        return [self._text(prompt, prompt.actions[i]) for i in {0, count // 2, count - 1}]

    def hold(self, stream: Stream, message: p.Ask, now: int) -> None:
        """Lengthen the time that a card lies open.

        Raises:
            ServerError: message.unexpected, prompt.held, seat.none.
        """
        seat, _ = self._table.seated(stream)
        self._playing().hold(seat, now)
