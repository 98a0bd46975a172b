"""Every test draws from the seed of this file and its own name, so that two runs of one commit draw the same.

`PAIJU_TEST_SEED` sets another seed: `make fuzz` runs the tests that draw with fresh ones, and each failure report names its seed.
"""

from __future__ import annotations

import gc
import os
import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

# Tests share the processors already: threads of one that wait for each other would only take them away.
for _library in ("OMP", "OPENBLAS", "MKL"):
    os.environ.setdefault(f"{_library}_NUM_THREADS", "1")

_NAME = "PAIJU_TEST_SEED"
_FIXED = "paiju"
_KEY = "paiju_seed"
_SEED = pytest.StashKey[str]()
_TOLD = pytest.StashKey[str]()
_CHANCE = {"rng", "seed"}


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    node.workerinput[_KEY] = _seed(node.config)


def pytest_report_header(config: pytest.Config) -> str:
    return f"{_NAME}={_seed(config)}"


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    from tests.sharing import ByFile

    return ByFile(config, log)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Any:
    report = yield
    if report.failed and _CHANCE & set(getattr(item, "fixturenames", ())):
        report.sections.append(("told last", item.stash.get(_TOLD, "nothing")))
        report.sections.append(("to repeat", f"{_NAME}={_seed(item.config)} pytest '{item.nodeid}'"))
    return report


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """What was left out and why, one line a reason: a machine may lack a browser or its faces."""
    reasons = Counter(report.longrepr[2] for report in terminalreporter.stats.get("skipped", []))
    for reason, count in reasons.items():
        terminalreporter.write_line(f"{count} left out: {reason.removeprefix('Skipped: ')}")


@pytest.fixture(autouse=True)
def _module_random(request: pytest.FixtureRequest) -> None:
    """The module's own generator starts from the test's name: code that draws from it draws the same every time."""
    random.seed(f"{_seed(request.config)}/{request.node.name}")


@pytest.fixture
def rng(request: pytest.FixtureRequest) -> random.Random:
    """Chance of one test, from the seed of the run and the test's own name."""
    return random.Random(f"{_seed(request.config)}/{request.node.name}")


@pytest.fixture
def seed(rng: random.Random) -> int:
    """A number for tests that make their own chance."""
    return rng.getrandbits(32)


@pytest.fixture
def tell(request: pytest.FixtureRequest) -> Callable[[object], None]:
    """The last thing a test says here stands in the report if it fails."""

    def keep(text: object) -> None:
        request.node.stash[_TOLD] = str(text)

    return keep


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Any:
    """What is loaded with all tests stays to the end: the collector of garbage does not look at it, neither now nor after each test."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


def _seed(config: pytest.Config) -> str:
    if _SEED not in config.stash:
        given = getattr(config, "workerinput", {}).get(_KEY) or os.environ.get(_NAME)
        config.stash[_SEED] = given or _FIXED
    return config.stash[_SEED]
