"""A server in a process of its own, at high speed: `python -m tests.server.protocol.process PORT DATABASE ADMIN_PORT [WAY …]`.

`unrationed`: its sockets take as many messages as come; `calm`: it runs at normal speed; `limited`: its limits are the usual ones, and
`PROXY` may say for whom it asks; `node=NAME`: it is one of several; `step=FILE`: it is of a version with a further step of the
database, whose games have the next law too; `chance=SEED`: what it leaves to chance comes from that seed.
"""

from __future__ import annotations

import asyncio
import ipaddress
import sys
from pathlib import Path

import paiju
from paiju.core.files import loading
from tests.chance import draw_from
from tests.server.protocol.process import PROXY

with loading():
    from paiju.server.http import connections as frames
    from paiju.server.http.limits import Limits, Rate
    from paiju.server.hub import registry
    from paiju.server.ops import logs
    from paiju.server.ops.serve import Plan, serve
    from paiju.server.store import engines, locking
    from paiju.server.store.steps import STEPS, Step
    from paiju.server.store.store import Store
    from paiju.server.tables import clock, settings, shuffle


def speed_up() -> None:
    """Waiting that is there for people only."""
    clock.BOT_MS = clock.BOT_IN_WINDOW_MS = clock.AUTO_PASS_MS = (1, 4)
    shuffle.SHARES_MS = 100
    settings._RANGES["window_ms"] = (10, 15_000)


def live_on() -> None:
    """A node is dead when it is killed, and not because its machine is busy with other things for some seconds."""
    engines.NODE_SILENT_SECONDS = 30
    locking._NODE_ANSWER_SECONDS = 25.0


def setting(name: str) -> str | None:
    """What a way says that has a value."""
    return next((way.partition("=")[2] for way in sys.argv if way.startswith(f"{name}=")), None)


def belong_to_the_next_version(step: str) -> None:
    """A further step, and laws that play the same under another number."""
    further = Step("9999", Path(step).read_text(), serves=STEPS[-1].number)
    Store.__init__.__kwdefaults__["steps"] = (*STEPS, further)
    for game in paiju.available():
        type(paiju.load(game)).law += 1


def main() -> None:
    if (step := setting("step")) is not None:
        belong_to_the_next_version(step)
    if (seed := setting("chance")) is not None:
        draw_from(seed)
    live_on()
    if "calm" not in sys.argv:
        speed_up()
    if "unrationed" in sys.argv:
        registry.MESSAGES = registry.MALFORMED = frames.FRAMES = Rate(10**9, 1)
    logs.configure(quiet=True)
    limited = "limited" in sys.argv
    limits = (
        Limits()
        if limited
        else Limits(
            requests=10_000,
            messages=10**7,
            api=10_000,
            joins=10_000,
            creates=10_000,
            guests=10_000,
            connects=10_000,
        )
    )
    proxies = (ipaddress.ip_network(PROXY),) if limited else ()
    plan = Plan(
        "127.0.0.1", int(sys.argv[1]), sys.argv[2], admin_port=int(sys.argv[3]), limits=limits, proxies=proxies, node=setting("node")
    )  # fmt: skip
    asyncio.run(serve(plan, lambda reach: print("ready", flush=True), lambda: None))


if __name__ == "__main__":
    main()
