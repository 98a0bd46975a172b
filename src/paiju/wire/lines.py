"""Messages as lines of JSON, as programs in any language send them over pipes (docs/environments.md)."""

from __future__ import annotations

from typing import Any

from paiju.core.errors import PaijuError, RuleError, UsageError
from paiju.core.files import from_json

VERSION = 2
"""Of the lines: raised whenever a program of the version before could not take part any more. 2: views as at a table."""
MOST_LINE = 1 << 16
Message = dict[str, Any]


class UnusableError(UsageError):
    """A line that is no message."""

    def __init__(self, detail: str) -> None:
        super().__init__("usage.message", detail, {"text": detail})


def parse(line: str) -> Message:
    """The message of a line.

    Raises:
        UsageError: usage.message, for what is no JSON object with a `type`.
    """
    if len(line) > MOST_LINE:
        raise UnusableError(f"more than {MOST_LINE} characters")
    try:
        data = from_json(line)
    except ValueError as error:
        raise UnusableError(f"no JSON: {error}") from None
    if not isinstance(data, dict) or not isinstance(data.get("type"), str):
        raise UnusableError("no object with a type")
    return data


def check_version(message: Message) -> None:
    """Refuse a program that says `hello` in another version.

    Raises:
        UsageError: usage.version.
    """
    if (version := message.get("version")) != VERSION:
        facts = {"text": str(version)[:40], "known": str(VERSION)}
        raise UsageError("usage.version", f"this is version {VERSION} of the protocol", facts)


def refusal_json(error: PaijuError, about: str = "") -> dict[str, Any]:
    """An `error` message: code, rule and facts, since the sentence stands in the language files; `about` is the type of the message that is refused, "" where it could not be read."""
    rule = error.rule if isinstance(error, RuleError) else None
    return {"type": "error", "code": error.code, "rule": rule, "facts": dict(error.facts), "about": about}
