"""Bots that do not think, windows that are short, and a look at the log after each test."""

from __future__ import annotations

import asyncio
import logging

import pytest
import structlog

from paiju.server.ops import logs
from paiju.server.tables import clock, settings, shuffle
from tests.server.postgres import INSTALLED
from tests.server.protocol.pages import service

collect_ignore = [] if INSTALLED else ["test_losing.py", "test_nodes.py"]


@pytest.fixture
def fast(monkeypatch):
    """Waiting that is there for people only."""
    monkeypatch.setattr(clock, "BOT_MS", (1, 3))
    monkeypatch.setattr(clock, "BOT_IN_WINDOW_MS", (1, 3))
    monkeypatch.setattr(clock, "AUTO_PASS_MS", (1, 3))
    monkeypatch.setattr(shuffle, "SHARES_MS", 100)
    monkeypatch.setitem(settings._RANGES, "window_ms", (10, 15_000))


@pytest.fixture
def serve(tmp_path, caplog, capsys):
    """Runs a test's coroutine beside a server; nothing may have gone wrong in it, whatever the test did."""

    def run(work, **more):
        async def beside():
            async with service(tmp_path, **more) as running:
                return await work(running)

        before = logging.getLogger().handlers[:]
        logs.configure(quiet=True)
        logging.getLogger().addHandler(caplog.handler)
        caplog.set_level(logging.WARNING)
        try:
            result = asyncio.run(beside())
        finally:
            logging.getLogger().handlers[:] = before
            structlog.reset_defaults()
        written = capsys.readouterr()
        text = caplog.text + written.out + written.err
        assert "Traceback" not in text, text
        assert "failed" not in text, text
        assert '"level": "error"' not in text, text
        return result

    return run
