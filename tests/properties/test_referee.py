"""The law against the referee of `tests/referee`, which a second author wrote from the rules alone."""

from __future__ import annotations

import json
import random

import pytest

from paiju.conformance import check_line
from tests.referee.random_cases import random_case

_CASES, _PARTS = 60, 10


def check(rng: random.Random) -> None:
    case = {"id": "random", "game": "baohuang"} | random_case(rng)
    line = json.dumps(case)
    difference = check_line(line, "random").difference
    assert not difference, f"the referee is right or the law is:\n{difference}\n{line}"


@pytest.mark.parametrize("part", range(_PARTS))
def test_random_cases_match_the_referee(part: int, rng: random.Random) -> None:
    for _ in range(_CASES // _PARTS):
        check(rng)


@pytest.mark.long
@pytest.mark.parametrize("part", range(100))
def test_many_random_cases_match_the_referee(part: int, rng: random.Random) -> None:
    for _ in range(50):
        check(rng)
