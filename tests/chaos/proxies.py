"""Real reverse proxies before the nodes: the configurations of `deploy`, filled in for this machine."""

from __future__ import annotations

import os
import shutil
import ssl
import subprocess
from collections.abc import Callable
from pathlib import Path
from unittest.mock import patch

from paiju.server.ops import doctor
from tests.chaos.certificate import certificate_in
from tests.chaos.machines import END_SECONDS, Front, Machine, Node, answers
from tests.ports import free_port

FILES = Path(__file__).parents[2] / "deploy"
OWN = "own"
"""The door of the harness."""


def haproxy(port: int, pem: Path | None) -> str:
    """`deploy/haproxy.cfg` for this port; without a certificate it speaks plain HTTP."""
    secure = f" ssl crt {pem} alpn h2,http/1.1" if pem else ""
    lines = []
    for line in _lines("haproxy.cfg"):
        if line.strip().startswith("bind :443"):
            lines.append(f"    bind 127.0.0.1:{port}{secure}")
        elif not line.strip().startswith(("user ", "group ", "bind ")) and (
            pem or "redirect scheme" not in line
        ):
            lines.append(line)
    return "\n".join(lines) + "\n"


def caddy(port: int, pem: Path | None) -> str:
    """`deploy/Caddyfile`, likewise."""
    scheme, tls = ("https", f"\n\ttls {pem} {pem}") if pem else ("http", "")
    site = f"{scheme}://127.0.0.1:{port} {{\n\tbind 127.0.0.1{tls}"
    text = "\n".join(_lines("Caddyfile")).replace("cards.example.org {", site)
    automatic = "disable_redirects" if pem else "off"
    return f"{{\n\tadmin off\n\tauto_https {automatic}\n}}\n{text}\n"


def nginx(port: int, pem: Path | None) -> str:
    """`deploy/nginx.conf`, likewise, with what Debian's own file has around it."""
    secure = " ssl http2" if pem else ""
    lines = []
    for line in _lines("nginx.conf"):
        if line.strip().startswith("listen 443"):
            lines.append(f"    listen 127.0.0.1:{port}{secure};")
        elif line.strip().startswith("ssl_certificate"):
            lines += [f"    {line.split()[0]} {pem};"] if pem else []
        elif not line.strip().startswith("listen "):
            lines.append(line)
    user = "user root;\n" if os.geteuid() == 0 else ""
    text = "".join(
        f"{what}_temp_path {what};\n" for what in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    return f"{user}daemon off;\nmaster_process off;\npid nginx.pid;\nevents {{}}\nhttp {{\n{text}{chr(10).join(lines)}\n}}\n"


def _lines(file: str) -> list[str]:
    return (FILES / file).read_text("utf-8").splitlines()


_MADE: dict[str, Callable[[int, Path | None], str]] = {"haproxy": haproxy, "caddy": caddy, "nginx": nginx}
INSTALLED = tuple(kind for kind in _MADE if shutil.which(kind))


def _filled(text: str, nodes: list[Node]) -> str:
    """A configuration with the ports of nodes where the file has 8001 and so on, and of their figures where it has 9001; of nodes that there are not nobody listens."""
    for at in range(1, 4):
        port, admin = (
            (nodes[at - 1].port, nodes[at - 1].admin) if at <= len(nodes) else (free_port(), free_port())
        )
        text = text.replace(f":{8000 + at}", f":{port}").replace(f"port {9000 + at}", f"port {admin}")
    return text


class Proxy(Machine):
    """A real proxy before the nodes, over TLS or `plain`; pages `trust` its certificate."""

    def __init__(self, kind: str, folder: Path, nodes: list[Node], *, plain: bool = False) -> None:
        super().__init__(kind, folder / f"{kind}.log")
        self.port, self._folder = free_port(), folder / kind
        self._folder.mkdir(exist_ok=True)
        self.pem = None if plain else certificate_in(folder)
        self.trust = None if self.pem is None else ssl.create_default_context(cafile=self.pem)
        self._file = self._folder / "configuration"
        self._file.write_text(_filled(_MADE[kind](self.port, self.pem), nodes), "utf-8")

    def command(self) -> list[str]:
        match self.name:
            case "haproxy":
                return ["haproxy", "-db", "-f", str(self._file)]
            case "caddy":
                return ["caddy", "run", "--adapter", "caddyfile", "--config", str(self._file)]
            case _:
                return ["nginx", "-p", str(self._folder), "-e", str(self.log), "-c", str(self._file)]

    def start(self) -> None:
        own = {"XDG_DATA_HOME": str(self._folder), "XDG_CONFIG_HOME": str(self._folder)}
        with self.log.open("ab") as log:
            self.running = subprocess.Popen(
                self.command(), stdout=log, stderr=log, text=True, env={**os.environ, **own}
            )

    def ready(self) -> None:
        answers(self.port, END_SECONDS)

    def examined(self, nodes: list[str]) -> list[str]:
        """What `paiju doctor` finds wrong with the address that people open, and with those of the nodes below it."""
        reach = doctor.Reach(self.pem is not None, "127.0.0.1", self.port)
        with patch.dict(os.environ, {"SSL_CERT_FILE": str(self.pem)}):
            found = [finding for finding in doctor.look_at_address(reach, nodes) if finding.level == "wrong"]
        return [f"{self.name}: {finding.code}, {finding.text}" for finding in found]


def door(kind: str, folder: Path, nodes: list[Node], *, plain: bool = False) -> Front | Proxy:
    """What people come through: a proxy, or the harness's own."""
    return Front(folder, nodes) if kind == OWN else Proxy(kind, folder, nodes, plain=plain)
