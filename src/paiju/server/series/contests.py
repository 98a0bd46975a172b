"""Series that guests play, such as the deals of the day, the same for everyone (docs/series.md).

A bot's action follows from its view and from its own chance that comes with the deal, so the same decisions meet the same
answers.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import date, timedelta
from typing import Any

import msgspec
from starlette.concurrency import run_in_threadpool

import paiju
from paiju.analysis.review import version
from paiju.core.reading import loads
from paiju.core.rng import commitment
from paiju.server.errors import ServerError
from paiju.server.hub.hub import Hub
from paiju.server.hub.rooms import new_room
from paiju.server.people.guests import Guest
from paiju.server.practice.judgements import DEPTH
from paiju.server.series import plans
from paiju.server.series.plans import LEAST_PLAYERS, Plan, movement, sheet
from paiju.server.store.base import DAY, GRACE_SECONDS
from paiju.server.store.engines import parsed
from paiju.server.store.queries import day_of, end_of
from paiju.server.store.rows import AttemptRow, DayRow, SeriesRow, StoredRecord
from paiju.server.store.store import Store
from paiju.server.tables.room import Chair, Duplicate, Room, token

Json = dict[str, Any]

DAYS_OPEN = 30
"""The most days that a guest's series is open."""
MOST_OPEN = 20
"""The most open series of a guest."""
KNOWN_SECONDS = 30
"""Seconds within a day for which days that were read are taken for the present ones."""
LEVEL = "normal"
"""The bots of a day: no search, whose answers would depend on how much time it had."""
_FIXED = {"hints": False, "counter": False, "chat": False, "bots": LEVEL}


def room_of(plan: Plan, game: str, people: Mapping[int, Guest], attempt: AttemptRow, tempo: str) -> Room:
    """The room in which an attempt is played by these people, by seat, among bots: at once by one alone, by several once all are there."""
    rules: Any = paiju.load(game)
    laid, options = plan.deals[attempt.deal - 1], rules.options(plan.options)
    alone, host = len(people) == 1, next(iter(people.values()))
    own = {"tempo": tempo} if alone else {"newcomers": False, "substitutes": False, "spectators": "off"}
    room = new_room(host, game, preset=plan.preset, settings={**_FIXED, **own}, quick=alone)
    chairs = [Chair() for _ in range(rules.seats_of(options))]
    for seat, chair in enumerate(chairs):
        if seat in people:
            chair.seat_person(people[seat].id, people[seat].name)
            chair.ready = True
        else:
            chair.seat_bot(LEVEL)
    return replace(
        room,
        table=attempt.room,
        record=attempt.record,
        options=options,
        given=dict(options.changes(room.options)),
        chairs=chairs,
        members=[guest.id for guest in people.values()],
        locked=not alone,
        bot_seed=bytes.fromhex(laid.bots),
        duplicate=Duplicate(
            attempt.series, attempt.deal, laid.secret, tuple(laid.nonces), laid.carry, laid.cut
        ),
    )


