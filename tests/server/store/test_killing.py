"""kill -9 in the middle of writing: what was acknowledged is there, once, and the next process goes on."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[3]
TABLES = 4  # of `acting.py`


def killed_after(url: str, actions: int) -> dict[str, int]:
    """The last acknowledged action of each table when the process was killed, after that many of them and one of each table at least."""
    script = ROOT / "tests" / "server" / "store" / "acting.py"
    process = subprocess.Popen(
        [sys.executable, str(script), url], stdout=subprocess.PIPE, text=True, cwd=ROOT,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([*map(str, (ROOT / "src", ROOT)), *sys.path])},
    )  # fmt: skip
    assert process.stdout
    lines = []
    while len(lines) < actions or len({line.split()[0] for line in lines}) < TABLES:
        lines.append(process.stdout.readline())
        assert lines[-1], "it has ended by itself"
    process.send_signal(signal.SIGKILL)
    lines += process.stdout.readlines()
    process.wait()
    process.stdout.close()
    whole = [line.split() for line in lines if line.endswith("\n")]
    return {name: int(index) for name, index in whole}


def test_nothing_is_lost_or_repeated(use, url):
    reached: dict[str, int] = {}
    for actions in (40, 20):
        sent = killed_after(url, actions)
        assert sent
        reached |= sent
        for name, last in reached.items():
            stored = use(lambda store, name=name: store.load(name)).deals[0]
            texts = [action.text for action in stored.actions]
            assert [signal.after for signal in stored.signals] == list(range(1, len(texts) + 1))
            assert texts == [f"play {index}" for index in range(len(texts))]
            assert len(texts) in (last + 1, last + 2), "at most one action was stored but not yet sent"
