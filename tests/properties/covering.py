"""A covering array: few sets of options that hold every pair of values that can be in force together.

All of it derives from the declarations. A pair counts where both options are *active*; an inactive option
has just its default, which says nothing. Building is greedy and without chance.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import combinations
from types import SimpleNamespace
from typing import Any

from paiju.core.errors import OptionError
from paiju.core.options import Rule, Value
from paiju.games.baohuang.options import BaohuangOptions
from tests.strategies import values_of

Choice = tuple[str, Value]
Pair = frozenset[Choice]
Values = dict[str, Value]

RULES: Mapping[str, Rule] = {r.name: r for r in BaohuangOptions.rules()}
DEFAULTS: Values = {r.name: r.default for r in RULES.values()}


class _Options(SimpleNamespace):
    """Values by name, as needs and constraints read them."""

    suited = False


def active(values: Values) -> set[str]:
    options: Any = _Options(**values)
    return {name for name, declared in RULES.items() if declared.active(options)}


def broken(values: Values) -> bool:
    options: Any = _Options(**values)
    return any(constraint.broken_by(options) for constraint in BaohuangOptions.constraints())


def pairs_of(values: Values) -> set[Pair]:
    """The pairs of values that are in force together."""
    return {frozenset(pair) for pair in combinations([(name, values[name]) for name in active(values)], 2)}


def holding(wanted: Values) -> Values | None:
    """Options that hold `wanted`, all of it active; None if there are none."""
    for forced in _supported(wanted, tuple(wanted)):
        for values in (DEFAULTS | forced, *_repaired(forced)):
            if not broken(values) and set(wanted) <= (on := active(values)):
                return {name: value if name in on else DEFAULTS[name] for name, value in values.items()}
    return None


def _supported(chosen: Values, open_names: tuple[str, ...]) -> Iterator[Values]:
    """`chosen` with what its options need, one way after the other."""
    if not open_names:
        yield chosen
        return
    name, *rest = open_names
    for case in RULES[name].needs or ((),):
        yield from _case(chosen, tuple(rest), list(case))


def _case(chosen: Values, rest: tuple[str, ...], case: list[Any]) -> Iterator[Values]:
    if not case:
        yield from _supported(chosen, rest)
        return
    need, *others = case
    if need.option in chosen:
        if chosen[need.option] in need.values:
            yield from _case(chosen, rest, others)
        return
    for value in need.values:
        yield from _case(chosen | {need.option: value}, (*rest, need.option), others)


def _repaired(forced: Values) -> Iterator[Values]:
    """A default may break a constraint: one more option is tried with its other values."""
    for name, declared in RULES.items():
        if name not in forced:
            for value in values_of(declared):
                yield DEFAULTS | forced | {name: value}


@lru_cache
def valid_pairs() -> tuple[Pair, ...]:
    """Every pair of values that can be in force together, found by trying."""
    singles = [(name, value) for name, declared in RULES.items() for value in values_of(declared)]
    found: dict[Pair, None] = {}
    for one, other in combinations(singles, 2):
        pair = frozenset((one, other))
        if one[0] != other[0] and pair not in found:
            values = holding({one[0]: one[1], other[0]: other[1]})
            if values is not None:
                found |= dict.fromkeys(sorted(pairs_of(values), key=_by_name))
    return tuple(sorted(found, key=_by_name))


def _by_name(pair: Pair) -> list[tuple[str, str]]:
    return sorted((name, str(value)) for name, value in pair)


@lru_cache
def array() -> tuple[BaohuangOptions, ...]:
    """The rows; each begins with the first pair that is still missing, and takes as many others as it can."""
    left = dict.fromkeys(valid_pairs())
    rows: list[BaohuangOptions] = []
    while left:
        first = next(iter(left))
        values = holding(dict(first))
        assert values is not None
        values = _filled(values, dict(first), left)
        for pair in pairs_of(values):
            left.pop(pair, None)
        assert first not in left
        rows.append(BaohuangOptions(**values))
    return tuple(rows)


def _filled(values: Values, fixed: Values, left: dict[Pair, None]) -> Values:
    """`values` with every option that is not fixed set to what covers most; gates before what they open."""
    gates = {need.option for declared in RULES.values() for case in declared.needs for need in case}
    fixed = fixed | _support(values, fixed)
    for name in sorted(RULES, key=lambda n: (n not in gates, list(RULES).index(n))):
        if name in fixed or not RULES[name].active(_Options(**values)):  # type: ignore[arg-type]
            continue
        best, best_score, best_values = values[name], -1, values
        for value in values_of(RULES[name]):
            trial = _settled(values | {name: value})
            on = active(trial)
            if broken(trial) or not set(fixed) <= on or any(trial[n] != v for n, v in fixed.items()):
                continue
            score = _score(trial, on, name, left, fixed)
            if score > best_score:
                best, best_score, best_values = value, score, trial
        values = best_values
        fixed = fixed | {name: best}
    return values


def _support(values: Values, fixed: Values) -> Values:
    """The gates that `fixed` stands on; they are not touched again."""
    names = {need.option for name in fixed for case in RULES[name].needs for need in case}
    found = {name: values[name] for name in names if name not in fixed and values[name] != DEFAULTS[name]}
    return found | _support(values, found) if found else found


def _settled(values: Values) -> Values:
    while True:
        on = active(values)
        idle = {n: DEFAULTS[n] for n, v in values.items() if n not in on and v != DEFAULTS[n]}
        if not idle:
            return values
        values = values | idle


def _score(values: Values, on: set[str], name: str, left: dict[Pair, None], fixed: Values) -> float:
    """Missing pairs with what is fixed; options that the value opens count a little."""
    own = (name, values[name])
    covered = sum(frozenset((own, (other, values[other]))) in left for other in fixed if other != name)
    opened = sum(frozenset(((n, values[n]), own)) in left for n in on if n not in fixed and n != name)
    return covered + 0.5 * opened


def confirmed(pair: Pair) -> bool:
    """Whether the options themselves take a pair; the solver above only reads their declarations."""
    values = holding(dict(pair))
    if values is None:
        return False
    try:
        options = BaohuangOptions(**values)
    except OptionError:
        return False
    return {n for n, _ in pair} <= {r.name for r in options.active()}
