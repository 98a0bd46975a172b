"""The table of Paohuzi, drawn."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from paiju.games.paohuzi.cards import COPIES, KINDS, LARGE, Kind, locked, packed
from paiju.games.paohuzi.hands import hidden
from paiju.games.paohuzi.melds import Meld, tally
from paiju.games.paohuzi.state import Phase, Source
from paiju.games.paohuzi.views import View
from paiju.locales import Texts
from paiju.tui.face import Setting, differing_rules
from paiju.tui.paohuzi.questions import BACK, Brush, flow
from paiju.tui.screen import Screen, pad

_NAME, _COUNT, _SCORE, _INDENT = 13, 8, 6, 5
_LEFT = 22


def table_lines(view: View, setting: Setting, screen: Screen) -> list[Text]:
    """The table; the viewer's own seat comes last, his hand under it."""
    brush = Brush(hanzi=screen.hanzi)
    seats = len(view.sizes)
    first = (view.viewer + 1) % seats if view.viewer is not None else 0
    order = [(first + place) % seats for place in range(seats)]
    lines = [_head(view, setting, screen)]
    for seat in order:
        if seat == view.viewer:
            lines += _middle(view, setting, screen, brush)
        lines += _seat_lines(view, seat, setting, screen, brush)
    if view.viewer is None:
        lines += _middle(view, setting, screen, brush)
    if view.hand is not None and view.viewer in view.order:
        lines += _own_lines(view, screen, brush)
    return lines


def own_hu(view: View) -> int:
    """The hu that the viewer has for certain: his table sets and secret triples."""
    assert view.viewer is not None
    return tally(view.melds[view.viewer]).hu + hidden(packed(view.hand or ())).hu


def meld_text(meld: Meld, screen: Screen, brush: Brush) -> Text:
    """A set on the table, with the word for how it came there; own sets that others do not see have a back."""
    label = screen.texts.t(f"ui.pz.set.{meld.kind}")
    text = Text().append(screen.texts.cell(label), "dim").append_text(brush.set(meld.cards))
    return text if meld.known or meld.cards[0] < 0 else text.append(BACK, "dim")


def from_source(view: View, setting_names: Sequence[str], screen: Screen) -> str:
    """Whose card lies open, and where it comes from."""
    return screen.texts.t(f"ui.pz.from.{view.source}", who=setting_names[view.turn])


def _head(view: View, setting: Setting, screen: Screen) -> Text:
    texts = screen.texts
    number = texts.t("ui.deal", deal=setting.deal)
    if setting.deals is not None:
        number = texts.t("ui.deal.of", deal=setting.deal, deals=setting.deals)
    dealer = texts.t("ui.pz.dealer", who=setting.names[view.dealer])
    if view.streak > 1:
        dealer = texts.t("ui.pz.dealer.again", who=setting.names[view.dealer], streak=view.streak)
    parts = [number, dealer, texts.t("ui.pz.minimum", hu=view.options.min_hu)]
    if view.draws:
        parts.append(texts.t("ui.pz.draws", count=view.draws))
    title = Text().append(f"── {' · '.join(parts)} ", "bold")
    return title.append("─" * max(0, screen.width - title.cell_len - 1), "dim")


def _seat_lines(view: View, seat: int, setting: Setting, screen: Screen, brush: Brush) -> list[Text]:
    texts, own = screen.texts, seat == view.viewer
    line = Text().append("▶ " if seat == view.turn and view.phase is not Phase.OVER else "  ", "bold green")
    line.append(texts.cell(f"{seat + 1} "), "dim")
    name = f"{setting.names[seat]}*" if own else setting.names[seat]
    line.append(texts.cell(pad(name, _NAME)) + " ", "bold" if own else "")
    playing = seat in view.order
    count = texts.t("ui.count", count=view.sizes[seat]) if playing else texts.t("ui.pz.idle")
    line.append(texts.cell(pad(count, _COUNT)) + " ", "" if playing else "dim")
    score = texts.number(setting.scores[seat], signed=True)
    line.append(texts.cell(pad(score, _SCORE, right=True)), "dim")
    if seat == view.dealer:
        line.append("  " + texts.cell(texts.t("ui.pz.dealer.sign")), "bold yellow")
        if view.shown_held and view.phase is not Phase.CUT:
            line.append(" " + texts.cell(texts.t("ui.pz.shown")) + " ", "dim").append_text(
                brush.card(view.shown)
            )
    if view.dead[seat]:
        line.append("  " + texts.cell(texts.t("ui.pz.dead")), "red")
    lines = [line]
    lines += flow([meld_text(meld, screen, brush) for meld in view.melds[seat]], screen.width, _INDENT)
    if view.piles[seat]:
        cells = [brush.card(left.card) for left in view.piles[seat]]
        label = Text(texts.cell(texts.t("ui.pz.pile")), "dim")
        lines += flow([label, *cells], screen.width, _INDENT)
    return lines


