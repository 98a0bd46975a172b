"""A rule set as a record: compiled rules, their bases and item tables written out as numbers.

Every item asks for one of four things: how many reds (and whether all sets are identical), how many large
cards, how many small ones, and the way of winning. So each of the four is a table, filled by the rules' own
predicates, and the multiplier is their sum or the highest of them.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial

from paiju.games.paohuzi.options import MultiplierMode, PaohuziOptions, ShownCard
from paiju.games.paohuzi.rules import Earned, Facts, Rules, Table, compile_rules, earned, points
from paiju.kernels.paohuzi.records import MOST_HU, MOST_SEATS, RulesRecord, SetsRecord, sets_of
from paiju.kernels.records import Grid, Records, fields, new

OWN, LAST, HEAVEN, EARTH = 1, 2, 4, 8
"""How a hand is won, as bits; the way of winning is all but the first."""

ASKS = {ShownCard.OFF: 0, ShownCard.DEALER_ONLY: 1, ShownCard.EVERYONE: MOST_SEATS}
"""The number of seats that are asked about the dealer's shown card (PZ M22)."""

IDENTICAL_AT = 32
_NEUTRAL = Facts(reds=-1, larges=-1, smalls=-1)
_COUNTS = range(IDENTICAL_AT)


GROUPS = (
    tuple(_NEUTRAL._replace(reds=n, identical=alike) for alike in (False, True) for n in _COUNTS),
    tuple(_NEUTRAL._replace(larges=n) for n in _COUNTS),
    tuple(_NEUTRAL._replace(smalls=n) for n in _COUNTS),
    tuple(
        _NEUTRAL._replace(last=last, heaven=heaven, earth=earth)
        for earth in (False, True) for heaven in (False, True) for last in (False, True)
    ),
)  # fmt: skip
"""For each of the four tables the facts of its entries, everything else as no item asks for it."""


@lru_cache(maxsize=256)
def rules_for(options: PaohuziOptions) -> Records[RulesRecord]:
    """The record of an option set; equal options share it."""
    law = compile_rules(options)
    records = new(RulesRecord)
    record = fields(records)
    _copy(record, law)
    for hu in range(MOST_HU):
        bottom = max(0, law.base(hu))
        record.bottom_of[hu] = bottom
        record.own_bottom_of[hu] = law.self_bottom(bottom)
    _fill(
        record.times,
        law.table,
        partial(earned, highest=False),
        partial(max, default=0) if record.highest else sum,
    )
    _fill(record.points, law.table, points, sum)
    return records


def sets_for(options: PaohuziOptions) -> Records[SetsRecord]:
    """The record of all sets that an option set has."""
    return sets_of(one_five_ten=options.one_five_ten)


_SAME = (
    "heavenly_sets", "quads_are_triples", "own_pao", "any_pao", "break_pao", "ask_after_pao", "parity", "bi",
    "eats_smell", "pong_stops_eat", "eat_stops_pong", "own_discard_smells", "discard_wins", "by_hu", "draw_doubles", "draw_moves", "seats", "discarder_shares", "min_hu",
    "cap", "draw_points",
)  # fmt: skip
"""Fields of the record that are those of the compiled rules."""


def _copy(record: RulesRecord, law: Rules) -> None:
    for name in _SAME:
        setattr(record, name, getattr(law, name))
    record.doubles, record.plain_min_hu = law.table.doubles, law.table.plain_min_hu
    record.highest = law.options.multiplier_mode is MultiplierMode.HIGHEST
    record.shown_asks = ASKS[law.shown]


def _fill(
    groups: Grid[int],
    table: Table,
    items: Callable[[Table, Facts], Earned],
    taken: Callable[[list[int]], int],
) -> None:
    nothing = set(items(table, _NEUTRAL))
    for group, entries in enumerate(GROUPS):
        for at, facts in enumerate(entries):
            groups[group, at] = taken([item[1] for item in items(table, facts) if item not in nothing])
