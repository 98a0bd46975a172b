"""Who may claim a card, and what he may do with it (PZ M11-M20, 3.3, 3.4, §8)."""

from __future__ import annotations

from functools import lru_cache

from paiju.games.paohuzi.actions import HU, PASS, PONG, Action
from paiju.games.paohuzi.cards import HAND_SIZE, UNIT, UNKNOWN, Hand, Kind, count, holds, loose, size
from paiju.games.paohuzi.hands import complete, has_pao, on_card
from paiju.games.paohuzi.options import ShownCard
from paiju.games.paohuzi.rules import Rules
from paiju.games.paohuzi.scoring import How, Score
from paiju.games.paohuzi.sets import CATALOGUES, Laid, Run
from paiju.games.paohuzi.state import NOBODY, WORST, Source, State, Window

PONG_RANK = 3
EAT_RANK = 4  # of the drawer; his right neighbour's is one more (PZ 8.3)
_TRIPLE = 3

Way = tuple[Action, Hand]
Runs = tuple[Run, ...]


def owned(hand: Hand, laid: Laid) -> int:
    """Cards of a seat, in hand and in table sets."""
    return size(hand) + 3 * laid.sets + laid.quads


def is_due(rules: Rules, cards: int, quads: int) -> bool:
    """Whether a seat that owns `cards` with `quads` quads must discard after a claim (PZ 3.2)."""
    return not rules.parity or cards > HAND_SIZE + max(0, quads - 1)


def must_discard(state: State, seat: int) -> bool:
    """Whether a discard is due from a seat that has just laid a set (PZ 3.2)."""
    laid = state.laid[seat]
    return is_due(state.rules, owned(state.hands[seat], laid), laid.quads)


@lru_cache(maxsize=1 << 16)
def ways_to_eat(free: Hand, card: Kind, bi: bool, one_five_ten: bool) -> tuple[Way, ...]:  # noqa: FBT001 - a key
    """Every way to eat `card` with loose cards: the action, and the hand cards it lays (PZ 3.4, 8.7)."""
    runs = CATALOGUES[one_five_ten].holding[card]
    pool = free + UNIT[card]
    single = not bi or not count(free, card)
    found = [(run,) for run in runs if holds(pool, run.code)] if single else _collections(runs, pool, card)
    return tuple(
        (Action("eat", (), tuple(run.cards for run in way)), sum(run.code for run in way) - UNIT[card])
        for way in sorted(found)
        if bi or holds(free, sum(run.code for run in way) - UNIT[card])
    )


def _collections(runs: Runs, pool: Hand, card: Kind, start: int = 0) -> list[Runs]:
    """比: collections of runs that use up every copy of `card`, each once."""
    if not count(pool, card):
        return [()]
    return [
        (run, *rest)
        for at, run in enumerate(runs[start:], start)
        if holds(pool, run.code)
        for rest in _collections(runs, pool - run.code, card, at)
    ]


def score_of(state: State, source: Source, drawer: int, seat: int, card: Kind, *, last: bool) -> Score | None:
    """The score of `seat` if it wins on the card of a window, None if it cannot (PZ M19, M20, M22)."""
    rules, laid, hand = state.rules, state.laid[seat], state.hands[seat]
    draws = state.start.draws
    if source in (Source.OWN, Source.PAO):
        return complete(rules, laid, hand, UNKNOWN, How(own=source is Source.OWN, last=last, draws=draws))
    if source is Source.SHOWN and seat == drawer:
        return complete(rules, laid, hand, UNKNOWN, How(heaven=True, draws=draws))
    if source is Source.SHOWN:
        pao = count(hand, card) == _TRIPLE
        return on_card(rules, laid, hand, card, How(earth=True, draws=draws), pao=pao)
    own = source is Source.DRAWN and seat == drawer
    pao = has_pao(rules, laid, hand, card, own=own, drawn=source is Source.DRAWN)
    return on_card(rules, laid, hand, card, How(own=own, last=last, draws=draws), pao=pao)


def open_window(state: State, source: Source, seat: int, card: Kind, *, last: bool) -> Window:
    """The question about an open card; nobody is asked if all `offers` are empty (PZ 8.2-5)."""
    rules, drawn = state.rules, source is Source.DRAWN
    right = state.start.right
    pao = _forced_pao(state, seat, card, drawn=drawn)
    takes = pao == NOBODY and not last
    offers: list[tuple[Action, ...]] = [()] * rules.seats
    best = [WORST] * rules.seats
    at = seat
    for place in range(3):
        hu = drawn or (rules.discard_wins and place > 0)
        if not state.dead[at]:
            claims: tuple[Action, ...] = ()
            if takes:
                claims = _takes(state, at, card, place, drawn=drawn)
                if claims:
                    best[at] = PONG_RANK if claims[0] is PONG else EAT_RANK + place
            if hu and score_of(state, source, seat, at, card, last=last):
                claims = (HU, *claims)
                best[at] = place
            if claims:
                offers[at] = (PASS, *claims)
        at = right[at]
    return Window(source, seat, card, tuple(offers), tuple(best), (None,) * rules.seats, pao=pao, last=last)


