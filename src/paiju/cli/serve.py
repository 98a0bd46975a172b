"""`paiju serve` and the other commands for hosts: `worker`, `backup`, `restore`, `doctor`."""

from __future__ import annotations

import importlib
import os
import sys
import threading
import webbrowser
from collections.abc import Callable, Coroutine
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from paiju.cli.bench import before_search
from paiju.cli.common import JsonOption, LangOption, echo, echo_json, language
from paiju.core.errors import PaijuError
from paiju.core.files import loading, unwritable
from paiju.locales.pages import browser_texts, fill

if TYPE_CHECKING:
    from paiju.server.ops.serve import Finding, Reach

HostOption = Annotated[
    str, typer.Option("--host", help="The address to listen on; 127.0.0.1 serves this machine only.")
]
PortOption = Annotated[
    int | None,
    typer.Option("--port", min=1, max=65535, help="The port; by default 8000 or the next free one."),
]
DbOption = Annotated[
    str | None,
    typer.Option(
        "--db",
        envvar="PAIJU_DB",
        metavar="URL",
        help="The database: sqlite:///FILE or postgresql://HOST/NAME; by default a file in the state folder.",
    ),
]
NodeOption = Annotated[
    str | None,
    typer.Option(
        "--node",
        metavar="NAME",
        help="Run as one of several servers on one PostgreSQL, reached below /n/NAME; see docs/hosting.md.",
    ),
]
OpenOption = Annotated[bool, typer.Option("--open", help="Open the browser, where there is one.")]
AdminOption = Annotated[
    int | None,
    typer.Option(
        "--admin-port",
        min=0,
        max=65535,
        help="The port for /metrics and /healthz on 127.0.0.1; by default the next after the server's, 0 for none.",
    ),
]
ProxyOption = Annotated[
    list[str] | None,
    typer.Option(
        "--proxy",
        metavar="CIDR",
        help="A reverse proxy whose X-Forwarded headers are trusted; may be repeated.",
    ),
]
OriginOption = Annotated[
    list[str] | None,
    typer.Option(
        "--origin", metavar="URL", help="Another address at which the pages are opened; may be repeated."
    ),
]
BackupArgument = Annotated[
    Path, typer.Argument(metavar="FILE", help="The backup file, for example tables.jsonl.gz.")
]
WorkersDbOption = Annotated[
    str | None,
    typer.Option(
        "--db",
        envvar="PAIJU_DB",
        metavar="URL",
        help="The database of the servers, postgresql://HOST/NAME; an SQLite database belongs to its server alone.",
    ),
]
PlacesOption = Annotated[
    int | None,
    typer.Option(
        "--processes", min=1, max=256, help="The number of processes; by default one for each processor."
    ),
]
UrlOption = Annotated[
    str | None,
    typer.Option("--url", metavar="URL", help="The public address, such as https://cards.example.org."),
]
_MARKS = {"ok": "ok   ", "note": "note ", "wrong": "WRONG"}
_MARGIN = " " * 28
LimitOption = Annotated[
    list[str] | None,
    typer.Option("--limit", metavar="NAME=N", help="Change a limit, see docs/hosting.md; may be repeated."),
]
BotOption = Annotated[
    list[str] | None,
    typer.Option(
        "--bot",
        metavar="NAME=BOT",
        help="Offer a bot of your own at tables: module:Class, a file of weights or '-- PROGRAM'; may be repeated.",
    ),
]


def serve(
    host: HostOption = "0.0.0.0",  # noqa: S104 - phones on the same network are who it is for; the output says so
    port: PortOption = None,
    db: DbOption = None,
    node: NodeOption = None,
    open_: OpenOption = False,
    admin_port: AdminOption = None,
    proxy: ProxyOption = None,
    origin: OriginOption = None,
    limit: LimitOption = None,
    bot: BotOption = None,
    lang: LangOption = None,
) -> None:
    """Serve live tables to browsers here and on the same network.

    Ctrl-C stops; nothing is lost.
    """
    need_server()
    from paiju.server.ops import serve as server

    plan = server.plan(
        host=host, port=port, db=db, admin_port=admin_port,
        proxies=proxy or (), origins=origin or (), limits=limit or (), node=node, bots=bot or (),
    )  # fmt: skip
    speaker = _Speaker(language(lang), server.blocks, open_browser=open_)
    if plan.bots:
        speaker.trying()
    server.run(plan, speaker.started, speaker.stopping)


def need_server() -> None:
    """Require the libraries of the server.

    Raises:
        PaijuError: serve.server.
    """
    try:
        with loading():
            importlib.import_module("paiju.server.ops.serve")
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("paiju"):
            raise
        raise PaijuError(
            "serve.server",
            f"the server needs {error.name}: pip install 'paiju[server]'",
            {"text": str(error.name)},
        ) from None


