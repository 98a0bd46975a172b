"""Who watches a table, and what each was sent.

Each viewer has a stream of its own: a counter, the messages of late (for a page that comes back), the view as
his page has it. Nothing counts or remembers for several viewers at once, so that no stream tells of another.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from typing import Any

from paiju.server import protocol as p
from paiju.server.protocol import Sent

# No more than the queue of a socket takes at once; whoever missed more gets the present afresh.
KEPT_MESSAGES = 40
MOST_LOG = 2000
KEPT_IDS = 64
# A page that comes back gets these afresh: old ones would name prompts and times that are gone, and nobody says again
# what he said a while ago: it stands in the room's chat, which every page that comes back gets.
_OF_THE_MOMENT = frozenset({"prompt", "clock", "said"})
NO_PROMPT: Sent = {"type": "prompt", "id": "", "actions": [], "pick": None, "default": "", "details": {}}


@dataclass(slots=True)
class Stream:
    """What one guest was sent. `seat` is None for those who watch."""

    guest: str
    seat: int | None
    seq: int
    online: bool = False
    view: Sent | None = None
    log: list[Sent] = field(default_factory=list)
    kept: deque[Sent] = field(default_factory=lambda: deque(maxlen=KEPT_MESSAGES))
    prompted: bool = False


def _changes(old: Sent | None, new: Sent) -> tuple[Sent, dict[str, list[Any]]]:
    """What a page that shows `old` needs to show `new`: other fields, and what lists have at their end that they had not.

    All fields, `game` included, where one has gone.
    """
    if old is None or not old.keys() <= new.keys():
        return new, {}
    changed = {name: value for name, value in new.items() if name not in old or old[name] != value}
    more = {name: value[len(old[name]) :] for name, value in changed.items() if _grows(old.get(name), value)}
    return {name: value for name, value in changed.items() if name not in more}, more


def _grows(old: Any, new: Any) -> bool:
    return isinstance(old, list) and isinstance(new, list) and bool(old) and new[: len(old)] == old


class Audience:
    """All streams of a table, and the messages that wait to be sent."""

    def __init__(self, first_seq: int) -> None:
        self._first_seq = first_seq
        self._streams: dict[str, Stream] = {}
        self._done: dict[str, deque[str]] = {}
        self.outbox: list[tuple[str, Sent]] = []

    def everybody(self) -> list[Stream]:
        """All streams."""
        return list(self._streams.values())

    def seated(self) -> list[Stream]:
        """The streams of those who sit at the table."""
        return [stream for stream in self._streams.values() if stream.seat is not None]

    def watching(self) -> list[Stream]:
        """The streams of those who do not."""
        return [stream for stream in self._streams.values() if stream.seat is None]

    def get(self, guest: str) -> Stream | None:
        """The stream of a guest."""
        return self._streams.get(guest)

    def open(self, guest: str, seat: int | None) -> Stream:
        """The stream of a guest, a new one if he changed his seat or had none."""
        stream = self._streams.get(guest)
        if stream is None or stream.seat != seat:
            seq = stream.seq if stream else self._first_seq
            online = bool(stream and stream.online)
            stream = self._streams[guest] = Stream(guest, seat, seq, online)
        return stream

    def drop(self, guest: str) -> None:
        """Forget a guest."""
        self._streams.pop(guest, None)

    def of_seat(self, seat: int) -> Stream | None:
        """The stream of whoever sits at `seat`."""
        return next((stream for stream in self._streams.values() if stream.seat == seat), None)

    def send(self, stream: Stream, message: Sent) -> None:
        """A message that counts: numbered, and kept for a page that was away."""
        stream.seq += 1
        numbered = {"type": message["type"], "seq": stream.seq, **message}
        if message["type"] not in _OF_THE_MOMENT:
            stream.kept.append(numbered)
        if stream.online:
            self.outbox.append((stream.guest, numbered))

    def answer(self, stream: Stream, message: Sent) -> None:
        """A message that does not count: an error, or the answer to a question."""
        if stream.online:
            self.outbox.append((stream.guest, message))

    def has_done(self, guest: str, message_id: str) -> bool:
        """Whether a message of a guest that names itself has been carried out; his page could not know and sent it again."""
        return message_id != "" and message_id in self._done.get(guest, ())

    def done(self, guest: str, message_id: str) -> None:
        """Tell a page that what it sent has been carried out, if the message names itself."""
        if not message_id or (stream := self._streams.get(guest)) is None:
            return
        kept = self._done.setdefault(guest, deque(maxlen=KEPT_IDS))
        if message_id not in kept:
            kept.append(message_id)
        self.answer(stream, p.done(message_id))

    def publish(self, stream: Stream, view: Sent, events: list[Sent]) -> None:
        """Tell what happened and what changed in the view; nothing if nothing did."""
        changed, more = _changes(stream.view, view)
        if not changed and not more and not events:
            return
        stream.view = view
        stream.log += events
        del stream.log[:-MOST_LOG]
        message: Sent = {"type": "events", "list": events, "view": changed}
        self.send(stream, {**message, "more": more} if more else message)

    def withdraw(self, stream: Stream) -> None:
        """Take a prompt back, if there is one on the page."""
        if stream.prompted:
            stream.prompted = False
            self.send(stream, NO_PROMPT)

    def new_deal(self) -> None:
        """Forget the deal before."""
        for stream in self._streams.values():
            stream.view, stream.log = None, []

    def resume(self, stream: Stream, seen: int | None) -> bool:
        """Send again what a page missed since `seen`; False if it must begin anew.

        Numbered messages that still wait for the page before it are among those.
        """
        self.outbox = [one for one in self.outbox if one[0] != stream.guest or "seq" not in one[1]]
        if seen is None or not stream.kept or not stream.kept[0]["seq"] <= seen + 1 <= stream.seq + 1:
            return False
        self.outbox += [(stream.guest, message) for message in stream.kept if message["seq"] > seen]
        return True
