"""The trainer of Paohuzi: its learner, its matches, its beliefs and its model card."""

from __future__ import annotations

from typing import ClassVar

import torch
from torch.nn import functional

from paiju.bots.networks import Plan
from paiju.bots.paohuzi.net import SHIPPED
from paiju.bots.paohuzi.net.features import THREE, VERSION
from paiju.bots.paohuzi.net.network import HANDS, OUTCOMES, PLAN
from paiju.games.paohuzi import GAME
from paiju.train import learner
from paiju.train.curves import Curve
from paiju.train.export import Trained, Words
from paiju.train.paohuzi.selfplay import SelfPlayWorker, measure, play_walls
from paiju.train.paohuzi.tables import NO_TAKER, Shard
from paiju.train.trainers import Report, Trainer


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


_WORDS = Words(
    title="Network for Paohuzi",
    game="Paohuzi 跑胡子",
    anchored="`expected`",
    over="points per deal over `expected`, {walls:,} duplicate walls",
    text="""It values actions by the points that its seat can expect, and says who takes a thrown card and what others hold. It knows no
rules but those it was trained under: for others `expected` decides. How it was trained: `docs/training.md`.""",
)


class _Trainer(Trainer):
    """Networks are anchored at the policy `expected`, and measured against it."""

    game = GAME
    shipped = SHIPPED
    version = VERSION
    learner = Learner
    worker = SelfPlayWorker
    words = _WORDS
    curve = Curve(
        "expected",
        "walls",
        {"alone": "alone against two", "pair": "two against one"},
        ("<!-- curve of paohuzi -->", "<!-- end of curve of paohuzi -->"),
        "training_paohuzi.svg",
    )
    rival = "expected"
    play = staticmethod(play_walls)

    def beliefs(self, trained: Trained, deals: int) -> Report:
        """Beliefs about the takers of thrown cards and about other hands."""
        beliefs = measure(trained, deals) if deals else []
        figures = {
            belief.name: {"nats": belief.nats.value, "se": belief.nats.se, "blind": belief.blind.value, "asked": belief.nats.size}
            for belief in beliefs
        }  # fmt: skip
        lines = [
            f"{belief.name}: {belief.nats.value:.4f} ± {belief.nats.se:.4f} nats, blind {belief.blind.value:.4f} ({belief.nats.size})"
            for belief in beliefs
        ]
        return Report({"beliefs": figures}, lines)


TRAINER = _Trainer()
