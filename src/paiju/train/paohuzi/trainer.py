"""What `paiju train` does for Paohuzi: its learner, its runs, its weights and their model card."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

import torch
from torch.nn import functional

from paiju.arena.figures import Mean
from paiju.bots import networks
from paiju.bots.networks import Plan
from paiju.bots.paohuzi.net.bot import SHIPPED
from paiju.bots.paohuzi.net.features.state import THREE, VERSION
from paiju.bots.paohuzi.net.playing import HANDS, OUTCOMES, PLAN
from paiju.core.files import ready_to_write
from paiju.games.paohuzi import GAME
from paiju.train import learner, opponents, runs
from paiju.train.curves import Curve
from paiju.train.export import FRESH, card_page, history, options_text, trained_in, write_model
from paiju.train.learner import Advantages
from paiju.train.opponents import HEURISTIC, Opponent, named, weights_path
from paiju.train.paohuzi.selfplay import SelfPlayWorker, measure, no_advantages, play_walls
from paiju.train.paohuzi.tables import NO_TAKER, Shard, blank_samples
from paiju.train.storage import read_run
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

_WORDS = """It values actions by the points that its seat can expect, and says who takes a thrown card and what others hold. It knows no
rules but those it was trained under: for others `expected` decides. How it was trained: `docs/training.md`."""


class Trained(NamedTuple):
    """Weights, the options that were played, and the points that an action must be worth more than the policy's."""

    weights: dict[str, Any]
    options: dict[str, Any]
    anchor: float


def read_trained(path: Path) -> Trained:
    """What a run's checkpoint holds, or exported weights with their card.

    Raises:
        UsageError: usage.no_run, file.unreadable, usage.weights.
    """
    if path.is_dir():
        weights, notes = read_run(path)
        config = notes["config"]
        return Trained(weights, config["options"], float(config["watch"]["anchor"]))
    weights, card = networks.read_weights(path, "features", VERSION)
    return Trained(weights, card["options"], float(card["anchor"]))


def opponent_of(against: str, options: Mapping[str, Any]) -> Opponent:
    """Who is meant: `heuristic` (the policy `expected`), `net`, or weights by their path, under the rules of whoever meets it.

    Raises:
        UsageError: usage.train_config, usage.no_run, file.unreadable; usage.weights, also where they do not fit.
    """
    digest = GAME.options(dict(options)).digest()
    return opponents.opponent_of(
        against, SHIPPED, read_trained, lambda trained: GAME.options(trained.options).digest() == digest
    )


def card_of(trained: Trained, notes: Mapping[str, Any], anchor: float, margin: Mean) -> dict[str, Any]:
    """The model card; `margin` is what it won over `expected`, in points per deal."""
    return {
        "game": "paohuzi",
        "options": trained.options,
        "options_digest": GAME.options(trained.options).digest(),
        "features": VERSION,
        "numbers": sum(array.size for array in trained.weights.values()),
        "anchor": anchor,
        **history(notes),
        "rival": "expected",
        "margin": round(margin.value, 4),
        "se": round(margin.se, 4),
        "walls": margin.size,
    }


def page_of(card: Mapping[str, Any]) -> str:
    """The card in Markdown."""
    rows = {
        "Game": f"Paohuzi 跑胡子, options `{card['options_digest']}` ({options_text(card['options'])})",
        "Features": f"version {card['features']}",
        "Numbers": f"{card['numbers']:,}, float32",
        "Anchored at": f"`expected`, left for {card['anchor']} points or more",
        "Training": trained_in(card),
        "Result": f"{card['margin']:+.3f} ± {card['se']:.3f} points per deal over `expected`, {card['walls']:,} duplicate walls",
    }
    return card_page("Network for Paohuzi", rows, _WORDS)


# --- training runs of Paohuzi


class Run(runs.Run):
    """A run that is anchored at the policy `expected`, and measured against it."""

    def _new_learner(self) -> Learner:
        config = self._config
        return Learner(config.net, config.learn, config.seed, config.threads)

    def _blank_samples(self, rows: int) -> Shard:
        return blank_samples(rows)

    def _blank_advantages(self, rows: int) -> Advantages:
        return no_advantages(self._config.play.rivals, rows)

    def _trained(self, start: str) -> Mapping[str, Any]:
        return read_trained(weights_path(start, SHIPPED)).weights

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


def export(folder: Path, *, to: Path | None, pairs: int, anchor: float | None) -> str:
    """Write a run's averaged weights and a model card; what they won over `expected`.

    The weights go to `to`, by default into the run's folder.

    Raises:
        UsageError: usage.no_run, usage.weights, file.unwritable, file.package.
    """
    trained = read_trained(folder)
    path = folder / SHIPPED.name if to is None else to
    ready_to_write(path)
    anchor = trained.anchor if anchor is None else anchor
    margin = play_walls(trained.options, trained.weights, walls=pairs, anchor=anchor, first=FRESH).margin
    card = card_of(trained, read_run(folder)[1], anchor, margin)
    write_model(path, trained.weights, card, page_of(card))
    return f"{path}: {margin.value:+.3f} ± {margin.se:.3f} over expected, {pairs} walls"