class _Speaker:
    """Prints where the server is, and that it stops."""

    def __init__(self, lang: str, qr_blocks: Callable[[str], str], *, open_browser: bool) -> None:
        self._lang, self._texts = lang, browser_texts(lang)
        self._qr_blocks = qr_blocks
        self._open = open_browser

    def trying(self) -> None:
        """Print that the server's own bots are tried, which may take a while."""
        self._say("trying")

    def started(self, reach: Reach) -> None:
        """Print the addresses and, for phones, a QR code; open the browser if requested."""
        if reach.copy:
            self._say("copy", file=reach.copy)
        if reach.moved_from:
            self._say("moved", port=str(reach.moved_from))
        self._say("here", url=reach.here)
        for url in reach.lan:
            self._say("lan", url=url)
        if reach.lan:
            self._print(self._qr_blocks(reach.lan[0]))
        self._say("open" if reach.lan else "alone")
        for name, games in reach.bots.items():
            self._say("bot", name=name, games=", ".join(self._texts[f"web.game.{game}"] for game in games))
        if reach.admin:
            self._say("admin", url=reach.admin)
        self._say("stop")
        if self._open and has_browser():
            threading.Thread(target=webbrowser.open, args=(reach.here,), daemon=True).start()

    def stopping(self) -> None:
        """Print that the server is stopping."""
        self._say("stopping")

    def _say(self, key: str, **facts: str) -> None:
        self._print(fill(self._texts[f"web.serve.{key}"], self._lang, **facts))

    @staticmethod
    def _print(text: str) -> None:
        encoding = sys.stdout.encoding or "utf-8"
        echo(text.encode(encoding, "replace").decode(encoding))
        sys.stdout.flush()


def has_browser() -> bool:
    """Whether a browser window could open; a browser inside the terminal would take the terminal over."""
    if sys.platform.startswith("linux") and not (
        os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    ):
        return False
    try:
        webbrowser.get()
    except webbrowser.Error:
        return False
    return True


def backup(file: BackupArgument, db: DbOption = None) -> None:
    """Write everything that a server stores to a new file.

    The server may be running. The file holds secrets.
    """
    need_server()
    if str(file) == "-":
        raise unwritable(file, ValueError())  # a backup holds secrets, so it never goes to standard output
    from paiju.server.ops import serve as server

    _print_counts(server.backup(db, file))


def restore(
    file: BackupArgument,
    db: DbOption = None,
    replace: Annotated[
        bool, typer.Option("--replace", help="Delete the contents of the database first.")
    ] = False,
) -> None:
    """Fill an empty database from a backup.

    SQLite or PostgreSQL, whichever the backup came from; no server may be running on it.
    """
    need_server()
    from paiju.server.ops import serve as server

    _print_counts(server.restore(db, file, replace=replace))


def _print_counts(copying: Coroutine[Any, Any, dict[str, int]]) -> None:
    """Copy, and print the rows by table."""
    import asyncio

    counts = asyncio.run(copying)
    echo(" ".join(f"{table}={rows}" for table, rows in sorted(counts.items())))


def worker(db: WorkersDbOption = None, processes: PlacesOption = None) -> None:
    """Compute for the servers on a PostgreSQL database.

    It takes over their bots' searches and their reviews, through rows of that database, on any machine that can reach
    it; any number may run. A question holds what the bot's seat may see, and nothing else of its table. Ctrl-C
    or kill -9 stops it: another worker, the server or a quick bot answers the rest in time.
    Servers without workers compute by themselves. A worker must have the same version as the servers.
    """
    need_server()
    from paiju.server.ops.serve import workers

    plan = workers.plan(db, processes)
    before_search()
    workers.run(plan, lambda: echo(f"ready for {plan.places} questions at a time; Ctrl-C stops"))


def doctor(db: DbOption = None, url: UrlOption = None, as_json: JsonOption = False) -> None:
    """Check a deployment: its database, nodes and address.

    Prints what is wrong and what to do; the exit status is 1 if anything is wrong.
    """
    need_server()
    from paiju.server.ops.serve import examine

    found = []
    for finding in examine(db, url):
        found.append(finding)
        if not as_json:
            _print_finding(finding)
    wrong = sum(finding.level == "wrong" for finding in found)
    if as_json:
        document = {"ok": not wrong, "findings": [asdict(finding) for finding in found]}
        echo_json(document)
    elif wrong:
        echo(f"{wrong} of {len(found)} findings are wrong; docs/hosting.md explains each name.")
    if wrong:
        raise typer.Exit(1)


def _print_finding(finding: Finding) -> None:
    echo(f"{_MARKS[finding.level]} {finding.code:<22}{finding.text}")
    if finding.do:
        echo(f"{_MARGIN}→ {finding.do}")
