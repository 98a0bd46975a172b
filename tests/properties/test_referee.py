"""The rules of both games against referees which a second author wrote from the documents alone."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

import pytest

from paiju.conformance import check_line
from tests.drawing import often, rounds
from tests.referee.random_cases import random_case as baohuang
from tests.referee_paohuzi.random_cases import random_case as paohuzi


@pytest.mark.parametrize("case", [baohuang, paohuzi], ids=["baohuang", "paohuzi"])
@rounds(2, 40)
def test_random_cases_match_the_referee(
    case: Callable[[random.Random], dict[str, Any]], part: int, rng: random.Random
) -> None:
    for _ in range(often(8, 15)):
        line = json.dumps(case(rng), ensure_ascii=False)
        difference = check_line(line, "random").difference
        assert not difference, f"the referee is right or the rules are:\n{difference}\n{line}"
