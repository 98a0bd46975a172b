"""Decisions of a finished deal put once more: what was asked, and what another answer would have been worth."""

from __future__ import annotations

from typing import Any, NamedTuple

from paiju.core.errors import PaijuError
from paiju.server.errors import ServerError
from paiju.server.reviewing import Wanted, opened
from paiju.wire import prompt_json

Json = dict[str, Any]


class Answer(NamedTuple):
    """What was found, or code and facts of what stood against it."""

    found: Json | None = None
    refused: tuple[str, Json] | None = None


def ask_again(wanted: Wanted, at: int) -> Answer:
    """The question that a seat answered with action `at`, from 0."""
    try:
        deal = opened(wanted)
        one = deal.taken(at)
        if one.seat != wanted.seat:
            raise ServerError("page.none", "another seat was asked")
        actions = deal.game.legal_actions(one.before, one.seat)
        return Answer(dict(prompt_json(deal.game, one.before, one.seat, actions)))
    except PaijuError as error:
        return Answer(refused=(error.code, dict(error.facts)))


def try_again(wanted: Wanted, at: int, action: str) -> Answer:
    """Another answer to that question, judged as a review judges."""
    try:
        deal = opened(wanted)
        if deal.taken(at).seat != wanted.seat:
            raise ServerError("page.none", "another seat was asked")
        return Answer(deal.judge(deal.instead(at, action)).to_json())
    except PaijuError as error:
        return Answer(refused=(error.code, dict(error.facts)))
