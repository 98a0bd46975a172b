"""What `paiju warmup` compiles for the network of Bao Huang."""

from __future__ import annotations

from dataclasses import asdict

import numpy as np

from paiju.bots.compiled.baohuang.parameters import weights_record
from paiju.bots.heuristic.parameters import DEFAULT
from paiju.bots.net.features.layout import VERSION
from paiju.bots.net.guards.reading import evidence_of
from paiju.bots.net.network import shapes
from paiju.bots.net.playing import Judge
from paiju.bots.net.weights import Weights
from paiju.games.baohuang import GAME
from paiju.games.baohuang.state import Phase
from paiju.games.baohuang.viewing import View
from paiju.kernels.warming import Step


def _first_lead() -> View:
    """The emperor's view of the first lead of a deal."""
    state = GAME.deal(GAME.options({}), bytes(32))
    while state.phase is not Phase.PLAY:
        state, _ = GAME.apply(state, state.queue[0], GAME.legal_actions(state, state.queue[0])[0])
    return GAME.view(state, state.turn)


def _question() -> None:
    """A first lead, put to a network that knows nothing."""
    arrays = {name: np.zeros(shape, np.float32) for name, shape in shapes(1, 1, 1).items()}
    card = {"features": VERSION, "options": {}, "parameters": asdict(DEFAULT), "anchor": 0.0}
    Judge(Weights(arrays, card)).judge(_first_lead())


def _guards() -> None:
    """What a first lead shows of who the guard is: nothing yet."""
    evidence_of(_first_lead(), weights_record(DEFAULT))


STEPS: tuple[Step, ...] = (("Bao Huang, network", _question), ("Bao Huang, who the guard is", _guards))
