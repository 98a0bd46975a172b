"""How the heuristic plays: what it makes of a view, its plays, and its decisions before play."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from statistics import fmean, pstdev
from typing import NamedTuple

from paiju.bots.baohuang.heuristic.values import (
    Holding,
    Outlook,
    Parameters,
    Piece,
    Rival,
    equal_rivals,
    group_value,
    hand_value,
    hidden_from,
    holding_of,
    piece_of,
    unseen_of,
)
from paiju.games.baohuang.actions import (
    ABDICATE,
    COUNTER,
    CROWN,
    DECLARE,
    DECLINE,
    DEFER,
    PASS,
    QUIET,
    REVOLT,
    USURP,
    WAIT,
    Action,
)
from paiju.games.baohuang.cards import (
    EMPTY,
    FIRST_JOKER,
    LAOWANG,
    MARKED_BIG,
    MARKED_SMALL,
    RANK_OF,
    SEATS,
    TWO,
    Hand,
    Kind,
    add,
    hand_of,
    holds,
    remove,
)
from paiju.games.baohuang.options import Order, Switch
from paiju.games.baohuang.phases import play
from paiju.games.baohuang.plays import BIG_STRENGTH, SMALL_STRENGTH, Cards, Shape
from paiju.games.baohuang.rules import Rules, compile_rules
from paiju.games.baohuang.state import Phase, Role
from paiju.games.baohuang.views import View, laowang_of


class Sight(NamedTuple):
    """The viewer's hand, the others, and what the viewer wants.

    `last_rank` must be kept for last (-1: none). `tokens` are the kinds that show a hidden guard. `danger` is how
    near the most dangerous opponent is to finishing, from 0 to 1.
    """

    view: View
    rules: Rules
    parameters: Parameters
    hand: Hand
    holding: Holding
    rivals: tuple[Rival, ...]
    friendship: list[float]
    outlook: Outlook
    danger: float
    alliance: float
    tokens: tuple[Kind, ...]
    last_rank: int

    @property
    def leads(self) -> bool:
        """Whether nothing lies on the table."""
        return self.view.top is None

    def size_of(self, seat: int) -> int:
        """The hand size of another seat, 0 once it is out."""
        return next((rival.size for rival in self.rivals if rival.seat == seat), 0)

    def able_after(self, size: int, *, until: int) -> int:
        """How many seats still to be asked could hold `size` cards; `until` is where the round ends."""
        viewer, barred = self.view.viewer or 0, self.view.barred
        distance = (until - viewer) % SEATS or SEATS
        return sum(
            rival.size >= size and rival.seat not in barred and (rival.seat - viewer) % SEATS < distance
            for rival in self.rivals
        )

    def bomb(self, cards: Cards) -> bool:
        """Whether own cards would be a bomb."""
        if self.rules.options.bombs is Switch.OFF:
            return False
        shape = self.rules.comparison.shape(cards, natural=self.draws(cards))
        return shape is not None and shape.bomb > 0

    def draws(self, cards: Cards) -> bool:
        """Whether own cards were all drawn, where some rule asks (BH A18-57)."""
        drawn = self.view.drawn
        return not self.rules.natural_bombs or drawn is None or holds(drawn, cards)


def see(parameters: Parameters, rules: Rules, view: View, friendship: list[float]) -> Sight:
    """What the viewer sees; `rules` are those of the view's options."""
    viewer, hand = view.viewer, view.hand
    assert viewer is not None
    assert hand is not None
    rivals = _rivals(view, friendship)
    unseen = unseen_of(hidden_cards(view, rules))
    ties = view.options.order is Order.JOKER_STRICT
    tokens = _tokens(view)
    return Sight(
        view=view,
        rules=rules,
        parameters=parameters,
        hand=hand,
        holding=holding_of(hand),
        rivals=rivals,
        friendship=friendship,
        outlook=Outlook(parameters, unseen, rivals, ties_beat=ties),
        danger=max((-r.friendship * nearness(parameters, r.size) for r in rivals), default=0.0),
        alliance=_alliance(parameters, view, hidden=bool(tokens)),
        tokens=tokens,
        last_rank=_last_rank(rules, view, hand),
    )


def hidden_cards(view: View, rules: Rules) -> Hand:
    """All that is in the other hands, as one hand."""
    assert view.hand is not None
    played = tuple([a + b + c + d + e for a, b, c, d, e in zip(*view.played, strict=True)])
    first_deal = view.carry.first_deal
    return hidden_from(rules, view.hand, played, first_deal=first_deal, laowang=laowang_of(view))


