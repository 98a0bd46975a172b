"""Lessons for pages: a guided first deal as it goes on and what is said about it, and the short lessons with their questions."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any

import paiju
from paiju.analysis.lessons import (
    FirstDeal,
    Guide,
    Lesson,
    Part,
    Taken,
    Tip,
    ask,
    first_deal,
    lessons,
    mark,
    table_of,
)
from paiju.core.errors import SEED_BYTES
from paiju.core.game import Moment
from paiju.core.record import Step
from paiju.server.errors import ServerError
from paiju.server.practice.judgements import Branch
from paiju.server.practice.replays import Look
from paiju.wire import suit_faces, view_json, with_suit_faces

Json = dict[str, Any]
DECLINED = "closed"
_KEPT = 128


def guided(game: str, answers: tuple[str, ...], known: int) -> Json:
    """A guided deal beyond the `known` steps, after a learner's answers: what happened, the question, and what to say.

    Raises:
        ServerError: page.none, for a game that has none; prompt.none.
        NotationError, RuleError: for answers that are not offered.
    """
    first = first_deal(game)
    if first is None:
        raise ServerError("page.none", "no such lesson")
    return _played(first, answers).news(known)


@lru_cache(_KEPT)
def _played(first: FirstDeal, answers: tuple[str, ...]) -> GuidedDeal:
    deal = GuidedDeal(first)
    for text in answers:
        deal.answer(text)
    return deal


class GuidedDeal(Branch):
    """A guided deal as far as it has been played."""

    def __init__(self, first: FirstDeal) -> None:
        game, state = paiju.load(first.game), first.begin()
        self._first, self._guide = first, Guide(first)
        self._left: Tip | None = None
        options = game.view(state, None).options
        look = Look(game, options, first.seat, 1)
        suits, _ = with_suit_faces(suit_faces(options, bytes(SEED_BYTES)), state, ())
        self._begin = look.step(Step(0, 0, None, Moment(state, ())), (), suits)
        super().__init__(look, state, suits, first.seat, self._guide.choose)

    def answer(self, text: str) -> None:
        """Answer for the learner's seat, as a branch does."""
        tip = self._tip()
        super().answer(text)
        self._left = tip if tip and tip.step is not None and not self._guide.on_line else None

    def news(self, known: int) -> Json:
        """The news for a page that knows `known` steps; the first is the deal before any answer."""
        tip = self._tip()
        return {
            "seat": self._first.seat,
            "seats": len(self._game.returns(self._state)),
            "before": [say._asdict() for say in self._first.before],
            "steps": [self._begin, *self.steps][known:],
            "prompt": self.prompt(),
            "tip": tip and self._said(tip),
            "left": self._left and self._said(self._left),
        }

    def _act(self, seat: int, action: Any) -> None:
        self._guide.hear(Taken(seat, self._game.action_text(self._state, action)))
        super()._act(seat, action)

    def _tip(self) -> Tip | None:
        actions = self._actions(self._seat)
        return self._guide.tip(self._state, actions) if actions else None

    def _said(self, tip: Tip) -> Json:
        reasons = [{"key": reason.key, **reason.facts} for reason in tip.reasons]
        return {
            "at": tip.step,
            "of": len(self._first.steps),
            "name": None if tip.step is None else self._first.steps[tip.step],
            "action": tip.action,
            "reasons": reasons,
        }


@cache
def learnable() -> frozenset[str]:
    """The paths of everything that can be learned, and of having declined a first deal."""
    games = paiju.available()
    deals = {f"{game}/deal" for game in games if first_deal(game) is not None}
    return frozenset(deals | {f"{game}/{one.name}" for game in games for one in lessons(game)} | {DECLINED})


def path(game: str) -> list[Json]:
    """The lessons of a game: their names, the rules they teach, how many parts they have."""
    return [{"name": one.name, "rules": list(one.rules), "parts": len(one.parts)} for one in lessons(game)]


@lru_cache(_KEPT)
def lesson_json(game: str, name: str) -> Json:
    """A lesson as a page shows it; what is right is not in it.

    Raises:
        ServerError: page.none.
    """
    found = _found(game, name)
    return {"name": name, "rules": list(found.rules), "parts": [_part(game, part) for part in found.parts]}


def answered(game: str, name: str, at: int, answer: tuple[str, ...]) -> Json:
    """The mark of an answer to part `at` of a lesson, from 0.

    Raises:
        ServerError: page.none.
    """
    parts = _found(game, name).parts
    if not 0 <= at < len(parts) or parts[at].kind is None:
        raise ServerError("page.none", "no question there")
    marked = mark(game, parts[at], answer)
    why = [
        {"option": option, "code": no.code, "facts": dict(no.facts), "rule": no.rule}
        for option, no in marked.why.items()
    ]
    return {"right": marked.right, "solution": list(marked.solution), "why": why}


def _found(game: str, name: str) -> Lesson:
    for one in lessons(game):
        if one.name == name:
            return one
    raise ServerError("page.none", "no such lesson")


def _part(game: str, part: Part) -> Json:
    found: Json = {"name": part.name, "cards": list(part.cards), "kind": part.kind}
    if part.kind is None:
        return found
    question, table = ask(game, part), table_of(part)
    return {
        **found,
        "options": [] if question.free else list(question.options),
        "many": question.many,
        "free": question.free,
        "view": table and view_json(table.view, counter=False),
        "hand": part.given.get("hand") or part.given.get("set"),
        "card": part.given.get("card"),
    }
