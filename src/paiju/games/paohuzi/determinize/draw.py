"""A random deal that a viewer cannot tell from the true one, checked by playing its past again."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from paiju.core.errors import UsageError
from paiju.core.game import put
from paiju.core.rng import uncut
from paiju.core.sampling.hands import HandSampler
from paiju.games.paohuzi import claims, turns
from paiju.games.paohuzi.actions import PONG, Action
from paiju.games.paohuzi.cards import (
    COPIES,
    DECK,
    KINDS,
    ONES,
    SEATS,
    UNIT,
    UNKNOWN,
    Hand,
    Kind,
    cards_of,
    count,
    loose,
    packed,
)
from paiju.games.paohuzi.claims import EAT_RANK, PONG_RANK
from paiju.games.paohuzi.determinize.bounds import DRAWS, LEFT, HandBounds, OpenCard
from paiju.games.paohuzi.hands import dealt_sets, forced
from paiju.games.paohuzi.melds import Meld, SetKind, same
from paiju.games.paohuzi.rules import compile_rules
from paiju.games.paohuzi.state import (
    ALONE,
    NOBODY,
    WORST,
    Carry,
    Layout,
    Past,
    Phase,
    Source,
    State,
    Window,
    cut_of,
    shuffled,
)
from paiju.games.paohuzi.views import View

_OWN_SETS = ("wei", "smell", "ti")


def agrees(view: View, state: State) -> bool:
    """Open the question of the view in `state`, no more answered than the view says; whether it looks like the view's."""
    if view.phase is Phase.OVER:
        return True
    if view.phase is Phase.DISCARD:
        return _must_discard(view, state)
    window = _opened(view, state)
    viewer = view.viewer
    if viewer is not None:
        if window.offers[viewer] != view.offers:
            return False
        if view.answer is not None:
            window = claims.answered(window, viewer, view.answer)
        elif view.offers and not view.asked:
            found = outranked(window, viewer)
            if found is None:
                return False
            window = found
    state.window = window
    return True


def _must_discard(view: View, state: State) -> bool:
    """Whether the seat at turn has a card to throw, or goes out first with what it has just laid, which looks the same."""
    seat = view.turn
    source = _source_alone(view, state)
    if source is not None and seat != view.viewer:
        window = claims.ask_alone(state, source, seat, state.melds[seat][-1].cards[0], last=False)
        if window.asked:
            state.phase, state.window = Phase.CLAIM, window
            return True
    return bool(loose(state.hands[seat]))


def _source_alone(view: View, state: State) -> Source | None:
    """Where the seat at turn may just have laid a forced set that completes its hand."""
    verbs = [action.verb for _, action in (view.past or ())[-2:]]
    if verbs[-1:] == ["pao"]:
        return Source.PAO if verbs[0] == "discard" and state.rules.ask_after_pao else None
    return Source.OWN if verbs and verbs[-1] in _OWN_SETS else None


def _opened(view: View, state: State) -> Window:
    source, card = view.source, view.card
    assert source is not None
    if source in ALONE and card == UNKNOWN:
        card = state.melds[view.turn][-1].cards[0]
    return claims.reopened(state, source, view.turn, card, last=view.last)


def outranked(window: Window, viewer: int) -> Window | None:
    """The window after an answer that outranks the viewer, with someone left to wait for."""
    for seat, offers in enumerate(window.offers):
        for action in offers:
            after = claims.answered(window, seat, action)
            if seat != viewer and after.asked and viewer not in after.asked:
                return after
    return None


# --- whether a deal can have had the past that was seen: it is played again, without the wins that nobody took

_PAIR = 2
_TRIPLE = 3


