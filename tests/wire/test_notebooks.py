"""What notebooks get: pictures of views, positions and records, and records as columns."""

from __future__ import annotations

import base64
import random
import sys
import types
from xml.etree import ElementTree as ET

import pytest

import paiju
from paiju.core.errors import UsageError
from paiju.wire import notebooks, plain
from paiju.wire.pictures import drawn, sheet, svg

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


@pytest.mark.parametrize("name", GAMES)
def test_a_picture_for_print_is_whole_and_loads_nothing(name, tmp_path) -> None:
    record, states = played(name)
    for made in (
        paiju.picture(paiju.load(name).view(states[len(states) // 2], 0), lang="fa"),
        paiju.picture(record, deal=0, step=3, lang="zh"),
    ):
        made.save(tmp_path / "deal.svg")
        assert (tmp_path / "deal.svg").read_text("utf-8") == made.svg
        root = ET.fromstring(made.svg)
        assert root.get("viewBox") == "0 0 1200 630"
        names = {one.get("id") for one in root.iter() if one.get("id")}
        used = {one.get("href") for one in root.iter() if one.get("href")}
        assert used
        assert used <= {f"#{one}" for one in names}
        assert "var(" not in made.svg
        assert "http" not in made.svg.replace("http://www.w3.org/2000/svg", "", 1)


def test_every_piece_is_also_drawn_for_print() -> None:
    whole = svg([(piece, 0, 0) for piece in sheet().names() if piece != "table"])
    assert len(list(ET.fromstring(whole))) == len(list(sheet().names())) - 1 + 3


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


@pytest.mark.parametrize("name", GAMES)
def test_the_text_of_a_value_makes_it_again(name) -> None:
    game = paiju.load(name)
    record, states = played(name, 1)
    options = game.options({"preset": list(game.presets())[-1]})
    assert eval(repr(options)) == options
    assert eval(repr(game)) is game
    state, other = states[0], states[len(states) // 2]
    assert repr(eval(repr(state))) == repr(state)
    view = game.view(other, game.actors(other)[0])
    assert repr(eval(repr(view))) == repr(view)
    assert repr(view).startswith("paiju.position(")
    assert repr(record) == f"<Record of {name}, 1 deals, {', '.join(record.seats)}>"


@pytest.mark.parametrize("name", GAMES)
def test_a_notebook_draws_what_a_cell_returns(name) -> None:
    game = paiju.load(name)
    record, states = played(name)
    state = states[5]
    step = list(paiju.replay(game, record))[5]
    values = [game.view(state, 0), state, paiju.Position(game, state), step, record]
    texts = [one._repr_html_() for one in values]
    assert all(text.startswith("<figure") and "data:image/png;base64," in text for text in texts)
    assert texts[1] == texts[2]
    assert len(set(texts)) == len(texts) - 1
    assert texts[-1].count("<tr>") == 1 + len(record.deals)
    assert base64.b64encode(paiju.picture(state).png).decode() in texts[1]
    assert "&#x27;" in texts[0]


def test_a_hand_that_is_counted_is_drawn_as_its_sets() -> None:
    found = paiju.evaluate_hand("U3 b6, E3 b9, s1-s2-s3, s4-s5-s6 | s2 s7 s10 b2 b7 b10 b3 b4", "b5")
    none = paiju.evaluate_hand("U3 b6, E3 b9, s1-s2-s3 | s2 s7 s10 b3 b4 s5 s6 s7 s8")
    assert paiju.picture(found).png != paiju.picture(none).png
    assert found._repr_html_().startswith("<figure")


def test_a_game_without_pictures_is_displayed_as_text(monkeypatch) -> None:
    _, states = played("paohuzi", 1)
    monkeypatch.setattr(notebooks, "pack_of", lambda _: plain.PACK)
    assert states[0]._repr_html_() is None


def test_actions_become_columns_that_say_which_a_bot_took() -> None:
    record, _ = played("paohuzi")
    record.deals[1].stood = [2]
    found = paiju.columns(record, "actions")
    assert len(found["action"]) == sum(len(deal.actions) for deal in record.deals)
    assert [found[name][0] for name in ("deal", "number", "seat", "action")] == [
        0,
        0,
        *record.deals[0].actions[0],
    ]
    assert [n for n, auto in enumerate(found["auto"]) if auto] == [len(record.deals[0].actions) + 2]
    with pytest.raises(UsageError, match=r"usage\.choice"):
        paiju.columns(record, "cards")


def test_a_table_is_made_by_the_library_that_is_installed(monkeypatch) -> None:
    record, _ = played("paohuzi", 1)
    monkeypatch.setattr(notebooks, "find_spec", lambda name: name == "polars" or None)
    monkeypatch.setitem(
        sys.modules, "polars", types.SimpleNamespace(DataFrame=lambda found: ("polars", found))
    )
    assert paiju.table(record) == ("polars", paiju.columns(record))
    assert paiju.table(record, "actions", library="polars") == ("polars", paiju.columns(record, "actions"))
    for wrong in (lambda: paiju.table(record, library="pandas"), lambda: paiju.parquet(record, "x.parquet")):
        with pytest.raises(UsageError, match=r"usage\.package"):
            wrong()


def test_records_are_written_as_parquet_a_part_at_a_time(monkeypatch, tmp_path) -> None:
    files = pytest.importorskip("pyarrow.parquet")
    record, _ = played("paohuzi")
    monkeypatch.setattr(notebooks, "_AT_ONCE", 2)
    for of in ("seats", "actions"):
        paiju.parquet((record for _ in range(5)), tmp_path / "x.parquet", of)
        read = files.read_table(tmp_path / "x.parquet")
        assert read.to_pydict() == paiju.columns([record] * 5, of)
        assert files.ParquetFile(tmp_path / "x.parquet").num_row_groups == 3
