"""What `paiju train` does for Bao Huang."""

from __future__ import annotations

from pathlib import Path

from paiju.bots.baohuang.heuristic.parameters import DEFAULT
from paiju.bots.baohuang.net.bot import SHIPPED
from paiju.core.files import ready_to_write
from paiju.train.baohuang.exporting import card_of, opponent_of, page_of, read_run, read_trained
from paiju.train.baohuang.matches import guess_guards, play_matches
from paiju.train.curves import Curve
from paiju.train.exporting import FRESH, write_model
from paiju.train.opponents import HEURISTIC, named
from paiju.train.schools import Report

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
