"""What `paiju warmup` compiles for the compiled bots of Bao Huang."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from paiju.bots.baohuang.compiled.matches import Settler, finisher
from paiju.bots.baohuang.compiled.memory import FACES, MemoryRecord, WorkRecord, weights_of
from paiju.bots.baohuang.compiled.search import Budget, Search, SearchBot
from paiju.bots.baohuang.heuristic import COMPILED, Sight
from paiju.bots.baohuang.parameters import DEFAULT
from paiju.games.baohuang import GAME
from paiju.games.baohuang.actions import Action
from paiju.games.baohuang.cards import SEATS
from paiju.games.baohuang.state import Phase, State
from paiju.games.baohuang.views import View
from paiju.kernels.baohuang.adapter import from_law
from paiju.kernels.records import new
from paiju.kernels.warm_up import Step


def _match() -> None:
    """A question, a hand before play, and a deal of the rules engine played to its end."""
    Sight(*first_question(), policy=COMPILED)
    COMPILED.hand_worth(weights_of(DEFAULT), new(WorkRecord), *np.zeros((2, FACES), np.int64), 1)
    finish = finisher(GAME.options({}), ("greedy", *["heuristic"] * (SEATS - 1)))
    assert finish is not None
    finish(first_lead())


def _search() -> None:
    """A whole search at the first lead of a deal."""
    SearchBot(0, Budget(deals=1, candidates=2)).think(*first_question())


def _review() -> None:
    """What only reviews ask: the worth of a first lead with open cards, and a question in a deal sampled elsewhere."""
    state = first_lead()
    settler = Settler(GAME.options({}), 1)
    settler.returns(state)
    search = Search(Budget(candidates=2))
    search.begin(from_law(state), settler.rules, new(MemoryRecord))
    search.play_in(from_law(state))


def first_lead() -> State:
    """The first lead of a deal, which its emperor is asked for."""
    state = GAME.deal(GAME.options({}), bytes(32))
    while state.phase is not Phase.PLAY:
        state, _ = GAME.apply(state, state.queue[0], GAME.legal_actions(state, state.queue[0])[0])
    return state


def first_question() -> tuple[View, Sequence[Action]]:
    """The emperor's view of it, and what may be led."""
    state = first_lead()
    return GAME.view(state, state.turn), GAME.legal_actions(state, state.turn)


STEPS: tuple[Step, ...] = (
    ("Bao Huang, heuristic", _match),
    ("Bao Huang, search", _search),
    ("Bao Huang, review", _review),
)
