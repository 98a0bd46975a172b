"""Three nodes on a real PostgreSQL at which people play while each kind of fault happens once; `make chaos` is the long form."""

from __future__ import annotations

import asyncio

import pytest

from tests.chaos.campaign import campaign
from tests.chaos.faults import KINDS
from tests.server.postgres import INSTALLED, Postgres

TABLES = 4

pytestmark = pytest.mark.skipif(not INSTALLED, reason="PostgreSQL or its driver is not installed")


def test_each_fault_once(tmp_path, rng, tell):
    database, told = Postgres(), []

    def note(text: str) -> None:
        told.append(text)
        tell("\n".join(told))

    try:
        database.start()
        faults = rng.sample(KINDS, len(KINDS))
        outcome = asyncio.run(campaign(tmp_path, database, faults, tables=TABLES, rng=rng, tell=note))
    finally:
        database.remove()
    assert outcome.wrong == []
    assert outcome.events > 0
    assert outcome.takings >= TABLES
