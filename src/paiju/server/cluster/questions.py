"""Questions of nodes to workers: as rows, as text, and what a node knows of the workers on its database."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable, Collection
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from types import GenericAlias
from typing import Any, NamedTuple, get_args, get_type_hints

import msgspec
from sqlalchemy import URL

import paiju
from paiju import __version__
from paiju.core.errors import PaijuError
from paiju.core.game import CheckedGame
from paiju.server.cluster.nodes import RETRY_SECONDS, Line
from paiju.server.ops.logs import log_error
from paiju.server.practice.judgements import KINDS, Found, Judging, Wanted
from paiju.server.store.base import StoreError
from paiju.server.tables.questions import Choosing

FORM = f"1/{__version__}"
"""The form of questions and answers; workers of another form are ignored."""
CHOICE = "choice"
MOST_ACTIONS = 1000
MOST_ASKED = 100_000
MOST_ANSWER = 4_000_000
"""Characters of a question and of an answer; a branch has all its steps in one answer."""
_UNREADABLE = (msgspec.MsgspecError, UnicodeDecodeError, RecursionError, PaijuError, TypeError, NameError)
"""The exceptions for malformed text, and for a game whose values cannot be written down."""


class _Choice(msgspec.Struct, forbid_unknown_fields=True):
    game: str
    level: str
    seed: str
    view: msgspec.Raw
    actions: msgspec.Raw


class _About(msgspec.Struct, forbid_unknown_fields=True):
    record: str
    deal: int
    seat: int
    given: msgspec.Raw


@cache
def _types(game: str) -> tuple[Any, Any]:
    """The types of a game's views and of lists of its actions."""
    rules = paiju.load(game)
    if isinstance(rules, CheckedGame):
        return rules.view_type, GenericAlias(tuple, (rules.action_type, ...))
    (action,) = get_args(get_type_hints(rules.legal_actions)["return"])
    return get_type_hints(rules.view)["return"], GenericAlias(tuple, (action, ...))


def choice(choosing: Choosing) -> str | None:
    """A question to a bot; None if it cannot be left to others: too long, or of a game whose values cannot be written down."""
    if len(choosing.actions) > MOST_ACTIONS:
        return None
    try:
        view = msgspec.Raw(msgspec.json.encode(choosing.view))
        actions = msgspec.Raw(msgspec.json.encode(tuple(choosing.actions)))
        content = _Choice(choosing.view.options.game, choosing.level, str(choosing.seed), view, actions)
        return _bounded(msgspec.json.encode(content), MOST_ASKED)
    except _UNREADABLE:
        return None


def chosen(text: str | None, choosing: Choosing) -> Any:
    """The action that an answer means; None if it means none of those that were offered."""
    number = _read(text, int)
    return choosing.actions[number] if number is not None and 0 <= number < len(choosing.actions) else None


def about(judging: Judging) -> str | None:
    """A question about a finished deal; None if it cannot be left to others."""
    wanted = judging.wanted
    content = _About(wanted.record, wanted.deal, wanted.seat, msgspec.Raw(msgspec.json.encode(judging.given)))
    return _bounded(msgspec.json.encode(content), MOST_ASKED) if wanted.record else None


def judgement_of(text: str | None, judging: Judging) -> Any:
    """The finding in an answer; None if it is missing or impossible."""
    read = _read(text, KINDS[judging.kind].found)
    if isinstance(read, Found) and read.refused is None:
        done = judging.given[0]
        grown = done < read.done <= read.of and (read.deal is not None) is (read.done == read.of)
        return read if grown and len(read.decisions) <= read.done - done else None
    return read


def record_of(kind: str, content: str) -> str | None:
    """The record that a question is about, if it is about one."""
    return None if kind == CHOICE else msgspec.json.decode(content, type=_About).record


def answered(kind: str, content: str, document: str) -> str | None:
    """The answer to a question; `document` is that of the record it is about. None if the rules refuse it. For a process of its own.

    Raises:
        Exception: whatever else the question does not bear.
    """
    try:
        return _answered_choice(content) if kind == CHOICE else _answered_about(kind, content, document)
    except PaijuError:  # its node thinks itself, and meets the same there
        return None


def _answered_about(kind: str, content: str, document: str) -> str | None:
    read = msgspec.json.decode(content, type=_About)
    given = msgspec.json.decode(read.given, type=KINDS[kind].given)
    judging = Judging(kind, Wanted(document, read.deal, read.seat, read.record), given)
    return _bounded(msgspec.json.encode(judging.answer()), MOST_ANSWER)


def _answered_choice(text: str) -> str:
    content = msgspec.json.decode(text, type=_Choice)
    view_type, actions_type = _types(content.game)
    view = msgspec.json.decode(content.view, type=view_type)
    actions = msgspec.json.decode(content.actions, type=actions_type)
    action = Choosing(content.level, int(content.seed), view, actions)()
    return str(actions.index(action))


def _read(text: str | None, kind: Any) -> Any:
    try:
        return None if text is None or len(text) > MOST_ANSWER else msgspec.json.decode(text, type=kind)
    except _UNREADABLE:
        return None


def _bounded(data: bytes, most: int) -> str | None:
    return data.decode() if len(data) <= most else None


