"""The questions of nodes to workers, as rows. A hint says that there may be one, or an answer; the rows decide.

A worker claims a row for `CLAIM_SECONDS` and renews that while it thinks. Once a claim is over another may take the row, twice in all, so
that a question which ends processes does not end them all; what nobody has claimed for `GRACE_SECONDS` its node takes back.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from sqlalchemy import URL

from paiju.server.store.line import Line
from paiju.server.workers.forms import FORM

CLAIM_SECONDS = 1.0
GRACE_SECONDS = 0.2
MOST_TRIES = 2
LOST_SECONDS = 3.0
"""A worker that was not heard of for so long is not there."""
LEFT_SECONDS = 10.0
"""So long after anybody wanted its answer a question is deleted, whatever happened to its node."""
CHANNEL = "paiju_thoughts"

_PUT = """
WITH put AS (
  INSERT INTO thoughts (asker, form, kind, asked, until)
  VALUES (:asker, :form, :kind, :asked, now() + make_interval(secs => :seconds)) RETURNING id)
SELECT id, pg_notify(:channel, '') FROM put"""
_TAKE = """
DELETE FROM thoughts WHERE asker = :asker
  AND (answer IS NOT NULL OR until < now() OR (tries >= :most AND held IS NULL)
       OR coalesce(held, made) < now() - make_interval(secs => :grace))
RETURNING id, answer"""
_DROP = "DELETE FROM thoughts WHERE asker = :asker"
_PLACES = """
SELECT coalesce(sum(places), 0) FROM workers
WHERE form = :form AND seen > now() - make_interval(secs => :lost)"""
_CLAIM = """
WITH free AS (
  SELECT id FROM thoughts
  WHERE form = :form AND answer IS NULL AND (held IS NULL OR held < now()) AND tries < :most AND until > now()
  ORDER BY until LIMIT :number FOR UPDATE SKIP LOCKED)
UPDATE thoughts SET worker = :worker, held = now() + make_interval(secs => :claim), tries = tries + 1
FROM free WHERE thoughts.id = free.id
RETURNING thoughts.id, kind, asked, CAST(extract(epoch FROM until - now()) AS float)"""
_ANSWER = """
WITH told AS (
  UPDATE thoughts SET answer = :answer WHERE id = :id AND worker = :worker AND answer IS NULL RETURNING asker)
SELECT pg_notify(asker, '') FROM told"""
_LEAVE = """
UPDATE thoughts SET worker = NULL, held = NULL WHERE worker = :worker AND answer IS NULL AND id = ANY(:ids)"""
_HOLD = """
UPDATE thoughts SET held = now() + make_interval(secs => :claim)
WHERE worker = :worker AND answer IS NULL AND id = ANY(:ids)"""
_SEEN = """
INSERT INTO workers (id, form, places, seen) VALUES (:worker, :form, :places, now())
ON CONFLICT (id) DO UPDATE SET places = excluded.places, seen = excluded.seen"""
_GO = "DELETE FROM workers WHERE id = :worker"
_SWEEP = """
WITH gone AS (DELETE FROM workers WHERE seen < now() - make_interval(secs => 10 * :lost))
DELETE FROM thoughts WHERE until < now() - make_interval(secs => :left)"""


class Question(NamedTuple):
    """A question that was claimed, and for how many seconds anybody wants to know."""

    id: int
    kind: str
    asked: str
    seconds: float


class Desk:
    """See the module; `own` is what this process is called: a node as asker, or a worker."""

    def __init__(self, url: URL, own: str) -> None:
        self.line = Line(url)
        self._own = own

    # What a node does

    async def put(self, kind: str, asked: str, seconds: float) -> int:
        """Leave a question that somebody wants answered within so long; its number."""
        given = {"kind": kind, "asked": asked, "seconds": seconds}
        rows = await self.line.ask(_PUT, asker=self._own, form=FORM, channel=CHANNEL, **given)
        return int(rows[0].id)

    async def take(self) -> list[tuple[int, str | None]]:
        """The questions that are answered, and (None) those that nobody answers; they are deleted."""
        rows = await self.line.ask(_TAKE, asker=self._own, grace=GRACE_SECONDS, most=MOST_TRIES)
        return [(row.id, row.answer) for row in rows]

    async def drop(self) -> None:
        """Delete all own questions."""
        await self.line.ask(_DROP, asker=self._own)

    async def places(self) -> int:
        """How many questions the workers take at a time, all together."""
        return int((await self.line.ask(_PLACES, form=FORM, lost=LOST_SECONDS))[0][0])

    # What a worker does

    async def claim(self, number: int) -> list[Question]:
        """Take up to so many questions, the most urgent first."""
        given = {"number": number, "most": MOST_TRIES, "claim": CLAIM_SECONDS}
        return [Question(*row) for row in await self.line.ask(_CLAIM, worker=self._own, form=FORM, **given)]

    async def answer(self, question: int, answer: str) -> None:
        """Answer a question, unless somebody else has it meanwhile."""
        await self.line.ask(_ANSWER, worker=self._own, id=question, answer=answer)

    async def leave(self, questions: Collection[int]) -> None:
        """Give questions back unanswered."""
        await self.line.ask(_LEAVE, worker=self._own, ids=list(questions))

    async def beat(self, places: int, held: Collection[int]) -> None:
        """Say that this worker is here, and that it still thinks about some questions; delete what nobody wants any more."""
        await self.line.ask(_SEEN, worker=self._own, form=FORM, places=places)
        if held:
            await self.line.ask(_HOLD, worker=self._own, claim=CLAIM_SECONDS, ids=list(held))
        await self.line.ask(_SWEEP, lost=LOST_SECONDS, left=LEFT_SECONDS)

    async def go(self) -> None:
        """Say that this worker is gone."""
        await self.line.ask(_GO, worker=self._own)

    async def close(self) -> None:
        """Hang up."""
        await self.line.close()
