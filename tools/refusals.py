"""Every code with which the server refuses something, gathered from its sources."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from paiju.core.errors import PaijuError, RecordError
from paiju.server.errors import ServerError
from paiju.server.http.app import refusal

SOURCE = Path(__file__).parents[1] / "src" / "paiju"
_RAISING = ("ServerError", "OptionError", "RuleError", "NotationError", "RecordError")
_OF_LAW = ("action.", "notation.", "option.", "record.", "signal.")
_MORE = {"page.method": 405, "server.error": 500, "usage.game": 404, "store.full": 503, "store.lost": 503}
"""What no `raise` names: a wrong method, a mistake of ours, a game that is none, troubles of the store."""
_COMMAND_LINE = ("serve.",)


@cache
def statuses() -> dict[str, int]:
    """HTTP status by code, of whatever a page or a request can be refused with."""
    found = dict(_MORE)
    for folder in ("server", "core", "games"):
        for kind, code in _raised(SOURCE / folder):
            if code.startswith(_COMMAND_LINE) or (folder != "server" and not code.startswith(_OF_LAW)):
                continue
            found[code] = refusal(_sample(kind, code)).status_code
    return found


def _sample(kind: str, code: str) -> PaijuError:
    if kind == "ServerError":
        return ServerError(code)
    return RecordError(code, code) if kind == "RecordError" else PaijuError(code, code)


def _raised(folder: Path) -> Iterator[tuple[str, str]]:
    """Class and code of each error that is made in a folder."""
    for path in sorted(folder.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name) or not node.args:
                continue
            first = node.args[0]
            if node.func.id in _RAISING and isinstance(first, ast.Constant) and isinstance(first.value, str):
                yield node.func.id, first.value
