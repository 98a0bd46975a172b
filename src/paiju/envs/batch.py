"""Thousands of deals in lockstep inside the kernels, into buffers that are made once.

>>> env = BatchEnv("paohuzi", batch=64)
>>> while not env.done.any():
...     env.step(env.count - 1)
>>> env.returns[env.done].sum(axis=1).tolist()[:1]
[0]

Bao Huang is played from its first lead on: the drawer of the marked big joker is emperor, and where the guard is
called the crown goes on to the first seat with three cards to show, which calls the lowest; nobody pays, buys,
declares or usurps (the rule `plain`). Paohuzi is played whole, each deal dealt by a seat chosen by lot. Other than
in the adapters only seats with a claim decide: a policy that sees one seat's observations learns nothing from
that, since its own claim is all that a question tells.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from importlib import import_module
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from paiju.core.errors import RuleError, UsageError, check_type, whole_number, wrong_type
from paiju.core.options import Raw
from paiju.envs.fields import DEAL, Span, check_shape
from paiju.envs.pack import Pack, pack_of
from paiju.envs.seeds import MOST
from paiju.envs.spaces import Path, Space
from paiju.kernels import warm_up
from paiju.kernels.jit import compiled
from paiju.kernels.records import Grid, Ints

MOST_TABLES = 1 << 24
_ROOM = 1024


class Threads:
    """Tables that are shared out to threads; with one thread nothing is started."""

    def __init__(self, tables: int, threads: int) -> None:
        self.many = min(threads, tables)
        self._tables = tables
        self.spans = [(tables * i // self.many, tables * (i + 1) // self.many) for i in range(self.many)]
        self._pool = ThreadPoolExecutor(self.many) if self.many > 1 else None

    def __reduce__(self) -> tuple[Any, ...]:
        return Threads, (self._tables, self.many)

    def each(self, work: Callable[[int, Span], object]) -> None:
        """Do the work of each thread with its tables."""
        if self._pool is None:
            for thread, span in enumerate(self.spans):
                work(thread, span)
        else:
            list(self._pool.map(work, range(self.many), self.spans))

    def close(self) -> None:
        """End the threads; later work takes one alone."""
        if self._pool is not None:
            self._pool.shutdown()
            self._pool = None


class BatchEnv:
    """`batch` tables of one option set; every `step` takes one action at each of them.

    Attributes to read after `reset` and `step`; the first index of each is the table:

    * `observation`, `int8` (batch, size): what the seat to act may know, see `docs/environments.md`;
    * `seat`, `int64` (batch,): that seat; `count`, `int64` (batch,): how many legal actions it has;
    * `done`, `bool` (batch,): whether the last action ended a deal. Then `returns`, `int64` (batch, seats), are its
      points, and everything else is of the table's next deal already;
    * `number`, `int64` (batch,): the deal being played: table `t` plays deals `first + t`, `first + t + batch` …;
    * with `actions=True` `features`, `int8` (all actions, len(feature_names)): the actions of table `t` are rows
      `offsets[t]` to `offsets[t + 1]`, in the order of the rules, and `codes`, `int64`, their numbers in the kernel.

    The arrays are reused (`features` and `codes` until they need more room); copy what must last. `observe=False` leaves the observations out. With `threads` more than one the tables are shared out; the
    deals and everything else stay the same. A copy, also one that was pickled, has tables and arrays of its own.

    Raises:
        UsageError: usage.kernels without numba; usage.game; usage.kernel_option; usage.number; usage.type.
        OptionError: for an unknown option or value.
    """

    def __init__(
        self,
        game: str,
        options: Mapping[str, Raw] | None = None,
        *,
        batch: int = 1024,
        first: int = 0,
        actions: bool = False,
        observe: bool = True,
        threads: int = 1,
    ) -> None:
        batch, threads = whole_number(batch, 1, MOST_TABLES), whole_number(threads, 1, MOST_TABLES)
        check_type({} if options is None else options, Mapping)
        pack = pack_of(game)
        self.layout, self._rule = pack.layout, pack.rule
        self.batch = batch
        self._first = first_of(first)
        self._threads = Threads(batch, threads)
        self._tables: Any = _compiled(game, "Tables")(dict(options or {}), batch, self._threads.many)
        self.options: Any = self._tables.options
        self.space: Space = pack.space(self.options)
        self.seats: int = self._tables.seats
        self.feature_names: tuple[str, ...] = self._tables.FEATURES
        self.observation: npt.NDArray[np.int8] = np.zeros(
            (batch if observe else 0, self.layout.size), np.int8
        )
        tables = self._tables.tables
        self.seat: npt.NDArray[np.int64] = tables["seat"]
        self.count: npt.NDArray[np.int64] = tables["count"]
        self.number: npt.NDArray[np.int64] = tables["number"]
        self.done: npt.NDArray[np.bool_] = tables["done"]
        self.returns: npt.NDArray[np.int64] = tables["returns"][:, : self.seats]
        self.offsets: npt.NDArray[np.int64] = np.zeros(batch + 1, np.int64)
        self._made: tuple[tuple[Any, ...], dict[str, Any]] = (game, dict(self.options.differences())), {
            "batch": batch, "actions": actions, "observe": observe, "threads": self._threads.many,
        }  # fmt: skip
        self._lists = actions
        self.codes: npt.NDArray[np.int64] = np.zeros(0, np.int64)
        self.features: npt.NDArray[np.int8] = np.zeros((0, len(self.feature_names)), np.int8)
        self.reset()

    def reset(self, first: int | None = None) -> None:
        """Deal again at every table, from deal `first` on (as before, if it is not given).

        Raises:
            UsageError: usage.number, usage.type.
        """
        self._first = self._first if first is None else first_of(first)
        self.number[:] = np.arange(self._first, self._first + self.batch)
        self._advance(np.full(self.batch, -1, np.int64))

    def step(self, chosen: npt.ArrayLike) -> None:
        """Take at each table the action at an index of its list, shape (batch,); nothing is done if one is wrong.

        Raises:
            RuleError: action.illegal, naming the first table whose index is out of its list.
            UsageError: usage.shape; usage.type, for anything but whole numbers.
        """
        check_shape(chosen, (self.batch,))
        given = np.asarray(chosen)
        if given.dtype.kind not in "iu":
            raise wrong_type(given.flat[0], int)
        indices = np.ascontiguousarray(given, np.int64)
        wrong = (indices < 0) | (indices >= self.count)
        if wrong.any():
            table = int(wrong.argmax())
            raise RuleError(
                "action.illegal", f"no such action at table {table}", self._rule,
                {"why": "not_offered", "action": str(indices[table : table + 1].tolist())},
            )  # fmt: skip
        self._advance(indices)

    def _advance(self, indices: npt.NDArray[np.int64]) -> None:
        self._threads.each(lambda thread, span: self._tables.advance(self, thread, span, indices))
        if self._lists:
            np.cumsum(self.count, out=self.offsets[1:])
            rows = int(self.offsets[-1])
            if len(self.codes) < rows:
                self.codes = np.zeros(rows + rows // 2 + _ROOM, np.int64)
                self.features = np.zeros((len(self.codes), len(self.feature_names)), np.int8)
            self._threads.each(lambda thread, span: self._tables.describe(self, thread, span))

    def __reduce__(self) -> tuple[Any, ...]:
        return partial(BatchEnv, **self._made[1]), self._made[0], self._held()

    def _held(self) -> dict[str, Any]:
        """What the tables hold now, by name; arrays that are views of others are left out."""
        rows = int(self.offsets[-1])
        return {
            "first": self._first, "tables": self._tables.tables, "observation": self.observation, "offsets": self.offsets,
            "codes": self.codes[:rows], "features": self.features[:rows],
        }  # fmt: skip

    def __setstate__(self, held: dict[str, Any]) -> None:
        """Take over what other tables hold, into the arrays that are here."""
        self._first = held["first"]
        self._tables.tables[:] = held["tables"]
        self.observation[:] = held["observation"]
        self.offsets[:] = held["offsets"]
        self.codes, self.features = held["codes"].copy(), held["features"].copy()

    def text(self, table: int, index: int) -> str:
        """The action at an index of a table's list in notation; only with `actions=True`.

        Raises:
            UsageError: usage.number, for an unknown table or index; usage.type.
        """
        return self._tables.text(self._code(table, index))  # type: ignore[no-any-return]  # numpy's types say less

    def steps(self, table: int, index: int) -> Path:
        """The same action as steps of the action space, one after another: the numbers that all other environments use.

        Raises:
            UsageError: as `text`.
        """
        return self.space.path(self._tables.action(self._code(table, index)))

    def _code(self, table: int, index: int) -> int:
        table = whole_number(table, 0, self.batch - 1)
        index = whole_number(index, 0, int(self.count[table]) - 1 if self._lists else -1)
        return int(self.codes[self.offsets[table] + index])

    def mask(self) -> npt.NDArray[np.int8]:
        """The steps of the action space with which each table may go on, `int8` of shape (batch, space.size); only with `actions=True`.

        Of an action of several steps it is the first. The vector environment fills masks faster, inside the kernel.

        Raises:
            UsageError: usage.number, without `actions=True`.
        """
        made = np.zeros((self.batch, self.space.size), np.int8)
        for table in range(self.batch):
            for index in range(int(self.count[table])):
                made[table, self.steps(table, index)[0]] = 1
        return made

    @property
    def state_bytes(self) -> int:
        """Memory of one table, its observation and its bookkeeping left out."""
        return self._tables.state_bytes  # type: ignore[no-any-return]  # numpy's types say less

    def close(self) -> None:
        """End the threads; later steps take one alone."""
        self._threads.close()


# --- what the learners of some tables see, and what their steps came to


class Lists(NamedTuple):
    """The legal steps, those of table `t` from `offsets[t]` to `offsets[t + 1]`, and the kernel's code of each."""

    offsets: Any
    legal: Any
    codes: Any

    @staticmethod
    def of(tables: int) -> Lists:
        """Lists for some tables, with room for the steps of a few."""
        return Lists(np.zeros(tables + 1, np.int64), *np.zeros((2, _ROOM), np.int64))

    def grown(self) -> Lists:
        """The same with room for twice as many."""
        return Lists(self.offsets, np.tile(self.legal, 2), np.tile(self.codes, 2))


