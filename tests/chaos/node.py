"""`paiju serve` in some hurry: `python -m tests.chaos.node serve …`. Bots and passes take a tenth of the time that they give people."""

from __future__ import annotations

from paiju.__main__ import main
from paiju.server.table import pace, shuffling


def hurry() -> None:
    """Waiting that is there for people only, made short."""
    pace.BOT_MS = pace.SLOW_BOT_MS = (50, 150)
    pace.BOT_IN_WINDOW_MS = pace.AUTO_PASS_MS = (20, 60)
    pace.SEALED_PASS_MS = (180, 320)
    pace.DRAW_CARD_MS, pace.DRAW_THINKING_MS = 4, 600
    shuffling.SHARES_MS = 300


if __name__ == "__main__":
    hurry()
    main()
