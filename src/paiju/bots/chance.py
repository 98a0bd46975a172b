"""Chance of bots that judge in a blurred way."""

from __future__ import annotations

import random
from math import log

_LEAST = 1e-300


def gumbel(chance: random.Random) -> float:
    """A draw of Gumbel's distribution.

    Of actions with a draw times `warmth` added to their values, the highest is one that is `warmth` better than another
    e times as often as that other.
    """
    return -log(-log(max(_LEAST, chance.random())))
