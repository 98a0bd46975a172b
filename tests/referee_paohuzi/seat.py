"""The cards and sets of one player."""

from __future__ import annotations

from dataclasses import dataclass, field

from .cards import Card, Cards, Set, is_quad, loose, same, without
from .options import Options

BLOCKING_MARKS = {  # by smell_blocks: which marks (PZ M15) forbid a Pong, which an Eat (PZ M16, section 8, 9)
    "both": {"pong": {"pong", "eat"}, "eat": {"pong", "eat"}},
    "separate": {"pong": {"pong"}, "eat": {"eat"}},
    "pong_only_blocks_pong": {"pong": {"pong", "eat"}, "eat": {"eat"}},
}


@dataclass
class Seat:
    hand: Cards
    table: list[Set] = field(default_factory=list)
    marks: dict[Card, set[str]] = field(default_factory=dict)  # refused "pong", refused "eat", own "discard"
    dead: bool = False

    def owned(self) -> int:
        return len(self.hand) + sum(len(one.cards) for one in self.table)

    def quads(self) -> int:
        return sum(is_quad(one) for one in self.table)

    def loose(self) -> Cards:
        return loose(self.hand)

    def lay_dealt_quads(self) -> None:
        for card in sorted(set(self.hand)):
            if self.hand.count(card) == 4:
                self.hand = without(self.hand, (card,) * 4)
                self.table.append(same("U4", card))

    def mark(self, card: Card, what: str) -> None:
        self.marks.setdefault(card, set()).add(what)

    def forfeited(self, card: Card, claim: str, o: Options) -> bool:
        """May this player not Pong, or not eat, this card?"""
        blocking = BLOCKING_MARKS[o["smell_blocks"]][claim] | {"discard"}
        return bool(self.marks.get(card, set()) & blocking)

    def discard_due(self, owned: int, quads: int, o: Options) -> bool:
        """PZ 3.2: the count of own cards decides."""
        if o["no_discard_rule"] == "off":
            return True
        return owned > 20 + max(0, quads - 1)

    def may_claim(self, hand_afterwards: Cards, o: Options) -> bool:
        """PZ 3.3: a discard must be possible after the claim, unless none is due."""
        return bool(loose(hand_afterwards)) or not self.discard_due(self.owned() + 1, self.quads(), o)
