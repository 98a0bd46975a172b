"""How Paohuzi cards look in a terminal: characters, or `s1`, `b10` where these cannot be shown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.text import Text

from paiju.games.paohuzi.cards import IS_RED, KINDS, LARGE, UNKNOWN, Kind, is_large
from paiju.games.paohuzi.notation import card_text

HANZI = "一二三四五六七八九十壹贰叁肆伍陆柒捌玖拾"
LOCK = "▌"
BACK = "▒"
_COLUMN = 5
_MARGIN = 2
_LOCKED = 3


class Brush:
    """Draws cards; `hanzi` says whether the terminal can show characters."""

    def __init__(self, *, hanzi: bool) -> None:
        self.hanzi = hanzi

    def face(self, kind: Kind) -> str:
        """A card as one word; a card that lies face down has a back."""
        if kind == UNKNOWN:
            return 2 * BACK if self.hanzi else "?"
        return HANZI[kind] if self.hanzi else card_text(kind)

    def card(self, kind: Kind) -> Text:
        """A card in its colour."""
        return Text(self.face(kind), style_of(kind))

    def named(self, kind: Kind) -> Text:
        """A card, and how it is typed if that is not the same."""
        card = self.card(kind)
        return card.append(f" {card_text(kind)}", "dim") if self.hanzi else card

    def row(self, cards: Iterable[Kind]) -> Text:
        """Cards beside each other."""
        return Text(" ").join(map(self.card, cards))

    def set(self, cards: Sequence[Kind]) -> Text:
        """The cards of one set, in brackets."""
        inside = Text("" if self.hanzi else " ").join(map(self.card, cards))
        return Text("[").append_text(inside).append("]")

    def hand(self, hand: Sequence[int]) -> Text:
        """A whole hand in one line: secret triples in brackets, then the others by number."""
        locked = [self.set((kind,) * hand[kind]) for kind in range(KINDS) if hand[kind] >= _LOCKED]
        others = [kind for kind in _by_number() for _ in range(hand[kind]) if hand[kind] < _LOCKED]
        return Text(" ").join([*locked, self.row(others)] if others else locked)

    def columns(self, hand: Sequence[int]) -> list[Text]:
        """A hand as players hold it: columns by number, small cards above large ones, the number below.

        Secret triples have a bar beside them.
        """
        columns = [
            (number, cards)
            for number in range(LARGE)
            if (cards := (number + LARGE,) * hand[number + LARGE] + (number,) * hand[number])
        ]
        lines = []
        for level in range(max((len(cards) for _, cards in columns), default=0), 0, -1):
            line = Text(" " * _MARGIN)
            for _, cards in columns:
                line.append_text(
                    self._cell(cards[level - 1], hand) if len(cards) >= level else Text(" " * _COLUMN)
                )
            line.rstrip()
            lines.append(line)
        foot = "".join(str(number + 1).ljust(_COLUMN) for number, _ in columns)
        return [*lines, Text(" " * _MARGIN + foot.rstrip(), "dim")] if lines else []

    def _cell(self, kind: Kind, hand: Sequence[int]) -> Text:
        cell = self.card(kind)
        if hand[kind] >= _LOCKED:
            cell.append(LOCK, "bold")
        cell.pad_right(_COLUMN - cell.cell_len)
        return cell


def style_of(kind: Kind) -> str:
    """Red for 2, 7 and 10; large cards bold, so that the two suits differ without reading."""
    if kind == UNKNOWN:
        return "dim"
    return " ".join(
        part for part in ("bold" if is_large(kind) else "", "red" if IS_RED[kind] else "") if part
    )


def flow(cells: Iterable[Text], width: int, indent: int, *, gap: int = 1) -> list[Text]:
    """Cells in as many rows as needed, each row after `indent` blanks."""
    lines: list[Text] = []
    for cell in cells:
        if not lines or lines[-1].cell_len + gap + cell.cell_len > width:
            lines.append(Text(" " * indent).append_text(cell))
        else:
            lines[-1].append(" " * gap).append_text(cell)
    return lines


def _by_number() -> list[Kind]:
    return [kind for number in range(LARGE) for kind in (number, number + LARGE)]
