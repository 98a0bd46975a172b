"""A deployment to look at: PostgreSQL, three nodes, a proxy before them, and people who play: `python -m tests.chaos.cluster --help`."""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
import time
from pathlib import Path

from tests.chaos.deployment import Deployment
from tests.chaos.proxies import INSTALLED as PROXIES
from tests.chaos.proxies import OWN
from tests.server.postgres import INSTALLED, Postgres

FOLDER = Path(__file__).parents[2] / "build" / "cluster"
NAMES = tuple("abcdefgh")
EACH_SECONDS = 10
_NEEDS = "the cluster needs PostgreSQL: apt-get install postgresql, and pip install 'paiju[postgres]'"
_OWN = "no proxy is installed (apt-get install haproxy, caddy or nginx): a small one of the tests stands in for it"


def say(text: str) -> None:
    print(text, flush=True)


async def play(deployed: Deployment, database: Postgres, tables: int, pace: float) -> None:
    """Tell of everything once it runs, and let people play until Ctrl-C."""
    say(f"open it:    http://127.0.0.1:{deployed.fronts[0].port}")
    for node in deployed.nodes:
        say(
            f"node {node.name}:     http://127.0.0.1:{node.port}, figures http://127.0.0.1:{node.admin}/metrics"
        )
    say(f"examine it: paiju doctor --db {database.address} --url http://127.0.0.1:{deployed.fronts[0].port}")
    say("Ctrl-C ends everything.")
    try:
        await deployed.open([pace] * tables, random.Random())
        before, at = deployed.events_sent(), time.monotonic()
        while True:
            await asyncio.sleep(EACH_SECONDS)
            count, now = deployed.events_sent(), time.monotonic()
            wrong = await deployed.check()
            say(
                f"{tables} tables: {(count - before) / (now - at):.0f} events/s sent; "
                + (f"WRONG: {wrong[:3]}" if wrong else "all sent events are stored")
            )
            before, at = count, now
    finally:
        await deployed.close()


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.chaos.cluster", description=__doc__)
    parser.add_argument("--tables", type=int, default=6)
    parser.add_argument("--nodes", type=int, choices=range(1, len(NAMES) + 1), default=3, metavar="N")
    parser.add_argument("--proxy", choices=PROXIES, default=PROXIES[0] if PROXIES else None)
    parser.add_argument("--pace", type=float, default=1.5, help="seconds that people think, on average")
    given = parser.parse_args()
    if not INSTALLED:
        say(_NEEDS)
        return 2
    say(f"PostgreSQL in {FOLDER} …")
    database = Postgres(FOLDER)
    try:
        database.start()
        say(f"proxy: {given.proxy}" if given.proxy else _OWN)
        say(f"{given.nodes} nodes …")
        deployed = Deployment(
            FOLDER, database, NAMES[: given.nodes], doors=(given.proxy or OWN,), plain=True, program="paiju"
        )  # fmt: skip
        try:
            deployed.start()
            asyncio.run(play(deployed, database, given.tables, given.pace))
        finally:
            say("ending …")
            deployed.end()
    except KeyboardInterrupt:
        say("ended")
    finally:
        database.stop()
    return 0


if __name__ == "__main__":
    sys.exit(main())
