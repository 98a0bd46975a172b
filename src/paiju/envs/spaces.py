"""The common part of both action spaces: a fixed list of steps, and actions as paths of steps.

Nearly every action is one step. Some are several: returning eight cards is eight steps, one card each, lowest
first; eating with 比 is one step for each set. A *path* is the tuple of an action's steps, no path is the
beginning of another one, and what may follow the steps *taken* is read off the list of legal actions.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from functools import cached_property
from typing import Any, ClassVar

from paiju.core.errors import NotationError, whole_number

Number = int
Path = tuple[Number, ...]


class Space:
    """The steps of an option set: `size` of them, each a number, a text and a row of features.

    Subclasses fill `texts` and `features`, both by number, and say what an action's path is. Equal options have
    equal spaces; a space never changes with a deal.
    """

    FEATURES: ClassVar[tuple[str, ...]]
    texts: tuple[str, ...]
    features: tuple[tuple[int, ...], ...]

    @property
    def size(self) -> int:
        """The number of steps."""
        return len(self.texts)

    def path(self, action: Any) -> Path:
        """The steps that an action takes."""
        raise NotImplementedError

    def text(self, number: Number) -> str:
        """A step in notation.

        Raises:
            UsageError: usage.number, usage.type.
        """
        return self.texts[whole_number(number, 0, self.size - 1)]

    def number(self, text: str) -> Number:
        """The step that a text names.

        Raises:
            NotationError: notation.action.
        """
        try:
            return self._numbers[" ".join(text.split())]
        except KeyError:
            raise NotationError("notation.action", "no step of these options", text[:80], 1) from None

    @cached_property
    def _numbers(self) -> dict[str, Number]:
        return {text: at for at, text in enumerate(self.texts)}

    def following(self, actions: Sequence[Any], taken: Path = ()) -> tuple[Number, ...]:
        """The steps that may be taken now, ascending; `actions` are the legal ones."""
        if _is_counted(actions):
            return self._search(actions, taken)
        at = len(taken)
        return tuple(sorted({path[at] for path in map(self.path, actions) if path[:at] == taken}))

    def action(self, actions: Sequence[Any], taken: Path) -> Any | None:
        """The legal action that the steps taken make, None while there are more to take."""
        if _is_counted(actions):
            at = bisect_left(actions, taken, key=self.path)
            found = actions[at : at + 1]
            return found[0] if found and self.path(found[0]) == taken else None
        return next((action for action in actions if self.path(action) == taken), None)

    def _search(self, actions: Sequence[Any], taken: Path) -> tuple[Number, ...]:
        """The same where actions are counted: their paths ascend."""
        at, found = len(taken), []
        low = bisect_left(actions, taken, key=lambda action: self.path(action)[:at])
        high = bisect_right(actions, taken, lo=low, key=lambda action: self.path(action)[:at])
        while low < high:
            step = self.path(actions[low])[at]
            found.append(step)
            low = bisect_right(actions, step, lo=low, hi=high, key=lambda action: self.path(action)[at])
        return tuple(found)


def _is_counted(actions: Sequence[Any]) -> bool:
    """Whether actions are not written down but counted, as there may be millions: it is dear to walk through them."""
    return not isinstance(actions, tuple | list)
