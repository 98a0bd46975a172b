"""The playing phase: a score for passing and for each play, in turns saved; the highest is played."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from paiju.bots.baohuang.heuristic.holding import Piece, group_value, piece_of
from paiju.bots.baohuang.heuristic.seeing import Sight, nearness, shows_guard, top_of
from paiju.games.baohuang.actions import DEFER, PASS, Action
from paiju.games.baohuang.cards import TWO

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
    """Whether the emperor would rather be asked again: he knows no friend behind the standing set."""
    return sight.friendship[sight.view.owner] < 1


def _pass_score(sight: Sight) -> float:
    """Leaving the trick to its owner: good or bad as he is friend or foe, the more the nearer he is out."""
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
