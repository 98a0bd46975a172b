"""Log lines hold named fields only: no card, key, name or text of an error."""

from __future__ import annotations

import json
import logging
from contextlib import suppress

import pytest
import structlog

from paiju.server.ops import logs
from paiju.server.ops.logs import ALL, Ration, configure, log, log_error


@pytest.fixture(autouse=True)
def restored():
    handlers = logging.getLogger().handlers[:]
    yield
    logging.getLogger().handlers[:] = handlers
    structlog.reset_defaults()


def lines(capsys) -> list[dict]:
    return [json.loads(line) for line in capsys.readouterr().err.splitlines()]


def test_lines_are_json_with_known_fields(capsys):
    configure()
    log("deal over", table="abcdefghijkl", deal=3, seat=1, seq=9, ms=12, cards="3 4 5", name="Li", key="k")
    (line,) = lines(capsys)
    assert line.pop("time").endswith("Z")
    assert line == {
        "event": "deal over",
        "level": "info",
        "table": "abcdef",
        "deal": 3,
        "seat": 1,
        "seq": 9,
        "ms": 12,
    }


def test_mistakes_are_named_by_type_and_place(capsys):
    configure(quiet=True)
    log("not said")
    try:
        {}["hand: 3 4 5"]
    except KeyError as error:
        log_error("request failed", error, route="/api/me")
    (line,) = lines(capsys)
    assert (line["error"], line["route"]) == ("KeyError", "/api/me")
    assert line["at"].startswith("test_logs.py:")
    assert "3 4 5" not in json.dumps(line)


def test_libraries_speak_the_same_way(capsys):
    configure()
    logging.getLogger("uvicorn.error").info("chatter")
    try:
        int("3 4 5")
    except ValueError:
        logging.getLogger("uvicorn.error").exception("Exception in %s", "3 4 5")
    (line,) = lines(capsys)
    assert (line["event"], line["what"], line["error"]) == ("uvicorn.error", "Exception in %s", "ValueError")
    assert "3 4 5" not in json.dumps(line)


def test_repeated_messages_are_rate_limited(capsys, monkeypatch):
    now = [0.0]
    monkeypatch.setattr(logs, "Ration", lambda: Ration(lambda: now[0]))
    configure()
    for _ in range(1000):
        logging.getLogger("somebody").warning("Invalid HTTP request received.")
    log("deal over")
    for _ in range(2000):
        log_error("store failed", OSError(), code="store.full")
    now[0] += 2
    logging.getLogger("somebody").warning("Invalid HTTP request received.")
    output = lines(capsys)
    assert [line["event"] for line in output] == [
        *["somebody"] * 30,
        "deal over",
        *["store failed"] * 30,
        "somebody",
    ]
    assert output[30]["dropped"] == 970
    assert output[-1]["dropped"] == 1970


def test_limits_apply_together():
    ration, passed = Ration(lambda: 0.0), 0
    for number in range(5000):
        with suppress(structlog.DropEvent):
            ration({"event": str(number)})
            passed += 1
    assert passed == ALL
