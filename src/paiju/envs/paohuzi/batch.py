"""The kernel of Paohuzi behind `batch`: its records, and how it is called. Importing this loads numba."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np

from paiju.core.options import Raw
from paiju.envs.fields import Span, places
from paiju.envs.paohuzi.observations import LAYOUT
from paiju.games.paohuzi import GAME
from paiju.games.paohuzi.cards import CARDS
from paiju.games.paohuzi.notation import action_text
from paiju.kernels.jit import INTERPRETED
from paiju.kernels.paohuzi import batching, observing, records
from paiju.kernels.paohuzi.adapter import compile_for
from paiju.kernels.paohuzi.coding import action_of


class Tables:
    """Paohuzi at `batch` tables."""

    FEATURES: ClassVar[tuple[str, ...]] = batching.FEATURES
    ROWS: ClassVar[int] = 4
    RULE: ClassVar[str] = "PZ M10"

    def __init__(self, given: Mapping[str, Raw], batch: int, threads: int) -> None:
        self.options = GAME.options(given)
        self.seats = int(self.options.seats)
        self._rules, self._sets = compile_for(self.options)
        states = np.zeros(batch, records.STATE)
        self.states: Any = states.view(np.recarray) if INTERPRETED else states
        self._streams = np.ones((batch, 1), np.int64)
        self._walls = np.zeros((batch, CARDS), np.int64)
        self._actions = np.zeros((batch, records.MOST_ACTIONS), np.int64)
        self._where = places(LAYOUT, observing.FIELDS)
        self.state_bytes = states.itemsize

    def advance(self, env: Any, thread: int, span: Span, chosen: Any) -> None:
        """One action at each table of a span."""
        batching.advance(
            self._rules, self._sets, self.states, self._streams, env.number, env.batch, self._walls, chosen, *span,
            self._where, self._actions, env.seat, env.count, env.done,
            env._returns, env.observation,  # noqa: SLF001 - the two are one
        )  # fmt: skip

    def describe(self, env: Any, thread: int, span: Span) -> None:
        """The actions of each table of a span."""
        batching.describe(self._actions, env.count, env.offsets, *span, env.codes, env.features)

    def text(self, code: int) -> str:
        """An action's number in notation."""
        return action_text(action_of(code))
