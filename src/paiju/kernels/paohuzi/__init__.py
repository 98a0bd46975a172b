"""Paohuzi 跑胡子, compiled: whole deals, from the cards as they are dealt, cut or not, to the points.

| module | holds |
|---|---|
| `records` | the state and rules records, hands as one word of three bits a kind, the catalogue of sets |
| `rules` | `rules_for`, `sets_for`: what the rules are, as two records |
| `actions` | ways to eat, actions and sets as numbers |
| `melds` | sets on the table, and the best partition of loose cards |
| `claims` | whether a hand is won, looked up suit by suit, and who may claim a card |
| `turns` | the turn engine: from the deal to its end, and the next dealer |
| `adapter` | states and views of the rules to records, and the end of a deal back |
| `playouts` | random legal play, in the kernel or one call from Python a decision, and what `paiju warmup` compiles |
| `batch` | many deals in lockstep, with observations |

Every option of the game is played. In a claim window the seats answer one after another, the lowest first.
"""

from __future__ import annotations

from paiju.kernels.cache import CacheGroup

CACHE_GROUP = CacheGroup("paohuzi", ("kernels/paohuzi", "games/paohuzi"))
