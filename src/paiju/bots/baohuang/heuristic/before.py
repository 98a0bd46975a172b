"""The phases before play, decided by what the hand is worth beside random hands of the same deck."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from statistics import fmean, pstdev

from paiju.bots.baohuang.heuristic.holding import hand_value, hidden_from, holding_of, unseen_of
from paiju.bots.baohuang.heuristic.outlook import Outlook, equal_rivals
from paiju.bots.baohuang.heuristic.parameters import Parameters
from paiju.games.baohuang.actions import (
    ABDICATE,
    COUNTER,
    CROWN,
    DECLARE,
    DECLINE,
    QUIET,
    REVOLT,
    USURP,
    WAIT,
    Action,
)
from paiju.games.baohuang.cards import (
    EMPTY,
    FIRST_JOKER,
    MARKED_BIG,
    MARKED_SMALL,
    RANK_OF,
    SEATS,
    Hand,
    Kind,
    add,
    hand_of,
    remove,
)
from paiju.games.baohuang.rules import Rules, compile_rules
from paiju.games.baohuang.state import Phase, Role
from paiju.games.baohuang.viewing import View

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
