"""Weights of Bao Huang and their model card."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from paiju.arena.figures import Mean
from paiju.bots.baohuang.heuristic.parameters import Parameters, fingerprint
from paiju.bots.baohuang.net.bot import SHIPPED
from paiju.bots.baohuang.net.features.layout import VERSION
from paiju.bots.baohuang.net.weights import parameters_from, read_weights
from paiju.games.baohuang import GAME
from paiju.train import opponents, shards
from paiju.train.exporting import card_page, history, options_text, trained_in
from paiju.train.opponents import Opponent

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
    return Trained(*shards.read_run(folder))


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
