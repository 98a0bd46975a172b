"""A random deal that agrees with a view: for search bots, and for the test that nothing leaks.

The unseen cards are dealt at random to the hands they may be in. What the viewer knows for certain is kept:
cards shown or passed on, who can or cannot be the guard, hands that must hold nothing but lowest cards.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable

from paiju.core.rng import SEED_BYTES
from paiju.games.baohuang import calling, trick
from paiju.games.baohuang.cards import (
    FIRST_JOKER,
    LAOWANG,
    MARKED_BIG,
    MARKED_SMALL,
    RANK_OF,
    SEATS,
    Hand,
    Kind,
    cards_of,
    hand_of,
    kinds_of_rank,
    play_order,
    with_laowang,
    without_laowang,
)
from paiju.games.baohuang.dealing import any_question, drawers
from paiju.games.baohuang.flow import STAGES
from paiju.games.baohuang.plans import UNKNOWN, Plan
from paiju.games.baohuang.plays import Cards
from paiju.games.baohuang.rules import Rules, compile_rules
from paiju.games.baohuang.state import Phase, Role, Roles, Start, State
from paiju.games.baohuang.viewing import View

PILE = SEATS  # the slot of cards that lie in a face-down pile


def complete(view: View, rng: random.Random) -> State:
    """A state whose view for `view.viewer` equals `view`; `rng` chooses among the possible deals."""
    rules = compile_rules(view.options)
    if view.phase is Phase.DRAW and not view.asked:
        return any_question(view, rules, rng)
    dealer = _Dealer(view, rules, rng)
    hands = dealer.deal()
    roles = _roles(view, hands)
    hands = [_with_laowang(view, seat, hand) for seat, hand in enumerate(hands)]
    start = Start(rng.randbytes(SEED_BYTES), (), view.first_drawer, view.carry, view.drawn_sizes)
    state = State(
        rules=rules,
        start=start,
        phase=view.phase,
        queue=view.asked,
        hands=tuple(hands),
        drawn=tuple(_drawn(view, seat, hand) for seat, hand in enumerate(hands)),
        plan=dealer.plan(),
        roles=roles,
        stakes=view.stakes,
        known=view.known,
        top=view.top,
        owner=view.owner,
        passes=view.passes,
        barred=view.barred,
        debt=view.debt,
        asked_again=view.asked_again,
        trick=view.trick,
        tricks=view.tricks,
        played=view.played,
        out=view.out,
        stuck=view.stuck,
        result=view.result,
    )
    if rules.low_last and view.phase in (Phase.PLAY, Phase.OVER) and view.emperor >= 0:
        dealt = (
            tuple(map(sum, zip(*pair, strict=True))) for pair in zip(state.hands, state.played, strict=True)
        )
        state.lows = tuple(trick.low_of(rules, hand) for hand in dealt)
    return state


class _Dealer:
    """Deals the cards that a viewer does not see."""

    def __init__(self, view: View, rules: Rules, rng: random.Random) -> None:
        self._view = view
        self._rules = rules
        self._rng = rng
        deck = rules.deck(first_deal=view.carry.first_deal)
        self._start = Start(b"", (), view.first_drawer, view.carry, view.drawn_sizes)
        self._order = drawers(self._start)[: view.plan.drawing.at if view.plan.drawing else len(deck)]
        self._undrawn = len(deck) - len(self._order)
        sizes = [self._order.count(seat) for seat in range(SEATS)]
        hidden_pile = sum(1 for _, kind in view.plan.pile if kind == UNKNOWN)
        self._slots = [
            size + gain - sum(played)
            for size, gain, played in zip(sizes, view.gained, view.played, strict=True)
        ] + [hidden_pile]  # fmt: skip
        self._hands: list[list[Kind]] = [[] for _ in range(SEATS + 1)]
        self._pool = Counter(deck)
        for played in view.played:
            self._pool.subtract(_plain(view, played))
        self._pool.subtract(kind for _, kind in view.plan.pile if kind != UNKNOWN)

    def deal(self) -> list[Hand]:
        """One hand for each seat, 老王 still under its plain face."""
        view = self._view
        if view.viewer is not None and view.hand is not None:
            self._give(view.viewer, _plain(view, view.hand))
        if view.hands:
            return [hand_of(_plain(view, hand)) for hand in view.hands]
        for token in view.known:
            if token.holder != view.viewer:
                self._give(token.holder, (token.kind,))
        self._give_identity()
        self._give_last_cards()
        self._give_triple()
        self._fill()
        return [hand_of(cards) for cards in self._hands[:SEATS]]

    def plan(self) -> Plan:
        """The phase's plan with the unseen parts filled in; call after `deal`."""
        plan = self._view.plan
        return plan.filled(self._deck() if plan.drawing else (), iter(self._hands[PILE]))

    def _deck(self) -> Cards:
        hands = [self._rng.sample(cards, len(cards)) for cards in self._hands[:SEATS]]
        return (*(hands[seat].pop() for seat in self._order), *self._rest)

    def _give(self, seat: int, cards: Iterable[Kind]) -> None:
        for kind in cards:
            self._hands[seat].append(kind)
            self._pool[kind] -= 1
            self._slots[seat] -= 1

    def _pick(self, seats: Iterable[int]) -> int:
        """One of `seats`, each as likely as it has room."""
        open_seats = [seat for seat in seats if self._slots[seat] > 0]
        return self._rng.choices(open_seats, [self._slots[seat] for seat in open_seats])[0]

    def _others(self) -> list[int]:
        return [seat for seat in range(SEATS) if seat != self._view.viewer]

    def _give_identity(self) -> None:
        """Place the marked jokers and the outside called cards where they can be."""
        view = self._view
        if self._undrawn:
            return
        if self._pool[MARKED_BIG]:
            self._give(self._pick(self._others()), (MARKED_BIG,))
        if view.called >= 0:
            self._give_called()
        elif self._pool[MARKED_SMALL]:
            self._give(self._pick(self._possible_guards()), (MARKED_SMALL,))

    def _give_called(self) -> None:
        view = self._view
        if view.usurped:
            return
        for guard in sorted(view.shown):
            if guard != view.viewer and not _identity_laid(view, guard) and self._pool[view.called]:
                self._give(guard, (view.called,))
        while self._pool[view.called] > 0:
            self._give(self._pick(self._possible_guards()), (view.called,))

    def _possible_guards(self) -> list[int]:
        """Seats that may hold the guard card, the emperor among them if he may be solo."""
        view = self._view
        others = self._others()
        if view.emperor < 0 or view.usurped:
            return others
        if view.solo_shown:
            return [view.emperor]
        if view.shown and (view.forced or not view.pair):
            return sorted(view.shown - {view.viewer})
        seats = [seat for seat in others if seat not in view.innocent]
        if _emperor_not_solo(view) and len(seats) > 1:
            seats = [seat for seat in seats if seat != view.emperor]
        return [seat for seat in seats if self._slots[seat] > 0] or others

    def _give_last_cards(self) -> None:
        """Seats that laid or are stuck on lowest cards hold nothing else (BH A14, A18-61)."""
        view = self._view
        if not self._rules.low_last:
            return
        for seat in self._others():
            low = _only_rank(view, self._rules, seat)
            if low is None or not self._slots[seat]:
                continue
            cards = [kind for kind in kinds_of_rank(low) for _ in range(self._pool[kind])]
            if len(cards) < self._slots[seat] and seat in view.stuck:
                cards = [kind for kind in kinds_of_rank(low + 1) for _ in range(self._pool[kind])]
            self._give(seat, self._rng.sample(cards, min(len(cards), self._slots[seat])))

    def _give_triple(self) -> None:
        """Who is asked for a call, or forced to take the crown, must be able to call."""
        view = self._view
        need = STAGES[view.phase].need(view) if view.phase in STAGES else 0
        if not need:
            return
        seat = view.asked[0]
        if seat == view.viewer:
            return
        if self._pool[MARKED_BIG] > 0:
            self._give(seat, (MARKED_BIG,))
        probe = State(self._rules, self._start, view.phase, (), (), ())
        held = Counter(self._hands[seat])
        whole = hand_of((*self._hands[seat], *(k for k, n in self._pool.items() for _ in range(max(n, 0)))))
        kinds = [
            kind
            for kind in calling.callable_kinds(probe, whole, need)
            if need - calling.copies_in(hand_of(held.elements()), kind) <= self._slots[seat]
        ]
        kind = self._rng.choice(kinds)
        missing = need - calling.copies_in(hand_of(self._hands[seat]), kind)
        self._give(seat, (kind,) * max(0, missing))

    def _fill(self) -> None:
        cards = [kind for kind, n in sorted(self._pool.items()) for _ in range(max(n, 0))]
        self._rng.shuffle(cards)
        if self._slots[PILE]:
            plain = [i for i, kind in enumerate(cards) if kind < FIRST_JOKER] or list(range(len(cards)))
            chosen = set(self._rng.sample(plain, self._slots[PILE]))
            self._hands[PILE] = [cards[i] for i in sorted(chosen)]
            cards = [kind for i, kind in enumerate(cards) if i not in chosen]
        for seat in range(SEATS):
            if self._slots[seat] > 0:
                self._hands[seat] += cards[: self._slots[seat]]
                del cards[: self._slots[seat]]
        self._rest: Cards = tuple(cards)


