"""A state of Paohuzi from a position that has been read: unknown cards are dealt at random, the question is opened."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

from paiju.core.errors import PositionError
from paiju.core.position import is_chance
from paiju.games.paohuzi import claims, ending
from paiju.games.paohuzi.cards import COPIES, KINDS, UNKNOWN, Kind, count, hand_of, kinds_of, loose
from paiju.games.paohuzi.hands import dealt_sets
from paiju.games.paohuzi.placing import APART, DISCARD, DRAWN_GAME, TRIPLE, Places, Reader, Turn
from paiju.games.paohuzi.sets import SetKind, same, tally
from paiju.games.paohuzi.state import ALONE, Phase, Source, State, Window

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
    trouble: PositionError | None = None
    for _ in range(TRIES if said.open else 1):
        try:
            state = _state(said, _filled(said, rng))
        except PositionError as error:
            if not (said.open and is_chance(error)):
                raise
            trouble = error
            continue
        if state is not None and (not said.open or _plausible(state)):
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
    return state


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
        ending.finish_drawn(state, [])
        return
    winner = fields.number("won", 0, 0, said.rules.seats - 1)
    if window is None:
        won = dealt_sets(said.rules, state.hands[winner], state.start.draws)
        if not won:
            raise fields.against("won", "hands", f"seat {winner} has no heavenly sets")
        ending.finish_sets(state, winner, won, [])
    elif not any(action.verb == "hu" for action in window.offers[winner]):
        raise fields.against("won", "hands", f"seat {winner} cannot go out")
    else:
        state.window = window._replace(leader=winner)
        ending.finish_won(state, winner, [])


def _plausible(state: State) -> bool:
    """Whether hands are such as play leaves them: quads are laid, and the fourth card joins its triple."""
    if state.window is not None and state.window.source is Source.SHOWN:
        return True
    if state.phase is Phase.OVER:
        return True
    for hand, laid in zip(state.hands, state.laid, strict=True):
        if any(
            count(hand, kind) >= COPIES or (laid.exposed | laid.unexposed) >> kind & 1
            for kind in kinds_of(hand)
        ):
            return False
    return True
