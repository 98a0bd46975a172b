"""The data set for guessing the guard: whole, the same each time, and worth something."""

from __future__ import annotations

import hashlib
from pathlib import Path

import numpy as np

from paiju.bots.baohuang.net.guards.network import EVENT_SIZE, SCENE_SIZE
from paiju.cli import run
from paiju.train.baohuang.dataset import SHARES, write_dataset


def test_the_data_set_has_three_splits_and_a_card(tmp_path: Path) -> None:
    card = write_dataset(tmp_path, 20).read_text("utf-8")
    cuts = {}
    for split, share in SHARES.items():
        path = tmp_path / f"{split}.npz"
        assert hashlib.sha256(path.read_bytes()).hexdigest() in card
        with np.load(path) as data:
            deals, questions = max(10, 2 * share), len(data["question_deal"])
            assert len(data["guards"]) == len(data["viewers"]) == deals
            assert data["events"].shape == (data["event_starts"][-1], EVENT_SIZE)
            assert data["scenes"].shape == (questions, SCENE_SIZE)
            assert (data["guards"] != data["viewers"]).all()
            assert set(data["guards"]) <= set(range(4))
            starts, at = data["event_starts"], data["question_deal"]
            assert (data["question_events"] <= starts[at + 1] - starts[at]).all()
            cuts[split] = data["events"][:40].tobytes()
    assert len(set(cuts.values())) == 3
    nats, blind = _known(card)
    assert 0 < nats < blind


def _known(card: str) -> tuple[float, float]:
    """What the card says the network and a blind guess cost."""
    figures = card.partition("on the test split: ")[2]
    return float(figures.split()[0]), float(figures.partition("costs ")[2].split()[0].rstrip("."))


def test_only_a_game_with_a_guard_has_a_data_set(tmp_path: Path) -> None:
    folder = tmp_path / "none"
    assert run(["simulate", "paohuzi", "--deals", "10", "--dataset", str(folder)]) == 2
    assert not folder.exists()
