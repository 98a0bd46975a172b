"""Small runs to learn from, and weights that no run has made."""

from dataclasses import asdict

import numpy as np

from paiju.bots.baohuang.net.network import shapes
from paiju.bots.baohuang.parameters import DEFAULT
from paiju.train.export import Trained

TINY = """
name = "tiny"
seed = {seed}
[options]
preset = "pagat"
[play]
lease = 24
warm_leases = 3
[net]
trunk = 32
join = 16
head = 8
[learn]
leases = {leases}
batch = 256
replay = 6000
[watch]
minutes = 100
pairs = 8
checkpoint_seconds = {seconds}
"""


def tiny(path, seed, leases=8, seconds=0.0):
    """A configuration file of a run of some seconds, which saves after every lease."""
    path.write_text(TINY.format(seed=seed % 1000, leases=leases, seconds=seconds))
    return path


def chance_weights(seed, widths=(32, 16, 8), shapes=shapes):
    rng = np.random.default_rng(seed)
    return {
        name: (rng.normal(size=shape) / np.sqrt(shape[0])).astype(np.float32)
        for name, shape in shapes(*widths).items()
    }


def trained(weights, options=None, parameters=DEFAULT):
    """Weights of Bao Huang with the notes that a match needs."""
    return Trained(weights, {"config": {"options": options or {}}, "parameters": asdict(parameters)})
