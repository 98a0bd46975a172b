"""Who may claim a card, and what he may do with it (PZ M11-M20, 3.3, 3.4, §8)."""

from __future__ import annotations

from collections.abc import Sequence

from paiju.games.paohuzi.actions import HU, PASS, PONG, Action
from paiju.games.paohuzi.cards import GUARD, HAND_SIZE, KINDS, UNIT, Hand, Kind, holds
from paiju.games.paohuzi.hands import complete, hidden, may_win
from paiju.games.paohuzi.options import ShownCard
from paiju.games.paohuzi.precedence import EAT_RANK, PONG_RANK, rank
from paiju.games.paohuzi.rules import Rules
from paiju.games.paohuzi.scoring import Score
from paiju.games.paohuzi.sets import CATALOGUES, Catalogue, Laid, Run
from paiju.games.paohuzi.state import NOBODY, WORST, Source, State, Window
from paiju.games.paohuzi.winning import Terms, how_of, score_on, terms_of

_PAIR = 2
_TRIPLE = 3
_DRAWN, _THROWN = Source.DRAWN, Source.THROWN
NO_ANSWERS = {seats: (None,) * seats for seats in (3, 4)}
NO_OFFERS = {seats: ((),) * seats for seats in (3, 4)}
NOTHING_SPENT = -1
MOST_LAID = 8
"""No claim lays more cards from a hand: three sets at most, one card of them taken."""

Way = tuple[Action, Hand]


def owned(hand: Hand, laid: Laid) -> int:
    """Cards of a seat, in hand and in table sets."""
    held = hidden(hand)
    return held.size + 3 * (held.sets + laid.sets) + held.quads + laid.quads


def is_due(rules: Rules, cards: int, quads: int) -> bool:
    """Whether a seat that owns `cards` with `quads` quads must discard after a claim (PZ 3.2)."""
    return not rules.parity or cards > HAND_SIZE + max(0, quads - 1)


def must_discard(state: State, seat: int) -> bool:
    """Whether a discard is due from a seat that has just laid a set (PZ 3.2)."""
    laid = state.laid[seat]
    return is_due(state.rules, owned(state.hands[seat], laid), laid.quads)


def ways_to_eat(free: Hand, card: Kind, *, bi: bool, one_five_ten: bool) -> tuple[Way, ...]:
    """Every way to eat `card` with loose cards: the action, and the hand cards it lays (PZ 3.4, 8.7)."""
    if bi and free >> 4 * card & 15:
        return _ways_with_bi(free, card, one_five_ten=one_five_ten)
    guarded = free | GUARD
    return tuple([way for way in SINGLES[one_five_ten][card] if guarded - way[1] & GUARD == GUARD])


def _singles(catalogue: Catalogue) -> tuple[tuple[Way, ...], ...]:
    return tuple(
        tuple((Action("eat", (), (run.cards,)), run.code - UNIT[kind]) for run in catalogue.holding[kind])
        for kind in range(KINDS)
    )


SINGLES = tuple(map(_singles, CATALOGUES))
"""Without and with 1-5-10: by card, each eating of one set and the two hand cards it takes."""


def _ways_with_bi(free: Hand, card: Kind, *, one_five_ten: bool) -> tuple[Way, ...]:
    """Collections of runs that lay down every own copy of `card` too; few cards have any."""
    taken = UNIT[card]
    guarded = free + taken | GUARD
    runs = [run for run in CATALOGUES[one_five_ten].holding[card] if guarded - run.code & GUARD == GUARD]
    if not runs:
        return ()
    ways = _collections(runs, free + taken, card)
    return tuple(
        [
            (
                Action("eat", (), tuple([run.cards for run in way])),
                sum([run.code for run in way]) - taken,
            )
            for way in ways
        ]
    )


def _collections(runs: Sequence[Run], pool: Hand, card: Kind) -> list[tuple[Run, ...]]:
    """比: collections of runs that use up every copy of `card`, each once, in order."""
    if not pool >> 4 * card & 15:
        return [()]
    found = []
    for at, run in enumerate(runs):
        if holds(pool, run.code):
            found += [(run, *rest) for rest in _collections(runs[at:], pool - run.code, card)]
    return found


def terms(state: State, source: Source, drawer: int, seat: int, card: Kind, *, last: bool) -> Terms:
    """The terms on which `seat` would win on the card of a window."""
    own, draws = seat == drawer, state.start.draws
    return terms_of(
        state.rules, source, state.laid[seat], state.hands[seat], card, own=own, last=last, draws=draws
    )


