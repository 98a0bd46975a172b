"""What guests and addresses may do on all nodes together, counted in rows under hashes; nobody waits for the disk.

The clock is that of the database, and stands for a try from its beginning: whoever has waited for a row may find in it what
another wrote who began later. How long wrong codes cost is reckoned as in `guarding`, by which each node counts for itself too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from paiju.server.limits import FIRST_WAIT, FLOOD_WAIT, FORGIVEN_AFTER, INNOCENT, WRONG_PER_MINUTE
from paiju.server.store.kept import KeptTry, TriedPlace
from paiju.server.store.line import Line

MAKING_SECONDS = 5.0
"""A table is made in less; who has died over it does not keep its guest from the next one longer."""

_TAKE = """
WITH asked AS (
  SELECT * FROM unnest(CAST(:marks AS text[]), CAST(:steps AS float8[])) AS asked (mark, step)),
kept AS (
  SELECT counts.mark, counts.till FROM counts JOIN asked ON asked.mark = counts.mark
  ORDER BY counts.mark FOR UPDATE OF counts),
waits AS (
  SELECT asked.mark, step, extract(epoch FROM coalesce(till, now()) - now()) + step - 60 AS wait
  FROM asked LEFT JOIN kept ON kept.mark = asked.mark),
taken AS (
  INSERT INTO counts (mark, till)
  SELECT mark, now() + make_interval(secs => step) FROM waits WHERE (SELECT max(wait) FROM waits) <= 0 ORDER BY mark
  ON CONFLICT (mark) DO UPDATE
  SET till = greatest(counts.till, now()) + (excluded.till - now()))
SELECT CAST(max(wait) AS float8) AS wait FROM waits"""
_KNOW = """
INSERT INTO wrongs (mark, tries, last)
SELECT mark, 0, now() FROM unnest(CAST(:marks AS text[])) AS asked (mark) ORDER BY mark
ON CONFLICT (mark) DO NOTHING"""
_TRY = """
WITH asked AS (
  SELECT * FROM unnest(CAST(:marks AS text[]), CAST(:free AS int[]), CAST(:longest AS float8[])) AS asked (mark, free, longest)),
kept AS (
  SELECT wrongs.mark, wrongs.tries, wrongs.last FROM wrongs JOIN asked ON asked.mark = wrongs.mark
  ORDER BY wrongs.mark FOR UPDATE OF wrongs),
seen AS (
  SELECT mark, free, longest, last, CASE WHEN last < now() - make_interval(secs => :forgiven) THEN 0 ELSE tries END AS tries
  FROM kept JOIN asked USING (mark)),
waits AS (
  SELECT extract(epoch FROM last - now()) + least(longest, :first * 2.0 ^ least(tries - free - 1, 20)) AS wait
  FROM seen WHERE tries > free
  UNION ALL
  SELECT extract(epoch FROM till - now()) FROM counts
  WHERE mark = :flood AND (SELECT tries FROM seen WHERE mark = :own) > :innocent),
longest AS (SELECT greatest(0.0, max(wait)) AS wait FROM waits),
tried AS (
  UPDATE wrongs SET tries = seen.tries + 1, last = greatest(seen.last, now()) FROM seen
  WHERE wrongs.mark = seen.mark AND (SELECT wait FROM longest) <= 0)
SELECT CAST(longest.wait AS float8) AS wait, mark, CAST(last AS text) AS last, CAST(now() AS text) AS now FROM seen, longest"""
_RIGHT = """
WITH tried AS (
  SELECT * FROM unnest(CAST(:marks AS text[]), CAST(:before AS timestamptz[])) AS tried (mark, before)),
kept AS (
  SELECT wrongs.mark FROM wrongs JOIN tried ON tried.mark = wrongs.mark ORDER BY wrongs.mark FOR UPDATE OF wrongs),
back AS (UPDATE counts SET till = till - make_interval(secs => :step) WHERE mark = :all)
UPDATE wrongs SET tries = greatest(0, tries - 1),
  last = CASE WHEN last = CAST(:begun AS timestamptz) THEN before ELSE last END
