"""What `paiju warmup` compiles for the bots of Paohuzi."""

from __future__ import annotations

from paiju.bots.paohuzi.compiled.matches import CompiledBot, Settler
from paiju.bots.paohuzi.compiled.search import Budget, SearchBot
from paiju.games.paohuzi import GAME
from paiju.kernels.warm_up import Step


def _choose(bot: CompiledBot | SearchBot) -> None:
    """The first question of a deal."""
    state = GAME.deal(GAME.options({}), bytes(32))
    seat = GAME.actors(state)[0]
    bot.choose(GAME.view(state, seat), GAME.legal_actions(state, seat))


def _review() -> None:
    """The worth of a deal with open cards, which only reviews ask."""
    options = GAME.options({})
    Settler(options, 1).returns(GAME.deal(options, bytes(32)), 0)


STEPS: tuple[Step, ...] = (
    ("Paohuzi, efficiency", lambda: _choose(CompiledBot("efficiency"))),
    ("Paohuzi, expected score", lambda: _choose(CompiledBot("expected"))),
    ("Paohuzi, search", lambda: _choose(SearchBot(0, Budget(playouts=8)))),
    ("Paohuzi, review", _review),
)
