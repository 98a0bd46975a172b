"""Configurations of real reverse proxies, as docs/hosting.md shows them, filled in for nodes on this machine."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

from tests.chaos.machines import END_SECONDS, Machine, Node, answers
from tests.ports import free_port

FILES = Path(__file__).parents[2] / "deploy"


def haproxy(nodes: list[Node], port: int) -> str:
    """`deploy/haproxy.cfg` with these nodes in place of its own, and without TLS."""
    told = (FILES / "haproxy.cfg").read_text("utf-8")
    lines = []
    for line in told.splitlines():
        if line.strip().startswith("bind :443"):
            lines.append(f"    bind 127.0.0.1:{port}")
        elif "redirect scheme https" in line or line.strip().startswith(("user ", "group ", "bind ")):
            continue
        else:
            lines.append(_filled(line, nodes))
    return "\n".join(lines) + "\n"


def caddy(nodes: list[Node], port: int) -> str:
    """`deploy/Caddyfile`, for a port of this machine in place of a name."""
    told = (
        (FILES / "Caddyfile").read_text("utf-8").replace("cards.example.org {", f"http://127.0.0.1:{port} {{")
    )
    return (
        "{\n\tadmin off\n\tauto_https off\n}\n"
        + "\n".join(_filled(line, nodes) for line in told.splitlines())
        + "\n"
    )


def _filled(line: str, nodes: list[Node]) -> str:
    """A line with the ports of nodes where the file has 8001 and so on, and their figures where it has 9001."""
    for at, node in enumerate(nodes, 1):
        line = line.replace(f":{8000 + at}", f":{node.port}").replace(
            f"port {9000 + at}", f"port {node.admin}"
        )
    return line


class Proxy(Machine):
    """A real proxy before the nodes."""

    def __init__(self, kind: str, folder: Path, nodes: list[Node]) -> None:
        super().__init__(kind, folder / f"{kind}.log")
        self.port = free_port()
        self._file = folder / ("haproxy.cfg" if kind == "haproxy" else "Caddyfile")
        self._file.write_text({"haproxy": haproxy, "caddy": caddy}[kind](nodes, self.port), "utf-8")

    def command(self) -> list[str]:
        if self.name == "haproxy":
            return ["haproxy", "-db", "-f", str(self._file)]
        return ["caddy", "run", "--adapter", "caddyfile", "--config", str(self._file)]

    def start(self) -> None:
        with self.log.open("ab") as log:
            self.running = subprocess.Popen(self.command(), stdout=log, stderr=log, text=True)

    def ready(self) -> None:
        answers(self.port, END_SECONDS)


INSTALLED = [kind for kind in ("haproxy", "caddy") if shutil.which(kind)]
