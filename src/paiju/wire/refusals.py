"""A refusal as JSON: code, rule and facts; the sentence stands in the language files."""

from __future__ import annotations

from typing import Any

from paiju.core.errors import PaijuError, RuleError


def refusal_json(error: PaijuError, about: str = "") -> dict[str, Any]:
    """An `error` message; `about` is the type of the message that is refused, "" where it could not be read."""
    rule = error.rule if isinstance(error, RuleError) else None
    return {"type": "error", "code": error.code, "rule": rule, "facts": dict(error.facts), "about": about}