def score_of(state: State, source: Source, drawer: int, seat: int, card: Kind, *, last: bool) -> Score | None:
    """The score of `seat` if it wins on the card of a window, None if it cannot (PZ M19, M20, M22)."""
    rules, laid, hand = state.rules, state.laid[seat], state.hands[seat]
    alone = (laid.exposed | laid.unexposed) >> card & 1 == 0 and hand >> 4 * card & 15 != _TRIPLE
    if alone and (source is _DRAWN or source is _THROWN):  # as nearly always: the card joins no triple
        how = how_of(source is _DRAWN and seat == drawer, last, state.start.draws)
        return complete(rules, laid, hand, card, how)
    return score_on(rules, laid, hand, terms(state, source, drawer, seat, card, last=last))


def open_window(state: State, source: Source, seat: int, card: Kind, *, last: bool) -> Window:
    """The question about an open card; nobody is asked if all `offers` are empty (PZ 8.2, 8.5)."""
    rules, right, hands = state.rules, state.start.right, state.hands
    drawn = source is _DRAWN
    hu_from = 0 if drawn else 1 if rules.discard_wins else 3
    pao = forced_pao(state, seat, card, drawn=drawn)
    takes = pao < 0 and not last
    offers: list[tuple[Action, ...]] | None = None
    best = [WORST] * rules.seats
    at = seat
    for place in (0, 1, 2):
        hand = hands[at]
        claims: tuple[Action, ...] = ()
        if takes and (place == 1 or (hand >> 4 * card & 15 == _PAIR if place else drawn)):
            claims = takes_of(state, at, card, place)
            if claims:
                best[at] = PONG_RANK if claims[0] is PONG else EAT_RANK + place
        if (
            place >= hu_from
            and may_win(rules, state.laid[at], hand, card)
            and not state.dead[at]
            and score_of(state, source, seat, at, card, last=last)
        ):
            claims = (HU, *claims)
            best[at] = place
        if claims:
            offers = offers or [()] * rules.seats
            offers[at] = (PASS, *claims)
        at = right[at]
    none = NO_ANSWERS[rules.seats]
    if offers is None:
        return Window(
            source, seat, card, NO_OFFERS[rules.seats], tuple(best), none, (), WORST, NOBODY, pao, last
        )
    return Window(
        source, seat, card, tuple(offers), tuple(best), none, asked_of(offers), WORST, NOBODY, pao, last
    )


def asked_of(offers: Sequence[tuple[Action, ...]]) -> tuple[int, ...]:
    """The seats with something to answer, ascending."""
    return tuple([seat for seat, offered in enumerate(offers) if offered])


def forced_pao(state: State, seat: int, card: Kind, *, drawn: bool) -> int:
    """The seat that must declare Pao on an open card, or nobody (PZ M7)."""
    rules, right, shift, bit = state.rules, state.start.right, 4 * card, 1 << card
    at = right[seat]
    while at != seat:
        laid = state.laid[at]
        if laid.unexposed & bit or state.hands[at] >> shift & 15 == _TRIPLE:
            return at
        if laid.exposed & bit and drawn and rules.any_pao:
            return at
        at = right[at]
    return seat if drawn and state.laid[seat].exposed & bit and rules.own_pao else NOBODY


def takes_offered(state: State, seat: int, card: Kind, *, drawn: bool) -> tuple[tuple[Action, ...], ...]:
    """Pong and eating by seat, of a card for which nobody must declare Pao."""
    at = seat
    offers: list[tuple[Action, ...]] = [()] * state.rules.seats
    for place in (0, 1, 2):
        if place or drawn:
            offers[at] = takes_of(state, at, card, place)
        at = state.start.right[at]
    return tuple(offers)