def nearness(parameters: Parameters, size: int) -> float:
    """How near a hand is to its end: 1 when empty, 0 from some size on."""
    return max(0.0, 1 - size / parameters.near)


class Top(NamedTuple):
    """What lies on the table: its base rank (-1: jokers alone), size and jokers."""

    rank: int
    size: int
    small: bool
    big: bool


def top_of(shape: Shape) -> Top:
    """The standing set; a bomb counts as a big one."""
    if shape.bomb:
        return Top(-1, 1, small=False, big=True)
    low, high = shape.strengths[-1], shape.strengths[0]
    rank = low if low <= TWO else -1
    return Top(rank, len(shape.strengths), small=high == SMALL_STRENGTH, big=high >= BIG_STRENGTH)


def _rivals(view: View, friendship: list[float]) -> tuple[Rival, ...]:
    """The other seats in play. Hand sizes follow from what is public, even where the table hides them."""
    rivals: list[Rival] = []
    for seat in range(SEATS):
        if seat == view.viewer or seat in view.out or seat in view.stuck:
            continue
        size = view.sizes[seat]
        if size is None:
            size = view.drawn_sizes[seat] + view.gained[seat] - sum(view.played[seat])
        rivals.append(Rival(seat, size, friendship[seat]))
    return tuple(rivals)


def _tokens(view: View) -> tuple[Kind, ...]:
    """The kinds that would reveal the viewer as guard; () for other roles, and where everyone knows."""
    viewer = view.viewer or 0
    if view.roles[viewer] is not Role.GUARD or viewer in view.shown:
        return ()
    return (view.called, LAOWANG) if view.called >= 0 else (MARKED_SMALL,)


def _alliance(parameters: Parameters, view: View, *, hidden: bool) -> float:
    role = view.roles[view.viewer or 0]
    if role is Role.EMPEROR:
        return parameters.ally_emperor
    if role is Role.GUARD:
        return parameters.ally_guard * (parameters.hidden if hidden else 1.0)
    return parameters.ally_people


def _last_rank(rules: Rules, view: View, hand: Hand) -> int:
    if not rules.low_last:
        return -1
    return play.low_of(rules, hand, view.played[view.viewer or 0])


def shows_guard(sight: Sight, cards: Cards) -> bool:
    """Whether a play would show the viewer as guard."""
    return any(kind in sight.tokens for kind in cards)


# --- the playing phase: a score for passing and for each play, in turns saved; the highest is played

RUN_GROUPS = 4


Nudge = Callable[[Piece | None], float]
"""What is added to the score of a play (None: a pass), so that a weaker player takes others now and then."""


def best_play(sight: Sight, actions: Sequence[Action], nudge: Nudge | None = None) -> Action:
    """What to lead or to answer; the last cards are laid whatever `nudge` says."""
    size = sum(sight.hand)
    best, best_score = actions[0], float("-inf")
    for action in actions:
        if action == DEFER:
            continue
        cards = action.cards
        if len(cards) == size:
            return action
        piece = piece_of(cards) if cards else None
        if piece is None:
            score = _pass_score(sight)
        elif sight.leads and not _worth_leading(sight, piece):
            continue
        else:
            score = _play_score(sight, action, piece)
        if nudge:
            score += nudge(piece)
        if score > best_score:
            best, best_score = action, score
    return DEFER if best == PASS and DEFER in actions[:2] and _may_want_it_back(sight) else best


def _worth_leading(sight: Sight, piece: Piece) -> bool:
    """Leads are whole ranks with at most one joker, parts of a rank without, or jokers alone."""
    jokers = piece.small + piece.big
    if piece.rank < 0:
        return True
    whole = piece.naturals == sight.holding.ranks[piece.rank]
    return not piece.fillers and (jokers == 0 or (jokers == 1 and whole))


def _may_want_it_back(sight: Sight) -> bool:
    """Whether the emperor would rather be asked again: the owner of the standing set is no known friend."""
    return sight.friendship[sight.view.owner] < 1


def _pass_score(sight: Sight) -> float:
    """Leaving the trick to its owner: good if that is a friend and bad if a foe, the more so the nearer the owner is to being out."""
    view, parameters = sight.view, sight.parameters
    assert view.top is not None
    owner = view.owner
    size = sight.size_of(owner)
    near = nearness(parameters, size)
    weight = 1 + parameters.urgency * near if size else parameters.finished
    return sight.alliance * sight.friendship[owner] * weight * _stays(sight)


