"""The shipped files of a run: weights as safetensors, and a model card as JSON and Markdown beside them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from paiju.core.files import write_whole
from paiju.train.storage import write_tensors

MOST_BYTES = 4_000_000
FRESH = 1_000_000
"""The first deal of the match that a card reports: none that a curve was drawn from."""


class Trained(NamedTuple):
    """The content of a run's checkpoint: the averaged weights and the notes beside them."""

    weights: dict[str, Any]
    notes: dict[str, Any]

    @property
    def options(self) -> dict[str, Any]:
        """The options that were played."""
        return dict(self.notes["config"]["options"])

    @property
    def anchor(self) -> float:
        """Points that an action must be worth more than the policy's: what the run, or the card, says."""
        return float(self.notes["config"]["watch"]["anchor"])


def history(notes: Mapping[str, Any]) -> dict[str, Any]:
    """A card's history of the run that made the weights, from the notes of its checkpoint."""
    learn = notes["config"]["learn"]
    named = {**learn, "start": Path(learn["start"]).name}  # a name is enough where nothing is read from it
    return {
        "config": {**notes["config"], "learn": named},
        "config_digest": notes["digest"],
        "leases": len(notes["firsts"]),
        "samples": notes["written"],
        "hours": round(notes["seconds"] / 3600, 2),
    }


def trained_in(card: Mapping[str, Any]) -> str:
    """The same for people."""
    start = card["config"]["learn"]["start"]
    begun = f", begun with the weights of `{start}`" if start else ""
    return (
        f"configuration `{card['config_digest']}`, {card['leases']:,} leases, {card['samples']:,} samples, "
        f"{card['hours']} hours{begun}"
    )


def write_model(path: Path, weights: Mapping[str, Any], card: Mapping[str, Any], page: str) -> None:
    """Write the weights to `path` and the card beside them, `.json` and `.md`."""
    write_tensors(path, weights, card)
    assert path.stat().st_size <= MOST_BYTES, "weights are larger than what may be shipped"
    write_whole(path.with_suffix(".json"), (json.dumps(card, indent=2) + "\n").encode())
    write_whole(path.with_suffix(".md"), page.encode())


def options_text(options: Mapping[str, Any]) -> str:
    """Options on one line."""
    return ", ".join(f"{name}={value}" for name, value in options.items()) or "defaults"


@dataclass(frozen=True, slots=True)
class Words:
    """The words of a game's model cards: `title` and `game` for people, `anchored` and `over` with the fields of the card in braces."""

    title: str
    game: str
    anchored: str
    over: str
    text: str

    def page(self, card: Mapping[str, Any]) -> str:
        """The card in Markdown: a table, and a paragraph."""
        rows = {
            "Game": f"{self.game}, options `{card['options_digest']}` ({options_text(card['options'])})",
            "Features": f"version {card['features']}",
            "Numbers": f"{card['numbers']:,}, float32",
            "Anchored at": f"{self.anchored.format(**card)}, left for {card['anchor']} points or more",
            "Training": trained_in(card),
            "Result": f"{card['margin']:+.3f} ± {card['se']:.3f} {self.over.format(**card)}",
        }
        lines = [f"# {self.title}", "", "| | |", "|---|---|"]
        lines += [f"| {name} | {text} |" for name, text in rows.items()]
        return "\n".join([*lines, "", self.text]) + "\n"
