"""Players of Paohuzi inside the kernel: plans, policies, whole matches, search.

A *plan* cuts the loose cards of a hand into complete sets, *beginnings* (two cards that wait for a third) and spare
cards; drawn cards never enter a hand, so the distance of a plan is the number of its beginnings, and one more where
the pair beside quads waits for its second card.

Of a state functions read what `seat` may see and nothing else: `kernels.paohuzi.adapter.from_view` makes states in which
nothing else stands, and tests hold both equal.
"""

from __future__ import annotations

from paiju.kernels import paohuzi as kernel
from paiju.kernels.cache import CacheGroup

# The tables of the heuristic in Python are frozen into the code.
CACHE_GROUP = CacheGroup(
    "paohuzi-bots",
    (*kernel.CACHE_GROUP.sources, "bots/paohuzi/compiled", "bots/paohuzi/heuristic.py", "bots/anchored.py"),
)
