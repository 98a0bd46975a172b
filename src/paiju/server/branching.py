"""Playing on from a moment of a finished deal, against bots. The record stays as it is: a branch is what is answered in it.

Whoever asks sends all his answers each time; a process that has the branch goes on with it, another plays it again and comes to the same.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import paiju
from paiju.bots.base import make_bot
from paiju.core.errors import PaijuError, RecordError
from paiju.core.game import whole
from paiju.core.reading import loads
from paiju.core.record import Step, options_of, replay_deal
from paiju.server.errors import ServerError
from paiju.server.replaying import Look
from paiju.server.reviewing import Wanted
from paiju.server.table.thinking import FALLBACK
from paiju.server.trying import Answer
from paiju.wire import dress_of, dressed, prompt_json

Json = dict[str, Any]
_KEPT = 8


def play_on(wanted: Wanted, at: int, answers: tuple[str, ...], known: int) -> Answer:
    """The steps of a branch from moment `at` on beyond the `known` ones, and what is asked then; None once it is over."""
    try:
        branch = _branch(wanted, at)
        if branch.answers != answers[: len(branch.answers)]:
            _branch.cache_clear()
            branch = _branch(wanted, at)
        for text in answers[len(branch.answers) :]:
            branch.answer(text)
        return Answer({"steps": branch.steps[known:], "prompt": branch.asked()})
    except PaijuError as error:
        return Answer(refused=(error.code, dict(error.facts)))


class Branch:
    """A deal as it goes on from a moment: the seat answers itself, bots answer for the others."""

    def __init__(self, wanted: Wanted, at: int) -> None:
        record = loads(wanted.document.encode())
        if not 1 <= wanted.deal <= len(record.deals) or wanted.seat >= len(record.seats):
            raise ServerError("page.none", "no such deal or seat")
        deal = record.deals[wanted.deal - 1]
        if deal.result is None:
            raise RecordError("record.sealed", f"deal {wanted.deal}: not over yet", {"deal": wanted.deal})
        self._game = paiju.load(record.game)
        options = options_of(self._game, record)
        self._seat, self._deal, self._at = wanted.seat, wanted.deal - 1, at
        self._look = Look(self._game, options, wanted.seat, wanted.deal)
        self._dress = dress_of(options, deal.seed)
        self._bots = [make_bot(FALLBACK, seat) for seat in range(len(record.seats))]
        self.steps: list[Json] = []
        self.answers: tuple[str, ...] = ()
        for step in replay_deal(self._game, options, record, self._deal):
            self._dress, _ = dressed(self._dress, step.state, step.events)
            self._state = step.state
            if step.index == at:
                break
        else:
            raise ServerError("page.none", "no such moment")
        self._go_on()

    def asked(self) -> Json | None:
        """What the seat is asked; None once the deal is over."""
        actions = self._actions(self._seat)
        return dict(prompt_json(self._game, self._state, self._seat, actions)) if actions else None

    def answer(self, text: str) -> None:
        """Answer for the seat.

        Raises:
            ServerError: prompt.none; NotationError, RuleError: for what is not offered.
        """
        if not self._actions(self._seat):
            raise ServerError("prompt.none", "nothing is asked")
        self._act(self._seat, self._game.parse_action(self._state, self._seat, text))
        self.answers = (*self.answers, text)
        self._go_on()

    def _go_on(self) -> None:
        """Whatever needs no answer of the seat: the others' answers, and what is forced."""
        while actors := self._game.actors(self._state):
            others = [seat for seat in actors if seat != self._seat]
            seat = others[0] if others else self._seat
            actions = self._actions(seat)
            if not others and len(actions) > 1:
                return
            choose = self._bots[seat].choose
            self._act(seat, choose(self._game.view(self._state, seat), actions) if others else actions[0])

    def _actions(self, seat: int) -> Any:
        asked = seat in self._game.actors(self._state)
        return self._game.legal_actions(self._state, seat) if asked else ()

    def _act(self, seat: int, action: Any) -> None:
        text = self._game.action_text(self._state, action)
        moment = whole(self._game.moments(self._state, seat, action))
        self._state = moment.state
        self._dress, events = dressed(self._dress, moment.state, moment.events)
        step = Step(self._deal, self._at + len(self.steps) + 1, (seat, text), moment)
        self.steps.append(self._look.step(step, events, self._dress))


@lru_cache(_KEPT)
def _branch(wanted: Wanted, at: int) -> Branch:
    return Branch(wanted, at)
