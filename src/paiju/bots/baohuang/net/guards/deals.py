"""Deals of the heuristic against itself, written down as evidence of who the guard is."""

from __future__ import annotations

from typing import Annotated, NamedTuple

import numpy as np
import numpy.typing as npt

from paiju.bots.baohuang.compiled.candidates import candidates, finishing
from paiju.bots.baohuang.compiled.matches import deal_numbered
from paiju.bots.baohuang.compiled.memory import MemoryRecord, begin, notice
from paiju.bots.baohuang.compiled.outlook import WorkRecord
from paiju.bots.baohuang.compiled.parameters import WeightsRecord
from paiju.bots.baohuang.compiled.policy import choose
from paiju.bots.baohuang.net.features.layout import OTHERS
from paiju.bots.baohuang.net.guards.events import guess, write_event, write_scene
from paiju.bots.baohuang.net.guards.layout import EVENT_SIZE, SCENE_SIZE
from paiju.games.baohuang.cards import SEATS
from paiju.kernels.baohuang.coding import NOTHING
from paiju.kernels.baohuang.listing import answers
from paiju.kernels.baohuang.playing import act
from paiju.kernels.baohuang.records import MOST_CARDS, MOST_LISTED, RulesRecord, StateRecord
from paiju.kernels.chance import below
from paiju.kernels.jit import compiled
from paiju.kernels.records import Floats, Grid, Ints, Records, new

EMPEROR = OTHERS
"""In place of a viewer's seat after the emperor: he is the emperor himself."""
_EVENTS, _QUESTIONS = 160, 48  # of a deal, more than there are on average
_SPARE = 2000


Bytes = npt.NDArray[np.uint8]
Numbers = npt.NDArray[np.int64]


class ToldRecord:
    """A question of a viewer."""

    deal: int
    events: int  # of its deal, before it
    ply: int
    choice: int  # 1: the viewer had more than one play worth a thought


class ScratchRecord:
    """A deal, and what is needed to play it."""

    state: StateRecord
    memory: MemoryRecord
    work: WorkRecord
    deck: Annotated[Ints, np.uint8, MOST_CARDS]
    chance: Annotated[Ints, np.int64, 1]
    out: Annotated[Ints, np.int64, MOST_LISTED]
    chances: Annotated[Floats, np.float64, SEATS]  # of each seat, to be the guard


class GuardDeals(NamedTuple):
    """Some deals up to where their guard shows himself; seats are counted from the emperor, 0 to 3.

    `events` and `seats` are the rows of all deals one after the other, `first[d]` to `first[d + 1]` those of deal `d`;
    `scenes` and `told` (`ToldRecord`) the questions, one at each of the viewer's turns; `guards` and `viewers` one a deal.
    """

    events: Bytes
    seats: Numbers
    first: Numbers
    scenes: Bytes
    told: Records[ToldRecord]
    guards: Numbers
    viewers: Numbers


def play_guard_deals(
    rules: Records[RulesRecord],
    heuristic: Records[WeightsRecord],
    first: int,
    deals: int,
    *,
    emperors: bool = False,
) -> GuardDeals:
    """Deals `first` and following; the viewer is a seat that is not the guard, by chance or always the emperor."""
    room = _EVENTS * deals + _SPARE
    events, seats = np.zeros((room, EVENT_SIZE), np.uint8), np.zeros(room, np.int64)
    room = _QUESTIONS * deals + _SPARE
    scenes, told = np.zeros((room, SCENE_SIZE), np.uint8), new(ToldRecord, room)
    ends, guards, viewers = (np.zeros(deals + 1, np.int64), *np.zeros((2, deals), np.int64))
    counts = np.zeros(2, np.int64)
    scratch = new(ScratchRecord)
    scratch["chance"] = 1
    _write_deals(
        scratch, rules, heuristic, first, emperors, events, seats, ends, scenes, told, guards, viewers, counts
    )
    rows, questions = counts
    return GuardDeals(
        events[:rows], seats[:rows], ends, scenes[:questions], told[:questions], guards, viewers
    )


@compiled
def _write_deals(
    scratch: Records[ScratchRecord],
    rules: Records[RulesRecord],
    weights: Records[WeightsRecord],
    number: int,
    emperors: bool,
    events: Grid[int],
    seats: Ints,
    ends: Ints,
    scenes: Grid[int],
    told: Records[ToldRecord],
    guards: Ints,
    viewers: Ints,
    counts: Ints,
) -> None:
    s = scratch[0]
    state, memory, chances, chance, out = s.state, s.memory, s.chances, s.chance, s.out
    for d in range(len(guards)):
        deal_numbered(state, rules[0], number + d, s.deck, chance)
        begin(state, rules[0], memory)
        guards[d] = (state.guard - state.emperor - 1) % SEATS
        viewers[d] = EMPEROR
        if not emperors and below(chance, 2):
            viewers[d] = (guards[d] + 1 + below(chance, OTHERS - 1)) % OTHERS
        viewer = (state.emperor + 1 + viewers[d]) % SEATS
        ply = 0
        while state.turn >= 0 and not state.shown:
            guess(state, memory, chances)
            if state.turn == viewer:
                question = told[counts[1]]
                question.deal, question.events, question.ply = d, counts[0] - ends[d], ply
                count = candidates(state, rules[0], out)
                question.choice = (
                    count > 1 and finishing(state, out, answers(state, rules[0]), count) == NOTHING
                )
                write_scene(state, memory, viewer, chances, scenes[counts[1]])
                counts[1] += 1
            code = choose(state, rules[0], memory, weights[0], s.work, out)
            if state.turn not in (viewer, state.emperor):
                write_event(state, memory, viewer, code, chances, events[counts[0]])
                seats[counts[0]] = (state.turn - state.emperor - 1) % SEATS
                counts[0] += 1
            notice(state, rules[0], memory, weights[0], code)
            act(state, rules[0], code)
            ply += 1
        ends[d + 1] = counts[0]
