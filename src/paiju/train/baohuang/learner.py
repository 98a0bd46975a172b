"""The learner of Bao Huang: who the guard is, and how the deal ends, beside the points."""

from __future__ import annotations

from typing import ClassVar

import torch
from torch.nn import functional

from paiju.bots.baohuang.net.lockstep.asking import NO_GUARD
from paiju.bots.baohuang.net.network import GUARD, PLAN
from paiju.bots.towers import Plan
from paiju.train import learner
from paiju.train.baohuang.shards import Shard


class Learner(learner.Learner):
    """Side losses in nats: `guard`, and `outcome` (loss, tie, win)."""

    plan: ClassVar[Plan] = PLAN
    spread: ClassVar[float] = 3.4
    sides: ClassVar[tuple[str, ...]] = ("guard", "outcome")

    def _side_losses(self, hidden: torch.Tensor, out: torch.Tensor, batch: Shard) -> tuple[torch.Tensor, ...]:
        signs = torch.sign(torch.from_numpy(batch.points)).long()
        outcome = functional.cross_entropy(out[:, 1:], signs + 1)
        guards = torch.from_numpy(batch.guards).long()
        return learner.cross_entropy(self._side(GUARD, hidden), guards, NO_GUARD), outcome
