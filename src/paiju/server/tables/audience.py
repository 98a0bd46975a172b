"""The people at a table and the messages sent to each page: players, and watchers with their delay."""

from __future__ import annotations

import secrets
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import msgspec
from msgspec import Raw

from paiju.server import protocol as p
from paiju.server.protocol import Sent

_ENCODER = msgspec.json.Encoder()


def packed(value: Any) -> Raw:
    """A value as JSON that is written out as it is."""
    return Raw(_ENCODER.encode(value))


def piece_of(old: Sent | None, new: Sent, events: list[Raw]) -> bytes | None:
    """The piece that a page with the view `old` needs to display `new` after `events`; None if that is nothing.

    Of a list that grew it needs the end. It needs all fields where one has gone, or another deal has begun.
    """
    if old is None or old["deal"] != new["deal"] or not old.keys() <= new.keys():
        return _ENCODER.encode({"list": events, "view": new})
    changed = {name: value for name, value in new.items() if name not in old or old[name] != value}
    if not changed and not events:
        return None
    grown = [name for name, value in changed.items() if _grows(old.get(name), value)]
    more = {name: changed.pop(name)[len(old[name]) :] for name in grown}
    return _ENCODER.encode({"list": events, "view": changed, **({"more": more} if more else {})})


def _grows(old: Any, new: Any) -> bool:
    return isinstance(old, list) and isinstance(new, list) and bool(old) and new[: len(old)] == old


# --- who watches a table, and what each was sent

# No more than the queue of a socket takes at once; a page that missed more gets the present afresh.
KEPT_MESSAGES = 40
MOST_LOG = 2000
KEPT_IDS = 64
MOST_KNOWN = 100
"""The most absent guests whose done messages are remembered."""
_SEQS, _EPOCHS = 1 << 31, 1 << 19
_APART = 1 << 16
"""So far apart that a new number does not tell how many messages someone else got."""
# A page that comes back gets these afresh: old ones would name prompts and times that are gone, and nobody says again
# what they said a while ago: it stands in the room's chat, which every page that comes back gets.
_OF_THE_MOMENT = frozenset({"prompt", "clock", "said", "welcome"})
NO_PROMPT: Sent = {"type": "prompt", "id": "", "actions": [], "pick": None, "default": "", "details": {}}


