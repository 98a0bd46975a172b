"""How several processes share the tests: a file at a time, so that what its tests share is made once.

Two processes begin with what needs a browser or real time and therefore waits much; each makes one browser and one server for all of it. The
others use the processor meanwhile, and help with the rest of it when nothing else is left.
"""

from __future__ import annotations

from typing import Any

from xdist.scheduler import LoadScopeScheduling

WAITERS = 2
_WAITING = ("tests/chaos/", "tests/e2e/")
_TRAINING = "tests/train/"
"""All of this goes to one process: loading what learns takes seconds."""
_LONG = (
    _TRAINING, "tests/chaos/test_chaos.py", "tests/e2e/test_quick.py", "tests/e2e/test_network.py", "tests/e2e/test_layout.py", "tests/e2e/test_ending.py",
    "tests/e2e/test_replay.py", "tests/e2e/test_paohuzi_claims.py", "tests/e2e/test_result.py", "tests/e2e/test_hand.py",
    "tests/envs/test_adapters.py", "tests/envs/test_benchmarks.py", "tests/server/workers/test_workers.py",
    "tests/bots_compiled/baohuang/test_search.py", "tests/server/table/test_match.py", "tests/server/store/test_store.py",
    "tests/house/test_shells.py", "tests/house/test_command_line.py", "tests/analysis/test_review.py", "tests/arena/test_walls.py",
    "tests/server/store/test_postgres.py",
)  # fmt: skip
"""These take seconds, the longest first."""
_SHORT = ("tests/rules/", "tests/unit/", "tests/web/")
"""These even out the end."""


class ByFile(LoadScopeScheduling):
    """Hands files out in the order of `place`."""

    def _split_scope(self, nodeid: str) -> str:
        return _TRAINING if nodeid.startswith(_TRAINING) else nodeid.partition("::")[0]

    def _assign_work_unit(self, node: Any) -> None:
        waits = self.nodes.index(node) < WAITERS
        self.workqueue.move_to_end(min(self.workqueue, key=lambda file: place(file, waits=waits)), last=False)
        super()._assign_work_unit(node)


def place(file: str, *, waits: bool) -> tuple[bool, int]:
    """What comes first for a process of one kind: its own files, of these the longest, and short ones last."""
    rank = _LONG.index(file) if file in _LONG else len(_LONG) + file.startswith(_SHORT)
    return file.startswith(_WAITING) != waits, rank
