"""python -m tests.referee_paohuzi.run FILE...   runs conformance cases and prints what differs."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

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


def follow(referee: Referee, script: list[str]) -> dict[str, Any] | None:
    """Play a script; the refusal where one is met."""
    for index, line in enumerate(script):
        seat, _, action = line.partition(" ")
        try:
            referee.act(int(seat), action)
        except Refused as refused:
            return {"error": refused.code, "at": index}
    return None


def start(case: Case, o: options.Options) -> Referee:
    return Referee(o, list(case["wall"]), case["dealer"], case.get("streak", 1))


def run_deal(case: Case, o: options.Options) -> dict[str, Any]:
    referee = start(case, o)
    refusal = follow(referee, case["script"])
    if refusal is not None:
        return refusal
    return referee.result() if referee.over else {"unfinished": referee.actors()}


def run_legal(case: Case, o: options.Options) -> dict[str, Any]:
    referee = start(case, o)
    refusal = follow(referee, case["script"])
    if refusal is not None:
        return refusal
    actors = referee.actors()
    return {"actors": list(actors), "legal": {str(seat): referee.legal(seat) for seat in actors}}


KINDS = {"hu": run_hu, "deal": run_deal, "legal": run_legal}


def main(paths: list[str]) -> int:
    passed = failed = 0
    for path in paths:
        with Path(path).open(encoding="utf-8") as lines:
            for line in lines:
                case = json.loads(line)
                try:
                    got = run_case(case)
                except Exception as problem:
                    got = {"exception": repr(problem)}
                if got == case["expect"]:
                    passed += 1
                else:
                    failed += 1
                    print(
                        f"{case['id']} {json.dumps(case['options'])}\n  expect {case['expect']}\n  got    {got}"
                    )
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
