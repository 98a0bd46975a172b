"""Replays: every moment of a deal as one seat saw it, computed once and kept; and many records as one file."""

from __future__ import annotations

import asyncio
import zipfile
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, NamedTuple, TypeVar, cast

from starlette.concurrency import run_in_threadpool

import paiju
from paiju.core.document import DealRecord
from paiju.core.errors import PaijuError, RecordError
from paiju.core.game import Event, Game
from paiju.core.reading import loads
from paiju.core.record import Record, Step, options_of, replay_deal
from paiju.games.registry import available
from paiju.locales import leaflet
from paiju.locales.words import texts_of
from paiju.server.errors import ServerError
from paiju.server.http.assets import Asset, make_asset
from paiju.server.http.limits import limited
from paiju.server.protocol import encode
from paiju.server.store.rows import RecordLine, StoredRecord
from paiju.server.store.store import Store
from paiju.wire import Dress, dress_of, dressed, events_json, open_json, past_of, view_json
from paiju.wire.pack import pack_of
from paiju.wire.pictures import drawn


class _Outlet:
    """Takes what a writer writes, to be given on; it cannot go back."""

    def __init__(self) -> None:
        self._waiting = bytearray()

    def flush(self) -> None:
        """Nothing is held back."""

    def close(self) -> None:
        """There is nothing to close."""

    def write(self, data: bytes, /) -> int:
        """Take some bytes."""
        self._waiting += data
        return len(data)

    def taken(self) -> bytes:
        """What was written since the last time."""
        taken = bytes(self._waiting)
        self._waiting.clear()
        return taken


async def archive(store: Store, lines: Iterable[RecordLine]) -> AsyncIterator[bytes]:
    """A zip of the records of a list, in pieces; one that was given up meanwhile is left out."""
    outlet = _Outlet()
    with zipfile.ZipFile(outlet, "w", zipfile.ZIP_DEFLATED) as packed:
        for line in lines:
            if (record := await store.record(line.record)) is not None:
                name = f"paiju-{record.game}-{record.record[:8]}.json"
                await run_in_threadpool(packed.writestr, name, record.document)
                yield outlet.taken()
    yield outlet.taken()


# --- a record as a picture book: every moment of a deal as one seat saw it, or with all hands open

Json = dict[str, Any]
_DIGITS = 5
"""No match has more deals than five digits can say."""


def replay_json(document: str, number: int, viewer: int | None, lang: str, *, named: bool = True) -> Json:
    """The steps of deal `number` (from 1) as `viewer` saw them; None shows all hands and roles. Unless `named` nobody has a name.

    Raises:
        ServerError: page.none, for a deal or seat that the record does not have.
        RecordError: if the record cannot be replayed.
    """
    game, options, record = finished(document, number, viewer)
    look = Look(game, options, viewer, number)
    return {
        "game": record.game,
        "options": record.options,
        "options_line": leaflet.differences(options, texts_of(game.name, lang)),
        "names": record.seats if named else [""] * len(record.seats),
        "deals": sum(map(_is_over, record.deals)),
        "deal": number,
        "viewer": viewer,
        "returns": _returns(record),
        "steps": [look.step(*moment) for moment in moments(game, options, record, number)],
    }


def view_at(document: str, number: int, viewer: int | None, at: int) -> tuple[str, Json]:
    """The game, and what `viewer` saw, or all hands, at step `at` of deal `number`, or at its last one where there are fewer.

    Raises:
        ServerError: page.none, for a deal or seat that the record does not have.
        RecordError: if the record cannot be replayed.
    """
    game, options, record = finished(document, number, viewer)
    *_, (step, _, dress) = islice(moments(game, options, record, number), at + 1)
    return record.game, Look(game, options, viewer, number).view(step, dress)


