"""Fresh deals for every run; the seed stands in each failure report and `PAIJU_TEST_SEED` repeats it.

`PAIJU_KERNEL_DEALS` is how many deals the long comparison plays (`-m fuzz`).
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from typing import Any

import pytest

_SEED = os.environ.get("PAIJU_TEST_SEED") or os.urandom(6).hex()
_TOLD = pytest.StashKey[str]()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Any:
    report = yield
    if report.failed:
        report.sections.append(("told last", item.stash.get(_TOLD, "nothing")))
        report.sections.append(("to repeat", f"PAIJU_TEST_SEED={_SEED} pytest '{item.nodeid}'"))
    return report


@pytest.fixture
def rng(request: pytest.FixtureRequest) -> random.Random:
    """Chance of one test, from the seed of the run and the test's own name."""
    return random.Random(f"{_SEED}/{request.node.name}")


@pytest.fixture
def tell(request: pytest.FixtureRequest) -> Callable[[object], None]:
    """The last thing a test says here stands in the report if it fails."""

    def keep(text: object) -> None:
        request.node.stash[_TOLD] = str(text)

    return keep
