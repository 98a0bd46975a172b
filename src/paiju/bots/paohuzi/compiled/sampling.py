"""Sampled deals that agree with what a seat has seen."""

from __future__ import annotations

from math import exp, log

from paiju.bots.paohuzi.compiled.outlook import see
from paiju.bots.paohuzi.compiled.policy import bonds, goal, loose, plan
from paiju.bots.paohuzi.compiled.records import FAR, SearchRecord, WeightsRecord, WorkRecord
from paiju.games.paohuzi.cards import KINDS, LARGE, SEATS, STOCK_SIZE
from paiju.kernels.jit import compiled, inlined
from paiju.kernels.paohuzi.claims import open_window
from paiju.kernels.paohuzi.melds import refresh
from paiju.kernels.paohuzi.records import (
    CLAIM,
    DRAWN,
    FIELD,
    KNOWN_BIT,
    LEFT_SEAT,
    LEFT_THROWN,
    MELD_SHIFT,
    ONES,
    RUN,
    SAME_HU,
    SMELLED_3,
    THROWN,
    UNEXPOSED_3,
    UNEXPOSED_4,
    RulesRecord,
    SetsRecord,
    StateRecord,
    count,
    locked,
    size,
    unit,
)
from paiju.kernels.records import below

_WORTH, _WORTH_DRAWN = 0.5, 0.155
"""The power of what the plans are worth, and how much it grows with each card drawn."""
_LEAST = 0.3  # points, so that a hand without a plan is possible
_NEAR, _NEAR_DRAWN, _REMOTE = 0.23, 0.027, 4
"""The weight of the square of how much nearer than remote a hand is, and how much it grows with each card drawn."""
_HOPELESS, _HOPELESS_DRAWN = 0.9, 0.03
"""A hand without a plan, against a remote one."""
_PAIR, _REFUSED_PAIR, _TRIPLE, _LARGE_TRIPLE = 0.13, -0.52, 0.1, -0.25
_LOOSER = 0.145
_TWO = 2


@compiled
def likelihood(
    state: StateRecord,
    rules: RulesRecord,
    sets: SetsRecord,
    at: int,
    guess: WeightsRecord,
    outlook: WorkRecord,
    hand: int,
    piled: int,
) -> float:
    """How much likelier a hand is than others at random, up to a factor.

    `outlook` is that of its seat, by `see`; `piled` are the kinds that lay open and were left, as a bit set.
    """
    goal(state, rules, at, outlook, hand, 0, 0, 0, 0)
    plan(rules, sets, guess, outlook, loose(hand))
    drawn = int(state.next)
    worth = outlook.value ** (1.0 / guess.together) + _LEAST
    score = (_WORTH + _WORTH_DRAWN * drawn) * log(worth)
    if outlook.least == FAR:
        score += _HOPELESS + _HOPELESS_DRAWN * drawn
    else:
        score += (_NEAR + _NEAR_DRAWN * drawn) * max(0, _REMOTE - int(outlook.least)) ** 2
    return exp(score + _alike(hand, piled) - _LOOSER * _looser(state, at, loose(hand)))


@inlined
def _alike(hand: int, piled: int) -> float:
    """What the pairs and triples of a hand say beside its worth, which makes too much of large triples."""
    score = 0.0
    for kind in range(KINDS):
        copies = count(hand, kind)
        if copies == _TWO:
            score += _REFUSED_PAIR if piled >> kind & 1 else _PAIR
        elif copies > _TWO:
            score += _LARGE_TRIPLE if kind >= LARGE else _TRIPLE
    return score


@inlined
def _looser(state: StateRecord, at: int, free: int) -> int:
    """How many kinds of a hand are looser than a card that its owner has thrown, over all these."""
    many = 0
    for i in range(int(state.lefts)):
        left = int(state.left[i])
        if left // LEFT_SEAT == at and left & LEFT_THROWN:
            card = left % LEFT_THROWN
            tied = bonds(free + unit(card), card)
            for kind in range(KINDS):
                if count(free, kind) and bonds(free, kind) < tied:
                    many += 1
    return many


# --- deals that a seat cannot tell from the one it plays: hidden cards at random, within what the rules imply

KNOWN, SAMPLED, TRIAL = range(3)
"""The states of a search: what its seat knows, a sampled deal, and a trial in it."""
_TRIES = 60
_DRAWN = 16
_SWAPS = 32
"""Hands drawn at most for a seat until one is possible, and swaps of one of its cards that are weighed then."""
_FINE = 1 << 30
_TRIPLE_SIZE = 3
_HEAVENLY = 5
"""How many dealt triples go out at once, where heavenly sets do (PZ M22)."""


@compiled
def prepare(rules: RulesRecord, sets: SetsRecord, search: SearchRecord, guess: WeightsRecord) -> None:
    """Gather what is the same in all deals of a question: hidden cards by kind, kinds that lay open, forfeited kinds.

    `see` has been called for its seat; forfeited kinds are written into what is known. The outlooks of the other seats
    are seen with the weights `guess`.
    """
    state, seat = search.states[KNOWN], search.seat
    for kind in range(KINDS):
        search.hidden[kind] = search.work.live[kind]
    known = int(state.known)
    for at in range(int(state.next), int(state.next) + known):
        search.hidden[int(state.stock[at])] -= 1
    if STOCK_SIZE - int(state.next) > known:
        search.hidden[int(state.face_up)] -= 1
    search.piled = 0
    search.own[:] = 0
    for i in range(int(state.lefts)):
        left = int(state.left[i])
        card, owner, thrown = left % LEFT_THROWN, left // LEFT_SEAT, left & LEFT_THROWN
        search.piled |= 1 << card
        search.own[owner] |= 1 << card
        _let_pass(state, rules, seat, int(state.right[owner]), card)
        if not thrown or rules.own_discard_smells:
            _let_pass(state, rules, seat, owner, card)
    if state.phase == CLAIM and state.source in (DRAWN, THROWN):
        search.own[int(state.seat)] |= 1 << int(state.card)
    for place in range(SEATS):
        at = int(state.order[place])
        if at != seat:
            state.no_pong[at] |= search.piled
            _smelled_sets(state, at)
            see(state, sets, at, guess, search.others[at])


@inlined
def _let_pass(state: StateRecord, rules: RulesRecord, seat: int, at: int, card: int) -> None:
    """Note that a seat did not eat a card."""
    if at != seat and rules.eats_smell:
        state.no_eat[at] |= 1 << card


@inlined
def _smelled_sets(state: StateRecord, at: int) -> None:
    """A forfeited triple on the table says which kind was refused."""
    for i in range(int(state.sets[at])):
        meld = int(state.meld[at, i])
        if meld & KNOWN_BIT and meld & KNOWN_BIT - 1 == SMELLED_3:
            state.no_pong[at] |= 1 << (meld >> MELD_SHIFT)
            state.no_eat[at] |= 1 << (meld >> MELD_SHIFT)


@compiled
def sample(rules: RulesRecord, sets: SetsRecord, search: SearchRecord, guess: WeightsRecord) -> bool:
    """Sample a deal that the seat may be in; false if none was found in some tries."""
    known, sampled = search.states[KNOWN], search.states[SAMPLED]
    for _ in range(_TRIES):
        search.states[SAMPLED] = known
        if not _conceal(search, sampled):
            continue
        if _deal(sampled, rules, sets, search, guess) and _agrees(known, sampled, rules, sets, search.seat):
            return True
    return False


@inlined
def _conceal(search: SearchRecord, state: StateRecord) -> bool:
    """Choose what lies face down; false if nothing can."""
    for kind in range(KINDS):
        search.pool[kind] = search.hidden[kind]
    for place in range(SEATS):
        at = int(state.order[place])
        if at == search.seat:
            continue
        for i in range(int(state.sets[at])):
            meld = int(state.meld[at, i])
            if meld & KNOWN_BIT or meld & KNOWN_BIT - 1 == RUN:
                continue
            kind = _triple(search, int(search.piled) | int(search.own[at]))
            if kind < 0:
                return False
            search.pool[kind] -= _TRIPLE_SIZE
            state.meld[at, i] = UNEXPOSED_3 + (kind << MELD_SHIFT)
            state.hu[at] += SAME_HU[UNEXPOSED_3][int(kind >= KINDS // 2)]
            state.code[at] += _TRIPLE_SIZE * unit(kind)
            state.unexposed[at] |= 1 << kind
    return True


@inlined
def _triple(search: SearchRecord, shown: int) -> int:
    """A kind of which three are hidden and none is among the `shown`, at random; -1 if there is none."""
    many, chosen = 0, -1
    for kind in range(KINDS):
        if search.pool[kind] >= _TRIPLE_SIZE and not shown >> kind & 1:
            many += 1
            if below(search.chance, many) == 0:
                chosen = kind
    return chosen


@compiled
def _deal(
    state: StateRecord, rules: RulesRecord, sets: SetsRecord, search: SearchRecord, guess: WeightsRecord
) -> bool:
    """Deal the hidden cards to the hands and the stock; false if no hand was found for a seat."""
    for place in range(SEATS):
        at = int(state.order[place])
        if at == search.seat:
            continue
        hand = _hand(state, rules, sets, search, at, guess)
        if hand < 0:
            return False
        state.hand[at] = hand
        refresh(state, at)
        if state.shown_held and at == state.dealer:
            hand -= unit(int(state.shown))
        for kind in range(KINDS):
            search.pool[kind] -= count(hand, kind)
    top = int(state.next) + int(state.known)
    rest = _spread(search)
    _draw(search, rest, rest)
    for i in range(rest):
        state.stock[top + i] = search.cards[i]
    if top < STOCK_SIZE:
        state.stock[STOCK_SIZE - 1] = state.face_up
    return True


@compiled
def _hand(
    state: StateRecord,
    rules: RulesRecord,
    sets: SetsRecord,
    search: SearchRecord,
    at: int,
    guess: WeightsRecord,
) -> int:
    """A likely hand for a seat; -1 if the rules allow none of those drawn."""
    chance, outlook = search.chance, search.others[at]
    held = int(state.shown_held and at == state.dealer)
    many, cards = _spread(search), int(search.sizes[at]) - held
    if (
        cards < 0
    ):  # the shown card has left an empty hand unseen, for a set laid face down: no deal is sampled for that
        return -1
    piled, own, quads = int(search.piled), int(search.own[at]), _own_quads(state, rules, at)
    hand = -1
    for _ in range(_DRAWN):
        _draw(search, many, cards)
        drawn = held * unit(int(state.shown))
        for i in range(cards):
            drawn += unit(int(search.cards[i]))
        if _possible(state, rules, at, drawn, quads, piled, own):
            hand = drawn
            break
    if hand < 0 or cards in (0, many):
        return hand
    likely = likelihood(state, rules, sets, at, guess, outlook, hand, piled)
    for _ in range(_SWAPS):
        i, j = below(chance, cards), cards + below(chance, many - cards)
        mine, other = int(search.cards[i]), int(search.cards[j])
        swapped = hand - unit(mine) + unit(other)
        if mine == other or not _possible(state, rules, at, swapped, quads, piled, own):
            continue
        likely_then = likelihood(state, rules, sets, at, guess, outlook, swapped, piled)
        if below(chance, _FINE) * likely < _FINE * likely_then:
            hand, likely = swapped, likely_then
            search.cards[i], search.cards[j] = other, mine
    return hand


@inlined
def _spread(search: SearchRecord) -> int:
    """Lay out the cards of the pool; how many there are."""
    many = 0
    for kind in range(KINDS):
        for _ in range(int(search.pool[kind])):
            search.cards[many] = kind
            many += 1
    return many


@inlined
def _draw(search: SearchRecord, many: int, wanted: int) -> None:
    """Bring some of the cards laid out to the front, at random."""
    for i in range(wanted):
        j = i + below(search.chance, many - i)
        card = int(search.cards[i])
        search.cards[i] = search.cards[j]
        search.cards[j] = card


@inlined
def _own_quads(state: StateRecord, rules: RulesRecord, at: int) -> int:
    """The number of quads that a seat has of its own cards, where they count among dealt triples."""
    quads = 0
    for i in range(int(state.sets[at]) if rules.quads_are_triples else 0):
        quads += int((int(state.meld[at, i]) & KNOWN_BIT - 1) == UNEXPOSED_4)
    return quads


@inlined
def _possible(
    state: StateRecord, rules: RulesRecord, at: int, hand: int, quads: int, piled: int, own: int
) -> bool:
    """Whether the rules can have left a hand like this to a seat."""
    if hand >> 2 & ONES:
        return False
    triples = locked(hand)
    if rules.heavenly_sets and size(triples) + quads >= _HEAVENLY:
        return False
    laid = int(state.exposed[at]) | int(state.unexposed[at])
    for kind in range(KINDS):
        if count(triples, kind) and piled >> kind & 1:
            return False
        if own >> kind & 1 and count(hand, kind) > 1:
            return False
        if laid >> kind & 1 and hand & FIELD * unit(kind):
            return False
    return True


@inlined
def _agrees(root: StateRecord, state: StateRecord, rules: RulesRecord, sets: SetsRecord, seat: int) -> bool:
    """Open the window again for all; whether the seat is offered what it was offered."""
    if root.phase != CLAIM:
        return True
    open_window(state, rules, sets, int(root.source), int(root.seat), int(root.card), int(root.last))
    return state.offer[seat] == root.offer[seat]
