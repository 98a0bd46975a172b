"""A set of options as a rules record: the compiled rules, their tables copied in."""

from __future__ import annotations

from functools import lru_cache

from paiju.games.baohuang.cards import FIRST_JOKER, MARKED_BIG, SEATS
from paiju.games.baohuang.options import BaohuangOptions, EarlyEnd, Switch
from paiju.games.baohuang.plays import LAOWANG_STRENGTH
from paiju.games.baohuang.rules import Rules, compile_rules
from paiju.games.baohuang.scoring import POINTS, Standing
from paiju.games.baohuang.state import Roles
from paiju.kernels.baohuang.play import EMPEROR, GUARD, PEOPLE
from paiju.kernels.baohuang.records import LEVEL_OF_STRENGTH, RulesRecord, first_suits
from paiju.kernels.records import Records, fields, new


@lru_cache(maxsize=256)
def rules_for(options: BaohuangOptions) -> Records[RulesRecord]:
    """The record of an option set; equal options share one."""
    rules = compile_rules(options)
    records = new(RulesRecord)
    record = fields(records)
    _copy_switches(record, options, rules)
    _copy_dealing(record, rules)
    _copy_points(record, rules)
    return records


_SAME_OPTIONS = ("twos_fill", "twos_with_jokers", "bomb_jokers", "bomb_three_reds")
_SAME_RULES = ("natural_bombs", "hard_pass", "defers", "low_last", "next_rank", "low_rank", "suited")
"""Fields of the record that are those of the options, and of the compiled rules."""


def _copy_switches(record: RulesRecord, options: BaohuangOptions, rules: Rules) -> None:
    comparison = rules.comparison
    strengths = comparison.strength_of[FIRST_JOKER:]
    record.levels[:] = [LEVEL_OF_STRENGTH[strength] for strength in strengths]
    record.highest = LEVEL_OF_STRENGTH[
        LAOWANG_STRENGTH if rules.crowning.laowang else strengths[MARKED_BIG - FIRST_JOKER]
    ]
    for name in _SAME_OPTIONS:
        setattr(record, name, getattr(options, name))
    for name in _SAME_RULES:
        setattr(record, name, getattr(rules, name))
    record.lowest_gain = comparison.lowest_gain
    record.three_twos = options.three_twos_beat_red
    record.bombs = options.bombs is Switch.ON
    record.barred_bomb = rules.low_rank if rules.low_last and not options.bomb_threes else -1
    record.all_at_once = rules.low_last and options.low_last_all_at_once
    record.gets_stuck = rules.low_last and rules.gets_stuck
    record.decided, record.stuck_penalty = options.early_end is EarlyEnd.DECIDED, options.stuck_penalty
    record.plain = not (
        options.twos_fill or record.bombs or record.three_twos or not options.twos_with_jokers
    )
    if rules.suited:
        record.first_suits[:] = first_suits(bombs=bool(record.bombs))


def _copy_dealing(record: RulesRecord, rules: Rules) -> None:
    deck = rules.deck(first_deal=True)
    record.deck_size = len(deck)
    record.deck[: len(deck)] = deck
    crowning = rules.crowning
    record.calls = crowning.guard_called
    record.laowang = crowning.laowang
    record.heir_step = crowning.heir(0)
    record.may_call[list(crowning.first_callable)] = True


def _copy_points(record: RulesRecord, rules: Rules) -> None:
    """The points of the rules for all places of emperor (seat 0) and guards (1, 2), for plain and announced deals."""
    for announced in (False, True):
        for guards in ((), (1,), (1, 2)):
            roles = Roles(emperor=0, guards=guards)
            for crown in _placings(len(guards) + 1):
                rest = [place for place in range(1, SEATS + 1) if place not in crown]
                places = (*crown, *rest)
                points = POINTS[rules.options.scoring](Standing(rules, roles, places, announced=announced))
                guard, guard2 = (*crown[1:], 0, 0)[:2]
                at = int(announced), crown[0], guard, guard2
                record.points[*at, EMPEROR], record.points[*at, PEOPLE] = points[0], points[-1]
                record.points[*at, GUARD] = points[1] if guards else 0


def _placings(seats: int) -> list[tuple[int, ...]]:
    """Every way in which some seats may come to places."""
    ways: list[tuple[int, ...]] = [()]
    for _ in range(seats):
        ways = [(*way, place) for way in ways for place in range(1, SEATS + 1) if place not in way]
    return ways
