"""Deals of the heuristic against itself, written down as evidence of who the guard is."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from paiju.bots.baohuang.compiled.candidates import candidates, finishing
from paiju.bots.baohuang.compiled.matches import deal_numbered
from paiju.bots.baohuang.compiled.memory import MEMORY, begin, notice
from paiju.bots.baohuang.compiled.outlook import WORK
from paiju.bots.baohuang.compiled.policy import choose
from paiju.bots.baohuang.net.features.layout import OTHERS
from paiju.bots.baohuang.net.guards.events import guess, write_event, write_stand
from paiju.bots.baohuang.net.guards.layout import EVENT_SIZE, STAND_SIZE
from paiju.games.baohuang.cards import SEATS
from paiju.kernels.baohuang.codes import NOTHING
from paiju.kernels.baohuang.listing import answers
from paiju.kernels.baohuang.playing import act
from paiju.kernels.baohuang.records import STATE, blank, fields, listing
from paiju.kernels.chance import below
from paiju.kernels.jit import compiled

EMPEROR = OTHERS
"""In place of a viewer's seat after the emperor: he is the emperor himself."""
_EVENTS, _QUESTIONS = 160, 48  # of a deal, more than there are on average
_SPARE = 2000

TOLD = np.dtype(
    [
        ("deal", np.int64),
        ("events", np.int64),  # of its deal, before it
        ("ply", np.int64),
        ("choice", np.int64),  # 1: the viewer had more than one play worth a thought
    ],
    align=True,
)


class GuardDeals(NamedTuple):
    """Some deals up to where their guard shows himself; seats are counted from the emperor, 0 to 3.

    `events` and `seats` are the rows of all deals one after the other, `first[d]` to `first[d + 1]` those of deal `d`;
    `stands` and `told` (`TOLD`) the questions, one at each of the viewer's turns; `guards` and `viewers` one a deal.
    """

    events: Any
    seats: Any
    first: Any
    stands: Any
    told: Any
    guards: Any
    viewers: Any


def play_guard_deals(
    rules: Any, heuristic: Any, first: int, deals: int, *, emperors: bool = False
) -> GuardDeals:
    """Deals `first` and following; the viewer is a seat that is not the guard, by chance or always the emperor."""
    room = _EVENTS * deals + _SPARE
    events, seats = np.zeros((room, EVENT_SIZE), np.uint8), np.zeros(room, np.int64)
    room = _QUESTIONS * deals + _SPARE
    stands, told = np.zeros((room, STAND_SIZE), np.uint8), blank(TOLD, room)
    ends, guards, viewers = (np.zeros(deals + 1, np.int64), *np.zeros((2, deals), np.int64))
    deck = np.zeros(int(fields(rules).deck_size), np.uint8)
    counts = np.zeros(2, np.int64)
    _write_deals(
        blank(STATE), rules, blank(MEMORY), heuristic, blank(WORK), first, emperors, deck, np.ones(1, np.int64),
        listing(), np.zeros(SEATS), events, seats, ends, stands, told, guards, viewers, counts,
    )  # fmt: skip
    rows, questions = counts
    return GuardDeals(
        events[:rows], seats[:rows], ends, stands[:questions], told[:questions], guards, viewers
    )


@compiled
def _write_deals(
    state: Any, rules: Any, memory: Any, weights: Any, work: Any, number: int, emperors: bool, deck: Any, chance: Any,
    out: Any, chances: Any, events: Any, seats: Any, ends: Any, stands: Any, told: Any, guards: Any, viewers: Any,
    counts: Any,
) -> None:  # fmt: skip
    s, r, m, w, k = state[0], rules[0], memory[0], weights[0], work[0]
    for d in range(len(guards)):
        deal_numbered(s, r, number + d, deck, chance)
        begin(s, r, m)
        guards[d] = (s.guard - s.emperor - 1) % SEATS
        viewers[d] = EMPEROR
        if not emperors and below(chance, 2):
            viewers[d] = (guards[d] + 1 + below(chance, OTHERS - 1)) % OTHERS
        viewer = (s.emperor + 1 + viewers[d]) % SEATS
        ply = 0
        while s.turn >= 0 and not s.shown:
            guess(s, m, chances)
            if s.turn == viewer:
                q = told[counts[1]]
                q.deal, q.events, q.ply = d, counts[0] - ends[d], ply
                count = candidates(s, r, out)
                q.choice = count > 1 and finishing(s, out, answers(s, r), count) == NOTHING
                write_stand(s, m, viewer, chances, stands[counts[1]])
                counts[1] += 1
            code = choose(s, r, m, w, k, out)
            if s.turn not in (viewer, s.emperor):
                write_event(s, m, viewer, code, chances, events[counts[0]])
                seats[counts[0]] = (s.turn - s.emperor - 1) % SEATS
                counts[0] += 1
            notice(s, r, m, w, code)
            act(s, r, code)
            ply += 1
        ends[d + 1] = counts[0]
