"""The kernel plays every deal as the law does: actors, lists, states, results."""

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
from tests.kernels.paohuzi.twins import Seen, play_deal
from tests.paohuzi.builders import random_options

PRESETS = tuple(GAME.presets())
PRESET_DEALS = 1 if INTERPRETED else 25
OPTION_DEALS = 4 if INTERPRETED else 120
CHUNKS = 16
SAME_OPTIONS = 12
RARE = {"min_hu": 6, "exposed_triple_fourth": "any_draw", "heavenly_sets": "off"}
EVERYTHING = {"hu", "pong", "eat", "won", "drawn", "dead", "E3", "U3", "S3", "E4", "U4", "Q", "X"}
FUZZ_DEALS = int(os.environ.get("PAIJU_KERNEL_DEALS", "1000000"))


@pytest.mark.parametrize("preset", PRESETS)
def test_presets(preset, rng):
    seen: Seen = Counter()
    for _ in range(PRESET_DEALS):
        play_deal(rng, GAME.options({"preset": preset}), seen)
    assert seen["won"] + seen["drawn"] == PRESET_DEALS


def test_random_options(rng):
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


def test_uncompiled():
    """The same comparison with the kernel as plain Python."""
    if INTERPRETED:
        pytest.skip("this is plain Python")
    here = Path(__file__)
    files = [str(here.with_name(name)) for name in ("test_twins.py", "test_hands.py", "test_adapter.py")]
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *files],
        cwd=here.parents[3],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout


@pytest.mark.long
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_a_million_deals(chunk, rng):
    """Presets and random options in turn, some deals each; `PAIJU_KERNEL_DEALS` says how many in all."""
    seen: Seen = Counter()
    left = FUZZ_DEALS // CHUNKS
    while left > 0:
        for options in (GAME.options({"preset": rng.choice(PRESETS)}), random_options(rng)):
            for _ in range(SAME_OPTIONS):
                play_deal(random.Random(rng.getrandbits(64)), options, seen, deep=0.1)
        left -= 2 * SAME_OPTIONS
    assert set(+seen) >= {"hu", "pong", "eat"}
