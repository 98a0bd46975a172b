"""Replays: every moment of a deal as one seat saw it, computed once and cached; and many records as one file."""

from __future__ import annotations

import asyncio
import io
import zipfile
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
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
from paiju.wire import SuitFaces, events_json, open_json, past_of, suit_faces, view_json, with_suit_faces
from paiju.wire.pack import pack_of
from paiju.wire.pictures import drawn


class _Outlet(io.RawIOBase):
    """A file that can only be written; its bytes are taken out piece by piece."""

    def __init__(self) -> None:
        self._waiting = bytearray()

    def write(self, data: Any, /) -> int:
        """Add some bytes."""
        self._waiting += data
        return len(data)

    def taken(self) -> bytes:
        """Everything written since the last time."""
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


def replay_json(document: str, number: int, viewer: int | None, lang: str, *, named: bool = True) -> Json:
    """The steps of deal `number` (from 1) as `viewer` saw them; None shows all hands and roles. Unless `named` nobody has a name.

    Raises:
        ServerError: page.none, for a deal or seat that the record does not have.
        RecordError: if the record cannot be replayed.
    """
    look, record = finished(document, number, viewer)
    return {
        "game": record.game,
        "options": record.options,
        "options_line": leaflet.differences(look.options, texts_of(record.game, lang)),
        "names": record.seats if named else [""] * len(record.seats),
        "deals": sum(map(_is_over, record.deals)),
        "deal": number,
        "viewer": viewer,
        "returns": _returns(record),
        "steps": [look.step(*moment) for moment in look.moments(record)],
    }


def view_at(document: str, number: int, viewer: int | None, at: int) -> tuple[str, Json]:
    """The game, and what `viewer` saw, or all hands, at step `at` of deal `number`, or at its last one where there are fewer.

    Raises:
        ServerError: page.none, for a deal or seat that the record does not have.
        RecordError: if the record cannot be replayed.
    """
    look, record = finished(document, number, viewer)
    *_, (step, _, suits) = islice(look.moments(record), at + 1)
    return record.game, look.view(step, suits)


class Outline(NamedTuple):
    """The preview of a record for links to it: the points of each deal by seat, None for one that is void or not over, and what can be drawn.

    A record that cannot be read has no deals.
    """

    returns: tuple[tuple[int, ...] | None, ...] = ()
    over: tuple[bool, ...] = ()
    seats: int = 0

    def points(self, deal: int | None) -> tuple[int, ...]:
        """The points by seat of a deal, from 1, or of all deals where there is no such one; empty where nothing is counted."""
        returns = self.returns
        if deal is not None and 1 <= deal <= len(returns):
            returns = (returns[deal - 1],)
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


def finished(document: str, number: int, viewer: int | None) -> tuple[Look, Record]:
    """A deal as `viewer` saw it, and its record, which has such a deal, over by now, and such a seat."""
    record = loads(document.encode())
    if not 1 <= number <= len(record.deals) or not (viewer is None or 0 <= viewer < len(record.seats)):
        raise ServerError("page.none", "no such deal or seat")
    if not _is_over(record.deals[number - 1]):
        raise RecordError("record.sealed", f"deal {number}: not over yet", {"deal": number})
    game = paiju.load(record.game)
    return Look(game, options_of(game, record), viewer, number), record


def _is_over(deal: DealRecord) -> bool:
    return deal.result is not None and deal.secret is not None


def _returns(record: Record) -> list[list[int] | None]:
    """Points by deal and seat; None for a void or unfinished deal."""
    return [
        None if deal.result is None or deal.result["void"] else list(deal.result["returns"])
        for deal in record.deals
    ]