def first_seq(epoch: int) -> int:
    """Where the messages of a table are counted from: from its epoch, or (0) from anywhere, so that no page takes up what it was sent before."""
    return (epoch or secrets.randbelow(_EPOCHS)) * _SEQS + secrets.randbelow(_SEQS // 2)


class Frame(NamedTuple):
    """A packed message for a guest; `counts` says whether it has a number."""

    guest: str
    text: str
    counts: bool = True


@dataclass(slots=True)
class Stream:
    """The messages sent to one guest. `seat` is None for those who watch.

    `stored` are the messages after number `since`, packed; None before they were welcomed.
    """

    guest: str
    seat: int | None
    seq: int
    online: bool = False
    view: Sent | None = None
    log: list[Raw] = field(default_factory=list)
    stored: deque[tuple[int, str]] = field(default_factory=deque)
    since: int | None = None
    prompted: bool = False


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
        """The stream of a guest, a new one if they changed their seat or had none."""
        stream = self._streams.get(guest)
        if stream is None or stream.seat != seat:
            seq = stream.seq if stream else self._first_seq
            online = bool(stream and stream.online)
            stream = self._streams[guest] = Stream(guest, seat, seq, online)
        return stream

    def drop(self, guest: str) -> None:
        """Forget a guest. Streams that begin later have other numbers: no page of theirs that slept may take up another one where it stopped."""
        if (gone := self._streams.pop(guest, None)) is not None:
            self._first_seq = max(self._first_seq, (gone.seq // _APART + 1) * _APART)

    def of_seat(self, seat: int) -> Stream | None:
        """The stream of the guest who sits at `seat`."""
        return next((stream for stream in self._streams.values() if stream.seat == seat), None)

    def send(self, message: Sent, *streams: Stream) -> None:
        """A message that counts, written out once for all: numbered, and stored for pages that were away."""
        kind, fields = message["type"], p.fields_of(message)
        stays = kind not in _OF_THE_MOMENT
        for stream in streams:
            stream.seq += 1
            if stays or stream.online:
                self._send(stream, p.numbered(kind, stream.seq, fields), keep=stays)
            if kind == "welcome" and stream.since is None:
                stream.since = stream.seq

    def _send(self, stream: Stream, text: str, *, keep: bool) -> None:
        if keep:
            if len(stream.stored) == KEPT_MESSAGES:
                stream.since, _ = stream.stored.popleft()
            stream.stored.append((stream.seq, text))
        if stream.online:
            self.outbox.append(Frame(stream.guest, text))

    def answer(self, stream: Stream, message: Sent) -> None:
        """A message that does not count: an error, or the answer to a question."""
        if stream.online:
            self.outbox.append(Frame(stream.guest, p.encode(message), counts=False))

    def has_done(self, guest: str, message_id: str) -> bool:
        """Whether a message of a guest that names itself has been carried out; their page could not know and sent it again."""
        return message_id != "" and message_id in self._done.get(guest, ())

    def done(self, guest: str, message_id: str) -> None:
        """Tell a page that what it sent has been carried out, if the message names itself."""
        if not message_id or (stream := self._streams.get(guest)) is None:
            return
        if guest not in self._done:
            self._make_room()
        stored = self._done.setdefault(guest, deque(maxlen=KEPT_IDS))
        if message_id not in stored:
            stored.append(message_id)
        self.answer(stream, p.done(message_id))

    def _make_room(self) -> None:
        """Where too many have named what they sent, forget those who came first and are gone."""
        gone = [guest for guest in self._done if guest not in self._streams]
        for guest in gone[: len(self._done) + 1 - MOST_KNOWN]:
            del self._done[guest]

    def publish(self, stream: Stream, view: Sent, events: list[Raw]) -> None:
        """Tell what happened, packed, and what changed in the view; nothing if nothing did."""
        piece = piece_of(stream.view, view, events)
        if piece is not None:
            stream.view = view
            stream.log += events
            del stream.log[:-MOST_LOG]
            self.show(stream, piece)

    def show(self, stream: Stream, piece: bytes) -> None:
        """Send the content of `piece`."""
        stream.seq += 1
        self._send(stream, p.numbered("events", stream.seq, piece), keep=True)

    def prompt(self, stream: Stream, message: Sent) -> None:
        """Put a prompt on the page."""
        stream.prompted = True
        self.send(message, stream)

    def withdraw(self, stream: Stream) -> None:
        """Take a prompt back, if there is one on the page."""
        if stream.prompted:
            stream.prompted = False
            self.send(NO_PROMPT, stream)

    def take(self) -> list[Frame]:
        """The messages that wait, which do so no longer."""
        taken, self.outbox = self.outbox, []
        return taken

    def new_deal(self) -> None:
        """Forget the deal before."""
        for stream in self._streams.values():
            stream.view, stream.log = None, []

    def resume(self, stream: Stream, seen: int | None) -> bool:
        """Send again what a page missed since `seen`; False if it must begin again.

        Numbered messages that still wait for the page before it are among those.
        """
        self.outbox = [frame for frame in self.outbox if frame.guest != stream.guest or not frame.counts]
        if seen is None or stream.since is None or not stream.since <= seen <= stream.seq:
            return False
        self.outbox += [Frame(stream.guest, text) for number, text in stream.stored if number > seen]
        return True


# --- those who watch: they see the public table some time later, or after the deal, and nothing before

_NEVER = 1 << 62
_MOST_PENDING = 1000


class PublicMoment(NamedTuple):
    """A public moment of a deal: when those who watch see it, its view (written out when called), and its packed events."""

    at: int
    deal: int
    look: Callable[[], Sent]
    events: list[Raw]


class Gallery:
    """The events that spectators have seen, and those that still wait. `mode` is a value of `settings.SPECTATORS`.

    Views are written out only if someone watches. Events are packed.
    """

    def __init__(self, mode: str, delay_ms: int) -> None:
        self._mode = mode
        self._delay = delay_ms
        self._pending: deque[PublicMoment] = deque()
        self._displayed: PublicMoment | None = None
        self._view: Sent | None = None

    def change(self, mode: str, delay_ms: int) -> None:
        """Let others watch than before, or at other times: what waited is dropped, what has appeared stays as long as anyone may watch."""
        self._mode, self._delay = mode, delay_ms
        self._pending.clear()
        if not self.is_open:
            self.clear()

    @property
    def view(self) -> Sent | None:
        """The current view of spectators."""
        if self._view is None and self._displayed is not None:
            self._view = self._displayed.look()
        return self._view

    @property
    def log(self) -> list[Raw]:
        """The events of the deal that they see, as far as they see it."""
        return [] if self._displayed is None else self._displayed.events

    @property
    def is_open(self) -> bool:
        """Whether anyone may watch."""
        return self._mode != "off"

    def add(self, now: int, deal: int, look: Callable[[], Sent], events: list[Raw]) -> None:
        """Something public happened in the deal of a number; `look` gives its view, `events` are packed."""
        at = now + self._delay if self._mode == "delayed" else _NEVER
        self._pending.append(PublicMoment(at, deal, look, events))
        if len(self._pending) > (_MOST_PENDING if self._mode == "delayed" else 1):
            one, other = self._pending.popleft(), self._pending.popleft()
            self._pending.appendleft(_together(one, other))

    def end_deal(self, now: int) -> None:
        """A deal is over: those who wait for that may see it, all at once."""
        if self._mode == "after_deal" and self._pending:
            self._pending[0] = self._pending[0]._replace(at=now)

    def clear(self) -> None:
        """The deal is gone, and with it whatever was still to appear of it."""
        self._pending.clear()
        self._displayed = self._view = None

    @property
    def wake(self) -> int | None:
        """When something becomes visible."""
        if not self._pending or self._pending[0].at == _NEVER:
            return None
        return self._pending[0].at

    def release(self, now: int, audience: Audience) -> None:
        """Show what is due."""
        watching = audience.watching()
        while self._pending and self._pending[0].at <= now:
            news, before = self._pending.popleft(), self.view if watching else None
            self._displayed = news if self._displayed is None else _together(self._displayed, news)
            del self._displayed.events[:-MOST_LOG]
            self._view = news.look() if watching else None
            piece = None if self._view is None else piece_of(before, self._view, news.events)
            if piece is not None:
                for stream in watching:
                    audience.show(stream, piece)


def _together(one: PublicMoment, other: PublicMoment) -> PublicMoment:
    """Two moments as one; what belongs to the deal before `other` is left out."""
    if one.deal != other.deal:
        return other
    one.events.extend(other.events)
    return other._replace(events=one.events)
