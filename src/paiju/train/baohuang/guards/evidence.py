"""Deals that were played, written down as evidence of who the guard is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, NamedTuple

import numpy as np

from paiju.bots.baohuang import net
from paiju.bots.baohuang.compiled.memory import MemoryRecord, WeightsRecord, begin, notice
from paiju.bots.baohuang.compiled.policy import candidates, finishing
from paiju.bots.baohuang.net.features import OTHERS
from paiju.bots.baohuang.net.guards.events import (
    guess,
    write_event,
    write_scene,
)
from paiju.bots.baohuang.net.guards.network import EVENT_SIZE, SCENE_SIZE, Bytes, Flags, Numbers, Questions
from paiju.games.baohuang.cards import SEATS
from paiju.kernels.baohuang.actions import NOTHING
from paiju.kernels.baohuang.listing import answers
from paiju.kernels.baohuang.play import act
from paiju.kernels.baohuang.records import MOST_LISTED, RulesRecord, StateRecord
from paiju.kernels.cache import Family
from paiju.kernels.jit import compiled
from paiju.kernels.records import Floats, Grid, Ints, Records, new
from paiju.train.baohuang.guards.deals import Games

FAMILY = Family("baohuang-evidence", (*net.FAMILY.sources, "train/baohuang/guards/evidence.py"))
_AT_ONCE = 200  # deals
EMPEROR = OTHERS
"""In place of a viewer's seat after the emperor: he is the emperor himself."""


class ToldRecord:
    """A question of a viewer."""

    deal: int
    events: int  # of its deal, before it
    ply: int
    choice: int  # 1: the viewer had more than one play worth a thought


class ScratchRecord:
    """What is needed to play a deal again."""

    state: Annotated[Records[StateRecord], StateRecord, 1]
    memory: MemoryRecord
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


def asked_in(played: GuardDeals, wanted: Flags) -> Iterator[tuple[Bytes, Numbers, Questions]]:
    """The questions of `played.told` that are wanted, in their order, as `GuardNetwork` takes them; some deals at a time."""
    for begin_at in range(0, len(played.guards), _AT_ONCE):
        end_at = min(begin_at + _AT_ONCE, len(played.guards))
        rows = slice(*played.first[[begin_at, end_at]])
        among = slice(*np.searchsorted(played.told["deal"], [begin_at, end_at]))
        at = among.start + np.flatnonzero(wanted[among])
        deals = played.told["deal"][at]
        since = played.first[deals] - rows.start
        possible = played.viewers[deals][:, None] != np.arange(OTHERS)
        asked = Questions(since, since + played.told["events"][at], played.scenes[at], possible)
        yield played.events[rows], played.seats[rows], asked


def viewers_of(games: Games, chance: np.random.Generator) -> Numbers:
    """A viewer for each deal: the emperor or, half the time, one of the people."""
    guards = guards_of(games)
    people = (guards + chance.integers(1, OTHERS, len(guards))) % OTHERS
    return np.where(chance.integers(0, 2, len(guards)), people, EMPEROR)


def guards_of(games: Games) -> Numbers:
    """The guards' seats after the emperor, 0 to 3."""
    starts = games.starts
    return np.asarray((starts["guard"] - starts["emperor"] - 1) % SEATS)


def evidence(
    rules: Records[RulesRecord],
    heuristic: Records[WeightsRecord],
    games: Games,
    viewers: Numbers | None = None,
) -> GuardDeals:
    """What the viewers of deals saw, by default their emperors; `heuristic` counts the log-odds."""
    guards = guards_of(games)
    if viewers is None:
        viewers = np.full(len(guards), EMPEROR)
    room = len(games.codes) + 1
    events, seats = np.zeros((room, EVENT_SIZE), np.uint8), np.zeros(room, np.int64)
    scenes, told = np.zeros((room, SCENE_SIZE), np.uint8), new(ToldRecord, room)
    first, counts = np.zeros(len(guards) + 1, np.int64), np.zeros(2, np.int64)
    _write_deals(
        new(ScratchRecord), games.starts, games.codes, games.ends, rules, heuristic, viewers, events, seats, first,
        scenes, told, counts,
    )  # fmt: skip
    rows, questions = counts
    return GuardDeals(
        events[:rows], seats[:rows], first, scenes[:questions], told[:questions], guards, viewers
    )


@compiled
def _write_deals(
    scratch: Records[ScratchRecord],
    starts: Records[StateRecord],
    codes: Ints,
    ends: Ints,
    rules: Records[RulesRecord],
    weights: Records[WeightsRecord],
    viewers: Ints,
    events: Grid[int],
    seats: Ints,
    first: Ints,
    scenes: Grid[int],
    told: Records[ToldRecord],
    counts: Ints,
) -> None:
    s = scratch[0]
    memory, chances, out = s.memory, s.chances, s.out
    for d in range(len(viewers)):
        s.state[0] = starts[d]
        state = s.state[0]
        begin(state, rules[0], memory)
        viewer = (state.emperor + 1 + viewers[d]) % SEATS
        for at in range(ends[d], ends[d + 1]):
            code = int(codes[at])
            guess(state, memory, chances)
            if state.turn == viewer:
                question = told[counts[1]]
                question.deal, question.events, question.ply = d, counts[0] - first[d], at - ends[d]
                count = candidates(state, rules[0], out)
                question.choice = (
                    count > 1 and finishing(state, out, answers(state, rules[0]), count) == NOTHING
                )
                write_scene(state, memory, viewer, chances, scenes[counts[1]])
                counts[1] += 1
            elif state.turn != state.emperor:
                write_event(state, memory, viewer, code, chances, events[counts[0]])
                seats[counts[0]] = (state.turn - state.emperor - 1) % SEATS
                counts[0] += 1
            notice(state, rules[0], memory, weights[0], code)
            act(state, rules[0], code)
        first[d + 1] = counts[0]
