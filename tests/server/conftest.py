"""A PostgreSQL server for the tests that want one, where it is installed."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest

from paiju.bots import warm_up
from paiju.server.http import context
from paiju.server.http.assets import Assets
from tests.server.postgres import Postgres

_ASSETS = cache(Assets)
"""The files of the browser, joined and packed once a process."""


@pytest.fixture(autouse=True)
def _shared_assets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(context, "Assets", _ASSETS)


@pytest.fixture(scope="session", autouse=True)
def _quick_bots() -> None:
    """Quick bots answer within a turn of the loop from the first question on."""
    warm_up.load_quick()


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[Postgres]:
    """One server for all tests of a process; it takes seconds to make."""
    server = Postgres()
    try:
        server.start()
        yield server
    finally:
        server.remove()


@pytest.fixture
def postgres(postgres_server: Postgres) -> Postgres:
    """The server, with tables that are empty; how they are made is tested in `store/test_upgrading.py`."""
    postgres_server.renew()
    return postgres_server
