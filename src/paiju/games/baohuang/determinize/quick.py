"""The quick draw of searches: hands that look like a view, without asking how they came about.

The unseen cards are dealt at random to the hands they may be in. What the viewer knows for certain is kept: cards shown or passed
on, who can or cannot be the guard, hands that must hold nothing but lowest cards. Such a state has no past, and some could not have one that
looks like the view's: how far off they are stands in `docs/measured.md`. `completion` draws those that could.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence

from paiju.core.errors import SEED_BYTES
from paiju.core.game import Seat
from paiju.games.baohuang.cards import (
    FIRST_JOKER,
    MARKED_BIG,
    MARKED_SMALL,
    RANK_OF,
    SEATS,
    Hand,
    Kind,
    cards_of,
    guard_cards,
    guards_of,
    hand_of,
    kinds_of_rank,
    pack_each,
    play_order,
    with_laowang,
    without_laowang,
)
from paiju.games.baohuang.phases import dealing, play
from paiju.games.baohuang.phases.dealing import draw, drawers, undrawn
from paiju.games.baohuang.plays import Cards
from paiju.games.baohuang.rules import Rules, compile_rules
from paiju.games.baohuang.state import UNKNOWN, Phase, Plan, Role, Roles, Start, State
from paiju.games.baohuang.views import View, emperor_spoke, forced_need, laowang_of

PILE = SEATS  # the slot of cards that lie in a face-down pile
Chance = Callable[[Sequence[Seat]], float]
"""How readily a deal is taken in which these are the guards, from 0 to 1."""
_TRIES = 64
"""So many ways to deal the guard cards are looked at for one to be taken; the last of them is taken in any case."""


def quick_deal(view: View, rng: random.Random) -> State:
    """A state that looks like `view` but for its past."""
    return _BY_PHASE.get(view.phase, _deal)(view, rng)


def quick_play(view: View, rng: random.Random, chance: Chance) -> State:
    """The same of a view of the playing phase, where some are likelier to be guard than the cards alone say."""
    return _play(view, rng, chance)


def _draw_on(view: View, rng: random.Random) -> State:
    """A draw that stopped; where `view` sees nothing of it, some question to another seat.

    A deal without a question has gone on already.
    """
    if view.asked:
        return _deal(view, rng, dealing.TRIPLE)
    rules = compile_rules(view.options)
    while True:
        deck = list(rules.deck(first_deal=view.carry.first_deal))
        rng.shuffle(deck)
        state = undrawn(rules, _start(view, rng), tuple(deck))
        questions: list[State] = []
        while draw(state, []):
            questions.append(state.copy())
            state.queue = ()
        if questions and questions[0].queue != (view.viewer,):
            return rng.choice(questions)


def _claim(view: View, rng: random.Random) -> State:
    """A crown that is offered: on whom it is forced, can call."""
    return _deal(view, rng, forced_need(view))


def _call(view: View, rng: random.Random) -> State:
    """An emperor who has something to call."""
    return _deal(view, rng, view.plan.need)


def _play(view: View, rng: random.Random, chance: Chance | None = None) -> State:
    """Play, or its end: each seat's lowest-last rank was fixed by the hands it began with (BH A18-60)."""
    state = _deal(view, rng, chance=chance)
    if state.rules.low_last and view.emperor >= 0:
        dealt = (
            tuple(map(sum, zip(*pair, strict=True))) for pair in zip(state.hands, state.played, strict=True)
        )
        state.lows = tuple(play.low_of(state.rules, hand) for hand in dealt)
    return state


def _deal(view: View, rng: random.Random, need: int = 0, chance: Chance | None = None) -> State:
    """A deal of the cards that `view` does not see; the seat asked first holds `need` copies of a kind."""
    rules = compile_rules(view.options)
    dealer = _Dealer(view, rules, rng)
    hands = dealer.deal(need, chance)
    roles = _roles(view, hands)
    laowang = laowang_of(view)
    if laowang >= 0:
        hands = [
            hand if seat == view.emperor else with_laowang(hand, laowang) for seat, hand in enumerate(hands)
        ]
    return State(
        rules=rules,
        start=_start(view, rng),
        phase=view.phase,
        queue=view.asked,
        held=pack_each(hands),
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
        spent=pack_each(view.played),
        out=view.out,
        stuck=view.stuck,
        result=view.result,
    )


