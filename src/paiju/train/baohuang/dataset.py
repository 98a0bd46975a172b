"""A data set for guessing the guard of Bao Huang: what a seat sees as numbers, who the guard is as labels.

Deals of the heuristic against itself, split once and for all by `envs.seeds`. A file for each split, and a data card.
"""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

import numpy as np

from paiju.bots.baohuang.compiled.memory import weights_of
from paiju.bots.baohuang.net import SHIPPED
from paiju.bots.baohuang.net.features import OTHERS, ROLE, SHOWN_BITS, STATE, VERSION
from paiju.bots.baohuang.net.lockstep import BOTH, NO_GUARD
from paiju.bots.baohuang.net.network import Network, Weights, read_weights
from paiju.bots.baohuang.parameters import fingerprint
from paiju.bots.networks import heuristic_choice
from paiju.core.files import ready_folder
from paiju.envs.seeds import RANGES
from paiju.games.baohuang import GAME
from paiju.kernels.baohuang.rules import rules_for
from paiju.train.baohuang.tables import Tables

SHARES = {"training": 8, "validation": 1, "test": 1}
"""Of how many tenths of the deals each split is made."""
CARD = "README.md"
_AT_ONCE = 1000  # deals
_LEAST = 1e-6

Split = dict[str, Any]


def write_dataset(folder: Path, deals: int) -> Path:
    """Write `training.npz`, `validation.npz`, `test.npz` and the data card into a folder; returns the card.

    The deals are the heuristic's under `pagat`. The same number of deals gives the same files. Every split has ten deals at least.
    """
    ready_folder(folder)
    model = read_weights(SHIPPED)
    rows, split = [], Split()
    for name, share in SHARES.items():
        count, first = max(10, deals * share // 10), RANGES[name].start
        split = questions_of(model, range(first, first + count))
        path = folder / f"{name}.npz"
        np.savez_compressed(path, **split)
        digest = hashlib.sha256(path.read_bytes()).hexdigest()
        rows.append(f"| `{path.name}` | {count:,} from {first:,} | {len(split['guards']):,} | `{digest}` |")
    (folder / CARD).write_text(_card(rows, model, baseline(model, split)), "utf-8")
    return folder / CARD


def questions_of(model: Weights, numbers: range) -> Split:
    """The questions of the deals of some numbers to seats from which the guard is hidden, by the names of the file's arrays."""
    rules, heuristic = rules_for(GAME.options(model.card["options"])), weights_of(model.parameters)
    found: dict[str, list[Any]] = {name: [] for name in ("states", "guards", "deals", "seats", "plies")}
    for first in range(0, len(numbers), _AT_ONCE):
        tables = Tables(rules, heuristic, np.array(numbers[first : first + _AT_ONCE]))
        for asked, answers in tables.rounds(np.full(len(tables.points), BOTH)):
            answers[:] = heuristic_choice(asked)
            shown = asked.states[:, SHOWN_BITS].any(axis=1)
            hidden = ~shown & (asked.questions["guard"] != NO_GUARD)
            questions = asked.questions[hidden]
            found["states"].append(asked.states[hidden])
            found["deals"].append(questions["table"] + first)
            for name, column in (("guards", "guard"), ("seats", "seat"), ("plies", "ply")):
                found[name].append(questions[column].astype(np.uint8))
    made = {name: np.concatenate(parts) for name, parts in found.items()}
    order = np.argsort(made["deals"], kind="stable")
    return {name: column[order] for name, column in made.items()}


def baseline(model: Weights, split: Split) -> tuple[float, float, float]:
    """What the guard head of a network is worth on some questions.

    Returns:
        Nats a question, how often its likeliest seat is right, and what the same chance for every seat costs in nats.
    """
    states, guards = split["states"], split["guards"]
    chances = Network(model.arrays).guards(states)
    losses = -np.log(np.maximum(chances[np.arange(len(guards)), guards], _LEAST))
    blind = np.log(OTHERS - 1 + states[:, ROLE])
    return float(losses.mean()), float((chances.argmax(1) == guards).mean()), float(blind.mean())


def _card(rows: list[str], model: Weights, known: tuple[float, float, float]) -> str:
    nats, hit, blind = known
    fields = "\n".join(f"| {field.name} | {field.size} | {field.zero} | {field.scale} |" for field in STATE)
    listed = "\n".join(rows)
    digest = GAME.options(model.card["options"]).digest()
    return f"""# Who is the guard?

Deals of Bao Huang (rules `{digest}`) that the heuristic `{fingerprint(model.parameters)}` plays against itself. At each decision of the emperor or
of one of the people, while the guard is hidden, the question is which of the {OTHERS} other seats is the guard. Version {VERSION} of the numbers.

| file | deals | questions | SHA-256 |
|---|---|--:|---|
{listed}

Splits are fixed: learn on training, choose on validation, report on test.

* `states`, a row of bytes for each question: what the seat sees. A model reads (byte - zero) / scale of each column.
* `guards`, the labels: 0 for the seat after the one that is asked, to {OTHERS - 1}.
* `deals`, `seats`, `plies`: the deal of each question within its file, the seat that is asked, and how many actions came before.

| field | columns | zero | scale |
|---|--:|--:|--:|
{fields}

## Baseline

The network that paiju ships (`paiju/bots/baohuang/net/weights`), on the test split: {nats:.3f} nats a question, its likeliest seat is right {hit:.2f} of the
time; the same chance for every seat that may be the guard costs {blind:.3f}. It learned from deals of the training range, also against itself.

Made by `paiju simulate baohuang --dataset`. What the seat cannot know is in no number but the labels. Apache-2.0.
"""
