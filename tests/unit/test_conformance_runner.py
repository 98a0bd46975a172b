"""The conformance runner: what it refuses, and that a case with a wrong expectation fails."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from paiju.conformance import check_file, check_line
from paiju.core.errors import UsageError

BEATS = {
    "id": "b",
    "game": "baohuang",
    "kind": "beats",
    "options": {},
    "top": "7",
    "play": "9",
    "expect": True,
}
PLAYS = {
    "id": "p",
    "game": "baohuang",
    "kind": "plays",
    "options": {},
    "hand": "67",
    "top": None,
    "expect": ["6", "7"],
}
RESULT = {
    "id": "r", "game": "baohuang", "kind": "result", "options": {"preset": "pagat-scored"}, "roles": "EGPPP",
    "multiplier": 1, "expect": {"E": 6, "G": 3, "P": -3},
}  # fmt: skip
HERE = Path(__file__).parents[1] / "conformance"
LINES = (HERE / "own_options.jsonl").read_text("utf-8").splitlines()
OWN = {case["id"]: case for case in map(json.loads, LINES)}
DEAL = OWN["own-A18-43"]
LEGAL = OWN["own-C3-A5"]
VOID = OWN["own-C3-A14"]
REFUSED = OWN["own-error-illegal"]


def outcome(case: dict[str, Any], **changes: Any) -> tuple[str, str]:
    """The id and the difference of a case with some fields changed (`...` drops one)."""
    changed = {key: value for key, value in {**case, **changes}.items() if value is not ...}
    return tuple(check_line(json.dumps(changed), "file:1"))


@pytest.mark.parametrize(
    "case", [BEATS, PLAYS, RESULT, DEAL, LEGAL, VOID, REFUSED], ids=lambda case: case["id"]
)
def test_right_cases_pass(case: dict[str, Any]) -> None:
    assert outcome(case) == (case["id"], "")


@pytest.mark.parametrize(
    ("case", "wrong"),
    [
        (BEATS, False),
        (PLAYS, ["6"]),
        (PLAYS, ["6", "7", "8"]),
        (PLAYS, []),
        (RESULT, {"E": 6, "G": 3, "P": -4}),
        (RESULT, {"E": 6, "P": -3}),
        (RESULT, {"winner": "people"}),
        (DEAL, {**DEAL["expect"], "places": [1, 2, 3, 4, 5]}),
        (DEAL, {**DEAL["expect"], "returns": [0, 0, 0, 0, 0]}),
        (DEAL, {**DEAL["expect"], "multiplier": 2}),
        (DEAL, {**DEAL["expect"], "next": {"first_drawer": 4, "carry": None}}),
        (DEAL, {"void": True}),
        (DEAL, {"error": "action.illegal", "at": 0}),
        (VOID, {"places": [1, 2, 3, 4, 5], "returns": [0] * 5}),
        (VOID, {"void": True, "next": {"first_drawer": 2, "carry": None}}),
        (REFUSED, {"error": "action.game_over", "at": 0}),
        (REFUSED, {"error": "action.illegal", "at": 1}),
        (REFUSED, {"void": True}),
        (LEGAL, {"actors": [1], "legal": LEGAL["expect"]["legal"]}),
        (LEGAL, {"actors": [2], "legal": {"2": ["crown", "abdicate"]}}),
        (LEGAL, {"actors": [2], "legal": {"2": []}}),
        (LEGAL, {"actors": [2], "legal": {}}),
    ],
)
def test_wrong_expectations_are_differences(case: dict[str, Any], wrong: Any) -> None:
    name, difference = outcome(case, expect=wrong)
    assert name == case["id"]
    assert difference
    assert not difference.startswith("error: the case is malformed")


def test_a_script_that_stops_early_is_a_difference() -> None:
    assert "before the deal is over" in outcome(DEAL, script=DEAL["script"][:-1])[1]


def test_a_script_that_goes_wrong_in_the_middle_is_a_difference() -> None:
    name, difference = outcome(LEGAL, script=["2 crown", "3 crown"])
    assert name == LEGAL["id"]
    assert "refused" in difference
    assert outcome(DEAL, script=["1 abdicate", *DEAL["script"][1:]])[1]


@pytest.mark.parametrize(
    ("case", "changes", "text"),
    [
        (BEATS, {"kind": "beat"}, "no kind 'beat'"),
        (BEATS, {"kind": None}, "no kind"),
        (BEATS, {"kind": ["beats"]}, "no kind"),
        (BEATS, {"game": "whist"}, "no game 'whist'"),
        (BEATS, {"game": ...}, "no game"),
        (BEATS, {"top": ...}, "malformed"),
        (BEATS, {"expect": ...}, "malformed"),
        (BEATS, {"top": 7}, "malformed"),
        (BEATS, {"top": None}, "malformed"),
        (BEATS, {"play": "9x"}, "notation.card"),
        (BEATS, {"play": ["9"]}, "malformed"),
        (BEATS, {"options": []}, ""),
        (BEATS, {"options": "pagat"}, "usage.type"),
        (BEATS, {"options": {"no_such": 1}}, "option.unknown"),
        (BEATS, {"options": {"call_threes": False}}, "option.inactive"),
        (BEATS, {"options": {"preset": "nowhere"}}, "option.preset"),
        (BEATS, {"options": {"deck": "9"}}, "option.choice"),
        (BEATS, {"play": "RR"}, "more R"),
        (BEATS, {"play": "3"}, "more 3"),
        (BEATS, {"play": "L"}, "more L"),
        (BEATS, {"play": "rrrr"}, "more r"),
        (BEATS, {"play": "9" * 17}, "more 9"),
        (BEATS, {"options": {"preset": "moegirl"}, "play": "B"}, "more B"),
        (BEATS, {"options": {"preset": "moegirl"}, "play": "9s9s9s9s9s"}, "more"),
        (PLAYS, {"hand": "RR"}, "more R"),
        (PLAYS, {"hand": "99999", "options": {"deck": "168", "bombs": "on"}, "expect": []}, ""),
        (PLAYS, {"expect": None}, "malformed"),
        (PLAYS, {"expect": ["x"]}, "notation.card"),
        (PLAYS, {"options": {"preset": "five-threes"}, "hand": "333333"}, "more 3"),
        (RESULT, {"roles": "EGPP"}, "layout.cards"),
        (RESULT, {"roles": "EEPPP"}, "layout.cards"),
        (RESULT, {"roles": "EGPPX"}, "layout.cards"),
        (RESULT, {"roles": 5}, "malformed"),
        (RESULT, {"multiplier": 0}, "layout.cards"),
        (RESULT, {"multiplier": "2"}, "malformed"),
        (RESULT, {"expect": 7}, "malformed"),
        (DEAL, {"hands": DEAL["hands"][:4]}, "layout.cards"),
        (DEAL, {"hands": [*DEAL["hands"][:4], DEAL["hands"][4] + "7"]}, "layout.cards"),
        (DEAL, {"hands": [DEAL["hands"][0].replace("2", "R", 1), *DEAL["hands"][1:]]}, "layout.cards"),
        (DEAL, {"hands": [DEAL["hands"][0].replace("2", "L", 1), *DEAL["hands"][1:]]}, "layout.cards"),
        (DEAL, {"hands": [DEAL["hands"][0].replace("2", "3", 1), *DEAL["hands"][1:]]}, "layout.cards"),
        (DEAL, {"hands": 5}, "malformed"),
        (DEAL, {"first_drawer": 7}, "record.field"),
        (DEAL, {"first_drawer": "0"}, "record.field"),
        (DEAL, {"carry": 7}, "record.field"),
        (DEAL, {"carry": {"roles": "EGPPP"}}, "record.field"),
        (DEAL, {"pile": "2AK", "script": []}, ""),
        (DEAL, {"script": ["2 fly"]}, ""),
        (DEAL, {"script": ["two crown"]}, "malformed"),
        (DEAL, {"script": [2]}, "malformed"),
        (DEAL, {"script": None}, "malformed"),
        (LEGAL, {"expect": {"actors": [2]}}, "malformed"),
        (LEGAL, {"expect": {"actors": [2], "legal": {"2": 7}}}, "malformed"),
        (LEGAL, {"expect": {"actors": [2], "legal": {"2": ["play x"]}}}, "notation.card"),
    ],
)
def test_impossible_and_malformed_cases_are_errors_that_name_the_case(
    case: dict[str, Any], changes: dict[str, Any], text: str
) -> None:
    name, difference = outcome(case, **changes)
    assert name == case["id"]
    if text:
        assert difference.startswith("error: ")
        assert text in difference
    else:
        assert "malformed" not in difference


def test_a_case_without_an_id_is_named_by_its_line() -> None:
    assert outcome(BEATS, id=..., expect=False)[0] == "file:1"


@pytest.mark.parametrize(
    "line",
    [
        "",
        "{",
        "[]",
        "7",
        "null",
        '"case"',
        "nonsense",
        '{"id": 1,}',
        "[" * 100_000,
        '{"a":' * 100_000,
        "x" * 2_000_000,
    ],
    ids=range(11),
)
def test_lines_that_are_no_case_are_refused(line: str) -> None:
    with pytest.raises(UsageError) as caught:
        check_line(line, "cases.jsonl:12")
    assert caught.value.code == "file.syntax"
    assert "cases.jsonl:12" in str(caught.value)
    assert len(str(caught.value)) < 400


def test_numbers_that_are_too_long_are_refused() -> None:
    line = json.dumps(BEATS)[:-1] + ', "more": ' + "9" * 10_000 + "}"
    with pytest.raises(UsageError) as caught:
        check_line(line, "cases.jsonl:1")
    assert caught.value.code == "file.syntax"


def test_files(tmp_path: Path) -> None:
    path = tmp_path / "cases.jsonl"
    path.write_text(json.dumps(BEATS) + "\n\n  \n" + json.dumps(BEATS | {"id": "c", "expect": False}) + "\n")
    assert [(one.case, bool(one.difference)) for one in check_file(path)] == [("b", False), ("c", True)]
    path.write_text(json.dumps(BEATS) + "\n{\n")
    with pytest.raises(UsageError, match=r"cases\.jsonl:2") as caught:
        list(check_file(path))
    assert caught.value.code == "file.syntax"
    path.write_bytes(b'{"id": "\xff"}\n')
    for bad in (path, tmp_path, tmp_path / "none.jsonl"):
        with pytest.raises(UsageError) as caught:
            list(check_file(bad))
        assert caught.value.code == "file.unreadable"
        assert caught.value.facts["path"] == str(bad)


def test_a_line_without_an_end_is_refused() -> None:
    with pytest.raises(UsageError) as caught:
        list(check_file(Path("/dev/zero")))
    assert (caught.value.code, caught.value.facts) == ("file.syntax", {"where": "/dev/zero:1"})
