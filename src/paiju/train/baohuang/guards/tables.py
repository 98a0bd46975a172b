"""Deals of people with habits, played by the law: they see a view and nothing else, so no kernel plays them."""

from __future__ import annotations

import random
from typing import NamedTuple

import numpy as np

from paiju.bots.baohuang.net.guards.layout import Numbers
from paiju.bots.baohuang.people.bot import Person
from paiju.bots.baohuang.people.habits import Habits
from paiju.envs.seeds import deal_seed
from paiju.games.baohuang import GAME
from paiju.games.baohuang.cards import SEATS
from paiju.games.baohuang.options import BaohuangOptions
from paiju.games.baohuang.state import Phase, State
from paiju.kernels.baohuang.adapter import from_law
from paiju.kernels.baohuang.coding import encode
from paiju.train.baohuang.guards.company import LONGEST
from paiju.train.baohuang.guards.games import Games, gather

_TRIES = 1 << 10


class Table(NamedTuple):
    """A population of people: one of these habits for all that is drawn for each deal, or each seat's own."""

    name: str
    habits: tuple[Habits, ...]
    alike: bool = False

    def play(self, options: BaohuangOptions, numbers: Numbers, seed: int, most: int = LONGEST) -> Games:
        """Play deals of some numbers up to where the guard shows himself; all phases before take their first action."""
        return gather([self._play(options, int(number), seed, most) for number in numbers])

    def _play(self, options: BaohuangOptions, number: int, seed: int, most: int) -> Games:
        state = start_of(options, number)
        record = from_law(state)
        codes: list[int] = []
        chance = random.Random(f"{seed}/{number}")
        drawn = [chance.choice(self.habits) for _ in range(SEATS)]
        players = [Person(chance.getrandbits(32), drawn[0 if self.alike else seat]) for seat in range(SEATS)]
        while state.queue and not state.roles.shown and len(codes) < most:
            seat = state.queue[0]
            legal = GAME.legal_actions(state, seat)
            action = players[seat].choose(GAME.view(state, seat), legal) if len(legal) > 1 else legal[0]
            codes.append(encode(action))
            state, _ = GAME.apply(state, seat, action)
        return Games(record, np.array(codes, np.int64), np.array([0, len(codes)]))


def start_of(options: BaohuangOptions, number: int) -> State:
    """The first deal from a number on that has one guard, at its first lead."""
    for at in range(_TRIES):
        state = GAME.deal(options, deal_seed(number * _TRIES + at))
        while state.queue and state.phase is not Phase.PLAY:
            seat = state.queue[0]
            state, _ = GAME.apply(state, seat, GAME.legal_actions(state, seat)[0])
        if state.phase is Phase.PLAY and len(state.roles.guards) == 1 and not state.roles.shown:
            return state
    raise AssertionError("no deal with a guard")
