"""From a run to what is shipped: weights as safetensors, and a model card as JSON and Markdown beside them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from paiju.core.files import write_whole
from paiju.train.storage import write_tensors

MOST_BYTES = 4_000_000
FRESH = 1_000_000
"""The first deal of the match that a card reports: none that a curve was drawn from."""


def history(notes: Mapping[str, Any]) -> dict[str, Any]:
    """What a card tells of the run that made the weights, from the notes of its checkpoint."""
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


def card_page(title: str, rows: Mapping[str, str], words: str) -> str:
    """A card in Markdown: a table, and a paragraph."""
    lines = [f"# {title}", "", "| | |", "|---|---|"]
    lines += [f"| {name} | {text} |" for name, text in rows.items()]
    return "\n".join([*lines, "", words]) + "\n"


def options_text(options: Mapping[str, Any]) -> str:
    """Options on one line."""
    return ", ".join(f"{name}={value}" for name, value in options.items()) or "defaults"
