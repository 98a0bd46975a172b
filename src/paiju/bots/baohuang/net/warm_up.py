"""What `paiju warmup` compiles for the network of Bao Huang."""

from __future__ import annotations

from math import inf

from paiju.bots.baohuang.compiled.search import Budget
from paiju.bots.baohuang.compiled.warm_up import first_question
from paiju.bots.baohuang.levels import net
from paiju.bots.baohuang.net.search import MasterBot, SecondBudget
from paiju.kernels.warm_up import Step


def _second_thoughts() -> None:
    """A first lead thought over twice, two plays tried in a deal that the network plays."""
    first = Budget(deals=1, candidates=2)
    budget = SecondBudget(deals=1, candidates=2, near=inf, first=first)
    MasterBot(0, budget, first).think(*first_question())


STEPS: tuple[Step, ...] = (
    ("Bao Huang, network", lambda: net(0).choose(*first_question())),
    ("Bao Huang, playouts by the network", _second_thoughts),
)
