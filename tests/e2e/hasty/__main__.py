"""`paiju serve` with bots that do not take their time, short claim windows and quick hints: `python -m tests.e2e.hasty ARGUMENTS`.

Only lengths of time differ, and where its chance comes from: each line of
standard input is a seed from which it draws from then on. Everything else is the server as it is.
"""

from __future__ import annotations

import io
import sys
import threading
from dataclasses import replace

from paiju.core.files import loading

with loading():
    from paiju.server.http.limits import Rate
    from paiju.server.people import guests
    from paiju.server.tables import chat, clock, settings, shuffle
from tests.chance import DRAWS, draw_from

clock.BOT_MS = clock.HASTY_BOT_MS = clock.HANDED_OVER_MS = (5, 15)
clock.BOT_IN_WINDOW_MS = (5, 15)
clock.AUTO_PASS_MS = (5, 15)
clock.DRAW_CARD_MS = 2
shuffle.SHARES_MS = shuffle.NONCES_MS = 4000  # a busy machine is no reason to deal without a seat's number
chat.RATES = {**chat.RATES, "hint": Rate(20, 20)}  # people read a hint before they ask for another one
settings.QUICK = replace(settings.QUICK, window_ms=60)
settings._RANGES = {**settings._RANGES, "window_ms": (60, 15_000), "turn_seconds": (0, 300)}

guests._PAGE = 0  # of a page, the last test would leave something to the next


def listen(lines: io.FileIO) -> None:
    """Draw from each seed that comes, and say so. The file has no buffer, so that a server that ends need not wait for it."""
    for line in lines:
        draw_from(line.decode().strip())
        print(DRAWS, flush=True)


if __name__ == "__main__":
    threading.Thread(target=listen, args=[io.FileIO(0, closefd=False)], daemon=True).start()
    from paiju.__main__ import main

    sys.argv = ["paiju", "serve", *sys.argv[1:]]
    main()
