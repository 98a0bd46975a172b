"""What the network needs to know of a table, from a view: kernel records and a `TrailRecord`."""

from __future__ import annotations

import random
from typing import NamedTuple

import numpy as np

from paiju.bots.baohuang.compiled.memory import MemoryRecord
from paiju.bots.baohuang.compiled.reading import memory_of
from paiju.bots.baohuang.heuristic.suspicion import Odds
from paiju.bots.baohuang.net.features.trail import MOST, PASSED, PLAYED, TrailRecord
from paiju.games.baohuang.cards import SEATS
from paiju.games.baohuang.quick import quick_deal
from paiju.games.baohuang.rules import Rules
from paiju.games.baohuang.state import Laid
from paiju.games.baohuang.viewing import View
from paiju.kernels.baohuang.adapter import from_law
from paiju.kernels.baohuang.records import StateRecord
from paiju.kernels.records import Records, new


class Question(NamedTuple):
    """Records of shape (1,): the state (its unseen cards dealt anyhow), the memory and the trail of a table."""

    state: Records[StateRecord]
    memory: Records[MemoryRecord]
    trail: Records[TrailRecord]


def question_of(view: View, rules: Rules, odds: Odds, rng: random.Random | None = None) -> Question:
    """The records of a view in the playing phase; `odds` are the log-odds of `Suspicion` for it.

    `rng` deals the unseen cards, which no vector depends on.

    Raises:
        UsageError: usage.kernel_option, for options that the kernel does not play.
    """
    state = from_law(quick_deal(view, rng or random.Random(0)))
    return Question(state, memory_of(view, rules, odds), trail_of(view))


def trail_of(view: View) -> Records[TrailRecord]:
    """Who answered how so far."""
    made = new(TrailRecord)
    reacted = [[0] * 4 for _ in range(SEATS)]
    for trick in (*view.tricks, view.trick):
        _count(reacted, trick, view.emperor)
    answered = [0] * SEATS
    for seat, cards, _ in view.trick:
        answered[seat] = PLAYED if cards else PASSED
    made["plies"] = sum(map(len, view.tricks)) + len(view.trick)
    made["reacted"] = np.minimum(reacted, MOST)
    made["answered"] = answered
    return made


def _count(reacted: list[list[int]], trick: tuple[Laid, ...], emperor: int) -> None:
    """Count how each answer left or beat the set before it."""
    owner = -1
    for seat, cards, _ in trick:
        if owner >= 0:
            reacted[seat][(0 if owner == emperor else 2) + (1 if cards else 0)] += 1
        if cards:
            owner = seat
