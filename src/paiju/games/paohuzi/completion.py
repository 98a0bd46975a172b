"""A random deal that agrees with a view: for search bots, and for the test that nothing leaks.

Unseen cards go at random to the places they may be in: concealed triples, hands, the stock. Where the table
waits for somebody, deals are drawn until one has somebody to wait for; if none is found (a Hu is rare), a
seat is asked that can only pass.
"""

from __future__ import annotations

import random
from collections import Counter

from paiju.games.paohuzi import claims
from paiju.games.paohuzi.cards import COPIES, DECK, KINDS, UNKNOWN, Kind, count, hand_of, kinds_of, loose
from paiju.games.paohuzi.dealing import right_of
from paiju.games.paohuzi.pending import patched, window_of
from paiju.games.paohuzi.rules import compile_rules
from paiju.games.paohuzi.sets import Meld, SetKind, same, tally
from paiju.games.paohuzi.state import Phase, Source, Start, State
from paiju.games.paohuzi.viewing import View

TRIES = 24
AIMED_FROM = 6
_TRIPLE = 3
_PAIR = 2
_TABLE_CARD = (Source.DRAWN, Source.THROWN)


def complete(view: View, rng: random.Random) -> State:
    """A state whose view for `view.viewer` equals `view`; `rng` chooses among the possible deals."""
    dealer = _Dealer(view, rng)
    for attempt in range(TRIES):
        state = dealer.deal(aimed=attempt >= AIMED_FROM)
        if view.phase is not Phase.CLAIM:
            if _plausible(view, state):
                return state
            continue
        window = window_of(view, state)
        if window is not None:
            state.window = window
            if _plausible(view, state):
                return state
    if view.phase is Phase.CLAIM:
        state.window = patched(view, state)
    return state


def _counts(kinds: tuple[int, ...]) -> list[Kind]:
    return [kind for kind, n in enumerate(kinds) for _ in range(n)]


