"""A record as a picture book: every moment of a deal as one seat saw it, or with all hands open."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any, NamedTuple

import paiju
from paiju.core.document import DealRecord
from paiju.core.errors import PaijuError, RecordError
from paiju.core.game import Event, Game
from paiju.core.reading import loads
from paiju.core.record import Record, Step, options_of, replay_deal
from paiju.locales import leaflet
from paiju.locales.words import texts_of
from paiju.server.errors import ServerError
from paiju.wire import Dress, dress_of, dressed, events_json, open_json, past_of, view_json

Json = dict[str, Any]
_DIGITS = 5
"""No match has more deals than five digits can say."""


def replay_json(document: str, number: int, viewer: int | None, lang: str, *, named: bool = True) -> Json:
    """The steps of deal `number` (from 1) as `viewer` saw them; None shows all hands and roles. Unless `named` nobody has a name.

    Raises:
        ServerError: page.none, for a deal or seat that the record does not have.
        RecordError: if the record cannot be replayed.
    """
    game, options, record = _opened(document, number, viewer)
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
        "steps": [look.step(*moment) for moment in _moments(game, options, record, number)],
    }


def view_at(document: str, number: int, viewer: int | None, at: int) -> tuple[str, Json]:
    """The game, and what `viewer` saw, or all hands, at step `at` of deal `number`, or at its last one where there are fewer.

    Raises:
        ServerError: page.none, for a deal or seat that the record does not have.
        RecordError: if the record cannot be replayed.
    """
    game, options, record = _opened(document, number, viewer)
    *_, (step, _, dress) = islice(_moments(game, options, record, number), at + 1)
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


def _opened(document: str, number: int, viewer: int | None) -> tuple[Game, Any, Record]:
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


def _moments(
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
