"""The common part of all games' cases: following a script, its end, and the differences."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple, TypeVar

from paiju.core.errors import Fact, NotationError, RuleError
from paiju.core.game import Game

State = TypeVar("State")
Case = Mapping[str, Any]
_NAMED = ("action", "seat", "why")


class Script(NamedTuple):
    """How a game deals a case and writes down where its script ends.

    `step` is the state after a seat's text. `result` is what a deal that is over came to, `listed` the text of a legal action.
    `tidy` is an expected one in the same form, and `refusal` the reason why a seat may not do something.
    """

    game: Game
    deal: Callable[[Case], Any]
    step: Callable[[Any, int, str], Any]
    result: Callable[[Any], Mapping[str, Any]]
    listed: Callable[[Any, int, Any], str]
    tidy: Callable[[Any, str], str]
    refusal: Callable[[Any, int, str], RuleError | None]

    @property
    def checks(self) -> dict[str, Callable[[Case], str]]:
        """The kinds of cases that have a script."""
        return {"deal": self.check_deal, "legal": self.check_legal, "refused": self.check_refused}

    def check_deal(self, case: Case) -> str:
        """A whole deal: what it came to, or the refused action."""
        expect = case["expect"]
        state, error, at = follow(self.deal(case), case["script"], self.step)
        if error is not None or "error" in expect:
            got = {"error": error.code if error else None, "at": at if error else None}
            return differs(got, {key: expect.get(key) for key in got})
        if self.game.actors(state):
            return "the script ends before the deal is over"
        result = self.result(state)
        return differs({key: result.get(key) for key in expect}, expect)

    def check_legal(self, case: Case) -> str:
        """The seats that must decide at the end of a script, and everything each may do."""
        state = self._end(case)
        actors, expect = self.game.actors(state), case["expect"]
        legal = {
            str(seat): sorted({self.listed(state, seat, one) for one in self.game.legal_actions(state, seat)})
            for seat in actors
        }
        want = {
            seat: sorted({self.tidy(state, text) for text in texts})
            for seat, texts in expect["legal"].items()
        }
        return differs({"actors": list(actors), "legal": legal}, {"actors": expect["actors"], "legal": want})

    def check_refused(self, case: Case) -> str:
        """Why seats may not do what they would like to at the end of a script."""
        state = self._end(case)
        found = reasons(case["asks"], lambda seat, text: self.refusal(state, seat, text))
        return differs(found, case["expect"])

    def _end(self, case: Case) -> Any:
        state, error, at = follow(self.deal(case), case["script"], self.step)
        if error is not None:
            raise ValueError(f"action {at} of the script is refused: {error}")
        return state


def parsed(game: Game, state: Any, seat: int, text: str, refused: Any) -> Any:
    """The action that a text means; where it is no notation `refused`, so that game over and turn are looked at first."""
    try:
        return game.parse_action(state, seat, text)
    except NotationError:
        return refused


def follow(
    state: State, script: Iterable[str], step: Callable[[State, int, str], State]
) -> tuple[State, RuleError | None, int]:
    """The state after a script of `SEAT ACTION` lines; or before a refused one, with the error and its index."""
    for at, line in enumerate(script):
        seat, _, text = line.partition(" ")
        try:
            state = step(state, int(seat), text)
        except RuleError as error:
            return state, error, at
    return state, None, -1


def reasons(
    asks: Iterable[str], refusal: Callable[[int, str], RuleError | None]
) -> dict[str, dict[str, Fact] | None]:
    """The refusal of each `SEAT ACTION` line: the reason, or the code where there is none, the rule, and its numbers.

    None for an allowed action.
    """
    found: dict[str, dict[str, Fact] | None] = {}
    for line in asks:
        seat, _, text = line.partition(" ")
        error = refusal(int(seat), text)
        if error is None:
            found[line] = None
        else:
            numbers = {name: fact for name, fact in error.facts.items() if name not in _NAMED}
            found[line] = {"why": error.facts.get("why", error.code), "rule": error.rule, **numbers}
    return found


def differs(got: Any, want: Any) -> str:
    """The expected and the found value as text; empty if they are the same."""
    return "" if got == want else f"expected {json.dumps(want)}, got {json.dumps(got)}"