class Seen(NamedTuple):
    """Arrays by table: `observation`, `mask`, `seat`, `deal`, and of deals that a step ended `over`, `rewards` and `returns`."""

    observation: Any
    mask: Any
    seat: Any
    deal: Any
    over: Any
    rewards: Any
    returns: Any

    def at(self, span: Span) -> Seen:
        """The part of some tables."""
        return Seen(*(array[slice(*span)] for array in self))


@compiled
def write_end(table: Any, acted: int, seen: Seen, at: int) -> None:
    """Write which deal is at a table and who decides, and of a deal that was ended the points."""
    seen.seat[at], seen.deal[at], seen.over[at] = table.seat, table.number, table.done
    if table.done:
        seen.rewards[at] = table.returns[acted]
        for seat in range(seen.returns.shape[1]):
            seen.returns[at, seat] = table.returns[seat]


@compiled
def unmark(mask: Grid[int], offsets: Ints, legal: Ints) -> None:
    """Take the marks of some legal steps out of the mask."""
    for at in range(len(mask)):
        for row in range(offsets[at], offsets[at + 1]):
            mask[at, legal[row]] = 0


@compiled
def check(mask: Grid[int], over: Any, chosen: Ints, lenient: int, refused: Any) -> int:
    """Put `DEAL` where a deal is over; the first table whose step is not legal, -1 if there is none.

    If `lenient` the first legal step replaces one that is not, and `refused` says so.
    """
    for at in range(len(mask)):
        step = int(chosen[at])
        if over[at]:
            chosen[at] = DEAL
        elif step < 0 or step >= mask.shape[1] or mask[at, step] == 0:
            if not lenient:
                return at
            refused[at], step = True, 0
            while mask[at, step] == 0:
                step += 1
            chosen[at] = step
    return -1


