"""The heuristic's numbers: frozen, and the same in a record as in the class."""

import numpy as np

from paiju.bots.baohuang.compiled.memory import PLAYING, weights_of
from paiju.bots.baohuang.parameters import DEFAULT, fingerprint
from paiju.kernels.records import fields
from tests.bots_compiled.baohuang.test_policy import shaken

FROZEN = "ce0b9295049600b2"


def test_the_default_parameters_are_frozen():
    """Strengths are stated against them: who changes a number measures the bots again, and writes the new name here."""
    assert fingerprint(DEFAULT) == FROZEN


def test_different_parameters_have_a_different_name(rng):
    assert fingerprint(shaken(rng)) != FROZEN


def test_a_record_holds_every_number_of_the_playing_phase(rng):
    parameters = shaken(rng)
    record = fields(weights_of(parameters))
    for name in PLAYING:
        assert (np.array(record[name]) == np.array(getattr(parameters, name))).all()
