"""Faults at random on several nodes at which people play: `python -m tests.chaos --help`."""

from __future__ import annotations

import argparse
import asyncio
import math
import os
import random
import sys
import tempfile
import time
from pathlib import Path

from tests.chaos.campaign import NAMES, PACE, campaign
from tests.chaos.faults import KINDS
from tests.chaos.proxies import INSTALLED as PROXIES
from tests.chaos.proxies import OWN
from tests.server.postgres import INSTALLED, Postgres

PAGE = Path(__file__).parents[2] / "docs" / "hosting.md"
BEGIN, END = "<!-- chaos -->\n", "<!-- end of chaos -->\n"


def main() -> int:
    """The command line; 1 if anything was wrong."""
    parser = argparse.ArgumentParser(prog="python -m tests.chaos", description=__doc__)
    parser.add_argument("--faults", type=int, default=200)
    parser.add_argument(
        "--minutes", type=float, default=math.inf, help="stop injecting faults after this many minutes"
    )
    parser.add_argument("--tables", type=int, default=40)
    parser.add_argument("--nodes", type=int, default=len(NAMES), help="0: one server that is no node")
    parser.add_argument("--pace", type=float, default=PACE, help="seconds that people think, on average")
    parser.add_argument(
        "--doors",
        nargs="+",
        choices=(OWN, *PROXIES),
        default=[OWN],
        help="real proxies before the nodes, or the harness's own",
    )
    parser.add_argument("--only", type=int, choices=range(len(KINDS)), help="; ".join(f"{at}: {kind.name}" for at, kind in enumerate(KINDS)))  # fmt: skip
    parser.add_argument("--seed", default=os.environ.get("PAIJU_TEST_SEED") or os.urandom(6).hex())
    parser.add_argument("--write", action="store_true", help="put the figures into docs/hosting.md")
    given = parser.parse_args()
    if not INSTALLED:
        print("chaos needs PostgreSQL: apt-get install postgresql, and pip install 'paiju[postgres]'")
        return 2
    print(f"PAIJU_TEST_SEED={given.seed}", flush=True)
    rng = random.Random(given.seed)
    kinds = KINDS if given.only is None else (KINDS[given.only],)
    faults = rng.choices(kinds, [kind.weight for kind in kinds], k=given.faults)
    database = Postgres()
    began = time.monotonic()
    try:
        database.start()
        with tempfile.TemporaryDirectory(prefix="paiju-chaos-") as folder:
            outcome = asyncio.run(
                campaign(
                    Path(folder), database, faults, paces=[given.pace] * given.tables, rng=rng,
                    names=NAMES[: given.nodes], doors=given.doors, seconds=60 * given.minutes, tell=lambda text: print(text, flush=True),
                )
            )  # fmt: skip
    finally:
        database.remove()
    line = (
        f"{outcome.faults} faults in {(time.monotonic() - began) / 60:.0f} minutes (seed {given.seed}), {given.tables} tables,"
        f" {outcome.matches} finished matches, {outcome.events:,} sent events compared, {outcome.takeovers:,} table takeovers checked; in the phases {', '.join(sorted(outcome.phases))};"
        f" wrong: {len(outcome.wrong)}.\n"
    )
    print(line + outcome.lines(), end="")
    if given.write:
        before, _, rest = PAGE.read_text("utf-8").partition(BEGIN)
        PAGE.write_text(
            before + BEGIN + line + "\n" + outcome.lines() + END + rest.partition(END)[2], "utf-8"
        )
    return int(bool(outcome.wrong))


if __name__ == "__main__":
    sys.exit(main())
