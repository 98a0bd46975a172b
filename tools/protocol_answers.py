"""The types of answers to `ask` as JSON; they go to the asker alone and are not counted."""

from __future__ import annotations

from typing import Annotated, Literal, TypedDict


class _HintKey(TypedDict):
    key: Annotated[str, "names a text `web.hint.KEY`"]


class HintReason(_HintKey, total=False):
    """Why an action is good; only those fields are there that the text of `key` needs."""

    seat: int
    count: Annotated[int, "cards or sets"]
    groups: Annotated[int, "groups left in hand"]
    percent: int
    hu: int
    needed: Annotated[int, "the hu that a hand needs"]


class HintAdvice(TypedDict):
    """One action and what it is worth."""

    action: Annotated[str, "in notation"]
    points: Annotated[
        float | None,
        "to be expected, for the own side in Bao Huang, for the seat in Paohuzi; null: not played out",
    ]
    error: Annotated[float | None, "the standard error of `points`"]
    reasons: Annotated[list[HintReason], "at most two, the most telling first"]


class Hint(TypedDict):
    """The answer to `ask` `hint`, when a bot has thought about it."""

    type: Literal["hint"]
    prompt: str
    actions: Annotated[list[str], "up to three, best first"]
    advice: Annotated[list[HintAdvice], "the same with reasons"]


class Checked(TypedDict):
    """The answer to `ask` `check`: this may be played. If it may not, an `error` says why."""

    type: Literal["checked"]
    prompt: str
    cards: Annotated[str, "as in the question"]
    action: Annotated[str, "the play they make, in notation"]


class WinningCard(TypedDict):
    """A card that would complete a hand."""

    card: str
    left: Annotated[int, "copies that may still come, for all the viewer knows"]
    own: Annotated[int | None, "hu of the hand if the viewer turns it; null: that does not win"]
    other: Annotated[int | None, "hu if another seat turns it, or throws it where that wins"]


class PositionLine(TypedDict):
    """The answer to `ask` `position`: what the asker knows at the open question."""

    type: Literal["position"]
    prompt: str
    text: Annotated[str, "a line that the library reads (docs/positions.md)"]


class Waits(TypedDict):
    """The answer to `ask` `waits`: what would complete the own hand of Paohuzi."""

    type: Literal["waits"]
    now: Annotated[list[WinningCard], "as the hand is; empty while a discard is due"]
    after: Annotated[
        dict[str, list[WinningCard]],
        "by the card to discard, where one is due; those that lead to nothing are left out",
    ]
