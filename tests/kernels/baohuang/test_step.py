"""The kernel plays as the rules engine does, on fresh random deals, compiled and interpreted."""

from __future__ import annotations

import hashlib
import os
import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from paiju.games.baohuang import GAME
from paiju.kernels.jit import INTERPRETED
from tests.drawing import often, rounds
from tests.kernels.baohuang import driving
from tests.kernels.baohuang.driving import follow, options_for, playing
from tests.strategies import BUNDLES, PRESETS, bundled, random_options

Tell = Callable[[object], None]
ROOT = Path(__file__).parents[3]


@pytest.mark.parametrize("preset", PRESETS)
def test_presets_are_played_like_the_rules(preset: str, rng: random.Random, tell: Tell) -> None:
    options = GAME.options({"preset": preset})
    for _ in range(1 if INTERPRETED else often(2, 5)):
        state = playing(rng, options)
        tell(state.start)
        follow(state, rng, hashlib.sha256())


@pytest.mark.parametrize("bundle", BUNDLES, ids=" ".join)
@rounds(1, 4)
def test_rare_options_are_played_like_the_rules(
    part: int, bundle: dict[str, object], rng: random.Random, tell: Tell
) -> None:
    options = bundled(rng, random_options(rng), bundle)
    tell(options.differences())
    follow(playing(rng, options), rng, hashlib.sha256())


@rounds(1, 10)
def test_random_options_are_played_like_the_rules(part: int, rng: random.Random, tell: Tell) -> None:
    for _ in range(4 if INTERPRETED else often(10, 25)):
        options = options_for(rng)
        tell(options.differences())
        follow(playing(rng, options), rng, hashlib.sha256())


def test_points_beyond_32_bits_match(rng: random.Random, tell: Tell) -> None:
    options = GAME.options({"preset": "pagat", **BUNDLES[-1]})
    for _ in range(200):  # one deal in four is such a one
        state = playing(rng, options)
        tell(state.start)
        result = follow(state, rng, hashlib.sha256(), thorough=0.0).result
        if result and max(map(abs, result.returns)) >= 1 << 31:
            return
    pytest.fail("there was none")


@pytest.mark.skipif(INTERPRETED, reason="this is the other half of the comparison")
def test_interpreted_kernels_do_the_same(rng: random.Random, tell: Tell) -> None:
    seed = rng.randbytes(6).hex()
    tell(seed)
    done = subprocess.run(
        [sys.executable, "-W", "error", "-m", "tests.kernels.baohuang.driving", seed, "4"],
        cwd=ROOT, env={**os.environ, "NUMBA_DISABLE_JIT": "1"}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == driving.main(seed, 4)
