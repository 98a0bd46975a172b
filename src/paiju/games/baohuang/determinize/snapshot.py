"""The draw without the past, for searches: hands that agree with what a view displays now, whatever led to it.

What the viewer knows for certain holds: cards shown or passed on, who can or cannot be the guard, hands that must hold nothing but lowest
cards. Within that hands have the probability of the decks that deal them, as in a deal in which no card changed hands. Such a state has no
past, and some could not have one that looks like the view's: how far off they are stands in `docs/measured.md`.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from operator import sub

from paiju.core.errors import SEED_BYTES, PositionError
from paiju.core.game import Seat
from paiju.core.sampling.copies import HiddenCopies, tilted_ways
from paiju.core.sampling.hands import Group, HandSampler, Transition, Variant
from paiju.games.baohuang.cards import (
    MARKED_BIG,
    MARKED_SMALL,
    Hand,
    Kind,
    cards_of,
    guards_of,
    play_order,
    with_laowang,
    without_laowang,
)
from paiju.games.baohuang.determinize.bounds import HandBounds, Span
from paiju.games.baohuang.determinize.transfers import payable
from paiju.games.baohuang.phases import dealing, play
from paiju.games.baohuang.phases.dealing import drawers
from paiju.games.baohuang.plays import Cards
from paiju.games.baohuang.rules import compile_rules
from paiju.games.baohuang.state import PAID, UNKNOWN, Phase, Role, Roles, Start, State
from paiju.games.baohuang.views import View, forced_need, laowang_of

Chance = Callable[[Sequence[Seat]], float]
"""The weight of a deal in which these are the guards."""
_TRIES = 4000
_FILLINGS = 20_000
_ANY = Span(0, 0, 1 << 10)


class Snapshot:
    """All hands that agree with what a view displays now."""

    def __init__(self, view: View, chance: Chance | None = None) -> None:
        """`chance`: in a view of play, some are likelier to be guard than the cards alone say."""
        self._view, self._chance = view, chance
        self._rules = compile_rules(view.options)
        self._bounds = HandBounds(view, self._rules)
        self._need = {Phase.CROWN: forced_need(view), Phase.CALL: view.plan.need}.get(view.phase, 0)
        if self._need and view.turn != view.viewer and not self._rules.crowning.head_is_heir:
            self._bounds.held[view.turn].at_least(MARKED_BIG, self._bounds.unseen[MARKED_BIG])
        self._guard = view.called if view.called >= 0 else MARKED_SMALL
        self._pile = Counter(kind for _, kind in view.plan.pile)
        self._kept = payable(self._rules, PAID, crown=bool(view.plan.succession.pool)) or frozenset()
        self._sampler = None if view.hands else self._made()

    def _made(self) -> HandSampler | None:
        hidden = [self._hidden(kind) for kind in self._bounds.kinds]
        known = [copies for copies in hidden if copies is not None]
        if len(known) < len(hidden):
            return None
        groups = [self._group(kind, own) for kind, own in zip(self._bounds.kinds, known, strict=True)]
        pile = (self._pile[UNKNOWN],) if self._pile[UNKNOWN] else ()
        return HandSampler((*self._bounds.room(), *pile), groups)

    def _hidden(self, kind: Kind) -> HiddenCopies | None:
        """Where the hidden copies of a kind may lie: in hands, and in a pile that lies face down; None if they cannot."""
        parts = [self._bounds.part(kind, seat, _ANY) for seat in self._bounds.others]
        known = [part for part in parts if part is not None]
        if len(known) < len(parts):
            return None
        pile = [0 if kind in self._kept else self._bounds.unseen[kind]] if self._pile[UNKNOWN] else []
        return self._bounds.hidden_copies(kind, self._pile[kind], known, pile)

    def _group(self, kind: Kind, copies: HiddenCopies) -> Group:
        variants = [Variant(copies)]
        if self._chance is not None and kind == self._guard:
            variants = [
                Variant(copies._replace(least=counts, most=counts), self._chance(self._guards_if(counts)))
                for counts, _ in tilted_ways(copies, (1.0,) * len(copies.most))
            ]
        transitions = [Transition((), 1.0, variants)]
        return Group(lambda _: transitions, open=len(variants) > 1)

    def _guards_if(self, counts: Sequence[int]) -> tuple[Seat, ...]:
        """Who is guard if the other hands hold so many of the guard's card."""
        view = self._view
        held = dict(zip(self._bounds.others, counts, strict=False))
        if view.viewer is not None:
            held[view.viewer] = self._bounds.own[self._guard]
        return tuple([
            seat for seat in play_order(view.emperor, without=(view.emperor,))
            if held[seat] or self._bounds.played[seat][self._guard]
        ])  # fmt: skip

    def draw(self, rng: random.Random) -> State:
        """A state that looks like the view but for its past.

        Raises:
            PositionError: position.rare, if no hands were found that agree with the view.
        """
        view = self._view
        for _ in range(_TRIES):
            state = self._drawn(rng)
            if state is None:
                break
            if not self._need or dealing.callable_kinds(state, state.hand(view.turn), self._need):
                return state
        raise PositionError(
            "position.rare", "past", f"no deal was found that shows seat {view.viewer} this", 0
        )

    def _drawn(self, rng: random.Random) -> State | None:
        view, bounds = self._view, self._bounds
        rest: Cards = ()
        if view.hands:
            hands = [without_laowang(hand, view.called) for hand in view.hands]
        else:
            dealt = self._sampler.draw(rng, _FILLINGS) if self._sampler is not None else None
            if dealt is None:
                return None
            owned, rest = bounds.hands(bounds.kinds, dealt)
            hands = [tuple(map(sub, own, played)) for own, played in zip(owned, bounds.played, strict=True)]
        return self._state(hands, rest, rng)

    def _state(self, hands: Sequence[Hand], rest: Cards, rng: random.Random) -> State:
        view, rules = self._view, self._rules
        drawn = [
            tuple(map(sum, zip(*own, strict=True))) for own in zip(hands, self._bounds.played, strict=True)
        ]
        if view.viewer is not None and view.drawn is not None:
            drawn[view.viewer] = view.drawn
        start = Start(rng.randbytes(SEED_BYTES), (), view.first_drawer, view.carry, view.drawn_sizes)
        deck = self._deck(start, hands, rest, rng) if view.plan.drawing else ()
        roles = Roles(
            view.emperor, self._guards(hands), view.called, view.usurped, view.shown, view.innocent,
            view.solo_shown, view.pair, view.forced,
        )  # fmt: skip
        plan = view.plan.filled(deck, iter(rng.sample(rest, self._pile[UNKNOWN])))
        state = State(
            rules, start, view.phase, view.asked, (), tuple(drawn), plan, roles, view.stakes, view.known
        )
        laowang = laowang_of(view)
        state.hands = tuple([
            hand if laowang < 0 or seat == view.emperor else with_laowang(hand, laowang)
            for seat, hand in enumerate(hands)
        ])  # fmt: skip
        state.played, state.out, state.stuck, state.result = view.played, view.out, view.stuck, view.result
        state.top, state.owner, state.passes, state.barred = view.top, view.owner, view.passes, view.barred
        state.debt, state.asked_again = view.debt, view.asked_again
        state.trick, state.tricks = view.trick, view.tricks
        if view.phase in (Phase.PLAY, Phase.OVER) and rules.low_last and view.emperor >= 0:
            both = zip(state.hands, state.played, strict=True)
            state.lows = tuple([play.low_of(rules, tuple(map(sum, zip(*own, strict=True)))) for own in both])
        return state

    def _guards(self, hands: Sequence[Hand]) -> tuple[Seat, ...]:
        view = self._view
        if view.hands:
            return tuple([seat for seat in play_order(view.emperor) if view.roles[seat] is Role.GUARD])
        if view.emperor < 0 or view.usurped or not view.plan.names_guards:
            return ()
        return guards_of(view.emperor, view.called, hands, view.played)

    def _deck(self, start: Start, hands: Sequence[Hand], rest: Cards, rng: random.Random) -> Cards:
        """An order in which the cards drawn so far and those to come can lie."""
        mixed = [iter(rng.sample(cards, len(cards))) for cards in map(cards_of, hands)]
        order = drawers(start)[: sum(map(sum, hands))]
        return (*[next(mixed[seat]) for seat in order], *rng.sample(rest, len(rest)))
