"""The processes of a deployment, each of which can be killed, frozen and started again: nodes, their lines to the database, the door."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
import time
import urllib.request
from contextlib import suppress
from pathlib import Path

from tests.ports import free_port
from tests.server.protocol.matches import _ORPHAN

ROOT = Path(__file__).parents[2]
LIMITS = (
    "requests", "messages", "api", "joins", "creates", "guests", "connects", "connections_per_ip", "sockets_per_ip",
    "tables_per_ip", "sockets_per_guest", "tables_per_guest",
)  # fmt: skip
"""All people of a harness come from one address."""
END_SECONDS = 120


def answers(port: int, seconds: float) -> None:
    """Wait until somebody listens there."""
    until = time.monotonic() + seconds
    while True:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        assert time.monotonic() < until, f"nobody listens on {port}"
        time.sleep(0.02)


class Machine:
    """A process with a log, started by a command and ready when it has said so."""

    def __init__(self, name: str, log: Path) -> None:
        self.name, self.log = name, log
        self.running: subprocess.Popen[str] | None = None

    def command(self) -> list[str]:
        raise NotImplementedError

    def start(self) -> None:
        """Start it, without waiting."""
        with self.log.open("ab") as log:
            self.running = subprocess.Popen(
                [sys.executable, "-m", *self.command()], stdout=subprocess.PIPE, stderr=log, cwd=ROOT, text=True
            )  # fmt: skip

    def ready(self) -> None:
        """Wait for its first line."""
        assert self.running is not None
        assert self.running.stdout is not None
        assert self.running.stdout.readline(), f"{self.name} has ended: {self.log.read_text('utf-8')[-2000:]}"

    def signal(self, number: int) -> None:
        assert self.running is not None
        self.running.send_signal(number)

    def kill(self) -> None:
        """End it without asking, if it runs."""
        if self.running is not None:
            self.running.kill()
            self.gone()

    def gone(self) -> int:
        """Wait until it has ended; its exit status."""
        assert self.running is not None
        self.running.communicate(timeout=END_SECONDS)
        status, self.running = self.running.returncode, None
        return status

    def drain(self) -> int:
        """Ask it to end in order; its exit status."""
        self.signal(signal.SIGTERM)
        return self.gone()

    def written(self) -> str:
        """Its log, but for what a killing itself causes."""
        return _ORPHAN.sub("", self.log.read_text("utf-8")) if self.log.exists() else ""


class Line(Machine):
    """The line of one node to the database."""

    def __init__(self, name: str, folder: Path, to: int) -> None:
        super().__init__(f"line of {name}", folder / f"line-{name}.log")
        self.port, self._to = free_port(), to

    def command(self) -> list[str]:
        return ["tests.chaos.forwarder", str(self.port), str(self._to)]


class Node(Machine):
    """A server on a database that it reaches over a line of its own; each life of it has another name there."""

    def __init__(
        self,
        name: str,
        folder: Path,
        database: int,
        *,
        alone: bool = False,
        program: str = "tests.chaos.node",
    ) -> None:
        super().__init__(name, folder / f"node-{name}.log")
        self.port, self.admin = free_port(), free_port()
        self.alone, self.lives, self.program = alone, 0, program
        self.line = Line(name, folder, database)

    @property
    def life(self) -> str:
        """How its sessions are called in the database."""
        return f"{self.name}.{self.lives}"

    def start(self) -> None:
        self.lives += 1
        super().start()

    def is_well(self) -> bool:
        """What it says of itself."""
        with (
            suppress(OSError),
            urllib.request.urlopen(f"http://127.0.0.1:{self.admin}/healthz", timeout=2) as answer,
        ):
            return answer.status == 200
        return False

    def command(self) -> list[str]:
        url = f"postgresql://paiju@127.0.0.1:{self.line.port}/postgres?application_name={self.life}"
        return [
            self.program, "serve", "--host", "127.0.0.1", "--port", str(self.port), "--admin-port", str(self.admin),
            "--proxy", "127.0.0.1", "--db", url, "--lang", "en", *([] if self.alone else ["--node", self.name]),
            *(text for name in LIMITS for text in ("--limit", f"{name}=900000")),
        ]  # fmt: skip


class Front(Machine):
    """The door before the nodes; it speaks plain HTTP."""

    trust = None

    def __init__(self, folder: Path, nodes: list[Node]) -> None:
        super().__init__("door", folder / "door.log")
        self.port = free_port()
        self._nodes = nodes

    def command(self) -> list[str]:
        behind = [f"{'' if node.alone else node.name}={node.port}/{node.admin}" for node in self._nodes]
        return ["tests.chaos.door", str(self.port), *behind]
