"""Law and kernel driven together through one deal, compared at every step."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import fields as fields_of
from dataclasses import replace
from typing import Any

import numpy as np

from paiju.games.paohuzi import GAME
from paiju.games.paohuzi.actions import Action
from paiju.games.paohuzi.cards import DECK
from paiju.games.paohuzi.options import PaohuziOptions
from paiju.games.paohuzi.state import Carry, Layout, State
from paiju.kernels.paohuzi.actions import decode, encode
from paiju.kernels.paohuzi.claims import actor_of, list_legal
from paiju.kernels.paohuzi.records import MOST_ACTIONS, StateRecord
from paiju.kernels.paohuzi.rules import rules_for, sets_for
from paiju.kernels.paohuzi.turns import act, begin, carry, start
from paiju.kernels.records import fields, new
from tests.kernels.paohuzi.states import to_law
from tests.paohuzi.builders import lumpy_wall

Seen = Counter[str]


class Pair:
    """One deal, played by the rules and by the kernel; `trace` is all that is needed to repeat it."""

    def __init__(self, options: PaohuziOptions, given: Carry, wall: tuple[int, ...], lifted: int) -> None:
        """Where the table cuts, the kernel is given the cards as they lie when `lifted` have gone under the rest."""
        self.trace = [f"options {dict(options.differences())}, {given}, wall {wall}, cut {lifted}"]
        self.options = options
        self.law = GAME.deal(options, Layout(wall), given)
        if options.cut:
            self.law, _ = GAME.apply(self.law, self.law.turn, f"cut {lifted}")
            wall = (*wall[lifted:], *wall[:lifted])
        self.rules, self.sets = rules_for(options), sets_for(options)
        self.kernel, self.out = new(StateRecord), np.full(MOST_ACTIONS, -1, np.int64)
        record = fields(self.kernel)
        record.dealer, record.streak, record.draws = given.dealer, given.streak, given.draws
        begin(self.kernel[0], self.rules[0], np.array(wall))
        start(self.kernel[0], self.rules[0], self.sets[0])
        self.check_list()

    def list(self, seat: int) -> list[int]:
        """The numbers of a seat's legal actions, as the kernel lists them."""
        many = list_legal(self.kernel[0], self.rules[0], self.sets[0], seat, self.out)
        return [int(code) for code in self.out[:many]]

    def check_list(self) -> None:
        """The kernel lists the actions of the rules engine's first actor."""
        actors, many = GAME.actors(self.law), self.list(actor_of(self.kernel[0]))
        expected = GAME.legal_actions(self.law, actors[0]) if actors else ()
        assert tuple(map(decode, many)) == tuple(expected), self.trace

    def check_asked(self) -> None:
        """Both ask the same seats, and offer them the same in the same order."""
        actors = GAME.actors(self.law)
        assert actor_of(self.kernel[0]) == (actors[0] if actors else -1), self.trace
        for seat in range(self.options.seats):
            assert self.list(seat) == [encode(a) for a in GAME.legal_actions(self.law, seat)], self.trace

    def check_state(self) -> None:
        """Everything the rules engine's state holds can be read from the kernel's."""
        other = to_law(self.kernel, self.options, self.law.start.opening)
        other.start = replace(
            other.start, turned=self.law.start.turned
        )  # a record forgets how many there were
        assert difference(self.law, other) == "", self.trace

    def check_result(self) -> None:
        """The numbers of the result, as the kernel found them."""
        record, result = fields(self.kernel), self.law.result
        assert result is not None
        found = (
            record.winner, record.won_hu, record.bottom, record.multiplier, record.final, record.won_card,
            record.apart, *record.returns,
        )  # fmt: skip
        unused = (0,) * (4 - self.options.seats)
        expected = (
            result.winner, result.hu, result.bottom, result.multiplier, result.final, result.card,
            result.apart, *result.returns, *unused,
        )  # fmt: skip
        assert tuple(map(int, found)) == tuple(map(int, expected)), self.trace
        carry(self.kernel[0], self.rules[0], np.ones(1, np.int64))
        passed_on = GAME.carry(self.law)
        found = record.dealer, record.streak, record.draws
        assert found == (passed_on.dealer, passed_on.streak, passed_on.draws), self.trace

    def act(self, seat: int, action: Action) -> None:
        """The same action in both."""
        self.trace.append(f"{seat} {GAME.action_text(self.law, action)}")
        self.law, _ = GAME.apply(self.law, seat, action)
        act(self.kernel[0], self.rules[0], self.sets[0], seat, encode(action))
        self.check_list()


def difference(one: State, other: State) -> str:
    """The first field in which two states differ, "" if there is none; a record forgets how many cards were turned."""
    names = (field.name for field in fields_of(State) if field.compare and field.name != "start")
    if replace(one.start, turned=0) != replace(other.start, turned=0):
        return "start"
    return next((name for name in names if getattr(one, name) != getattr(other, name)), "")


def random_pair(rng: random.Random, options: PaohuziOptions) -> Pair:
    """A fresh deal; half the time one of lumps, so that triples, quads and wins come up."""
    carry = Carry(rng.randrange(options.seats), rng.randint(1, 3), rng.randint(0, 2))
    wall = lumpy_wall(rng).wall if rng.random() < 0.5 else tuple(rng.sample(DECK, len(DECK)))
    return Pair(options, carry, wall, rng.randrange(1, len(wall)))


def choose(rng: random.Random, law: State) -> tuple[int, Action]:
    """A random action of any actor; winners go out more often than not."""
    seat = rng.choice(GAME.actors(law))
    actions = GAME.legal_actions(law, seat)
    hu = [action for action in actions if action.verb == "hu"]
    return seat, hu[0] if hu and rng.random() < 0.6 else rng.choice(actions)


def play_through(rng: random.Random, pair: Pair, seen: Seen, *, deep: float = 1.0) -> Iterator[Pair]:
    """Play a deal to its end; every state is compared in the share `deep` of all cases."""
    while GAME.actors(pair.law):
        pair.check_asked()
        if rng.random() < deep:
            pair.check_state()
        yield pair
        seat, action = choose(rng, pair.law)
        seen[action.verb] += 1
        pair.act(seat, action)
    pair.check_state()
    pair.check_result()
    note(pair.law, seen)


def note(law: State, seen: Seen) -> None:
    """Count what came up, so that a test can say what it has seen."""
    result: Any = law.result
    seen["won" if result.winner >= 0 else "drawn"] += 1
    seen["dead"] += any(law.dead)
    seen.update(str(meld.kind) for melds in law.melds for meld in melds)


def play_deal(rng: random.Random, options: PaohuziOptions, seen: Seen, *, deep: float = 1.0) -> None:
    """One random deal of a rule set, law and kernel compared throughout."""
    for _ in play_through(rng, random_pair(rng, options), seen, deep=deep):
        pass
