"""In which order cards were drawn that led to a past: what was seen of the draw tells where it stopped (BH A18-64)."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from math import comb

from paiju.core.heaps import mixed
from paiju.games.baohuang import calling, dealing
from paiju.games.baohuang.cards import MARKED_BIG, Kind, cards_of, hand_of
from paiju.games.baohuang.past import DEALT, Past
from paiju.games.baohuang.plays import Cards
from paiju.games.baohuang.rules import Rules
from paiju.games.baohuang.state import Phase, Start, State
from paiju.games.baohuang.viewing import View


class Orders:
    """Orders of the deck in which the draw shows the viewer what he has seen, each as likely."""

    def __init__(self, view: View, rules: Rules, past: Past) -> None:
        self._view, self._rules = view, rules
        self._cut = next((step.number for step in past if step.verb == "cut"), 0)
        self._call = next((step for step in past if step.verb == "call"), None)
        self._first = {step.seat: step.cards for step in past if step.verb == DEALT}
        self._asked = [step.cards for step in past if step.verb == "wait"]
        if view.viewer is not None and view.hand is not None and view.phase is Phase.DRAW:
            self._asked.append(cards_of(view.hand))
        if view.viewer is not None and self._call and self._first and self._call.seat == view.viewer:
            self._asked.append(self._first[view.viewer])
        self._drawers = dealing.drawers(self._start())

    def _start(self) -> Start:
        view = self._view
        return Start(b"", (), view.first_drawer, view.carry, view.drawn_sizes)

    def deck(self, dealt: Sequence[Cards], rest: Cards, rng: random.Random) -> Cards | None:
        """The deck before it was cut, from the hands as they were drawn and the cards not yet drawn."""
        hands = []
        for seat, cards in enumerate(dealt):
            order = self._order(seat, cards, rng)
            if order is None:
                return None
            hands.append(iter(order))
        drawn = sum(map(len, dealt))
        deck = (*[next(hands[seat]) for seat in self._drawers[:drawn]], *mixed(rest, rng))
        return (*deck[len(deck) - self._cut :], *deck[: len(deck) - self._cut]) if self._cut else deck

    def _order(self, seat: int, cards: Cards, rng: random.Random) -> list[Kind] | None:
        """In which order a seat drew its cards."""
        if seat == self._view.viewer and self._asked:
            first = self._own_order(seat, rng)
        elif seat in self._first:
            first = self._early_cards(seat, cards, rng)
        else:
            return mixed(cards, rng)
        if first is None:
            return None
        later = list((Counter(cards) - Counter(first)).elements())
        return None if len(first) + len(later) != len(cards) else first + mixed(later, rng)

    def _own_order(self, seat: int, rng: random.Random) -> list[Kind] | None:
        """Who may take the crown is asked at each card from the one on that allows it."""
        first = self._asked[0]
        probe = State(self._rules, self._start(), Phase.DRAW, (), (), ())
        fit = [at for at in range(len(first)) if not _may_crown(probe, seat, first[:at] + first[at + 1 :])]
        if not fit:
            return None
        at = rng.choice(fit)
        before = first[:at] + first[at + 1 :]
        order = [*rng.sample(before, len(before)), first[at]]
        for held, next_held in zip(self._asked, self._asked[1:], strict=False):
            order += (Counter(next_held) - Counter(held)).elements()
        return order

    def _early_cards(self, seat: int, cards: Cards, rng: random.Random) -> list[Kind] | None:
        """What a seat had drawn when somebody took the crown; the emperor what he showed then."""
        seen, many = self._first[seat], len(self._first[seat])
        if seat == self._view.viewer:
            return rng.sample(seen, many)
        if self._call is None or seat != self._call.seat:
            return rng.sample(cards, many)
        kind, shown = self._call.cards[0], self._call.number
        marked = [MARKED_BIG] if MARKED_BIG in cards and not self._by_head() else []
        copies = cards.count(kind)
        others = [card for card in cards if card not in (kind, *marked)]
        numbers = range(shown, (copies if shown == calling.TRIPLE else shown) + 1)
        ways = [
            comb(copies, number) * comb(len(others), many - number - len(marked))
            if number + len(marked) <= many else 0
            for number in numbers
        ]  # fmt: skip
        if not sum(ways):
            return None
        number = rng.choices(numbers, ways)[0]
        early = [*marked, *[kind] * number, *rng.sample(others, many - number - len(marked))]
        return rng.sample(early, many)

    def _by_head(self) -> bool:
        return self._rules.crowning.head_is_heir and not self._view.carry.first_deal


def _may_crown(probe: State, seat: int, cards: Cards) -> bool:
    hand = hand_of(cards)
    return dealing.heir(probe, seat, hand) and bool(calling.callable_kinds(probe, hand, calling.TRIPLE))
