"""The check that nothing leaks: hidden cards change places, the same is done again, and a viewer must see no difference.

The counterpart of a deal is made here, card by card, and by nothing that the rules engine knows of what is hidden: two cards that others hold, and
that nothing has ever displayed, change their owners. What differs then, before one of them comes to light, is a leak.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import islice
from typing import NamedTuple

from paiju.core.errors import RuleError
from paiju.core.game import Event, Moment, whole
from paiju.games.baohuang import GAME
from paiju.games.baohuang.actions import CROWN, WAIT, Action
from paiju.games.baohuang.cards import FIRST_JOKER, MARKED_SMALL, RANK_OF, SEATS, Kind
from paiju.games.baohuang.options import BaohuangOptions
from paiju.games.baohuang.phases.dealing import drawers
from paiju.games.baohuang.rules import compile_rules
from paiju.games.baohuang.state import Carry, Layout, Phase, State
from paiju.games.baohuang.views import View
from tests.strategies import Choose, near_misses, random_carry, refused, rigged_layout, same_actions, walk

_MISSES = 4
_STEPS = 60
_ENDING = ("forced", "void")
"""What may come of an ability that all get to know: to call, or not."""


class Played(NamedTuple):
    """A deal from its cards, and what was done in it."""

    options: BaohuangOptions
    layout: Layout
    carry: Carry
    actions: tuple[tuple[int, Action], ...]


class Swap(NamedTuple):
    """A deal in which two cards have changed places: their kinds, and who drew them."""

    layout: Layout
    kinds: frozenset[Kind]
    owners: frozenset[int]


def swapped(played: Played, viewer: int | None, rng: random.Random) -> Swap | None:
    """The deal with two cards exchanged that others than the viewer drew: plain ones, or the guard's for a plain one."""
    deck, drawer = _deck(played)
    rules = compile_rules(played.options)
    called = {action.cards[0] for _, action in played.actions if action.verb == "call"}
    lows = {rules.low_rank, rules.low_rank + 1} if rules.low_last or rules.transfers.buys else set()
    emperor = next((seat for seat, action in played.actions if action == CROWN), -1)
    veiled = (
        rules.options.crown_during_draw
    )  # until they are crowned, nobody knows what the emperor has either
    hidden = [at for at in range(len(deck)) if drawer[at] != viewer and (veiled or drawer[at] != emperor)]
    plain = [
        at
        for at in hidden
        if deck[at] < FIRST_JOKER and deck[at] not in called and RANK_OF[deck[at]] not in lows
    ]
    guards = [
        at for at in hidden
        if drawer[at] != emperor and (deck[at] in called or (not called and deck[at] == MARKED_SMALL))
    ]  # fmt: skip
    one = rng.choice(guards if guards and rng.random() < 0.5 else plain)
    others = [at for at in plain if deck[at] != deck[one] and (veiled or drawer[at] != drawer[one])]
    if not others:
        return None
    two = rng.choice(others)
    kinds, owners = frozenset((deck[one], deck[two])), frozenset((drawer[one], drawer[two]))
    deck[one], deck[two] = deck[two], deck[one]
    return Swap(_laid_out(played, deck), kinds, owners)


def _order(played: Played) -> tuple[int, ...]:
    return drawers(GAME.deal(played.options, played.layout, played.carry).start)


def _deck(played: Played) -> tuple[list[Kind], list[int]]:
    """The deck as the layout deals it, and who draws each card of it, after the cut."""
    order = _order(played)
    at = [iter(hand) for hand in played.layout.hands]
    deck = [next(at[seat]) for seat in order]
    cut = next((action.number for _, action in played.actions if action.verb == "cut"), 0)
    return deck, [order[(place - cut) % len(deck)] for place in range(len(deck))]


def _laid_out(played: Played, deck: Sequence[Kind]) -> Layout:
    order, layout = _order(played), played.layout
    hands = tuple(
        tuple(kind for kind, seat in zip(deck, order, strict=True) if seat == own) for own in range(SEATS)
    )
    return Layout(hands, layout.first_drawer, layout.pile, layout.seed)


class _Seen(NamedTuple):
    """A step of a deal: where it led, all that happened, and what a viewer saw of a cut and a draw on the way."""

    state: State
    events: tuple[Event, ...]
    views: tuple[View, ...]


def _step(state: State, seat: int, action: Action, viewer: int | None) -> _Seen | None:
    """Do `action`; anyone who is prompted in the draw before that waits. None if it cannot be done."""
    events: tuple[Event, ...] = ()
    views: tuple[View, ...] = ()
    try:
        while state.phase is Phase.DRAW:
            (actors,) = GAME.actors(state)
            if (actors, CROWN) == (seat, action):
                break
            state, sent, views = _seen_of(GAME.moments(state, actors, WAIT), viewer, views)
            events += sent
        state, sent, views = _seen_of(GAME.moments(state, seat, action), viewer, views)
    except RuleError:
        return None
    return _Seen(state, (*events, *sent), views)


