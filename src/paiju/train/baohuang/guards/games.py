"""Deals of any company, in lockstep: the players, who is asked beside them, and what was played."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

import numpy as np

from paiju.bots.asked import Asked, network_choice
from paiju.bots.baohuang.compiled.parameters import weights_of
from paiju.bots.baohuang.compiled.search import Budget, Search, seed_of
from paiju.bots.baohuang.heuristic.parameters import DEFAULT, Parameters
from paiju.bots.baohuang.net.features.layout import ACTION_SIZE, STATE_SIZE
from paiju.bots.baohuang.net.guards.layout import Numbers
from paiju.bots.baohuang.net.lockstep.asking import MOST_SCORED, SHARES, QuestionRecord, ScratchRecord
from paiju.bots.baohuang.net.network import Network
from paiju.kernels.baohuang.coding import NOTHING
from paiju.kernels.baohuang.records import RulesRecord, StateRecord
from paiju.kernels.records import Records, fields, new
from paiju.train.baohuang.guards.company import (
    ASKS,
    LONGEST,
    WEIGHS,
    PlayerRecord,
    TableRecord,
    deal_tables,
    go_on,
)

_ROOM = 24  # plays for each table at a time
_AT_ONCE = 1000


@dataclass(frozen=True, slots=True)
class Style:
    """A way to play (`company.PlayerRecord`); `wild` is a share of its questions."""

    parameters: Parameters = DEFAULT
    kind: int = WEIGHS
    warmth: float = 0.0
    wild: float = 0.0
    feigns: int = 0


class Games(NamedTuple):
    """Deals from their first lead: the cards, and all actions one after the other, `ends[g]` to `ends[g + 1]` of deal `g`."""

    starts: Records[StateRecord]
    codes: Numbers
    ends: Numbers

    def take(self, order: Numbers) -> Games:
        """Some deals, in this order."""
        codes = [self.codes[self.ends[g] : self.ends[g + 1]] for g in order]
        return Games(self.starts[order], *_joined(codes))


def gather(games: Sequence[Games]) -> Games:
    """All deals, one after the other."""
    parts = [
        one.codes[first:last] for one in games for first, last in zip(one.ends, one.ends[1:], strict=False)
    ]
    starts: Any = np.concatenate([np.asarray(one.starts) for one in games])
    return Games(starts, *_joined(parts))


def _joined(codes: Sequence[Numbers]) -> tuple[Numbers, Numbers]:
    ends = np.cumsum([0, *map(len, codes)])
    return (np.concatenate(codes) if codes else np.zeros(0, np.int64)), ends


class Mind(Protocol):
    """Who answers for seats that ask: the codes of what they do."""

    def answer(self, asked: Asked, tables: Records[TableRecord], codes: Numbers) -> Numbers:
        """`codes` are those of all plays asked about."""
        ...


class NetworkMind:
    """A network, anchored at the heuristic."""

    def __init__(self, network: Network, anchor: float) -> None:
        self._network, self._anchor = network, anchor

    def answer(self, asked: Asked, tables: Records[TableRecord], codes: Numbers) -> Numbers:
        """The plays worth most."""
        return codes[network_choice(self._network, asked, self._anchor).rows]


class SearchMind:
    """A search by a fixed number of worlds."""

    def __init__(self, rules: Records[RulesRecord], worlds: int) -> None:
        self._search, self._rules = Search(Budget(worlds=worlds)), rules

    def answer(self, asked: Asked, tables: Records[TableRecord], codes: Numbers) -> Numbers:
        """One question after the other."""
        made = np.zeros(len(asked.questions), np.int64)
        for i, at in enumerate(asked.questions["table"].tolist()):
            state, memory = tables["state"][at : at + 1].copy(), tables["memory"][at : at + 1].copy()
            seed = seed_of("company", at, int(tables["plies"][at]), int(tables["stream"][at, 0]))
            made[i] = self._search.think(state, self._rules, memory, seed).choice
        return made


Lineup = Callable[[Records[StateRecord], np.random.Generator], Numbers]
"""Which style plays which seat of some deals, shape (deals, 5)."""


class Company:
    """Players who play numbered deals with one another."""

    def __init__(
        self, rules: Records[RulesRecord], styles: Sequence[Style], mind: Mind | None = None
    ) -> None:
        self._rules, self._mind = rules, mind
        self._players = new(PlayerRecord, len(styles))
        for name in ("kind", "warmth", "feigns"):
            self._players[name] = [getattr(style, name) for style in styles]
        self._players["wild"] = [round(style.wild * SHARES) for style in styles]
        self._players["weights"] = np.arange(len(styles)) + 1
        self._weights = weights_of(DEFAULT, *(style.parameters for style in styles))
        self._asks = any(style.kind == ASKS for style in styles)
        assert self._asks == (mind is not None)

    def play(self, numbers: Numbers, lineup: Lineup, seed: int, most: int = LONGEST) -> Games:
        """Play deals up to `most` actions; the same numbers and seed give the same games."""
        chance = np.random.default_rng(seed)
        return gather(
            [
                self._play(numbers[first : first + _AT_ONCE], lineup, chance, most)
                for first in range(0, len(numbers), _AT_ONCE)
            ]
        )

    def _play(self, numbers: Numbers, lineup: Lineup, chance: np.random.Generator, most: int) -> Games:
        size = len(numbers)
        tables, scratch = new(TableRecord, size), new(ScratchRecord)
        deal_tables(tables, self._rules, numbers, np.zeros(int(fields(self._rules).deck_size), np.uint8))
        starts: Any = tables["state"].copy()
        tables["seats"] = lineup(starts, chance)
        room = max(_ROOM * size, MOST_SCORED) if self._asks else 1
        asked, pending = new(QuestionRecord, size), np.zeros(room, np.int64)
        vectors = np.zeros((size if self._asks else 1, STATE_SIZE), np.uint8)
        actions = np.zeros((room, ACTION_SIZE), np.uint8)
        going, chosen = np.arange(size), np.full(size, NOTHING)
        while len(going):
            found = go_on(
                tables, self._rules, self._players, self._weights, scratch, going, chosen, most, asked, pending, vectors,
                actions,
            )  # fmt: skip
            questions = asked[:found]
            going, chosen = questions["table"].copy(), np.full(found, NOTHING)
            ready = questions["count"] > 0
            if self._mind is not None and found:
                put = Asked(questions[ready], vectors[:found][ready], actions)
                put = put._replace(actions=actions[: int(put.questions["count"].sum())])
                chosen[ready] = self._mind.answer(put, tables, pending)
        played = [codes[:plies] for codes, plies in zip(tables["codes"], tables["plies"], strict=True)]
        return Games(starts, *_joined([row.copy() for row in played]))