def takes_of(state: State, seat: int, card: Kind, place: int) -> tuple[Action, ...]:
    """Pong and eating, where a discard stays possible or none is due (PZ 3.3, M16).

    Whoever has three copies in hand must Pao, so that nobody takes.
    """
    hand = state.hands[seat]
    pong = place > 0 and hand >> 4 * card & 15 == _PAIR and not state.no_pong[seat] >> card & 1
    eats = place < 2 and not state.no_eat[seat] >> card & 1  # noqa: PLR2004 - the drawer and his right
    if not (pong or eats) or state.dead[seat]:
        return ()
    rules, held = state.rules, hidden(hand)
    ways = ways_to_eat(held.free, card, bi=rules.bi, one_five_ten=rules.one_five_ten) if eats else ()
    if not pong and not ways:
        return ()
    spent = NOTHING_SPENT
    if held.size <= MOST_LAID:  # a claim that would use the last loose card is none, if a discard is due
        laid = state.laid[seat]
        if is_due(rules, owned(hand, laid) + 1, laid.quads):
            spent = held.free
    claims = [action for action, used in ways if used != spent]
    if pong and spent != 2 * UNIT[card]:
        return (PONG, *claims)
    return tuple(claims)


def open_shown(state: State) -> Window:
    """The question about the dealer's shown card: Hu only (PZ M22, 8.13)."""
    start, rules = state.start, state.rules
    offers: list[tuple[Action, ...]] = [()] * rules.seats
    best = [WORST] * rules.seats
    asked = start.order if rules.shown is ShownCard.EVERYONE else start.order[:1]
    if rules.shown is ShownCard.OFF:
        asked = ()
    for place, seat in enumerate(asked):
        if score_of(state, Source.SHOWN, start.dealer, seat, start.shown, last=False):
            offers[seat] = (PASS, HU)
            best[seat] = place
    none = NO_ANSWERS[rules.seats]
    return Window(Source.SHOWN, start.dealer, start.shown, tuple(offers), tuple(best), none, asked_of(offers))


def ask_alone(state: State, source: Source, seat: int, card: Kind, *, last: bool) -> Window:
    """The question to a seat whose forced set completes its hand; nobody is asked if it does not (PZ 3.1)."""
    seats = state.rules.seats
    none = NO_ANSWERS[seats]
    if state.dead[seat] or not score_of(state, source, seat, seat, card, last=last):
        return Window(source, seat, card, ((),) * seats, (WORST,) * seats, none, (), last=last)
    offers = tuple((PASS, HU) if at == seat else () for at in range(seats))
    best = tuple(0 if at == seat else WORST for at in range(seats))
    return Window(source, seat, card, offers, best, none, (seat,), last=last)


def asking(window: Window) -> Window:
    """The window with the seats that still have to answer: not yet answered, not outranked (PZ 8.3)."""
    lead, best, answers = window.lead, window.best, window.answers
    asked = [
        seat
        for seat, offered in enumerate(window.offers)
        if offered and answers[seat] is None and best[seat] < lead
    ]
    return window._replace(asked=tuple(asked))


def answered(window: Window, seat: int, action: Action) -> Window:
    """The window with one more answer."""
    source, drawer, card, offers, best, answers, asked, lead, leader, pao, last = window
    answers = (*answers[:seat], action, *answers[seat + 1 :])
    place = rank(window, seat, action.verb)
    if place < lead:
        lead, leader = place, seat
        asked = tuple(
            [at for at, offered in enumerate(offers) if offered and answers[at] is None and best[at] < lead]
        )
    else:
        asked = tuple([at for at in asked if at != seat])
    return Window(source, drawer, card, offers, best, answers, asked, lead, leader, pao, last)


def smell(state: State, window: Window) -> None:
    """Mark what was refused: claims on offer that outrank the one carried out (PZ M15, 8.6)."""
    rules, lead = state.rules, window.lead
    for seat, offered in enumerate(window.offers):
        if not offered or seat == window.leader:
            continue
        if lead > PONG_RANK and PONG in offered:
            mark(state, seat, window.card, pong=rules.after_pong.pong, eat=rules.after_pong.eat)
        if offered[-1].verb == "eat" and rank(window, seat, "eat") < lead:
            mark(state, seat, window.card, pong=rules.after_eat.pong, eat=rules.after_eat.eat)


def mark(state: State, seat: int, card: Kind, *, pong: bool, eat: bool) -> None:
    """Forbid a seat to Pong or eat a kind from now on (PZ M16)."""
    if pong:
        state.no_pong = _with_bit(state.no_pong, seat, card)
    if eat:
        state.no_eat = _with_bit(state.no_eat, seat, card)


def _with_bit(masks: tuple[int, ...], seat: int, card: Kind) -> tuple[int, ...]:
    return (*masks[:seat], masks[seat] | 1 << card, *masks[seat + 1 :])
