"""`paiju serve` at high speed: `python -m tests.chaos.node serve …`. Bots and passes take a tenth of the time that they give people."""

from __future__ import annotations

from paiju.__main__ import main
from paiju.server.tables import clock, shuffle


def speed_up() -> None:
    """Waiting that is there for people only, made short."""
    clock.BOT_MS = clock.SLOW_BOT_MS = (50, 150)
    clock.BOT_IN_WINDOW_MS = clock.AUTO_PASS_MS = (20, 60)
    clock.SEALED_PASS_MS = (180, 320)
    clock.DRAW_CARD_MS, clock.DRAW_THINKING_MS = 4, 600
    shuffle.SHARES_MS = 300


if __name__ == "__main__":
    speed_up()
    main()
