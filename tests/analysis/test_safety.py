"""Discards that nobody can claim: against all hands there are, and against deals that fit what was seen."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations
from typing import Any

import pytest

import paiju
from paiju.analysis.paohuzi.safety import Safety, candidates, claim_of, solve
from paiju.bots.base import make_bot
from paiju.games.paohuzi.actions import Action
from paiju.games.paohuzi.cards import KINDS, UNKNOWN, cards_of, hand_of
from paiju.games.paohuzi.state import State
from tests.drawing import often, rounds

GAME = paiju.load("paohuzi")
FEW, TRIPLE = 4, 3


DRAWN_WINS = [{"preset": name} for name in ("akagiri", "shaoyang", "huaihua")]
THROWN_WINS = [
    {"preset": "chenzhou"},
    {"win_on_hand_discard": True},
    {"win_on_hand_discard": True, "min_hu": 24, "one_five_ten": True},
    {"win_on_hand_discard": True, "min_hu": 0, "bi": "off", "no_discard_rule": "off"},
]
TABLES = pytest.mark.parametrize("tables", [DRAWN_WINS, THROWN_WINS], ids=["drawn", "thrown"])


def discards(rng: random.Random, tables: list[dict[str, Any]]) -> Iterator[tuple[State, int, Safety]]:
    """Moments in which a discard is due, with what was found about it."""
    while True:
        state = GAME.deal(GAME.options(rng.choice(tables)), rng.randbytes(32))
        bots = [make_bot(rng.choice(["greedy", "easy", "random"]), rng.randrange(1000)) for _ in range(3)]
        while actors := GAME.actors(state):
            seat = actors[0]
            view, actions = GAME.view(state, seat), GAME.legal_actions(state, seat)
            found = solve(state, view)
            if found is not None and len(actions) > 1:
                yield state, seat, found
            state, _ = GAME.apply(state, seat, bots[seat].choose(view, actions))


def claimed(state: State, seat: int, card: int) -> bool:
    """Whether somebody may claim a discard, or must."""
    _, events = GAME.apply(state, seat, Action("discard", (card,)))
    kinds = [event.kind for event in events]
    return kinds[kinds.index("discard") + 1 :][:1] != ["left"]


def every_hand(state: State, seat: int) -> Iterator[State]:
    """States in which one other seat holds any of the hands that the unseen cards make; the rest lie in the stock."""
    known, bottom = state.stock[: state.known], state.stock[-1:]
    hidden = [*state.stock[state.known : -1]]
    others = [other for other in state.start.order if other != seat]
    for other in others:
        hidden += cards_of(state.hands[other])
    for other in others:
        fixed = [state.start.shown] if state.shown_held and other == state.start.dealer else []
        free = list(hidden)
        if state.shown_held and state.start.dealer != seat:
            free.remove(state.start.shown)
        many = len(cards_of(state.hands[other])) - len(fixed)
        if many > FEW:
            continue
        for cards in sorted(set(combinations(sorted(free), many))):
            if any(hand_of([*cards, *fixed]) >> 4 * kind & 15 > TRIPLE for kind in range(KINDS)):
                continue  # a quad is laid before play
            rest = sorted(free)
            for card in cards:
                rest.remove(card)
            like = state.copy()
            like.set_hand(other, hand_of([*cards, *fixed]))
            for third in others:
                if third != other:
                    like.set_hand(third, 0)
            like.stock = (*known, *rest, *bottom)
            like.no_eat = like.no_pong = (0,) * state.rules.seats
            yield like


@TABLES
@rounds(1, 4)
def test_exactly_the_safe_discards_are_safe_from_every_hand(
    part: int, rng: random.Random, tables: list[dict[str, Any]]
) -> None:
    safe = exposed = 0
    for state, seat, found in discards(rng, tables):
        view = GAME.view(state, seat)
        small = [len(cards_of(state.hands[other])) <= FEW for other in state.start.order if other != seat]
        if not all(small) or any(UNKNOWN in meld.cards for melds in view.melds for meld in melds):
            continue
        left = {*found.safe, *found.claims}
        caught = set()
        for like in every_hand(state, seat):
            caught |= {card for card in left - caught if claimed(like, seat, card)}
        assert caught == set(found.claims), GAME.position_text(state)
        safe, exposed = safe + len(found.safe), exposed + len(found.claims)
        if safe and exposed >= 3:
            return


@TABLES
def test_nobody_can_claim_a_safe_discard_in_any_deal_that_fits(
    rng: random.Random, tables: list[dict[str, Any]]
) -> None:
    tried = 0
    for state, seat, found in discards(rng, tables):
        view = GAME.view(state, seat)
        for card in found.safe:
            for _ in range(5):
                assert not claimed(GAME.determinize(view, rng), seat, card), GAME.position_text(state)
                tried += 1
        if tried > often(20, 60):
            return


def winners(state: State, thrower: int) -> Iterator[tuple[int, int]]:
    """Seats, and the cards that the rules engine lets them win with if they are thrown."""
    for seat in state.start.order:
        for card in range(KINDS):
            if seat != thrower and state.hands[seat] >> 4 * card & 15 < TRIPLE:
                claim = claim_of(state, thrower, seat, card, state.hands[seat])
                if claim is not None and claim.verb == "hu":
                    yield seat, card


def test_winning_hands_are_found_among_larger_pools_of_cards(rng: random.Random) -> None:
    """Hands played under the rules; a few more cards make further ones."""
    found = 0
    for state, thrower, _ in discards(rng, THROWN_WINS):
        for seat, card in winners(state, thrower):
            hand = state.hands[seat]
            more = [kind for kind in range(KINDS) if kind != card and hand >> 4 * kind & 15 < TRIPLE]
            pool = hand + hand_of(rng.sample(more, 4))
            hands = candidates(state.rules, state.laid(seat), pool, len(cards_of(hand)), card)
            try:
                assert hand in hands, GAME.position_text(state)
            except LookupError:  # too many to tell
                continue
            found += 1
        if found >= 20:
            return
