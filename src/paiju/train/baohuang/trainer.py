"""What `paiju train` does for Bao Huang: its learner, its runs, its weights and their model card."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any, ClassVar

import torch
from torch.nn import functional

from paiju.arena.figures import Mean
from paiju.bots.baohuang.heuristic.values import DEFAULT, Parameters, fingerprint
from paiju.bots.baohuang.net.bot import SHIPPED
from paiju.bots.baohuang.net.features import VERSION
from paiju.bots.baohuang.net.lockstep import NO_GUARD
from paiju.bots.baohuang.net.network import GUARD, PLAN, parameters_from, read_weights
from paiju.bots.networks import Plan
from paiju.games.baohuang import GAME
from paiju.train import export as export_
from paiju.train import learner, opponents, runs
from paiju.train.baohuang.selfplay import SelfPlayWorker, guess_guards, no_advantages, play_matches
from paiju.train.baohuang.tables import Shard, blank_samples
from paiju.train.curves import Curve
from paiju.train.export import FRESH, Exporter, Trained, Words
from paiju.train.opponents import HEURISTIC, Opponent, named
from paiju.train.trainers import Report


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


# --- weights of Bao Huang and their model card

_WORDS = Words(
    title="Network for Bao Huang",
    game="Bao Huang 保皇",
    anchored="heuristic `{heuristic}`",
    over="place points per deal over heuristic `{rival}`, {pairs:,} duplicate pairs",
    text="""It values plays by the place points (+4, +2, 0, -2, -4 of emperor and guard) that its side can expect,
whatever the scoring of the table. It knows no rules but those it was trained under: for others, and before
play, the heuristic decides. How it was trained: `docs/training.md`.""",
)


def read_trained(path: Path) -> Trained:
    """A run's checkpoint, or exported weights with their card.

    Raises:
        UsageError: usage.no_run, file.unreadable, usage.weights.
    """
    return export_.read_trained(path, read_weights)


def parameters_of(trained: Trained) -> Parameters:
    """The heuristic that the network is anchored at."""
    return parameters_from(trained.notes["parameters"])


def opponent_of(against: str, options: Mapping[str, Any], anchored: Parameters) -> Opponent:
    """Who is meant: `heuristic`, `net`, or weights by their path, under the rules and beside the heuristic of whoever meets it.

    Raises:
        UsageError: usage.train_config, usage.no_run, file.unreadable; usage.weights, also where they do not fit.
    """
    digest = GAME.options(dict(options)).digest()
    return opponents.opponent_of(
        against, SHIPPED, read_trained,
        lambda trained: parameters_of(trained) == anchored and GAME.options(trained.options).digest() == digest,
    )  # fmt: skip


# --- training runs of Bao Huang


class Run(runs.Run):
    """A run that is anchored at the heuristic, and measured against it."""

    _parameters: Parameters = DEFAULT

    learner = Learner
    blank_samples = staticmethod(blank_samples)
    no_advantages = staticmethod(no_advantages)
    shipped = SHIPPED
    read_trained = staticmethod(read_trained)

    def _opponent_of(self, against: str) -> Opponent:
        return opponent_of(against, self._config.options, self._parameters)

    def _worker(self) -> tuple[Any, ...]:
        seed, solos = self._config.seed, self._config.play.solos
        return SelfPlayWorker, self._config.options, self._parameters, seed, solos, self._opponent

    def _notes(self) -> dict[str, Any]:
        return {"parameters": asdict(self._parameters)}

    def _restore(self, tensors: dict[str, Any], notes: dict[str, Any]) -> None:
        super()._restore(tensors, notes)
        self._parameters = parameters_from(notes["parameters"])

    def _match(self) -> runs.Match:
        watch, against = self._config.watch, self._config.play.against
        strength = play_matches(
            self._config.options,
            self.weights(),
            self._parameters,
            DEFAULT,
            pairs=watch.pairs,
            anchor=watch.anchor,
            opponent=self._opponent,
        )
        margin, crown, people = strength.margin, strength.crown.value, strength.people.value
        entry = {
            "rival": named(against, fingerprint(DEFAULT)), "pairs": margin.size, "anchor": watch.anchor, "margin": margin.value,
            "se": margin.se, "crown": crown, "people": people,
        }  # fmt: skip
        line = (
            f"strength {margin.value:+.3f} ± {margin.se:.3f} over {named(against, 'the heuristic')} ({margin.size} pairs), "
            f"crown {crown:+.2f}, people {people:+.2f}"
        )
        return runs.Match(entry, line)


# --- what `paiju train` does for Bao Huang

CURVE = Curve(
    "the heuristic",
    {"pairs": "pairs", "crown": "as emperor's side", "people": "as the people"},
    ("<!-- curve -->", "<!-- end of curve -->"),
    "training.svg",
)


def evaluate(
    weights: Path, *, pairs: int, anchor: float | None, first: int, hidden: int, against: str = HEURISTIC
) -> Report:
    """Play weights against the heuristic or others; in `hidden` deals ask who the guard is.

    Raises:
        UsageError: usage.no_run, file.unreadable, usage.weights; usage.train_config for a word that names no opponent.
    """
    trained = read_trained(weights)
    opponent = opponent_of(against, trained.options, parameters_of(trained))
    anchor = trained.anchor if anchor is None else anchor
    strength = play_matches(
        trained.options, trained.weights, parameters_of(trained), DEFAULT, pairs=pairs, anchor=anchor, first=first,
        opponent=opponent,
    )  # fmt: skip
    guesses = (
        guess_guards(trained.options, trained.weights, parameters_of(trained), deals=hidden) if hidden else []
    )
    margin = strength.margin
    figures = {
        "margin": margin.value, "se": margin.se, "lower95": margin.lower95, "pairs": margin.size,
        "crown": strength.crown.value, "people": strength.people.value, "anchor": anchor,
        "guards": [
            {"ply": guess.ply, "nll": guess.hidden.value, "se": guess.hidden.se, "guesses": guess.hidden.size,
             "nll_all": guess.all.value, "guesses_all": guess.all.size, "reliability": guess.reliability}
            for guess in guesses
        ],
    }  # fmt: skip
    lines = [
        (
            f"{margin.value:+.3f} ± {margin.se:.3f} points per deal over {named(against, CURVE.rival)}, {margin.size} pairs; "
            f"emperor's side {strength.crown.value:+.3f}, people {strength.people.value:+.3f}"
        )
    ]
    lines += [
        f"guard after {guess.ply} actions: {guess.hidden.value:.3f} ± {guess.hidden.se:.3f} nats while hidden "
        f"({guess.hidden.size}), {guess.all.value:.3f} in all ({guess.all.size})"
        for guess in guesses
    ]
    return Report(figures, lines)


def _won(trained: Trained, pairs: int, anchor: float) -> Mean:
    return play_matches(
        trained.options,
        trained.weights,
        parameters_of(trained),
        DEFAULT,
        pairs=pairs,
        anchor=anchor,
        first=FRESH,
    ).margin


def _heuristic(trained: Trained) -> dict[str, Any]:
    return {"parameters": trained.notes["parameters"], "heuristic": fingerprint(parameters_of(trained))}


export = Exporter(
    GAME, SHIPPED, VERSION, _WORDS, "pairs", "the heuristic", fingerprint(DEFAULT), _won, _heuristic
)
"""Writes a run's averaged weights and a model card."""
