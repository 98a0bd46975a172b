"""What each seat has answered last, so that an answer that comes twice does nothing."""

from __future__ import annotations


class Answers:
    """The last answer of each seat in the deal that was played last, and to which question."""

    def __init__(self) -> None:
        self._last: dict[int, tuple[str, str]] = {}

    def note(self, seat: int, prompt: str, action: str) -> None:
        """A seat has answered a question."""
        self._last[seat] = (prompt, action)

    def has(self, seat: int, prompt: str, action: str) -> bool:
        """Whether this is what a seat answered last."""
        return self._last.get(seat) == (prompt, action)

    def clear(self) -> None:
        """Another deal begins."""
        self._last.clear()
