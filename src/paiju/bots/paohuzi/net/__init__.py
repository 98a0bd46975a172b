"""A player of Paohuzi that was trained: features, inference with NumPy, weights."""

from __future__ import annotations

from paiju.bots.paohuzi import compiled
from paiju.kernels.folder import Family

FAMILY = Family("paohuzi-net", (*compiled.FAMILY.sources, "bots/towers.py", "bots/paohuzi/net/features"))
