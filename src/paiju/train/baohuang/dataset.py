"""A data set for guessing the guard of Bao Huang: what a viewer has seen as numbers, who the guard was as labels.

Deals of the heuristic against itself, split once and for all by `envs.seeds`. A file for each split, and a data card.
"""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

import numpy as np

from paiju.bots.baohuang.compiled.memory import weights_of
from paiju.bots.baohuang.heuristic.values import fingerprint
from paiju.bots.baohuang.net.features import OTHERS
from paiju.bots.baohuang.net.guards.network import EVENT, SEAT, TABLE, VERSION, GuardNetwork
from paiju.bots.baohuang.net.guards.reading import SHIPPED
from paiju.bots.baohuang.net.playing import read_weights
from paiju.core.files import ready_folder
from paiju.envs.seeds import RANGES
from paiju.games.baohuang import GAME
from paiju.kernels.baohuang.rules import rules_for
from paiju.train.baohuang.guards.populations import (
    EMPEROR,
    HEURISTIC,
    GuardDeals,
    asked_in,
    evidence,
    viewers_of,
)

SHARES = {"training": 8, "validation": 1, "test": 1}
"""Of how many tenths of the deals each split is made."""
CARD = "README.md"
_LEAST = 1e-6


def write_dataset(folder: Path, deals: int) -> Path:
    """Write `training.npz`, `validation.npz`, `test.npz` and the data card into a folder; returns the card.

    The deals are the heuristic's under `pagat`. The same number of deals gives the same files. Every split has ten deals at least.
    """
    ready_folder(folder)
    model = read_weights(SHIPPED, "events", VERSION)
    options = GAME.options(model.card["options"])
    rules, heuristic = rules_for(options), weights_of(model.parameters)
    network = GuardNetwork(model.arrays, model.parameters.suspicion)
    rows, played = [], None
    for split, share in SHARES.items():
        count = max(10, deals * share // 10)
        first = RANGES[split].start
        games = HEURISTIC.play(rules, np.arange(first, first + count), 0)
        played = evidence(rules, heuristic, games, viewers_of(games, np.random.default_rng(first)))
        path = folder / f"{split}.npz"
        np.savez_compressed(path, **arrays_of(played))
        digest = hashlib.sha256(path.read_bytes()).hexdigest()
        rows.append(
            f"| `{path.name}` | {count:,} from {RANGES[split].start:,} | {len(played.told):,} | `{digest}` |"
        )
    assert played is not None
    known = (options.digest(), fingerprint(model.parameters), baseline(network, played))
    (folder / CARD).write_text(_card(rows, *known), "utf-8")
    return folder / CARD


def arrays_of(played: GuardDeals) -> dict[str, Any]:
    """What a file holds, by name: `GuardDeals` with the columns of its questions apart."""
    told = {f"question_{name}": played.told[name] for name in ("deal", "events", "ply", "choice")}
    return {
        "events": played.events, "event_seats": played.seats, "event_starts": played.first, "scenes": played.scenes,
        **told, "guards": played.guards, "viewers": played.viewers,
    }  # fmt: skip


def baseline(network: GuardNetwork, played: GuardDeals) -> tuple[float, float, float]:
    """What a network is worth on some deals.

    Returns:
        Nats a question, how often its likeliest seat is right, and what the same chance for every seat costs in nats.
    """
    deals = played.told["deal"]
    said = [network.chances(*asked) for asked in asked_in(played, np.ones(len(deals), bool))]
    chances, guards = np.concatenate(said), played.guards[deals]
    losses = -np.log(np.maximum(chances[np.arange(len(deals)), guards], _LEAST))
    blind = np.log(np.where(played.viewers[deals] == EMPEROR, OTHERS, OTHERS - 1))
    return float(losses.mean()), float((chances.argmax(1) == guards).mean()), float(blind.mean())


def _card(rows: list[str], digest: str, heuristic: str, known: tuple[float, float, float]) -> str:
    nats, hit, blind = known
    fields = "\n".join(
        f"| {part} | {field.name} | {field.size} | {field.scale} |"
        for part, layout in (("event", EVENT), ("seat", SEAT), ("table", TABLE))
        for field in layout
    )
    listed = "\n".join(rows)
    return f"""# Who is the guard?

Deals of Bao Huang (rules `{digest}`) that the heuristic `{heuristic}` plays against itself, up to where the guard is revealed. At each turn of one
seat, the viewer, the question is which of the four seats after the emperor is the guard. Version {VERSION} of the numbers.

| file | deals | questions | SHA-256 |
|---|---|--:|---|
{listed}

Splits are fixed: learn on training, choose on validation, report on test. All numbers are one byte; divide a column by its scale.

* `events`, a row for each action of a seat that may be the guard; `event_seats` whose it is (0 to 3, from the emperor on); rows `event_starts[d]` to
  `event_starts[d + 1]` are of deal d.
* `scenes`, a row for each question: four seats, then the table. `question_deal` is its deal, of which the first `question_events` events have
  happened; `question_ply` counts the actions before it, `question_choice` says that the viewer had a choice.
* `guards`, the label of each deal, 0 to 3; `viewers`, whose eyes: 0 to 3, or {OTHERS} for the emperor.

| part | field | columns | scale |
|---|---|--:|--:|
{fields}

## Baseline

The network that paiju ships (`paiju/bots/baohuang/net/guards`), on the test split: {nats:.3f} nats a question, its likeliest seat is right {hit:.2f} of the
time; the same chance for every seat costs {blind:.3f}. It learned from deals of the training range, and of other players.

Made by `paiju simulate baohuang --dataset`. What the viewer cannot know is in no number but the labels. Apache-2.0.
"""
