"""Hints for Bao Huang, and the reasons for them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from paiju.bots.advice import Adviser, Found, ranked
from paiju.bots.baohuang.compiled.memory import hidden_cards
from paiju.bots.baohuang.heuristic import Piece, Sight, piece_of
from paiju.bots.base import Reason
from paiju.games.baohuang.actions import Action
from paiju.games.baohuang.cards import LAOWANG, MARKED_SMALL, holds
from paiju.games.baohuang.plays import Cards, Shape
from paiju.games.baohuang.state import Phase, Role

MOST_REASONS = 2
_LIKELY = 0.8
_MOST_PERCENT = 99  # what may be beaten is never called certain
_FRIEND = 0.2
_NEAR = 0.4


def reasons(sight: Sight, action: Action) -> tuple[Reason, ...]:
    """The reasons for one legal action of the playing phase."""
    found = _for_play(sight, action) if action.cards else _for_pass(sight)
    return tuple(reason for reason, _ in zip(found, range(MOST_REASONS), strict=False))


def _for_pass(sight: Sight) -> Iterator[Reason]:
    owner = sight.view.owner
    friend = sight.friendship[owner]
    if friend >= 1:
        yield Reason("friend_leads", {"seat": owner})
    elif friend > _FRIEND:
        yield Reason(_guess(sight), {"seat": owner, "percent": _percent((1 + friend) / 2)})
    if sight.work.tokens:
        yield Reason("stays_hidden")
    if sight.work.big:
        yield Reason("keeps_big", {"count": int(sight.work.big), "groups": int(sight.work.groups)})
    elif friend <= _FRIEND:
        yield Reason("saves_cards")


def _guess(sight: Sight) -> str:
    """The likely role of a seat, seen from the emperor's side and from the people's."""
    return "likely_people" if _is_commoner(sight) else "likely_guard"


def _is_commoner(sight: Sight) -> bool:
    return sight.view.roles[sight.view.viewer or 0] is Role.COMMONER


def _for_play(sight: Sight, action: Action) -> Iterator[Reason]:
    piece, cards = piece_of(action.cards), action.cards
    if len(cards) == sight.size:
        yield Reason("finishes")
        return
    called = sight.view.called
    if sight.work.tokens and not {*cards}.isdisjoint((called, LAOWANG) if called >= 0 else (MARKED_SMALL,)):
        yield Reason("shows_guard")
    foe = min(
        (rival for rival in sight.rivals if rival.friendship < 0), key=lambda rival: rival.size, default=None
    )
    if not sight.leads and foe is not None and 1 - foe.size / sight.weights.near > _NEAR:
        yield Reason("stops_foe", {"seat": foe.seat, "count": foe.size})
    friend = next((r for r in sight.rivals if r.size == len(cards) and r.friendship >= 1), None)
    if sight.leads and friend is not None:
        yield Reason("feeds_friend", {"seat": friend.seat, "count": friend.size})
    yield from _control(sight, action, piece)
    yield from _rest(sight, piece)


def _control(sight: Sight, action: Action, piece: Piece) -> Iterator[Reason]:
    stands = sight.standing[sight.actions.index(action)]
    if surely_stands(sight, action.cards):
        yield Reason("unbeatable")
    elif _shape_of(sight, action.cards).bomb:
        yield Reason("bomb")
    elif stands >= _LIKELY:
        yield Reason("likely_stands", {"percent": min(_MOST_PERCENT, _percent(stands))})


def surely_stands(sight: Sight, cards: Cards) -> bool:
    """Whether these cards stand against every seat that may still answer, wherever the unseen cards lie.

    All of them are taken to be in one hand, and no seat to have to keep any, so that yes is certain; no need not be.
    """
    view, rules = sight.view, sight.rules
    sizes = [
        rival.size for rival in sight.rivals if rival.seat not in view.barred or rival.seat == view.emperor
    ]
    hidden = tuple([max(0, copies) for copies in hidden_cards(view, rules)])
    laid = rules.comparison.laid(_shape_of(sight, cards), view.top)
    answers = rules.generator.plays(hidden, hidden, -1, laid)
    return all(len(answer.cards) > size for answer in answers for size in sizes)


def _shape_of(sight: Sight, cards: Cards) -> Shape:
    """The shape of a legal play; where some rule asks, bombs are drawn cards (BH A18-57)."""
    drawn = sight.view.drawn
    natural = not sight.rules.natural_bombs or drawn is None or holds(drawn, cards)
    laid = sight.rules.comparison.shape(cards, natural=natural)
    assert laid is not None, "a legal play"
    return laid


def _rest(sight: Sight, piece: Piece) -> Iterator[Reason]:
    whole = piece.rank >= 0 and piece.naturals == sight.ranks[piece.rank]
    left = int(sight.work.groups) - whole
    big, small = int(sight.work.big) - piece.big, int(sight.work.small) - piece.small
    if big and not piece.big:
        yield Reason("keeps_big", {"count": big, "groups": left})
    elif small and not piece.small:
        yield Reason("keeps_small", {"count": small, "groups": left})
    if whole:
        yield Reason("rid_of_group", {"groups": left})
    else:
        yield Reason("costs_little")


def _percent(chance: float) -> int:
    return round(100 * chance)


# --- advice in Bao Huang: what a search finds, with the reasons of the heuristic

DEALS = 160  # a third of a second; no clock has a say, so that the same question gets the same answer


def _reasons(view: Any, actions: Sequence[Any], _: bool) -> list[tuple[Reason, ...]]:  # noqa: FBT001 - see `Adviser`
    """None before play."""
    if view.phase is not Phase.PLAY:
        return [() for _ in actions]
    sight = Sight(view, actions)
    return [reasons(sight, action) for action in actions]


def _search(view: Any, actions: Sequence[Any], seed: int) -> list[Found]:
    """The points are those of the seat's side."""
    from paiju.bots.baohuang.compiled.search import Budget, SearchBot
    from paiju.kernels.baohuang.actions import decode

    thought = SearchBot(seed, Budget(deals=DEALS)).think(view, actions)
    return ranked(thought, decode, actions) if thought else []


ADVISER = Adviser(_search, _reasons)
