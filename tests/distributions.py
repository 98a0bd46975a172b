"""Build what is published and try it as those meet it who install it: `make dist`, and each release.

The source distribution must hold every file of the tree; the wheel, which is built from it, is installed with no extra, with `cli` and
with `server` into environments that hold nothing else, and must do there what the README says.
"""

from __future__ import annotations

import subprocess
import sys
import tarfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.error import URLError
from urllib.request import urlopen

from tests.ports import free_port

ROOT = Path(__file__).parents[1]
DIST = ROOT / "dist"
DEAL = """
import paiju
from paiju.bots.base import make_bot

game = paiju.load("paohuzi")
state, bot = game.deal(game.options({}), bytes(32)), make_bot("greedy", 1)
while seats := game.actors(state):
    seat = seats[0]
    state, _ = game.apply(state, seat, bot.choose(game.view(state, seat), game.legal_actions(state, seat)))
print(sum(game.returns(state)))
"""
PATIENCE = 60


def build() -> tuple[Path, Path]:
    """The source distribution and the wheel, made again."""
    for old in DIST.glob("paiju-*"):
        old.unlink()
    subprocess.run(
        [sys.executable, "-m", "build", "--outdir", DIST, ROOT], check=True, stdout=subprocess.DEVNULL
    )
    (source,), (wheel,) = DIST.glob("*.tar.gz"), DIST.glob("*.whl")
    return source, wheel


def left_out(source: Path) -> set[str]:
    """Files of the tree that are not in the source distribution, and the other way round."""
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True)
    with tarfile.open(source) as packed:
        held = {member.name.partition("/")[2] for member in packed if member.isfile()}
    return {*listed.stdout.splitlines(), "PKG-INFO"} ^ held


@contextmanager
def installed(wheel: Path, extra: str) -> Iterator[Path]:
    """The programs of an environment that has the wheel with an extra, and nothing else."""
    with TemporaryDirectory() as folder:
        subprocess.run([sys.executable, "-m", "venv", folder], check=True)
        programs = Path(folder) / "bin"
        pip = [programs / "python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        subprocess.run([*pip, f"{wheel}[{extra}]" if extra else wheel], check=True)
        yield programs


def said(*command: str | Path, status: int = 0) -> str:
    """What a program says, outside the tree.

    Raises:
        SystemExit: it ended with another status, or with a traceback.
    """
    done = subprocess.run(command, cwd="/", capture_output=True, text=True, check=False)
    if done.returncode != status or "Traceback" in done.stderr:
        sys.exit(f"{' '.join(map(str, command))}: status {done.returncode}\n{done.stderr}")
    return done.stdout + done.stderr


def answers(programs: Path) -> bool:
    """Whether the server starts and shows its first page."""
    port = free_port()
    database = f"sqlite:///{programs.parent / 'tables.db'}"
    command = [programs / "paiju", "serve", "--host", "127.0.0.1", "--port", str(port), "--db", database]
    with subprocess.Popen(command, cwd="/", stdout=subprocess.DEVNULL) as server:
        try:
            end = time.monotonic() + PATIENCE
            while time.monotonic() < end and server.poll() is None:
                try:
                    with urlopen(f"http://127.0.0.1:{port}/") as page:
                        return b"<html" in page.read()
                except URLError:
                    time.sleep(0.1)
            return False
        finally:
            server.terminate()


def main() -> None:
    """Build and try."""
    source, wheel = build()
    if odd := left_out(source):
        sys.exit(f"not in both the tree and {source.name}: {', '.join(sorted(odd))}")
    with installed(wheel, "") as programs:
        assert said(programs / "python", "-c", DEAL).strip() == "0"
        assert "paiju[cli]" in said(programs / "paiju", status=2)
    with installed(wheel, "cli") as programs:
        assert "Commands" in said(programs / "paiju")
        assert "BH A1" in said(programs / "paiju", "rules", "baohuang")
        said(programs / "paiju", "simulate", "paohuzi", "--deals", "2", "--bots", "greedy,expected")
    with installed(wheel, "server") as programs:
        assert answers(programs), "the server shows no page"
    print(f"{source.name} and {wheel.name} stand in dist, whole and tried")


if __name__ == "__main__":
    main()
