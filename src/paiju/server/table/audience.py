"""Who watches a table, and what each was sent.

Each viewer has a stream of its own: a counter, the messages of late (for a page that comes back), the view as
his page has it. Nothing counts or remembers for several viewers at once, so that no stream tells of another.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from typing import NamedTuple

from msgspec import Raw

from paiju.server import protocol as p
from paiju.server.protocol import Sent
from paiju.server.table.pieces import packed, piece_of

# No more than the queue of a socket takes at once; whoever missed more gets the present afresh.
KEPT_MESSAGES = 40
MOST_LOG = 2000
KEPT_IDS = 64
MOST_KNOWN = 100
"""Of so many guests it is known which of their messages were done; of those who are here always."""
_APART = 1 << 16
"""So far apart that a new number does not tell how many messages somebody else got."""
# A page that comes back gets these afresh: old ones would name prompts and times that are gone, and nobody says again
# what he said a while ago: it stands in the room's chat, which every page that comes back gets.
_OF_THE_MOMENT = frozenset({"prompt", "clock", "said", "welcome"})
NO_PROMPT: Sent = {"type": "prompt", "id": "", "actions": [], "pick": None, "default": "", "details": {}}


class Frame(NamedTuple):
    """A packed message for a guest; `counts` says whether it has a number."""

    guest: str
    text: str
    counts: bool = True


@dataclass(slots=True)
class Stream:
    """What one guest was sent. `seat` is None for those who watch.

    `kept` are the messages after number `since`, packed; None before he was welcomed.
    """

    guest: str
    seat: int | None
    seq: int
    online: bool = False
    view: Sent | None = None
    log: list[Raw] = field(default_factory=list)
    kept: deque[tuple[int, str]] = field(default_factory=deque)
    since: int | None = None
    prompted: bool = False

    def come(self) -> None:
        """A page is open."""
        self.online = True

    def go(self) -> None:
        """No page is open."""
        self.online = False

    def begin(self, view: Sent) -> None:
        """The page begins with this view."""
        self.view = view

    def recall(self, log: list[Raw]) -> None:
        """What happened in this deal before, as far as the seat has seen it."""
        self.log = log


class Audience:
    """All streams of a table, and the messages that wait to be sent."""

    def __init__(self, first_seq: int) -> None:
        self._first_seq = first_seq
        self._streams: dict[str, Stream] = {}
        self._done: dict[str, deque[str]] = {}
        self.outbox: list[Frame] = []

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
        """Forget a guest. Streams that begin later have other numbers: no page of his that slept may take up another one where it stopped."""
        if (gone := self._streams.pop(guest, None)) is not None:
            self._first_seq = max(self._first_seq, (gone.seq // _APART + 1) * _APART)

    def of_seat(self, seat: int) -> Stream | None:
        """The stream of whoever sits at `seat`."""
        return next((stream for stream in self._streams.values() if stream.seat == seat), None)

    def send(self, stream: Stream, message: Sent) -> None:
        """A message that counts: numbered, and kept for a page that was away."""
        stream.seq += 1
        kind = message["type"]
        stays = kind not in _OF_THE_MOMENT
        if stays or stream.online:
            self._send(stream, p.encode({"type": kind, "seq": stream.seq, **message}), keep=stays)
        if kind == "welcome" and stream.since is None:
            stream.since = stream.seq

    def _send(self, stream: Stream, text: str, *, keep: bool) -> None:
        if keep:
            if len(stream.kept) == KEPT_MESSAGES:
                stream.since, _ = stream.kept.popleft()
            stream.kept.append((stream.seq, text))
        if stream.online:
            self.outbox.append(Frame(stream.guest, text))

    def answer(self, stream: Stream, message: Sent) -> None:
        """A message that does not count: an error, or the answer to a question."""
        if stream.online:
            self.outbox.append(Frame(stream.guest, p.encode(message), counts=False))

    def has_done(self, guest: str, message_id: str) -> bool:
        """Whether a message of a guest that names itself has been carried out; his page could not know and sent it again."""
        return message_id != "" and message_id in self._done.get(guest, ())

    def done(self, guest: str, message_id: str) -> None:
        """Tell a page that what it sent has been carried out, if the message names itself."""
        if not message_id or (stream := self._streams.get(guest)) is None:
            return
        if guest not in self._done:
            self._make_room()
        kept = self._done.setdefault(guest, deque(maxlen=KEPT_IDS))
        if message_id not in kept:
            kept.append(message_id)
        self.answer(stream, p.done(message_id))

    def _make_room(self) -> None:
        """Where too many have named what they sent, forget whoever came first of those who are gone."""
        gone = [guest for guest in self._done if guest not in self._streams]
        for guest in gone[: len(self._done) + 1 - MOST_KNOWN]:
            del self._done[guest]

    def publish(self, stream: Stream, view: Sent, events: list[Sent]) -> None:
        """Tell what happened and what changed in the view; nothing if nothing did."""
        told = [packed(event) for event in events]
        piece = piece_of(stream.view, view, told)
        if piece is not None:
            stream.view = view
            stream.log += told
            del stream.log[:-MOST_LOG]
            self.show(stream, piece)

    def show(self, stream: Stream, piece: bytes) -> None:
        """Tell what stands in `piece`."""
        stream.seq += 1
        self._send(stream, p.numbered("events", stream.seq, piece), keep=True)

    def prompt(self, stream: Stream, message: Sent) -> None:
        """Put a prompt on the page."""
        stream.prompted = True
        self.send(stream, message)

    def withdraw(self, stream: Stream) -> None:
        """Take a prompt back, if there is one on the page."""
        if stream.prompted:
            stream.prompted = False
            self.send(stream, NO_PROMPT)

    def take(self) -> list[Frame]:
        """The messages that wait, which do so no longer."""
        taken, self.outbox = self.outbox, []
        return taken

    def new_deal(self) -> None:
        """Forget the deal before."""
        for stream in self._streams.values():
            stream.view, stream.log = None, []

    def resume(self, stream: Stream, seen: int | None) -> bool:
        """Send again what a page missed since `seen`; False if it must begin anew.

        Numbered messages that still wait for the page before it are among those.
        """
        self.outbox = [frame for frame in self.outbox if frame.guest != stream.guest or not frame.counts]
        if seen is None or stream.since is None or not stream.since <= seen <= stream.seq:
            return False
        self.outbox += [Frame(stream.guest, text) for number, text in stream.kept if number > seen]
        return True
