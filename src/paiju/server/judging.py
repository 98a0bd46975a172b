"""What is asked about finished deals, each by its name, so that a process answers, here or on another machine."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from paiju.server.branching import play_on
from paiju.server.reviewing import Found, Wanted, review_on
from paiju.server.trying import Answer, ask_again, try_again


class Kind(NamedTuple):
    """What answers, what it is given beside the deal, and what it finds."""

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
        """What is found."""
        return KINDS[self.kind].answer(self.wanted, *self.given)
