"""A random deal that a viewer cannot tell from the true one, each as likely as every other; or one without a past, for searches.

Without the past, hands agree with what a view displays now, whatever led to it. The certain knowledge of the viewer holds: cards displayed
or passed on, who can or cannot be the guard, hands that must hold nothing but lowest cards. Within that, hands have the probability of the
decks that deal them, as in a deal in which no card changed hands. Such a state has no past, and some could not have one that looks like
the view's: `docs/measured.md` says how far off they are.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import count, takewhile
from math import prod
from operator import add, sub

from paiju.core.errors import SEED_BYTES, PositionError
from paiju.core.game import Seat, named
from paiju.core.sampling.copies import HiddenCopies
from paiju.core.sampling.hands import NEVER, Group, HandSampler, Transition, Variant
from paiju.games.baohuang.actions import WAIT
from paiju.games.baohuang.cards import (
    MARKED_BIG,
    Hand,
    Kind,
    cards_of,
    guards_of,
    play_order,
    with_laowang,
    without_laowang,
)
from paiju.games.baohuang.determinize.bounds import HandBounds, Span
from paiju.games.baohuang.determinize.constraints import TransferConstraints
from paiju.games.baohuang.determinize.replay import Replay
from paiju.games.baohuang.determinize.transfers import Transfers, as_dealt, payable
from paiju.games.baohuang.phases import dealing, flow, play
from paiju.games.baohuang.phases.dealing import drawers, undrawn
from paiju.games.baohuang.plays import Cards
from paiju.games.baohuang.rules import Rules, compile_rules
from paiju.games.baohuang.state import (
    GOT,
    PAID,
    UNKNOWN,
    Past,
    Phase,
    Role,
    Roles,
    Start,
    State,
    Step,
    Winner,
    first_declined,
    names_guards,
    unasked,
)
from paiju.games.baohuang.views import PUBLIC, PUBLIC_ROLES, View, forced_need, laowang_of

_CHOSEN = 6


def blocks(past: Past, most: int, *, suited: bool) -> list[frozenset[int]]:
    """The steps that were not seen, in sets that are drawn together, in the order of time: one set if they are few enough.

    Cards paid into the middle, seen or not, stay with those that came out of it.
    """
    hidden = [
        at
        for at, step in enumerate(past)
        if (UNKNOWN in step.cards and step.moves) or step.verb in (PAID, GOT)
    ]
    declined = first_declined(past)
    middles = [
        [at for at in hidden if not past[at].moves and (at > declined) is pool] for pool in (False, True)
    ]
    spans = [range(middle[0], middle[-1]) for middle in middles if middle]
    bound: list[list[int]] = []
    for at in hidden:
        if any(at - 1 in span for span in spans):
            bound[-1].append(at)
        else:
            bound.append([at])
    found: list[frozenset[int]] = []
    heavy = 1
    for steps in bound:
        own = prod([_burden(past[at], suited=suited, crown=at > declined) for at in steps])
        if found and heavy * own <= most:
            found[-1] |= {*steps}
            heavy *= own
        else:
            found.append(frozenset(steps))
            heavy = own
    return found


def _burden(step: Step, *, suited: bool, crown: bool) -> int:
    """In how many ways, about, a step divides the deck where its cards have been found up to some kind."""
    if step.verb == GOT:
        return 1
    many = step.cards.count(UNKNOWN)
    return _CHOSEN if suited and many == len(step.cards) == 1 and unasked(step, crown=crown) else many + 1


# --- a deal at random that a viewer cannot tell from the true one: each is as likely as every other

TRIES = 4000
"""The most deals that are drawn. Shuffled deals need some ten; only hands that no shuffle makes need thousands."""
_VEILED_TRIES = 20_000
"""Whole draws that are looked at for one that stopped for another."""
TOGETHER = 250
"""How many ways to divide hidden steps among two parts of the deck are followed together; where there are more, they are drawn by turns.

