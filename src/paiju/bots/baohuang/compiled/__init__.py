"""The Bao Huang heuristic compiled, and what is built on its speed: matches, and search by playouts.

| module | holds |
|---|---|
| `parameters` | the heuristic's numbers as a record (`WeightsRecord`) and as a vector |
| `memory` | what a table has shown beside the kernel's state (`MemoryRecord`): `begin`, `notice` |
| `outlook` | chances to stand, worked out when first asked for |
| `policy` | `choose` and `scores`: equal to `bots.baohuang.heuristic`, action for action |
| `greedy` | the greedy yardstick, action for action |
| `candidates`, `seeing`, `scoring` | its parts |
| `reading` | a memory from a view |
| `matches` | whole duplicate matches, deals by number |
| `worlds`, `playouts`, `search` | sampled deals, candidates played out in them, the search (`bots.anchored`) |
| `bot` | `SearchBot` |
| `first_calls` | what `paiju warmup` compiles |
"""

from __future__ import annotations

from paiju.kernels import baohuang as kernel
from paiju.kernels.cache import Family

# The heuristic is the twin of the compiled one: its numbers and tables are frozen into the code.
FAMILY = Family(
    "baohuang-bots",
    (*kernel.FAMILY.sources, "bots/baohuang/compiled", "bots/baohuang/heuristic", "bots/anchored.py"),
)
