"""Places, points and the end of a deal (BH A15, A16), from the score table in the rules record."""

from __future__ import annotations

from typing import Any

from paiju.kernels.baohuang.records import SEATS
from paiju.kernels.jit import compiled, inlined

EMPEROR, GUARD, PEOPLE = 0, 1, 2
_ALL = (1 << SEATS) - 1


@inlined
def worth(s: Any, r: Any, emperor: int, guard: int, guard2: int, role: int) -> int:
    """Points of a role before the multiplier, from the places of emperor and guards (0: there is no guard)."""
    return int(r.points[s.announced, emperor, guard, guard2, role])


@compiled
def ends(s: Any, r: Any) -> bool:
    """BH A15: over as soon as one team is out, or, where the table says so, once the result is certain."""
    over = s.gone & s.crown == s.crown or s.gone | s.crown == _ALL
    if not over and r.decided:
        over = _is_decided(s, r)
    if over:
        finish(s, r)
    return over


@compiled
def finish(s: Any, r: Any) -> None:
    """Close the deal: places, points, winner; nobody is asked any more."""
    place = 0
    for i in range(s.outs):
        s.places[s.out[i]] = place = i + 1
    first = (int(s.out[s.outs - 1]) if s.outs else s.emperor) + 1
    for i in range(SEATS):
        seat = (first + i) % SEATS
        if not s.gone >> seat & 1:
            place += 1
            s.places[seat] = place
    for i in range(s.stucks):
        s.places[s.stuck[i]] = SEATS - i
    _pay(s, r)
    s.turn = -1


@compiled
def _pay(s: Any, r: Any) -> None:
    emperor = int(s.places[s.emperor])
    guard = int(s.places[s.guard]) if s.guard >= 0 else 0
    guard2 = int(s.places[s.guard2]) if s.guard2 >= 0 else 0
    for seat in range(SEATS):
        role = EMPEROR if seat == s.emperor else GUARD if seat in (s.guard, s.guard2) else PEOPLE
        s.returns[seat] = worth(s, r, emperor, guard, guard2, role) * s.multiplier
    for i in range(s.stucks):
        s.returns[s.stuck[i]] -= r.stuck_penalty * s.multiplier
    value = worth(s, r, emperor, guard, guard2, EMPEROR)
    s.winner = 1 if value > 0 else -1 if value < 0 else 0


@compiled
def _is_decided(s: Any, r: Any) -> bool:
    """BH A18-63: whether every order of the seats still playing gives the same points.

    Only the places of emperor and guards count, so all ways to place those of them that still play are tried.
    """
    first, last = s.outs + 1, SEATS - s.stucks
    known = False
    points = (0, 0, 0)
    for emperor in range(1, SEATS + 1):
        if _can_come(s, s.emperor, emperor, first, last):
            for guard in range(SEATS + 1):
                if guard != emperor and _can_come(s, s.guard, guard, first, last):
                    for guard2 in range(SEATS + 1):
                        free = guard2 not in (emperor, guard) or guard2 == 0
                        if free and _can_come(s, s.guard2, guard2, first, last):
                            now = (
                                worth(s, r, emperor, guard, guard2, EMPEROR),
                                worth(s, r, emperor, guard, guard2, GUARD),
                                worth(s, r, emperor, guard, guard2, PEOPLE),
                            )
                            if known and now != points:
                                return False
                            known, points = True, now
    return True


@inlined
def _can_come(s: Any, seat: int, place: int, first: int, last: int) -> bool:
    """Whether a seat (-1: nobody, who has place 0) may come to a place; seats out or stuck have theirs."""
    if seat < 0:
        return place == 0
    for i in range(s.outs):
        if s.out[i] == seat:
            return place == i + 1
    for i in range(s.stucks):
        if s.stuck[i] == seat:
            return place == SEATS - i
    return first <= place <= last
