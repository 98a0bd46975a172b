"""The result of a review, as values and as JSON; its version, and what it needs of a game."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Any, Protocol, cast

import paiju
from paiju.bots.base import ImportPath, Reason
from paiju.core.options import Options
from paiju.games import registry
from paiju.kernels.cache import version_of

DIGITS = 3
SURE = 2.5
"""Standard errors by which a loss must be above zero before it gets a verdict."""
SURE_EARLY = 3.0
"""The same while more deals could still be played out: repeated looks need a higher bar."""


class Verdict(StrEnum):
    """The name for a decision; `UNTOLD` where nobody can play the question out."""

    GOOD = "good"
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"
    UNTOLD = "untold"


FLAGGED = (Verdict.INACCURACY, Verdict.MISTAKE, Verdict.BLUNDER)
"""The verdicts on decisions that could have been better."""


@dataclass(frozen=True, slots=True)
class Marks:
    """The losses, in the points that a game's decisions are judged in, from which on a decision has a name."""

    inaccuracy: float
    mistake: float
    blunder: float

    def verdict(self, loss: float, error: float) -> Verdict:
        """The verdict on a loss; nothing that `SURE` standard errors could explain is called bad."""
        if loss <= SURE * error or loss < self.inaccuracy:
            return Verdict.GOOD
        if loss < self.mistake:
            return Verdict.INACCURACY
        return Verdict.MISTAKE if loss < self.blunder else Verdict.BLUNDER

    def settled(self, loss: float, error: float) -> bool:
        """Whether more deals would hardly change whether a loss has a name."""
        named = loss >= self.inaccuracy and loss > SURE_EARLY * error
        return named or loss + error < self.inaccuracy


