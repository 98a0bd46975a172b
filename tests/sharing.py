"""How several processes share the tests: a file or a named group at a time, in the order of `place`."""

from __future__ import annotations

from pathlib import Path

import pytest
from xdist.scheduler import LoadGroupScheduling

LIVE, PREPARED = "live", "prepared"
_TESTS = Path(__file__).parent
_SHORT = [_TESTS / name for name in ("rules", "unit", "web")]


class ByFile(LoadGroupScheduling):
    """Tests of one file stay together, so that what they share is made once."""

    def _split_scope(self, nodeid: str) -> str:
        scope: str = super()._split_scope(nodeid)
        return scope.partition("::")[0]


def place(item: pytest.Item) -> int:
    """What lasts longest comes first and fills two processes with what needs a browser; short files even out the end."""
    group = item.get_closest_marker("xdist_group")
    if group:
        return (LIVE, PREPARED).index(group.args[0])
    return 3 if any(folder in item.path.parents for folder in _SHORT) else 2
