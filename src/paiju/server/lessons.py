"""Lessons for pages: a guided first deal as it goes on, and what is said about it."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import paiju
from paiju.analysis.lessons import FirstDeal, Guide, Taken, Tip, first_deal
from paiju.core.border import SEED_BYTES
from paiju.core.game import Moment as Shown
from paiju.core.record import Step
from paiju.server.branching import Branch, Moment
from paiju.server.errors import ServerError
from paiju.server.replaying import Look
from paiju.wire import dress_of, dressed

Json = dict[str, Any]
_KEPT = 128


def guided(game: str, answers: tuple[str, ...], known: int) -> Json:
    """A guided deal beyond the `known` steps, after a learner's answers: what happened, what is asked, and what to say.

    Raises:
        ServerError: page.none, for a game that has none; prompt.none.
        NotationError, RuleError: for answers that are not offered.
    """
    first = first_deal(game)
    if first is None:
        raise ServerError("page.none", "no such lesson")
    return _played(first, answers).told(known)


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
        dress, _ = dressed(dress_of(options, bytes(SEED_BYTES)), state, ())
        self._begin = look.step(Step(0, 0, None, Shown(state, ())), (), dress)
        super().__init__(Moment(game, state, dress, look), first.seat, self._guide.choose)

    def answer(self, text: str) -> None:
        """Answer for the learner's seat, as a branch does."""
        tip = self._tip()
        super().answer(text)
        self._left = tip if tip and tip.step is not None and not self._guide.on_line else None

    def told(self, known: int) -> Json:
        """What a page is told that knows so many steps: those before anything was answered are its first."""
        tip = self._tip()
        return {
            "seat": self._first.seat,
            "seats": len(self._game.returns(self._state)),
            "before": [say._asdict() for say in self._first.before],
            "steps": [self._begin, *self.steps][known:],
            "prompt": self.asked(),
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
