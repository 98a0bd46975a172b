"""Claims on a card: which seats have one, how they rank, and what a seat may do with it (PZ M11-M20, 3.3, 3.4, §8)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from paiju.core.game import put
from paiju.games.paohuzi.actions import CUTS, DISCARDS, HU, PASS, PONG, Action
from paiju.games.paohuzi.cards import (
    COPIES,
    HAND_SIZE,
    KINDS,
    UNIT,
    Hand,
    Kind,
    count,
    holds,
    kinds_of,
    loose,
    size,
)
from paiju.games.paohuzi.hands import Terms, has_pao, score_on, terms_of
from paiju.games.paohuzi.melds import CATALOGUES, Catalogue, Laid, Run
from paiju.games.paohuzi.options import ShownCard
from paiju.games.paohuzi.rules import Rules
from paiju.games.paohuzi.scoring import Score
from paiju.games.paohuzi.state import ALONE, NOBODY, WORST, Phase, Source, State, Window

PONG_RANK = 3  # of a Hu: how many places from the seat whose card it is
EAT_RANK = 4  # of the drawer; that of its right neighbour is one more
_PAIR = 2
_EATERS = 2  # the seat that turned the card, and its right neighbour


def rank(window: Window, seat: int, verb: str) -> int:
    """The rank of a claim; lower is stronger (PZ 8.3)."""
    if verb == "pass":
        return WORST
    if verb == "pong":
        return PONG_RANK
    if verb == "eat":
        return EAT_RANK + (seat != window.seat)
    return window.best[seat]  # nothing of the seat's own is stronger than its Hu


def outranks_all(state: State, seat: int, action: Action) -> bool:
    """Whether no other seat could have a stronger claim than this one, as far as everyone can tell.

    False for a pass, and where no window is open. The answer depends on public facts and the claim alone.
    """
    window = state.window
    if window is None or action.verb == "pass" or seat not in state.start.order:
        return False
    places = {other: place for place, other in enumerate(_from(state, window.seat))}
    own = places[seat] if action.verb == "hu" else rank(window, seat, action.verb)
    return all(
        own <= _possible(state, window, other, place) for other, place in places.items() if other != seat
    )


def askable(state: State) -> tuple[int, ...]:
    """The seats that might be deciding about an open card, by public facts; () where none lies open."""
    window = state.window
    if window is None:
        return ()
    places = enumerate(_from(state, window.seat))
    return tuple(sorted(seat for place, seat in places if _possible(state, window, seat, place) < WORST))


def _possible(state: State, window: Window, seat: int, place: int) -> int:
    """The rank of the strongest claim that a seat could have for all that is known."""
    if state.dead[seat] or window.source in ALONE:
        return WORST
    if _may_win(state, window.source, place):
        return place
    if window.source is Source.SHOWN or window.last:
        return WORST
    if place and size(state.hands[seat]) >= _PAIR and _unseen(state, window.card) >= _PAIR:
        return PONG_RANK
    eats = place < _EATERS and (place > 0 or window.source is Source.DRAWN)
    return EAT_RANK + (place > 0) if eats else WORST


def _may_win(state: State, source: Source, place: int) -> bool:
    if source is Source.SHOWN:
        return state.rules.shown is ShownCard.EVERYONE or place == 0
    if source is Source.THROWN:
        return state.rules.discard_wins and place > 0
    return True


def _unseen(state: State, card: Kind) -> int:
    """How many copies of the open card, besides itself, nobody has seen on the table or in the stock."""
    open_ = 1
    open_ += sum(meld.cards.count(card) for melds in state.melds for meld in melds if meld.known)
    open_ += sum(left.card == card for pile in state.piles for left in pile)
    open_ += state.stock[: state.known].count(card)
    open_ += len(state.stock) > state.known and state.start.bottom == card
    return COPIES - open_


# --- what a seat may do: what an open window offers it, what it may throw, where it may cut

_ASKED_ALONE = (Phase.DISCARD, Phase.CUT)
_HANDS = 1 << 10


def actors(state: State) -> tuple[int, ...]:
    """The seats that are asked and have not answered."""
    if state.window is not None:
        return state.window.asked
    return (state.turn,) if state.phase in _ASKED_ALONE else ()


def legal(state: State, seat: int) -> Sequence[Action]:
    """All actions of a seat; () for one that is not asked."""
    window = state.window
    if window is not None:
        return window.offers[seat] if seat in window.asked else ()
    if seat != state.turn or state.phase not in _ASKED_ALONE:
        return ()
    return _discards(state.hands[seat]) if state.phase is Phase.DISCARD else CUTS


@lru_cache(maxsize=_HANDS)  # who throws a card has been asked which
def _discards(hand: Hand) -> tuple[Action, ...]:
    """What may be thrown of a hand (PZ M3, M10)."""
    return tuple([DISCARDS[kind] for kind in kinds_of(loose(hand))])


# --- who may claim a card, and what a seat may do with it (PZ M11-M20, 3.3, 3.4, §8)

Actions = tuple[Action, ...]
Way = tuple[Action, Hand]


def owned(hand: Hand, laid: Laid) -> int:
    """Cards of a seat, in hand and in table sets."""
    return size(hand) + 3 * laid.sets + laid.quads


def is_due(rules: Rules, cards: int, quads: int) -> bool:
    """Whether a seat that owns `cards` with `quads` quads must discard after a claim (PZ 3.2)."""
    return not rules.parity or cards > HAND_SIZE + max(0, quads - 1)


def must_discard(state: State, seat: int) -> bool:
    """Whether a discard is due from a seat that has just laid a set (PZ 3.2)."""
    laid = state.laid(seat)
    return is_due(state.rules, owned(state.hands[seat], laid), laid.quads)


def ways_to_eat(free: Hand, card: Kind, *, bi: bool, one_five_ten: bool) -> tuple[Way, ...]:
    """Every way to eat `card` with loose cards: the action, and the hand cards it lays (PZ 3.4, 8.7)."""
    if bi and count(free, card):
        return _ways_with_bi(free, card, one_five_ten=one_five_ten)
    return tuple([way for way in SINGLES[one_five_ten][card] if holds(free, way[1])])


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
    pool = free + taken
    runs = [run for run in CATALOGUES[one_five_ten].holding[card] if holds(pool, run.code)]
    return tuple(
        [
            (Action("eat", (), tuple([run.cards for run in way])), sum([run.code for run in way]) - taken)
            for way in _collections(runs, pool, card)
        ]
    )


def _collections(runs: Sequence[Run], pool: Hand, card: Kind) -> list[tuple[Run, ...]]:
    """比: collections of runs that use up every copy of `card`, each once, in order."""
    if not count(pool, card):
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
        state.rules, source, state.laid(seat), state.hands[seat], card, own=own, last=last, draws=draws
    )


def score_of(state: State, source: Source, drawer: int, seat: int, card: Kind, *, last: bool) -> Score | None:
    """The score of `seat` if it wins on the card of a window, None if it cannot (PZ M19, M20, M22)."""
    if state.dead[seat]:
        return None
    on = terms(state, source, drawer, seat, card, last=last)
    return score_on(state.rules, state.laid(seat), state.hands[seat], on)


def open_window(state: State, source: Source, seat: int, card: Kind, *, last: bool) -> Window:
    """The question about an open card; nobody is asked if all `offers` are empty (PZ 8.2, 8.5)."""
    drawn = source is Source.DRAWN
    pao = forced_pao(state, seat, card, drawn=drawn)
    offers = takes_offered(state, seat, card, drawn=drawn) if pao == NOBODY and not last else {}
    claims, best = {}, {}
    for place, at in enumerate(_from(state, seat)):
        takes, may_win = offers.get(at, ()), drawn or (place and state.rules.discard_wins)
        if may_win and score_of(state, source, seat, at, card, last=last):
            claims[at], best[at] = (HU, *takes), place
        elif takes:
            claims[at], best[at] = takes, PONG_RANK if takes[0] is PONG else EAT_RANK + (place > 0)
    return _question(state, source, seat, card, claims, best=best, pao=pao, last=last)


def _from(state: State, seat: int) -> tuple[int, ...]:
    """The playing seats from one on, in playing order."""
    order = state.start.order
    first = order.index(seat)
    return order[first:] + order[:first]


def _question(
    state: State, source: Source, seat: int, card: Kind, claims: Mapping[int, Actions],
    *, best: Mapping[int, int], pao: int = NOBODY, last: bool = False,
) -> Window:  # fmt: skip
    """A question to the seats that have claims, with the rank of the best one of each; to nobody if none has any."""
    seats = state.rules.seats
    offers: tuple[Actions, ...] = ((),) * seats
    ranks, asked = (WORST,) * seats, tuple(sorted(claims))
    for at in asked:
        offers, ranks = put(offers, at, (PASS, *claims[at])), put(ranks, at, best[at])
    return Window(source, seat, card, offers, ranks, (None,) * seats, asked, pao=pao, last=last)


def forced_pao(state: State, seat: int, card: Kind, *, drawn: bool) -> int:
    """The seat that must declare Pao on an open card, or nobody (PZ M7)."""
    for at in state.start.order:
        if has_pao(state.rules, state.laid(at), state.hands[at], card, own=at == seat, drawn=drawn):
            return at
    return NOBODY


def takes_offered(state: State, seat: int, card: Kind, *, drawn: bool) -> dict[int, Actions]:
    """Pong and eating by seat, where there are any, of a card for which nobody must declare Pao."""
    offers = {}
    for place, at in enumerate(_from(state, seat)):
        if (drawn or place) and (takes := _takes(state, at, card, place)):
            offers[at] = takes
    return offers


def _takes(state: State, seat: int, card: Kind, place: int) -> Actions:
    """Pong and eating, where a discard stays possible or none is due (PZ 3.3, M16).

    `place` counts from the seat that turned the card, which may not Pong; only that seat and its right neighbour may eat.
    A seat with three copies in hand must Pao, so that nobody takes.
    """
    rules, hand, laid = state.rules, state.hands[seat], state.laid(seat)
    if state.dead[seat]:
        return ()
    ways: tuple[Way, ...] = ()
    free = loose(hand)
    if place and count(hand, card) == _PAIR and not state.no_pong[seat] >> card & 1:
        ways = ((PONG, _PAIR * UNIT[card]),)
    if place < _EATERS and not state.no_eat[seat] >> card & 1:
        ways += ways_to_eat(free, card, bi=rules.bi, one_five_ten=rules.one_five_ten)
    if not ways:
        return ()
    due = is_due(rules, owned(hand, laid) + 1, laid.quads)
    return tuple([action for action, used in ways if not due or used != free])


def open_shown(state: State) -> Window:
    """The question about the dealer's shown card: Hu only (PZ M22, 8.13)."""
    start, rules = state.start, state.rules
    asked = start.order if rules.shown is ShownCard.EVERYONE else start.order[:1]
    places = enumerate(() if rules.shown is ShownCard.OFF else asked)
    best = {
        seat: place
        for place, seat in places
        if score_of(state, Source.SHOWN, start.dealer, seat, start.shown, last=False)
    }
    claims: dict[int, Actions] = dict.fromkeys(best, (HU,))
    return _question(state, Source.SHOWN, start.dealer, start.shown, claims, best=best)