def _plain(view: View, hand: Hand) -> Cards:
    return cards_of(without_laowang(hand, view.called))


def _with_laowang(view: View, seat: int, hand: Hand) -> Hand:
    active = (
        view.called >= 0
        and compile_rules(view.options).crowning.laowang
        and not view.pair
        and not view.usurped
    )
    return with_laowang(hand, view.called) if active and seat != view.emperor else hand


def _identity_laid(view: View, guard: int) -> bool:
    laid = view.played[guard]
    return bool(laid[LAOWANG] or laid[view.called])


def _emperor_not_solo(view: View) -> bool:
    """BH A18-50: where solos must be announced, an emperor who kept quiet has a guard."""
    after = view.phase in (Phase.COUNTER, Phase.PLAY) or (
        view.phase is Phase.DECLARE and view.emperor not in view.asked
    )
    declaring = compile_rules(view.options).declaring
    return view.alone is False or (declaring.solos and not declaring.silent_solo and after)


def _only_rank(view: View, rules: Rules, seat: int) -> int | None:
    low = rules.low_rank
    if seat in view.stuck:
        return low
    laid = {RANK_OF[kind] for kind in cards_of(view.played[seat]) if kind < FIRST_JOKER}
    return low if low in laid else None


def _roles(view: View, hands: list[Hand]) -> Roles:
    guards: tuple[int, ...] = ()
    if view.emperor >= 0 and not view.usurped and view.phase not in (Phase.CALL, Phase.DRAW):
        guards = tuple(
            s for s in play_order(view.emperor, without=(view.emperor,)) if _is_guard(view, s, hands[s])
        )
    return Roles(
        view.emperor, guards, view.called, view.usurped, view.shown, view.innocent, view.solo_shown, view.pair, view.forced
    )  # fmt: skip


def _is_guard(view: View, seat: int, hand: Hand) -> bool:
    if view.hands:
        return view.roles[seat] is Role.GUARD
    laid = view.played[seat]
    if view.called < 0:
        return bool(hand[MARKED_SMALL] or laid[MARKED_SMALL])
    return bool(hand[view.called] or laid[view.called] or laid[LAOWANG])


def _drawn(view: View, seat: int, hand: Hand) -> Hand:
    if seat == view.viewer and view.drawn is not None:
        return view.drawn
    return hand_of((*_plain(view, hand), *_plain(view, view.played[seat])))
