"""The kernel of Bao Huang behind `batch`: its records, and how it is called. Importing this loads numba."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from paiju.core.options import Raw
from paiju.envs.baohuang import LAYOUT
from paiju.envs.fields import Span, places
from paiju.games.baohuang import GAME
from paiju.games.baohuang.cards import SEATS
from paiju.games.baohuang.notation import action_text
from paiju.kernels.baohuang import actions, records
from paiju.kernels.baohuang import batch as batching
from paiju.kernels.baohuang.rules import rules_for
from paiju.kernels.records import layout, new


class Tables:
    """Bao Huang's playing phase at `batch` tables."""

    FEATURES: ClassVar[tuple[str, ...]] = batching.FEATURES

    def __init__(self, given: Mapping[str, Raw], batch: int, threads: int) -> None:
        self.options = GAME.options(given)
        self.seats = SEATS
        self._rules = rules_for(self.options)
        self.tables = new(batching.TableRecord, batch)
        self._scratch = [new(batching.ScratchRecord) for _ in range(threads)]
        self._where = places(LAYOUT, batching.FIELDS)
        self._shows = int(self.options.show_hand_counts)
        self.state_bytes = layout(records.StateRecord).itemsize + layout(batching.TrackRecord).itemsize

    def advance(self, env: Any, thread: int, span: Span, chosen: Any) -> None:
        """One action at each table of a span."""
        batching.advance(
            self.tables, self._rules, self._scratch[thread], chosen, *span, env.batch, self._shows, self._where,
            env.observation,
        )  # fmt: skip

    def describe(self, env: Any, thread: int, span: Span) -> None:
        """The actions of each table of a span."""
        batching.describe(
            self.tables, self._rules, self._scratch[thread], env.offsets, *span, env.codes, env.features
        )

    def text(self, code: int) -> str:
        """An action's number in notation."""
        return action_text(actions.decode(code), suited=self.options.suited)