class _Dealer:
    """Deals the cards that a viewer does not see."""

    def __init__(self, view: View, rng: random.Random) -> None:
        self._view = view
        self._rng = rng
        self._rules = compile_rules(view.options)
        right = right_of(view.options.seats, view.order)
        self._start = Start(
            view.dealer, view.streak, view.draws, view.order, right, view.shown, view.bottom
        )  # fmt: skip
        self._pool = Counter(DECK)
        for melds in view.melds:
            self._pool.subtract(card for meld in melds for card in meld.cards if card != UNKNOWN)
        self._pool.subtract(left.card for pile in view.piles for left in pile)
        self._pool.subtract(view.known_top)
        if view.left > len(view.known_top):
            self._pool[view.bottom] -= 1
        if view.source in _TABLE_CARD:
            self._pool[view.card] -= 1
        if view.result is not None and view.result.apart:
            self._pool[view.result.card] -= 1
        self._others = [seat for seat in view.order if seat != view.viewer]
        if view.hand is not None:
            self._pool.subtract(_counts(view.hand))
        self._hidden_pao = self._has_hidden_pao()

    def _has_hidden_pao(self) -> bool:
        """Whether the viewer would have a claim, were it not for somebody's secret Pao (PZ 8.4)."""
        view = self._view
        if view.source is None or view.source not in _TABLE_CARD or view.viewer is None or view.last:
            return False
        hands: list[list[Kind]] = [[] for _ in view.sizes]
        hands[view.viewer] = _counts(view.hand or ())
        state = self._state(hands, view.melds, ())
        window = claims.open_window(state, view.source, view.turn, view.card, last=view.last)
        return len(window.offers[view.viewer]) > len(view.offers)

    def deal(self, *, aimed: bool) -> State:
        """One possible deal; `aimed` gives somebody the pair that the table may be waiting for."""
        view = self._view
        if view.hands:
            return self._state([_counts(hand) for hand in view.hands], view.melds, self._stock_only())
        pool = Counter(self._pool)
        hands: list[list[Kind]] = [[] for _ in view.sizes]
        if view.viewer is not None and view.hand is not None:
            hands[view.viewer] = _counts(view.hand)
        if view.shown_held and view.viewer != view.dealer:
            pool[view.shown] -= 1
        melds = self._conceal(pool, hands)
        if aimed and not self._hidden_pao:
            self._give_pair(pool, hands)
        rest = [card for card, n in sorted(pool.items()) for _ in range(n)]
        self._rng.shuffle(rest)
        for seat in self._others:
            for _ in range(view.sizes[seat] - len(hands[seat])):
                hands[seat].append(rest.pop())
        return self._state(hands, melds, tuple(rest))

    def _stock_only(self) -> tuple[Kind, ...]:
        view = self._view
        pool = Counter(self._pool)
        for seat in self._others:
            pool.subtract(_counts(view.hands[seat]))
        rest = [card for card, n in sorted(pool.items()) for _ in range(n)]
        self._rng.shuffle(rest)
        return tuple(rest)

    def _conceal(self, pool: Counter[Kind], hands: list[list[Kind]]) -> tuple[tuple[Meld, ...], ...]:
        """Choose what lies in concealed triples; the dealer's last, for his shown card may be in one."""
        view = self._view
        found = list(view.melds)
        hold_shown = view.shown_held and view.viewer != view.dealer
        pao_triple = self._hidden_pao and self._place_pao(pool, hands)
        for seat in sorted(view.order, key=lambda s: s == view.dealer):
            melds = []
            for meld in view.melds[seat]:
                if UNKNOWN not in meld.cards:
                    melds.append(meld)
                    continue
                kinds = [kind for kind in range(KINDS) if pool[kind] >= _TRIPLE]
                if hold_shown and seat == view.dealer and pool[view.shown] == _PAIR:
                    kinds.append(view.shown)
                kinds = self._unseen_first(kinds)
                if pao_triple and pool[view.card] >= _TRIPLE and seat != view.turn:
                    kinds, pao_triple = [view.card], False
                kind = self._rng.choice(kinds)
                if hold_shown and seat == view.dealer and kind == view.shown and pool[kind] < _TRIPLE:
                    pool[kind] += 1
                    hold_shown = False
                pool[kind] -= _TRIPLE
                melds.append(same(SetKind.UNEXPOSED_3, kind, known=False))
            found[seat] = tuple(melds)
        if hold_shown:
            hands[view.dealer].append(view.shown)
        return tuple(found)

    def _unseen_first(self, kinds: list[Kind]) -> list[Kind]:
        """A kind that lay open before would have been Ponged, or laid smelled: unlikely to be concealed."""
        fresh = [kind for kind in kinds if self._pool[kind] == COPIES]
        return fresh if len(fresh) >= self._concealed() else kinds

    def _concealed(self) -> int:
        return sum(UNKNOWN in meld.cards for melds in self._view.melds for meld in melds)

    def _place_pao(self, pool: Counter[Kind], hands: list[list[Kind]]) -> bool:
        """Put the secret triple of a hidden Pao into a hand; true if it must lie on the table instead."""
        view, card = self._view, self._view.card
        seats = [seat for seat in self._others if seat != view.turn]
        room = [
            seat for seat in seats
            if view.sizes[seat] - len(hands[seat]) - (view.shown_held and seat == view.dealer) >= _TRIPLE
        ]  # fmt: skip
        covered = [seat for seat in seats if any(UNKNOWN in meld.cards for meld in view.melds[seat])]
        if pool[card] < _TRIPLE:
            return False
        needed = sum(n >= _TRIPLE for n in pool.values()) <= self._concealed()  # none to spare for a hand
        if room and (not covered or (not needed and self._rng.random() < 0.5)):  # noqa: PLR2004 - either is as likely
            hands[self._rng.choice(room)] += [card] * _TRIPLE
            pool[card] -= _TRIPLE
            return False
        return True

    def _give_pair(self, pool: Counter[Kind], hands: list[list[Kind]]) -> None:
        view = self._view
        seats = [
            seat for seat in self._others
            if seat != view.turn and view.sizes[seat] - len(hands[seat]) >= _PAIR
        ]  # fmt: skip
        if view.waiting and view.source in _TABLE_CARD and pool[view.card] >= _PAIR and seats:
            hands[self._rng.choice(seats)] += [view.card] * _PAIR
            pool[view.card] -= _PAIR

    def _state(
        self, hands: list[list[Kind]], melds: tuple[tuple[Meld, ...], ...], stock: tuple[Kind, ...]
    ) -> State:
        view, seats = self._view, range(len(self._view.sizes))
        bottom = (view.bottom,) if view.left > len(view.known_top) else ()
        stock = (*view.known_top, *stock, *bottom)
        marks = tuple(self._marks(seat) for seat in seats)
        return State(
            rules=self._rules,
            start=self._start,
            phase=view.phase,
            turn=view.turn,
            hands=tuple(map(hand_of, hands)),
            melds=melds,
            laid=tuple(tally(m for m in own if UNKNOWN not in m.cards) for own in melds),
            piles=view.piles,
            no_pong=tuple(view.no_pong if seat == view.viewer else marks[seat] for seat in seats),
            no_eat=tuple(view.no_eat if seat == view.viewer else marks[seat] for seat in seats),
            dead=view.dead,
            stock=stock,
            known=len(view.known_top),
            shown_held=view.shown_held,
            result=view.result,
        )

    def _marks(self, seat: int) -> int:
        """Smelled kinds of another seat, as far as everybody knows them."""
        view = self._view
        kinds = {meld.cards[0] for meld in view.melds[seat] if meld.kind is SetKind.SMELLED_3}
        if self._rules.own_discard_smells:
            kinds |= {left.card for left in view.piles[seat] if left.thrown}
        return sum(1 << kind for kind in kinds)


def _plausible(view: View, state: State) -> bool:
    """Whether hands are such as the rules leave them: quads laid, no kind both in hand and in a triple."""
    if view.phase is Phase.OVER:
        return True
    if view.phase is Phase.DISCARD and not loose(state.hands[view.turn]):
        return False
    if view.source is Source.SHOWN:
        return True
    for seat in view.order:
        laid, hand = state.laid[seat], state.hands[seat]
        if seat != view.viewer and any(count(hand, kind) >= COPIES for kind in kinds_of(hand)):
            return False
        if any((laid.exposed | laid.unexposed) >> kind & 1 for kind in kinds_of(hand)):
            return False
    return True
