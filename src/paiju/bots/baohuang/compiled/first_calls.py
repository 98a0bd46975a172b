"""What `paiju warmup` compiles for the compiled bots of Bao Huang."""

from __future__ import annotations

import numpy as np

from paiju.bots.baohuang.compiled.matches import Matches, deal_numbered, finisher
from paiju.bots.baohuang.compiled.memory import MemoryRecord, begin
from paiju.bots.baohuang.compiled.search import Budget, Search
from paiju.bots.baohuang.heuristic.parameters import DEFAULT
from paiju.games.baohuang import GAME
from paiju.games.baohuang.cards import SEATS
from paiju.games.baohuang.state import Phase
from paiju.kernels.baohuang.compiling import rules_for
from paiju.kernels.baohuang.records import StateRecord
from paiju.kernels.records import fields, new
from paiju.kernels.warming import Step


def _match() -> None:
    """A pair of the kernel's own deals, and a deal of the law played to its end."""
    options = GAME.options({})
    Matches(options).play(DEFAULT, DEFAULT, range(1))
    state = GAME.deal(options, bytes(32))
    while state.phase is not Phase.PLAY:
        state, _ = GAME.apply(state, state.queue[0], GAME.legal_actions(state, state.queue[0])[0])
    finish = finisher(options, ("greedy", *["heuristic"] * (SEATS - 1)))
    assert finish is not None
    finish(state)


def _search() -> None:
    """A whole search at the first lead of a deal."""
    rules, state, memory = rules_for(GAME.options({})), new(StateRecord), new(MemoryRecord)
    deck = np.zeros(fields(rules).deck_size, np.uint8)
    deal_numbered(state[0], rules[0], 0, deck, np.ones(1, np.int64))
    begin(state[0], rules[0], memory[0])
    Search(Budget(worlds=1, candidates=2)).think(state, rules, memory, 0)


STEPS: tuple[Step, ...] = (
    ("Bao Huang, heuristic", _match),
    ("Bao Huang, search", _search),
)
