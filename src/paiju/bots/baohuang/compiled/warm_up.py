"""What `paiju warmup` compiles for the compiled bots of Bao Huang."""

from __future__ import annotations

import numpy as np

from paiju.bots.baohuang.compiled.matches import Matches, Settler, deal_numbered, finisher
from paiju.bots.baohuang.compiled.memory import MemoryRecord, begin, weights_of
from paiju.bots.baohuang.compiled.search import Budget, Search, SearchRecord, begin_search, try_in
from paiju.bots.baohuang.heuristic.values import DEFAULT
from paiju.games.baohuang import GAME
from paiju.games.baohuang.cards import SEATS
from paiju.games.baohuang.state import Phase, State
from paiju.kernels.baohuang.adapter import from_law
from paiju.kernels.baohuang.records import StateRecord
from paiju.kernels.baohuang.rules import rules_for
from paiju.kernels.records import fields, new
from paiju.kernels.warm_up import Step


def _match() -> None:
    """A pair of the kernel's own deals, and a deal of the rules engine played to its end."""
    options = GAME.options({})
    Matches(options).play(DEFAULT, DEFAULT, range(1))
    finish = finisher(options, ("greedy", *["heuristic"] * (SEATS - 1)))
    assert finish is not None
    finish(first_lead())


def _search() -> None:
    """A whole search at the first lead of a deal."""
    rules, state, memory = rules_for(GAME.options({})), new(StateRecord), new(MemoryRecord)
    deck = np.zeros(fields(rules).deck_size, np.uint8)
    deal_numbered(state[0], rules[0], 0, deck, np.ones(1, np.int64))
    begin(state[0], rules[0], memory[0])
    Search(Budget(deals=1, candidates=2)).think(state, rules, memory, 0)


def _review() -> None:
    """What only reviews ask: the worth of a first lead with open cards, and a question in a deal sampled elsewhere."""
    state = first_lead()
    settler = Settler(GAME.options({}), 1)
    settler.returns(state)
    search = new(SearchRecord)
    begin_search(search, from_law(state), settler.rules, new(MemoryRecord), weights_of(DEFAULT), 2)
    try_in(search, settler.rules, weights_of(DEFAULT), from_law(state))


def first_lead() -> State:
    """The first lead of a deal, which its emperor is asked for."""
    state = GAME.deal(GAME.options({}), bytes(32))
    while state.phase is not Phase.PLAY:
        state, _ = GAME.apply(state, state.queue[0], GAME.legal_actions(state, state.queue[0])[0])
    return state


STEPS: tuple[Step, ...] = (
    ("Bao Huang, heuristic", _match),
    ("Bao Huang, search", _search),
    ("Bao Huang, review", _review),
)
