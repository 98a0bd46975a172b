"""The playing phase of Bao Huang 保皇, compiled.

| module | holds |
|---|---|
| `records` | the state and rules records, joker sets by number, which suits go first |
| `rules` | `rules_for`: a rules record from options |
| `actions` | actions as numbers, and what a play is |
| `dealing` | random deals, with the phases before play decided plainly |
| `listing` | all legal actions of a seat |
| `play` | plays, passes, the end of a trick and of a deal, points |
| `adapter` | states and views of the rules to records, and the end of a deal back |
| `playouts` | random legal play, in the kernel or one call from Python a decision, and what `paiju warmup` compiles |
| `batch` | many deals in lockstep, with observations |
"""

from __future__ import annotations

from paiju.kernels.cache import CacheGroup

CACHE_GROUP = CacheGroup("baohuang", ("kernels/baohuang", "games/baohuang"))
