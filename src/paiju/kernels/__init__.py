"""Fast copies of the rules of play: one NumPy record for each deal, loops compiled by numba.

The rules in `paiju.games` decide. A kernel repeats their loops and nothing else: orders, values and score tables are copied
from them into a *rules record*, so that one compilation serves every set of options. Tests hold legal actions, places
and points equal to those of the rules on random deals.

`jit` is the only door to numba, `records` has what all kernels share, `cache` keeps compiled code, `warm_up` compiles everything once;
`baohuang` and `paohuzi` are the kernels.

How a kernel is written:

* Anything more than a number is a *record*: a class of annotated fields (`kernels.records`), of which `new` makes arrays.
  Functions that Python calls take arrays of one record and read `state[0].field`, which costs a fifth of what a bare record
  costs; those that only kernels call take the records. Values that a function needs from one call to the next, or only to work
  with, are in a record too. From Python a record is read through `fields`; names that `np.void` has
  itself (`size`, `base`) are read there as something else.
* The same names mean the same in all games, and have this order: `state`, `rules`, `sets`, `weights`, `work`, `out` for a list of actions;
  modules `records`, `rules`, `actions`, `adapter`, `playouts`, `batch`.
* Functions carry `@compiled` or `@inlined` from `paiju.kernels.jit`; nothing else in the project imports numba, and
  importing `paiju`, or asking the command line for help, imports no kernel. Whole numbers are passed as `int64`, so
  that each function is compiled once. They make no arrays: counting references to arrays took a third of the time.
* Functions run interpreted as well, where numba is not installed (or `NUMBA_DISABLE_JIT=1`) and by `jit.interpreted`: numbers stay in `int64`, where NumPy and numba agree.
  A field of a narrow type is widened (`int(...)`) before arithmetic that could leave its range.
* Tables that are the same for all options may be module globals (numba freezes them into the code).
* Chance comes from `paiju.kernels.records` and is always an argument, never part of a state: what may be copied
  knows nothing of the future.
* A package says by its `CACHE_GROUP` which sources its compiled code can come from, and names what `paiju warmup` compiles in its module `playouts`: `STEPS`, pairs of a label and a callable.
"""

from __future__ import annotations

from importlib.util import find_spec

from paiju.kernels.cache import CacheGroup

CACHE_GROUP = CacheGroup("shared")
NEEDS = ("numba", "numpy", "threadpoolctl")


def missing() -> tuple[str, ...]:
    """The libraries that the kernels lack (`pip install 'paiju[fast]'`); () if none."""
    return tuple(name for name in NEEDS if find_spec(name) is None)
