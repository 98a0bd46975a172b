"""The kernel of Paohuzi behind `batch`: its records, and how it is called. Importing this loads numba."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from paiju.core.options import Raw
from paiju.envs.fields import Span, places
from paiju.envs.paohuzi import LAYOUT
from paiju.games.paohuzi import GAME
from paiju.games.paohuzi.notation import action_text
from paiju.kernels.paohuzi import batch as batching
from paiju.kernels.paohuzi import records
from paiju.kernels.paohuzi.actions import decode
from paiju.kernels.paohuzi.rules import rules_for, sets_for
from paiju.kernels.records import layout, new


class Tables:
    """Paohuzi at `batch` tables."""

    FEATURES: ClassVar[tuple[str, ...]] = batching.FEATURES

    def __init__(self, given: Mapping[str, Raw], batch: int, threads: int) -> None:
        self.options = GAME.options(given)
        self.seats = int(self.options.seats)
        self._rules, self._sets = rules_for(self.options), sets_for(self.options)
        self.tables = new(batching.TableRecord, batch)
        self._where = places(LAYOUT, batching.FIELDS)
        self.state_bytes = layout(records.StateRecord).itemsize

    def advance(self, env: Any, thread: int, span: Span, chosen: Any) -> None:
        """One action at each table of a span."""
        batching.advance(
            self.tables, self._rules, self._sets, chosen, *span, env.batch, self._where, env.observation
        )

    def describe(self, env: Any, thread: int, span: Span) -> None:
        """The actions of each table of a span."""
        batching.describe(self.tables, env.offsets, *span, env.codes, env.features)

    def text(self, code: int) -> str:
        """An action's number in notation."""
        return action_text(decode(code))
