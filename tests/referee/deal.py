"""A whole deal, one question at a time."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from . import before, crown, scoring, trick
from .cards import Cards, text
from .options import Options
from .question import Carry, Phase, Question, Refused, Table


def phases(t: Table) -> Phase:
    before.buying(t)
    yield from before.tribute(t)
    yield from crown.crowning(t)
    if t.void or t.lost_by_abdication:
        return
    yield from crown.calling(t)
    yield from crown.usurping(t)
    yield from crown.declarations(t)
    yield from trick.Play(t).run()


class Referee:
    """`options` are resolved ones; hands are lists of cards by seat, as drawn."""

    def __init__(
        self,
        options: Options,
        hands: list[Cards],
        first_drawer: int = 0,
        carry: Carry | None = None,
        pile: Cards | None = None,
        shuffle: Callable[[Cards], Cards] | None = None,
    ) -> None:
        self.table = Table(options, hands, first_drawer, carry, pile, shuffle)
        self._run = phases(self.table)
        self.question: Question | None = next(self._run, None)

    @property
    def over(self) -> bool:
        return self.question is None

    def actors(self) -> tuple[int, ...]:
        return () if self.question is None else (self.question.seat,)

    def legal(self, seat: int) -> set[str]:
        if self.question is None or seat != self.question.seat:
            return set()
        return set(self.question.answers())

    def act(self, seat: int, action: str) -> None:
        if self.question is None:
            raise Refused("action.game_over")
        if seat != self.question.seat:
            raise Refused("action.not_your_turn")
        answer = self.question.read(action)
        try:
            self.question = self._run.send(answer)
        except StopIteration:
            self.question = None

    def hand(self, seat: int) -> str:
        return text(self.table.hands[seat])

    def result(self) -> dict[str, Any]:
        t = self.table
        assert self.over
        if t.void:
            return {"void": True, "next": {"first_drawer": t.first_drawer, "carry": t.carry}}
        places = trick.final_places(t)
        winner = scoring.winner(t.o, t.roles(), places, t.announced)
        carry = {"roles": t.roles(), "places": places, "winner": winner, "opened": t.opened}
        return {
            "places": places,
            "returns": trick.score(t, places),
            "multiplier": t.multiplier,
            "next": {"first_drawer": next_first_drawer(t, places), "carry": carry},
        }


def next_first_drawer(t: Table, places: list[int]) -> int | None:
    """A3; drawn at random where the answer is None."""
    return {
        "rotate": (t.first_drawer + 1) % 5,
        "head": places.index(1),
        "tail": places.index(5),
        "emperor": t.emperor,
        "random": None,
    }[str(t.o["first_drawer"])]
