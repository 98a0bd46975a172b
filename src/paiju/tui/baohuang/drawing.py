"""The table of Bao Huang as one viewer sees it: seats, the play to beat, and the viewer's hand."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.text import Text

from paiju.games.baohuang.cards import SEATS, play_order
from paiju.games.baohuang.state import Laid, Phase, Role
from paiju.games.baohuang.viewing import View
from paiju.locales import Texts
from paiju.tui.baohuang.faces import card_line, hand_columns, hand_line, has_triples, joker_legend
from paiju.tui.face import Setting
from paiju.tui.screen import pad

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
