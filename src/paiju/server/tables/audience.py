"""The people at a table and the messages sent to each page: players, and watchers with their delay."""

from __future__ import annotations

import secrets
from collections import deque
from dataclasses import dataclass, field
from functools import reduce
from typing import Any, NamedTuple

import msgspec
from msgspec import Raw

from paiju.server import protocol as p
from paiju.server.protocol import Sent


class Piece(msgspec.Struct, omit_defaults=True):
    """The fields of `events` as packed JSON: few objects, small, and written out as they are."""

    events: list[Raw] = msgspec.field(name="list")
    view: dict[str, Raw]
    more: dict[str, list[Raw]] = {}

    @property
    def is_whole(self) -> bool:
        """Whether it brings all of a view, and not what changed in one."""
        return "game" in self.view


_ENCODER = msgspec.json.Encoder()
_DECODER = msgspec.json.Decoder(Piece)
_LIST: msgspec.json.Decoder[list[Raw]] = msgspec.json.Decoder(list[Raw])


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


def unpacked(text: bytes) -> Piece:
    """The piece that `piece_of` packed; its events do not hold on to the text."""
    piece = _DECODER.decode(text)
    piece.events = [event.copy() for event in piece.events]
    return piece


def joined(one: Piece, other: Piece) -> Piece:
    """Two pieces as one; what belongs to the deal before `other` is left out."""
    if other.is_whole:
        return other
    view = {**one.view, **other.view}
    more = {name: added for name, added in one.more.items() if name not in other.view}
    for name, added in other.more.items():
        if name in view:
            view[name] = packed([*_LIST.decode(view[name]), *added])
        else:
            more[name] = [*more.get(name, ()), *added]
    return Piece([*one.events, *other.events], view, more)


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


class Gallery:
    """The events that spectators have seen, and those that still wait. `mode` is a value of `settings.SPECTATORS`.

    What waits is packed, as the message that each who watches gets when its time comes. `log` and the fields of
    `view` are packed too.
    """

    def __init__(self, mode: str, delay_ms: int) -> None:
        self._mode = mode
        self._delay = delay_ms
        self._pending: deque[tuple[int, bytes]] = deque()
        self._last: Sent | None = None
        self._displayed = Piece([], {})

    def change(self, mode: str, delay_ms: int) -> None:
        """Let others watch than before, or at other times: what waited is dropped, what has appeared stays as long as anyone may watch."""
        displayed = self._displayed
        self._mode, self._delay = mode, delay_ms
        self.clear()
        if self.is_open:
            self._displayed = displayed

    @property
    def view(self) -> dict[str, Raw] | None:
        """The current view of spectators."""
        return self._displayed.view or None

    @property
    def log(self) -> list[Raw]:
        """The events of the deal that they see, as far as they see it."""
        return self._displayed.events

    @property
    def is_open(self) -> bool:
        """Whether anyone may watch."""
        return self._mode != "off"

    def add(self, now: int, view: Sent, events: list[Raw]) -> None:
        """Something public happened; `events` are packed."""
        piece = piece_of(self._last, view, events)
        if piece is None:
            return
        self._last = view
        self._pending.append((now + self._delay if self._mode == "delayed" else _NEVER, piece))
        if len(self._pending) > _MOST_PENDING:
            (_, one), (at, other) = self._pending.popleft(), self._pending.popleft()
            self._pending.appendleft((at, _together([one, other])))

    def end_deal(self, now: int) -> None:
        """A deal is over: those who wait for that may see it, all at once."""
        if self._mode == "after_deal" and self._pending:
            self._pending = deque([(now, _together([piece for _, piece in self._pending]))])

    def clear(self) -> None:
        """The deal is gone, and with it whatever was still to appear of it."""
        self._pending.clear()
        self._last, self._displayed = None, Piece([], {})

    @property
    def wake(self) -> int | None:
        """When something becomes visible."""
        if not self._pending or self._pending[0][0] == _NEVER:
            return None
        return self._pending[0][0]

    def release(self, now: int, audience: Audience) -> None:
        """Show what is due."""
        while self._pending and self._pending[0][0] <= now:
            _, text = self._pending.popleft()
            self._displayed = joined(self._displayed, unpacked(text))
            del self._displayed.events[:-MOST_LOG]
            for stream in audience.watching():
                audience.show(stream, text)


def _together(pieces: list[bytes]) -> bytes:
    return msgspec.json.encode(reduce(joined, map(unpacked, pieces)))
