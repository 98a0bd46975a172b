"""`tools.load` reports the tables that played, and no others. No other test asks what a tool of measurement says."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tools.load import NotMeasuredError, Seen, ask, check


def test_tables_that_did_not_play_are_not_reported():
    check(Seen(pages=3, played={0, 1, 2}), 3)
    for short in (
        Seen(pages=3, played={0, 2}),
        Seen(pages=2, played={0, 1}),
        Seen(pages=3, played={0, 1, 2}, lost=1),
    ):
        with pytest.raises(
            NotMeasuredError, match=f"of 3 tables {short.pages} were opened, {len(short.played)} played"
        ):
            check(short, 3)


def test_the_figures_of_several_nodes_count_together():
    class Node:
        def __init__(self, number):
            self.number = number

        def ask(self):
            return {
                "late": [self.number],
                "turns": [8],
                "due": {f"{self.number}": 7},
                "cpu": 1,
                "commits": 2,
                "writes": 3,
            }

    both = {"late": [1, 2], "turns": [8, 8], "due": {"1": 7, "2": 7}, "cpu": 2, "commits": 4, "writes": 6}
    assert ask([Node(1), Node(2)]) == both


@pytest.mark.long
def test_a_run_says_how_many_tables_played_and_a_cut_one_says_nothing_else():
    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "tools.load", "--bots", "random", *arguments]
        return subprocess.run(
            command, cwd=Path(__file__).parents[2], capture_output=True, text=True, check=False
        )

    whole = run("--tables", "2", "4", "--seconds", "10")
    assert whole.returncode == 0, whole.stderr
    assert [line.split()[-4] for line in whole.stdout.splitlines() if line.startswith("tables that")] == [
        "2,",
        "4,",
    ]
    short = run("--tables", "4", "--seconds", "0")
    assert short.returncode == 1
    assert "not measured" in short.stderr
    assert "due to events" not in short.stdout
