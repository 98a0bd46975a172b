"""A player of Paohuzi that was trained: features, inference with NumPy, weights."""

from __future__ import annotations

from pathlib import Path

from paiju.bots.paohuzi import compiled
from paiju.kernels.cache import CacheGroup

CACHE_GROUP = CacheGroup(
    "paohuzi-net", (*compiled.CACHE_GROUP.sources, "bots/networks.py", "bots/paohuzi/net/features.py")
)

SHIPPED = Path(__file__).parent / "weights" / "paohuzi.safetensors"
"""The weights that come with the package."""