class Outline(NamedTuple):
    """What a link to a record says of it: the points of each deal by seat, None for one that is void or not over, and what can be drawn.

    A record that cannot be read has no deals.
    """

    returns: tuple[tuple[int, ...] | None, ...] = ()
    over: tuple[bool, ...] = ()
    seats: int = 0

    def points(self, deal: str) -> tuple[int, ...]:
        """The points by seat of a deal, by its number, or of all deals where it is none; empty where nothing is counted."""
        returns = self.returns
        if deal.isascii() and deal.isdigit() and 1 <= int(deal[:_DIGITS]) <= len(returns):
            returns = (returns[int(deal[:_DIGITS]) - 1],)
        return tuple(map(sum, zip(*(points for points in returns if points is not None), strict=True)))

    def shows(self, number: int, viewer: int | None) -> bool:
        """Whether there is such a deal, which is over and can be replayed, and such a seat."""
        seat_exists = viewer is None or 0 <= viewer < self.seats
        return seat_exists and 1 <= number <= len(self.over) and self.over[number - 1]


def outline_of(document: str) -> Outline:
    """Read a whole record for the little that a link to it says; takes a second for the longest."""
    try:
        record = loads(document.encode())
    except PaijuError:
        return Outline()
    returns = tuple(None if points is None else tuple(points) for points in _returns(record))
    return Outline(returns, _replayable(record), len(record.seats))


def _replayable(record: Record) -> tuple[bool, ...]:
    """By deal: whether it is over, and the rules here play it."""
    try:
        options_of(paiju.load(record.game), record)
    except PaijuError:
        return ()
    return tuple(map(_is_over, record.deals))


def finished(document: str, number: int, viewer: int | None) -> tuple[Game, Any, Record]:
    """The game of a record, its options, and the record, which has such a deal and such a seat."""
    record = loads(document.encode())
    if not 1 <= number <= len(record.deals) or not (viewer is None or 0 <= viewer < len(record.seats)):
        raise ServerError("page.none", "no such deal or seat")
    if not _is_over(record.deals[number - 1]):
        raise RecordError("record.sealed", f"deal {number}: not over yet", {"deal": number})
    game = paiju.load(record.game)
    return game, options_of(game, record), record


def _is_over(deal: DealRecord) -> bool:
    return deal.result is not None and deal.secret is not None


def moments(
    game: Game, options: Any, record: Record, number: int
) -> Iterator[tuple[Step, Sequence[Event], Dress | None]]:
    """The steps of a deal, with what happened and what the cards show then."""
    dress = dress_of(options, record.deals[number - 1].seed)
    for step in replay_deal(game, options, record, number - 1):
        dress, events = dressed(dress, step.state, step.events)
        yield step, events, dress


def _returns(record: Record) -> list[list[int] | None]:
    """Points by deal and seat; None for a void or unfinished deal."""
    return [
        None if deal.result is None or deal.result["void"] else list(deal.result["returns"])
        for deal in record.deals
    ]


class Look:
    """A deal as `viewer` saw it, or with all hands open."""

    def __init__(self, game: Game, options: Any, viewer: int | None, number: int) -> None:
        self._game = game
        self._options = options
        self._viewer = viewer
        self._number = number
        self._past = past_of(game.name)

    def step(self, step: Step, events: Sequence[Event], dress: Dress | None) -> Json:
        """One moment: who did what, what happened, and what was to be seen then."""
        seat, text = step.action or (None, None)
        return {
            "actor": seat,
            "action": text,
            "events": events_json(self._game, self._options, events, self._viewer),
            "view": self.view(step, dress),
        }

    def view(self, step: Step, dress: Dress | None) -> Json:
        """What was to be seen."""
        view = self._seen(step, dress, self._viewer)
        if self._viewer is not None:
            return view
        seats = range(self._game.seats_of(self._options))
        return open_json(view, [self._seen(step, dress, seat) for seat in seats])

    def _seen(self, step: Step, dress: Dress | None, seat: int | None) -> Json:
        view = self._game.view(step.state, seat)
        return view_json(
            view, counter=False, deal=self._number, dress=dress, past=self._past, signals=step.signals
        )


# --- what is made of records, ready to be sent: each is computed once, one after the other, and the last ones are kept

MOST_BYTES = 32 << 20
MOST_WAITING = 16
_BYTES_OF_A_DEAL = 200
"""What an outline takes in memory, about."""

