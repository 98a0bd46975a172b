"""The table of Bao Huang, drawn."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.console import Console
from rich.text import Text

from paiju.games.baohuang.cards import (
    BIG,
    FIRST_JOKER,
    JOKERS,
    LAOWANG,
    MARKED_BIG,
    MARKED_SMALL,
    RANK_OF,
    RANKS,
    SEATS,
    SMALL,
    Hand,
    Kind,
    cards_of,
    plain,
    play_order,
)
from paiju.games.baohuang.notation import card_text
from paiju.games.baohuang.rules import compile_rules
from paiju.games.baohuang.state import Laid, Phase, Role
from paiju.games.baohuang.views import View
from paiju.locales import Texts
from paiju.tui.face import Setting, differing_rules
from paiju.tui.screen import pad

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


# --- the table of Bao Huang as one viewer sees it: seats, the play to beat, and the viewer's hand

_NAME, _COUNT, _ROLE = 13, 8, 14
_BEFORE_PLAY = 5 + _NAME + _COUNT + _ROLE + 2
ROLE_STYLES = {Role.EMPEROR: "bold yellow", Role.GUARD: "bold cyan", Role.COMMONER: "", None: "dim"}
_ROLE_SIGNS = {Role.EMPEROR: "♛ ", Role.GUARD: "◆ ", Role.COMMONER: "· ", None: "? "}


def table_lines(view: View, setting: Setting, texts: Texts, width: int) -> list[Text]:
    """The table, at most `width` cells wide; the viewer's own seat comes last, his hand under it."""
    lines = [_head(view, setting, texts, width)]
    first = (view.viewer + 1) % SEATS if view.viewer is not None else 0
    lines += [_seat_line(view, seat, setting, texts, width) for seat in play_order(first)]
    lines += _middle(view, setting, texts)
    if view.hand is not None:
        lines += hand_block(view, texts, width)
    return lines


def hand_block(view: View, texts: Texts, width: int) -> list[Text]:
    """The viewer's own hand in columns, with what its letters mean."""
    hand = view.hand
    assert hand is not None
    suited = view.options.suited
    lines = [Text(texts.t("ui.hand", count=sum(hand)), "bold")]
    lines += hand_columns(hand, width, suited=suited) if any(hand) else []
    legend = [part for part in (joker_legend(hand, texts), _triples(view, texts)) if part]
    return lines + [Text(f"  {texts.cell(part)}", "dim") for part in legend]


def open_hands(
    hands: Sequence[Sequence[int]], names: Sequence[str], texts: Texts, *, suited: bool, width: int
) -> list[Text]:
    """All hands in short form; empty ones are left out."""
    lines = []
    for seat, hand in enumerate(hands):
        if any(hand):
            name = texts.cell(pad(f"  {names[seat]}", _NAME + 2)) + " "
            for part in hand_line(tuple(hand), suited=suited).wrap(Console(), width - _NAME - 3):
                lines.append(Text(name).append_text(part))
                name = " " * (_NAME + 3)
    return lines


def role_text(view: View, seat: int, texts: Texts) -> str:
    """A seat's role as the viewer knows it: its sign and its name."""
    role = view.roles[seat]
    if view.emperor < 0:
        return ""
    alone = role is Role.EMPEROR and view.alone
    name = "solo" if alone else str(role) if role else "unknown"
    return _ROLE_SIGNS[role] + texts.t(f"role.{name}")


def place_of(view: View, seat: int) -> int:
    """The place a seat has for certain, 0 if it still plays."""
    if view.result is not None and view.result.places:
        return view.result.places[seat]
    if seat in view.out:
        return view.out.index(seat) + 1
    return SEATS - view.stuck.index(seat) if seat in view.stuck else 0


