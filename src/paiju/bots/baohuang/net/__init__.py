"""Players that were trained: features, inference with NumPy, weights and their model cards."""

from __future__ import annotations

from pathlib import Path

from paiju.bots.baohuang import compiled
from paiju.kernels.cache import CacheGroup

CACHE_GROUP = CacheGroup(
    "baohuang-net",
    (
        *compiled.CACHE_GROUP.sources,
        "bots/networks.py",
        "bots/baohuang/net/features.py",
        "bots/baohuang/net/lockstep.py",
    ),
)

SHIPPED = Path(__file__).parent / "weights" / "baohuang.safetensors"
"""The weights that come with the package."""
