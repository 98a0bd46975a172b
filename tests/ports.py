"""Ports for servers that are started a moment later, and again on the same one."""

from __future__ import annotations

import random
import socket
from collections.abc import Iterator

_PORTS = range(15_000, 30_000)
"""Below those that a system gives to connections: a test beside this one would have such a port before the server has started."""
_BLOCK = 200
_TRIES = 1000


def free_port() -> int:
    """A port that nobody listens on; no other call gives it, here or in a process beside this one."""
    return next(port for port in _own if _is_free(port))


def _blocks() -> Iterator[int]:
    """Ports that are this process's own as long as it holds the first of their block, each once."""
    chance = random.SystemRandom()
    while True:
        for _ in range(_TRIES):
            mark, first = socket.socket(), chance.choice(_PORTS[::_BLOCK])
            try:
                mark.bind(("127.0.0.1", first))
            except OSError:
                mark.close()
                continue
            mark.detach()  # bound until this process ends
            yield from chance.sample(range(first + 1, first + _BLOCK), _BLOCK - 1)
            break
        else:  # more processes than blocks
            yield chance.choice(_PORTS)


def _is_free(port: int) -> bool:
    with socket.socket() as probe:
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True


_own = _blocks()
