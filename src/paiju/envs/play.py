"""One deal inside a kernel, stepped from Python: the engine of `Table` where the kernel knows the options. Importing this loads numba."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any

import numpy as np

from paiju.bots.base import Bot, RandomBot
from paiju.envs.fields import Vector
from paiju.kernels.records import Ints, layout, new, raw

MOST_STEPS = 1 << 16
GREEDIEST = -1


class RoomRecord:
    """Room for the legal steps of one deal, the code of each, and the actions in the order of the rules."""

    steps: Annotated[Ints, np.int64, MOST_STEPS]
    codes: Annotated[Ints, np.int64, MOST_STEPS]
    out: Annotated[Ints, np.int64, MOST_STEPS]


ROOM = layout(RoomRecord)


@dataclass(frozen=True, slots=True)
class Kernel:
    """A game's kernel under one option set; `deal` and `room` are the bytes of records.

    Args:
        greedy: the bot that it plays as well.
        begin: from a state of the rules its record, None where the rules play on.
        first: from that state and a seat the part of `observe` that the seat knew when the record was made.
        turn: from a deal the seat to act, -1 at the end.
        steps: from a deal and a room how many legal steps there are, written to the room in ascending order with the code of each.
        take: from a deal and a code the seat to act once the step of the code is taken.
        observe: with a deal, a seat, its `first` and a vector writes what the seat may know to the vector.
        count: from a deal and a room how many actions there are.
        answer: from a deal, a room and an index of the list of the rules (`GREEDIEST`: what the greedy bot does) the code of the action
            that it carried out, who acts then, and how many actions there are then.
        path: from such a code the steps of the action.
    """

    greedy: type[Bot]
    begin: Callable[[Any], Any]
    first: Callable[[Any, int], Vector]
    turn: Callable[[Any], int]
    steps: Callable[[Any, Any], int]
    take: Callable[[Any, int], int]
    observe: Callable[[Any, int, Vector, Vector], None]
    count: Callable[[Any, Any], int]
    answer: Callable[[Any, Any, int], tuple[int, int, int]]
    path: Callable[[int], tuple[int, ...]]


class _Rooms(threading.local):
    """A room for each thread: kernels hold no lock."""

    def __init__(self) -> None:
        room: Any = new(RoomRecord)
        self.bytes, self.steps, self.codes = raw(room), room["steps"][0], room["codes"][0]


_ROOMS = _Rooms()


class Play:
    """A deal inside a kernel; `turn` is the seat to act."""

    def __init__(self, kernel: Kernel, state: Any, deal: Any) -> None:
        self._kernel, self._state, self._deal, self._bytes = kernel, state, deal, raw(deal)
        self._first: dict[int, Vector] = {}
        self._go_to(kernel.turn(self._bytes))

    def _go_to(self, turn: int) -> None:
        self.turn = turn
        self._legal: tuple[int, ...] | None = None

    @property
    def legal(self) -> tuple[int, ...]:
        """The steps of that seat, ascending."""
        if self._legal is None:
            count = self._kernel.steps(self._bytes, _ROOMS.bytes) if self.turn >= 0 else 0
            self._steps: Any = _ROOMS.steps[:count].copy()
            self._legal = tuple(self._steps.tolist())
            self._codes: list[int] = _ROOMS.codes[:count].tolist()
        return self._legal

    def mask(self, size: int) -> Vector:
        """The same as ones, of shape (size,)."""
        made = np.zeros(size, np.int8)
        if self.legal:
            made[self._steps] = 1
        return made

    def take(self, at: int) -> None:
        """Take the step at a place of `legal`."""
        self._go_to(self._kernel.take(self._bytes, self._codes[at]))

    def answers(self, bots: Mapping[int, Bot], log: list[int]) -> None:
        """Let bots act until a seat without one is to act, or one with another than a random or greedy bot, which needs a view.

        The complements of the codes of their actions go to the log.
        """
        kernel, deal, room, turn, many = self._kernel, self._bytes, _ROOMS.bytes, self.turn, -1
        while (bot := bots.get(turn)) is not None:
            if type(bot) is RandomBot:
                many = kernel.count(deal, room) if many < 0 else many
                index = bot.choose(None, range(many)) if many > 1 else 0
            elif type(bot) is kernel.greedy:
                index = GREEDIEST
            else:
                break
            code, turn, many = kernel.answer(deal, room, index)
            log.append(~code)
        self._go_to(turn)

    def path(self, code: int) -> tuple[int, ...]:
        """The steps of an action that a bot took."""
        return self._kernel.path(code)

    def observe(self, seat: int, size: int) -> Vector:
        """The observation of a seat, of shape (size,)."""
        first = self._first.get(seat)
        if first is None:
            first = self._first[seat] = self._kernel.first(self._state, seat)
        out = np.empty(size, np.int8)
        self._kernel.observe(self._bytes, seat, first, out)
        return out

    def returns(self, seats: int) -> tuple[int, ...]:
        """Points by seat once the deal is over."""
        return tuple(self._deal["state"]["returns"][0, :seats].tolist())

    def copy(self) -> Play:
        """The same deal once more."""
        other = Play.__new__(Play)
        other.__dict__.update(self.__dict__)
        other._deal = self._deal.copy()  # noqa: SLF001 - another one of the same class
        other._bytes = raw(other._deal)  # noqa: SLF001 - another one of the same class
        return other


def begun(kernel: Kernel, state: Any) -> Play | None:
    """The deal of a state of the rules, None where the rules play on."""
    deal = kernel.begin(state)
    return None if deal is None else Play(kernel, state, deal)
