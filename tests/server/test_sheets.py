"""Score sheets: worked out by hand."""

from __future__ import annotations

from paiju.server.series.plans import sheet
from paiju.server.store.rows import AttemptRow


def made(guest: str, deal: int, points: int | None, *, seat: int = 0, name: str | None = None) -> AttemptRow:
    return AttemptRow("s", deal, guest, seat, f"t{guest}{deal}", f"{guest}{deal}", name, 1, 2, points)


ALL = [
    made("a", 1, 10, name="Ann"), made("b", 1, 4), made("c", 1, -2), made("d", 1, None),
    made("a", 2, -6, name="Ann"), made("b", 2, 0),
]  # fmt: skip


def test_points_are_compared_with_the_average_for_the_same_cards():
    sent = sheet(ALL, 2, "a", closed=False, losses={("a1", 0): 1.5, ("a2", 0): 2.5, ("b1", 0): 1.0})
    assert sent["deals"] == [
        {"deal": 1, "played": 3, "left": 1, "averages": {"0": 4.0}},
        {"deal": 2, "played": 2, "left": 0, "averages": {"0": -3.0}},
    ]
    rows = [
        (row["place"], row["name"], row["you"], row["played"], row["points"], row["over"], row["loss"])
        for row in sent["rows"]
    ]
    assert rows == [
        (1, "Ann", True, 2, 4, 3.0, 2.0), (1, None, False, 2, 4, 3.0, None), (3, None, False, 1, -2, -6.0, None),
    ]  # fmt: skip
    assert [cell and cell["over"] for cell in sent["rows"][0]["cells"]] == [6.0, -3.0]


def test_an_open_deal_reveals_only_how_many_played_it():
    sent = sheet(ALL, 2, "c", closed=False, losses={})
    assert sent["deals"][1] == {"deal": 2, "played": 2, "left": 0, "averages": {}}
    assert [row["played"] for row in sent["rows"]] == [1, 1, 1]
    assert all(row["cells"][1] is None for row in sent["rows"])
    assert sheet(ALL, 2, "z", closed=False, losses={})["rows"] == []
    assert sheet(ALL, 2, "z", closed=True, losses={})["players"] == 3


def test_other_seats_held_other_cards():
    sent = sheet(
        [made("a", 1, 9), made("b", 1, -9, seat=1), made("c", 1, -5, seat=1)], 1, "a", closed=True, losses={}
    )
    assert sent["deals"][0]["averages"] == {"0": 9.0, "1": -7.0}
    assert {row["over"] for row in sent["rows"]} == {0.0, 2.0, -2.0}
