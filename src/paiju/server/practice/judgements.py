"""The work of review processes: a slice of a review, a decision tried again, a deal continued with other answers."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import paiju
from paiju.analysis.review import STANDARD, DealReview, deal_review
from paiju.analysis.review.walk import Taken
from paiju.bots.base import make_bot
from paiju.core.errors import PaijuError
from paiju.core.game import whole
from paiju.core.reading import loads
from paiju.core.record import Step
from paiju.server.errors import ServerError
from paiju.server.practice.replays import Look, finished
from paiju.server.tables.questions import FALLBACK
from paiju.wire import SuitFaces, prompt_json, with_suit_faces

Json = dict[str, Any]
DEPTH = STANDARD
_KEPT = 4


class Wanted(NamedTuple):
    """A deal of a record, from 1, as one seat played it; `record` names the document in the store."""

    document: str
    deal: int
    seat: int
    record: str = ""


class Found(NamedTuple):
    """The result of a slice: pieces done and in all, the decisions judged in it, and the whole once it is done.

    `refused` has the code and facts of an error.
    """

    done: int = 0
    of: int = 0
    decisions: tuple[Json, ...] = ()
    deal: Json | None = None
    refused: tuple[str, Json] | None = None


def review_on(wanted: Wanted, done: int, seconds: float) -> Found:
    """Go on with a review of which `done` pieces are done, for some seconds, by one piece at least.

    Pieces are the seat's decisions, then the deal's actions, then what sums them up.
    """
    until = time.monotonic() + seconds
    deal = opened(wanted)
    choices = deal.choices([wanted.seat])
    of = len(choices) + deal.actions + 1
    decisions: list[Json] = []
    while done < of - 1:
        if done < len(choices):
            decisions.append(deal.judge(choices[done]).to_json())
        else:
            deal.value(done - len(choices) + 1)
        done += 1
        if time.monotonic() >= until:
            return Found(done, of, tuple(decisions))
    review = deal.reviewed(wanted.seat, ()).to_json()
    summed = {name: review[name] for name in ("result", "void", "parts", "curve")}
    return Found(of, of, tuple(decisions), {**summed, "table": dict(deal.details())})


def opened(wanted: Wanted) -> DealReview:
    """The deal, ready to be reviewed.

    Raises:
        ServerError: page.none, for a deal or seat that is not there.
        PaijuError: as `deal_review`.
    """
    deal = _opened(wanted.document, wanted.deal)
    if not 0 <= wanted.seat < deal.seats:
        raise ServerError("page.none", "no such seat")
    return deal


@lru_cache(_KEPT)
def _opened(document: str, deal: int) -> DealReview:
    record = loads(document.encode())
    if not 1 <= deal <= len(record.deals):
        raise ServerError("page.none", "no such deal")
    return deal_review(paiju.load(record.game), record, deal - 1, DEPTH)


# --- decisions of a finished deal again: the question, and what another answer would have been worth


class Answer(NamedTuple):
    """The result, or code and facts of an error."""

    found: Json | None = None
    refused: tuple[str, Json] | None = None


def ask_again(wanted: Wanted, at: int) -> Answer:
    """The question that a seat answered with action `at`, from 0."""
    deal, one = _taken(wanted, at)
    actions = deal.game.legal_actions(one.before, one.seat)
    return Answer(dict(prompt_json(deal.game, one.before, one.seat, actions)))


def try_again(wanted: Wanted, at: int, action: str) -> Answer:
    """Another answer to that question, judged as a review judges."""
    deal, _ = _taken(wanted, at)
    return Answer(deal.judge(deal.instead(at, action)).to_json())


def _taken(wanted: Wanted, at: int) -> tuple[DealReview, Taken]:
    """The deal, and its action `at`, which the seat took."""
    deal = opened(wanted)
    one = deal.taken(at)
    if one.seat != wanted.seat:
        raise ServerError("page.none", "a question to another seat")
    return deal, one


# --- deals that go on with answers of one seat while bots answer for the others: from a moment of a record, or as a lesson

Choose = Callable[[Any, int, Sequence[Any]], Any]
"""The choice of another seat: from the state, the seat and its legal actions."""
_MOST_BRANCHES = 8


def play_on(wanted: Wanted, at: int, answers: tuple[str, ...], known: int) -> Answer:
    """The steps of a branch from moment `at` on beyond the `known` ones, and the question then; None once it is over."""
    branch = _branch(wanted, at)
    if branch.answers != answers[: len(branch.answers)]:
        _branch.cache_clear()
        branch = _branch(wanted, at)
    for text in answers[len(branch.answers) :]:
        branch.answer(text)
    return Answer({"steps": branch.steps[known:], "prompt": branch.prompt()})


class Branch:
    """A deal, from 0, as it goes on after its action `at`: the seat answers itself, `choose` finds what the others do."""

    def __init__(
        self, look: Look, state: Any, suits: SuitFaces | None, seat: int, choose: Choose, *, deal: int = 0, at: int = 0
    ) -> None:  # fmt: skip
        self._look, self._game, self._state, self._suits = look, look.game, state, suits
        self._seat, self._choose, self._deal, self._at = seat, choose, deal, at
        self.steps: list[Json] = []
        self.answers: tuple[str, ...] = ()
        self._go_on()

    def prompt(self) -> Json | None:
        """The question to the seat; None once the deal is over."""
        actions = self._actions(self._seat)
        return dict(prompt_json(self._game, self._state, self._seat, actions)) if actions else None

    def answer(self, text: str) -> None:
        """Answer for the seat.

        Raises:
            ServerError: prompt.none; NotationError, RuleError: for what is not offered.
        """
        if not self._actions(self._seat):
            raise ServerError("prompt.none", "no question")
        self._act(self._seat, self._game.parse_action(self._state, self._seat, text))
        self.answers = (*self.answers, text)
        self._go_on()

    def _go_on(self) -> None:
        """Do all that needs no answer of the seat: the others' answers, and what is forced."""
        while actors := self._game.actors(self._state):
            others = [seat for seat in actors if seat != self._seat]
            seat = others[0] if others else self._seat
            actions = self._actions(seat)
            if not others and len(actions) > 1:
                return
            self._act(seat, self._choose(self._state, seat, actions) if others else actions[0])

    def _actions(self, seat: int) -> Any:
        acts = seat in self._game.actors(self._state)
        return self._game.legal_actions(self._state, seat) if acts else ()

    def _act(self, seat: int, action: Any) -> None:
        text = self._game.action_text(self._state, action)
        moment = whole(self._game.moments(self._state, seat, action))
        self._state = moment.state
        self._suits, events = with_suit_faces(self._suits, moment.state, moment.events)
        step = Step(self._deal, self._at + len(self.steps) + 1, (seat, text), moment)
        self.steps.append(self._look.step(step, events, self._suits))