class Look:
    """Deal `number`, from 1, as `viewer` saw it, or with all hands open."""

    def __init__(self, game: Game, options: Any, viewer: int | None, number: int) -> None:
        self.game, self.options = game, options
        self._viewer, self._number = viewer, number
        self._past = past_of(game.name)

    def moments(self, record: Record) -> Iterator[tuple[Step, Sequence[Event], SuitFaces | None]]:
        """The steps of the deal in its record, with what happened and the faces of the cards then."""
        suits = suit_faces(self.options, record.deals[self._number - 1].seed)
        for step in replay_deal(self.game, self.options, record, self._number - 1):
            suits, events = with_suit_faces(suits, step.state, step.events)
            yield step, events, suits

    def step(self, step: Step, events: Sequence[Event], suits: SuitFaces | None) -> Json:
        """One moment: the action, its events, and the view after it."""
        seat, text = step.action or (None, None)
        return {
            "actor": seat,
            "action": text,
            "events": events_json(self.game, self.options, events, self._viewer),
            "view": self.view(step, suits),
        }

    def view(self, step: Step, suits: SuitFaces | None) -> Json:
        """The view of the viewer, or of all hands."""
        view = self._seen(step, suits, self._viewer)
        if self._viewer is not None:
            return view
        seats = range(self.game.seats_of(self.options))
        return open_json(view, [self._seen(step, suits, seat) for seat in seats])

    def _seen(self, step: Step, suits: SuitFaces | None, seat: int | None) -> Json:
        view = self.game.view(step.state, seat)
        return view_json(
            view, counter=False, deal=self._number, suits=suits, past=self._past, signals=step.signals
        )


# --- what is made of records, ready to be sent: each is computed once, one after the other, and the last ones remain

MOST_BYTES = 32 << 20
MOST_WAITING = 16
_BYTES_OF_A_DEAL = 200
"""Memory of an outline, about."""

Made = TypeVar("Made", Asset, Outline)


class Replays:
    """See the module."""

    def __init__(self) -> None:
        self._made: OrderedDict[int, Any] = OrderedDict()
        self._bytes = 0
        self._under_way: dict[int, asyncio.Task[Any]] = {}
        self._one = asyncio.Semaphore(1)

    async def get(
        self, record: StoredRecord, deal: int, viewer: int | None, lang: str, allow: Callable[[], None],
        *, named: bool = True, step: int | None = None,
    ) -> Asset:  # fmt: skip
        """The steps of a deal, or the position at one `step` as a picture; `allow` is called, and may raise, before anything is computed.

        Raises:
            ServerError: page.none; rate.limited, if too many wait.
            RecordError: if the record cannot be replayed.
        """
        wanted = (record.document, deal, viewer, lang)
        make = partial(_steps, *wanted, named=named) if step is None else partial(_position, *wanted, step)
        return await self._find(make, allow)

    async def outline(self, record: StoredRecord, allow: Callable[[], None]) -> Outline:
        """The preview of the record for links to it; `allow` as in `get`.

        Raises:
            ServerError: rate.limited, if too many wait.
        """
        return await self._find(partial(outline_of, record.document), allow)

    async def document(self, record: StoredRecord) -> Asset:
        """The record itself, packed.

        Raises:
            ServerError: rate.limited, if too many wait.
        """
        return await self._find(partial(_packed, record.document), lambda: None)

    async def _find(self, make: partial[Made], allow: Callable[[], None]) -> Made:
        """What `make` finds beside the event loop, or found before."""
        key = hash((make.func, make.args, *make.keywords.items()))
        if (made := self._made.get(key)) is not None:
            self._made.move_to_end(key)
            return cast("Made", made)
        if key not in self._under_way:
            if len(self._under_way) >= MOST_WAITING:
                raise limited(5)
            allow()
            task = self._under_way[key] = asyncio.create_task(self._compute(key, make))
            task.add_done_callback(lambda done: self._ended(key, done))
        # A page that goes away does not stop it for the others.
        return cast("Made", await asyncio.shield(self._under_way[key]))

    async def _compute(self, key: int, make: Callable[[], Made]) -> Made:
        async with self._one:
            made = await run_in_threadpool(make)
        self._made[key] = made
        self._bytes += _size(made)
        while self._bytes > MOST_BYTES:
            self._bytes -= _size(self._made.popitem(last=False)[1])
        return made

    def _ended(self, key: int, task: asyncio.Task[Any]) -> None:
        del self._under_way[key]
        if not task.cancelled():
            task.exception()  # those who waited have it; perhaps nobody did


def _steps(document: str, deal: int, viewer: int | None, lang: str, *, named: bool) -> Asset:
    return _packed(encode(replay_json(document, deal, viewer, lang, named=named)))


def _position(document: str, deal: int, viewer: int | None, lang: str, step: int) -> Asset:
    return pictured(*view_at(document, deal, viewer, step), lang)


def _packed(text: str) -> Asset:
    """An answer, packed, since it may be megabytes; this runs beside the event loop."""
    return make_asset(text.encode(), ".json")


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
