"""Clubs 亲友圈: people who meet on evenings, by the rules of their town, with a ledger of points for each month, each season and all time.

A season is a quarter of the calendar year (UTC).

Anyone who has the link of a club may join it; nobody needs an account, and only members see who else is one.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from paiju.core.options import Value
from paiju.locales import leaflet
from paiju.locales.words import texts_of
from paiju.server.errors import ServerError
from paiju.server.hub.hub import Hub
from paiju.server.options_form import chosen, game_named
from paiju.server.people.guests import Guest, clean_name
from paiju.server.series.contests import Contests
from paiju.server.series.plans import Plan, of_new
from paiju.server.store.clubs import EveningPoints
from paiju.server.store.engines import parsed
from paiju.server.store.queries import day_of
from paiju.server.store.rows import ClubRow, SeriesRow
from paiju.server.store.store import Store
from paiju.server.tables.context import Notice
from paiju.server.tables.room import token

Json = dict[str, Any]

EVENING_DAYS = 7
"""Days that an evening is open."""
MOST_EVENINGS = 30
"""The most evenings of a club that are listed."""


class Clubs:
    """The clubs of a server."""

    def __init__(self, store: Store, contests: Contests, most: int, hub: Hub) -> None:
        """`most` clubs are stored in all."""
        self._store = store
        self._hub = hub
        self._contests = contests
        self._most = most

    async def own(self, guest: Guest) -> Json:
        """A guest's clubs."""
        clubs = await self._store.clubs_of(guest.id)
        return {"clubs": [{"id": club.id, "name": club.name, "game": club.game} for club in clubs]}

    async def make(
        self, guest: Guest, name: str, game: str, preset: str, options: Mapping[str, Value]
    ) -> str:
        """A new club with the guest as its first member; its id, which nobody can guess.

        Raises:
            ServerError: guest.name, page.none, club.full.
            OptionError: for options that are refused.
        """
        rules, own, changed = chosen(game, preset, options)
        changes = json.dumps(dict(changed.changes(rules.options({"preset": own}))))
        club = ClubRow(token(), clean_name(name), game, own, changes)
        if not await self._store.put_club(club, guest.id, self._most):
            raise ServerError("club.full", "too many clubs")
        return club.id

    async def look(self, name: str, guest: Guest, lang: str, span: str = "") -> Json:
        """A club: for anyone its name and rules, for members also who is there, its evenings and the ledger of a span.

        The spans are months (`2026-11`), seasons (`2026-Q4`) and `all`, the latest first; without one it is this season.

        Raises:
            ServerError: club.none.
        """
        club = await self._club(name)
        members = await self._store.club_members(club.id)
        here = guest.id in dict(members)
        found: Json = {
            "id": club.id, "name": club.name, "game": club.game, "preset": club.preset,
            "rules": self._rules(club, lang), "count": len(members), "here": here,
        }  # fmt: skip
        if not here:
            return found | {"members": [], "evenings": [], "spans": [], "span": "", "ledger": []}
        evenings = await self._store.evenings_of(club.id)
        points = await self._store.club_points(club.id)
        now = self._store.now()
        spans = sorted(
            {span for at in (now, *(one.made for one in evenings)) for span in spans_of(at)}, reverse=True
        )
        chosen = span if span in spans else spans_of(now)[1]
        within = {one.id for one in evenings if chosen in spans_of(one.made)}
        return found | {
            "members": [{"name": called, "you": one == guest.id} for one, called in members],
            "evenings": await self._evenings(evenings[:MOST_EVENINGS], points, dict(members), guest.id),
            "spans": spans,
            "span": chosen,
            "ledger": ledger([one for one in points if one.series in within], dict(members), guest.id),
        }

    async def join(self, name: str, guest: Guest) -> None:
        """Become a member.

        Raises:
            ServerError: club.none, club.full.
        """
        club = await self._club(name)
        if not await self._store.join_club(club.id, guest.id):
            raise ServerError("club.full", "no room for one more")

    async def leave(self, name: str, guest: Guest) -> None:
        """Leave the club; the last member deletes it."""
        await self._store.leave_club(name, guest.id)

    async def evening(self, name: str, guest: Guest, deals: int, rounds: int) -> str:
        """An evening of a club by its rules, made by one of its members.

        Raises:
            ServerError: club.none, series.full.
        """
        club = await self._club(name)
        members = dict(await self._store.club_members(club.id))
        if guest.id not in members:
            raise ServerError("club.none", "no member")
        plan = of_new(club.game, club.preset, parsed(club.options, {}), deals, rounds)
        made = await self._contests.make(plan, club.game, guest, EVENING_DAYS, club=club.id)
        for other in members.keys() - {guest.id}:
            facts = {"name": guest.name, "club": club.name}
            self._hub.notify(Notice(other, "friends", "evening", f"/series/{made}", facts))
        return made

    async def _club(self, name: str) -> ClubRow:
        club = await self._store.club(name)
        if club is None:
            raise ServerError("club.none", "no such club")
        return club

    def _rules(self, club: ClubRow, lang: str) -> str:
        """The differences of the rules to those of their preset, in words."""
        rules: Any = game_named(club.game)
        base = rules.options({"preset": club.preset})
        own = rules.options({"preset": club.preset, **parsed(club.options, {})})
        return leaflet.differences(own, texts_of(club.game, lang), base)

    async def _evenings(
        self,
        evenings: Sequence[SeriesRow],
        points: Sequence[EveningPoints],
        members: Mapping[str, str],
        guest: str,
    ) -> list[Json]:
        """The evenings, with who has the most points on each."""
        here: dict[str, int] = defaultdict(int)
        done: dict[str, int] = defaultdict(int)
        for one in await self._store.attempts([evening.id for evening in evenings]):
            here[one.series] += one.deal == 0
            done[one.series] += one.deal > 0 and one.ended is not None
        found = []
        for evening in evenings:
            plan = Plan.read(evening.data)
            over = evening.until <= self._store.now() or (
                plan.tables and done[evening.id] >= len(plan.deals) * here[evening.id]
            )
            own = ledger([one for one in points if one.series == evening.id], members, guest)
            found.append(
                {
                    "id": evening.id,
                    "made": 1000 * evening.made,
                    "players": here[evening.id],
                    "state": "over" if over else "playing" if plan.tables else "waiting",
                    "first": [one for one in own if one["place"] == 1],
                }
            )
        return found


