"""What a seat is asked, as JSON: the offered actions in notation, or how many cards to choose.

The browser lays no rule over this: an action that is not listed is not offered.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, TypedDict

from paiju.core.game import Game
from paiju.games.baohuang.cards import RANK_OF
from paiju.games.baohuang.choices import CardChoices
from paiju.games.baohuang.notation import card_text
from paiju.games.baohuang.state import State as BaohuangState
from paiju.games.paohuzi import claims
from paiju.games.paohuzi.actions import HU, PONG, Action
from paiju.games.paohuzi.notation import action_text
from paiju.games.paohuzi.scoring import payments
from paiju.games.paohuzi.sets import RUN_OF, SetKind, set_hu
from paiju.games.paohuzi.state import Source
from paiju.games.paohuzi.state import State as PaohuziState

_LAYING = ("pong", "eat")
MOST_LISTED = 400
"""The longest list of card choices that is written out; longer ones become a `Pick`."""


class Limit(TypedDict):
    """Cards of the own hand of which not all may be chosen."""

    cards: Annotated[list[str], "the kinds that share the limit"]
    most: Annotated[int, "how many of them together; 0: none"]


class Pick(TypedDict):
    """A choice of cards from the own hand; the action is the verb and the cards, lowest first."""

    verb: Annotated[str, "the verb of the action, return"]
    count: Annotated[int, "how many cards, no more and no fewer"]
    limits: Annotated[list[Limit], "cards not in any limit may all be chosen"]


class Win(TypedDict):
    """What a hu would score."""

    hu: Annotated[int, "hu of the combination"]
    final: Annotated[int, "what one payer pays"]
    points: Annotated[int, "what the winner gets in all"]


class Details(TypedDict, total=False):
    """What an offered action would bring, where the seat can know it."""

    hu: Win
    lays: Annotated[dict[str, int], "hu of the sets that a Pong or an eating lays, by action"]


class Prompt(TypedDict):
    """The question to a seat."""

    actions: Annotated[list[str], "every offered action in notation; empty where `pick` asks for cards"]
    pick: Pick | None
    default: Annotated[str, "the action taken when time is up"]
    details: Details


def prompt_json(game: Game, state: Any, seat: int, actions: Sequence[Any] | None = None) -> Prompt:
    """The question to `seat`, which must be asked; `actions` are its legal ones if they are at hand."""
    offered = game.legal_actions(state, seat) if actions is None else actions
    default = game.action_text(state, offered[0])
    if isinstance(offered, CardChoices) and len(offered) > MOST_LISTED:
        return {"actions": [], "pick": pick_of(state, seat, offered), "default": default, "details": {}}
    return {
        "actions": [game.action_text(state, action) for action in offered],
        "pick": None,
        "default": default,
        "details": _details(state, seat, offered),
    }


def pick_of(state: BaohuangState, seat: int, choices: CardChoices) -> Pick:
    """A choice too long to be listed, by its verb, its size, and the cards that may not all be chosen."""
    hand, suited = state.hands[seat], state.rules.suited
    held = [kind for kind, n in enumerate(hand) if n]
    low, most = choices.low
    protected = [kind for kind in held if RANK_OF[kind] == low and kind in choices.kinds]
    barred = [kind for kind in held if kind not in choices.kinds]
    limits: list[Limit] = [
        {"cards": [card_text(kind, suited=suited) for kind in kinds], "most": n}
        for kinds, n in ((protected, most), (barred, 0))
        if kinds
    ]
    return {"verb": choices.verb, "count": choices.size, "limits": limits}


def _details(state: Any, seat: int, offered: Sequence[Any]) -> Details:
    details: Details = {}
    if isinstance(state, PaohuziState) and state.window:
        if HU in offered:
            details["hu"] = _win(state, seat)
        card = state.window.card
        if lays := {
            action_text(action): _laid_hu(action, card) for action in offered if action.verb in _LAYING
        }:
            details["lays"] = lays
    return details


def _laid_hu(action: Action, card: int) -> int:
    if action == PONG:
        return set_hu(SetKind.EXPOSED_3, card)
    return sum(RUN_OF[cards].hu for cards in action.sets)


def _win(state: PaohuziState, seat: int) -> Win:
    window = state.window
    assert window is not None
    score = claims.score_of(state, window.source, window.seat, seat, window.card, last=window.last)
    assert score is not None, "a hu that is offered"
    discarder = window.seat if window.source is Source.THROWN else None
    points = payments(state.rules, state.start.order, seat, score.final, discarder)
    return {"hu": score.hu, "final": score.final, "points": points[seat]}
