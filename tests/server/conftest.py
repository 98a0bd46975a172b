"""A PostgreSQL server for the tests that want one, where it is installed."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.server.postgres import Postgres


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
