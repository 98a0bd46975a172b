"""What a review must know of a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, cast

from paiju.analysis.review.model import Choice, Comparison, Depth, Marks
from paiju.bots.base import Place, Reason
from paiju.core.options import Options
from paiju.games import registry


class Reviewer(Protocol):
    """Judges decisions of one option set. A seat's decisions are judged by its views alone; open cards have names with `open`."""

    def judge(self, view: Any, actions: Sequence[Any], played: Any, seed: int) -> Comparison | None:
        """The action taken beside the others, as its seat saw the deal; None where nobody can play it out."""

    def beside(
        self, view: Any, actions: Sequence[Any], anchor: Any, seed: int, worlds: int
    ) -> list[Choice] | None:
        """Each other action beside one of them (64 at most), in so many imagined deals; None where nobody can play them out."""

    def why(self, view: Any, action: Any) -> tuple[Reason, ...]:
        """The reasons for an action, as its seat sees them."""

    def open_value(self, state: Any, seed: int) -> tuple[float, ...]:
        """The points by seat to expect from a state, all cards open; at the end of a deal its returns."""

    def open_value_after(self, state: Any, seat: int, action: Any, seed: int) -> tuple[float, ...]:
        """As `open_value`, once a seat has done something and before chance has turned anything up."""

    def tell(self, before: Any, seat: int, action: Any, after: Any) -> Mapping[str, Any] | None:
        """What the game adds to a decision of a seat, from the states before and after it."""

    def tell_table(self, states: Sequence[Any]) -> Mapping[str, Any]:
        """What the game adds to a whole deal: its states, one after each action."""


class MakeReviewer(Protocol):
    """Makes the reviewer of an option set."""

    def __call__(self, options: Any, depth: Depth) -> Reviewer:
        """A reviewer.

        Raises:
            UsageError: usage.kernels, without numba; usage.kernel_option, for options that no kernel plays.
        """


@dataclass(frozen=True, slots=True)
class Pack:
    """What review and puzzles must know of a game: from which losses on decisions are named, who judges them, and the place of the kinds of its puzzles."""

    marks: Marks
    reviewer: MakeReviewer
    kinds: Place | None = None


def pack_of(options: Options) -> Pack:
    """The pack of the game of some options.

    Raises:
        UsageError: usage.game, for a game that brings none.
    """
    return cast("Pack", registry.pack("analysis", options.game))
