"""A question to a seat, as JSON: the offered actions in notation, or how many cards to choose.

The browser lays no rule over this: an action that is not listed is not offered.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, TypedDict

from paiju.core.game import Game
from paiju.wire.pack import Details, Pick, pack_of

MOST_LISTED = 400
"""The longest list of card choices that is written out; longer ones become a `Pick`."""


class Prompt(TypedDict):
    """The question to a seat."""

    actions: Annotated[list[str], "every offered action in notation; empty where `pick` asks for cards"]
    pick: Pick | None
    default: Annotated[str, "the action taken when time is up"]
    details: Details


def prompt_json(game: Game, state: Any, seat: int, actions: Sequence[Any] | None = None) -> Prompt:
    """The question to `seat`, which must be one to act; `actions` are its legal ones if they are at hand."""
    offered = game.legal_actions(state, seat) if actions is None else actions
    default = game.action_text(state, offered[0])
    pack = pack_of(game.name)
    if len(offered) > MOST_LISTED and (pick := pack.pick(state, seat, offered)):
        return {"actions": [], "pick": pick, "default": default, "details": {}}
    return {
        "actions": [game.action_text(state, action) for action in offered],
        "pick": None,
        "default": default,
        "details": pack.details(state, seat, offered),
    }