def ask_alone(state: State, source: Source, seat: int, card: Kind, *, last: bool) -> Window:
    """The question to a seat whose forced set completes its hand; nobody is asked if it does not (PZ 3.1)."""
    wins = score_of(state, source, seat, seat, card, last=last)
    claims: dict[int, Actions] = {seat: (HU,)} if wins else {}
    return _question(state, source, seat, card, claims, best={seat: 0}, last=last)


def reopened(state: State, source: Source, seat: int, card: Kind, *, last: bool) -> Window:
    """The question about a card from some source, asked of nobody but who may claim it."""
    if source is Source.SHOWN:
        return open_shown(state)
    ask = ask_alone if source in ALONE else open_window
    return ask(state, source, seat, card, last=last)


def asking(window: Window) -> Window:
    """The window with the seats that still have to answer: not yet answered, not outranked (PZ 8.3)."""
    asked = [
        seat
        for seat, offered in enumerate(window.offers)
        if offered and window.answers[seat] is None and window.best[seat] < window.lead
    ]
    return window._replace(asked=tuple(asked))


def answered(window: Window, seat: int, action: Action) -> Window:
    """The window with one more answer."""
    answers = put(window.answers, seat, action)
    lead, leader = min((rank(window, seat, action.verb), seat), (window.lead, window.leader))
    return asking(window._replace(answers=answers, lead=lead, leader=leader))


def forfeit(state: State, window: Window) -> None:
    """Mark what was refused: claims on offer that outrank the one carried out (PZ M15, 8.6)."""
    rules, lead = state.rules, window.lead
    for seat, offered in enumerate(window.offers):
        if not offered or seat == window.leader:
            continue
        if lead > PONG_RANK and PONG in offered:
            mark(state, seat, window.card, pong=True, eat=rules.pong_stops_eat)
        if rules.eats_smell and offered[-1].verb == "eat" and rank(window, seat, "eat") < lead:
            mark(state, seat, window.card, pong=rules.eat_stops_pong, eat=True)


def mark(state: State, seat: int, card: Kind, *, pong: bool, eat: bool) -> None:
    """Forbid a seat to Pong or eat a kind from now on (PZ M16)."""
    if pong:
        state.no_pong = _with_bit(state.no_pong, seat, card)
    if eat:
        state.no_eat = _with_bit(state.no_eat, seat, card)


def _with_bit(masks: tuple[int, ...], seat: int, card: Kind) -> tuple[int, ...]:
    return put(masks, seat, masks[seat] | 1 << card)
