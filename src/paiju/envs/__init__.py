"""Both games for learners: numbers in, numbers out.

| module | holds |
|---|---|
| `seeds` | deals by number, and the public ranges for training, validation and test |
| `baohuang`, `paohuzi` | what a seat may know as a vector of `int8`, all actions of an option set as numbers `0 … size - 1` with features |
| `pack` | what an environment must know of a game |
| `fields`, `spaces` | layouts of vectors, and what both action spaces share |
| `history` | what a seat has witnessed, as rows of numbers |
| `table` | one deal, asked step by step in those numbers, and bots at it: the base of all environments but the batches |
| `play` | that deal inside a kernel, from where the kernel can take over |
| `batch` | thousands of deals in lockstep inside the kernels |
| `pettingzoo_env`, `gymnasium_env`, `open_spiel_env`, `sb3_env` | the same deals behind other libraries' interfaces |
| `protocol` | the same deals as lines of JSON, for any language |
| `warm_up` | what `paiju warmup` compiles of the environments |

Everything but `batch` plays whole deals and needs NumPy alone; with numba the kernels step them, equal to the rules in every
observation. Each adapter imports its library. An observation is a function of a `View`, so that it cannot show what the view hides.
"""

from __future__ import annotations

from paiju.kernels import cache

CACHE_GROUP = cache.CacheGroup("envs", ("kernels", "games", "bots", "envs"))