FROM tried JOIN kept USING (mark) WHERE wrongs.mark = tried.mark"""
_HOLD = """
INSERT INTO counts (mark, till) VALUES (:mark, now() + make_interval(secs => :seconds))
ON CONFLICT (mark) DO UPDATE SET till = greatest(counts.till, excluded.till)"""
_TURN = """
INSERT INTO counts (mark, till) VALUES (:mark, now() + make_interval(secs => :seconds))
ON CONFLICT (mark) DO UPDATE SET till = excluded.till WHERE counts.till <= now()
RETURNING CAST(till AS text) AS till"""
_END_TURN = "DELETE FROM counts WHERE mark = :mark AND till = CAST(:till AS timestamptz)"
_HOSTED = """
SELECT count(*) AS tables FROM members JOIN rooms ON rooms.id = members.room
JOIN homes ON homes.room = rooms.id JOIN nodes ON nodes.id = homes.node
WHERE members.guest = :guest AND NOT rooms.over AND CAST(rooms.data AS json) ->> 'host' = :guest
AND nodes.ended IS NULL AND nodes.name <> :node"""


class Limiting:
    """See the module; `node` is who asks."""

    def __init__(self, line: Line, node: str) -> None:
        self._line = line
        self._node = node

    async def take(self, asked: Mapping[str, float]) -> float:
        """Count one request everywhere: by whatever it counts for (a hash), how many a minute may have; 0, or the seconds until it may, and then it counts nowhere.

        For each there is a time up to which its requests fill the minutes, and it may be a minute ahead.

        Raises:
            StoreError: store.open.
        """
        steps = [60 / most for most in asked.values()]
        rows = await self._line.ask(_TAKE, marks=list(asked), steps=steps)
        return max(0.0, float(rows[0].wait))

    async def begin_try(self, places: Sequence[TriedPlace], kind: str) -> KeptTry:
        """A code of a kind is tried from places, the narrowest first: it counts as wrong, unless there is still to wait.

        Raises:
            StoreError: store.open.
        """
        marks = [place.mark for place in places]
        await self._line.ask(_KNOW, marks=marks)
        rows = await self._line.ask(
            _TRY, marks=marks, free=[place.free for place in places], longest=[float(place.longest) for place in places],
            own=marks[0], flood=f"flood {kind}", first=FIRST_WAIT, forgiven=FORGIVEN_AFTER, innocent=INNOCENT,
        )  # fmt: skip
        wait = float(rows[0].wait)
        if not wait and await self.take({f"all {kind}": WRONG_PER_MINUTE}):
            await self._line.ask(_HOLD, mark=f"flood {kind}", seconds=FLOOD_WAIT)
        return KeptTry(wait, rows[0].now, tuple((row.mark, row.last) for row in rows))

    async def right_try(self, one: KeptTry, kind: str) -> None:
        """What was tried was no guess, and leaves no trace.

        Raises:
            StoreError: store.open.
        """
        marks, before = zip(*one.before, strict=True)
        await self._line.ask(
            _RIGHT, marks=list(marks), before=list(before), begun=one.begun, all=f"all {kind}",
            step=60 / WRONG_PER_MINUTE,
        )  # fmt: skip

    async def turn(self, mark: str) -> str | None:
        """Let one who has a mark, and nobody else who has it, go on for some seconds; what ends that, or None while another does.

        Raises:
            StoreError: store.open.
        """
        rows = await self._line.ask(_TURN, mark=mark, seconds=MAKING_SECONDS)
        return rows[0].till if rows else None

    async def end_turn(self, mark: str, till: str) -> None:
        """Let the next one go on.

        Raises:
            StoreError: store.open.
        """
        await self._line.ask(_END_TURN, mark=mark, till=till)

    async def hosted(self, guest: str) -> int:
        """How many tables of a guest's are awake on other nodes and not over.

        Raises:
            StoreError: store.open.
        """
        rows = await self._line.ask(_HOSTED, guest=guest, node=self._node)
        return int(rows[0].tables)