class Contests:
    """The series of a server."""

    def __init__(self, store: Store, hub: Hub, most: int) -> None:
        """`most` series of guests are stored in all."""
        self._store = store
        self._most = most
        self._hub = hub
        self._one = asyncio.Lock()
        self._known: tuple[int, list[DayRow]] = (0, [])

    async def today(self, guest: Guest) -> Json:
        """The deals of the day, its place among the days, and what is promised of its seed."""
        days = await self._days()
        tomorrow, today = days[0], days[1]
        series = [await self._of_day(today, game) for game in paiju.available()]
        attempts = await self._store.attempts([one.id for one in series])
        games = [await self._json(one, guest, attempts) for one in series]
        left = end_of(date.fromisoformat(today.day)) - self._store.now()
        promised = [_promised(day) for day in (tomorrow, today, *days[2:])]
        return {
            "day": today.day,
            "ends_ms": max(0, 1000 * left),
            "grace_ms": 1000 * GRACE_SECONDS,
            "games": games,
            "days": promised,
            "streak": streak(today.day, await self._store.days_played(guest.id)),
        }

    async def _days(self) -> list[DayRow]:
        """As the store has them; it need not write each time that someone looks."""
        now = self._store.now()
        at, days = self._known
        if not days or not at <= now < at + KNOWN_SECONDS or day_of(now) != day_of(at):
            days = await self._store.days()
            self._known = now, days
        return days

    async def _of_day(self, day: DayRow, game: str) -> SeriesRow:
        """The series of a day, made by the first request for it."""
        name = f"{day.day}.{game}"
        if await self._store.find_series(name) is None:
            until = end_of(date.fromisoformat(day.day))
            plan = plans.of_day(day.seed, game)
            made = SeriesRow(name, game, day.day, None, plan.write(), self._store.now(), until)
            await self._store.put_series(made)
        return await self._series(name)

    async def look(self, name: str, guest: Guest) -> Json:
        """A series with its sheet.

        Raises:
            ServerError: series.none.
        """
        await self._days()  # closes what is over
        series = await self._series(name)
        return await self._json(series, guest, await self._store.attempts([series.id]))

    async def _series(self, name: str) -> SeriesRow:
        series = await self._store.find_series(name)
        if series is None:
            raise ServerError("series.none", "no such series")
        return series

    async def _json(self, series: SeriesRow, guest: Guest, among: Sequence[AttemptRow]) -> Json:
        plan = Plan.read(series.data)
        attempts = [one for one in among if one.series == series.id]
        own = {one.deal: one for one in attempts if one.guest == guest.id}
        closed = series.closed is not None
        losses = await self._losses(series.game, attempts)
        return {
            "id": series.id,
            "game": series.game,
            "day": series.day,
            "preset": plan.preset,
            "seat": plan.seat,
            "ends_ms": max(0, 1000 * (series.until - self._store.now())),
            "closed": closed,
            "named": any(one.name for one in own.values()),
            "club": series.club,
            "own": [_own(own.get(number)) for number in range(1, len(plan.deals) + 1)],
            "evening": _evening(series, plan, attempts, guest) if plan.rounds else None,
            "sheet": sheet(attempts, len(plan.deals), guest.id, closed=closed, losses=losses),
        }

    async def _losses(self, game: str, attempts: Sequence[AttemptRow]) -> dict[tuple[str, int], float]:
        """What reviews found that each attempt lost, where there is one."""
        if not attempts:
            return {}
        own = await run_in_threadpool(version, game, DEPTH)
        found = await self._store.reviews_of(attempts, own)
        reviews = {place: (parsed(text, {}), others) for place, (text, others) in found.items()}
        return {place: _lost(review, others) for place, (review, others) in reviews.items() if review}

    async def play(self, name: str, number: int, guest: Guest, *, named: bool, tempo: str) -> str:
        """The table at which a guest plays a deal; the attempt begins with the first request.

        Raises:
            ServerError: series.none, series.over, server.full, rate.limited.
        """
        series = await self._series(name)
        plan = Plan.read(series.data)
        if not 1 <= number <= len(plan.deals):
            raise ServerError("series.none", "no such deal")
        places = [(plan.seat, guest, guest.name if named else None)]
        if plan.rounds:
            places = await self._company(series, plan, number, guest)
        room, record = token(), token()
        async with self._one:  # a guest may ask twice at once
            attempts = [
                await self._store.begin_attempt(AttemptRow(name, number, one.id, seat, room, record, label))
                for seat, one, label in places
            ]
            attempt = attempts[0]
            if attempt is None:
                raise ServerError("series.over", "its time is up")
            if attempt.ended is None and await self._store.load(attempt.room) is None:
                people = {seat: one for seat, one, _ in places}
                await self._hub.open(guest, room_of(plan, series.game, people, attempt, tempo))
        return attempt.room

    async def _company(
        self, series: SeriesRow, plan: Plan, number: int, guest: Guest
    ) -> list[tuple[int, Guest, str | None]]:
        """The guests at a guest's table of an evening, that guest first: seat, guest, name on the sheet. Bots sit for those who are forgotten.

        Raises:
            ServerError: series.none, for a guest without a seat.
        """
        here = {one.guest: one.name for one in await self._store.attempts([series.id]) if one.deal == 0}
        table = plan.table_of(number, guest.id)
        if guest.id not in here:
            raise ServerError("series.none", "no longer a seat at this evening")
        found = [
            (seat, Guest(one, here[one] or "", guest.lang), here[one])
            for seat, one in enumerate(table)
            if one in here
        ]
        return sorted(found, key=lambda place: place[1].id != guest.id)

    async def join(self, name: str, guest: Guest) -> None:
        """Come to an evening that has not begun, under one's name.

        Raises:
            ServerError: series.none, series.over.
        """
        series = await self._series(name)
        plan = Plan.read(series.data)
        if not plan.rounds:
            raise ServerError("series.none", "no evening")
        come = AttemptRow(name, 0, guest.id, 0, "", "", guest.name)
        if plan.tables is not None or await self._store.begin_attempt(come) is None:
            raise ServerError("series.over", "it has begun")

    async def start(self, name: str, guest: Guest) -> None:
        """Settle who sits where, and begin: as its maker, or where the maker is forgotten as one of those who have come.

        Raises:
            ServerError: series.none, host.only, series.over, room.empty_seats.
        """
        series = await self._series(name)
        plan = Plan.read(series.data)
        here = [one.guest for one in await self._store.attempts([name]) if one.deal == 0]
        if not _may_begin(series, here, guest):
            raise ServerError("host.only", "only who made it may begin")
        if len(here) < LEAST_PLAYERS:
            raise ServerError("room.empty_seats", "a comparison needs at least two people")
        rules: Any = paiju.load(series.game)
        seats = rules.seats_of(rules.options(plan.options))
        tables = movement(here, seats, plan.rounds, random.SystemRandom())
        begun = msgspec.structs.replace(plan, tables=tables).write()
        if plan.tables is not None or not await self._store.change_series(name, series.data, begun):
            raise ServerError("series.over", "it has begun")

    async def make(self, plan: Plan, game: str, guest: Guest, days: int, club: str | None = None) -> str:
        """A series of a guest's own, or an evening of a club, open for some days; its id, which nobody can guess.

        Raises:
            ServerError: series.full.
        """
        now = self._store.now()
        made = SeriesRow(token(), game, None, guest.id, plan.write(), now, now + days * DAY, club=club)
        if not await self._store.put_series(made, MOST_OPEN, self._most):
            raise ServerError("series.full", "too many are open")
        return made.id

    async def make_again(self, record: StoredRecord, guest: Guest, days: int, *, named: bool) -> str:
        """The deals of a match as a series, with the guest's own points on the sheet, if they played it.

        Raises:
            ServerError: series.none, series.full.
            RecordError: record.law, record.digest.
        """
        seats = await self._store.seats_of(record.record, guest.id)
        seat = seats[0] if seats else 0
        match = await run_in_threadpool(loads, record.document.encode())
        plan, won = plans.of_record(match, seat)
        name, label = await self.make(plan, record.game, guest, days), guest.name if named else None
        for number, points in enumerate(won if seats else (), 1):
            now = self._store.now()
            row = AttemptRow(name, number, guest.id, seat, "", "", label, ended=now, points=points)
            await self._store.begin_attempt(row)
        return name

    async def name(self, name: str, guest: Guest, *, on: bool) -> None:
        """Show the guest's name on a sheet, or not any more.

        Raises:
            ServerError: series.none.
        """
        series = await self._series(name)
        await self._store.name_attempts([series.id], guest.id, guest.name if on else None)