class Replay:
    """Plays a past on `state`, which holds the hands as dealt; afterwards it is what the past led to.

    `shown` are the cards that lay open, by their number in the past; `covered` the kinds of the triples that were laid face down,
    in their order.
    """

    def __init__(self, state: State, shown: Mapping[int, OpenCard], covered: tuple[Kind, ...]) -> None:
        self._state = state
        self._open = shown
        self._covered = iter(covered)
        self._window: Window | None = None

    def fits(self, past: Past, *, begun: bool) -> bool:
        """Whether all of it can have happened; `begun` says that dealt quads are laid."""
        state, first = self._state, int(cut_of(past) > 0)
        for seat, action in past[first:]:
            if action.verb != "quad":
                break
            if count(state.hands[seat], action.cards[0]) != COPIES:
                return False
            turns.lay_quad(state, seat, action.cards[0])
            first += 1
        if begun and any(hand >> 2 & ONES for hand in state.hands):
            return False
        return all(self._step(at, *past[at]) for at in range(first, len(past)))

    def _step(self, at: int, seat: int, action: Action) -> bool:
        self._state.take_events()  # nobody reads them
        self._state.turn = seat
        if action.verb in ("draw", "discard"):
            lays = self._draws if action.verb == "draw" else self._throws
            return lays(seat, action) and self._opens(self._open[at])
        steps = {
            "pong": self._takes,
            "eat": self._takes,
            "ti": self._joins,
            "pao": self._joins,
            "dead": self._dies,
        }
        return steps.get(action.verb, self._draws_third)(seat, action)

    def _draws(self, seat: int, action: Action) -> bool:
        return forced(self._state.laid(seat), self._state.hands[seat], action.cards[0]) is None

    def _throws(self, seat: int, action: Action) -> bool:
        if not count(loose(self._state.hands[seat]), action.cards[0]):
            return False
        turns.throw(self._state, seat, action)
        return True

    def _dies(self, seat: int, _: Action) -> bool:
        state = self._state
        state.dead = put(state.dead, seat, True)  # noqa: FBT003 - a value like any other
        return not loose(state.hands[seat])

    def _opens(self, shown: OpenCard) -> bool:
        """A card lies open: what became of it, and who let it pass."""
        if shown.last:
            return True
        state, seat, card, fate = self._state, shown.seat, shown.card, shown.fate
        pao = claims.forced_pao(state, seat, card, drawn=shown.drawn)
        if pao != NOBODY:
            return fate not in (LEFT, "pong", "eat") and (fate != "pao" or shown.taker == pao)
        if fate == "pao":
            return False
        if fate not in (LEFT, "pong", "eat"):
            return True
        source = Source.DRAWN if shown.drawn else Source.THROWN
        taken = claims.takes_offered(state, seat, card, drawn=shown.drawn)
        offers = tuple([taken.get(at, ()) for at in range(state.rules.seats)])
        window = Window(source, seat, card, offers, (), (), (), leader=shown.taker)
        lead = {LEFT: WORST, "pong": PONG_RANK, "eat": EAT_RANK + (shown.taker != seat)}[fate]
        self._window = window._replace(lead=lead)
        claims.forfeit(state, self._window)
        return True

    def _takes(self, seat: int, action: Action) -> bool:
        """A Pong or eating that was on offer; the claims that it forfeits are marked already."""
        state, window = self._state, self._window
        if window is None or action not in window.offers[seat]:
            return False
        if action == PONG:
            turns.pong(state, seat, window)
        else:
            turns.eat(state, seat, window, action)
        return True

    def _draws_third(self, seat: int, action: Action) -> bool:
        state, seen = self._state, bool(action.cards)
        card = action.cards[0] if seen else next(self._covered)
        if forced(state.laid(seat), state.hands[seat], card) is not SetKind.UNEXPOSED_3:
            return False
        forfeited = bool((state.no_pong[seat] | state.no_eat[seat]) >> card & 1)
        if forfeited is not (action.verb == "smell"):
            return False
        turns.lay_forced(state, seat, card, SetKind.UNEXPOSED_3, seen=seen)
        return True

    def _joins(self, seat: int, action: Action) -> bool:
        """The fourth of a triple, from the hand or the table as it was seen."""
        state, card = self._state, action.cards[0]
        laid, held = state.laid(seat), count(state.hands[seat], card)
        if len(action.cards) == COPIES:
            if held != _TRIPLE:
                return False
        elif held or not (laid.unexposed | (laid.exposed if action.verb == "pao" else 0)) >> card & 1:
            return False
        kind = SetKind.UNEXPOSED_4 if action.verb == "ti" else SetKind.EXPOSED_4
        turns.join(state, seat, card, kind, action.verb)
        return True


# --- a deal at random that a viewer cannot tell from the true one: each is as likely as every other

TRIES, QUICK_TRIES = 2000, 100
"""Deals that are drawn until someone is asked, with and without the past; where someone is, it rarely takes more than ten."""
_FILLINGS = 20_000


def determinize(view: View, rng: random.Random, *, history: bool = True, waits: bool = True) -> State:
    """A state whose view for `view.viewer` equals `view`, its past included; all such deals are equally likely.

    Without `waits` the moments that look like this in which nobody is asked are among them. Without `history` the past is not looked at,
    and the state has none.

    Raises:
        UsageError: usage.view, if no deal was found that looks like this.
    """
    if view.phase is Phase.CUT:
        wall = Layout(tuple(rng.sample(DECK, len(DECK))))
        return shuffled(compile_rules(view.options), wall, Carry(view.dealer, view.streak, view.draws))
    deals = _determinizer(view if history else replace(view, past=None))
    unasked = None
    for _ in range(TRIES if history else QUICK_TRIES):
        state = deals.draw(rng)
        if state is not None and (not waits or state.window is None or state.window.asked):
            return state
        unasked = state or unasked
    if unasked is None:
        raise UsageError("usage.view", "no deal matches this view")
    return unasked


@lru_cache(maxsize=4)
def _determinizer(view: View) -> _Sampler:
    """What all deals that look like a view have in common; searches ask for many of the same."""
    return _Sampler(view)


