"""The learner: torch and NumPy compute one network, learning lowers the loss, and a restored learner continues identically."""

import numpy as np
import pytest

from paiju.bots.baohuang.net.network import Network
from paiju.bots.baohuang.parameters import DEFAULT
from paiju.train.baohuang.selfplay import SelfPlayWorker
from paiju.train.baohuang.tables import blank_samples
from paiju.train.baohuang.trainer import Learner
from paiju.train.config import Learn, Net
from paiju.train.selfplay import WorkItem
from paiju.train.storage import Replay

NET = Net(trunk=32, join=16, head=8)


@pytest.fixture(scope="module")
def shard():
    return SelfPlayWorker({}, 5, None, DEFAULT, 0.2).run(None, WorkItem(0, 0, 48, 0.1, 0.0)).samples


def batches(shard, seed, count, size=256):
    rng = np.random.default_rng(seed)
    replay = Replay(blank_samples(len(shard.points)))
    replay.add(shard, 0)
    return [replay.draw(rng, size, len(shard.points)) for _ in range(count)]


def test_numpy_and_torch_agree(shard, seed):
    learner = Learner(NET, Learn(average=0.0), seed)
    for batch in batches(shard, seed, 3):
        learner.step(batch, 0.0)
    network = Network(learner.weights())
    rows = slice(0, 64)
    states, actions = shard.states[rows], shard.actions[rows]
    values = network.values(states, actions, np.ones(64, np.int64))
    sample = type(shard)(*(column[rows] for column in shard))
    points, guard, outcome = (loss.item() for loss in learner._losses(sample))
    assert points == pytest.approx(float(((values - sample.points) ** 2).mean()), rel=1e-4)
    known = sample.guards < 4
    chances = network.guards(states[known])[np.arange(known.sum()), sample.guards[known]]
    assert guard == pytest.approx(float(-np.log(chances).mean()), rel=1e-4)
    weights = learner.weights()
    hidden = network._hidden(network._joined(states), actions, np.ones(64, np.int64))
    logits = hidden @ weights["out.weight"][:, 1:] + weights["out.bias"][1:]
    won = logits[np.arange(64), np.sign(sample.points) + 1]
    assert outcome == pytest.approx(float((np.log(np.exp(logits).sum(axis=1)) - won).mean()), rel=1e-4)


def test_learning_lowers_the_losses(shard, seed):
    """On the very samples that were learned from. Single steps of a loss go up and down, so it may take some more of them."""
    learner = Learner(NET, Learn(rate=3e-3), seed)
    first = last = [loss.item() for loss in learner._losses(shard)]
    for number, batch in enumerate(batches(shard, seed, 400), 1):
        learner.step(batch, 0.0)
        if number >= 80 and number % 20 == 0:
            last = [loss.item() for loss in learner._losses(shard)]
            if all(after < 0.95 * before for before, after in zip(first, last, strict=True)):
                return
    pytest.fail(f"{first} became {last}")


def test_a_restored_learner_continues_identically(shard, seed):
    one, other = Learner(NET, Learn(), seed), Learner(NET, Learn(), seed + 1)
    todo = batches(shard, seed, 8)
    for batch in todo[:4]:
        one.step(batch, 0.1)
    other.restore({name: array.copy() for name, array in one.tensors().items()})
    for batch in todo[4:]:
        one.step(batch, 0.2)
        other.step(batch, 0.2)
    assert one.losses() == other.losses()
    for name, array in one.tensors().items():
        assert (array == other.tensors()[name]).all(), name


def test_the_ring_keeps_the_newest(shard):
    size = len(shard.points)
    replay = Replay(blank_samples(size // 2))
    replay.add(shard, 0)
    stored = replay._rows.states
    newest = {row.tobytes() for row in shard.states[-(size // 2) :]}
    assert {row.tobytes() for row in stored} == newest


def test_the_learner_learns_from_trials(seed):
    played = SelfPlayWorker({}, seed % 1000, None, DEFAULT, 0.2).run(
        None, WorkItem(0, 0, 12, 0.1, 0.0, tried=0.5, rivals=2)
    )
    found, batch = played.advantages, Replay(blank_samples(len(played.samples.points)))
    batch.add(played.samples, 0)
    rng = np.random.default_rng(seed)
    learner = Learner(NET, Learn(rate=3e-3, advice=3.0), seed)

    def learned(steps):
        for _ in range(steps):
            learner.step(batch.draw(rng, 256, len(played.samples.points)), 0.0, found)
        return learner.losses()["gains"]

    assert learned(5) > learned(60)
    network, rows, plays = Network(learner.weights()), *found.actions.shape[:2]
    values = network.values(found.states, found.actions.reshape(rows * plays, -1), np.full(rows, plays))
    values = values.reshape(rows, plays)
    there = ~np.isnan(found.gains)
    gains = (values[:, 1:] - values[:, :1])[there]
    assert np.corrcoef(gains, found.gains[there])[0, 1] > 0.2
