"""A network computes on one thread and restores the number of threads."""

from __future__ import annotations

import numpy as np
import pytest
from threadpoolctl import threadpool_info, threadpool_limits

from paiju.bots.baohuang.net import network
from paiju.bots.networks import one_thread


@pytest.fixture(autouse=True)
def two():
    """As on a machine with two processors."""
    with threadpool_limits(2, "blas"):
        if threads() != {2}:
            pytest.skip("this NumPy multiplies with one thread anyway")
        yield


def threads() -> set[int]:
    return {found["num_threads"] for found in threadpool_info() if found["user_api"] == "blas"}


def test_one_thread_is_used_inside_the_context():
    with one_thread():
        assert threads() == {1}
        with one_thread():
            assert threads() == {1}
        assert threads() == {1}
    assert threads() == {2}


def test_the_threads_are_restored_after_a_failure():
    with pytest.raises(ValueError, match="no"), one_thread():
        raise ValueError("no")
    assert threads() == {2}


def test_a_network_multiplies_with_one_thread(monkeypatch):
    sizes = network.shapes(16, 8, 8)
    weights = {name: np.ones(shape, np.float32) for name, shape in sizes.items()}
    requests, seen = network.Network(weights), []
    states = np.ones((3, sizes["trunk.weight"][0]), np.uint8)
    actions = np.ones((6, sizes["play.weight"][0]), np.uint8)
    joined = requests._joined
    monkeypatch.setattr(requests, "_joined", lambda states: seen.append(threads()) or joined(states))
    requests.values(states, actions, np.array([1, 2, 3]))
    assert seen == [{1}]
    assert threads() == {2}
