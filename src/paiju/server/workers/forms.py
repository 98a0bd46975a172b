"""What workers are asked and what they answer, as text: read by its types like anything that comes from outside.

A choice has the view of its seat and the actions that it may take, and nothing else of its table; it is answered by the number of an
action. What is asked about a finished deal names its record, which the worker reads itself.
"""

from __future__ import annotations

from functools import cache
from types import GenericAlias
from typing import Any, get_args, get_type_hints

import msgspec

import paiju
from paiju import __version__
from paiju.core.errors import PaijuError
from paiju.server.judging import KINDS, Judging
from paiju.server.reviewing import Found, Wanted
from paiju.server.table.thinking import Choosing

FORM = f"1/{__version__}"
"""Who writes another form is not understood: questions are for workers of the same version."""
CHOICE = "choice"
MOST_ACTIONS = 1000
MOST_ASKED = 100_000
MOST_ANSWER = 4_000_000
"""Characters of a question and of an answer; a branch has all its steps in one answer."""
_UNREADABLE = (msgspec.MsgspecError, UnicodeDecodeError, RecursionError, PaijuError, TypeError, NameError)
"""What comes of a text that is none, or of a game whose values cannot be written down."""


class _Choice(msgspec.Struct, forbid_unknown_fields=True):
    game: str
    level: str
    seed: str
    view: msgspec.Raw
    actions: msgspec.Raw


class _About(msgspec.Struct, forbid_unknown_fields=True):
    record: str
    deal: int
    seat: int
    given: msgspec.Raw


@cache
def _types(game: str) -> tuple[Any, Any]:
    """The types of a game's views and of lists of its actions."""
    law: Any = type(paiju.load(game))
    (action,) = get_args(get_type_hints(law.legal_actions)["return"])
    return get_type_hints(law.view)["return"], GenericAlias(tuple, (action, ...))


def choice(choosing: Choosing) -> str | None:
    """A question to a bot; None if it cannot be left to others: too long, or of a game whose values cannot be written down."""
    if len(choosing.actions) > MOST_ACTIONS:
        return None
    try:
        view = msgspec.Raw(msgspec.json.encode(choosing.view))
        actions = msgspec.Raw(msgspec.json.encode(tuple(choosing.actions)))
        asked = _Choice(choosing.view.options.game, choosing.level, str(choosing.seed), view, actions)
        return _bounded(msgspec.json.encode(asked), MOST_ASKED)
    except _UNREADABLE:
        return None


def chosen(text: str | None, choosing: Choosing) -> Any:
    """The action that an answer means; None if it means none of those that were asked for."""
    number = _read(text, int)
    return choosing.actions[number] if number is not None and 0 <= number < len(choosing.actions) else None


def about(judging: Judging) -> str | None:
    """A question about a finished deal; None if it cannot be left to others."""
    wanted = judging.wanted
    asked = _About(wanted.record, wanted.deal, wanted.seat, msgspec.Raw(msgspec.json.encode(judging.given)))
    return _bounded(msgspec.json.encode(asked), MOST_ASKED) if wanted.record else None


def found(text: str | None, judging: Judging) -> Any:
    """What an answer says was found; None if it says nothing, or nothing that can be."""
    told = _read(text, KINDS[judging.kind].found)
    if isinstance(told, Found) and told.refused is None:
        done = judging.given[0]
        grown = done < told.done <= told.of and (told.deal is not None) is (told.done == told.of)
        return told if grown and len(told.decisions) <= told.done - done else None
    return told


def record_of(kind: str, asked: str) -> str | None:
    """The record that a question is about, if it is about one."""
    return None if kind == CHOICE else msgspec.json.decode(asked, type=_About).record


def answered(kind: str, asked: str, document: str) -> str | None:
    """The answer to a question; `document` is that of the record it is about. None if a law refuses it. For a process of its own.

    Raises:
        Exception: whatever else the question does not bear.
    """
    try:
        return _answered_choice(asked) if kind == CHOICE else _answered_about(kind, asked, document)
    except PaijuError:  # its node thinks itself, and meets the same there
        return None


def _answered_about(kind: str, asked: str, document: str) -> str | None:
    told = msgspec.json.decode(asked, type=_About)
    given = msgspec.json.decode(told.given, type=KINDS[kind].given)
    judging = Judging(kind, Wanted(document, told.deal, told.seat, told.record), given)
    return _bounded(msgspec.json.encode(judging.answer()), MOST_ANSWER)


def _answered_choice(text: str) -> str:
    asked = msgspec.json.decode(text, type=_Choice)
    view_type, actions_type = _types(asked.game)
    view = msgspec.json.decode(asked.view, type=view_type)
    actions = msgspec.json.decode(asked.actions, type=actions_type)
    action = Choosing(asked.level, int(asked.seed), view, actions)(compiled=True)
    return str(actions.index(action))


def _read(text: str | None, kind: Any) -> Any:
    try:
        return None if text is None or len(text) > MOST_ANSWER else msgspec.json.decode(text, type=kind)
    except _UNREADABLE:
        return None


def _bounded(data: bytes, most: int) -> str | None:
    return data.decode() if len(data) <= most else None