def streak(today: str, played: Sequence[str]) -> int:
    """Days in a row on which a deal of the day was played, up to today, or to yesterday while today's is open."""
    day = date.fromisoformat(today)
    if today not in played:
        day -= timedelta(days=1)
    count = 0
    while str(day) in played:
        count, day = count + 1, day - timedelta(days=1)
    return count


def _evening(series: SeriesRow, plan: Plan, attempts: Sequence[AttemptRow], guest: Guest) -> Json:
    """The players of an evening, and their seats in each round; None are bots, "" those who are forgotten."""
    names = {one.guest: one.name or "" for one in attempts if one.deal == 0}
    tables = plan.tables and [
        [[None if one is None else names.get(one, "") for one in table] for table in round_]
        for round_ in plan.tables
    ]
    return {
        "players": list(names.values()),
        "here": guest.id in names,
        "host": _may_begin(series, names, guest),
        "rounds": plan.rounds,
        "tables": tables,
    }


def _may_begin(series: SeriesRow, here: Collection[str], guest: Guest) -> bool:
    return guest.id in here if series.maker is None else guest.id == series.maker


def _promised(day: DayRow) -> Json:
    """The public part of a day's seed: its commitment, and once the day is over the seed itself."""
    return {
        "day": day.day,
        "commitment": commitment(bytes.fromhex(day.seed)).hex(),
        "since": 1000 * day.made,
        "seed": day.seed if day.opened is not None else None,
    }


def _own(attempt: AttemptRow | None) -> Json:
    """The state of a guest's attempt at a deal."""
    if attempt is None:
        return {"state": "open"}
    if attempt.ended is None:
        return {"state": "playing", "table": attempt.room}
    if attempt.points is None:
        return {"state": "left"}
    record = attempt.record or None  # played before the series was made
    return {"state": "done", "points": attempt.points, "record": record, "seat": attempt.seat}


def _lost(review: Json, others: Collection[int]) -> float:
    """What the decisions of a review lost, in points, but those that `others` took."""
    own = (one for one in review["decisions"] if one["index"] not in others)
    return round(sum(max(0.0, one["loss"] or 0.0) for one in own), 2)