def _stays(sight: Sight) -> float:
    """The chance that the standing set stands once the viewer has passed."""
    view, outlook = sight.view, sight.outlook
    assert view.top is not None
    top = top_of(view.top)
    left = 0 if view.asked_again else sight.able_after(top.size, until=view.owner)
    if not left or top.big:
        return 1.0
    chance = sight.parameters.small_stands if top.small else outlook.stands(top.rank, top.size)
    return float(chance ** (left / (outlook.weight(top.size) or 1.0)))


def _play_score(sight: Sight, action: Action, piece: Piece) -> float:
    """Laying some cards: what leaves the hand, what control they win, whom they feed."""
    parameters, cards = sight.parameters, action.cards
    size = len(cards)
    bomb = sight.bomb(cards)
    stands = parameters.bomb_stands if bomb else stand_chance(sight, piece, size)
    control = parameters.lead_control if sight.leads else parameters.follow_control
    score = _relief(sight, piece) + parameters.card * size
    score += control * (1 + parameters.danger * sight.danger) * stands
    score += _feeding(sight, size) * (1 - stands)
    score += parameters.run_out * _run_chance(sight, piece) * stands
    if bomb:
        score -= parameters.bomb
    if sight.tokens and shows_guard(sight, cards):
        score -= parameters.showing
    return score


def stand_chance(sight: Sight, piece: Piece, size: int) -> float:
    """The chance that a play stands, by what has been seen."""
    if piece.big:
        return 1.0
    if not sight.leads and not sight.able_after(size, until=sight.view.viewer or 0):
        return 1.0
    if piece.small:
        return sight.outlook.stands_with_small(piece.rank, size - piece.small, piece.small)
    return sight.outlook.stands(piece.rank, size)


def _relief(sight: Sight, piece: Piece) -> float:
    """How much better the rest of the hand is than the hand without the play."""
    parameters = sight.parameters
    change = -parameters.small * piece.small - parameters.big * piece.big
    if piece.naturals:
        change += _group_change(sight, piece.rank, piece.naturals)
    if piece.fillers:
        change += _group_change(sight, TWO, piece.fillers)
    return change


def _group_change(sight: Sight, rank: int, taken: int) -> float:
    parameters, outlook = sight.parameters, sight.outlook
    have = sight.holding.ranks[rank]
    change = -group_value(parameters, outlook, rank, have)
    if have > taken:
        change += group_value(parameters, outlook, rank, have - taken) - parameters.split
    return change


def _feeding(sight: Sight, size: int) -> float:
    """Sets of exactly the size that ends somebody's hand: a gift to a friend, a folly before a foe."""
    parameters = sight.parameters
    total = 0.0
    for rival in sight.rivals:
        if rival.size == size:
            factor = parameters.feed_friend if rival.friendship > 0 else parameters.feed_foe
            total += factor * rival.friendship
    return total


def _run_chance(sight: Sight, piece: Piece) -> float:
    """The chance to run out from here: all groups stand but the last, and a joker lifts one more each."""
    holding = sight.holding
    jokers = holding.small + holding.big - piece.small - piece.big
    spare = jokers + (sight.last_rank < 0)
    ranks = list(holding.ranks)
    if piece.rank >= 0:
        ranks[piece.rank] -= piece.naturals
    ranks[TWO] -= piece.fillers
    if len(ranks) - ranks.count(0) > RUN_GROUPS + jokers:
        return 0.0
    stands = sight.outlook.stands
    chances = sorted(stands(r, n) for r, n in enumerate(ranks) if n and r != sight.last_rank)
    result = 1.0
    for chance in chances[spare:]:
        result *= chance
    return result


# --- the phases before play, decided by what the hand is worth beside random hands of the same deck

Answer = Callable[[Parameters, View, Sequence[Action]], Action]
_SAMPLES = 100
_WHOLE = 4


def best_before(parameters: Parameters, view: View, actions: Sequence[Action]) -> Action:
    """The answer in any phase before play."""
    return _ANSWERS[view.phase](parameters, view, actions)


def strength(parameters: Parameters, view: View) -> float:
    """The worth of the viewer's hand in standard deviations above a random hand's."""
    rules = compile_rules(view.options)
    hand = _hand(view)
    mean, deviation = _scale(parameters, rules)
    return (_worth(parameters, rules, hand) - mean) / deviation