Made = TypeVar("Made", Asset, Outline)
Wanted = tuple[str, int, int | None, str, bool, int | None]
"""The document, the number of the deal, the viewer or None, the language, whether players have names; for a picture the step."""


class Replays:
    """See the module."""

    def __init__(self) -> None:
        self._kept: OrderedDict[int, Asset | Outline] = OrderedDict()
        self._bytes = 0
        self._under_way: dict[int, asyncio.Task[Asset | Outline]] = {}
        self._one = asyncio.Semaphore(1)

    async def get(
        self, record: StoredRecord, deal: int, viewer: int | None, lang: str, allow: Callable[[], None],
        *, named: bool = True, step: int | None = None,
    ) -> Asset:  # fmt: skip
        """The steps of a deal, or the position at one `step` as a picture; `allow` is asked, and may raise, before anything is computed.

        Raises:
            ServerError: page.none; rate.limited, if too many wait.
            RecordError: if the record cannot be replayed.
        """
        wanted: Wanted = (record.document, deal, viewer, lang, named, step)
        return await self._find(hash(wanted), lambda: _replayed(wanted), allow)

    async def outline(self, record: StoredRecord, allow: Callable[[], None]) -> Outline:
        """What a link to the record says of it; `allow` as in `get`.

        Raises:
            ServerError: rate.limited, if too many wait.
        """
        key = hash(("outline", record.document))
        return await self._find(key, lambda: outline_of(record.document), allow)

    async def document(self, record: StoredRecord) -> Asset:
        """The record itself, packed.

        Raises:
            ServerError: rate.limited, if too many wait.
        """
        key = hash(("document", record.document))
        return await self._find(key, lambda: make_asset(record.document.encode(), ".json"), lambda: None)

    async def _find(self, key: int, make: Callable[[], Made], allow: Callable[[], None]) -> Made:
        """What is kept under a key, or what `make` finds beside the event loop."""
        if (kept := self._kept.get(key)) is not None:
            self._kept.move_to_end(key)
            return cast("Made", kept)
        if key not in self._under_way:
            if len(self._under_way) >= MOST_WAITING:
                raise limited(5)
            allow()
            task = self._under_way[key] = asyncio.create_task(self._compute(key, make))
            task.add_done_callback(lambda done: self._ended(key, done))
        found = await asyncio.shield(self._under_way[key])  # who goes away does not stop it for the others
        return cast("Made", found)

    async def _compute(self, key: int, make: Callable[[], Asset | Outline]) -> Asset | Outline:
        async with self._one:
            made = await run_in_threadpool(make)
        self._kept[key] = made
        self._bytes += _size(made)
        while self._bytes > MOST_BYTES:
            self._bytes -= _size(self._kept.popitem(last=False)[1])
        return made

    def _ended(self, key: int, task: asyncio.Task[Asset | Outline]) -> None:
        del self._under_way[key]
        if not task.cancelled():
            task.exception()  # whoever waited has got it; perhaps nobody did


def _replayed(wanted: Wanted) -> Asset:
    """The answer, packed, since it may be megabytes; this runs beside the event loop."""
    document, deal, viewer, lang, named, step = wanted
    if step is not None:
        return pictured(*view_at(document, deal, viewer, step), lang)
    return make_asset(encode(replay_json(document, deal, viewer, lang, named=named)).encode(), ".json")


def _size(made: Asset | Outline) -> int:
    if isinstance(made, Asset):
        return len(made.body) + len(made.packed or b"")
    return _BYTES_OF_A_DEAL * (1 + len(made.returns))


# --- the picture of a view, laid out by the pack of its game


def has_pictures(game: str) -> bool:
    """Whether positions of a game can be drawn."""
    return game in available() and pack_of(game).picture is not None


def pictured(game: str, view: Mapping[str, Any], lang: str) -> Asset:
    """The picture of a view.

    Raises:
        ServerError: page.none, in a game without pictures.
    """
    picture = pack_of(game).picture
    if picture is None:
        raise ServerError("page.none", "positions of this game have no picture")
    return make_asset(drawn(picture(view, lang)), ".png")