Doubled tribute of two pairs with its return has 225: exact, it takes longer at first, and a few milliseconds for each further deal.
"""
_ALIKE = 4
"""Deals that follow each other and differ in all but the blocks that were not drawn last: to prepare a block takes longer than to draw it."""
_TRIES_A_TURN = 60
_BEGINNINGS = 150
_AS_MANY = 30
"""How often the draw begins with the last block; after each `_AS_MANY` beginnings a block gets more tries."""
_BRANCHES = 4
"""Draws of a block that the blocks before it try."""
_FILLINGS = 20_000
_FORCED = 20
"""How many times as long it takes to fill hands by force."""


def determinize(view: View, rng: random.Random, *, history: bool = True) -> State:
    """A state whose view for `view.viewer` equals `view`, its past included, unless there is none or `history` is false.

    Raises:
        PositionError: position.rare, of a view that no deal shows, as far as was looked.
    """
    return next(determinizations(view, rng, history=history))


def determinizations(view: View, rng: random.Random, *, history: bool = True) -> Iterator[State]:
    """An endless stream of such states; where they are drawn by turns, each starts from the one before it.

    So they are drawn sooner, and forget further how the first began, but neighbours are not quite independent.

    Raises:
        PositionError: as `determinize`.
    """
    if view.phase is Phase.DRAW and not view.asked:
        start = Start(b"", (), view.first_drawer, view.carry, view.drawn_sizes)
        rules = compile_rules(view.options)
        yield from takewhile(bool, (veiled(rules, start, view.viewer, view.past, rng) for _ in count()))
    elif view.past is None or not history:
        yield from (_snapshot(view).draw(rng) for _ in count())
    else:
        yield from _determinizer(view).draws(rng)
    raise _rare(view)


def _rare(view: View) -> PositionError:
    return PositionError(
        "position.rare", "past", f"no deal was found that matches the view of seat {view.viewer}", 0
    )


@lru_cache(maxsize=4)
def _determinizer(view: View) -> Determinizer:
    """What all deals that look like a view have in common; searches ask for many of the same."""
    return Determinizer(view)


@lru_cache(maxsize=4)
def _snapshot(view: View) -> Snapshot:
    """The same without the past."""
    return Snapshot(view)


_Alike = dict[Hashable, tuple[TransferConstraints, HandSampler]]
"""The samplers of pasts of each shape, which serve others of it."""


class Determinizer:
    """All deals that look like a view."""

    def __init__(self, view: View) -> None:
        assert view.past is not None
        self._view, self._past = view, view.past
        self._rules = compile_rules(view.options)
        self._bounds = HandBounds(view, self._rules, view.past)
        self._room = self._bounds.room()
        self._replay = Replay(view, self._rules)
        self._blocks = blocks(view.past, TOGETHER, suited=self._rules.suited)
        self._whole = self._with(self._past, {}) if len(self._blocks) <= 1 else None

    def draws(self, rng: random.Random) -> Iterator[State]:
        """Draws one after another; ends where none was found."""
        if self._whole:
            while found := self._whole.draw(rng, TRIES):
                yield found[1]
        else:
            yield from self._by_turns(rng)

    def _with(self, past: Past, alike: _Alike, since: int = 0) -> _Draws:
        in_order = self._rules.options.tribute_emperor_takes_low and self._view.carry.winner is Winner.EMPEROR
        transfers = Transfers(self._bounds, self._rules, past, in_order=in_order, since=since)
        shape, end = transfers.shape, (0,) * len(transfers.start)
        constraints, like = alike.get(shape, (None, None))
        constraints = constraints or TransferConstraints(self._bounds, transfers)
        groups = constraints.groups(transfers)
        if like is not None and like.also_of(groups):
            return _Draws(self._bounds, transfers, like, self._replay)
        never = 0.0 if self._bounds.of_one_rank else NEVER
        sampler = HandSampler(
            self._room, groups, transfers.start, end, transfers.totals, like=like, never=never
        )
        alike[shape] = constraints, sampler
        return _Draws(self._bounds, transfers, sampler, self._replay)

    def _by_turns(self, rng: random.Random) -> Iterator[State]:
        """One block of hidden steps after another is drawn again with all hands, the others as they are.

        Samplers prepared for one past serve others like it, but no other call: each begins in the same way.
        """
        alike: _Alike = {}
        last = len(self._blocks) - 1
        tries = (_TRIES_A_TURN * (1 + number // _AS_MANY) for number in range(_BEGINNINGS))
        begun = (self._begin(self._past, last, rng, most, alike) for most in tries)
        found = next((one for one in begun if one), None)
        drawn = self._blocks[0]
        while found is not None:
            order = rng.sample(self._blocks, len(self._blocks))
            if order[0] is drawn:  # just now
                del order[0]
            for drawn in order:
                past = tuple([self._past[at] if at in drawn else step for at, step in enumerate(found[0])])
                draws = self._with(past, alike)
                found = draws.draw(rng, _TRIES_A_TURN) or found
            yield found[1]
            for _ in range(_ALIKE - 1):
                found = draws.draw(rng, _TRIES_A_TURN) or found
                yield found[1]

    def _begin(
        self, past: Past, number: int, rng: random.Random, tries: int, alike: _Alike
    ) -> tuple[Past, State] | None:
        """The blocks up to this one, the last first, as if nothing had been before it: that only changes what was dealt."""
        if not number:
            return self._with(past, alike).draw(rng, tries)
        block, found = self._blocks[number], None
        draws = self._with(past, alike, min(block))
        for _ in range(_BRANCHES):
            filled = draws.guess(rng)
            if filled is None:
                return None
            before = tuple([step if at in block else past[at] for at, step in enumerate(filled)])
            found = self._begin(before, number - 1, rng, tries, alike)
            if found is not None:
                break
        return found


class _Draws:
    """Exact draws, if all that is hidden is what a past does not say."""

    def __init__(
        self, bounds: HandBounds, transfers: Transfers, sampler: HandSampler, replay: Replay
    ) -> None:
        self._bounds, self._transfers, self._sampler, self._replay = bounds, transfers, sampler, replay

    def guess(self, rng: random.Random) -> Past | None:
        """The past with cards that it may have had, as far as it is looked at."""
        groups = self._sampler.draw(rng, _FILLINGS)
        return self._transfers.filled(groups, rng) if groups else None

    def draw(self, rng: random.Random, tries: int) -> tuple[Past, State] | None:
        """A past and the deal that leads to it, as likely as all others; None if none was found in `tries`."""
        while tries > 0:
            groups = self._sampler.draw(rng, _FILLINGS)
            if groups is None:
                return None
            tries -= _FORCED if self._sampler.forced else 1
            owned, rest = self._bounds.hands(self._transfers.kinds, groups)
            past = self._transfers.filled(groups, rng)
            dealt = as_dealt(past, owned)
            if not self._transfers.chosen_right(past, dealt):
                continue
            state = self._replay.state(past, [cards_of(tuple(hand)) for hand in dealt], rest, rng)
            if state is not None:
                return past, state
        return None


def veiled(
    rules: Rules, start: Start, viewer: Seat | None, past: Past | None, rng: random.Random
) -> State | None:
    """A draw that stopped for a question to another, of which nothing is seen (BH A18-70): any of all there are in any deal."""
    deck = list(rules.deck(first_deal=start.carry.first_deal))
    cut = next((step.number for step in past or () if step.verb == "cut"), 0)
    for _ in range(_VEILED_TRIES):
        rng.shuffle(deck)
        cards = tuple(deck)
        whole = (*cards[len(cards) - cut :], *cards[: len(cards) - cut])
        begun = replace(start, seed=rng.randbytes(SEED_BYTES), deck=whole)
        state = undrawn(rules, begun, cards, past=past)
        questions: list[State] = []
        flow.run(state, Phase.CUT)
        while state.phase is Phase.DRAW:
            questions.append(state.copy())
            flow.step(state, state.queue[0], WAIT)
        at = rng.randrange(max(start.sizes))
        if at < len(questions) and questions[0].queue != (viewer,):
            return questions[at]
    return None


# --- the draw without the past, for searches: hands that agree with what a view displays now, whatever led to it

_TRIES = 4000
_FILLINGS = 20_000
_ANY = Span(0, 0, 1 << 10)


class Snapshot:
    """All hands that agree with what a view displays now."""

    def __init__(self, view: View) -> None:
        self._view, self._rules = view, compile_rules(view.options)
        self._bounds = HandBounds(view, self._rules)
        self._need = {Phase.CROWN: forced_need(view), Phase.CALL: view.plan.need}.get(view.phase, 0)
        if self._need and view.turn != view.viewer and not self._rules.crowning.head_is_heir:
            self._bounds.held[view.turn].at_least(MARKED_BIG, self._bounds.unseen[MARKED_BIG])
        self._pile = Counter(kind for _, kind in view.plan.pile)
        self._reserved = payable(self._rules, PAID, crown=view.phase is Phase.CROWN) or frozenset()
        self._sampler = None if view.hands else self._made()

    def _made(self) -> HandSampler | None:
        hidden = [self._hidden(kind) for kind in self._bounds.kinds]
        known = [copies for copies in hidden if copies is not None]
        if len(known) < len(hidden):
            return None
        groups = [_group(copies) for copies in known]
        pile = (self._pile[UNKNOWN],) if self._pile[UNKNOWN] else ()
        return HandSampler((*self._bounds.room(), *pile), groups)

    def _hidden(self, kind: Kind) -> HiddenCopies | None:
        """Where the hidden copies of a kind may lie: in hands, and in a pile that lies face down; None if they cannot."""
        parts = [self._bounds.part(kind, seat, _ANY) for seat in self._bounds.others]
        known = [part for part in parts if part is not None]
        if len(known) < len(parts):
            return None
        pile = [0 if kind in self._reserved else self._bounds.unseen[kind]] if self._pile[UNKNOWN] else []
        return self._bounds.hidden_copies(kind, self._pile[kind], known, pile)

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
            if not self._need or dealing.callable_kinds(state, state.hands[view.turn], self._need):
                return state
        raise _rare(view)

    def _drawn(self, rng: random.Random) -> State | None:
        view, bounds = self._view, self._bounds
        rest: Cards = ()
        if view.hands:
            seen = [without_laowang(hand, view.called) for hand in view.hands]
            owned = [list(map(add, own, played)) for own, played in zip(seen, bounds.played, strict=True)]
        else:
            dealt = self._sampler.draw(rng, _FILLINGS) if self._sampler is not None else None
            if dealt is None:
                return None
            owned, rest = bounds.hands(bounds.kinds, dealt)
        return self._state([tuple(own) for own in owned], rest, rng)

    def _state(self, owned: Sequence[Hand], rest: Cards, rng: random.Random) -> State:
        view, rules = self._view, self._rules
        hands = [tuple(map(sub, own, played)) for own, played in zip(owned, self._bounds.played, strict=True)]
        drawn = list(owned)
        if view.viewer is not None and view.drawn is not None:
            drawn[view.viewer] = view.drawn
        start = Start(rng.randbytes(SEED_BYTES), (), view.first_drawer, view.carry, view.drawn_sizes)
        deck = self._deck(start, hands, rest, rng) if view.plan.drawing else ()
        roles = Roles(guards=self._guards(hands), **named(view, PUBLIC_ROLES))
        plan = view.plan.filled(deck, iter(rng.sample(rest, self._pile[UNKNOWN])))
        laowang = laowang_of(view)
        if laowang >= 0:
            hands = list(with_laowang(hands, view.emperor, laowang))
        state = State(
            rules, start, queue=view.asked, hands=tuple(hands), drawn=tuple(drawn), plan=plan, roles=roles, known=view.known,
            **named(view, PUBLIC),
        )  # fmt: skip
        if view.phase in (Phase.PLAY, Phase.OVER) and rules.low_last and view.emperor >= 0:
            both = zip(hands, view.played, strict=True)
            state.lows = tuple([play.low_of(rules, *own) for own in both])
        return state

    def _guards(self, hands: Sequence[Hand]) -> tuple[Seat, ...]:
        view = self._view
        if view.hands:
            return tuple([seat for seat in play_order(view.emperor) if view.roles[seat] is Role.GUARD])
        if view.emperor < 0 or view.usurped or not names_guards(view.phase, view.plan):
            return ()
        return guards_of(view.emperor, view.called, hands, view.played)

    def _deck(self, start: Start, hands: Sequence[Hand], rest: Cards, rng: random.Random) -> Cards:
        """An order in which the cards drawn so far and those to come can lie."""
        mixed = [iter(rng.sample(cards, len(cards))) for cards in map(cards_of, hands)]
        order = drawers(start)[: sum(map(sum, hands))]
        return (*[next(mixed[seat]) for seat in order], *rng.sample(rest, len(rest)))


def _group(copies: HiddenCopies) -> Group:
    """The hidden copies of one kind, of which nothing else depends."""
    transitions = [Transition((), 1.0, [Variant(copies)])]
    return Group(lambda _: transitions)
