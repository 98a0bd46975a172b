"""All populations asked, one after the other: which deals, how many, and with what weights."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

import numpy as np

from paiju.bots.baohuang.compiled.parameters import WeightsRecord
from paiju.bots.baohuang.net.guards.network import GuardNetwork
from paiju.bots.baohuang.people import habits
from paiju.games.baohuang.options import BaohuangOptions
from paiju.kernels.baohuang.compiling import rules_for
from paiju.kernels.records import Records, fields
from paiju.train.baohuang.guards.company import LONGEST
from paiju.train.baohuang.guards.evidence import evidence
from paiju.train.baohuang.guards.measuring import Report, report_of
from paiju.train.baohuang.guards.populations import KEPT, LEARNED
from paiju.train.baohuang.guards.tables import Table

TABLES = (
    Table("levels at the table", (habits.EASY, habits.NORMAL), alike=True),
    Table(
        "styles at the table",
        (habits.BOLD, habits.CAREFUL, habits.OUTSPOKEN, habits.SECRETIVE, habits.TIDY),
    ),
)
"""Kept out of learning as well: what they forget, and what they would never do, no kernel knows."""
SLOW = 6
"""People and searches play so many times fewer deals, and no more actions than two moments need."""
_SHORT = 63
_MEASURED = (1 << 61) + (1 << 59)  # far from the deals of any run
_EACH, _SEEDS = 1 << 40, 1 << 46
_LAW = 1 << 40


def survey(
    options: BaohuangOptions,
    heuristic: Records[WeightsRecord],
    weights: Mapping[str, Any],
    *,
    learned: Collection[str],
    deals: int,
    seed: int = 0,
) -> Iterator[Report]:
    """Ask the network in so many deals of each population, none of which it learned from; a seed has its own.

    `learned` names the populations of which it has seen other deals.
    """
    rules, network = rules_for(options), GuardNetwork(weights, float(fields(heuristic).suspicion))
    suspicion = float(fields(heuristic).suspicion)
    slow = max(10, deals // SLOW)
    for at, population in enumerate((*LEARNED, *KEPT)):
        searches = population.mind == "search"
        first = _MEASURED + seed * _SEEDS + at * _EACH
        numbers = first + np.arange(slow if searches else deals)
        games = population.play(rules, numbers, seed, _SHORT if searches else LONGEST)
        yield report_of(
            population.name,
            network,
            evidence(rules, heuristic, games),
            suspicion,
            learned=population.name in learned,
        )
    for at, table in enumerate(TABLES):
        numbers = _LAW + seed * _EACH // SLOW + at * deals + np.arange(slow)
        games = table.play(options, numbers, seed, _SHORT)
        yield report_of(table.name, network, evidence(rules, heuristic, games), suspicion, learned=False)
