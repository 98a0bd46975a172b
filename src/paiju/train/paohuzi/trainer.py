"""What `paiju train` does for Paohuzi: its learner, its runs, its weights and their model card."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, ClassVar

import torch
from torch.nn import functional

from paiju.arena.figures import Mean
from paiju.bots import networks
from paiju.bots.networks import Plan
from paiju.bots.paohuzi.net.bot import SHIPPED
from paiju.bots.paohuzi.net.features import THREE, VERSION
from paiju.bots.paohuzi.net.playing import HANDS, OUTCOMES, PLAN
from paiju.games.paohuzi import GAME
from paiju.train import export as export_
from paiju.train import learner, opponents, runs
from paiju.train.curves import Curve
from paiju.train.export import FRESH, Exporter, Trained, Words
from paiju.train.opponents import HEURISTIC, Opponent, named
from paiju.train.paohuzi.selfplay import SelfPlayWorker, measure, no_advantages, play_walls
from paiju.train.paohuzi.tables import NO_TAKER, Shard, blank_samples
from paiju.train.trainers import Report


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


# --- weights of Paohuzi and their model card

_WORDS = Words(
    title="Network for Paohuzi",
    game="Paohuzi 跑胡子",
    anchored="`expected`",
    over="points per deal over `expected`, {walls:,} duplicate walls",
    text="""It values actions by the points that its seat can expect, and says who takes a thrown card and what others hold. It knows no
rules but those it was trained under: for others `expected` decides. How it was trained: `docs/training.md`.""",
)


def read_trained(path: Path) -> Trained:
    """A run's checkpoint, or exported weights with their card.

    Raises:
        UsageError: usage.no_run, file.unreadable, usage.weights.
    """
    return export_.read_trained(path, lambda path: networks.read_weights(path, "features", VERSION))


def opponent_of(against: str, options: Mapping[str, Any]) -> Opponent:
    """Who is meant: `heuristic` (the policy `expected`), `net`, or weights by their path, under the rules of whoever meets it.

    Raises:
        UsageError: usage.train_config, usage.no_run, file.unreadable; usage.weights, also where they do not fit.
    """
    digest = GAME.options(dict(options)).digest()
    return opponents.opponent_of(
        against, SHIPPED, read_trained, lambda trained: GAME.options(trained.options).digest() == digest
    )


# --- training runs of Paohuzi


class Run(runs.Run):
    """A run that is anchored at the policy `expected`, and measured against it."""

    learner = Learner
    blank_samples = staticmethod(blank_samples)
    no_advantages = staticmethod(no_advantages)
    shipped = SHIPPED
    read_trained = staticmethod(read_trained)

    def _opponent_of(self, against: str) -> Opponent:
        return opponent_of(against, self._config.options)

    def _worker(self) -> tuple[Any, ...]:
        return SelfPlayWorker, self._config.options, self._config.seed, self._opponent

    def _match(self) -> runs.Match:
        watch, options, weights = self._config.watch, self._config.options, self.weights()
        strength = play_walls(
            options, weights, walls=watch.pairs, anchor=watch.anchor, opponent=self._opponent
        )
        told = named(self._config.play.against, "expected")
        margin, alone, pair = strength.margin, strength.alone.value, strength.pair.value
        entry = {
            "rival": told, "walls": margin.size, "anchor": watch.anchor, "margin": margin.value, "se": margin.se,
            "alone": alone, "pair": pair,
        }  # fmt: skip
        line = (
            f"strength {margin.value:+.3f} ± {margin.se:.3f} over {told} ({margin.size} walls), "
            f"alone {alone:+.2f}, two {pair:+.2f}"
        )
        return runs.Match(entry, line)


# --- what `paiju train` does for Paohuzi

CURVE = Curve(
    "expected",
    {"walls": "walls", "alone": "alone against two", "pair": "two against one"},
    ("<!-- curve of paohuzi -->", "<!-- end of curve of paohuzi -->"),
    "training_paohuzi.svg",
)


def evaluate(
    weights: Path, *, pairs: int, anchor: float | None, first: int, hidden: int, against: str = HEURISTIC
) -> Report:
    """Play weights against `expected` or others; in `hidden` deals ask what they say of thrown cards and of others' hands.

    Raises:
        UsageError: usage.no_run, file.unreadable, usage.weights; usage.train_config for a word that names no opponent.
    """
    trained = read_trained(weights)
    opponent = opponent_of(against, trained.options)
    anchor = trained.anchor if anchor is None else anchor
    strength = play_walls(
        trained.options, trained.weights, walls=pairs, anchor=anchor, first=first, opponent=opponent
    )
    beliefs = measure(trained.options, trained.weights, deals=hidden) if hidden else []
    margin, alone, two = strength.margin, strength.alone.value, strength.pair.value
    figures = {
        "margin": margin.value, "se": margin.se, "lower95": margin.lower95, "walls": margin.size, "alone": alone,
        "alone_se": strength.alone.se, "pair": two, "anchor": anchor,
        "beliefs": {
            belief.name: {"nats": belief.nats.value, "se": belief.nats.se, "blind": belief.blind.value, "asked": belief.nats.size}
            for belief in beliefs
        },
    }  # fmt: skip
    lines = [
        (
            f"{margin.value:+.3f} ± {margin.se:.3f} points per deal over {named(against, CURVE.rival)}, {margin.size} walls; "
            f"alone against two {alone:+.3f} ± {strength.alone.se:.3f}, two against one {two:+.3f}"
        )
    ]
    lines += [
        f"{belief.name}: {belief.nats.value:.4f} ± {belief.nats.se:.4f} nats, blind {belief.blind.value:.4f} ({belief.nats.size})"
        for belief in beliefs
    ]
    return Report(figures, lines)


def _won(trained: Trained, walls: int, anchor: float) -> Mean:
    return play_walls(trained.options, trained.weights, walls=walls, anchor=anchor, first=FRESH).margin


export = Exporter(GAME, SHIPPED, VERSION, _WORDS, "walls", "expected", "expected", _won)
"""Writes a run's averaged weights and a model card."""
