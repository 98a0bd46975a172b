"""A deal at random that a viewer cannot tell from the true one: each is as likely as every other.

The deals that are left to a viewer are those in which the past, with what was done in it, looks to him as it did. Most of what
the past says concerns one kind of card at a time (`witness`), so that an exact draw over kinds (`core.urns`) hits one nearly
always; what goes across kinds is found by playing the past again (`retracing`), and another deal is drawn if it does not fit.

Where the table waits for somebody, the deal is one in which somebody is asked: as many are drawn as it takes, up to a bound. If
there is none among them, the state is the moment that looks the same, in which nobody is (`Game.moments`).
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache

from paiju.core.cutting import uncut
from paiju.core.errors import UsageError
from paiju.core.urns import Urns
from paiju.games.paohuzi.cards import DECK, KINDS, SEATS, UNIT, UNKNOWN, Hand, Kind, cards_of
from paiju.games.paohuzi.dealing import begin
from paiju.games.paohuzi.hands import dealt_sets
from paiju.games.paohuzi.pending import agrees
from paiju.games.paohuzi.retracing import Retracing
from paiju.games.paohuzi.rules import compile_rules
from paiju.games.paohuzi.sets import Laid, Meld, same, tally
from paiju.games.paohuzi.state import Carry, Layout, Phase, State, cut_of
from paiju.games.paohuzi.viewing import View
from paiju.games.paohuzi.witness import DRAWS, Witness

TRIES = 2000
"""So many deals are drawn until somebody is asked; where somebody is, it rarely takes more than ten."""
_TRIPLE = 3
_PAIR = 2


def determinize(view: View, rng: random.Random, *, waits: bool = True) -> State:
    """A state whose view for `view.viewer` equals `view`, its past included; all such deals are equally likely.

    Without `waits` the moments that look like this in which nobody is asked are among them.

    Raises:
        UsageError: usage.view, if no deal was found that looks like this.
    """
    if view.phase is Phase.CUT:
        wall = Layout(tuple(rng.sample(DECK, len(DECK))))
        return begin(compile_rules(view.options), wall, Carry(view.dealer, view.streak, view.draws))
    worlds = _worlds(view)
    unasked = None
    for _ in range(TRIES):
        state = worlds.draw(rng)
        if state is not None and (not waits or state.window is None or state.window.asked):
            return state
        unasked = state or unasked
    if unasked is None:
        raise UsageError("usage.view", "no deal looks like this view")
    return unasked


@lru_cache(maxsize=4)
def _worlds(view: View) -> _Worlds:
    """What all deals that look like a view have in common; searches ask for many of the same."""
    return _Worlds(view)


class _Worlds:
    """Draws the deals that look like a view."""

    def __init__(self, view: View) -> None:
        self._view = view
        self._witness = witness = Witness(view, compile_rules(view.options))
        groups = [witness.ways(kind) for kind in range(KINDS)]
        room = [view.sizes[seat] for seat in witness.others]
        self._urns = Urns(room, groups, len(witness.covers)) if all(groups) else None

    def draw(self, rng: random.Random) -> State | None:
        """A deal that agrees with what is known of each kind; None if it could not come to look like this.

        Raises:
            UsageError: usage.view, if nothing agrees.
        """
        ways = self._urns.draw(rng) if self._urns is not None else None
        if ways is None:
            raise UsageError("usage.view", "no deal has these cards")
        hands, stock = self._own_hands(), []
        covers = [UNKNOWN] * len(self._witness.covers)
        for kind, way in enumerate(ways):
            rest = self._witness.unseen[kind] - sum(way.counts)
            for seat, many in zip(self._witness.others, way.counts, strict=True):
                hands[seat] += many * UNIT[kind]
            if way.task >= 0:
                covers[way.task] = kind
                rest -= _TRIPLE
            stock += [kind] * rest  # a covered triple that was joined has no unseen copy: less than none
        rng.shuffle(stock)
        state = (
            self._replayed(hands, covers, stock, rng)
            if self._witness.played
            else self._placed(hands, covers, stock)
        )
        return state if state is not None and agrees(self._view, state) else None

    def _own_hands(self) -> list[Hand]:
        view = self._view
        if view.hands:
            return [_hand(counts) for counts in view.hands]
        hands = [0] * len(view.sizes)
        if view.viewer is not None and view.hand is not None:
            hands[view.viewer] = _hand(view.hand)
        return hands

    def _stock(self, rest: Sequence[Kind]) -> tuple[Kind, ...]:
        view = self._view
        bottom = (view.bottom,) if view.left > len(view.known_top) else ()
        return (*view.known_top, *rest, *bottom)

    def _replayed(
        self, hands: list[Hand], covers: Sequence[Kind], rest: Sequence[Kind], rng: random.Random
    ) -> State | None:
        """The past played again from the hands as they were dealt; None if it cannot have been."""
        view, witness = self._view, self._witness
        missing = iter(covers)
        covered = tuple(next(missing) if kind == UNKNOWN else kind for kind in view.covered)
        dealt = [hand + witness.spent[seat] for seat, hand in enumerate(hands)]
        for seat, kind in zip(witness.cover_seats, covered, strict=True):
            dealt[seat] += _PAIR * UNIT[kind]
        if view.result is None and self._rules_end_it(dealt):
            return None
        state = witness.table()
        each = view.options.seats
        state.hands, state.melds, state.laid = tuple(dealt), ((),) * each, (Laid(),) * each
        state.no_pong = state.no_eat = (0,) * each
        state.dead, state.shown_held = (False,) * each, True
        fits = Retracing(state, witness.shown, covered).fits(view.past or (), begun=witness.begun)
        if not fits or not all(map(_looks_like, view.melds, state.melds)):
            return None
        state.turn, state.stock, state.past = view.turn, self._stock(rest), view.past
        state.start = replace(state.start, wall=self._wall(dealt, covered, state.stock, rng))
        return state

    def _rules_end_it(self, dealt: Sequence[Hand]) -> bool:
        """Whether somebody would have gone out at once (PZ M22)."""
        view, rules = self._view, self._witness.rules
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
        view, missing, state = self._view, iter(covers), self._witness.table()
        melds = list(view.melds)
        for seat in self._witness.others:
            melds[seat] = tuple(_uncovered(meld, missing) for meld in view.melds[seat])
        state.hands, state.melds, state.laid = tuple(hands), tuple(melds), tuple(map(tally, melds))
        state.stock = self._stock(rest)
        return state


def _looks_like(seen: Sequence[Meld], melds: Sequence[Meld]) -> bool:
    """Whether sets lie in the order in which they are seen: of two covered triples it tells which was joined."""
    pairs = zip(seen, melds, strict=True)
    return all(meld == own or (UNKNOWN in meld.cards and not own.known) for meld, own in pairs)


def _uncovered(meld: Meld, kinds: Iterator[Kind]) -> Meld:
    return same(meld.kind, next(kinds), known=False) if UNKNOWN in meld.cards else meld


def _hand(counts: Sequence[int]) -> Hand:
    return sum([count * UNIT[kind] for kind, count in enumerate(counts)])
