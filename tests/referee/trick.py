"""The play: tricks, passes, defer, wind, stuck seats, the end of the deal and the places (A13-A15, 54-63)."""

from __future__ import annotations

from itertools import permutations

from . import options, plays, scoring
from .cards import NATURALS, Cards, lowest_rank, sub_multisets
from .plays import Player, Top
from .question import Phase, Question, Table


def low_rank(t: Table, seat: int) -> str | None:
    """Row 60: the seat's lowest-last rank, from its hand as play begins; L is no card of its rank."""
    if not options.low_last(t.o):
        return None
    lowest = lowest_rank(t.o)
    following = NATURALS[NATURALS.index(lowest) + 1]
    ranks = {one[0] for one in t.hands[seat]}
    if t.o["low_last_none"] == "next_rank" and lowest not in ranks and following in ranks:
        return following
    return lowest


class Play:
    """Runs the tricks of one deal on a table."""

    def __init__(self, t: Table) -> None:
        self.t = t
        self.low = [low_rank(t, seat) for seat in range(5)]
        self.over = False

    def player(self, seat: int) -> Player:
        return Player(self.t.hands[seat], self.t.drawn[seat], self.low[seat])

    def has_cards(self, seat: int) -> bool:
        return seat not in self.t.finished and seat not in self.t.stuck

    def run(self) -> Phase:
        leader = self.t.emperor
        while not self.over:
            leader = yield from self.trick(leader)

    def trick(self, leader: int):
        t = self.t
        top = yield from self.ask(leader, None, ())
        owner = leader
        barred: set[int] = set()
        deferred = False  # row 72
        while not self.over:
            played: Top | None = None
            owes = False
            for seat in t.around(owner)[1:]:
                if not self.has_cards(seat) or seat in barred:
                    continue
                if self.is_stuck(seat, top):
                    self.remove(seat)
                    if self.over:
                        return owner
                    continue
                spent = deferred and t.o["pass_mode"] == "hard"
                can_defer = seat == t.emperor and t.o["emperor_defer"] and not spent
                answer = yield from self.ask(seat, top, ("pass", "defer") if can_defer else ("pass",))
                if isinstance(answer, Top):
                    played, owner = answer, seat
                    break
                if answer == "defer":
                    owes = deferred = True
                elif t.o["pass_mode"] == "hard":
                    barred.add(seat)
            if played is None and owes:
                answer = yield from self.ask(t.emperor, top, ("pass",))
                if isinstance(answer, Top):
                    played, owner = answer, t.emperor
            if played is None:
                break
            top = played
        return next((seat for seat in t.around(owner) if self.has_cards(seat)), owner)

    def ask(self, seat: int, top: Top | None, words: tuple[str, ...]):
        """Ask for a play; returns the new top, or the word answered."""
        t = self.t

        def fits(cards: Cards) -> bool:
            return plays.legal(cards, self.player(seat), top, t.o)

        def choose(cards: Cards) -> Cards | None:
            return self.with_suits(seat, cards, top) if t.suited() else cards

        answer = yield Question(
            seat, words, "play", fits, lambda: plays.all_plays(self.player(seat), top, t.o).keys(), choose
        )
        if answer.word != "play":
            return answer.word
        table = plays.laid(answer.cards, top, self.player(seat), t.o)
        t.take(seat, answer.cards)
        if not t.hands[seat]:
            t.finished.append(seat)
            self.test_end()
        return table

    def with_suits(self, seat: int, cards: Cards, top: Top | None) -> Cards | None:
        """Cards named by rank only mean some copies that are no bomb."""
        bare = [one for one in cards if len(one) == 1 and one in NATURALS]
        if not bare:
            return cards
        named = [one for one in cards if one not in bare]
        copies = [one for one in self.t.hands[seat] if one[0] in bare]
        for chosen in sub_multisets(copies, len(bare)):
            full = [*named, *chosen]
            if sorted(one[0] for one in chosen) != sorted(bare):
                continue
            if plays.bomb_rank(full, self.t.o, self.t.drawn[seat]) is None and plays.legal(
                full, self.player(seat), top, self.t.o
            ):
                return full
        return None

    def is_stuck(self, seat: int, top: Top) -> bool:
        """Row 61."""
        if not options.low_last(self.t.o) or not self.t.o["stuck_rank_last"]:
            return False
        if any(one[0] != self.low[seat] for one in self.t.hands[seat]):
            return False
        return not plays.all_plays(self.player(seat), top, self.t.o)

    def remove(self, seat: int) -> None:
        self.t.stuck.append(seat)
        self.t.hands[seat] = []
        self.test_end()

    def test_end(self) -> None:
        t = self.t
        left = [role for seat, role in enumerate(t.roles()) if self.has_cards(seat)]
        self.over = "P" not in left or not ({"E", "G"} & set(left))
        if not self.over and t.o["early_end"] == "decided":
            self.over = decided(t)


def unfinished(t: Table) -> list[int]:
    """In play order after the last finisher, or after the emperor while nobody has finished (62)."""
    start = (t.finished[-1] if t.finished else t.emperor) + 1
    return [seat for seat in t.around(start % 5) if seat not in t.finished and seat not in t.stuck]


def places_of(order: list[int]) -> list[int]:
    return [order.index(seat) + 1 for seat in range(5)]


def decided(t: Table) -> bool:
    """Row 63: every order of the rest gives the same returns."""
    results = set()
    for rest in permutations(unfinished(t)):
        order = [*t.finished, *rest, *reversed(t.stuck)]
        results.add(tuple(score(t, places_of(order))))
    return len(results) == 1


def score(t: Table, places: list[int]) -> list[int]:
    return scoring.returns(t.o, t.roles(), places, t.multiplier, t.announced, tuple(t.stuck))


def final_places(t: Table) -> list[int]:
    if t.lost_by_abdication:
        return places_of([*t.around(t.emperor)[1:], t.emperor])
    return places_of([*t.finished, *unfinished(t), *reversed(t.stuck)])
