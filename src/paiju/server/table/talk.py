"""What is said at a table, and what is asked of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from paiju.bots.base import Advice
from paiju.games.paohuzi.viewing import View as PaohuziView
from paiju.server import protocol as p
from paiju.server.errors import ServerError
from paiju.server.table import haste, lobby, votes
from paiju.server.table.audience import Stream
from paiju.server.table.phrases import PHRASES
from paiju.server.table.prompts import Prompt
from paiju.server.table.room import PLAYING
from paiju.server.table.running import Running
from paiju.server.wire.waiting import waits_json
from paiju.server.writing import visible

if TYPE_CHECKING:
    from paiju.server.table.table import Table

# How many at once, and how long until one more: by what is asked.
RATES: Mapping[str, tuple[int, int]] = {
    "say": (5, 1500),
    "check": (8, 250),
    "hint": (3, 1500),
    "waits": (5, 500),
}


class Buckets:
    """Token buckets by guest and purpose."""

    def __init__(self) -> None:
        self._left: dict[tuple[str, str], tuple[float, int]] = {}

    def spend(self, guest: str, purpose: str, now: int) -> None:
        """Take a token.

        Raises:
            ServerError: rate.limited.
        """
        most, refill_ms = RATES[purpose]
        left, at = self._left.get((guest, purpose), (float(most), now))
        left = min(float(most), left + (now - at) / refill_ms)
        if left < 1:
            raise ServerError("rate.limited", "too many at once", {"seconds": 1 + refill_ms // 1000})
        self._left[guest, purpose] = (left - 1, now)


def say(table: Table, stream: Stream, message: p.Say, now: int) -> None:
    """A quick phrase, or a line of chat.

    Raises:
        ServerError: ask.off, message.malformed, rate.limited, seat.none.
    """
    seat, chair = table.seated(stream)
    line: dict[str, object] = {"seat": seat, "name": chair.name}
    if message.phrase is not None:
        if message.phrase not in PHRASES[table.room.game.name]:
            raise ServerError("message.malformed", "no such phrase")
        line["phrase"] = message.phrase
    else:
        if not table.room.settings.chat:
            raise ServerError("ask.off", "chat is off at this table")
        text = visible(message.text or "")[: p.MOST_CHAT]
        if not text:
            raise ServerError("message.malformed", "nothing was said")
        line["text"] = text
    table.buckets.spend(stream.guest, "say", now)
    table.chat.append(line)
    for other in table.audience.everybody():
        table.audience.send(other, {"type": "said", **line})


def ask(table: Table, stream: Stream, message: p.Ask, now: int) -> None:
    """A question or request."""
    _ASKED[message.what](table, stream, message, now)


def _prompt_of(table: Table, stream: Stream, message: p.Ask) -> tuple[Running, Prompt]:
    seat, _ = table.seated(stream)
    running = table.running
    prompt = running.open_prompt(seat) if running else None
    if running is None or prompt is None or prompt.id != message.prompt:
        raise ServerError("prompt.stale", "that question is not open any more")
    return running, prompt


def _hint(table: Table, stream: Stream, message: p.Ask, now: int) -> None:
    """Up to three actions that the strongest bot would choose, best first; they come when it has thought."""
    if not table.room.settings.hints:
        raise ServerError("ask.off", "hints are off at this table")
    running, prompt = _prompt_of(table, stream, message)
    table.buckets.spend(stream.guest, "hint", now)
    running.questions.ask_advice(prompt, partial(_hinted, table, stream, prompt))


def _hinted(table: Table, stream: Stream, prompt: Prompt, found: tuple[Advice, ...], now: int) -> None:
    """Answer who asked for a hint, if the question is still open to him."""
    running = table.running
    if running is None or stream.seat is None or running.open_prompt(stream.seat) is not prompt:
        return
    advice = [
        {
            "action": _text(table, prompt, one.action),
            "points": None if one.points is None else round(one.points, 2),
            "error": None if one.error is None else round(one.error, 2),
            "reasons": [{"key": reason.key, **reason.facts} for reason in one.reasons],
        }
        for one in found
    ]
    actions = [one["action"] for one in advice]
    table.audience.answer(stream, {"type": "hint", "prompt": prompt.id, "actions": actions, "advice": advice})


def _check(table: Table, stream: Stream, message: p.Ask, now: int) -> None:
    """Whether a selection could be played; the law's own refusal if not."""
    _, prompt = _prompt_of(table, stream, message)
    table.buckets.spend(stream.guest, "check", now)
    game = table.room.game
    verb = next((text.split()[0] for text in _texts(table, prompt) if " " in text), "play")
    action = game.parse_action(prompt.state, prompt.seat, f"{verb} {message.cards}")
    game.apply(prompt.state, prompt.seat, action)
    answer = {
        "type": "checked", "prompt": prompt.id, "cards": message.cards, "action": _text(table, prompt, action)
    }  # fmt: skip
    table.audience.answer(stream, answer)


def _waits(table: Table, stream: Stream, message: p.Ask, now: int) -> None:
    """The cards that would complete the asker's hand, as far as he can know."""
    if not table.room.settings.hints:
        raise ServerError("ask.off", "hints are off at this table")
    seat, _ = table.seated(stream)
    view = table.running and table.room.game.view(table.running.shown, seat)
    if table.room.stage != PLAYING or not isinstance(view, PaohuziView):
        raise ServerError("message.unexpected", "no hand waits for a card")
    table.buckets.spend(stream.guest, "waits", now)
    table.audience.answer(stream, dict(waits_json(view)))


def _text(table: Table, prompt: Prompt, action: Any) -> str:
    return table.room.game.action_text(prompt.state, action)


def _texts(table: Table, prompt: Prompt) -> list[str]:
    """Some of the actions of a prompt in notation: enough to know what is done with cards."""
    count = len(prompt.actions)
    return [_text(table, prompt, prompt.actions[i]) for i in {0, count // 2, count - 1}]


def _hold(table: Table, stream: Stream, message: p.Ask, now: int) -> None:
    seat, _ = table.seated(stream)
    if table.running is None or table.room.stage != PLAYING:
        raise ServerError("message.unexpected", "no card lies open")
    table.running.hold(seat, now)


def _undo(table: Table, stream: Stream, message: p.Ask, now: int) -> None:
    lobby.undo(table, stream, now)


_ASKED: Mapping[str, Callable[[Table, Stream, p.Ask, int], None]] = {
    "hint": _hint,
    "check": _check,
    "waits": _waits,
    "hold": _hold,
    "undo": _undo,
    "skip": haste.ask,
    "dismiss": votes.answer,
    "rematch": votes.answer,
}
