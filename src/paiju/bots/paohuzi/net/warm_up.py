"""What `paiju warmup` compiles for the network of Paohuzi."""

from __future__ import annotations

from paiju.bots.paohuzi.levels import net
from paiju.games.paohuzi import GAME
from paiju.kernels.warm_up import Step


def _question() -> None:
    """The first question of a deal with a choice, put to the network."""
    state = GAME.deal(GAME.options({}), bytes(32))
    seat = GAME.actors(state)[0]
    while len(legal := GAME.legal_actions(state, seat)) == 1:
        state, _ = GAME.apply(state, seat, legal[0])
        seat = GAME.actors(state)[0]
    net(0).choose(GAME.view(state, seat), legal)


STEPS: tuple[Step, ...] = (("Paohuzi, network", _question),)
