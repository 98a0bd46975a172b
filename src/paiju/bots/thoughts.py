"""What a search found, for every game."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Rival:
    """A candidate beside the anchor: its mean gain in points of the seat's side, the standard error, and worlds tried."""

    code: int
    gain: float
    error: float
    worlds: int


@dataclass(frozen=True, slots=True)
class Thought:
    """The choice, the anchor (what the policy would do), its mean points and their error, the others, worlds dealt."""

    choice: int
    anchor: int
    points: float
    error: float
    rivals: tuple[Rival, ...]
    worlds: int