@dataclass
class _Sum:
    """The evenings, deals and points of a guest in a span, and the evenings with the most points."""

    name: str
    evenings: int = 0
    deals: int = 0
    points: int = 0
    firsts: int = 0


def ledger(played: Sequence[EveningPoints], members: Mapping[str, str], guest: str) -> list[Json]:
    """The points of everyone over some evenings, the most first; who is equal has the same place.

    Members have their present name, those who left the one that they had.
    """
    best: dict[str, int] = {}
    for one in played:
        best[one.series] = max(one.points, best.get(one.series, one.points))
    sums: dict[str, _Sum] = {}
    for one in played:
        own = sums.setdefault(one.guest, _Sum(members.get(one.guest) or one.name or ""))
        own.evenings += 1
        own.deals += one.deals
        own.points += one.points
        own.firsts += one.points == best[one.series]
    ranked = sorted(sums.items(), key=lambda entry: (-entry[1].points, entry[1].name))
    return [
        {
            "place": 1 + sum(other.points > own.points for _, other in ranked),
            "you": one == guest,
            **asdict(own),
        }
        for one, own in ranked
    ]


def spans_of(at: int) -> tuple[str, str, str]:
    """The month, the season and `all`, to which a time belongs."""
    day = day_of(at)
    return str(day)[:7], f"{day.year}-Q{(day.month + 2) // 3}", "all"
