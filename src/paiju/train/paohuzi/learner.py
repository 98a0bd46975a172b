"""The learner of Paohuzi: how the deal ends, who takes a thrown card, and what others hold, beside the points."""

from __future__ import annotations

from typing import ClassVar

import torch
from torch.nn import functional

from paiju.bots.paohuzi.net.features.layout import THREE
from paiju.bots.paohuzi.net.network import HANDS, OUTCOMES, PLAN
from paiju.bots.towers import Plan
from paiju.train import learner
from paiju.train.paohuzi.lockstep import NO_TAKER
from paiju.train.paohuzi.shards import Shard


class Learner(learner.Learner):
    """Side losses in nats: `outcome`, `taken` of throws, and `hands` (the mean of all questions of one copy or more)."""

    plan: ClassVar[Plan] = PLAN
    spread: ClassVar[float] = 11.0
    sides: ClassVar[tuple[str, ...]] = ("outcome", "taken", "hands")

    def _side_losses(self, hidden: torch.Tensor, out: torch.Tensor, batch: Shard) -> tuple[torch.Tensor, ...]:
        signs = torch.sign(torch.from_numpy(batch.points)).long()
        outcome = functional.cross_entropy(out[:, 1 : 1 + OUTCOMES], signs + 1)
        takers = torch.from_numpy(batch.takers).long()
        taken = learner.cross_entropy(out[:, 1 + OUTCOMES :], takers, NO_TAKER)
        held = torch.from_numpy(batch.hands)[:, :, None] > torch.arange(THREE)
        hands = functional.binary_cross_entropy_with_logits(
            self._side(HANDS, hidden), held.flatten(1).float()
        )
        return outcome, taken, hands
