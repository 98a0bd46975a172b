"""One deal inside a kernel, stepped from Python: the engine of `Table` where the kernel knows the options. Importing this loads numba."""

from __future__ import annotations

import threading
from typing import Annotated, Any, Protocol

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


class Kernel(Protocol):
    """A game's kernel under one option set; `deal` and `room` are the bytes of records."""

    greedy: type[Bot]
    """The bot that it plays as well."""

    def begin(self, state: Any) -> Any:
        """The record of a state of the rules, None where the rules play on."""

    def first(self, state: Any, seat: int) -> Vector:
        """The part of `observe` that a seat knew when the record was made."""

    def turn(self, deal: Any) -> int:
        """The seat to act, -1 at the end."""

    def list(self, deal: Any, room: Any) -> int:
        """Write the legal steps, ascending, and the code of each to `room`; how many there are."""

    def take(self, deal: Any, code: int) -> int:
        """Take the step of a code; the seat to act then."""

    def observe(self, deal: Any, seat: int, first: Vector, out: Vector) -> None:
        """Write what a seat may know."""

    def count(self, deal: Any, room: Any) -> int:
        """How many actions there are."""

    def answer(self, deal: Any, room: Any, index: int) -> tuple[int, int]:
        """Carry out the action at an index of the list of the rules, or the greedy bot's for `GREEDIEST`: its code, and who acts then."""

    def path(self, code: int) -> tuple[int, ...]:
        """The steps of an action that was carried out."""


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
            count = self._kernel.list(self._bytes, _ROOMS.bytes) if self.turn >= 0 else 0
            self._legal = tuple(_ROOMS.steps[:count].tolist())
            self._codes = _ROOMS.codes[:count].copy()
        return self._legal

    def take(self, at: int) -> None:
        """Take the step at a place of `legal`."""
        self._go_to(self._kernel.take(self._bytes, int(self._codes[at])))

    def answer(self, bot: Bot) -> int | None:
        """Let a random or greedy bot act; the code of its action, None for other bots, which need a view."""
        if type(bot) is self._kernel.greedy:
            index = GREEDIEST
        elif type(bot) is RandomBot:
            many = self._kernel.count(self._bytes, _ROOMS.bytes)
            index = bot.choose(None, range(many)) if many > 1 else 0
        else:
            return None
        code, turn = self._kernel.answer(self._bytes, _ROOMS.bytes, index)
        self._go_to(turn)
        return code

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
