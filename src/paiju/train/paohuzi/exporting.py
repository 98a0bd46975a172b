"""Weights of Paohuzi and their model card."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from paiju.arena.figures import Mean
from paiju.bots import tensors
from paiju.bots.paohuzi.net.bot import SHIPPED
from paiju.bots.paohuzi.net.features.layout import VERSION
from paiju.games.paohuzi import GAME
from paiju.train import opponents
from paiju.train.exporting import card_page, history, options_text, trained_in
from paiju.train.opponents import Opponent
from paiju.train.shards import read_run

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
    weights, card = tensors.read_weights(path, "features", VERSION)
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
