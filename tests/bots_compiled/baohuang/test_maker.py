"""A searching bot for every installation."""

import subprocess
import sys

from paiju import kernels
from paiju.bots.compiled.baohuang.maker import search_bot
from paiju.bots.heuristic.bot import HeuristicBot


def test_the_fields_of_a_budget_are_handed_on():
    bot = search_bot(3, worlds=7, seconds=0.5)
    assert bot.name == "search"
    assert (bot._search.budget.worlds, bot._search.budget.seconds) == (7, 0.5)


def test_without_numba_the_heuristic_plays(monkeypatch):
    monkeypatch.setattr(kernels, "missing", lambda: ("numba",))
    assert type(search_bot(3, worlds=7)) is HeuristicBot


def test_asking_for_a_maker_loads_no_numba():
    code = "import sys, paiju.bots.compiled.baohuang.maker; sys.exit('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
