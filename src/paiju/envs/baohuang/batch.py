"""The kernel of Bao Huang behind `batch`: its records, and how it is called. Importing this loads numba."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np

from paiju.core.options import Raw
from paiju.envs.baohuang.observations import LAYOUT
from paiju.envs.fields import Span, places
from paiju.games.baohuang import GAME
from paiju.games.baohuang.notation import action_text
from paiju.kernels.baohuang import batching, codes, observing, records
from paiju.kernels.baohuang.rules import rules_record


class Tables:
    """Bao Huang's playing phase at `batch` tables."""

    FEATURES: ClassVar[tuple[str, ...]] = batching.FEATURES
    ROWS: ClassVar[int] = 5
    RULE: ClassVar[str] = "BH A13"

    def __init__(self, given: Mapping[str, Raw], batch: int, threads: int) -> None:
        self.options = GAME.options(given)
        self.seats = self.ROWS
        self._rules = rules_record(self.options)
        self.states = records.blank(records.STATE, batch)
        self.tracks = records.blank(observing.TRACK, batch)
        self._streams = np.ones((batch, 1), np.int64)
        size = int(records.fields(self._rules).deck_size)
        self._decks = [np.zeros(size, np.uint8) for _ in range(threads)]
        self._scratch = [records.listing() for _ in range(threads)]
        self._where = places(LAYOUT, observing.FIELDS)
        self._shows = int(self.options.show_hand_counts)
        self.state_bytes = self.states.itemsize + self.tracks.itemsize

    def advance(self, env: Any, thread: int, span: Span, chosen: Any) -> None:
        """One action at each table of a span."""
        batching.advance(
            self._rules, self.states, self.tracks, self._streams, env.number, env.batch, self._decks[thread],
            chosen, *span, self._shows, self._where, self._scratch[thread], env.seat, env.count, env.done,
            env._returns, env.observation,  # noqa: SLF001 - the two are one
        )  # fmt: skip

    def describe(self, env: Any, thread: int, span: Span) -> None:
        """The actions of each table of a span."""
        scratch = self._scratch[thread]
        batching.describe(self._rules, self.states, env.offsets, *span, scratch, env.codes, env.features)

    def text(self, code: int) -> str:
        """An action's number in notation."""
        return action_text(codes.decode(code), suited=self.options.suited)
