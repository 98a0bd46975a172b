"""What a player of Paohuzi may look up: the discards, the cards not seen yet, the rules, what may be typed."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from paiju.games.paohuzi.cards import COPIES, KINDS, LARGE, Kind
from paiju.games.paohuzi.state import Phase, Source
from paiju.games.paohuzi.viewing import View
from paiju.locales import Texts
from paiju.tui.differing import differing_rules
from paiju.tui.paohuzi.cards import Brush, flow
from paiju.tui.screen import Screen, pad

_CELL = 5
_NAME = 14


def last_discards(view: View, names: Sequence[str], screen: Screen) -> list[Text]:
    """The cards that nobody used, by seat, the newest last; those thrown from a hand are marked."""
    texts, brush = screen.texts, Brush(hanzi=screen.hanzi)
    lines = [Text(texts.t("ui.pz.discards"), "bold")]
    for seat in view.order:
        cells = [
            brush.card(left.card).append("'" if left.thrown else "", "bold cyan") for left in view.piles[seat]
        ]
        rows = flow(cells, screen.width - 1, _NAME) or [Text(" " * _NAME + "-")]
        head = Text("  " + texts.cell(pad(names[seat], _NAME - 3)) + " ")
        lines += [head.append_text(rows[0][_NAME:]), *rows[1:]]
    return lines


def seen(view: View) -> tuple[int, ...]:
    """How many copies of each kind the viewer can see or has seen, in any hand, set or pile."""
    counts = list(view.hand or (0,) * KINDS)
    cards: list[Kind] = [card for melds in view.melds for meld in melds for card in meld.cards if card >= 0]
    cards += [left.card for pile in view.piles for left in pile]
    cards += view.known_top
    if view.left and view.phase is not Phase.CUT:
        cards.append(view.bottom)
    if view.phase is Phase.CLAIM and view.source in (Source.DRAWN, Source.THROWN):
        cards.append(view.card)
    if view.shown_held and view.viewer != view.dealer and view.phase is not Phase.CUT:
        cards.append(view.shown)
    for card in cards:
        counts[card] += 1
    return tuple(counts)


def counter(view: View, screen: Screen) -> list[Text]:
    """How many copies of each card the viewer has not seen."""
    texts, brush = screen.texts, Brush(hanzi=screen.hanzi)
    counts = seen(view)
    lines = [Text(texts.t("ui.pz.counter"), "bold")]
    for first in (0, LARGE):
        faces, numbers = Text("  "), Text("  ")
        for kind in range(first, first + LARGE):
            face = brush.card(kind)
            face.pad_right(_CELL - face.cell_len)
            faces.append_text(face)
            left = COPIES - counts[kind]
            numbers.append(str(left).ljust(_CELL), "" if left else "dim")
        faces.rstrip()
        numbers.rstrip()
        lines += [faces, numbers]
    return lines


def rules_lines(view: View, texts: Texts) -> list[Text]:
    """The rules of this table: the preset, and what differs from the default."""
    return [*differing_rules(view.options, texts), Text(texts.t("ui.pz.rules_more"), "dim")]


def help_lines(screen: Screen) -> list[Text]:
    """What may be typed, and all the cards with their names."""
    texts, brush = screen.texts, Brush(hanzi=screen.hanzi)
    lines = [Text(texts.t(f"help.{key}")) for key in ("pz.play", "pz.bare", "pz.list", "pz.keys", "leave")]
    lines.append(Text(texts.t("help.pz.hand")))
    if brush.hanzi:
        lines.append(Text(texts.t("help.pz.characters")))
        lines += flow([brush.named(kind) for kind in range(KINDS)], screen.width - 8, 2, gap=2)
    return lines
