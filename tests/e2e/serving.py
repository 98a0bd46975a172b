"""A server as a process of its own, which may be killed and started again on the same port and database."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Sequence
from pathlib import Path

from tests.chance import DRAWS
from tests.ports import free_port

ROOT = Path(__file__).resolve().parents[2]
_MANY = (
    "requests",
    "messages",
    "guests",
    "creates",
    "joins",
    "api",
    "replays",
    "series_a_day",
    "connects",
    "connections_per_ip",
    "sockets_per_ip",
    "tables_per_ip",
)
_PATIENCE_S = 180


class Server:
    """`paiju serve`; `hasty` with bots that answer at once. Limits are wide, for all pages come from one address.

    `bots` are its own ones, as `--bot` takes them.
    """

    def __init__(
        self, folder: Path, *, host: str = "127.0.0.1", hasty: bool = True, bots: Sequence[str] = ()
    ) -> None:
        self.folder = folder
        self.host = host
        self.port = free_port()
        self.said: list[str] = []
        self._hasty = hasty
        self._bots = [part for bot in bots for part in ("--bot", bot)]
        self._module = "tests.e2e.hasty" if hasty else "paiju"
        self._process: subprocess.Popen[str] | None = None
        self._drew = threading.Event()

    @property
    def url(self) -> str:
        """Where it is found."""
        return f"http://{self.host}:{self.port}"

    def start(self) -> None:
        """Start it and wait until it answers."""
        limits = [part for name in _MANY for part in ("--limit", f"{name}=9999")]
        command = [
            sys.executable, "-m", self._module, *(["serve"] if self._module == "paiju" else []),
            "--host", self.host, "--port", str(self.port), "--db", f"sqlite:///{self.folder}/tables.db",
            "--admin-port", "0", *limits, *self._bots,
        ]  # fmt: skip
        env = {**os.environ, "LC_ALL": "en", "PYTHONIOENCODING": "utf-8"}
        for name in ("PAIJU_DB", "DISPLAY", "WAYLAND_DISPLAY"):
            env.pop(name, None)
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            encoding="utf-8",
            env=env,
            cwd=ROOT,
        )
        ready = threading.Event()
        threading.Thread(target=self._listen, args=(self._process, ready), daemon=True).start()
        assert ready.wait(_PATIENCE_S), "the server did not start:\n" + "\n".join(self.said)
        assert self._process.poll() is None, "\n".join(self.said)
        self.draw_from(os.urandom(8).hex())

    def draw_from(self, seed: str) -> None:
        """Let all that is left to chance come from a seed from now on; never twice from the same one, for ids would repeat."""
        if self._process is None or not self._hasty:
            return
        assert self._process.stdin is not None
        self._drew.clear()
        self._process.stdin.write(f"{seed}\n")
        self._process.stdin.flush()
        assert self._drew.wait(_PATIENCE_S), "\n".join(self.said)

    def _listen(self, process: subprocess.Popen[str], ready: threading.Event) -> None:
        assert process.stdout is not None
        with process.stdout as lines:
            for line in lines:
                if line.strip() == DRAWS:
                    self._drew.set()
                    continue
                self.said.append(line.rstrip("\n"))
                if "Ctrl-C" in line:
                    ready.set()
        ready.set()

    def kill(self) -> None:
        """End it at once, as a power cut would."""
        self._end(signal.SIGKILL)

    def stop(self) -> int:
        """End it in order; the exit status."""
        return self._end(signal.SIGTERM)

    def _end(self, by: signal.Signals) -> int:
        if self._process is None:
            return 0
        self._process.send_signal(by)
        status = self._process.wait(_PATIENCE_S)
        if self._process.stdin is not None:
            self._process.stdin.close()
        self._process = None
        return status

    @property
    def mistakes(self) -> list[str]:
        """Log lines that speak of a mistake of the server, and the end of each traceback."""
        return [
            line if "Traceback" not in line else " ".join(self.said[at : at + 60][-6:])
            for at, line in enumerate(self.said)
            if '"level": "error"' in line or "Traceback" in line
        ]