# --- the questions of nodes to workers, as rows. A hint says that there may be one, or an answer; the rows decide

CLAIM_SECONDS = 1.0
GRACE_SECONDS = 0.2
MOST_TRIES = 2
LOST_SECONDS = 3.0
"""Seconds of silence after which a worker counts as gone."""
LEFT_SECONDS = 10.0
"""Seconds after its deadline until a question is deleted, whatever happened to its node."""
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
WITH answered AS (
  UPDATE thoughts SET answer = :answer WHERE id = :id AND worker = :worker AND answer IS NULL RETURNING asker)
SELECT pg_notify(asker, '') FROM answered"""
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
    """A question that was claimed, and for how many seconds anyone wants to know."""

    id: int
    kind: str
    content: str
    seconds: float


class Desk:
    """See the module; `own` is what this process is called: a node as asker, or a worker."""

    def __init__(self, url: URL, own: str) -> None:
        self.line = Line(url)
        self._own = own

    # What a node does

    async def put(self, kind: str, content: str, seconds: float) -> int:
        """Leave a question that someone wants answered within so long; its number."""
        given = {"kind": kind, "asked": content, "seconds": seconds}
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
        """The number of questions that the workers take at a time, all together."""
        return int((await self.line.ask(_PLACES, form=FORM, lost=LOST_SECONDS))[0][0])

    # What a worker does

    async def claim(self, number: int) -> list[Question]:
        """Take up to that many questions, the most urgent first."""
        given = {"number": number, "most": MOST_TRIES, "claim": CLAIM_SECONDS}
        return [Question(*row) for row in await self.line.ask(_CLAIM, worker=self._own, form=FORM, **given)]

    async def answer(self, question: int, answer: str) -> None:
        """Answer a question, unless someone else has it meanwhile."""
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


# --- what a node knows of the workers on its database, and the questions that they have of it

LOOK_SECONDS = 1.0
"""Seconds between a node's looks for workers."""
POLL_SECONDS = 0.1
"""Seconds between looks for answers without a notification."""
JUDGED_SECONDS = 30.0
"""Seconds to wait for an answer about a finished deal."""

Hear = Callable[[str | None], None]


@dataclass(frozen=True, slots=True)
class _Handed:
    kind: str
    content: str
    seconds: float
    hear: Hear


class Helpers:
    """See the module."""

    def __init__(self, url: URL) -> None:
        own = f"paiju_{secrets.token_hex(12)}"
        self._desk, self._channel = Desk(url, own), own
        self._places = 0
        self._looked = -LOOK_SECONDS
        self._new: list[_Handed] = []
        self._waiting: dict[int, _Handed] = {}
        self._woken = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        """Begin to look for workers."""
        listening = self._desk.line.listen(self._channel, self._woken.set)
        self._tasks = [asyncio.create_task(work, name="helpers") for work in (self._run(), listening)]

    async def stop(self) -> None:
        """Hand nothing over any more."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._give_back()
        with suppress(StoreError):
            await self._desk.drop()
        await self._desk.close()

    @property
    def are_free(self) -> bool:
        """Whether there are workers that have not as many questions of this node as they can think about."""
        return len(self._new) + len(self._waiting) < self._places

    def hand(self, kind: str, content: str | None, seconds: float, hear: Hear) -> bool:
        """Leave a question to the workers, whose answer someone wants within so long; False if it cannot be."""
        if content is None or not self.are_free:
            return False
        self._new.append(_Handed(kind, content, seconds, hear))
        self._woken.set()
        return True

    async def judged(self, judging: Judging) -> Any:
        """A worker's findings about a finished deal; None if no worker has."""
        answer: asyncio.Future[str | None] = asyncio.get_running_loop().create_future()

        def hear(text: str | None) -> None:
            if not answer.done():
                answer.set_result(text)

        if not self.are_free or not self.hand(judging.kind, about(judging), JUDGED_SECONDS, hear):
            return None
        return judgement_of(await answer, judging)

    async def _run(self) -> None:
        while True:
            try:
                await self._turn()
            except StoreError as error:
                log_error("workers unreachable", error, code=error.code)
                self._give_back()
                await asyncio.sleep(RETRY_SECONDS)

    async def _turn(self) -> None:
        """Wait for something to do, and do it."""
        with suppress(TimeoutError):
            async with asyncio.timeout(POLL_SECONDS if self._waiting else LOOK_SECONDS):
                await self._woken.wait()
        self._woken.clear()
        while self._new:
            one = self._new[0]
            number = await self._desk.put(one.kind, one.content, one.seconds)
            self._waiting[number] = self._new.pop(0)
        for number, answer in await self._desk.take() if self._waiting else ():
            if handed := self._waiting.pop(number, None):
                handed.hear(answer)
        if time.monotonic() - self._looked >= LOOK_SECONDS:
            self._places = await self._desk.places()
            self._looked = time.monotonic()

    def _give_back(self) -> None:
        """Nobody answers: anyone who waits for an answer hears that."""
        self._places = 0
        given, self._new, self._waiting = [*self._new, *self._waiting.values()], [], {}
        for handed in given:
            handed.hear(None)
