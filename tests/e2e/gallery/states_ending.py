"""Prepared tables one decision before the ends of `states_settle`, and matches that were ended early."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from tests.e2e.gallery.states import Json, room
from tests.e2e.gallery.states_settle import HU, PAOHUZI, PLAIN, SCORED, broken_off, times


def just_before(make: Callable[[], Json]) -> Json:
    """The table one decision before an end, whose question is another seat's."""
    base = make()
    return {
        **base,
        "view": base["before"],
        "log": base["log"][:-8],
        "room": {**base["room"], "state": "playing", "next_ms": None, "match": room()["match"]},
    }


STATES: dict[str, Callable[[], Json]] = {
    "settle-end": partial(just_before, PLAIN),
    "settle-hu-end": partial(just_before, HU),
    "ended": lambda: broken_off(SCORED(lambda state: times(state) == 1)),
    "ended-none": lambda: broken_off(PAOHUZI(lambda state: state.result.items, viewer=None), played=False),
}