class LearnerTables:
    """Tables of a game for one learner each, and two sets of the arrays that their learners see, filled in turn.

    `seen` is what the last step made. `policy` is that of the opponents, `seat` the learner's, or SELF or DRAWN.

    Raises:
        UsageError: usage.kernels, usage.game, usage.kernel_option.
    """

    def __init__(
        self, game: str, options: Mapping[str, Raw], tables: int, threads: int, *, policy: int, seat: int
    ) -> None:
        self._threads, self._how = Threads(tables, threads), (policy, seat)
        self._games = _compiled(game, "Learners")(options, tables, self._threads.many)
        self.tables, self.learners = self._games.tables, self._games.learners
        self._now, self._then = self._buffers(pack_of(game)), self._buffers(pack_of(game))
        self.seen = self._unseen()

    def _buffers(self, pack: Pack) -> tuple[list[Lists], Any, Any]:
        """Lists by thread, observations and masks."""
        tables, steps = len(self.tables), pack.space(self._games.options).size
        lists = [Lists.of(last - first) for first, last in self._threads.spans]
        return lists, np.zeros((tables, pack.layout.size), np.int8), np.zeros((tables, steps), np.int8)

    def _unseen(self) -> Seen:
        """The arrays that the next step fills: those of before the last one, and new ones for what is small."""
        many, (_, observation, mask) = len(self.tables), self._now
        seat, deal = np.empty((2, many), np.int64)
        over, rewards = np.zeros(many, np.bool_), np.zeros(many)
        return Seen(
            observation, mask, seat, deal, over, rewards, np.zeros((many, self._games.seats), np.int64)
        )

    def advance(self, chosen: npt.NDArray[np.int64], *, again: bool = False) -> Seen:
        """Take a step at each table (or DEAL, or STAY), let the opponents answer, and see what comes of it."""
        self._now, self._then = self._then, self._now
        now, then, self.seen = self._now[0], self._then[0], self._unseen()

        def advance(thread: int, span: Span) -> None:
            game, seen, first, tables = (
                self._games.game(thread, *self._how, again),
                self.seen.at(span),
                0,
                slice(*span),
            )
            given = self.tables[tables], self.learners[tables], game, chosen[tables]
            unmark(seen.mask, now[thread].offsets, now[thread].legal)
            while (first := self._games.advance_on(*given, first, then[thread], now[thread], seen)) >= 0:
                now[thread] = now[thread].grown()

        self._threads.each(advance)
        return self.seen

    @property
    def legal(self) -> npt.NDArray[np.int64]:
        """The legal steps of all tables one after another, see `offsets`."""
        parts = [lists.legal[: lists.offsets[-1]] for lists in self._now[0]]
        return parts[0] if len(parts) == 1 else np.concatenate(parts)

    @property
    def offsets(self) -> npt.NDArray[np.int64]:
        """The first place of each table in `legal`, and last the end, shape (tables + 1,)."""
        parts = [lists.offsets for lists in self._now[0]]
        counts = [np.diff(part) for part in parts]
        return parts[0] if len(parts) == 1 else np.append(0, np.concatenate(counts).cumsum())

    def close(self) -> None:
        """End the threads."""
        self._threads.close()


def _compiled(game: str, name: str) -> Any:
    warm_up.require()
    module = pack_of(game).batch
    if not module:
        raise UsageError("usage.game", f"{game!r} has no compiled tables", {"text": game, "known": game})
    return getattr(import_module(module), name)


def first_of(number: Any) -> int:
    """A deal to begin with.

    Raises:
        UsageError: usage.number, usage.type.
    """
    return whole_number(number, 0, (MOST >> 1) - 1)
