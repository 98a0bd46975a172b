"""A claim window: who is prompted, what outranks what, who has refused what (section 8, 1 to 6)."""

from __future__ import annotations

from dataclasses import dataclass, field

from .cards import Card

NOTHING = 9


@dataclass
class Window:
    """Claims on one card. `source`: `shown`, draw, discard, own_set (a forced set), after_pao."""

    source: str
    seat: int  # who showed, drew or threw the card
    card: Card
    order: tuple[int, ...]  # the playing seats from `seat` on, in playing order
    claims: dict[int, list[str]]  # seat -> its claims, without pass
    last: bool = False
    answers: dict[int, str] = field(default_factory=dict)

    def rank(self, seat: int, action: str) -> int:
        """0 is highest: Hu of the drawer, of their R, of their L, Pong, Eat of the drawer, Eat of their R."""
        if action == "hu":
            return self.order.index(seat)
        if action == "pong":
            return 3
        if action.startswith("eat"):
            return 4 if seat == self.seat and self.source == "draw" else 5
        return NOTHING

    def best_rank(self, seat: int) -> int:
        return min(self.rank(seat, claim) for claim in self.claims[seat])

    def answered_rank(self) -> int:
        return min((self.rank(seat, answer) for seat, answer in self.answers.items()), default=NOTHING)

    def actors(self) -> tuple[int, ...]:
        """Seats that have not answered and are not outranked by an answer given."""
        top = self.answered_rank()
        return tuple(
            seat for seat in sorted(self.claims) if seat not in self.answers and self.best_rank(seat) < top
        )

    def winner(self) -> tuple[int, str] | None:
        """The answer to carry out."""
        given = [(self.rank(seat, answer), seat, answer) for seat, answer in self.answers.items()]
        if not given:
            return None
        rank, seat, answer = min(given)
        return None if rank == NOTHING else (seat, answer)

    def refused(self) -> list[tuple[int, str]]:
        """(seat, "pong" or "eat") for every claim refused: one that outranks what is carried out."""
        done = self.winner()
        top = self.answered_rank()
        found = []
        for seat, claims in sorted(self.claims.items()):
            if done is not None and done[0] == seat:
                continue
            kinds = {claim.split()[0] for claim in claims} - {"hu"}
            found += [(seat, kind) for kind in sorted(kinds) if self.rank(seat, kind) < top]
        return found
