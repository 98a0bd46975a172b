"""The playing phase of Bao Huang 保皇, compiled.

| module | holds |
|---|---|
| `records` | the state and rules records |
| `compiling` | `rules_for`: a rules record from options |
| `coding` | actions as numbers |
| `adapter` | law states to records and back; `Twin`, a kernel state that speaks the law's words |
| `stepping` | `legal`, `step`, `start`, `clone`: what Python calls |
| `playouts` | whole deals of random legal play |
| `batching`, `observing` | many deals in lockstep, and what a seat may know as numbers |
| `shapes`, `listing`, `quick`, `playing`, `result`, `dealing` | the loops themselves |
| `jokers`, `suits` | their tables: sets of jokers, and which suits go first |
"""

from __future__ import annotations

from paiju.kernels.cache import Family

FAMILY = Family("baohuang", ("kernels/baohuang", "games/baohuang"))