class _Sampler:
    """Draws the deals that look like a view."""

    def __init__(self, view: View) -> None:
        self._view = view
        self._bounds = bounds = HandBounds(view, compile_rules(view.options))
        groups, covers = [bounds.group(kind) for kind in range(KINDS)], len(bounds.covers)
        start, end = ((0,), ((1 << covers) - 1,)) if covers else ((), ())
        room, unseen = bounds.room(), sum(bounds.unseen)
        fits = unseen - _TRIPLE * covers <= sum(room) <= unseen
        self._sampler = HandSampler(room, groups, start, end, never=0.0) if fits else None

    def draw(self, rng: random.Random) -> State | None:
        """A deal that agrees with what is known of each kind; None if it could not come to look like this.

        Raises:
            UsageError: usage.view, if nothing agrees.
        """
        dealt = self._sampler.draw(rng, _FILLINGS) if self._sampler is not None else None
        if dealt is None:
            raise UsageError("usage.view", "no deal has these cards")
        hands, stock = self._own_hands(), []
        covers = [UNKNOWN] * len(self._bounds.covers)
        for kind, (variant, counts) in enumerate(dealt):
            for seat, many in zip(self._bounds.others, counts, strict=False):
                hands[seat] += many * UNIT[kind]
            for cover, _ in variant.label:
                covers[cover] = kind
            stock += [kind] * counts[-1]
        rng.shuffle(stock)
        state = (
            self._replayed(hands, covers, stock, rng)
            if self._bounds.played
            else self._placed(hands, covers, stock)
        )
        return state if state is not None and agrees(self._view, state) else None

    def _own_hands(self) -> list[Hand]:
        view = self._view
        if view.hands:
            return [packed(counts) for counts in view.hands]
        hands = [0] * len(view.sizes)
        if view.viewer is not None and view.hand is not None:
            hands[view.viewer] = packed(view.hand)
        return hands

    def _stock(self, rest: Sequence[Kind]) -> tuple[Kind, ...]:
        view = self._view
        bottom = (view.bottom,) if view.left > len(view.known_top) else ()
        return (*view.known_top, *rest, *bottom)

    def _replayed(
        self, hands: list[Hand], covers: Sequence[Kind], rest: Sequence[Kind], rng: random.Random
    ) -> State | None:
        """The past played again from the hands as they were dealt; None if it cannot have been."""
        view, bounds = self._view, self._bounds
        missing = iter(covers)
        covered = tuple(next(missing) if kind == UNKNOWN else kind for kind in view.covered)
        dealt = [hand + bounds.spent[seat] for seat, hand in enumerate(hands)]
        for seat, kind in zip(bounds.cover_seats, covered, strict=True):
            dealt[seat] += _PAIR * UNIT[kind]
        if view.result is None and self._rules_end_it(dealt):
            return None
        state = bounds.table()
        each = view.options.seats
        state.hands, state.melds = tuple(dealt), ((),) * each
        state.no_pong = state.no_eat = (0,) * each
        state.dead, state.shown_held = (False,) * each, True
        fits = Replay(state, bounds.shown, covered).fits(view.past or (), begun=bounds.begun)
        if not fits or not all(map(_looks_like, view.melds, state.melds)):
            return None
        state.turn, state.stock, state.past = view.turn, self._stock(rest), view.past
        state.start = replace(state.start, wall=self._wall(dealt, covered, state.stock, rng))
        return state

    def _rules_end_it(self, dealt: Sequence[Hand]) -> bool:
        """Whether someone would have gone out at once (PZ M22)."""
        view, rules = self._view, self._bounds.rules
        return rules.heavenly_sets and any(dealt_sets(rules, dealt[seat], view.draws) for seat in view.order)

    def _wall(
        self, dealt: Sequence[Hand], covered: Sequence[Kind], stock: Sequence[Kind], rng: random.Random
    ) -> tuple[Kind, ...]:
        """The cards in an order in which they can have lain before they were cut (`Layout`)."""
        view, kinds = self._view, iter(covered)
        drawn = [
            action.cards[0] if action.cards else next(kinds)
            for _, action in view.past or () if action.verb in DRAWS
        ]  # fmt: skip
        whole = (*drawn, *stock)
        hands = []
        for seat in view.order:
            cards = cards_of(dealt[seat] - (UNIT[view.shown] if seat == view.dealer else 0))
            hands.append(rng.sample(cards, len(cards)))
        first = [hands[i % SEATS][i // SEATS] for i in range(SEATS * len(hands[0]))]
        wall = (*first, view.shown, *whole[view.turned :], *whole[: view.turned])
        return uncut(wall, cut_of(view.past))

    def _placed(self, hands: Sequence[Hand], covers: Sequence[Kind], rest: Sequence[Kind]) -> State:
        """A position that was not played, as it stands."""
        view, missing, state = self._view, iter(covers), self._bounds.table()
        melds = list(view.melds)
        for seat in self._bounds.others:
            melds[seat] = tuple(_uncovered(meld, missing) for meld in view.melds[seat])
        state.hands, state.melds = tuple(hands), tuple(melds)
        state.stock = self._stock(rest)
        return state


def _looks_like(seen: Sequence[Meld], melds: Sequence[Meld]) -> bool:
    """Whether sets lie in the order in which they are seen: of two covered triples it tells which was joined."""
    pairs = zip(seen, melds, strict=True)
    return all(meld == own or (UNKNOWN in meld.cards and not own.known) for meld, own in pairs)


def _uncovered(meld: Meld, kinds: Iterator[Kind]) -> Meld:
    return same(meld.kind, next(kinds), known=False) if UNKNOWN in meld.cards else meld
