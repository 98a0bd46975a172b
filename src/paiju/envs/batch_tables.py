"""The kernels behind `batch`: their records, and how they are called. Importing this loads numba."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np

from paiju.core.options import Raw
from paiju.envs.fields import Layout
from paiju.envs.observations_baohuang import LAYOUT as BAOHUANG_LAYOUT
from paiju.envs.observations_paohuzi import LAYOUT as PAOHUZI_LAYOUT
from paiju.games.baohuang import GAME as BAOHUANG
from paiju.games.baohuang.notation import action_text as baohuang_text
from paiju.games.paohuzi import GAME as PAOHUZI
from paiju.games.paohuzi.cards import CARDS
from paiju.games.paohuzi.notation import action_text as paohuzi_text
from paiju.kernels.baohuang import batching as baohuang
from paiju.kernels.baohuang import codes
from paiju.kernels.baohuang import observing as baohuang_observing
from paiju.kernels.baohuang import records as baohuang_records
from paiju.kernels.baohuang.rules import rules_record
from paiju.kernels.jit import INTERPRETED
from paiju.kernels.paohuzi import batching as paohuzi
from paiju.kernels.paohuzi import observing as paohuzi_observing
from paiju.kernels.paohuzi import records as paohuzi_records
from paiju.kernels.paohuzi.adapter import compile_for
from paiju.kernels.paohuzi.coding import action_of

Span = tuple[int, int]


def places(layout: Layout, fields: int) -> Any:
    """Where the first fields of a layout lie, `int64`, as the kernels want to know it."""
    return np.array([layout.start[field.name] for field in layout.fields[:fields]], np.int64)


class BaohuangTables:
    """Bao Huang's playing phase at `batch` tables."""

    FEATURES: ClassVar[tuple[str, ...]] = baohuang.FEATURES
    ROWS: ClassVar[int] = 5
    RULE: ClassVar[str] = "BH A13"

    def __init__(self, given: Mapping[str, Raw], batch: int, threads: int) -> None:
        self.options = BAOHUANG.options(given)
        self.seats = self.ROWS
        self._rules = rules_record(self.options)
        self.states = baohuang_records.blank(baohuang_records.STATE, batch)
        self.tracks = baohuang_records.blank(baohuang_observing.TRACK, batch)
        self._streams = np.ones((batch, 1), np.int64)
        size = int(baohuang_records.fields(self._rules).deck_size)
        self._decks = [np.zeros(size, np.uint8) for _ in range(threads)]
        self._scratch = [baohuang_records.listing() for _ in range(threads)]
        self._where = places(BAOHUANG_LAYOUT, baohuang_observing.FIELDS)
        self._shows = int(self.options.show_hand_counts)
        self.state_bytes = self.states.itemsize + self.tracks.itemsize

    def advance(self, env: Any, thread: int, span: Span, chosen: Any) -> None:
        """One action at each table of a span."""
        baohuang.advance(
            self._rules, self.states, self.tracks, self._streams, env.number, env.batch, self._decks[thread],
            chosen, *span, self._shows, self._where, self._scratch[thread], env.seat, env.count, env.done,
            env._returns, env.observation,  # noqa: SLF001 - the two are one
        )  # fmt: skip

    def describe(self, env: Any, thread: int, span: Span) -> None:
        """The actions of each table of a span."""
        scratch = self._scratch[thread]
        baohuang.describe(self._rules, self.states, env.offsets, *span, scratch, env.codes, env.features)

    def text(self, code: int) -> str:
        """An action's number in notation."""
        return baohuang_text(codes.decode(code), suited=self.options.suited)


class PaohuziTables:
    """Paohuzi at `batch` tables."""

    FEATURES: ClassVar[tuple[str, ...]] = paohuzi.FEATURES
    ROWS: ClassVar[int] = 4
    RULE: ClassVar[str] = "PZ M10"

    def __init__(self, given: Mapping[str, Raw], batch: int, threads: int) -> None:
        self.options = PAOHUZI.options(given)
        self.seats = int(self.options.seats)
        self._rules, self._sets = compile_for(self.options)
        states = np.zeros(batch, paohuzi_records.STATE)
        self.states: Any = states.view(np.recarray) if INTERPRETED else states
        self._streams = np.ones((batch, 1), np.int64)
        self._walls = np.zeros((batch, CARDS), np.int64)
        self._actions = np.zeros((batch, paohuzi_records.MOST_ACTIONS), np.int64)
        self._where = places(PAOHUZI_LAYOUT, paohuzi_observing.FIELDS)
        self.state_bytes = states.itemsize

    def advance(self, env: Any, thread: int, span: Span, chosen: Any) -> None:
        """One action at each table of a span."""
        paohuzi.advance(
            self._rules, self._sets, self.states, self._streams, env.number, env.batch, self._walls, chosen, *span,
            self._where, self._actions, env.seat, env.count, env.done,
            env._returns, env.observation,  # noqa: SLF001 - the two are one
        )  # fmt: skip

    def describe(self, env: Any, thread: int, span: Span) -> None:
        """The actions of each table of a span."""
        paohuzi.describe(self._actions, env.count, env.offsets, *span, env.codes, env.features)

    def text(self, code: int) -> str:
        """An action's number in notation."""
        return paohuzi_text(action_of(code))


TABLES: Mapping[str, Any] = {"baohuang": BaohuangTables, "paohuzi": PaohuziTables}
