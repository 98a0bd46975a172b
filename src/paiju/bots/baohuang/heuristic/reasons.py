"""Why a play is good, in the features that the heuristic sees: at most two reasons, the most telling first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from paiju.bots.baohuang.heuristic.holding import Piece, piece_of
from paiju.bots.baohuang.heuristic.playing import stand_chance
from paiju.bots.baohuang.heuristic.table import Table, hidden_cards, nearness, shows_guard
from paiju.bots.base import Reason
from paiju.games.baohuang.actions import Action
from paiju.games.baohuang.plays import Cards
from paiju.games.baohuang.state import Role

MOST = 2
_LIKELY = 0.8
_MOST_PERCENT = 99  # what may be beaten is never called certain
_FRIEND = 0.2
_NEAR = 0.4


def reasons(table: Table, action: Action, guards: Sequence[float] | None = None) -> tuple[Reason, ...]:
    """The reasons for one legal action of the playing phase.

    `guards` are the chances of all seats to be the hidden guard, if somebody knows better than the heuristic.
    """
    found = _for_play(table, action) if action.cards else _for_pass(table, guards)
    return tuple(reason for reason, _ in zip(found, range(MOST), strict=False))


def _for_pass(table: Table, guards: Sequence[float] | None) -> Iterator[Reason]:
    view = table.view
    owner, friend = view.owner, table.friendship[view.owner]
    if guards is not None and view.roles[owner] is None:
        friend = (2 * guards[owner] - 1) * (-1 if _is_commoner(table) else 1)
    if friend >= 1:
        yield Reason("friend_leads", {"seat": owner})
    elif friend > _FRIEND:
        yield Reason(_guess(table), {"seat": owner, "percent": _percent((1 + friend) / 2)})
    if table.tokens:
        yield Reason("stays_hidden")
    if table.holding.big:
        yield Reason("keeps_big", {"count": table.holding.big, "groups": table.holding.groups})
    elif friend <= _FRIEND:
        yield Reason("saves_cards")


def _guess(table: Table) -> str:
    """What a seat probably is, seen from the emperor's side, and from the people's."""
    return "likely_people" if _is_commoner(table) else "likely_guard"


def _is_commoner(table: Table) -> bool:
    return table.view.roles[table.view.viewer or 0] is Role.COMMONER


def _for_play(table: Table, action: Action) -> Iterator[Reason]:
    piece, cards = piece_of(action.cards), action.cards
    if len(cards) == sum(table.hand):
        yield Reason("finishes")
        return
    if table.tokens and shows_guard(table, cards):
        yield Reason("shows_guard")
    foe = max(
        (r for r in table.rivals if table.friendship[r.seat] < 0),
        key=lambda rival: nearness(table.parameters, rival.size),
        default=None,
    )
    if not table.leads and foe is not None and nearness(table.parameters, foe.size) > _NEAR:
        yield Reason("stops_foe", {"seat": foe.seat, "count": foe.size})
    friend = next((r for r in table.rivals if r.size == len(cards) and table.friendship[r.seat] >= 1), None)
    if table.leads and friend is not None:
        yield Reason("feeds_friend", {"seat": friend.seat, "count": friend.size})
    yield from _control(table, action, piece)
    yield from _rest(table, piece)


def _control(table: Table, action: Action, piece: Piece) -> Iterator[Reason]:
    stands = stand_chance(table, piece, len(action.cards))
    if surely_stands(table, action.cards):
        yield Reason("unbeatable")
    elif table.bomb(action.cards):
        yield Reason("bomb")
    elif stands >= _LIKELY:
        yield Reason("likely_stands", {"percent": min(_MOST_PERCENT, _percent(stands))})


def surely_stands(table: Table, cards: Cards) -> bool:
    """Whether nobody who may still answer can beat these cards, however the cards lie that the viewer has not seen.

    All of them are taken to be in one hand, and no seat to have to keep any, so that yes is certain; no need not be.
    """
    view, rules = table.view, table.rules
    sizes = [
        rival.size for rival in table.rivals if rival.seat not in view.barred or rival.seat == view.emperor
    ]
    laid = rules.comparison.shape(cards, natural=table.draws(cards))
    assert laid is not None, "a legal play"
    answers = rules.generator.follows(
        hidden_cards(view, rules), None, -1, rules.comparison.laid(laid, view.top)
    )
    return all(len(answer.cards) > size for answer in answers for size in sizes)


def _rest(table: Table, piece: Piece) -> Iterator[Reason]:
    holding = table.holding
    left = holding.groups - (piece.rank >= 0 and piece.naturals == holding.ranks[piece.rank])
    big, small = holding.big - piece.big, holding.small - piece.small
    if big and not piece.big:
        yield Reason("keeps_big", {"count": big, "groups": left})
    elif small and not piece.small:
        yield Reason("keeps_small", {"count": small, "groups": left})
    if piece.rank >= 0 and piece.naturals == holding.ranks[piece.rank]:
        yield Reason("rid_of_group", {"groups": left})
    else:
        yield Reason("costs_little")


def _percent(chance: float) -> int:
    return round(100 * chance)
