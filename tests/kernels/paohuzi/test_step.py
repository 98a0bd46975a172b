"""The kernel plays every deal as the rules engine does: actors, lists, states, results."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from paiju.games.paohuzi import GAME
from paiju.kernels.jit import INTERPRETED
from tests.drawing import often, rounds
from tests.kernels.paohuzi.pairs import Seen, play_deal
from tests.paohuzi.builders import random_options

PRESETS = tuple(GAME.presets())
PRESET_DEALS = 1 if INTERPRETED else often(8, 25)
OPTION_DEALS = 4 if INTERPRETED else often(40, 120)
RARE = {"min_hu": 6, "exposed_triple_fourth": "any_draw", "heavenly_sets": "off"}
EVERYTHING = {"hu", "pong", "eat", "won", "drawn", "dead", "E3", "U3", "S3", "E4", "U4", "Q", "X"}


@pytest.mark.parametrize("preset", PRESETS)
def test_presets_are_played_like_the_rules(preset, rng):
    seen: Seen = Counter()
    for _ in range(PRESET_DEALS):
        play_deal(rng, GAME.options({"preset": preset}), seen)
    assert seen["won"] + seen["drawn"] == PRESET_DEALS


@rounds(1, 10)
def test_random_options_are_played_like_the_rules(part, rng):
    seen: Seen = Counter()
    for _ in range(OPTION_DEALS):
        play_deal(rng, random_options(rng), seen)
    assert seen["won"] + seen["drawn"] == OPTION_DEALS


@pytest.mark.skipif(INTERPRETED, reason="takes many deals")
def test_rare_events_all_come_up_and_match():
    """These deals, always the same, are compared until everything that can happen has happened."""
    seen: Seen = Counter()
    rng = random.Random(5)
    for number in range(400):
        given = RARE if number % 2 else {**RARE, "min_hu": 200, "no_discard_rule": "off"}
        play_deal(rng, GAME.options(given), seen)
        if set(+seen) >= EVERYTHING:
            return
    raise AssertionError(EVERYTHING - set(+seen))


def test_the_uncompiled_kernel_does_the_same():
    """The same comparison with the kernel as plain Python."""
    if INTERPRETED:
        pytest.skip("this is plain Python")
    here = Path(__file__)
    files = [str(here.with_name(name)) for name in ("test_step.py", "test_hands.py", "test_adapter.py")]
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *files],
        cwd=here.parents[3],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout
