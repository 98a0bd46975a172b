"""The unknown cards of a position of Bao Huang, dealt at random where they can lie; whether the rest agrees is asked afterwards."""

from __future__ import annotations

import random
from collections import Counter

from paiju.games.baohuang import dealing
from paiju.games.baohuang.cards import BIG, FIRST_JOKER, LAOWANG, MARKED_BIG, MARKED_SMALL, SEATS, Kind
from paiju.games.baohuang.placing import Reader
from paiju.games.baohuang.plans import UNKNOWN as UNSEEN
from paiju.games.baohuang.plans import Pile
from paiju.games.baohuang.state import NOBODY, Phase

UNNAMED = (Phase.CALL, Phase.DRAW)


def filled(said: Reader, rng: random.Random) -> tuple[list[list[Kind]], Pile, Pile, tuple[Kind, ...] | None]:
    """Hands, piles and deck with unknown cards dealt, 老王 wherever it must be."""
    pool = Counter(said.pool)
    hands = [[said.face(kind) if kind != UNSEEN else kind for kind in hand] for hand in said.hands]
    for token in said.known:
        _hold(hands[token.holder], pool, token.kind, at_least=_known_count(said, token.holder, token.kind))
    _hold_emperor(said, hands, pool)
    _hold_identity(said, hands, pool, rng)
    _hold_call(said, hands, pool, rng)
    piles = [list(said.tribute.pile), list(said.succession.pool)]
    rest = list(pool.elements())
    rng.shuffle(rest)
    for pile in piles:
        for at, (seat, kind) in enumerate(pile):
            if kind == UNSEEN:
                pile[at] = seat, _take_plain(rest)
    for hand in hands:
        for at, kind in enumerate(hand):
            if kind == UNSEEN:
                hand[at] = rest.pop()
    deck = said.deck
    if deck is not None:
        left = iter(rest)
        back = [next(left) if kind == UNSEEN else kind for kind in deck[said.at :]]
        order = [iter(rng.sample(hand, len(hand))) for hand in hands]
        front = deck[: said.at]
        if UNSEEN in front:
            front = tuple(next(order[seat], UNSEEN) for seat in dealing.drawers(said.start)[: said.at])
        deck = (*front, *back)
    return with_laowang(said, hands), tuple(piles[0]), tuple(piles[1]), deck


def _take_plain(rest: list[Kind]) -> Kind:
    """A card that may lie in a pile: no joker."""
    at = next((at for at in range(len(rest) - 1, -1, -1) if rest[at] < FIRST_JOKER), len(rest) - 1)
    return rest.pop(at)


def _known_count(said: Reader, holder: int, kind: Kind) -> int:
    """How many of a kind somebody knows a seat to hold."""
    viewers = {token.viewer for token in said.known}
    public = sum(token == (NOBODY, holder, kind) for token in said.known)
    return max(
        public + (viewer >= 0) * sum(t == (viewer, holder, kind) for t in said.known) for viewer in viewers
    )


def _hold(hand: list[Kind], pool: Counter[Kind], kind: Kind, at_least: int = 1) -> None:
    """Put copies of a kind where unknown cards of a hand are, as far as there are any."""
    while hand.count(kind) < at_least and UNSEEN in hand and pool[kind] > 0:
        hand[hand.index(UNSEEN)] = kind
        pool[kind] -= 1


def _hold_emperor(said: Reader, hands: list[list[Kind]], pool: Counter[Kind]) -> None:
    """The marked red joker lies where the crown is, and the emperor has the cards that he called with."""
    holder, roles = said.marked_holder, said.roles
    if holder != NOBODY and MARKED_BIG not in said.played[holder]:
        _hold(hands[holder], pool, MARKED_BIG)
    if said.called_with:
        laid = [
            BIG if kind == MARKED_BIG and roles.called == BIG else kind for kind in said.played[roles.emperor]
        ]
        marked = hands[roles.emperor].count(MARKED_BIG) if roles.called == BIG else 0
        _hold(hands[roles.emperor], pool, roles.called, said.called_with - laid.count(roles.called) - marked)


def _guard_cards(said: Reader) -> list[Kind]:
    called = said.roles.called
    return [called] if called >= 0 else [MARKED_SMALL]


def _hold_identity(said: Reader, hands: list[list[Kind]], pool: Counter[Kind], rng: random.Random) -> None:
    """Guards that have shown themselves hold their card, or have played it; so does an emperor known to be alone."""
    roles = said.roles
    if roles.emperor < 0 or roles.usurped or said.phase in UNNAMED:
        return
    (card,) = _guard_cards(said)
    for guard in sorted(roles.shown):
        if not {card, LAOWANG} & set(said.played[guard]):
            _hold(hands[guard], pool, card)
    settled = roles.alone or roles.forced or (roles.shown and not roles.pair)
    if settled and pool[card] > 0:
        _hold(hands[roles.emperor], pool, card, at_least=hands[roles.emperor].count(card) + pool[card])
    elif pool[card] > 0 and not roles.innocent <= {NOBODY}:
        free = [seat for seat in range(SEATS) if seat not in roles.innocent and UNSEEN in hands[seat]]
        while pool[card] > 0 and free:
            seat = rng.choice(free)
            _hold(hands[seat], pool, card, at_least=hands[seat].count(card) + 1)
            free = [seat for seat in free if UNSEEN in hands[seat]]


def _hold_call(said: Reader, hands: list[list[Kind]], pool: Counter[Kind], rng: random.Random) -> None:
    """Who is asked for a call, or must take the crown, can call."""
    need = said.need if said.phase is Phase.CALL else said.succession.need * said.succession.forced
    if not need or not said.queue or not said.rules.crowning.guard_called:
        return
    hand = hands[said.queue[0]]
    kinds = said.rules.crowning.callable_kinds(first_deal=said.start.carry.first_deal)

    def missing(kind: Kind) -> int:
        return need - hand.count(kind) - (hand.count(MARKED_BIG) if kind == BIG else 0)

    open_ = hand.count(UNSEEN)
    able = [kind for kind in kinds if 0 < missing(kind) <= min(open_, pool[kind])]
    if able and not any(missing(kind) <= 0 for kind in kinds):
        kind = rng.choice(able)
        _hold(hand, pool, kind, at_least=hand.count(kind) + missing(kind))


def with_laowang(said: Reader, hands: list[list[Kind]]) -> list[list[Kind]]:
    """The called card as 老王 in every hand but the emperor's (BH A12)."""
    roles = said.roles
    if not said.has_laowang:
        return hands
    return [
        hand if seat == roles.emperor else [LAOWANG if kind == roles.called else kind for kind in hand]
        for seat, hand in enumerate(hands)
    ]
