"""Positions, walls and random deals of Paohuzi, in as few words as the worked cases use."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping
from functools import partial
from typing import Any

from paiju.core.game import Event
from paiju.games.paohuzi import GAME, turns
from paiju.games.paohuzi.cards import CARDS, DECK, SEATS, Hand, Kind, hand_of
from paiju.games.paohuzi.hands import on_draw
from paiju.games.paohuzi.melds import Meld, tally
from paiju.games.paohuzi.notation import action_text, parse_cards, parse_meld
from paiju.games.paohuzi.options import PaohuziOptions
from paiju.games.paohuzi.rules import compile_rules
from paiju.games.paohuzi.scoring import How, Score
from paiju.games.paohuzi.state import Carry, Layout, Phase, Start, State, playing, right_of
from tests import drawing

K1 = "U3 b6, E3 b9, s1-s2-s3, s4-s5-s6, s8-s8-b8"
FILLER = "b10 b10 b10"


def kind(text: str) -> Kind:
    (card,) = parse_cards(text)
    return card


def hand(text: str) -> Hand:
    return hand_of(parse_cards(text))


def table(text: str) -> tuple[Meld, ...]:
    return tuple(parse_meld(part) for part in text.split(",") if part.strip())


def win(
    sets: str, cards: str, card: str, *, own: bool = False, last: bool = False, **options: Any
) -> Score | None:
    """The score of a win on a card drawn from the stock."""
    rules = compile_rules(GAME.options(options))
    return on_draw(rules, tally(table(sets)), hand(cards), kind(card), How(own=own, last=last))


def position(seats: Mapping[int, tuple[str, str]], *, dealer: int = 0, **options: Any) -> State:
    """A moment in play: table sets and hand by seat; seats not named hold nothing."""
    rules = compile_rules(GAME.options(options))
    order = playing(rules.seats, dealer)
    start = Start(dealer, 1, 0, order, right_of(rules.seats, order), kind("b10"), kind("b10"))
    each = range(rules.seats)
    melds = tuple(table(seats.get(seat, ("", ""))[0]) for seat in each)
    none = (0,) * rules.seats
    return State(
        rules=rules, start=start, phase=Phase.DISCARD, turn=dealer,
        hands=tuple(hand(seats.get(seat, ("", ""))[1]) for seat in each), melds=melds,
        piles=((),) * rules.seats, no_pong=none, no_eat=none,
        dead=(False,) * rules.seats, stock=parse_cards(FILLER), known=0,
    )  # fmt: skip


def draw(state: State, seat: int, card: str, *, last: bool = False) -> tuple[State, list[Event]]:
    """The position after `seat` has turned `card`."""
    state = state.copy()
    state.stock = (kind(card),) if last else (kind(card), *parse_cards(FILLER))
    turns.run(state, seat)
    while turns.is_idle(state):
        turns.settle(state)
    return state, list(state.take_events())


def throw(state: State, seat: int, card: str) -> tuple[State, tuple[Event, ...]]:
    """The position after `seat` has thrown `card` from its hand."""
    state = state.copy()
    state.phase, state.turn = Phase.DISCARD, seat
    state.set_hand(seat, state.hands[seat] + hand(card))
    return GAME.apply(state, seat, GAME.parse_action(state, seat, f"discard {card}"))


def act(state: State, seat: int, text: str) -> tuple[State, tuple[Event, ...]]:
    return GAME.apply(state, seat, GAME.parse_action(state, seat, text))


def legal(state: State, seat: int) -> set[str]:
    return {action_text(action) for action in GAME.legal_actions(state, seat)}


def kinds(events: Any) -> list[str]:
    return [event.kind for event in events]


def wall(hands: Mapping[int, str], *, shown: str = "", stock: str = "", seed: int = 1) -> Layout:
    """A wall that deals the hands named (dealer first), fills the rest at random."""
    rng = random.Random(seed)
    rest = Counter(DECK)
    given = {place: list(parse_cards(text)) for place, text in hands.items()}
    top = list(parse_cards(stock))
    card = parse_cards(shown)
    for cards in (*given.values(), top, card):
        rest.subtract(cards)
    assert min(rest.values()) >= 0, "a fifth copy"
    pool = [c for c, n in sorted(rest.items()) for _ in range(n)]
    rng.shuffle(pool)
    full = []
    for place in range(SEATS):
        cards = given.get(place, [])
        full.append(cards + [pool.pop() for _ in range(20 - len(cards))])
    head = [full[i % SEATS][i // SEATS] for i in range(60)]
    middle = list(card) or [pool.pop()]
    cards = (*head, *middle, *pool, *top)
    assert len(cards) == CARDS
    return Layout(cards)


def deal(layout: Layout | bytes, carry: Carry | None = None, **options: Any) -> State:
    return GAME.deal(GAME.options(options), layout, carry or Carry(0))


random_options = partial(drawing.random_options, GAME)


def lumpy_wall(rng: random.Random) -> Layout:
    """A wall whose hands hold lumps, so that triples, quads and wins come up."""
    shift, blur = rng.randrange(20), rng.choice((2, 6, 12))
    order = sorted(DECK, key=lambda k: (k + shift) % 20 + rng.uniform(0, blur))
    hands = [rng.sample(order[i * 20 : i * 20 + 20], 20) for i in range(3)]
    rest = rng.sample(order[60:], 20)
    for _ in range(rng.choice((0, 4, 12))):
        a, b, i, j = rng.randrange(3), rng.randrange(3), rng.randrange(20), rng.randrange(20)
        hands[a][i], hands[b][j] = hands[b][j], hands[a][i]
    return Layout((*[hands[i % 3][i // 3] for i in range(60)], *rest))


def random_deal(rng: random.Random, options: PaohuziOptions) -> State:
    carry = Carry(rng.randrange(options.seats), rng.randint(1, 3), rng.randint(0, 2))
    seed: Layout | bytes = rng.randbytes(32) if rng.random() < 0.5 else lumpy_wall(rng)
    return GAME.deal(options, seed, carry)


def random_step(rng: random.Random, state: State) -> tuple[State, int, Any, tuple[Event, ...]]:
    """One random action of a random actor; winners go out more often than not."""
    seat = rng.choice(GAME.actors(state))
    actions = GAME.legal_actions(state, seat)
    wins = [action for action in actions if action.verb == "hu"]
    action = wins[0] if wins and rng.random() < 0.6 else rng.choice(actions)
    after, events = GAME.apply(state, seat, action)
    return after, seat, action, events
