"""How several processes share the tests: a file at a time, so that what its tests share is made once.

Two processes begin with what needs a browser or real time and therefore waits much; each makes one browser and one server for all of it. The
others use the processor meanwhile, and help with the rest of it when nothing else is left.
"""

from __future__ import annotations

from typing import Any

from xdist.scheduler import LoadScopeScheduling

WAITERS = 2
_WAITING = ("tests/chaos/", "tests/e2e/")
_LONG = (
    "tests/chaos/test_chaos.py", "tests/e2e/test_network.py", "tests/train/test_ray.py", "tests/train/test_opponents.py",
    "tests/bots_net/test_guards.py", "tests/analysis/test_review.py", "tests/bots/test_bots.py", "tests/envs/test_pages.py",
    "tests/properties/test_covering.py", "tests/bots_compiled/baohuang/test_search.py",
)  # fmt: skip
_SHORT = ("tests/rules/", "tests/unit/", "tests/web/")
"""These even out the end."""


class ByFile(LoadScopeScheduling):
    """Hands files out in the order of `place`."""

    def _split_scope(self, nodeid: str) -> str:
        return nodeid.partition("::")[0]

    def _assign_work_unit(self, node: Any) -> None:
        waits = self.nodes.index(node) < WAITERS
        self.workqueue.move_to_end(min(self.workqueue, key=lambda file: place(file, waits=waits)), last=False)
        super()._assign_work_unit(node)


def place(file: str, *, waits: bool) -> tuple[bool, int]:
    """What comes first for a process of one kind: its own files, of these the longest, and short ones last."""
    rank = 0 if file in _LONG else 2 if file.startswith(_SHORT) else 1
    return file.startswith(_WAITING) != waits, rank
