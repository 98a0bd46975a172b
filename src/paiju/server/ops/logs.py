"""The server's log: JSON lines with named fields, rate-limited, without cards, keys or names."""

from __future__ import annotations

import logging
import sys
import time
import traceback
from collections.abc import Callable, Mapping, MutableMapping
from typing import Any

import structlog
from structlog.typing import Processor

from paiju.server.http.limits import Buckets

SAME, ALL = 30, 300
"""Lines a minute about one thing, and about all things."""


class Ration:
    """Lets a line pass or drops it; the next that passes says how many were `dropped` before."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._same, self._all = Buckets(SAME, clock), Buckets(ALL, clock)
        self._dropped = 0

    def __call__(self, line: Mapping[str, Any]) -> Mapping[str, Any]:
        """The line as it is written.

        Raises:
            structlog.DropEvent: if it is not.
        """
        thing = " ".join(str(line.get(name)) for name in ("event", "what", "code", "error"))
        if self._same.take(thing) or self._all.take(""):
            self._dropped += 1
            raise structlog.DropEvent
        dropped, self._dropped = self._dropped, 0
        return {**line, "dropped": dropped} if dropped else line


# --- the log: JSON lines with named fields, without cards, keys or names

FIELDS = ("event", "level", "time", "table", "deal", "seat", "seq", "ms", "route", "status", "code", "error", "at", "count", "what", "dropped")  # fmt: skip
"""The allowed fields of a line; all others are dropped."""

_SHOWN_OF_TABLE = 6


def configure(*, quiet: bool = False) -> None:
    """Write lines to standard error, and those of the libraries the same way, warnings and worse only."""
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True, key="time"),
            _allowed,
            _rationed(Ration()),
            structlog.processors.JSONRenderer(ensure_ascii=False),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING if quiet else logging.INFO),
        logger_factory=lambda *_: structlog.PrintLogger(sys.stderr),  # standard error as it is then
        cache_logger_on_first_use=False,
    )
    root = logging.getLogger()
    root.handlers[:] = [_Handler(logging.WARNING)]
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access", "sqlalchemy"):
        logger = logging.getLogger(name)
        logger.handlers.clear()
        logger.propagate = True


def log(event: str, /, **fields: Any) -> None:
    """One line about something that happened."""
    structlog.get_logger().info(event, **fields)


def log_error(event: str, error: BaseException, /, **fields: Any) -> None:
    """One line about a mistake of ours: its type and place. Its text may hold what nobody should read."""
    structlog.get_logger().error(event, error=type(error).__name__, at=place_of(error), **fields)


def place_of(error: BaseException) -> str:
    """Where an exception was raised: the last of our own functions, and the innermost of all."""
    frames = traceback.extract_tb(error.__traceback__)
    ours = [frame for frame in frames if "paiju" in frame.filename]
    named = [*ours[-1:], *frames[-1:]]
    return " < ".join(
        dict.fromkeys(f"{frame.filename.rpartition('/')[2]}:{frame.lineno} {frame.name}" for frame in named)
    )


def _allowed(_logger: Any, _method: str, line: MutableMapping[str, Any]) -> Mapping[str, Any]:
    allowed = {name: line[name] for name in FIELDS if name in line}
    if "table" in allowed:  # an id opens a table's pages, its head is enough to follow it
        allowed["table"] = str(allowed["table"])[:_SHOWN_OF_TABLE]
    return allowed


def _rationed(ration: Ration) -> Processor:
    """The ration as a step in the making of a line."""
    return lambda _logger, _method, line: ration(line)


class _Handler(logging.Handler):
    """Takes what libraries log; their texts may quote a request, so only their name and template remain."""

    def emit(self, record: logging.LogRecord) -> None:
        """Write one line."""
        error = record.exc_info[1] if record.exc_info else None
        fields = {"error": type(error).__name__, "at": place_of(error)} if error else {}
        logger = structlog.get_logger()
        getattr(logger, "error" if record.levelno >= logging.ERROR else "warning")(
            record.name, what=str(record.msg)[:120], **fields
        )
