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

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from importlib import import_module
from typing import Any

import numpy as np
import numpy.typing as npt

from paiju.core.errors import RuleError, UsageError, check_type, whole_number, wrong_type
from paiju.core.options import Raw
from paiju.envs.fields import Span, check_shape
from paiju.envs.pack import pack_of
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


class Steps:
    """The legal steps at the tables of a thread, those of table `t` from `offsets[t]` to `offsets[t + 1]`, and the kernel's code of each."""

    def __init__(self, tables: int) -> None:
        self.offsets: npt.NDArray[np.int64] = np.zeros(tables + 1, np.int64)
        self.legal, self.codes = np.zeros((2, _ROOM), np.int64)

    def grow(self) -> None:
        """Make room for twice as many."""
        self.legal, self.codes = (np.concatenate([kept, kept]) for kept in (self.legal, self.codes))


class Arrays:
    """What learners see: `observation`, `mask`, and the legal `steps` by thread."""

    def __init__(self, size: int, steps: int, spans: Sequence[Span]) -> None:
        tables = spans[-1][1]
        self.observation: npt.NDArray[np.int8] = np.zeros((tables, size), np.int8)
        self.mask: npt.NDArray[np.int8] = np.zeros((tables, steps), np.int8)
        self.steps = [Steps(last - first) for first, last in spans]


@compiled
def unmark(mask: Grid[int], offsets: Ints, legal: Ints) -> None:
    """Take the marks of some legal steps out of the mask."""
    for at in range(len(mask)):
        for row in range(offsets[at], offsets[at + 1]):
            mask[at, legal[row]] = 0


def learners(game: str, options: Mapping[str, Raw], tables: int, threads: int = 1) -> Any:
    """Tables of a game for one learner each, with the policies of their opponents.

    Raises:
        UsageError: usage.kernels, usage.game, usage.kernel_option.
    """
    return _compiled(game, "Learners")(options, tables, threads)


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
