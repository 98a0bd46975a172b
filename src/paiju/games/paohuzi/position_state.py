"""A state of Paohuzi from the fields of a position: places the cards that it names and deals the unknown ones.

Positions come from people and files, so contradictions and states that the rules cannot continue from are refused.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

from paiju.core.errors import PositionError
from paiju.core.position import UNSEEN, Grammar, dealt
from paiju.games.paohuzi import claims, turns
from paiju.games.paohuzi.cards import (
    COPIES,
    HAND_SIZE,
    IS_RED,
    KINDS,
    STOCK_SIZE,
    count,
    hand_of,
    loose,
    size,
)
from paiju.games.paohuzi.determinize.draw import outranked
from paiju.games.paohuzi.hands import dealt_sets, forced
from paiju.games.paohuzi.melds import RUNS, SetKind, same, tally
from paiju.games.paohuzi.notation import card_text
from paiju.games.paohuzi.position import DISCARD, DRAWN_GAME, FIELDS, Parsed, Places, Turn, text_of
from paiju.games.paohuzi.state import ALONE, APART, Phase, Source, State, Window
from paiju.games.paohuzi.views import View

TRIES = 4000
_TRIPLE = 3


def state_of(parsed: Parsed, rng: random.Random | None) -> State:
    """The state; unknown cards are dealt by `rng`.

    Raises:
        PositionError: position.open without chance where cards are unknown; position.rare where no deal is found
            that fits; position.conflict.
    """
    if not parsed.open and parsed.viewer is None:
        return _state(parsed, parsed.places)
    if parsed.places.turn.word not in (Phase.CUT, DRAWN_GAME) and "won" not in parsed.fields:
        _check_cards(parsed, parsed.places)
    return dealt(lambda chance: _state(parsed, _filled(parsed, chance)), rng, TRIES if parsed.open else 1)


def _filled(parsed: Parsed, rng: random.Random) -> Places:
    """The places with unknown cards dealt."""
    places, pool = parsed.places, Counter(parsed.pool)
    melds = [list(own) for own in places.melds]
    hands = [list(hand) for hand in places.hands]
    stock = list(places.stock)
    hold = parsed.held and parsed.start.shown not in hands[parsed.dealer] and UNSEEN in hands[parsed.dealer]
    for seat, own in enumerate(melds):
        for at, meld in enumerate(own):
            if UNSEEN in meld.cards:
                kinds = [kind for kind in range(KINDS) if pool[kind] >= _TRIPLE]
                if not kinds:
                    raise PositionError("position.cards", "table", "no three cards alike are left", 0)
                kind = rng.choice(kinds)
                pool[kind] -= _TRIPLE
                own[at] = same(meld.kind, kind, known=False)
                hold = hold and not (seat == parsed.dealer and kind == parsed.start.shown)
    if hold and pool[parsed.start.shown]:
        pool[parsed.start.shown] -= 1
        hands[parsed.dealer][hands[parsed.dealer].index(UNSEEN)] = parsed.start.shown
    rest = list(pool.elements())
    rng.shuffle(rest)
    if stock and stock[-1] == UNSEEN:  # a red bottom card goes to the top (PZ M23)
        stock[-1] = rest.pop(next((at for at, card in enumerate(rest) if not IS_RED[card]), -1))
    for cards in (*hands, stock):
        for at, card in enumerate(cards):
            if card == UNSEEN:
                cards[at] = rest.pop()
    card = melds[places.turn.seat][-1].cards[0] if places.turn.source in ALONE else places.turn.card
    return places._replace(turn=places.turn._replace(card=card), hands=hands, melds=melds, stock=stock)


def _state(parsed: Parsed, places: Places) -> State:
    rules, turn, seats = parsed.rules, places.turn, range(parsed.rules.seats)
    melds = tuple(map(tuple, places.melds))
    marks = [found if found is not None else _public(parsed, seat) for seat, found in enumerate(parsed.marks)]
    start = parsed.start
    if turn.word != Phase.CUT and places.stock and start.bottom != places.stock[-1]:
        start = replace(start, bottom=places.stock[-1])
    state = State(
        rules, start, Phase.CLAIM, turn.seat, tuple(map(hand_of, places.hands)), melds,
        places.piles, tuple(pong for pong, _ in marks), tuple(eat for _, eat in marks),
        tuple(seat in parsed.dead for seat in seats), tuple(places.stock), places.known, parsed.held,
    )  # fmt: skip
    if turn.word == DISCARD:
        _check_discard(parsed, state)
        state.phase = Phase.DISCARD
    elif turn.word == Phase.CUT:
        state.phase = Phase.CUT
    elif turn.source is not None:
        state.window = _window(parsed, state, turn)
    if "won" in parsed.fields or turn.word == DRAWN_GAME:
        _end(parsed, state, turn)
    elif turn.word != Phase.CUT:
        _check_cards(parsed, places)
        _check_reached(parsed, state, turn)
    return state


def _check_cards(parsed: Parsed, places: Places) -> None:
    """Check that no card lies where a deal has put it elsewhere: forced sets are laid, a red bottom card goes to the top (PZ 3.1, M23).

    Unknown cards are no contradiction.
    """
    against, stock, turn = parsed.fields.against, places.stock, places.turn
    if stock and stock[-1] != UNSEEN and IS_RED[stock[-1]] and parsed.start.turned < STOCK_SIZE:
        raise against("stock", "turned", "a red bottom card goes to the top")
    if not all(IS_RED[card] for card in stock[: places.known]):
        raise against("stock", "turned", "only red cards go from the bottom to the top")
    for seat in parsed.order:
        _check_sets(parsed, places, seat)
    if turn.source in APART:
        hand = hand_of(card for card in places.hands[turn.seat] if card != UNSEEN)
        known = tuple(meld for meld in places.melds[turn.seat] if UNSEEN not in meld.cards)
        if turn.source is Source.DRAWN and forced(tally(known), hand, turn.card) is not None:
            raise against(
                "turn", "hands", f"seat {turn.seat} lays {card_text(turn.card)} and shows it to nobody"
            )
        if turn.source is Source.THROWN and count(hand, turn.card) > 1:
            raise against(
                "turn", "hands", f"{card_text(turn.card)} was one of three, of which nobody discards"
            )


def _check_sets(parsed: Parsed, places: Places, seat: int) -> None:
    """Check that a hand lacks the cards that are laid at once, and that the card whose claim a forfeited triple records lies open (PZ 7)."""
    against, hand, melds = parsed.fields.against, places.hands[seat], places.melds[seat]
    identical = [meld for meld in melds if meld.kind not in RUNS and meld.cards[0] != UNSEEN]
    laid = {meld.cards[0] for meld in identical}
    for kind in {*hand} - {UNSEEN}:
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


def _check_reached(parsed: Parsed, state: State, turn: Turn) -> None:
    """Check that hands are as large as their sets leave them (PZ 3.2), and that someone may claim an open card."""
    against = parsed.fields.against
    for seat in parsed.order:
        hand, melds = state.hands[seat], state.melds[seat]
        owned = size(hand) + sum(len(meld.cards) for meld in melds)
        if owned not in _sizes_owned(parsed, state, seat, turn):
            raise against("hands", "table", f"seat {seat} cannot have {owned} cards with its sets")
        if state.dead[seat] and loose(hand):
            raise against("dead", "hands", f"seat {seat} has a card to discard")
    if state.window is not None and not parsed.is_view and bool(state.window.asked) is parsed.pauses:
        why = (
            "someone may claim the card"
            if parsed.pauses
            else "nobody may claim the card, and the deal goes on"
        )
        raise against("pause" if parsed.pauses else "turn", "hands", why)


def _sizes_owned(parsed: Parsed, state: State, seat: int, turn: Turn) -> range:
    """The number of cards that a seat may have in hand and on the table (PZ 3.2, 8.10)."""
    quads = state.laid(seat).quads
    rest = HAND_SIZE + (max(0, quads - 1) if parsed.rules.parity else 0)
    dealt = (
        HAND_SIZE if quads > 1 else rest
    )  # quads that were dealt are not made up for before that many claims
    if state.dead[seat]:
        return range(rest + 1, rest + quads + 2)
    if turn.seat == seat and turn.word in (DISCARD, Source.SHOWN):
        return range(rest + 1, rest + 2)
    return range(dealt, rest + 1 + (turn.seat == seat and turn.source in ALONE))


def _public(parsed: Parsed, seat: int) -> tuple[int, int]:
    """The claims that everyone knows a seat to have forfeited."""
    places = parsed.places
    kinds = {meld.cards[0] for meld in places.melds[seat] if meld.kind is SetKind.SMELLED_3}
    if parsed.rules.own_discard_smells:
        kinds |= {left.card for left in places.piles[seat] if left.thrown}
    bits = sum(1 << kind for kind in kinds)
    return bits, bits


def _check_discard(parsed: Parsed, state: State) -> None:
    if not loose(state.hands[state.turn]):
        raise parsed.fields.against("turn", "hands", f"seat {state.turn} has no loose card to discard")
    if state.dead[state.turn]:
        raise parsed.fields.against("turn", "dead", f"seat {state.turn} is out")


def _window(parsed: Parsed, state: State, turn: Turn) -> Window:
    assert turn.source is not None
    last = not state.stock and turn.source in (Source.DRAWN, Source.OWN)
    window = claims.reopened(state, turn.source, turn.seat, turn.card, last=last)
    for seat, action in parsed.answers:
        if action not in window.offers[seat] or window.answers[seat] is not None:
            raise parsed.fields.against("answers", "hands", f"seat {seat} is not offered {action.verb}")
        window = claims.answered(window, seat, action)
    if parsed.answers and not window.asked and "won" not in parsed.fields:
        raise parsed.fields.against("answers", "hands", "nobody is left to be asked")
    return window if parsed.viewer is None else _seen(parsed, window)


def _seen(parsed: Parsed, window: Window) -> Window:
    """The window, if it offers the viewer what the position names."""
    offers, is_outranked = parsed.offers
    seat = parsed.viewer
    assert seat is not None
    alone = window.source in ALONE and seat != window.seat
    named = offers is not None and "won" not in parsed.fields and not alone
    if named and window.offers[seat] != offers:
        raise parsed.fields.against("offers", "hands", "that is not what is offered")
    if not is_outranked:
        return window
    found = outranked(window, seat)
    if found is None:
        raise parsed.fields.against("offers", "hands", "nobody has a better claim")
    return found


def _end(parsed: Parsed, state: State, turn: Turn) -> None:
    fields, window = parsed.fields, state.window
    if turn.word == DRAWN_GAME:
        turns.finish_drawn(state)
        return
    winner = fields.number("won", 0, 0, parsed.rules.seats - 1)
    if window is None:
        won = dealt_sets(parsed.rules, state.hands[winner], state.start.draws)
        if not won:
            raise fields.against("won", "hands", f"seat {winner} has no heavenly sets")
        turns.finish_sets(state, winner, won)
    elif not any(action.verb == "hu" for action in window.offers[winner]):
        raise fields.against("won", "hands", f"seat {winner} cannot go out")
    else:
        state.window = window._replace(leader=winner)
        turns.finish_won(state, winner)


GRAMMAR = Grammar(FIELDS, Parsed, state_of, text_of, View)