def _forced_pao(state: State, seat: int, card: Kind, *, drawn: bool) -> int:
    """The seat that must declare Pao on an open card, or nobody (PZ M7)."""
    at = seat
    for place in range(3):
        if drawn or place > 0:
            own = place == 0
            if has_pao(state.rules, state.laid[at], state.hands[at], card, own=own, drawn=drawn):
                return at
        at = state.start.right[at]
    return NOBODY


def _takes(state: State, seat: int, card: Kind, place: int, *, drawn: bool) -> tuple[Action, ...]:
    """Pong and eating, where a discard stays possible or none is due (PZ 3.3, M16)."""
    rules, laid, hand = state.rules, state.laid[seat], state.hands[seat]
    copies = count(hand, card)
    pong = place > 0 and copies == 2 and not state.no_pong[seat] >> card & 1  # noqa: PLR2004
    eats = (place == 1 or (place == 0 and drawn)) and not state.no_eat[seat] >> card & 1
    if not pong and not eats:
        return ()
    free = loose(hand)
    due = is_due(rules, owned(hand, laid) + 1, laid.quads)
    claims = [PONG] if pong and (not due or free != 2 * UNIT[card]) else []
    if eats and copies < _TRIPLE:
        for action, used in ways_to_eat(free, card, rules.bi, rules.one_five_ten):
            if not due or free != used:
                claims.append(action)
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
    return Window(
        Source.SHOWN, start.dealer, start.shown, tuple(offers), tuple(best), (None,) * rules.seats
    )  # fmt: skip


def ask_alone(state: State, source: Source, seat: int, card: Kind, *, last: bool) -> Window | None:
    """The question to a seat whose forced set completes its hand; None if it does not (PZ 3.1)."""
    if state.dead[seat] or not score_of(state, source, seat, seat, card, last=last):
        return None
    seats = range(state.rules.seats)
    offers = tuple((PASS, HU) if at == seat else () for at in seats)
    best = tuple(0 if at == seat else WORST for at in seats)
    return Window(source, seat, card, offers, best, (None,) * len(seats), last=last)


def actors(window: Window) -> tuple[int, ...]:
    """The seats that still have to answer: not yet answered, and not outranked (PZ 8.3)."""
    lead = window.lead
    return tuple(
        seat
        for seat, offered in enumerate(window.offers)
        if offered and window.answers[seat] is None and window.best[seat] < lead
    )


def rank(window: Window, seat: int, verb: str) -> int:
    """The rank of a claim; lower is stronger (PZ 8.3)."""
    if verb == "pass":
        return WORST
    if verb == "pong":
        return PONG_RANK
    if verb == "eat":
        return EAT_RANK + (seat != window.seat)
    return window.best[seat]  # nothing of the seat's own is stronger than its Hu


def answered(window: Window, seat: int, action: Action) -> Window:
    """The window with one more answer."""
    answers = (*window.answers[:seat], action, *window.answers[seat + 1 :])
    place = rank(window, seat, action.verb)
    if place < window.lead:
        return window._replace(answers=answers, lead=place, leader=seat)
    return window._replace(answers=answers)


def smell(state: State, window: Window) -> None:
    """Mark what was refused: claims on offer that outrank the one carried out (PZ M15, 8.6)."""
    for seat, offered in enumerate(window.offers):
        if not offered or seat == window.leader:
            continue
        verbs = {action.verb for action in offered}
        if "pong" in verbs and window.lead > PONG_RANK:
            mark(state, seat, window.card, pong=state.rules.after_pong.pong, eat=state.rules.after_pong.eat)
        if "eat" in verbs and rank(window, seat, "eat") < window.lead:
            mark(state, seat, window.card, pong=state.rules.after_eat.pong, eat=state.rules.after_eat.eat)


def mark(state: State, seat: int, card: Kind, *, pong: bool, eat: bool) -> None:
    """Forbid a seat to Pong or eat a kind from now on (PZ M16)."""
    if pong:
        state.no_pong = _with_bit(state.no_pong, seat, card)
    if eat:
        state.no_eat = _with_bit(state.no_eat, seat, card)


def _with_bit(masks: tuple[int, ...], seat: int, card: Kind) -> tuple[int, ...]:
    return (*masks[:seat], masks[seat] | 1 << card, *masks[seat + 1 :])
