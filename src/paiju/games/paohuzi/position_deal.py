"""A state of Paohuzi from a position that has been read: unknown cards are dealt at random, the question is opened."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

from paiju.core.errors import PositionError
from paiju.core.position import is_chance
from paiju.games.paohuzi import claims, turns
from paiju.games.paohuzi.cards import (
    COPIES,
    HAND_SIZE,
    IS_RED,
    KINDS,
    STOCK_SIZE,
    UNKNOWN,
    Kind,
    count,
    hand_of,
    loose,
    size,
)
from paiju.games.paohuzi.hands import dealt_sets, forced
from paiju.games.paohuzi.melds import RUNS, SetKind, same, tally
from paiju.games.paohuzi.notation import card_text
from paiju.games.paohuzi.position_fields import DISCARD, DRAWN_GAME, TRIPLE, Places, Reader, Turn
from paiju.games.paohuzi.state import ALONE, APART, Phase, Source, State, Window

TRIES = 4000


def state_of(said: Reader, rng: random.Random | None) -> State:
    """The state; unknown cards are dealt by `rng`.

    Raises:
        PositionError: position.open without chance where cards are unknown; position.rare where no deal is found
            that fits; position.conflict.
    """
    if not said.open and said.viewer is None:
        return _state(said, said.places)
    if rng is None:
        raise PositionError(
            "position.open", "hands", "cards are unknown, and no rng is given to deal them", 0
        )
    if said.places.turn.word not in (Phase.CUT, DRAWN_GAME) and "won" not in said.fields:
        _check_cards(said, said.places)
    trouble: PositionError | None = None
    for _ in range(TRIES if said.open else 1):
        try:
            state = _state(said, _filled(said, rng))
        except PositionError as error:
            if not (said.open and is_chance(error)):
                raise
            trouble = error
            continue
        return state
    detail = f"no deal that looks like this in {TRIES} tries"
    raise PositionError("position.rare", "hands", f"{detail}: {trouble.detail}" if trouble else detail, 0)


def _filled(said: Reader, rng: random.Random) -> Places:
    """The places with unknown cards dealt."""
    places, pool = said.places, Counter(said.pool)
    melds = [list(own) for own in places.melds]
    hands = [list(hand) for hand in places.hands]
    stock = list(places.stock)
    hold = said.held and said.start.shown not in hands[said.dealer] and UNKNOWN in hands[said.dealer]
    for seat, own in enumerate(melds):
        for at, meld in enumerate(own):
            if UNKNOWN in meld.cards:
                kinds = [kind for kind in range(KINDS) if pool[kind] >= TRIPLE]
                if not kinds:
                    raise PositionError("position.cards", "table", "no three cards alike are left", 0)
                kind = rng.choice(kinds)
                pool[kind] -= TRIPLE
                own[at] = same(meld.kind, kind, known=False)
                hold = hold and not (seat == said.dealer and kind == said.start.shown)
    if hold and pool[said.start.shown]:
        pool[said.start.shown] -= 1
        hands[said.dealer][hands[said.dealer].index(UNKNOWN)] = said.start.shown
    _place_pao(said, pool, hands, rng)
    rest = list(pool.elements())
    rng.shuffle(rest)
    if stock and stock[-1] == UNKNOWN:  # a red bottom card goes to the top (PZ M23)
        stock[-1] = rest.pop(next((at for at, card in enumerate(rest) if not IS_RED[card]), -1))
    for cards in (*hands, stock):
        for at, card in enumerate(cards):
            if card == UNKNOWN:
                cards[at] = rest.pop()
    card = melds[places.turn.seat][-1].cards[0] if places.turn.source in ALONE else places.turn.card
    return places._replace(turn=places.turn._replace(card=card), hands=hands, melds=melds, stock=stock)


def _place_pao(said: Reader, pool: Counter[Kind], hands: list[list[Kind]], rng: random.Random) -> None:
    """Now and then the open card's other three in one hand: a Pao is rare, and a view may show that there is one."""
    turn = said.places.turn
    if turn.source not in APART or said.viewer is None or pool[turn.card] < TRIPLE or rng.getrandbits(1):
        return
    room = [s for s in said.order if s not in (turn.seat, said.viewer) and hands[s].count(UNKNOWN) >= TRIPLE]
    if room:
        hand = hands[rng.choice(room)]
        pool[turn.card] -= TRIPLE
        for _ in range(TRIPLE):
            hand[hand.index(UNKNOWN)] = turn.card


