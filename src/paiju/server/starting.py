"""What the command line asks of the server, and all that it knows of it: to run, and to copy what it keeps."""

from __future__ import annotations

import asyncio
import os
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from paiju.core.errors import PaijuError, told
from paiju.server import doctor, logs, qr, serving
from paiju.server.doctor import Finding
from paiju.server.front import Network, networks
from paiju.server.limits import Limits
from paiju.server.serving import Plan, Reach
from paiju.server.site import Site, site_of
from paiju.server.store import archive
from paiju.server.store.engines import default_url
from paiju.server.workers import working

__all__ = [
    "Finding", "Plan", "Reach", "backup", "examine", "plan", "qr_blocks", "restore", "run", "work", "workplace",
]  # fmt: skip

_NODE = re.compile(r"\A[a-z0-9-]{1,32}\Z")


def plan(
    *, host: str, port: int | None, db: str | None, admin_port: int | None,
    proxies: Sequence[str], origins: Sequence[str], limits: Sequence[str], node: str | None = None,
) -> Plan:  # fmt: skip
    """What is asked for, from its texts; the secret stands in the environment.

    Raises:
        PaijuError: serve.proxy, serve.origin, serve.limit, serve.node.
    """
    if node is not None and not _NODE.match(node):
        known = "a-z, 0-9, -"
        raise PaijuError("serve.node", f"--node {node!r}: 1 to 32 of {known}", {"text": node, "known": known})
    return Plan(
        host=host,
        port=port,
        db=db or default_url(os.environ),
        secret=os.environ.get("PAIJU_SECRET", ""),
        admin_port=admin_port,
        proxies=_proxies(proxies),
        origins=tuple(map(_origin, origins)),
        limits=_limits(limits),
        node=node,
    )


def run(plan: Plan, started: Callable[[Reach], None], stopping: Callable[[], None]) -> None:
    """Serve until a signal, as `serving.serve`; the log goes to stderr, what is usual only where no person reads it."""
    logs.configure(quiet=sys.stderr.isatty())
    asyncio.run(serving.serve(plan, started, stopping))


def workplace(db: str | None, places: int | None) -> working.Plan:
    """What a worker is asked for.

    Raises:
        WorkerError: worker.sqlite.
        StoreError: store.url.
    """
    url = db or default_url(os.environ)
    working.address_of(url)
    return working.Plan(url, places or os.cpu_count() or 1)


def work(plan: working.Plan, started: Callable[[], None]) -> None:
    """Think for the nodes on a database until a signal, as `working.work`; the bots have to be compiled already."""
    logs.configure(quiet=sys.stderr.isatty())
    asyncio.run(working.until_signal(plan, started))


def backup(db: str | None, file: Path) -> dict[str, int]:
    """Write everything that is kept to a new file, as `archive.backup`; rows by table."""
    return asyncio.run(archive.backup(db or default_url(os.environ), file))


def restore(db: str | None, file: Path, *, replace: bool) -> dict[str, int]:
    """Fill a database from a backup, as `archive.restore`; rows by table."""
    return asyncio.run(archive.restore(db or default_url(os.environ), file, replace=replace))


def examine(db: str | None, url: str | None) -> Iterator[Finding]:
    """What is wrong with a deployment, as `doctor.examine`."""
    return doctor.examine(db or default_url(os.environ), url)


def qr_blocks(text: str) -> str:
    """A QR code for a terminal."""
    return qr.blocks(text)


def _proxies(texts: Sequence[str]) -> tuple[Network, ...]:
    try:
        return networks(texts)
    except ValueError as error:
        raise PaijuError("serve.proxy", f"--proxy: {error}", {"text": " ".join(texts)}) from None


def _origin(text: str) -> str:
    if (site := site_of(text, Site)) is None:
        raise PaijuError(
            "serve.origin", f"--origin {told(text)!r} is not like https://example.org", {"text": told(text)}
        )
    return site.origin


def _limits(texts: Sequence[str]) -> Limits:
    given: dict[str, int] = {}
    for text in texts:
        name, _, value = text.partition("=")
        if name not in Limits.names() or not (value.isascii() and value.isdigit() and 0 < int(value) < 10**6):
            known = ", ".join(Limits.names())
            raise PaijuError(
                "serve.limit",
                f"--limit {text!r} is not NAME=N with one of {known}",
                {"text": text, "known": known},
            )
        given[name] = int(value)
    return Limits(**given)
