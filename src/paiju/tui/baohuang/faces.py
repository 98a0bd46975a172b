"""How cards look in a terminal: their colours, a hand in columns of equal cards, and hands in one line."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.text import Text

from paiju.games.baohuang.cards import (
    BIG,
    FIRST_JOKER,
    JOKERS,
    LAOWANG,
    MARKED_BIG,
    MARKED_SMALL,
    RANK_OF,
    SMALL,
    Hand,
    Kind,
    cards_of,
)
from paiju.games.baohuang.notation import card_text
from paiju.locales import Texts

SUIT_STYLES = ("", "red", "green", "cyan")
JOKER_STYLES = {
    SMALL: "bold",
    MARKED_SMALL: "bold",
    BIG: "bold red",
    MARKED_BIG: "bold red",
    LAOWANG: "bold yellow",
}
_COLUMN = 4
_MARGIN = 2
_ALIKE = {3: "│", 4: "║"}


def style_of(kind: Kind, *, suited: bool) -> str:
    """The style of a card: jokers bold, suits in four colours where they matter."""
    if kind >= FIRST_JOKER:
        return JOKER_STYLES[kind]
    return SUIT_STYLES[kind & 3] if suited else ""


def card_line(cards: Iterable[Kind], *, suited: bool, room: int = 200) -> Text:
    """Cards in notation, highest first; equal ones are counted (`4×9`) when they do not fit into `room`."""
    order = sorted(cards, key=_height, reverse=True)
    line = Text(" ").join(_piece(kind, card_text(kind, suited=suited), suited=suited) for kind in order)
    if line.cell_len <= room:
        return line
    kinds = dict.fromkeys(order)
    return Text(" ").join(
        _piece(kind, f"{order.count(kind)}×{card_text(kind, suited=suited)}", suited=suited) for kind in kinds
    )


def hand_line(hand: Hand, *, suited: bool) -> Text:
    """A whole hand in few cells, highest first: `AAA KK`, with suits `Assh Kd`."""
    line = Text()
    last = None
    for kind in sorted(cards_of(hand), key=_height, reverse=True):
        rank = RANK_OF[kind] if kind < FIRST_JOKER else kind
        if last is not None and rank != last:
            line.append(" ")
        face = card_text(kind, suited=suited)
        line.append(
            face[1:] if suited and rank == last and kind < FIRST_JOKER else face,
            style_of(kind, suited=suited),
        )
        last = rank
    return line


def hand_columns(hand: Hand, width: int, *, suited: bool) -> list[Text]:
    """A hand as players hold it: columns of equal cards, highest at the left, their number underneath.

    Three or four identical cards have a stroke beside them where suits matter.
    """
    columns = _columns(hand)
    per_row = max(1, (width - _MARGIN) // _COLUMN)
    lines: list[Text] = []
    for start in range(0, len(columns), per_row):
        lines += _row_of_columns(columns[start : start + per_row], hand, suited=suited)
    return lines


def joker_legend(hand: Hand, texts: Texts) -> str:
    """What the joker letters in a hand mean: `R red joker, emperor card · b black joker`."""
    held = [kind for kind in (LAOWANG, MARKED_BIG, BIG, MARKED_SMALL, SMALL) if hand[kind]]
    letters = [(JOKERS[kind - FIRST_JOKER]) for kind in held]
    return " · ".join(f"{texts.cell(letter)} = {texts.t(f'card.{letter}')}" for letter in letters)


def has_triples(hand: Hand) -> bool:
    """Whether a hand holds three identical cards with a suit."""
    return any(n in _ALIKE for n in hand[:FIRST_JOKER])


def _piece(kind: Kind, text: str, *, suited: bool) -> Text:
    return Text(text, style_of(kind, suited=suited))


def _height(kind: Kind) -> tuple[int, int]:
    """Sort key: rank first, marked jokers above plain ones, ♠ before ♥ when read from the highest."""
    return RANK_OF[kind], kind if kind >= FIRST_JOKER else -(kind & 3)


def _columns(hand: Hand) -> list[list[Kind]]:
    """The columns from the highest on; each holds its cards from the bottom up."""
    columns: dict[int, list[Kind]] = {}
    for kind in sorted(cards_of(hand), key=_height, reverse=True):
        columns.setdefault(kind if kind >= FIRST_JOKER else RANK_OF[kind], []).append(kind)
    return list(columns.values())


def _row_of_columns(columns: Sequence[Sequence[Kind]], hand: Hand, *, suited: bool) -> list[Text]:
    lines = []
    for level in range(max(map(len, columns)), 0, -1):
        line = Text(" " * _MARGIN)
        for column in columns:
            line.append_text(
                _cell(column[level - 1], hand, suited=suited) if len(column) >= level else _blank()
            )
        lines.append(_stripped(line))
    counts = "".join(str(len(column)).ljust(_COLUMN) for column in columns)
    lines.append(_stripped(Text(" " * _MARGIN + counts, "dim")))
    return lines


def _cell(kind: Kind, hand: Hand, *, suited: bool) -> Text:
    cell = _piece(kind, card_text(kind, suited=suited), suited=suited)
    if suited and kind < FIRST_JOKER and hand[kind] in _ALIKE:
        cell.append(_ALIKE[hand[kind]], "bold")
    cell.pad_right(_COLUMN - cell.cell_len)
    return cell


def _blank() -> Text:
    return Text(" " * _COLUMN)


def _stripped(line: Text) -> Text:
    line.rstrip()
    return line
