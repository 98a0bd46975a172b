"""How cards, backs, numbers and signs are laid out in a picture; the packs of games say what lies where."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from paiju.server.pictures.sheet import Placed, sheet

Code = str | None
"""A card in text notation; None for one of which only the back is seen."""
Face = Callable[[Code], str]
"""The name of the piece that shows a card, without its size."""
LEFT, TOP, RIGHT, BOTTOM = 54, 40, 1146, 590
"""The cloth, as far as things lie on it."""
LINE = 32
"""How high a line of numbers and signs is."""
_GAP = 6
_DIGIT = 16
_SIGN = 34


class Laying:
    """Pieces as they are laid; `face` names the cards of a game, and numbers are written as in `lang`."""

    def __init__(self, face: Face, lang: str) -> None:
        self.placed: list[Placed] = []
        self._face = face
        self._script = "persian" if lang == "fa" else "latin"

    def card(self, code: Code, wide: int, x: int, y: int) -> None:
        """One card."""
        self.placed.append((f"{self._face(code)}@{wide}", x, y))

    def row(self, codes: Sequence[Code], wide: int, x: int, y: int, room: int, *, step: int = 0) -> int:
        """Cards from left to right within `room`, each `step` further or less if they are many. Returns where they end."""
        if not codes:
            return x
        far = step or wide + _GAP
        if len(codes) > 1:
            far = min(far, max(1, (room - wide) // (len(codes) - 1)))
        for at, code in enumerate(codes):
            self.card(code, wide, x + at * far, y)
        return x + (len(codes) - 1) * far + wide

    def column(self, codes: Sequence[Code], wide: int, x: int, bottom: int, step: int) -> None:
        """Cards from above to below, the lowest one whole and its edge at `bottom`."""
        top = bottom - self.high(wide) - step * (len(codes) - 1)
        for at, code in enumerate(codes):
            self.card(code, wide, x, top + at * step)

    def columns(
        self, columns: Sequence[Sequence[Code]], wide: int, x: int, bottom: int, room: int, *, step: int
    ) -> None:
        """Columns side by side in the middle of `room`."""
        far = min(wide + _GAP, (room - wide) // max(1, len(columns) - 1))
        x += (room - wide - far * (len(columns) - 1)) // 2
        for at, column in enumerate(columns):
            self.column(column, wide, x + at * far, bottom, step)

    def number(self, number: int, x: int, y: int) -> int:
        """A number. Returns where it ends."""
        for at, digit in enumerate(str(number)):
            self.placed.append((f"{self._script}{digit}", x + at * _DIGIT, y))
        return x + len(str(number)) * _DIGIT

    def seat(self, seat: int, x: int, y: int, *, asked: bool, signs: Iterable[str] = ()) -> int:
        """A seat by its number, with a mark if it is asked, and its signs. Returns where all of it ends."""
        if asked:
            self.placed.append(("turn", x - 6, y + 2))
        end = self.number(seat + 1, x + 26, y) + _GAP
        for at, sign in enumerate(signs):
            self.placed.append((sign, end + at * _SIGN, y + 2))
        return end + _SIGN * len(tuple(signs))

    def high(self, wide: int) -> int:
        """How high a card is that is so wide."""
        return sheet().size(f"{self._face(None)}@{wide}")[1]
