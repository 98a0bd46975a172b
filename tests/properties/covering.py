"""A covering array: few sets of options that hold every pair of values that can be in force together.

All of it derives from the declarations. A pair counts where both options are *active*; an inactive option
has just its default, which says nothing. Building is greedy and without chance.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import combinations
from types import SimpleNamespace
from typing import Any

from paiju.core.errors import OptionError
from paiju.core.options import Rule, Value
from paiju.games.baohuang.options import BaohuangOptions
from tests.drawing import values_of

Pair = tuple[int, int]  # two numbers of SINGLES, the lower one first
Values = dict[str, Value]

RULES: Mapping[str, Rule] = {r.name: r for r in BaohuangOptions.declared()}
DEFAULTS: Values = {r.name: r.default for r in RULES.values()}
SINGLES = tuple((name, value) for name, declared in RULES.items() for value in values_of(declared))

_NUMBER = {single: i for i, single in enumerate(SINGLES)}
_NEEDS = {
    name: [[(need.option, need.values) for need in case] for case in declared.needs]
    for name, declared in RULES.items()
}
_GATES = {option for cases in _NEEDS.values() for case in cases for option, _ in case}
_ORDER = sorted(RULES, key=lambda name: name not in _GATES)


def active(values: Values) -> set[str]:
    """The names of the options that mean something; `confirmed` compares with what `Rule.active` says."""
    return {
        name
        for name, cases in _NEEDS.items()
        if not cases or any(all(values[option] in allowed for option, allowed in case) for case in cases)
    }


def broken(values: Values) -> bool:
    options: Any = SimpleNamespace(**values)
    return any(constraint.broken_by(options) for constraint in BaohuangOptions.constraints())


def pairs_of(values: Values) -> set[Pair]:
    """The pairs of values that are in force together."""
    on = active(values)  # a value off the list of a number (a default, say) makes no pair
    singles = [(name, value) for name, value in values.items() if name in on]
    return set(combinations(sorted(_NUMBER[s] for s in singles if s in _NUMBER), 2))


def wanted_of(pair: Pair) -> Values:
    return dict(SINGLES[i] for i in pair)


# --- one row for given values


def holding(wanted: Values) -> Values | None:
    """Options that hold `wanted`, all of it active; None if there are none."""
    for forced in _supported(wanted, tuple(wanted)):
        for values in _repaired(forced):
            if not broken(values) and wanted.keys() <= active(values):
                return _settled(values)
    return None


def _supported(chosen: Values, names: tuple[str, ...]) -> Iterator[Values]:
    """`chosen` with what the options `names` need, one way after the other."""
    if not names:
        yield chosen
        return
    for case in _NEEDS[names[0]] or ([],):
        yield from _case(chosen, names[1:], case)


def _case(chosen: Values, rest: tuple[str, ...], case: list[Any]) -> Iterator[Values]:
    if not case:
        yield from _supported(chosen, rest)
        return
    option, allowed = case[0]
    if option in chosen:
        if chosen[option] in allowed:
            yield from _case(chosen, rest, case[1:])
        return
    for value in allowed:
        more = rest if value == DEFAULTS[option] else (*rest, option)
        yield from _case(chosen | {option: value}, more, case[1:])


def _repaired(forced: Values) -> Iterator[Values]:
    """The options; where a default breaks a constraint, one more option with its other values."""
    yield DEFAULTS | forced
    if broken(DEFAULTS | forced):
        yield from (DEFAULTS | {name: value} | forced for name, value in SINGLES)


def _settled(values: Values) -> Values:
    """`values` with the default for every option that means nothing."""
    while True:
        on = active(values)
        idle = {n: DEFAULTS[n] for n, v in values.items() if n not in on and v != DEFAULTS[n]}
        if not idle:
            return values
        values = values | idle


# --- all of them


@lru_cache
def valid_pairs() -> tuple[Pair, ...]:
    """Every pair of values that can be in force together, found by trying."""
    found: set[Pair] = set()
    for pair in combinations(range(len(SINGLES)), 2):
        if pair not in found and len(wanted_of(pair)) > 1:
            values = holding(wanted_of(pair))
            if values is not None:
                found |= pairs_of(values)
    return tuple(sorted(found))


@lru_cache
def array() -> tuple[BaohuangOptions, ...]:
    """The rows; each begins with the missing pair hardest to place and takes as many others as it can."""
    left = set(valid_pairs())
    rows: list[BaohuangOptions] = []
    while left:
        weight = Counter(number for pair in left for number in pair)
        first = max(left, key=lambda pair: (_depth(pair), weight[pair[0]] + weight[pair[1]], pair))
        values = holding(wanted_of(first))
        assert values is not None, first
        values = _filled(values, wanted_of(first), left, weight)
        assert first in pairs_of(values)
        left -= pairs_of(values)
        rows.append(BaohuangOptions(**values))
    return tuple(rows)


def _depth(pair: Pair) -> int:
    """How much a pair needs: what needs most is placed first."""
    return sum(len(case) for i in pair for case in _NEEDS[SINGLES[i][0]][:1])


def _filled(values: Values, fixed: Values, left: set[Pair], weight: Counter[int]) -> Values:
    """`values` with every option that is not fixed set to what covers most; gates before what they open."""
    fixed = fixed | _support(values, fixed)
    for name in _ORDER:
        if name in fixed or name not in active(values):
            continue
        trials = [_settled(values | {name: value}) for value in values_of(RULES[name])]
        fitting = [t for t in trials if _fits(t, fixed, name)]
        if fitting:
            values = max(fitting, key=lambda trial: _score(trial, name, left, fixed, weight))
            fixed = fixed | {name: values[name]}
    return values


def _fits(trial: Values, fixed: Values, name: str) -> bool:
    stored = all(trial[other] == value for other, value in fixed.items())
    return stored and not broken(trial) and (fixed.keys() | {name}) <= active(trial)


def _support(values: Values, fixed: Values) -> Values:
    """The gates that `fixed` stands on; they are not touched again."""
    names = {option for name in fixed for case in _NEEDS[name] for option, _ in case}
    found = {name: values[name] for name in names if name not in fixed and values[name] != DEFAULTS[name]}
    return found | _support(values, fixed | found) if found else found


def _score(trial: Values, name: str, left: set[Pair], fixed: Values, weight: Counter[int]) -> float:
    """Missing pairs with what is fixed; and, for a gate, how much is missing of what it opens."""
    own = _NUMBER.get((name, trial[name]), -1)
    others = (_NUMBER.get((n, v), -1) for n, v in fixed.items() if n != name)
    covered = sum((min(own, other), max(own, other)) in left for other in others)
    if name not in _GATES:
        return covered + weight[own] / 10_000
    opened = sum(
        max(weight[_NUMBER[n, v]] for v in values_of(RULES[n])) for n in active(trial) if n not in fixed
    )
    return covered + opened / _OPEN + weight[own] / _OPEN


_OPEN = 15  # missing pairs that count as much as one covered at once


def confirmed(pair: Pair) -> bool:
    """Whether the options themselves take a pair; the solver above only reads their declarations."""
    values = holding(wanted_of(pair))
    if values is None:
        return False
    try:
        options = BaohuangOptions(**values)
    except OptionError:
        return False
    return wanted_of(pair).keys() <= {r.name for r in options.active()} == active(values)
