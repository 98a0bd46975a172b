"""The common part of all games' cases: following a script, its end, and the differences."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from paiju.core.errors import Fact, NotationError, RuleError
from paiju.core.game import Game

Case = Mapping[str, Any]
_NAMED = ("action", "seat", "why")


class Script(NamedTuple):
    """How a game deals a case and writes down where its script ends.

    `nothing` is an action that is none. `asked` says whether a seat can be asked at all, by `rule`; of one that cannot, nothing else is
    looked at. `result` is what a deal that is over
    came to, `listed` the text of a legal action, and `tidy` that of an expected one in the same form. `why_not` is the reason why a
    seat may not do something; without it, that is tried.
    """

    game: Game
    nothing: Any
    rule: str
    deal: Callable[[Case], Any]
    asked: Callable[[Any, int], bool]
    result: Callable[[Any], Mapping[str, Any]]
    listed: Callable[[Any, int, Any], str]
    tidy: Callable[[Any, str], str]
    why_not: Callable[[Any, int, str], RuleError | None] | None = None

    @property
    def checks(self) -> dict[str, Callable[[Case], str]]:
        """The kinds of cases that have a script."""
        return {"deal": self.check_deal, "legal": self.check_legal, "refused": self.check_refused}

    def check_deal(self, case: Case) -> str:
        """A whole deal: what it came to, or the refused action."""
        expect = case["expect"]
        state, error, at = self._follow(case)
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
        refusal = self.why_not or self._tried
        found = {line: _reason(refusal(state, *_split(line))) for line in case["asks"]}
        return differs(found, case["expect"])

    def _tried(self, state: Any, seat: int, text: str) -> RuleError | None:
        try:
            self._step(state, seat, text)
        except RuleError as refused:
            return refused
        return None

    def _step(self, state: Any, seat: int, text: str) -> Any:
        """The state after what a seat does; what is no notation is nothing, so that game over and turn are looked at first."""
        if not self.asked(state, seat):
            raise RuleError("action.not_your_turn", f"seat {seat} is not asked", self.rule, {"seat": seat})
        try:
            action = self.game.parse_action(state, seat, text)
        except NotationError:
            action = self.nothing
        return self.game.apply(state, seat, action)[0]

    def _follow(self, case: Case) -> tuple[Any, RuleError | None, int]:
        """The state after a script of `SEAT ACTION` lines; or before a refused one, with the error and its index."""
        state = self.deal(case)
        for at, line in enumerate(case["script"]):
            try:
                state = self._step(state, *_split(line))
            except RuleError as error:
                return state, error, at
        return state, None, -1

    def _end(self, case: Case) -> Any:
        state, error, at = self._follow(case)
        if error is not None:
            raise ValueError(f"action {at} of the script is refused: {error}")
        return state


def _split(line: str) -> tuple[int, str]:
    seat, _, text = line.partition(" ")
    return int(seat), text


def _reason(error: RuleError | None) -> dict[str, Fact] | None:
    """A refusal as a case has it: the reason, or the code where there is none, the rule, and its numbers; None for an allowed action."""
    if error is None:
        return None
    numbers = {name: fact for name, fact in error.facts.items() if name not in _NAMED}
    return {"why": error.facts.get("why", error.code), "rule": error.rule, **numbers}


def differs(got: Any, want: Any) -> str:
    """The expected and the found value as text; empty if they are the same."""
    return "" if got == want else f"expected {json.dumps(want)}, got {json.dumps(got)}"
