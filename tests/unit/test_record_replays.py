"""core.record: where a replay differs from the record, the error says where."""

from __future__ import annotations

import json

import pytest

from paiju.core import reading
from paiju.core.record import dumps
from paiju.games.baohuang import GAME
from tests.unit.test_record import SMALL, edited, error_of, replayed, whole


def test_the_first_diverging_action_is_named() -> None:
    data = json.loads(dumps(whole("pagat-scored")))
    actions = data["deals"][0]["actions"]
    at = next(i for i, (_, text) in enumerate(actions) if i > 60 and text == "pass")
    actions[at] = [actions[at][0], "play 3"]
    error = error_of(json.dumps(data).encode())
    assert (error.code, error.facts["index"]) == ("record.diverged", at + 1)
    assert f"deal 1, action {at + 1}" in str(error)


def test_a_legal_but_different_action_is_named() -> None:
    data = json.loads(dumps(whole("pagat-scored")))
    record = whole("pagat-scored")
    for step in replayed(record):
        if step.index > 40 and len(GAME.legal_actions(step.state, step.state.turn)) > 2:
            break
    at = step.index
    legal = GAME.legal_actions(step.state, step.state.turn)
    texts = [GAME.action_text(step.state, action) for action in legal]
    seat, text = data["deals"][0]["actions"][at]
    data["deals"][0]["actions"][at] = [seat, next(other for other in texts if other != text)]
    assert error_of(json.dumps(data).encode()).facts["index"] == at + 1


@pytest.mark.parametrize("bad", ["fly", "play x", "", "play 9s"])
def test_actions_outside_the_notation_are_named(bad: str) -> None:
    data = json.loads(SMALL)
    data["deals"][0]["actions"][2][1] = bad
    error = error_of(json.dumps(data).encode())
    assert error.facts["index"] == 3


def test_an_action_that_is_not_text_is_named() -> None:
    data = json.loads(SMALL)
    data["deals"][0]["actions"][2][1] = "\ud800"
    error = error_of(json.dumps(data).encode())
    assert (error.code, error.facts["where"]) == ("record.field", "deals[0].actions[2]")
    assert str(error).encode()


def test_dropped_and_added_actions_are_named() -> None:
    data = json.loads(SMALL)
    last = data["deals"][0]["actions"].pop()
    data["deals"][0]["trail"] = data["deals"][0]["trail"][:-4]
    error = error_of(json.dumps(data).encode())
    assert (error.code, error.facts["index"]) == ("record.diverged", 5)
    data = json.loads(SMALL)
    data["deals"][0]["actions"].append(last)
    data["deals"][0]["trail"] += "0000"
    error = error_of(json.dumps(data).encode())
    assert (error.code, error.facts["index"]) == ("record.diverged", 6)


def test_swapped_deals_are_noticed() -> None:
    data = json.loads(SMALL)
    data["deals"].reverse()
    assert error_of(json.dumps(data).encode()).code == "record.diverged"


def test_a_dropped_deal_is_noticed() -> None:
    data = json.loads(dumps(whole("pagat-scored", 3)))
    del data["deals"][1]
    error = error_of(json.dumps(data).encode())
    assert error.code == "record.diverged"
    assert "deal 2" in str(error)


@pytest.mark.parametrize(
    ("field", "value"), [("winner", "tie"), ("opened", True), ("places", [1, 2, 3, 4, 5]), ("roles", "PPPPE")]
)
def test_a_carry_that_does_not_follow_is_noticed(field: str, value: object) -> None:
    data = json.loads(SMALL)
    before = data["deals"][1]["carry"]["carry"]
    assert before[field] != value
    before[field] = value
    assert error_of(json.dumps(data).encode()).code == "record.diverged"


def test_the_first_drawer_of_the_carry_must_follow() -> None:
    data = json.loads(SMALL)
    data["deals"][1]["carry"]["first_drawer"] = (data["deals"][1]["carry"]["first_drawer"] + 1) % 5
    assert error_of(json.dumps(data).encode()).code == "record.diverged"


def test_an_unfinished_deal_in_the_middle_is_noticed() -> None:
    data = json.loads(SMALL)
    first = data["deals"][0]
    first["actions"].pop()
    first["trail"] = first["trail"][:-4]
    first["events"] = first["result"] = None
    assert error_of(json.dumps(data).encode()).code == "record.diverged"


def test_a_sealed_deal_can_be_read_and_written_but_not_replayed() -> None:
    data = edited(deal_secret=None)
    record = reading.loads(data)
    assert record.deals[0].secret is None
    assert reading.loads(dumps(record).encode()) == record
    error = error_of(data)
    assert (error.code, error.facts["deal"]) == ("record.sealed", 1)
