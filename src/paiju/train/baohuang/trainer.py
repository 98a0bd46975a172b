"""What `paiju train` does for Bao Huang: its learner, its runs, its weights and their model card."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

import torch
from torch.nn import functional

from paiju.arena.figures import Mean
from paiju.bots.baohuang.heuristic.values import DEFAULT, Parameters, fingerprint
from paiju.bots.baohuang.net.bot import SHIPPED
from paiju.bots.baohuang.net.features.state import VERSION
from paiju.bots.baohuang.net.lockstep import NO_GUARD
from paiju.bots.baohuang.net.network import GUARD, PLAN, parameters_from, read_weights
from paiju.bots.networks import Plan
from paiju.core.files import ready_to_write
from paiju.games.baohuang import GAME
from paiju.train import learner, opponents, runs, storage
from paiju.train.baohuang.selfplay import SelfPlayWorker, guess_guards, no_advantages, play_matches
from paiju.train.baohuang.tables import Shard, blank_samples
from paiju.train.curves import Curve
from paiju.train.export import FRESH, card_page, history, options_text, trained_in, write_model
from paiju.train.learner import Advantages
from paiju.train.opponents import HEURISTIC, Opponent, named, weights_path
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

_WORDS = """It values plays by the place points (+4, +2, 0, -2, -4 of emperor and guard) that its side can expect,
whatever the scoring of the table. It knows no rules but those it was trained under: for others, and before
play, the heuristic decides. How it was trained: `docs/training.md`."""


class Trained(NamedTuple):
    """What a run's checkpoint holds: the averaged weights and the notes beside them."""

    weights: dict[str, Any]
    notes: dict[str, Any]

    @property
    def options(self) -> dict[str, Any]:
        """The options that were played."""
        return dict(self.notes["config"]["options"])

    @property
    def anchor(self) -> float:
        """Points that a play must be worth more than the heuristic's: what the run, or the card, says."""
        return float(self.notes["config"]["watch"]["anchor"])

    @property
    def parameters(self) -> Parameters:
        """The heuristic that the network is anchored at."""
        return parameters_from(self.notes["parameters"])


def read_run(folder: Path) -> Trained:
    """The checkpoint of a run.

    Raises:
        UsageError: usage.no_run, where there is none.
    """
    return Trained(*storage.read_run(folder))


def read_trained(path: Path) -> Trained:
    """A run's checkpoint, or exported weights with their card.

    Raises:
        UsageError: usage.no_run, file.unreadable, usage.weights.
    """
    if path.is_dir():
        return read_run(path)
    weights = read_weights(path)
    watch = {"anchor": weights.card["anchor"]}
    config = {"options": weights.card["options"], "watch": watch}
    notes = {"config": config, "parameters": weights.card["parameters"]}
    return Trained(weights.arrays, notes)


def opponent_of(against: str, options: Mapping[str, Any], anchored: Parameters) -> Opponent:
    """Who is meant: `heuristic`, `net`, or weights by their path, under the rules and beside the heuristic of whoever meets it.

    Raises:
        UsageError: usage.train_config, usage.no_run, file.unreadable; usage.weights, also where they do not fit.
    """
    digest = GAME.options(dict(options)).digest()
    return opponents.opponent_of(
        against, SHIPPED, read_trained,
        lambda trained: trained.parameters == anchored and GAME.options(trained.options).digest() == digest,
    )  # fmt: skip


def card_of(trained: Trained, anchor: float, rival: Parameters, margin: Mean) -> dict[str, Any]:
    """The model card; `margin` is what it won over `rival`, in place points per deal."""
    return {
        "game": "baohuang",
        "options": trained.options,
        "options_digest": GAME.options(trained.options).digest(),
        "features": VERSION,
        "parameters": trained.notes["parameters"],
        "heuristic": fingerprint(trained.parameters),
        "numbers": sum(array.size for array in trained.weights.values()),
        "anchor": anchor,
        **history(trained.notes),
        "rival": fingerprint(rival),
        "margin": round(margin.value, 4),
        "se": round(margin.se, 4),
        "pairs": margin.size,
    }


def page_of(card: dict[str, Any]) -> str:
    """The card in Markdown."""
    rows = {
        "Game": f"Bao Huang 保皇, options `{card['options_digest']}` ({options_text(card['options'])})",
        "Features": f"version {card['features']}",
        "Numbers": f"{card['numbers']:,}, float32",
        "Anchored at": f"heuristic `{card['heuristic']}`, left for {card['anchor']} points or more",
        "Training": trained_in(card),
        "Result": f"{card['margin']:+.3f} ± {card['se']:.3f} place points per deal over heuristic `{card['rival']}`, "
        f"{card['pairs']:,} duplicate pairs",
    }
    return card_page("Network for Bao Huang", rows, _WORDS)


# --- training runs of Bao Huang


class Run(runs.Run):
    """A run that is anchored at the heuristic, and measured against it."""

    _parameters: Parameters = DEFAULT

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
    opponent = opponent_of(against, trained.options, trained.parameters)
    anchor = trained.anchor if anchor is None else anchor
    strength = play_matches(
        trained.options, trained.weights, trained.parameters, DEFAULT, pairs=pairs, anchor=anchor, first=first,
        opponent=opponent,
    )  # fmt: skip
    guesses = (
        guess_guards(trained.options, trained.weights, trained.parameters, deals=hidden) if hidden else []
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


def export(folder: Path, *, to: Path | None, pairs: int, anchor: float | None) -> str:
    """Write a run's averaged weights and a model card; what they won over the heuristic.

    The weights go to `to`, by default into the run's folder.

    Raises:
        UsageError: usage.no_run, usage.weights, file.unwritable, file.package.
    """
    trained = read_run(folder)
    path = folder / SHIPPED.name if to is None else to
    ready_to_write(path)
    anchor = trained.anchor if anchor is None else anchor
    strength = play_matches(
        trained.options, trained.weights, trained.parameters, DEFAULT, pairs=pairs, anchor=anchor, first=FRESH
    )
    card = card_of(trained, anchor, DEFAULT, strength.margin)
    write_model(path, trained.weights, card, page_of(card))
    return (
        f"{path}: {strength.margin.value:+.3f} ± {strength.margin.se:.3f} over the heuristic, {pairs} pairs"
    )
