"""The data set for guessing the guard: whole, the same each time, and worth something."""

from __future__ import annotations

import hashlib
from pathlib import Path

import numpy as np

from paiju.bots.baohuang.net import SHIPPED
from paiju.bots.baohuang.net.features import OTHERS, ROLE, SHOWN_BITS, STATE_SIZE
from paiju.bots.baohuang.net.network import read_weights
from paiju.cli import run
from paiju.train.baohuang.dataset import SHARES, questions_of, write_dataset

EMPEROR, GUARD, COMMONER = range(ROLE, ROLE + 3)


def test_the_data_set_has_three_splits_and_a_card(tmp_path: Path) -> None:
    card = write_dataset(tmp_path, 20).read_text("utf-8")
    cuts = {}
    for split, share in SHARES.items():
        path = tmp_path / f"{split}.npz"
        assert hashlib.sha256(path.read_bytes()).hexdigest() in card
        with np.load(path) as data:
            deals, questions = max(10, 2 * share), len(data["deals"])
            assert {len(column) for column in data.values()} == {questions}
            assert data["states"].shape == (questions, STATE_SIZE)
            assert set(data["deals"]) == set(range(deals))
            assert set(data["guards"]) <= set(range(OTHERS))
            cuts[split] = data["states"][:10].tobytes()
    assert len(set(cuts.values())) == 3
    nats, blind = _known(card)
    assert 0 < nats < blind


def _known(card: str) -> tuple[float, float]:
    """What the card says the network and a blind guess cost."""
    figures = card.partition("on the test split: ")[2]
    return float(figures.split()[0]), float(figures.partition("costs ")[2].split()[0].rstrip("."))


def test_a_question_of_the_data_set_is_put_to_a_seat_from_which_the_guard_is_hidden() -> None:
    model = read_weights(SHIPPED)
    found = questions_of(model, range(12))
    states, deals = found["states"], found["deals"]
    assert not states[:, SHOWN_BITS].any()
    assert not states[:, GUARD].any()
    assert (states[:, EMPEROR] + states[:, COMMONER] == 1).all()
    assert (np.diff(deals) >= 0).all()
    guards = (found["seats"].astype(int) + found["guards"] + 1) % (OTHERS + 1)
    for deal in range(12):
        assert len(set(guards[deals == deal])) == 1, "a deal has one guard, at every seat's question"
        assert (np.diff(found["plies"][deals == deal].astype(int)) > 0).all()
    again = questions_of(model, range(6, 12))
    assert all((again[name] == found[name][deals >= 6]).all() for name in ("states", "guards", "plies"))


def test_only_a_game_with_a_guard_has_a_data_set(tmp_path: Path) -> None:
    folder = tmp_path / "none"
    assert run(["simulate", "paohuzi", "--deals", "10", "--dataset", str(folder)]) == 2
    assert not folder.exists()
