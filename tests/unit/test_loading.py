"""The garbage collector pauses while modules load and ignores what they loaded."""

import gc

import pytest

from paiju.core.files import loading


@pytest.mark.parametrize("collects", [True, False])
def test_loading_pauses_the_collector_and_freezes_what_is_loaded(collects):
    before = gc.isenabled()
    try:
        (gc.enable if collects else gc.disable)()
        with loading():
            assert not gc.isenabled()
            stored = [[] for _ in range(1000)]
        assert gc.isenabled() is collects
        assert gc.get_freeze_count() >= len(stored)
    finally:
        (gc.enable if before else gc.disable)()