def _start(view: View, rng: random.Random) -> Start:
    return Start(rng.randbytes(SEED_BYTES), (), view.first_drawer, view.carry, view.drawn_sizes)


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

    def deal(self, need: int, chance: Chance | None) -> list[Hand]:
        """One hand for each seat, 老王 still under its plain face."""
        view = self._view
        if view.viewer is not None and view.hand is not None:
            self._give(view.viewer, _plain(view, view.hand))
        if view.hands:
            return [hand_of(_plain(view, hand)) for hand in view.hands]
        for token in view.known:
            if token.holder != view.viewer:
                self._give(token.holder, (token.kind,))
        self._identify(chance)
        self._give_last_cards()
        self._give_copies(need)
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

    def _identify(self, chance: Chance | None) -> None:
        """Place what says who is guard, again and again until `chance` takes it: the other cards do not count for that."""
        if chance is None:
            self._give_identity()
            return
        hands, slots, pool = self._hands, self._slots, self._pool
        for _ in range(_TRIES):
            self._hands, self._slots, self._pool = [hand.copy() for hand in hands], slots.copy(), pool.copy()
            self._give_identity()
            guards = _guards(self._view, [hand_of(hand) for hand in self._hands[:SEATS]])
            if self._rng.random() < chance(guards):
                return

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
            laid = guard_cards(view.played[guard], view.called)
            if guard != view.viewer and not laid and self._pool[view.called]:
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

    def _give_copies(self, need: int) -> None:
        """Who is asked for a call, or forced to take the crown, must be able to call."""
        view = self._view
        if not need or view.turn == view.viewer:
            return
        seat = view.turn
        if self._pool[MARKED_BIG] > 0:
            self._give(seat, (MARKED_BIG,))
        probe = State(self._rules, self._start, view.phase, (), (), ())
        held = Counter(self._hands[seat])
        whole = hand_of((*self._hands[seat], *(k for k, n in self._pool.items() for _ in range(max(n, 0)))))
        kinds = [
            kind
            for kind in dealing.callable_kinds(probe, whole, need)
            if need - dealing.copies_in(hand_of(held.elements()), kind) <= self._slots[seat]
        ]
        kind = self._rng.choice(kinds)
        missing = need - dealing.copies_in(hand_of(self._hands[seat]), kind)
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


def _emperor_not_solo(view: View) -> bool:
    """BH A18-50: where solos must be announced, an emperor who kept quiet has a guard."""
    rules = compile_rules(view.options).declaring
    return view.alone is False or (rules.solos and not rules.silent_solo and emperor_spoke(view))


def _only_rank(view: View, rules: Rules, seat: int) -> int | None:
    low = rules.low_rank
    if seat in view.stuck:
        return low
    laid = {RANK_OF[kind] for kind in cards_of(view.played[seat]) if kind < FIRST_JOKER}
    return low if low in laid else None


def _guards(view: View, hands: Sequence[Hand]) -> tuple[Seat, ...]:
    if view.hands:
        return tuple(s for s in play_order(view.emperor) if view.roles[s] is Role.GUARD)
    if view.emperor < 0 or view.usurped or not view.plan.names_guards:
        return ()
    return guards_of(view.emperor, view.called, hands, view.played)


def _roles(view: View, hands: list[Hand]) -> Roles:
    return Roles(
        view.emperor, _guards(view, hands), view.called, view.usurped, view.shown, view.innocent, view.solo_shown, view.pair, view.forced
    )  # fmt: skip


def _drawn(view: View, seat: int, hand: Hand) -> Hand:
    if seat == view.viewer and view.drawn is not None:
        return view.drawn
    return hand_of((*_plain(view, hand), *_plain(view, view.played[seat])))


_BY_PHASE: Mapping[Phase, Callable[[View, random.Random], State]] = {
    Phase.DRAW: _draw_on,
    Phase.CROWN: _claim,
    Phase.CALL: _call,
    Phase.PLAY: _play,
    Phase.OVER: _play,
}
