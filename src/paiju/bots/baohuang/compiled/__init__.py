"""The Bao Huang heuristic compiled, and what is built on its speed: matches, and search by playouts.

| module | holds |
|---|---|
| `memory` | the working record: parameters (`WeightsRecord`), prospects, what a deal has revealed (`MemoryRecord`) |
| `policy` | `choose` and `scores`: equal to `bots.baohuang.heuristic`, action for action |
| `matches` | whole duplicate matches, deals by number |
| `sampling` | sampled deals that agree with a seat's view |
| `search` | candidates played out in them (`bots.anchored`), and `SearchBot` |
| `warm_up` | what `paiju warmup` compiles |
"""

from __future__ import annotations

from paiju.kernels import baohuang as kernel
from paiju.kernels.cache import CacheGroup

# Equal to the heuristic in Python: its numbers and tables are frozen into the code.
CACHE_GROUP = CacheGroup(
    "baohuang-bots",
    (*kernel.CACHE_GROUP.sources, "bots/baohuang/compiled", "bots/baohuang/heuristic", "bots/anchored.py"),
)
