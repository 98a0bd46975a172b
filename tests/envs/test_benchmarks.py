"""The speed rows of the environments, the peers, and the page made from them."""

from __future__ import annotations

import re

import pytest

from paiju.bench import measure
from paiju.bench import random_play as peers
from paiju.bench import rows as bench
from tools import benchmarks

ROW = {"unit": "decisions", "choices_per_s": 1.0, "deals_per_s": 1.0, "note": "note"}
ROWS = bench.plan(peers=False)


@pytest.fixture
def few(monkeypatch) -> None:
    """A row is measured in some deals, or steps of some tables: a few are enough to see that it can be."""
    for name, number in {"_DEALS": 1, "_KERNEL_DEALS": 50, "_TABLES": 64, "_EPISODE_STEPS": 1}.items():
        monkeypatch.setattr(peers, name, number)


@pytest.mark.usefixtures("few")
@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_every_row_can_be_measured(row) -> None:
    done = row.make()()
    assert 0 < done.choices <= done.decisions
    if ".batch" in row.name or ".vector" in row.name:
        assert done.decisions == 8 * 64
    else:
        assert (done.deals > 0) is (row.unit == "decisions")


class Works:
    """Two kinds of work on one clock that only they move; the whole machine is `slow` from time to time."""

    def __init__(self, monkeypatch) -> None:
        self.now, self.slow, self.log = 0.0, 1.0, ""
        monkeypatch.setattr(measure.time, "perf_counter", lambda: self.now)

    def make(self, name, rate):
        def batch():
            self.log += name
            self.now += self.slow / rate
            return measure.Work(1, 1, 1)

        return batch


def test_a_floor_is_a_ratio_to_a_reference_measured_alternately(monkeypatch) -> None:
    """However much the machine slows down between two runs, the ratio stays."""
    works = Works(monkeypatch)
    ours, theirs = works.make("a", 30.0), works.make("b", 10.0)

    def restless():
        if works.log.endswith("b"):
            works.slow *= 1.5
        return ours()

    row = measure.measure(measure.Measurement("x", "", lambda: restless, floor=2.0), 0.01, theirs)
    assert works.log == "ab" * 6
    assert row.ratio == pytest.approx(3.0)
    assert (row.floor, row.per_s < 30.0) == (2.0, True)


def test_without_a_floor_or_a_reference_there_is_no_ratio(monkeypatch) -> None:
    works = Works(monkeypatch)
    ours, theirs = works.make("a", 30.0), works.make("b", 10.0)
    free = measure.measure(measure.Measurement("x", "", lambda: ours), 0.01, theirs)
    alone = measure.measure(measure.Measurement("x", "", lambda: ours, floor=2.0), 0.01)
    assert (free.ratio, alone.ratio, alone.floor) == (None, None, 2.0)
    assert "b" not in works.log


def test_a_row_runs_in_turn_with_the_row_that_its_floor_names() -> None:
    """Each is made once, whether it is a peer or a row of ours."""
    reference = bench.references(peers=True)
    batch = next(row for row in ROWS if row.name == "paohuzi.env.batch")
    vector = next(row for row in ROWS if row.name == "paohuzi.env.gymnasium.vector")
    assert (vector.floor, vector.against) == (0.5, batch.name)
    assert reference(vector) is reference(
        measure.Measurement("x", "", batch.make, floor=1, against=batch.name)
    )
    assert reference(measure.Measurement("x", "", batch.make)) is None
    assert reference(measure.Measurement("x", "", batch.make, floor=1, against="nothing")) is None
    assert bench.references(peers=False)(vector) is None


def test_every_peer_is_listed_beside_a_row_of_ours() -> None:
    assert {theirs for theirs, _ in bench.beside()} == {peer.name for peer in peers.PEERS}
    assert {ours for _, ours in bench.beside()} <= {row.name for row in ROWS}


@pytest.mark.usefixtures("few")
@pytest.mark.parametrize("peer", peers.PEERS, ids=lambda peer: peer.name)
def test_an_installed_peer_can_be_measured(peer) -> None:
    if peer.missing():
        assert any(peer.name in line for line in bench.missing_peers())
        return
    done = peer.make()()
    assert done.decisions >= done.choices > 0


def test_the_page_and_its_chart_show_the_measured_rows() -> None:
    rows = [
        measure.Row(name, rate, **ROW)
        for name, rate in (("baohuang.kernel.step", 4e5), ("peer.open_spiel.dou_dizhu", 2e5), ("hands", 1e4))
    ]
    grown = [benchmarks.Growth("baohuang", 16, (1e5, 2e5), 2000)]
    page = benchmarks.page(rows, grown, "Shared.")
    assert "`baohuang.kernel.step / peer.open_spiel.dou_dizhu`: 2.00" in page
    assert "| baohuang | 16 | 100,000 | 200,000 | 2,000 |" in page
    assert "Shared." in page
    assert "| `baohuang.kernel.step` | 400,000 | decisions |  |  | 1 | 1 | note |" in page
    svg = benchmarks.chart(rows)
    assert svg.count("<rect") == 1 + len(rows)


def test_the_page_shows_ratios_beside_floors_and_no_rates() -> None:
    row = measure.Row("baohuang.kernel.step", 4e5, **ROW, floor=4.5, ratio=4.931)
    slow = measure.Row("paohuzi.law.step", 3e3, **ROW, floor=0.1, ratio=0.05)
    page = benchmarks.page([row, slow], [], "")
    assert "| `baohuang.kernel.step` | 400,000 | decisions | 4.93 | 4.5 | 1 | 1 | note |" in page
    assert "| `paohuzi.law.step` | 3,000 | decisions | 0.05 (below) | 0.1 | 1 | 1 | note |" in page
    rows = [measure.Row(name, 1e6, **ROW, floor=2.0, ratio=3.0) for name in benchmarks.HEADLINES.values()]
    line = benchmarks.headline(rows)
    assert "Bao Huang plays 3 times and Paohuzi 3 times as many" in line
    assert "000" not in line


def test_the_readme_and_the_page_show_the_ratios_of_the_same_run() -> None:
    """And every floor of the code."""
    page, readme = benchmarks.PAGE.read_text("utf-8"), benchmarks.README.read_text("utf-8")
    cells = {
        line.split(" | ")[0][2:]: line.split(" | ") for line in page.splitlines() if line.startswith("| `")
    }
    for row in ROWS:
        if row.floor is not None:
            assert cells[f"`{row.name}`"][4] == benchmarks.floor(row)
    for game, name in benchmarks.HEADLINES.items():
        assert re.search(rf"{game}(?: plays)? {cells[f'`{name}`'][3]} times", readme), name
