"""What `paiju train` does for Paohuzi."""

from __future__ import annotations

from pathlib import Path

from paiju.bots.paohuzi.net.bot import SHIPPED
from paiju.core.files import ready_to_write
from paiju.train.curves import Curve
from paiju.train.exporting import FRESH, write_model
from paiju.train.opponents import HEURISTIC, named
from paiju.train.paohuzi.beliefs import measure
from paiju.train.paohuzi.exporting import card_of, opponent_of, page_of, read_trained
from paiju.train.paohuzi.matches import play_walls
from paiju.train.schools import Report
from paiju.train.shards import read_run

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
