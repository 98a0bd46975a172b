"""Every test draws from the seed of this file and its own name, so that two runs of one commit draw the same.

`PAIJU_TEST_SEED` sets another seed: `make fuzz` runs the tests that draw with fresh ones, and each failure report names its seed.
"""

from __future__ import annotations

import gc
import logging
import os
import random
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.chance import drawn_from

# Tests share the processors already: threads of one that wait for each other would only take them away.
for _library in ("OMP", "OPENBLAS", "MKL"):
    os.environ.setdefault(f"{_library}_NUM_THREADS", "1")

_NAME = "PAIJU_TEST_SEED"
_FIXED = "paiju"
_FOUND = Path(__file__).with_name("seeds.txt")
_AT = "@"
_WORKER_KEY = "paiju_seed"
_SEED = pytest.StashKey[str]()
_TOLD = pytest.StashKey[str]()
_CHANCE = {"rng", "seed"}


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    node.workerinput[_WORKER_KEY] = _seed(node.config)


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
    """Which tests held at the second try only, and what was left out and why, one line a reason: a machine may lack a browser or its faces."""
    failed = {report.nodeid for report in terminalreporter.stats.get("failed", [])}
    for report in terminalreporter.stats.get("rerun", []):
        if report.nodeid not in failed:
            lines = [line for line in str(report.longrepr).splitlines() if line.startswith("E ")]
            terminalreporter.write_line(f"unsteady: {report.nodeid} {lines[0] if lines else ''}")
    reasons = Counter(report.longrepr[2] for report in terminalreporter.stats.get("skipped", []))
    for reason, count in reasons.items():
        terminalreporter.write_line(f"{count} left out: {reason.removeprefix('Skipped: ')}")


@pytest.fixture(autouse=True)
def _system_random(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """The module's own generator and the system's chance start from the test's name: code that draws from them draws the same every time."""
    if found := request.node.name.partition(_AT)[2]:
        monkeypatch.setenv(_NAME, found)  # it draws as often as the search did
    random.seed(_key(request))
    for place, name, draw in drawn_from(f"{_key(request)}/system"):
        monkeypatch.setattr(place, name, draw)


class _FailedThoughts(logging.Handler):
    """Keeps what the server logs of bots that failed."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.records: list[logging.LogRecord] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.records.append(record)


@pytest.fixture(autouse=True)
def failed_thoughts() -> Iterator[list[logging.LogRecord]]:
    """What bots failed at, which fails every test that leaves any of it: a table goes on without its bots, so nothing else would."""
    handler = _FailedThoughts()
    loggers = [logging.getLogger(f"paiju.server.{name}") for name in ("hub.thinkers", "tables.questions")]
    for logger in loggers:
        logger.addHandler(handler)
    yield handler.records
    for logger in loggers:
        logger.removeHandler(handler)
    assert [record.exc_info or record.getMessage() for record in handler.records] == []


@pytest.fixture
def rng(request: pytest.FixtureRequest) -> random.Random:
    """Chance of one test, from the seed of the run and the test's own name."""
    return random.Random(_key(request))


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


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Each line of `seeds.txt` runs its test once more, right after it, with the seed that once found a fault."""
    found: dict[str, list[str]] = {}
    for line in _FOUND.read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            seed, _, test = line.partition(" ")
            found.setdefault(test.strip(), []).append(seed)
    for item in list(items):
        for seed in found.get(item.nodeid, ()):
            items.insert(items.index(item) + 1, _again(item, seed))


def _again(item: pytest.Item, seed: str) -> pytest.Item:
    assert isinstance(item, pytest.Function)
    return pytest.Function.from_parent(
        item.parent, name=f"{item.name}{_AT}{seed}", callspec=getattr(item, "callspec", None), callobj=item.obj,
        keywords=item.keywords, fixtureinfo=item._fixtureinfo, originalname=item.originalname,
    )  # fmt: skip


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
        given = getattr(config, "workerinput", {}).get(_WORKER_KEY) or os.environ.get(_NAME)
        config.stash[_SEED] = given or _FIXED
    return config.stash[_SEED]


def _key(request: pytest.FixtureRequest) -> str:
    """What a test draws from: a seed and the test's name, both as they were where `seeds.txt` says so."""
    name, _, found = request.node.name.partition(_AT)
    return f"{found or _seed(request.config)}/{name}"
