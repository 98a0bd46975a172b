"""python -m tests.referee_paohuzi.run FILE...   runs conformance cases and prints what differs."""

from __future__ import annotations

import sys
from typing import Any

from tests.referee.run import follow, main, outcome

from . import hand, options
from .cards import parse_set
from .deal import Referee, Refused
from .scoring import Win

Case = dict[str, Any]


def run_case(case: Case) -> Any:
    """What the referee says; for comparison with case['expect']."""
    return KINDS[case["kind"]](case, options.resolve(case["options"]))


def run_hu(case: Case, o: options.Options) -> dict[str, int] | None:
    table = [parse_set(one) for one in case["table"]]
    win = Win(own_draw=case["by"] == "self", last=case["last"])
    score = hand.evaluate(table, tuple(case["hand"].split()), case["card"], win, o)
    return None if score is None else score.as_dict()


def start(case: Case, o: options.Options) -> Referee:
    return Referee(o, list(case["wall"]), case["dealer"], case.get("streak", 1))


def run_deal(case: Case, o: options.Options) -> dict[str, Any]:
    return outcome(start(case, o), case["script"], Refused)


def run_legal(case: Case, o: options.Options) -> dict[str, Any]:
    referee = start(case, o)
    refusal = follow(referee, case["script"], Refused)
    if refusal is not None:
        return refusal
    actors = referee.actors()
    return {"actors": list(actors), "legal": {str(seat): referee.legal(seat) for seat in actors}}


KINDS = {"hu": run_hu, "deal": run_deal, "legal": run_legal}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], run_case, lambda case, got: got != case["expect"]))
