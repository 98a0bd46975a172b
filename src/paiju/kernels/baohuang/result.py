"""Places, points and the end of a deal (BH A15, A16), from the score table in the rules record."""

from __future__ import annotations

from paiju.games.baohuang.cards import SEATS
from paiju.kernels.baohuang.records import RulesRecord, StateRecord
from paiju.kernels.jit import compiled, inlined

EMPEROR, GUARD, PEOPLE = 0, 1, 2
_ALL = (1 << SEATS) - 1


@inlined
def worth(state: StateRecord, rules: RulesRecord, emperor: int, guard: int, guard2: int, role: int) -> int:
    """Points of a role before the multiplier, from the places of emperor and guards (0: there is no guard)."""
    return int(rules.points[state.announced, emperor, guard, guard2, role])


@compiled
def ends(state: StateRecord, rules: RulesRecord) -> bool:
    """BH A15: over as soon as one team is out, or, where the table says so, once the result is certain."""
    over = state.gone & state.crown == state.crown or state.gone | state.crown == _ALL
    if not over and rules.decided:
        over = _is_decided(state, rules)
    if over:
        finish(state, rules)
    return over


@compiled
def finish(state: StateRecord, rules: RulesRecord) -> None:
    """Close the deal: places, points, winner; nobody is asked any more."""
    place = 0
    for i in range(state.outs):
        state.places[state.out[i]] = place = i + 1
    first = (int(state.out[state.outs - 1]) if state.outs else state.emperor) + 1
    for i in range(SEATS):
        seat = (first + i) % SEATS
        if not state.gone >> seat & 1:
            place += 1
            state.places[seat] = place
    for i in range(state.stucks):
        state.places[state.stuck[i]] = SEATS - i
    _pay(state, rules)
    state.turn = -1


@compiled
def _pay(state: StateRecord, rules: RulesRecord) -> None:
    emperor = int(state.places[state.emperor])
    guard = int(state.places[state.guard]) if state.guard >= 0 else 0
    guard2 = int(state.places[state.guard2]) if state.guard2 >= 0 else 0
    for seat in range(SEATS):
        role = EMPEROR if seat == state.emperor else GUARD if seat in (state.guard, state.guard2) else PEOPLE
        state.returns[seat] = worth(state, rules, emperor, guard, guard2, role) * state.multiplier
    for i in range(state.stucks):
        state.returns[state.stuck[i]] -= rules.stuck_penalty * state.multiplier
    value = worth(state, rules, emperor, guard, guard2, EMPEROR)
    state.winner = 1 if value > 0 else -1 if value < 0 else 0


@compiled
def _is_decided(state: StateRecord, rules: RulesRecord) -> bool:
    """BH A18-63: whether every order of the seats still playing gives the same points.

    Only the places of emperor and guards count, so all ways to place those of them that still play are tried.
    """
    first, last = state.outs + 1, SEATS - state.stucks
    known = False
    points = (0, 0, 0)
    for emperor in range(1, SEATS + 1):
        if _can_come(state, state.emperor, emperor, first, last):
            for guard in range(SEATS + 1):
                if guard != emperor and _can_come(state, state.guard, guard, first, last):
                    for guard2 in range(SEATS + 1):
                        free = guard2 not in (emperor, guard) or guard2 == 0
                        if free and _can_come(state, state.guard2, guard2, first, last):
                            now = (
                                worth(state, rules, emperor, guard, guard2, EMPEROR),
                                worth(state, rules, emperor, guard, guard2, GUARD),
                                worth(state, rules, emperor, guard, guard2, PEOPLE),
                            )
                            if known and now != points:
                                return False
                            known, points = True, now
    return True


@inlined
def _can_come(state: StateRecord, seat: int, place: int, first: int, last: int) -> bool:
    """Whether a seat (-1: nobody, who has place 0) may come to a place; seats out or stuck have theirs."""
    if seat < 0:
        return place == 0
    for i in range(state.outs):
        if state.out[i] == seat:
            return place == i + 1
    for i in range(state.stucks):
        if state.stuck[i] == seat:
            return place == SEATS - i
    return first <= place <= last