def _seen_of(moments: Sequence[Moment[State]], viewer: int | None, views: tuple[View, ...]) -> _Seen:
    """Moments one after another; of views of a draw that are alike a viewer sees one."""
    for moment in moments:
        if (
            moment.state.phase in (Phase.CUT, Phase.DRAW)
            and (view := GAME.view(moment.state, viewer)) not in views[-1:]
        ):
            views += (view,)
    return _Seen(moments[-1].state, whole(moments).events, views)


def random_played(rng: random.Random, options: BaohuangOptions, choose: Choose) -> Played:
    """A deal of rigged hands, and what is done in it; of its plays, the first ones."""
    carry = random_carry(rng, options)
    layout = rigged_layout(rng, options, carry)
    steps = walk(GAME.deal(options, layout, carry), rng, choose)
    return Played(options, layout, carry, tuple((step.seat, step.action) for step in islice(steps, _STEPS)))


def leak(played: Played, viewer: int | None, rng: random.Random) -> str:
    """What a viewer sees of two hidden cards, before they come to light; "" if nothing."""
    swap = swapped(played, viewer, rng)
    if swap is None:
        return ""
    one: _Seen | None = _beginning(played, played.layout, viewer)
    two: _Seen | None = _beginning(played, swap.layout, viewer)
    actions = iter([step for step in played.actions if step[1] != WAIT])
    wrong = ""
    while one and two and not wrong:
        if (one.state.phase is Phase.DRAW) is not (two.state.phase is Phase.DRAW):
            one, two = (_drawn(reported, viewer) for reported in (one, two))
        if one.views != two.views:
            return "the views of the draw differ"
        if _is_out(one, swap) or _is_out(two, swap) or one.state.phase is Phase.OVER:
            return ""
        wrong = _difference(one, two, viewer, rng)
        follows = next(actions, None)
        if follows is None:
            return wrong
        one, two = (_step(reported.state, *follows, viewer) for reported in (one, two))
    return wrong


def _beginning(played: Played, layout: Layout, viewer: int | None) -> _Seen:
    return _seen_of(GAME.opening_moments(played.options, layout, played.carry), viewer, ())


def _drawn(received: _Seen, viewer: int | None) -> _Seen:
    """The whole draw: where it stopped, or that it did, is seen only by the seat that is prompted (BH A18-64, 70)."""
    state, events, views = received
    while state.phase is Phase.DRAW:
        state, more, views = _seen_of(GAME.moments(state, GAME.actors(state)[0], WAIT), viewer, views)
        events += more
    return _Seen(state, events, views)


def _is_out(received: _Seen, swap: Swap) -> bool:
    """Whether one of the two cards may have come to light."""
    return any(_names(event, swap) or event.kind in _ENDING for event in received.events)


def _names(event: Event, swap: Swap) -> bool:
    facts = event.public
    if event.kind == "crowned" and event.public["rule"] == "BH A18-64":  # where it was taken all get to know
        return facts["seat"] in swap.owners
    if event.kind == "dealt":
        return False
    cards = {*facts.get("cards", ()), *([facts["card"]] if "card" in facts else [])}
    mine = bool(swap.owners & {facts.get("seat"), facts.get("from"), facts.get("to")})
    moved = any(swap.kinds & set(private.get("cards", ())) for private in event.private.values())
    return mine and bool(
        cards & swap.kinds or moved or event.kind in ("revealed", "moved", "paid", "received")
    )


def _difference(one: _Seen, two: _Seen, viewer: int | None, rng: random.Random) -> str:
    events, other = ([event.seen_by(viewer) for event in side.events] for side in (one, two))
    if events != other:
        return f"told are {events} or {other}"
    view, again = (GAME.view(side.state, viewer) for side in (one, two))
    if view != again or any(repr(getattr(view, n)) != repr(getattr(again, n)) for n in view.__slots__):
        return f"the views differ in {', '.join(n for n in view.__slots__ if getattr(view, n) != getattr(again, n))}"
    return _other_answers(one.state, two.state, viewer, rng)


def _other_answers(state: State, other: State, viewer: int | None, rng: random.Random) -> str:
    drawing = Phase.DRAW in (state.phase, other.phase)
    if not drawing and GAME.actors(other) != GAME.actors(state):
        return f"asked are {GAME.actors(other)}, not {GAME.actors(state)}"
    if viewer is None or GAME.actors(state) != (viewer,):
        return ""
    if not same_actions(GAME.legal_actions(state, viewer), GAME.legal_actions(other, viewer), rng):
        return "other legal actions"
    for action in near_misses(state, viewer, rng, _MISSES) if rng.random() < 0.2 else ():
        if str(refused(state, viewer, action)) != str(refused(other, viewer, action)):
            return f"another reason to refuse {action}"
    return ""
