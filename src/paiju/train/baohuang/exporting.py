"""From a run to what is shipped: weights as safetensors, and a model card as JSON and Markdown beside them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, NamedTuple

from paiju.arena.figures import Mean
from paiju.bots.baohuang.heuristic.parameters import Parameters, fingerprint
from paiju.bots.baohuang.net.features.layout import VERSION
from paiju.bots.baohuang.net.weights import parameters_from, read_weights
from paiju.core.errors import UsageError
from paiju.core.files import write_whole
from paiju.games.baohuang import GAME
from paiju.train.baohuang.shards import CHECKPOINT, read_tensors, write_tensors

_AVERAGE = "average/"
MOST_BYTES = 2_000_000
FRESH = 1_000_000
"""The first deal of the match that a card reports: none that a curve was drawn from."""


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
    path = folder / CHECKPOINT
    if not path.is_file():
        raise UsageError("usage.no_run", f"{folder} holds no run", {"path": str(folder)})
    tensors, notes = read_tensors(path)
    weights = {
        name.removeprefix(_AVERAGE): array for name, array in tensors.items() if name.startswith(_AVERAGE)
    }
    return Trained(weights, notes)


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


def card_of(trained: Trained, anchor: float, rival: Parameters, margin: Mean) -> dict[str, Any]:
    """The model card; `margin` is what it won over `rival`, in place points per deal."""
    notes = trained.notes
    learn = notes["config"]["learn"]
    named = {**learn, "start": Path(learn["start"]).name}  # a name is enough where nothing is read from it
    return {
        "game": "baohuang",
        "options": trained.options,
        "options_digest": GAME.options(trained.options).digest(),
        "features": VERSION,
        "parameters": notes["parameters"],
        "heuristic": fingerprint(trained.parameters),
        "numbers": sum(array.size for array in trained.weights.values()),
        "anchor": anchor,
        "config": {**notes["config"], "learn": named},
        "config_digest": notes["digest"],
        "leases": len(notes["firsts"]),
        "samples": notes["written"],
        "hours": round(notes["seconds"] / 3600, 2),
        "rival": fingerprint(rival),
        "margin": round(margin.value, 4),
        "se": round(margin.se, 4),
        "pairs": margin.size,
    }


def write_model(path: Path, trained: Trained, card: dict[str, Any]) -> None:
    """Write the weights to `path` and the card beside them, `.json` and `.md`."""
    write_tensors(path, trained.weights, card)
    assert path.stat().st_size <= MOST_BYTES, "weights are larger than what may be shipped"
    write_whole(path.with_suffix(".json"), (json.dumps(card, indent=2) + "\n").encode())
    write_whole(path.with_suffix(".md"), card_page(card).encode())


def card_page(card: dict[str, Any]) -> str:
    """The card in Markdown."""
    start = card["config"]["learn"]["start"]
    begun = f", begun with the weights of `{start}`" if start else ""
    rows = {
        "Game": f"Bao Huang 保皇, options `{card['options_digest']}` ({_pairs(card['options'])})",
        "Features": f"version {card['features']}",
        "Numbers": f"{card['numbers']:,}, float32",
        "Anchored at": f"heuristic `{card['heuristic']}`, left for {card['anchor']} points or more",
        "Training": f"configuration `{card['config_digest']}`, {card['leases']:,} leases, {card['samples']:,} samples, "
        f"{card['hours']} hours{begun}",
        "Result": f"{card['margin']:+.3f} ± {card['se']:.3f} place points per deal over heuristic `{card['rival']}`, "
        f"{card['pairs']:,} duplicate pairs",
    }
    lines = ["# Network for Bao Huang", "", "| | |", "|---|---|"]
    lines += [f"| {name} | {text} |" for name, text in rows.items()]
    lines += [
        "", "It values plays by the place points (+4, +2, 0, -2, -4 of emperor and guard) that its side can expect,",
        "whatever the scoring of the table. It knows no rules but those it was trained under: for others, and before",
        "play, the heuristic decides. How it was trained: `docs/training.md`.",
    ]  # fmt: skip
    return "\n".join(lines) + "\n"


def _pairs(options: dict[str, Any]) -> str:
    return ", ".join(f"{name}={value}" for name, value in options.items()) or "defaults"
