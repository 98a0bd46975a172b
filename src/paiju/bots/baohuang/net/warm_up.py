"""What `paiju warmup` compiles for the network of Bao Huang."""

from __future__ import annotations

from dataclasses import asdict

import numpy as np

from paiju.bots.baohuang.compiled.memory import weights_of
from paiju.bots.baohuang.compiled.warm_up import first_lead
from paiju.bots.baohuang.net.features import VERSION
from paiju.bots.baohuang.net.lockstep import Playouts
from paiju.bots.baohuang.net.playing import Judge, Weights, question_of, shapes
from paiju.bots.baohuang.parameters import DEFAULT
from paiju.games.baohuang import GAME
from paiju.games.baohuang.actions import Action
from paiju.games.baohuang.rules import compile_rules
from paiju.games.baohuang.views import View
from paiju.kernels.baohuang.actions import encode
from paiju.kernels.baohuang.rules import rules_for
from paiju.kernels.warm_up import Step


def _first_lead() -> tuple[View, Action]:
    """The emperor's view of it, and something to lead."""
    state = first_lead()
    return GAME.view(state, state.turn), GAME.legal_actions(state, state.turn)[0]


def _judge() -> Judge:
    """A network that knows nothing."""
    arrays = {name: np.zeros(shape, np.float32) for name, shape in shapes(1, 1, 1).items()}
    card = {"features": VERSION, "options": {}, "parameters": asdict(DEFAULT), "anchor": 0.0}
    return Judge(Weights(arrays, card))


def _question() -> None:
    """A first lead, put to the network."""
    _judge().judge(_first_lead()[0])


def _playout() -> None:
    """A deal played from its first lead to its end by the network."""
    view, action = _first_lead()
    playouts = Playouts(_judge().network, weights_of(DEFAULT), 0.0, 1)
    question = question_of(view, compile_rules(view.options))
    playouts.look(question, rules_for(view.options))
    playouts.play([encode(action)], 0, 1, 0)


STEPS: tuple[Step, ...] = (
    ("Bao Huang, network", _question),
    ("Bao Huang, playouts by the network", _playout),
)