@lru_cache(_MOST_BRANCHES)
def _branch(wanted: Wanted, at: int) -> Branch:
    look, record = finished(wanted.document, wanted.deal, wanted.seat)
    bots = [make_bot(FALLBACK, seat) for seat in range(look.game.seats_of(look.options))]

    def choose(state: Any, seat: int, actions: Sequence[Any]) -> Any:
        return bots[seat].choose(look.game.view(state, seat), actions)

    for step, _, suits in look.moments(record):
        if step.index == at:
            return Branch(look, step.state, suits, wanted.seat, choose, deal=wanted.deal - 1, at=at)
    raise ServerError("page.none", "no such moment")


# --- questions about finished deals, each by its name, so that a process answers, here or on another machine


class Kind(NamedTuple):
    """The function that answers, the types of its arguments beside the deal, and what it finds."""

    answer: Callable[..., Any]
    given: Any
    found: type


KINDS: Mapping[str, Kind] = {
    "review": Kind(review_on, tuple[int, float], Found),
    "question": Kind(ask_again, tuple[int], Answer),
    "answer": Kind(try_again, tuple[int, str], Answer),
    "branch": Kind(play_on, tuple[int, tuple[str, ...], int], Answer),
}


class Judging(NamedTuple):
    """A question of a `kind` about a deal."""

    kind: str
    wanted: Wanted
    given: tuple[Any, ...]

    def answer(self) -> Any:
        """The answer, or the refusal."""
        kind = KINDS[self.kind]
        try:
            return kind.answer(self.wanted, *self.given)
        except PaijuError as error:
            return kind.found(refused=(error.code, dict(error.facts)))


# --- a review under way, for the pages that wait for it

Onlooker = tuple[str, str]
"""A guest, and which of the guest's pages."""

NEWS_SECONDS = 5.0
"""Seconds that one request of a page waits for news."""
LEFT_SECONDS = 15.0
"""A review ends after these seconds without a request of a page."""


class Job:
    """A review under way, and the pages that wait for it."""

    def __init__(self, wanted: Wanted, clock: Callable[[], float]) -> None:
        self.wanted, self._clock = wanted, clock
        self.onlookers: set[Onlooker] = set()
        self.state = "waiting"
        self.found = Found()
        self.decisions: list[Json] = []
        self.error: PaijuError | None = None
        self._watching, self._left = 0, clock()
        self._changed = asyncio.Event()

    @property
    def over(self) -> bool:
        """Whether there will be nothing more."""
        return self.found.deal is not None or self.error is not None

    @property
    def deserted(self) -> bool:
        """Whether nobody wants to know any more."""
        return not self._watching and self._clock() - self._left > LEFT_SECONDS

    def take(self, found: Found) -> None:
        """Add what a slice found."""
        self.found = found
        self.decisions += found.decisions
        self.state = "running" if found.deal is None else "done"
        self.change()

    def change(self) -> None:
        """Wake the pages that wait."""
        changed, self._changed = self._changed, asyncio.Event()
        changed.set()

    async def news(self, done: int) -> Json:
        """The news once more than `done` pieces are done, or after a while.

        Raises:
            PaijuError: the error that ended the review.
        """
        self._watching += 1
        try:
            async with asyncio.timeout(NEWS_SECONDS):
                while not self.over and self.found.done <= done:
                    await self._changed.wait()
        except TimeoutError:
            pass
        finally:
            self._watching -= 1
            self._left = self._clock()
        if self.error is not None:
            raise self.error
        return progress(self.state, self.found, self.decisions, done)


def progress(state: str, found: Found, decisions: list[Json], done: int) -> Json:
    """The news for a page that knows the first `done` pieces."""
    news = {"state": state, "done": found.done, "of": found.of, "decisions": decisions[done:]}
    return {**news, "deal": found.deal}
