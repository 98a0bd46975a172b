"""The trainer of Bao Huang: its learner, its matches, its beliefs and its model card."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any, ClassVar

import torch
from torch.nn import functional

from paiju.bots.baohuang.net import SHIPPED
from paiju.bots.baohuang.net.features import VERSION
from paiju.bots.baohuang.net.lockstep import NO_GUARD
from paiju.bots.baohuang.net.network import GUARD, PLAN, read_weights
from paiju.bots.baohuang.parameters import DEFAULT, fingerprint
from paiju.bots.networks import Plan
from paiju.games.baohuang import GAME
from paiju.train import learner
from paiju.train.baohuang.selfplay import SelfPlayWorker, guess_guards, parameters_of, play_matches
from paiju.train.baohuang.tables import Shard
from paiju.train.config import Config
from paiju.train.curves import Curve
from paiju.train.export import Trained, Words
from paiju.train.selfplay import Opponent
from paiju.train.trainers import Report, Trainer


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


_WORDS = Words(
    title="Network for Bao Huang",
    game="Bao Huang 保皇",
    anchored="heuristic `{heuristic}`",
    over="place points per deal over heuristic `{rival}`, {pairs:,} duplicate pairs",
    text="""It values plays by the place points (+4, +2, 0, -2, -4 of emperor and guard) that its side can expect,
whatever the scoring of the table. It knows no rules but those it was trained under: for others, and before
play, the heuristic decides. How it was trained: `docs/training.md`.""",
)


class _Trainer(Trainer):
    """Networks are anchored at the heuristic whose parameters lie beside them, and measured against the package's."""

    game = GAME
    shipped = SHIPPED
    version = VERSION
    learner = Learner
    worker = SelfPlayWorker
    words = _WORDS
    curve = Curve(
        "the heuristic",
        "pairs",
        {"crown": "as emperor's side", "people": "as the people"},
        ("<!-- curve -->", "<!-- end of curve -->"),
        "training.svg",
    )
    rival = fingerprint(DEFAULT)
    notes: ClassVar[Mapping[str, Any]] = {"parameters": asdict(DEFAULT)}
    play = staticmethod(play_matches)

    def worker_arguments(
        self, config: Config, trained: Trained, opponent: Opponent | None
    ) -> tuple[Any, ...]:
        arguments = super().worker_arguments(config, trained, opponent)
        return *arguments, parameters_of(trained), config.play.solos

    def read(self, path: Path) -> tuple[dict[str, Any], dict[str, Any]]:
        return read_weights(path)

    def fits(self, one: Trained, other: Trained) -> bool:
        """Whether they were trained beside the same heuristic as well."""
        return super().fits(one, other) and parameters_of(one) == parameters_of(other)

    def card_notes(self, trained: Trained) -> Mapping[str, Any]:
        return {"parameters": trained.notes["parameters"], "heuristic": fingerprint(parameters_of(trained))}

    def beliefs(self, trained: Trained, deals: int) -> Report:
        """The guard, as emperors guess it."""
        guesses = guess_guards(trained, deals) if deals else []
        rows = [
            {"ply": guess.ply, "nll": guess.hidden.value, "se": guess.hidden.se, "guesses": guess.hidden.size,
             "nll_all": guess.all.value, "guesses_all": guess.all.size, "reliability": guess.reliability}
            for guess in guesses
        ]  # fmt: skip
        lines = [
            f"guard after {guess.ply} actions: {guess.hidden.value:.3f} ± {guess.hidden.se:.3f} nats while hidden "
            f"({guess.hidden.size}), {guess.all.value:.3f} in all ({guess.all.size})"
            for guess in guesses
        ]
        return Report({"guards": rows}, lines)


TRAINER = _Trainer()