def _state(said: Reader, places: Places) -> State:
    rules, turn, seats = said.rules, places.turn, range(said.rules.seats)
    melds = tuple(map(tuple, places.melds))
    marks = [found if found is not None else _public(said, seat) for seat, found in enumerate(said.marks)]
    start = said.start
    if turn.word != Phase.CUT and places.stock and start.bottom != places.stock[-1]:
        start = replace(start, bottom=places.stock[-1])
    state = State(
        rules, start, Phase.CLAIM, turn.seat, tuple(map(hand_of, places.hands)), melds,
        tuple(map(tally, melds)), places.piles, tuple(pong for pong, _ in marks), tuple(eat for _, eat in marks),
        tuple(seat in said.dead for seat in seats), tuple(places.stock), places.known, said.held,
    )  # fmt: skip
    if turn.word == DISCARD:
        _check_discard(said, state)
        state.phase = Phase.DISCARD
    elif turn.word == Phase.CUT:
        state.phase = Phase.CUT
    elif turn.source is not None:
        state.window = _window(said, state, turn)
    if "won" in said.fields or turn.word == DRAWN_GAME:
        _end(said, state, turn)
    elif turn.word != Phase.CUT:
        _check_cards(said, places)
        _check_reached(said, state, turn)
    return state


def _check_cards(said: Reader, places: Places) -> None:
    """That no card lies where a deal has put it elsewhere: forced sets are laid, a red bottom card goes to the top (PZ 3.1, M23).

    Unknown cards say nothing against it.
    """
    against, stock, turn = said.fields.against, places.stock, places.turn
    if stock and stock[-1] != UNKNOWN and IS_RED[stock[-1]] and said.start.turned < STOCK_SIZE:
        raise against("stock", "turned", "a red bottom card goes to the top")
    if not all(IS_RED[card] for card in stock[: places.known]):
        raise against("stock", "turned", "only red cards go from the bottom to the top")
    for seat in said.order:
        _check_sets(said, places, seat)
    if turn.source in APART:
        hand = hand_of(card for card in places.hands[turn.seat] if card != UNKNOWN)
        known = [meld for meld in places.melds[turn.seat] if UNKNOWN not in meld.cards]
        if turn.source is Source.DRAWN and forced(tally(known), hand, turn.card) is not None:
            raise against(
                "turn", "hands", f"seat {turn.seat} lays {card_text(turn.card)} and shows it to nobody"
            )
        if turn.source is Source.THROWN and count(hand, turn.card) > 1:
            raise against(
                "turn", "hands", f"{card_text(turn.card)} was one of three, of which nobody discards"
            )


def _check_sets(said: Reader, places: Places, seat: int) -> None:
    """That a hand lacks the cards that are laid at once, and that what made a triple smelled lies open (PZ 7)."""
    against, hand, melds = said.fields.against, places.hands[seat], places.melds[seat]
    identical = [meld for meld in melds if meld.kind not in RUNS and meld.cards[0] != UNKNOWN]
    laid = {meld.cards[0] for meld in identical}
    for kind in {*hand} - {UNKNOWN}:
        if kind in laid or (hand.count(kind) == COPIES and places.turn.source is not Source.SHOWN):
            raise against("table", "hands", f"seat {seat} lays the fourth {card_text(kind)}")
    runs = (meld.cards for own in places.melds for meld in own if meld.kind in RUNS)
    piles = ([left.card for left in pile] for pile in places.piles)
    seen = {card for cards in (*runs, *piles) for card in cards}
    passed = next(
        (meld for meld in identical if meld.kind is SetKind.SMELLED_3 and meld.cards[0] not in seen), None
    )
    if passed is not None:
        raise against("table", "piles", f"the fourth {card_text(passed.cards[0])} was passed, and lies open")


