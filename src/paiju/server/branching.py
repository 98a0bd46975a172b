"""Deals that go on with answers of one seat while bots answer for the others: from a moment of a record, or as a lesson.

Whoever asks sends all his answers each time; a process that has the branch goes on with it, another plays it again and comes to the same.
A record stays as it is: a branch is what is answered in it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import paiju
from paiju.bots.base import make_bot
from paiju.core.errors import PaijuError, RecordError
from paiju.core.game import Game, whole
from paiju.core.reading import loads
from paiju.core.record import Record, Step, options_of, replay_deal
from paiju.server.errors import ServerError
from paiju.server.replaying import Look
from paiju.server.reviewing import Wanted
from paiju.server.table.thinking import FALLBACK
from paiju.server.trying import Answer
from paiju.wire import Dress, dress_of, dressed, prompt_json

Json = dict[str, Any]
Choose = Callable[[Any, int, Sequence[Any]], Any]
"""What another seat does: from the state, the seat and its legal actions."""
_KEPT = 8


class Moment(NamedTuple):
    """Where a deal goes on from: what the cards show then, and after how many actions (`at`) of which deal, from 0."""

    game: Game
    state: Any
    dress: Dress | None
    look: Look
    deal: int = 0
    at: int = 0


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
    """A deal as it goes on from a moment: the seat answers itself, `choose` finds what the others do."""

    def __init__(self, begin: Moment, seat: int, choose: Choose) -> None:
        self._game, self._state, self._dress, self._look, self._deal, self._at = begin
        self._seat, self._choose = seat, choose
        self.steps: list[Json] = []
        self.answers: tuple[str, ...] = ()
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
            self._act(seat, self._choose(self._state, seat, actions) if others else actions[0])

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
    record = loads(wanted.document.encode())
    moment = _moment(record, wanted, at)
    bots = [make_bot(FALLBACK, seat) for seat in range(len(record.seats))]
    return Branch(
        moment,
        wanted.seat,
        lambda state, seat, actions: bots[seat].choose(moment.game.view(state, seat), actions),
    )


def _moment(record: Record, wanted: Wanted, at: int) -> Moment:
    """The moment after action `at` of a deal."""
    if not 1 <= wanted.deal <= len(record.deals) or wanted.seat >= len(record.seats):
        raise ServerError("page.none", "no such deal or seat")
    deal = record.deals[wanted.deal - 1]
    if deal.result is None:
        raise RecordError("record.sealed", f"deal {wanted.deal}: not over yet", {"deal": wanted.deal})
    game = paiju.load(record.game)
    options = options_of(game, record)
    look = Look(game, options, wanted.seat, wanted.deal)
    dress = dress_of(options, deal.seed)
    for step in replay_deal(game, options, record, wanted.deal - 1):
        dress, _ = dressed(dress, step.state, step.events)
        if step.index == at:
            return Moment(game, step.state, dress, look, wanted.deal - 1, at)
    raise ServerError("page.none", "no such moment")
