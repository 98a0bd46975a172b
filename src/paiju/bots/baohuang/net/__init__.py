"""Players that were trained: features, inference with NumPy, weights and their model cards."""

from __future__ import annotations

from paiju.bots.baohuang import compiled
from paiju.kernels.cache import CacheGroup

CACHE_GROUP = CacheGroup(
    "baohuang-net",
    (
        *compiled.CACHE_GROUP.sources,
        "bots/networks.py",
        *(
            f"bots/baohuang/net/{part}"
            for part in ("features.py", "guards/reading.py", "guards/network.py", "lockstep.py")
        ),
    ),
)
