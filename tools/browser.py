"""The Chromium that tests and drawings use: its headless shell where there is one, which takes half the processor time.

Nothing is imported here that a bare Python lacks, before a browser is requested.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserType

CHROMIUM = Path(
    next(filter(None, map(shutil.which, ("chromium-headless-shell", "chromium"))), "/usr/bin/chromium")
)
_ARGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
]  # fmt: skip
_START_MS = 120_000
"""Only a machine that compiles beside it needs that long."""


def launched(kind: BrowserType, fonts: Path | None = None) -> Browser:
    """A browser; with a fontconfig file it knows the faces of that alone. Much hangs on it, so a start that fails is tried again."""
    from playwright.sync_api import Error

    env = {**os.environ, "FONTCONFIG_FILE": str(fonts)} if fonts else None
    for _ in range(2):
        with suppress(Error):
            return kind.launch(executable_path=CHROMIUM, args=_ARGS, env=env, timeout=_START_MS)
    return kind.launch(executable_path=CHROMIUM, args=_ARGS, env=env, timeout=_START_MS)


@contextmanager
def chromium(fonts: Path | None = None) -> Iterator[Browser]:
    """A browser that is closed after the block."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = launched(playwright.chromium, fonts)
        try:
            yield browser
        finally:
            browser.close()
