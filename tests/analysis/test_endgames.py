"""Endgames of Bao Huang, solved again deal by deal with the rules."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import chain, combinations, islice

import paiju
from paiju.analysis.baohuang.endgame import solve
from paiju.bots.base import make_bot
from paiju.core.errors import PositionError
from paiju.games.baohuang.cards import SEATS, Hand, Kind, cards_of, hand_of, remove
from paiju.games.baohuang.notation import card_text
from paiju.games.baohuang.state import Phase, State
from tests.drawing import rounds

GAME = paiju.load("baohuang")
FEW, DEALS = 7, 150
"""Hidden cards at most, and ways to deal them."""


def endgames(rng: random.Random) -> Iterator[tuple[State, int]]:
    """Moments in which a seat has a choice and few cards are hidden from it."""
    while True:
        state = GAME.deal(GAME.options({}), rng.randbytes(32))
        bots = [make_bot(rng.choice(["greedy", "random", "easy"]), rng.randrange(1000)) for _ in range(SEATS)]
        while actors := GAME.actors(state):
            seat = actors[0]
            actions = GAME.legal_actions(state, seat)
            hidden = sum(sum(state.hands[other]) for other in range(SEATS) if other != seat)
            if (
                state.phase is Phase.PLAY
                and hidden <= FEW
                and len(actions) > 1
                and sum(state.hands[seat]) <= FEW
            ):
                yield state, seat
            state, _ = GAME.apply(state, seat, bots[seat].choose(GAME.view(state, seat), actions))


def dealt(cards: tuple[Kind, ...], sizes: Sequence[int]) -> Iterator[tuple[Hand, ...]]:
    """All ways to deal cards into hands of given sizes."""
    if not sizes:
        yield ()
        return
    for own in set(combinations(cards, sizes[0])):
        for rest in dealt(cards_of(remove(hand_of(cards), own)), sizes[1:]):
            yield (hand_of(own), *rest)


def deals_like(state: State, seat: int) -> Iterator[State]:
    """All deals that look like this one to a seat, which the rules engine takes for positions."""
    others = [other for other in range(SEATS) if other != seat]
    cards = tuple(sorted(kind for other in others for kind in cards_of(state.hands[other])))
    text = GAME.position_text(state, past=False)
    seen = GAME.view(GAME.parse_position(text).state, seat)
    for hands in dealt(cards, [sum(state.hands[other]) for other in others]):
        other_state = state.copy()
        for other, hand in zip(others, hands, strict=True):
            other_state.set_hand(other, hand)
        written = _with_hands(text, other_state)
        try:
            like = GAME.parse_position(written).state
        except PositionError:
            continue
        if GAME.view(like, seat) == seen:
            yield like


def _with_hands(text: str, state: State) -> str:
    """The text of a position with other hands in it."""
    words = " / ".join(
        " ".join(card_text(kind, suited=False) for kind in cards_of(hand)) or "-" for hand in state.hands
    )
    return "; ".join(f"hands {words}" if field.startswith("hands ") else field for field in text.split("; "))


def gets_out(states: Sequence[State], seat: int) -> bool:
    """Whether a seat gets out next in all these deals, which look alike to it, by plays that hang on what it sees alone."""
    if any(seat in state.out for state in states):
        return True
    if any(not GAME.actors(state) for state in states):
        return False
    gone = states[0].out
    actors = GAME.actors(states[0])[0]
    if actors == seat:
        return any(
            gets_out(after(states, seat, action), seat) for action in GAME.legal_actions(states[0], seat)
        )
    legal = [GAME.legal_actions(state, actors) for state in states]
    for reply in dict.fromkeys(chain.from_iterable(legal)):
        may = [state for state, actions in zip(states, legal, strict=True) if reply in actions]
        follow = after(may, actors, reply)
        if any(state.out != gone for state in follow) or not gets_out(follow, seat):
            return False
    return True


def after(states: Sequence[State], seat: int, action: object) -> list[State]:
    return [GAME.apply(state, seat, action)[0] for state in states]


@rounds(1, 4)
def test_only_the_solution_wins_in_every_deal_that_fits(part: int, rng: random.Random) -> None:
    won = lost = 0
    for state, seat in endgames(rng):
        found = solve(GAME.view(state, seat))
        if found is None or found.left_open:
            continue
        like = list(islice(deals_like(state, seat), DEALS + 1))
        if len(like) > DEALS:
            continue
        assert like
        for action in GAME.legal_actions(state, seat):
            wins = gets_out(after(like, seat, action), seat)
            assert wins == (action in found.wins), (GAME.position_text(state, past=False), action, found)
            won, lost = won + wins, lost + (not wins)
        if won >= 10 and lost >= 10:
            return
