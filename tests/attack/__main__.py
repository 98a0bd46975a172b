"""All attacks of docs/security.md against servers of our own: `python -m tests.attack --help`."""

from __future__ import annotations

import argparse
import os
import random
import sys
import tempfile
import time
from pathlib import Path

from tests.attack import address, cheats, clocks, counterparts, guests, messages, restarts, starvation, timing
from tests.attack.outcome import Attack, Outcome

PAGE = Path(__file__).parents[2] / "docs" / "security.md"
BEGIN, END = "<!-- figures -->\n", "<!-- end of figures -->\n"
ATTACKS = (
    Attack("messages", messages.run, 100_000, 2_000),
    Attack("restarts", restarts.run, 50, 2),
    Attack("counterparts", counterparts.run, 20, 2),
    Attack("timing", timing.run, 8, 1),
    Attack("cheats", cheats.run, 2, 1),
    Attack("starvation", starvation.run, 30, 6),
    Attack("address", address.run, 60, 16),
    Attack("clocks", clocks.run, 300, 30),
    Attack("guests", guests.run, 10, 1),
)


def lines(rows: list[tuple[Outcome, float]]) -> str:
    """The outcomes as a table of Markdown."""
    reported = ["| attack | tried | fallen | measured | s |", "|---|---:|---:|---|---:|"]
    for done, took in rows:
        reported.append(f"| {done.what} | {done.tried:,} | {done.fallen} | {done.figure} | {took:.0f} |")
    return "\n".join(reported) + "\n"


def main() -> int:
    """The command line; 1 if anything fell."""
    parser = argparse.ArgumentParser(prog="python -m tests.attack", description=__doc__)
    parser.add_argument("--short", action="store_true", help="a minute instead of many")
    parser.add_argument("--only", choices=[one.name for one in ATTACKS], help="one of them")
    parser.add_argument("--write", action="store_true", help="put the figures into docs/security.md")
    given = parser.parse_args()
    seed = os.environ.get("PAIJU_TEST_SEED") or os.urandom(6).hex()
    print(f"PAIJU_TEST_SEED={seed}")
    rows = []
    for attack in ATTACKS:
        if given.only not in (None, attack.name):
            continue
        print(f"{attack.name} …", flush=True)
        began = time.monotonic()
        with tempfile.TemporaryDirectory() as folder:
            size = attack.short if given.short else attack.long
            done = attack.run(size, random.Random(f"{seed}/{attack.name}"), Path(folder))
        rows.append((done, time.monotonic() - began))
    print(lines(rows), end="")
    if given.write:
        before, _, rest = PAGE.read_text("utf-8").partition(BEGIN)
        PAGE.write_text(before + BEGIN + lines(rows) + END + rest.partition(END)[2], "utf-8")
    return int(any(done.fallen for done, _ in rows))


if __name__ == "__main__":
    sys.exit(main())
