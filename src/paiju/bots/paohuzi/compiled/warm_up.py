"""What `paiju warmup` compiles for the bots of Paohuzi."""

from __future__ import annotations

from collections.abc import Sequence

from paiju.bots.paohuzi.compiled.matches import Settler, efficiency, expected
from paiju.bots.paohuzi.compiled.search import Budget, SearchBot
from paiju.games.paohuzi import GAME
from paiju.games.paohuzi.actions import Action
from paiju.games.paohuzi.views import View
from paiju.kernels.warm_up import Step


def first_question() -> tuple[View, Sequence[Action]]:
    """The first question of a deal that leaves a choice."""
    state = GAME.deal(GAME.options({}), bytes(32))
    seat = GAME.actors(state)[0]
    while len(legal := GAME.legal_actions(state, seat)) == 1:
        state, _ = GAME.apply(state, seat, legal[0])
        seat = GAME.actors(state)[0]
    return GAME.view(state, seat), legal


def _review() -> None:
    """The worth of a deal with open cards, which only reviews ask."""
    options = GAME.options({})
    Settler(options, 1).returns(GAME.deal(options, bytes(32)), 0)


STEPS: tuple[Step, ...] = (
    ("Paohuzi, efficiency", lambda: efficiency(0).choose(*first_question())),
    ("Paohuzi, expected score", lambda: expected(0).choose(*first_question())),
    ("Paohuzi, search", lambda: SearchBot(0, Budget(playouts=8)).choose(*first_question())),
    ("Paohuzi, review", _review),
)
