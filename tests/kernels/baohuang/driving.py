"""Law and kernel side by side: after every decision the same question, the same answers, the same table.

`python -m tests.kernels.baohuang.driving SEED DEALS` does it outside pytest and prints a digest of all it saw.
"""

from __future__ import annotations

import hashlib
import random
import sys
from array import array
from collections.abc import Callable
from functools import cache
from typing import Any

from paiju.games.baohuang import GAME
from paiju.games.baohuang.actions import Action
from paiju.games.baohuang.options import BaohuangOptions
from paiju.games.baohuang.state import Phase, State, Winner
from paiju.kernels.baohuang.actions import decode, encode
from paiju.kernels.baohuang.adapter import from_law
from paiju.kernels.baohuang.listing import list_all
from paiju.kernels.baohuang.play import act
from paiju.kernels.baohuang.records import new_actions
from paiju.kernels.baohuang.rules import rules_for
from paiju.kernels.records import fields
from tests.kernels.baohuang.states import to_law
from tests.strategies import (
    COMPARED,
    MANNERS,
    PRESETS,
    VIEWERS,
    any_action,
    bundled,
    random_deal,
    random_options,
)

Tell = Callable[[object], None]
code_of = cache(encode)


class KernelDeal:
    """A state of the rules that the kernel plays on, in values of the rules.

    Speed does not matter here; fast code calls the kernel with more than one record at once.
    """

    def __init__(self, origin: State) -> None:
        self.origin = origin
        self.rules = rules_for(origin.rules.options)
        self.record = from_law(origin)
        self.log: list[tuple[int, int, bool]] = []
        self._out = new_actions()
        self._list()

    def _list(self) -> None:
        self._count = int(list_all(self.record[0], self.rules[0], self._out)) if self.turn >= 0 else 0

    @property
    def turn(self) -> int:
        """The seat that must decide, -1 when the deal is over."""
        return int(fields(self.record).turn)

    def legal_codes(self) -> tuple[int, ...]:
        """The numbers of the legal actions, in the order of the rules."""
        return tuple(self._out[: self._count].tolist())

    def legal_actions(self) -> tuple[Action, ...]:
        """The legal actions, in the order of the rules."""
        return tuple(map(decode, self.legal_codes()))

    def apply(self, action: Action) -> None:
        """Carry a legal action of the seat to act out."""
        seat, code = self.turn, encode(action)
        act(self.record[0], self.rules[0], code)
        self._list()
        self.log.append((seat, code, bool(self._count and not fields(self.record).has_top)))

    def state(self) -> State:
        """The state of the rules at this moment."""
        return to_law(self.record, self.origin, self.log)


def options_for(rng: random.Random) -> BaohuangOptions:
    """A preset, random options, or random options with one of the bundles laid over them."""
    if rng.random() < 0.3:
        return GAME.options({"preset": rng.choice(PRESETS)})
    options = random_options(rng)
    return bundled(rng, options) if rng.random() < 0.5 else options


def playing(rng: random.Random, options: BaohuangOptions) -> State:
    """A random deal of these options where play begins; a deal that ends before play is dealt again."""
    while True:
        state = random_deal(rng, options)
        while state.phase not in (Phase.PLAY, Phase.OVER):
            (seat,) = GAME.actors(state)
            state, _ = GAME.apply(state, seat, any_action(state, seat, rng))
        if state.phase is Phase.PLAY:
            return state


def facts_of_law(state: State) -> tuple[Any, ...]:
    """What must be the same in both, but for hands and history."""
    roles, result = state.roles, state.result
    top = state.top and (len(state.top.strengths), state.top.bomb, sum(state.top.strengths))
    return (
        state.turn, state.owner, state.passes, sorted(state.barred), state.debt, state.asked_again, top,
        state.out, state.stuck, sorted(roles.shown), roles.solo_shown,
        state.multiplier,
        result and (result.places, result.returns, result.winner),
    )  # fmt: skip


def facts_of_kernel(record: Any) -> tuple[Any, ...]:
    s = fields(record)
    strength = (13, 14, 15, 16, 17)
    naturals = int(s.top_size) - int(s.levels.sum())
    total = sum(int(n) * level for n, level in zip(s.levels, strength, strict=True))
    total += naturals * int(s.top_base) if naturals else 0
    top = (int(s.top_size), int(s.top_bomb), total) if s.has_top else None
    result = None
    if s.turn < 0:
        winner = {1: Winner.EMPEROR, -1: Winner.PEOPLE, 0: Winner.TIE}[int(s.winner)]
        result = (tuple(s.places.tolist()), tuple(s.returns.tolist()), winner)
    return (
        int(s.turn), int(s.owner), int(s.passes), _seats(s.barred), bool(s.debt), bool(s.asked_again), top,
        tuple(s.out[: s.outs].tolist()), tuple(s.stuck[: s.stucks].tolist()), _seats(s.shown),
        bool(s.solo_shown), int(s.multiplier), result,
    )  # fmt: skip


def _seats(bits: Any) -> list[int]:
    return [seat for seat in range(5) if int(bits) >> seat & 1]


def check_round_trip(state: State, counterpart: KernelDeal, rng: random.Random) -> None:
    """The kernel's state as the rules engine's, with everything remembered; and the rules engine's as the kernel's."""
    reported = counterpart.state()
    for name in COMPARED:
        assert getattr(reported, name) == getattr(state, name), name
    viewer = rng.choice(VIEWERS)
    assert GAME.view(reported, viewer) == GAME.view(state, viewer)
    if state.phase is Phase.PLAY:
        assert GAME.legal_actions(reported, reported.turn) == GAME.legal_actions(state, state.turn)
        record = from_law(state)
        assert record.tobytes() == counterpart.record.tobytes(), _different(record, counterpart.record)
        assert to_law(record, state) == state


def _different(one: Any, other: Any) -> list[str]:
    a, b = fields(one), fields(other)
    return [name for name in one.dtype.names if (a[name] != b[name]).any()]


def follow(state: State, rng: random.Random, digest: Any, *, thorough: float = 0.05) -> State:
    """Play a deal to its end in both; `thorough` is how often whole states are compared."""
    counterpart = KernelDeal(state)
    choose = rng.choice(MANNERS)
    while True:
        facts = facts_of_law(state)
        assert facts_of_kernel(counterpart.record) == facts
        digest.update(repr(facts).encode())
        if state.phase is Phase.OVER or rng.random() < thorough:
            check_round_trip(state, counterpart, rng)
        if state.phase is Phase.OVER:
            return state
        seat = state.turn
        codes = tuple(map(code_of, GAME.legal_actions(state, seat)))
        assert counterpart.legal_codes() == codes
        digest.update(array("q", codes).tobytes())
        action = choose(state, seat, rng)
        state, _ = GAME.apply(state, seat, action)
        counterpart.apply(action)


def main(seed: str, deals: int) -> str:
    digest = hashlib.sha256()
    for number in range(deals):
        rng = random.Random(f"{seed}/{number}")
        follow(playing(rng, options_for(rng)), rng, digest)
    return digest.hexdigest()


if __name__ == "__main__":
    print(main(sys.argv[1], int(sys.argv[2])))