@dataclass(frozen=True, slots=True)
class Depth:
    """The depth of a review: the deals played out for one decision.

    The best rival is looked for among `candidates` in `first` deals, and measured against the action that was taken in
    `second` others: measured in the deals in which it came out best it would look better than it is. While the verdict is
    open, these two are tried in more, up to `most`. Before play, where the rules engine plays, it is a fraction of them (`before`). `open` playouts value a moment with open cards; a power
    of two, so that the parts of a result add up to it without rounding.
    """

    candidates: int = 8
    first: int = 96
    second: int = 256
    most: int = 1024
    before: int = 4
    open: int = 64

    def fewer(self, times: int) -> Depth:
        """This many times fewer deals for one decision, at least two."""
        first, second, most = (max(2, count // times) for count in (self.first, self.second, self.most))
        return replace(self, first=first, second=second, most=most)


STANDARD = Depth()
QUICK = Depth(candidates=4, first=24, second=48, most=96, before=4, open=32)


@dataclass(frozen=True, slots=True)
class Choice:
    """An action beside the one that was taken: its mean gain over it in points, and the standard error of that difference."""

    action: Any
    gain: float
    error: float


@dataclass(frozen=True, slots=True)
class Comparison:
    """The action taken is worth `points` (± `error`) as its seat saw the deal; None for `best` and `policy` where that is it.

    `best` came out best among the candidates, `policy` is what the reference bot would have done.
    """

    points: float
    error: float
    best: Choice | None
    policy: Choice | None


@dataclass(frozen=True, slots=True)
class Decision:
    """One decision of a seat with a choice. `index` counts the deal's actions from 0.

    `loss` is what the best action gains over the one played, 0 where nothing better was found; `error` is the standard
    error of that difference. `behind` is the same for the reference bot's action and keeps its sign: over many
    deals these add up to the margin between the player and that bot.
    `expected` are the points of the seat's side to be expected from here, as the seat saw it. `details` is what the game adds.
    What `stood` says was taken by a bot or the clock: whatever it lost, it is no error of the seat's person.
    """

    index: int
    seat: int
    phase: str
    played: str
    best: str
    verdict: Verdict
    loss: float = 0.0
    error: float = 0.0
    behind: float = 0.0
    expected: float | None = None
    why: tuple[Reason, ...] = ()
    why_best: tuple[Reason, ...] = ()
    details: Mapping[str, Any] | None = None
    stood: bool = False

    @property
    def flagged(self) -> bool:
        """Whether it is an error of the seat's person."""
        return self.verdict in FLAGGED and not self.stood

    def to_json(self) -> dict[str, Any]:
        """The decision as JSON; that something `stood` in only where it did."""
        data: dict[str, Any] = {
            "index": self.index, "seat": self.seat, "phase": self.phase, "played": self.played, "best": self.best,
            "loss": _rounded(self.loss), "se": _rounded(self.error), "verdict": str(self.verdict),
            "behind": _rounded(self.behind), "expected": None if self.expected is None else _rounded(self.expected),
            "why": _reasons(self.why), "why_best": _reasons(self.why_best),
            **({"stood": True} if self.stood else {}),
        }  # fmt: skip
        return data if self.details is None else {**data, **self.details}


@dataclass(frozen=True, slots=True)
class Parts:
    """The sources of a seat's points: they add up to its result, without rounding.

    `cards` is what the deal was worth to it before the first decision, all cards open and everyone playing like the
    reference bot; `own` and `others` what decisions changed, `chance` what was turned up later.
    """

    cards: float
    own: float
    others: float
    chance: float

    @property
    def total(self) -> float:
        """The result."""
        return self.cards + self.own + self.others + self.chance

    def to_json(self) -> dict[str, float]:
        """The parts as JSON; binary fractions, so not rounded."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class Reviewed:
    """One deal as one seat played it.

    `curve` are the points it could expect with open cards: before the first action, then after each.
    """

    deal: int
    seat: int
    result: float
    void: bool
    parts: Parts
    decisions: tuple[Decision, ...]
    curve: tuple[float, ...]

    def to_json(self) -> dict[str, Any]:
        """The deal as JSON."""
        return {
            "deal": self.deal, "seat": self.seat, "result": self.result, "void": self.void, "parts": self.parts.to_json(),
            "curve": list(self.curve), "decisions": [one.to_json() for one in self.decisions],
        }  # fmt: skip


@dataclass(frozen=True, slots=True)
class Review:
    """The review of a record: each of its deals for each seat asked about; `details` is what the game adds, by deal."""

    game: str
    digest: str
    marks: Marks
    deals: tuple[Reviewed, ...]
    details: Sequence[Mapping[str, Any]] = ()

    def to_json(self) -> dict[str, Any]:
        """The review as JSON (docs/review.md)."""
        return {
            "game": self.game, "digest": self.digest, "marks": asdict(self.marks), "deals": [one.to_json() for one in self.deals],
            "table": [dict(one) for one in self.details],
        }  # fmt: skip


def _rounded(value: float) -> float:
    return round(value, DIGITS) + 0.0


def _reasons(reasons: Sequence[Reason]) -> list[dict[str, Any]]:
    return [{"key": reason.key, "facts": dict(reason.facts)} for reason in reasons]


# --- a name for everything that a review comes from, so that an old one is known from what would be found today

_ROOT = Path(paiju.__file__).parent
_FOLDERS = ("analysis", "bots", "kernels")
_SUFFIXES = (".py", ".json", ".safetensors")
_LENGTH = 16


@cache
def version(game: str, depth: Depth = STANDARD) -> str:
    """The hash of the rules' version, the depth, and the sources and weights of reviews, bots and kernels."""
    parts = f"{game} {paiju.load(game).law} {depth} {sources()}"
    return hashlib.sha256(parts.encode()).hexdigest()[:_LENGTH]


@cache
def sources() -> str:
    """The hash of the sources and weights alone: they are read once, which takes a while."""
    files = sorted(
        path for folder in _FOLDERS for path in (_ROOT / folder).rglob("*") if path.suffix in _SUFFIXES
    )
    return version_of(
        path.relative_to(_ROOT).as_posix().encode() + b"\0" + path.read_bytes() for path in files
    )


# --- the seeds of everything that a review or a puzzle plays out

_SEED_BITS = 40


def seed_of(*parts: object) -> int:
    """A seed below 2**40 from anything that prints."""
    digest = hashlib.sha256("/".join(map(str, parts)).encode()).digest()
    return int.from_bytes(digest[:8], "big") & (1 << _SEED_BITS) - 1


# --- what a review must know of a game


class Reviewer(Protocol):
    """Judges decisions of one option set. A seat's decisions are judged by its views alone; open cards have names with `open`."""

    def judge(self, view: Any, actions: Sequence[Any], played: Any, seed: int) -> Comparison | None:
        """The action taken beside the others, as its seat saw the deal; None where nobody can play it out."""

    def beside(
        self, view: Any, actions: Sequence[Any], anchor: Any, seed: int, deals: int
    ) -> list[Choice] | None:
        """Each other action beside one of them (64 at most), in `deals` sampled deals; None where they cannot be played out."""

    def why(self, view: Any, action: Any) -> tuple[Reason, ...]:
        """The reasons for an action, as its seat sees them."""

    def open_value(self, state: Any, seed: int) -> tuple[float, ...]:
        """The points by seat to expect from a state, all cards open; at the end of a deal its returns."""

    def open_value_after(self, state: Any, seat: int, action: Any, seed: int) -> tuple[float, ...]:
        """As `open_value`, once a seat has done something and before chance has turned anything up."""

    def tell(self, before: Any, seat: int, action: Any, after: Any) -> Mapping[str, Any] | None:
        """The game's additions to a decision of a seat, from the states before and after it."""

    def tell_table(self, states: Sequence[Any]) -> Mapping[str, Any]:
        """The game's additions to a whole deal, from its states, one after each action."""


class MakeReviewer(Protocol):
    """Makes the reviewer of an option set."""

    def __call__(self, options: Any, depth: Depth) -> Reviewer:
        """A reviewer.

        Raises:
            UsageError: usage.kernels, without numba.
        """


@dataclass(frozen=True, slots=True)
class Pack:
    """What review and puzzles must know of a game: from which losses on decisions are named, who judges them, and the place of the kinds of its puzzles."""

    marks: Marks
    reviewer: MakeReviewer
    kinds: ImportPath | None = None


def pack_of(options: Options) -> Pack:
    """The pack of the game of some options.

    Raises:
        UsageError: usage.game, for a game that brings none.
    """
    return cast("Pack", registry.pack("analysis", options.game))
