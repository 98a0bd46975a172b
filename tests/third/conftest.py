"""The third game as another package brings it: by an entry point, in this process and in others."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from paiju.games import registry
from paiju.locales import pages
from tests.third.installed import install

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="session")
def package(tmp_path_factory):
    """A folder with what an installer leaves of a package."""
    return install(tmp_path_factory.mktemp("site"))


@pytest.fixture
def highcard(package, monkeypatch):
    """The game, found in this process; afterwards nobody knows it."""
    caches = (registry._brought, registry._home, registry._found, pages.browser_texts)
    monkeypatch.syspath_prepend(str(package))
    for cache in caches:
        cache.cache_clear()
    yield registry.load("highcard")
    monkeypatch.undo()
    for cache in caches:
        cache.cache_clear()


@pytest.fixture
def paiju_command(package, tmp_path):
    """Runs `paiju …` in a process that knows the package."""

    def run(*words: str, given: str | None = None, fails: bool = False) -> str:
        path = os.pathsep.join([str(package), str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])])
        done = subprocess.run(
            [sys.executable, "-m", "paiju", *words], input=given, capture_output=True, text=True, timeout=600, check=False,
            cwd=tmp_path, env={**os.environ, "PYTHONPATH": path},
        )  # fmt: skip
        assert (done.returncode != 0) == fails, done.stderr
        return done.stderr if fails else done.stdout

    return run
