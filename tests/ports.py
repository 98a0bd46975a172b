"""Ports for servers that are started a moment later, and again on the same one."""

from __future__ import annotations

import random
import socket

_PORTS = range(15_000, 30_000)
"""Below those that a system gives to connections: a test beside this one would have such a port before the server has started."""


def free_port() -> int:
    """A port that nobody listens on; as good as certainly another one each time."""
    while True:
        port = random.SystemRandom().choice(_PORTS)
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
