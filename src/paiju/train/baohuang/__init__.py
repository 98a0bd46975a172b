"""Training of the bots of Bao Huang: numbers of the heuristic by evolution, networks by self-play.

| module | holds |
|---|---|
| `trainer` | what the game adds to training |
| `tables` | numbered deals played in lockstep, and samples |
| `selfplay` | self-play, and matches of a network |
| `tune` | weights of the heuristic by evolution |
| `dataset` | the data set for guessing the guard |
"""

from __future__ import annotations

from paiju.bots.baohuang import net
from paiju.kernels.cache import CacheGroup

CACHE_GROUP = CacheGroup("baohuang-training", (*net.CACHE_GROUP.sources, "train/baohuang"))
