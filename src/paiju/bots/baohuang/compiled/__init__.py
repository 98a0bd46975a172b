"""The heuristic of Bao Huang over arrays, and what is built on its speed: matches, and search by playouts.

| module | holds |
|---|---|
| `memory` | the working record: parameters (`WeightsRecord`), prospects, what a deal has revealed (`MemoryRecord`), who may be guard |
| `policy` | `choose`, and `score` for those who are given the actions, as `bots.baohuang.heuristic` is |
| `matches` | whole duplicate matches, deals by number |
| `sampling` | sampled deals that agree with a seat's view |
| `search` | candidates played out in them (`bots.anchored`), and `SearchBot` |
| `warm_up` | what `paiju warmup` compiles |
"""

from __future__ import annotations

from paiju.kernels import baohuang as kernel
from paiju.kernels.cache import CacheGroup

CACHE_GROUP = CacheGroup(
    "baohuang-bots",
    (*kernel.CACHE_GROUP.sources, "bots/baohuang/compiled", "bots/anchored.py"),
)