def _middle(view: View, setting: Setting, screen: Screen, brush: Brush) -> list[Text]:
    """Stock, bottom card, and the open card with whose it is."""
    texts = screen.texts
    stock = [Text(texts.cell(texts.t("ui.pz.stock", count=view.left)))]
    if view.left and view.phase is not Phase.CUT:
        stock.append(Text(texts.cell(texts.t("ui.pz.bottom")) + " ").append_text(brush.card(view.bottom)))
    if view.known_top:
        stock.append(Text(texts.cell(texts.t("ui.pz.top")) + " ").append_text(brush.row(view.known_top)))
    if view.phase is not Phase.CLAIM or view.card < 0:
        return [Text(" " * _INDENT, "dim").append_text(Text(" · ").join(stock))]
    box = brush.card(view.card)
    edge = "─" * (box.cell_len + 2)
    last = f" · {texts.t('ui.pz.last')}" if view.last else ""
    whose = Text("  ").append_text(brush.named(view.card)) if brush.hanzi else Text()
    whose.append("  " + texts.cell(from_source(view, setting.names, screen) + last), "bold")
    left = [Text(), stock[0], stock[1] if len(stock) > 1 else Text()]
    right = [
        Text(f"┌{edge}┐"),
        Text("│ ").append_text(box).append(" │").append_text(whose),
        Text(f"└{edge}┘"),
    ]
    lines = []
    for one, other in zip(left, right, strict=True):
        cell = Text(" " * _INDENT).append_text(one)
        cell.pad_right(max(1, _LEFT - cell.cell_len))
        lines.append(cell.append_text(other))
    if len(stock) > 2:  # noqa: PLR2004 - what is known of the top
        lines[2].append("  ").append_text(stock[2])
    return lines


def _own_lines(view: View, screen: Screen, brush: Brush) -> list[Text]:
    """Hu so far, smelled cards, and the hand in columns."""
    texts = screen.texts
    assert view.hand is not None
    count = texts.t("ui.hand", count=sum(view.hand))
    hu = texts.t("ui.pz.hu", hu=own_hu(view), minimum=view.options.min_hu)
    lines = [Text().append(texts.cell(count), "bold").append(" · " + texts.cell(hu), "bold cyan")]
    lines += brush.columns(view.hand)
    if locked(packed(view.hand or ())):
        lines.append(Text(f"  {texts.t('ui.pz.locked')}", "dim"))
    return lines + _smelled(view, screen, brush)


def _smelled(view: View, screen: Screen, brush: Brush) -> list[Text]:
    both = view.no_pong & view.no_eat
    lines = []
    for key, bits in (("both", both), ("pong", view.no_pong & ~both), ("eat", view.no_eat & ~both)):
        kinds = [kind for kind in range(KINDS) if bits >> kind & 1]
        if kinds:
            label = Text(screen.texts.cell(screen.texts.t(f"ui.pz.smelled.{key}")), "magenta")
            lines += flow([label, *map(brush.card, kinds)], screen.width, 2)
    return lines


# --- what a player of Paohuzi may look up: the discards, the cards not seen yet, the rules, what may be typed

_CELL = 5
_NAME_WIDTH = 14


def last_discards(view: View, names: Sequence[str], screen: Screen) -> list[Text]:
    """The cards that nobody used, by seat, the newest last; those thrown from a hand are marked."""
    texts, brush = screen.texts, Brush(hanzi=screen.hanzi)
    lines = [Text(texts.t("ui.pz.discards"), "bold")]
    for seat in view.order:
        cells = [
            brush.card(left.card).append("'" if left.thrown else "", "bold cyan") for left in view.piles[seat]
        ]
        rows = flow(cells, screen.width - 1, _NAME_WIDTH) or [Text(" " * _NAME_WIDTH + "-")]
        head = Text("  " + texts.cell(pad(names[seat], _NAME_WIDTH - 3)) + " ")
        lines += [head.append_text(rows[0][_NAME_WIDTH:]), *rows[1:]]
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