def _worth(parameters: Parameters, rules: Rules, hand: Hand) -> float:
    unseen = unseen_of(hidden_from(rules, hand, EMPTY, first_deal=True, laowang=-1))
    rivals = equal_rivals(len(rules.first_deck) // SEATS)
    return hand_value(parameters, Outlook(parameters, unseen, rivals), holding_of(hand))


@lru_cache(64)
def _scale(parameters: Parameters, rules: Rules) -> tuple[float, float]:
    """Mean and standard deviation of a random hand's worth; the sample is always the same."""
    rng = random.Random(0)
    size = len(rules.first_deck) // SEATS
    sample = [_worth(parameters, rules, hand_of(rng.sample(rules.first_deck, size))) for _ in range(_SAMPLES)]
    return fmean(sample), pstdev(sample)


def _hand(view: View) -> Hand:
    assert view.hand is not None
    return view.hand


def _if_strong(parameters: Parameters, view: View, above: float, yes: Action, no: Action) -> Action:
    return yes if strength(parameters, view) > above else no


def _cut(parameters: Parameters, view: View, actions: Sequence[Action]) -> Action:
    return actions[0]


def _crown_while_drawing(parameters: Parameters, view: View, actions: Sequence[Action]) -> Action:
    """Nothing is lost by waiting: the crown is offered again once all cards are drawn."""
    return WAIT


def _crown(parameters: Parameters, view: View, actions: Sequence[Action]) -> Action:
    hand = _hand(view)
    alone = hand[MARKED_BIG] and hand[MARKED_SMALL]
    above = parameters.solo_above if alone else parameters.crown_above
    return _if_strong(parameters, view, above, CROWN, ABDICATE)


def _call(parameters: Parameters, view: View, actions: Sequence[Action]) -> Action:
    """The lowest rank, whose fourth copy becomes the guard's best card; not all four copies, to have a guard."""
    hand = _hand(view)
    return min(actions, key=lambda call: (hand[call.cards[0]] >= _WHOLE, RANK_OF[call.cards[0]]))


def _usurp(parameters: Parameters, view: View, actions: Sequence[Action]) -> Action:
    return _if_strong(parameters, view, parameters.usurp_above, USURP, DECLINE)


def _declare(parameters: Parameters, view: View, actions: Sequence[Action]) -> Action:
    raises = view.options.points
    if REVOLT in actions:
        return _if_strong(parameters, view, parameters.revolt_above, REVOLT, QUIET)
    if view.emperor == view.viewer:
        return _if_strong(parameters, view, parameters.open_solo_above, DECLARE, QUIET)
    above = parameters.declare_above if raises else parameters.declare_free_above
    return _if_strong(parameters, view, above, DECLARE, QUIET)


def _counter(parameters: Parameters, view: View, actions: Sequence[Action]) -> Action:
    people = view.roles[view.viewer or 0] is Role.COMMONER
    above = parameters.counter_people_above if people else parameters.counter_crown_above
    return _if_strong(parameters, view, above, COUNTER, QUIET)


def _give(parameters: Parameters, view: View, actions: Sequence[Action]) -> Action:
    """The ranks are fixed; what is left is to keep identical cards together."""
    hand = _hand(view)
    return max(actions, key=lambda gift: sum(n * n for n in remove(hand, gift.cards)))


def _take(parameters: Parameters, view: View, actions: Sequence[Action]) -> Action:
    hand, rules = _hand(view), compile_rules(view.options)
    return max(actions, key=lambda take: _worth(parameters, rules, add(hand, take.cards)))


def _return(parameters: Parameters, view: View, actions: Sequence[Action]) -> Action:
    """Cards that are least missed, one after the other; where the lowest are protected, without those."""
    rules = compile_rules(view.options)
    size = len(actions[0].cards)
    for first in (0, rules.low_rank + 1):
        given = _least_missed(parameters, rules, _hand(view), size, first)
        choice = Action("return", given)
        if choice in actions:
            return choice
    return actions[0]


def _least_missed(
    parameters: Parameters, rules: Rules, hand: Hand, size: int, first: int
) -> tuple[Kind, ...]:
    """`size` naturals from rank `first` up: each time the one whose loss leaves the best hand."""
    given: list[Kind] = []
    for _ in range(size):
        kinds = [kind for kind in range(4 * first, FIRST_JOKER) if hand[kind]]
        if not kinds:
            break
        rest = {kind: remove(hand, (kind,)) for kind in kinds}
        kind = max(kinds, key=lambda k: _worth(parameters, rules, rest[k]))
        given.append(kind)
        hand = rest[kind]
    return tuple(sorted(given))


_ANSWERS: Mapping[Phase, Answer] = {
    Phase.CUT: _cut,
    Phase.DRAW: _crown_while_drawing,
    Phase.TRIBUTE: _give,
    Phase.TAKE: _take,
    Phase.GIVE_BACK: _return,
    Phase.CROWN: _crown,
    Phase.CALL: _call,
    Phase.USURP: _usurp,
    Phase.DECLARE: _declare,
    Phase.COUNTER: _counter,
}
