"""Where a table is, and the token that opens a seat of it."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from getpass import getpass
from urllib.parse import SplitResult, urlsplit

from paiju.core.errors import UsageError

VARIABLE = "PAIJU_TOKEN"
_SOCKETS = {"http": "ws", "https": "wss", "ws": "ws", "wss": "wss"}
_LONGEST = 2000


def socket_address(url: str) -> str:
    """The socket of a table whose page has this address, such as http://HOST/table/ID.

    Raises:
        UsageError: usage.url.
    """
    parts = _parts(url) if len(url) <= _LONGEST and url.isprintable() else None
    place = parts.path.strip("/").split("/") if parts else []
    if (
        parts is None
        or parts.scheme not in _SOCKETS
        or not parts.hostname
        or parts.query
        or len(place) != 2  # noqa: PLR2004 - `table`, and which
        or place[0] not in ("table", "ws")
        or not place[1]
    ):
        raise UsageError("usage.url", "not the address of a table: http://HOST/table/ID", {"text": url[:200]})
    return f"{_SOCKETS[parts.scheme]}://{parts.netloc}/ws/{place[1]}"


def _parts(url: str) -> SplitResult | None:
    """An address in its parts; None where its host or port cannot be."""
    try:
        parts = urlsplit(url)
        _ = parts.port, (parts.hostname or "").encode("idna")
    except ValueError:
        return None
    return parts


def on_node(address: str, node: str) -> str:
    """The same socket on the node on which its table lives."""
    parts = urlsplit(address)
    return parts._replace(path=f"/n/{node}{parts.path}").geturl()


def token_from(environment: Mapping[str, str] = os.environ) -> str:
    """The token: from the environment, or typed where nobody sees it; an argument could be read by others on the machine.

    Raises:
        UsageError: usage.token.
    """
    token = environment.get(VARIABLE, "")
    if not token and sys.stdin.isatty():
        token = getpass("token: ")
    if not (token := token.strip()) or not (token.isascii() and token.isprintable()) or len(token) > _LONGEST:
        raise UsageError("usage.token", f"put the seat's token into {VARIABLE}", {"known": VARIABLE})
    return token
