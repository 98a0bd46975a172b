"""Fresh chance for every run; the seed stands in each failure report and `PAIJU_TEST_SEED` repeats it."""

from __future__ import annotations

import os
import random

import pytest

_SEED = os.environ.get("PAIJU_TEST_SEED") or os.urandom(6).hex()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    report = yield
    if report.failed and {"rng", "seed"} & set(getattr(item, "fixturenames", ())):
        report.sections.append(("to repeat", f"PAIJU_TEST_SEED={_SEED} pytest '{item.nodeid}'"))
    return report


@pytest.fixture
def rng(request: pytest.FixtureRequest) -> random.Random:
    return random.Random(f"{_SEED}/{request.node.name}")


@pytest.fixture
def seed(rng: random.Random) -> int:
    return rng.getrandbits(32)
