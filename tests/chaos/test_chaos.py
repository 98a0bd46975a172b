"""Three nodes on a real PostgreSQL at which people play while each kind of fault happens once; `make chaos` is the long form.

`tests/server/protocol` has the short ones: `test_nodes.py`, `test_losing.py`, `test_killing.py`.

People come through the door of the harness, and through each reverse proxy that is installed, as `deploy` sets it up.
"""

from __future__ import annotations

import asyncio

import pytest

from tests.chaos.campaign import PACE, campaign
from tests.chaos.faults import KINDS
from tests.chaos.proxies import INSTALLED as PROXIES
from tests.chaos.proxies import OWN
from tests.server.postgres import INSTALLED, Postgres

PACES = (*(PACE for _ in range(4)), *(30.0 for _ in range(20)))
"""At some tables people play fast; the others have to be there and to come back, and cost little meanwhile."""

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(not INSTALLED, reason="PostgreSQL or its driver is not installed"),
]


def test_each_fault_once(tmp_path, rng, tell):
    database, reported = Postgres(), []

    def note(text: str) -> None:
        reported.append(text)
        tell("\n".join(reported))

    try:
        database.start()
        faults = rng.sample(KINDS, len(KINDS))
        doors = (OWN, *PROXIES)
        outcome = asyncio.run(
            campaign(tmp_path, database, faults, paces=PACES, rng=rng, tell=note, doors=doors)
        )
    finally:
        database.remove()
    assert outcome.wrong == []
    assert outcome.events > 0
    assert outcome.takeovers >= len(PACES)
