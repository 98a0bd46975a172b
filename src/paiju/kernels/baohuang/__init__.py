"""The playing phase of Bao Huang 保皇, compiled.

| module | holds |
|---|---|
| `records` | the state and rules records |
| `rules` | a rules record from options |
| `codes` | actions as numbers |
| `adapter` | law states to records and back; `Twin`, a kernel state that speaks the law's words |
| `stepping` | `legal`, `step`, `start`, `clone`: what Python calls |
| `playouts` | whole deals of random legal play |
| `shapes`, `listing`, `quick`, `playing`, `result`, `dealing`, `jokers` | the loops themselves |
"""

from __future__ import annotations

from paiju.kernels.folder import Family

FAMILY = Family("baohuang", ("kernels/baohuang", "games/baohuang"))