def _head(view: View, setting: Setting, texts: Texts, width: int) -> Text:
    number = texts.t("ui.deal", deal=setting.deal)
    if setting.deals is not None:
        number = texts.t("ui.deal.of", deal=setting.deal, deals=setting.deals)
    parts = [number, texts.t(f"phase.{view.phase}")]
    if view.options.points:
        parts.append(texts.t("ui.multiplier", multiplier=view.multiplier))
        if view.viewer is not None:
            total = texts.number(setting.scores[view.viewer], signed=True)
            parts.append(texts.t("ui.total", total=texts.ltr(total)))
    title = Text().append(f"── {' · '.join(parts)} ", "bold")
    return title.append("─" * max(0, width - title.cell_len - 1), "dim")


def _seat_line(view: View, seat: int, setting: Setting, texts: Texts, width: int) -> Text:
    asked = seat == view.turn
    line = Text().append("▶ " if asked else "  ", "bold green")
    line.append(texts.cell(f"{seat + 1} "), "dim")
    name = setting.names[seat] if seat != view.viewer else f"{setting.names[seat]}*"
    line.append(texts.cell(pad(name, _NAME)) + " ", "bold" if seat == view.viewer else "")
    place = place_of(view, seat)
    count = texts.t(f"place.{place}") if place else _count(view, seat, texts)
    line.append(texts.cell(pad(count, _COUNT)) + " ", "bold magenta" if place else "")
    line.append(texts.cell(pad(role_text(view, seat, texts), _ROLE)) + " ", ROLE_STYLES[view.roles[seat]])
    line.append_text(_last_play(view, seat, texts, width - _BEFORE_PLAY - 3))
    line.rstrip()
    return line


def _count(view: View, seat: int, texts: Texts) -> str:
    size = view.sizes[seat]
    return texts.t("ui.count", count=size) if size is not None else ""


def _last_play(view: View, seat: int, texts: Texts, room: int) -> Text:
    """What a seat did last in this trick."""
    laid = next((laid for laid in reversed(view.trick) if laid.seat == seat), None)
    return laid_text(laid, texts, suited=view.options.suited, room=room) if laid else Text()


def laid_text(laid: Laid, texts: Texts, *, suited: bool, room: int = 200) -> Text:
    """One answer in a trick: its cards, or the word for passing."""
    if laid.cards:
        return card_line(laid.cards, suited=suited, room=room)
    return Text(texts.t(f"action.{laid.verb}"), "dim")


def _middle(view: View, setting: Setting, texts: Texts) -> list[Text]:
    """The play to beat and its owner."""
    if view.phase is not Phase.PLAY or view.owner < 0:
        return []
    laid = next(laid for laid in reversed(view.trick) if laid.seat == view.owner and laid.cards)
    line = Text(texts.t("ui.to_beat", name=_known(view, view.owner, setting), count=len(laid.cards)) + " ")
    return [line.append_text(card_line(laid.cards, suited=view.options.suited))]


def _known(view: View, seat: int, setting: Setting) -> str:
    """A seat's name with the sign of its role, if it is known to be of the crown."""
    role = view.roles[seat]
    sign = _ROLE_SIGNS[role].strip() if role in (Role.EMPEROR, Role.GUARD) else ""
    return f"{setting.names[seat]} {sign}".rstrip()


def _triples(view: View, texts: Texts) -> str:
    shows = view.options.suited and view.hand is not None and has_triples(view.hand)
    return texts.t("ui.triples") if shows else ""


# --- what a player may look up at any time: the last trick, played cards, his role and the rules of the table

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
        laid, held = _card_count(view, played, kinds), _card_count(view, own, kinds)
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


def _card_count(view: View, cards: Sequence[Kind], kinds: Sequence[Kind]) -> int:
    """Cards of `kinds` among `cards`; lao wang counts as the card it was called as."""
    return sum(1 for kind in cards if plain(kind, view.called) in kinds)


def _counter_row(head: str, cells: Sequence[str], texts: Texts) -> Text:
    row = "".join(cell.rjust(_CELL) for cell in cells)
    return Text(texts.cell(pad(head, 8)) + texts.ltr(row), "" if head else "bold")
