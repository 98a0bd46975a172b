"""python -m tests.referee.run FILE...   runs conformance cases and prints what differs."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from . import cards, options, plays, scoring
from .deal import Referee
from .question import Refused

Case = dict[str, Any]


def run_case(case: Case) -> Any:
    """What the referee says; for comparison with case['expect']."""
    return KINDS[case["kind"]](case, options.resolve(case["options"]))


def run_beats(case: Case, o: options.Options) -> bool:
    play, top = cards.parse(case["play"]), cards.parse(case["top"])
    return plays.beats(play, plays.Top(tuple(top)), o, play)


def run_plays(case: Case, o: options.Options) -> list[str]:
    hand = cards.parse(case["hand"])
    low = None
    if options.low_last(o):
        low = cards.lowest_rank(o)
    top = plays.Top(tuple(cards.parse(case["top"]))) if case["top"] else None
    listed = plays.all_plays(plays.Player(hand, hand, low), top, o).values()
    return sorted(
        (cards.joined(play) for play in listed), key=lambda p: (len(p), [cards.order(c) for c in p])
    )


def run_result(case: Case, o: options.Options) -> dict[str, Any]:
    roles = case["roles"]
    places = [1, 2, 3, 4, 5]
    if o["scoring"] == "free":
        return {"winner": scoring.winner(o, roles, places)}
    return dict(scoring.by_role(o, roles, places, case["multiplier"]))


def start(case: Case, o: options.Options) -> Referee:
    hands = [cards.parse(hand) for hand in case["hands"]]
    pile = cards_in_order(case["pile"]) if case.get("pile") else None
    return Referee(o, hands, case.get("first_drawer", 0), case.get("carry"), pile)


def cards_in_order(text: str) -> list[str]:
    return text.split() if " " in text or len(text) == 1 or text[1:] in cards.SUITS else list(text)


def follow(referee: Any, script: list[str], refused: type[Any] = Refused) -> dict[str, Any] | None:
    """Play a script; the refusal where one is met."""
    for index, line in enumerate(script):
        seat, _, action = line.partition(" ")
        try:
            referee.act(int(seat), action)
        except refused as refusal:
            return {"error": refusal.code, "at": index}
    return None


def outcome(referee: Any, script: list[str], refused: type[Any] = Refused) -> dict[str, Any]:
    """The result of a deal after a script, who is to act, or the refusal."""
    if (refusal := follow(referee, script, refused)) is not None:
        return refusal
    return referee.result() if referee.over else {"unfinished": referee.actors()}


def run_deal(case: Case, o: options.Options) -> dict[str, Any]:
    return outcome(start(case, o), case["script"])


def run_legal(case: Case, o: options.Options) -> dict[str, Any]:
    referee = start(case, o)
    refusal = follow(referee, case["script"])
    if refusal is not None:
        return refusal
    actors = referee.actors()
    return {"actors": list(actors), "legal": {str(seat): sorted(referee.legal(seat)) for seat in actors}}


KINDS = {"beats": run_beats, "plays": run_plays, "result": run_result, "deal": run_deal, "legal": run_legal}


def differs(case: Case, got: Any) -> bool:
    expect = case["expect"]
    if case["kind"] == "legal" and "legal" in expect and isinstance(got, dict) and "legal" in got:
        return bool(
            expect["actors"] != got["actors"]
            or {seat: set(acts) for seat, acts in expect["legal"].items()}
            != {seat: set(acts) for seat, acts in got["legal"].items()}
        )
    if case["kind"] == "deal":
        return any(expect[key] != got.get(key) for key in expect)
    return bool(expect != got)


def main(paths: list[str], answer: Callable[[Case], Any], is_wrong: Callable[[Case, Any], bool]) -> int:
    """Run the cases of files and print what differs; the exit status."""
    passed = failed = 0
    for path in paths:
        for line in Path(path).read_text("utf-8").splitlines():
            case = json.loads(line)
            try:
                got = answer(case)
            except Exception as problem:  # a case the referee cannot run is a difference too
                got = {"exception": repr(problem)}
            if is_wrong(case, got):
                failed += 1
                print(
                    f"{case['id']} {json.dumps(case['options'])}\n  expect {case['expect']}\n  got    {got}"
                )
            else:
                passed += 1
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], run_case, differs))
