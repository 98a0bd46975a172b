"""What notebooks get: pictures of views, positions and records, and records as columns."""

from __future__ import annotations

import random

import pytest

import paiju
from paiju.core.errors import UsageError
from paiju.wire.pictures import drawn, sheet

GAMES = ("baohuang", "paohuzi")
PNG = b"\x89PNG\r\n\x1a\n"


def played(name: str, deals: int = 2) -> tuple[paiju.Record, list]:
    """A record of some deals, and the states of the last one."""
    game, rng = paiju.load(name), random.Random(1)
    options = game.options({})
    recorder = paiju.Recorder(game, options, [f"P{seat}" for seat in range(game.seats_of(options))])
    carry, states = None, []
    for number in range(deals):
        moment = recorder.begin(bytes([number]) * 32, [b""] * game.seats_of(options), carry)[-1]
        states = [moment.state]
        while actors := game.actors(moment.state):
            action = rng.choice(game.legal_actions(moment.state, actors[0]))
            moment = recorder.act(moment.state, actors[0], action)[-1]
            states.append(moment.state)
        carry = game.carry(moment.state)
    return recorder.record, states


@pytest.mark.parametrize("name", GAMES)
def test_a_view_and_a_moment_of_a_record_are_drawn(name, tmp_path) -> None:
    record, states = played(name)
    game, empty = paiju.load(name), drawn([])
    middle = len(states) // 2
    made = [
        paiju.picture(game.view(states[middle], 1)),
        paiju.picture(record, 1, step=middle),
        paiju.picture(record, deal=0, step=3, lang="zh"),
        paiju.picture(list(paiju.replay(game, record))[5], 0),
    ]
    assert all(one._repr_png_().startswith(PNG) and one.png != empty for one in made)
    if name == "paohuzi":  # in Bao Huang a record says which suits its cards show, a view alone does not
        assert made[0].png == made[1].png
    made[0].save(tmp_path / "view.png")
    assert (tmp_path / "view.png").read_bytes() == made[0].png


def test_a_position_is_drawn_as_its_viewer_sees_it_or_open() -> None:
    record, states = played("paohuzi", 1)
    game = paiju.load("paohuzi")
    seen = paiju.position(game.position_text(game.view(states[9], 0)), random.Random(2))
    whole = paiju.position(game.position_text(states[9]))
    assert paiju.picture(seen).png != paiju.picture(whole).png
    assert paiju.picture(whole, 0).png == paiju.picture(game.view(whole.state, 0)).png
    assert len(record.deals) == 1


def test_pictures_of_what_is_not_there_are_refused() -> None:
    record, _ = played("paohuzi", 1)
    for wrong in ({"deal": 1}, {"step": 10_000}, {"seat": 3}):
        with pytest.raises(UsageError):
            paiju.picture(record, **wrong)
    with pytest.raises(UsageError):
        paiju.picture("paohuzi")


def test_records_become_columns_of_equal_length() -> None:
    one, _ = played("paohuzi")
    other, _ = played("baohuang", 1)
    found = paiju.columns([one, other])
    assert {len(column) for column in found.values()} == {2 * 3 + 5}
    assert found["record"] == [0] * 6 + [1] * 5
    assert found["seat"] == [0, 1, 2, 0, 1, 2, 0, 1, 2, 3, 4]
    assert sum(found["points"][:3]) == sum(one.deals[0].result["returns"])
    assert found["player"][:3] == ["P0", "P1", "P2"]
    assert paiju.columns(one)["points"] == found["points"][:6]
    assert sheet().size("table") == (1200, 630)
