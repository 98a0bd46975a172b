"""What `paiju warmup` compiles for the compiled bots of Bao Huang."""

from __future__ import annotations

import numpy as np

from paiju.bots.compiled.baohuang.matches import Matches, deal_numbered
from paiju.bots.compiled.baohuang.memory import MEMORY, begin
from paiju.bots.compiled.baohuang.search import Budget, Search
from paiju.bots.heuristic.parameters import DEFAULT
from paiju.games.baohuang import GAME
from paiju.kernels.baohuang.records import STATE, blank, fields
from paiju.kernels.baohuang.rules import rules_record
from paiju.kernels.warming import Step


def _match() -> None:
    Matches(GAME.options({})).play(DEFAULT, DEFAULT, range(1))


def _search() -> None:
    """A whole search at the first lead of a deal."""
    rules, state, memory = rules_record(GAME.options({})), blank(STATE), blank(MEMORY)
    deck = np.zeros(fields(rules).deck_size, np.uint8)
    deal_numbered(state[0], rules[0], 0, deck, np.ones(1, np.int64))
    begin(state[0], rules[0], memory[0])
    Search(Budget(worlds=1, candidates=2)).think(state, rules, memory, 0)


STEPS: tuple[Step, ...] = (
    ("Bao Huang, heuristic", _match),
    ("Bao Huang, search", _search),
)
