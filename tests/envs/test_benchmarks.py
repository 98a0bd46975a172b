"""The speed rows of the environments, the peers, and the page made from them."""

from __future__ import annotations

import pytest

from paiju.analysis import bench, measuring, peers
from tools import benchmarks

ROW = {"unit": "decisions", "choices_per_s": 1.0, "deals_per_s": 1.0, "note": "note"}


def test_the_batch_rows_can_be_measured() -> None:
    names = [
        "baohuang.env.batch",
        "paohuzi.env.batch",
        "baohuang.env.batch.actions",
        "paohuzi.env.batch.actions",
    ]
    rows = {row.name: row for row in bench.plan(peers=False)}
    for name in names:
        done = rows[name].make()()
        assert done.decisions == 8 * 1024
        assert 0 < done.choices <= done.decisions


@pytest.mark.parametrize("peer", peers.PEERS, ids=lambda peer: peer.measurement.name)
def test_a_peer_that_is_here_can_be_measured(peer) -> None:
    assert set(peer.beside) <= {row.name for row in bench.plan(peers=False)}
    if peer.missing():
        assert any(peer.measurement.name in line for line in bench.missing_peers())
        return
    done = peer.measurement.make()()
    assert done.decisions >= done.choices > 0


def test_the_page_and_its_chart() -> None:
    rows = [
        measuring.Row(name, rate, **ROW)
        for name, rate in (("baohuang.kernel.step", 4e5), ("peer.open_spiel.dou_dizhu", 2e5), ("hands", 1e4))
    ]
    grown = [benchmarks.Growth("baohuang", 16, (1e5, 2e5), 2000)]
    page = benchmarks.page(rows, grown, "Shared.")
    assert "`baohuang.kernel.step / peer.open_spiel.dou_dizhu`: 2.00" in page
    assert "| baohuang | 16 | 100,000 | 200,000 | 2,000 |" in page
    assert "Shared." in page
    svg = benchmarks.chart(rows)
    assert svg.count("<rect") == 1 + len(rows)