def _check_reached(said: Reader, state: State, turn: Turn) -> None:
    """That hands are as large as their sets leave them (PZ 3.2), and that somebody may claim an open card."""
    against = said.fields.against
    for seat in said.order:
        hand, melds = state.hands[seat], state.melds[seat]
        owned = size(hand) + sum(len(meld.cards) for meld in melds)
        if owned not in _sizes_owned(said, state, seat, turn):
            raise against("hands", "table", f"seat {seat} cannot have {owned} cards with its sets")
        if state.dead[seat] and loose(hand):
            raise against("dead", "hands", f"seat {seat} has a card to discard")
    if state.window is not None and not said.is_view and bool(state.window.asked) is said.pauses:
        why = (
            "somebody may claim the card"
            if said.pauses
            else "nobody may claim the card, and the deal goes on"
        )
        raise against("pause" if said.pauses else "turn", "hands", why)


def _sizes_owned(said: Reader, state: State, seat: int, turn: Turn) -> range:
    """How many cards a seat may have in hand and on the table (PZ 3.2, 8.10)."""
    quads = state.laid[seat].quads
    rest = HAND_SIZE + (max(0, quads - 1) if said.rules.parity else 0)
    dealt = (
        HAND_SIZE if quads > 1 else rest
    )  # quads that were dealt are not made up for before that many claims
    if state.dead[seat]:
        return range(rest + 1, rest + quads + 2)
    if turn.seat == seat and turn.word in (DISCARD, Source.SHOWN):
        return range(rest + 1, rest + 2)
    return range(dealt, rest + 1 + (turn.seat == seat and turn.source in ALONE))


def _public(said: Reader, seat: int) -> tuple[int, int]:
    """What everybody knows a seat to have smelled."""
    places = said.places
    kinds = {meld.cards[0] for meld in places.melds[seat] if meld.kind is SetKind.SMELLED_3}
    if said.rules.own_discard_smells:
        kinds |= {left.card for left in places.piles[seat] if left.thrown}
    bits = sum(1 << kind for kind in kinds)
    return bits, bits


def _check_discard(said: Reader, state: State) -> None:
    if not loose(state.hands[state.turn]):
        raise said.fields.against("turn", "hands", f"seat {state.turn} has no loose card to discard")
    if state.dead[state.turn]:
        raise said.fields.against("turn", "dead", f"seat {state.turn} is out")


def _window(said: Reader, state: State, turn: Turn) -> Window:
    assert turn.source is not None
    last = not state.stock and turn.source in (Source.DRAWN, Source.OWN)
    if turn.source is Source.SHOWN:
        window = claims.open_shown(state)
    elif turn.source in ALONE:
        window = claims.ask_alone(state, turn.source, turn.seat, turn.card, last=last)
    else:
        window = claims.open_window(state, turn.source, turn.seat, turn.card, last=last)
    for seat, action in said.answers:
        if action not in window.offers[seat] or window.answers[seat] is not None:
            raise said.fields.against("answers", "hands", f"seat {seat} is not offered {action.verb}")
        window = claims.answered(window, seat, action)
    if said.answers and not window.asked and "won" not in said.fields:
        raise said.fields.against("answers", "hands", "nobody is left to be asked")
    return window if said.viewer is None else _seen(said, window)


def _seen(said: Reader, window: Window) -> Window:
    """The window, if it looks to the viewer as it is said to."""
    offers, outranked = said.offers
    seat = said.viewer
    assert seat is not None
    alone = window.source in ALONE and seat != window.seat
    named = offers is not None and "won" not in said.fields and not alone
    if named and window.offers[seat] != offers:
        raise said.fields.against("offers", "hands", "that is not what is offered")
    if outranked:
        found = next(
            (
                after
                for other, claimed in enumerate(window.offers)
                for action in claimed
                if other != seat
                and seat not in (after := claims.answered(window, other, action)).asked
                and after.asked
            ),
            None,
        )
        if found is None:
            raise said.fields.against("offers", "hands", "nobody has a better claim")
        return found
    return window


def _end(said: Reader, state: State, turn: Turn) -> None:
    fields, window = said.fields, state.window
    if turn.word == DRAWN_GAME:
        turns.finish_drawn(state, [])
        return
    winner = fields.number("won", 0, 0, said.rules.seats - 1)
    if window is None:
        won = dealt_sets(said.rules, state.hands[winner], state.start.draws)
        if not won:
            raise fields.against("won", "hands", f"seat {winner} has no heavenly sets")
        turns.finish_sets(state, winner, won, [])
    elif not any(action.verb == "hu" for action in window.offers[winner]):
        raise fields.against("won", "hands", f"seat {winner} cannot go out")
    else:
        state.window = window._replace(leader=winner)
        turns.finish_won(state, winner, [])
