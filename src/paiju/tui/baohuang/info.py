"""What a player may look up at any time: the last trick, played cards, his role and the rules of the table."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from paiju.games.baohuang.cards import FIRST_JOKER, JOKERS, RANKS, Kind, cards_of
from paiju.games.baohuang.identity import plain
from paiju.games.baohuang.rules import compile_rules
from paiju.games.baohuang.state import Laid
from paiju.games.baohuang.viewing import View
from paiju.locales import Texts
from paiju.tui.baohuang.drawing import laid_text, role_text
from paiju.tui.differing import differing_rules
from paiju.tui.screen import pad

_CELL = 4


def last_trick(view: View, names: Sequence[str], texts: Texts) -> list[Text]:
    """The trick that was closed last, and the running one if it has begun."""
    lines: list[Text] = []
    for key, trick in (
        ("ui.last_trick", view.tricks[-1] if view.tricks else ()),
        ("ui.this_trick", view.trick),
    ):
        if trick:
            lines.append(Text(texts.t(key), "bold"))
            lines += [_laid_line(laid, view, names, texts) for laid in trick]
    return lines or [Text(texts.t("ui.no_trick"))]


def counter(view: View, texts: Texts) -> list[Text]:
    """How many cards of each rank were played, and how many the viewer has not seen."""
    deck = compile_rules(view.options).deck(first_deal=view.carry.first_deal)
    played = [kind for hand in view.played for kind in cards_of(hand)]
    own = list(cards_of(view.hand)) if view.hand else []
    columns = [
        (RANKS[rank], [kind for kind in deck if kind >> 2 == rank]) for rank in range(len(RANKS) - 1, -1, -1)
    ]
    jokers = [(letter, [FIRST_JOKER + JOKERS.index(letter)]) for letter in "RrBb"]
    columns = [(name, kinds) for name, kinds in (*jokers, *columns) if any(kind in deck for kind in kinds)]
    rows: dict[str, list[str]] = {"": [], "ui.played": [], "ui.unseen": []}
    for name, kinds in columns:
        laid, held = _count(view, played, kinds), _count(view, own, kinds)
        total = sum(1 for kind in deck if kind in kinds)
        rows[""].append(name)
        rows["ui.played"].append(str(laid))
        rows["ui.unseen"].append(str(total - laid - held))
    return [_counter_row(texts.t(key) if key else "", cells, texts) for key, cells in rows.items()]


def rules_lines(view: View, texts: Texts) -> list[Text]:
    """The viewer's role, then the rules of this table: the preset, and what differs from the default."""
    lines = []
    if view.viewer is not None and (role := role_text(view, view.viewer, texts)):
        lines.append(Text(texts.t("ui.your_role", role=role), "bold"))
    lines += differing_rules(view.options, texts)
    return [*lines, Text(texts.t("ui.rules_more"), "dim")]


def help_lines(texts: Texts, *, suited: bool) -> list[Text]:
    """What may be typed."""
    keys = ["play", "bare", "list", "keys", "leave", "cards"]
    keys += ["suits"] if suited else []
    return [Text(texts.t(f"help.{key}")) for key in keys]


def _laid_line(laid: Laid, view: View, names: Sequence[str], texts: Texts) -> Text:
    line = Text("  " + texts.cell(pad(names[laid.seat], 12)) + " ")
    return line.append_text(laid_text(laid, texts, suited=view.options.suited))


def _count(view: View, cards: Sequence[Kind], kinds: Sequence[Kind]) -> int:
    """Cards of `kinds` among `cards`; lao wang counts as the card it was called as."""
    return sum(1 for kind in cards if plain(kind, view.called) in kinds)


def _counter_row(head: str, cells: Sequence[str], texts: Texts) -> Text:
    row = "".join(cell.rjust(_CELL) for cell in cells)
    return Text(texts.cell(pad(head, 8)) + texts.ltr(row), "" if head else "bold")
