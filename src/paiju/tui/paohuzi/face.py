"""Paohuzi in the terminal: its table, its narrator, its questions and its score sheet."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from rich.text import Text

from paiju.core.game import Event, Game
from paiju.games.paohuzi.actions import Action
from paiju.games.paohuzi.cards import counts_of
from paiju.games.paohuzi.notation import action_text
from paiju.games.paohuzi.options import DrawGame
from paiju.games.paohuzi.rules import compile_rules
from paiju.games.paohuzi.state import NOBODY, Phase, Result
from paiju.games.paohuzi.views import View
from paiju.tui.face import Parse, Setting, Show
from paiju.tui.paohuzi import questions
from paiju.tui.paohuzi import table as info
from paiju.tui.paohuzi.narrator import Narrator
from paiju.tui.paohuzi.questions import Brush, flow
from paiju.tui.paohuzi.table import table_lines
from paiju.tui.screen import Screen, indented, pad

_NAME, _POINTS = 12, 8


def settle_lines(view: View, events: Iterable[Event], setting: Setting, screen: Screen) -> list[Text]:
    """The result of a finished deal; `setting.scores` already counts it."""
    texts, result = screen.texts, view.result
    assert result is not None
    told = list(events)
    lines = [Text(texts.t("ui.settle", deal=setting.deal), "bold")]
    if result.winner == NOBODY:
        lines.append(Text(f"{texts.t('ui.pz.drawn_game')} [{texts.ltr('PZ 3.5')}]", "bold"))
    else:
        lines += _winner(view, result, next(e.public for e in told if e.kind == "hu"), setting, screen)
    scores: dict[int, Any] = {e.number("seat"): e.public for e in told if e.kind == "score"}
    lines += [_seat_line(seat, scores[seat], setting, screen) for seat in range(len(view.sizes))]
    over = next((e for e in told if e.kind == "over"), None)
    if over is not None:
        who = setting.names[over.number("next_dealer")]
        lines.append(Text("  " + texts.t("ui.pz.next_dealer", who=who), "dim"))
    brush = Brush(hanzi=screen.hanzi)
    losers = [seat for seat in view.order if seat != result.winner]
    lines.append(Text(texts.t("ui.open_hands"), "bold"))
    return lines + open_hands(view.hands, losers, setting.names, screen, brush)


def open_hands(
    hands: Sequence[Sequence[int]], seats: Iterable[int], names: Sequence[str], screen: Screen, brush: Brush
) -> list[Text]:
    """Hands in one line each."""
    lines = []
    for seat in seats:
        line = Text("  " + screen.texts.cell(pad(names[seat], _NAME)) + " ")
        rows = flow(brush.hand(hands[seat]).split(" "), screen.width - 1, _NAME + 3)
        lines += [line.append_text(rows[0][_NAME + 3 :]), *rows[1:]] if rows else [line]
    return lines


def _winner(view: View, result: Result, won: Any, setting: Setting, screen: Screen) -> list[Text]:
    texts, brush = screen.texts, Brush(hanzi=screen.hanzi)
    line = Text().append(texts.t("ui.pz.won", who=setting.names[result.winner]), "bold green")
    if "card" in won:
        line.append("  ").append_text(brush.named(won["card"]))
    line.append(f"  [{texts.ltr(str(won['rule']))}]", "dim")
    cells = []
    for part in result.sets:
        label = texts.t(f"ui.pz.set.{part.kind}")
        cell = Text().append(texts.cell(label), "dim").append_text(brush.set(part.cards))
        cells.append(cell.append(" " + texts.cell(texts.t("ui.pz.set_hu", hu=part.hu)), "cyan"))
    lines = [line, *flow(cells, screen.width - 1, 2, gap=3)]
    for item in (*won["items"], *won["extra"]):
        name = _readable(texts.t(f"item.paohuzi.{item['why']}"), screen)
        amount = texts.ltr(texts.number(int(item["amount"]), signed=True))
        rule = texts.ltr(str(item["rule"]))
        key = "ui.pz.item" if item in won["items"] else "ui.pz.extra"
        lines += indented(f"{texts.t(key, name=name, amount=amount)} [{rule}]", 2, screen.width - 1)
    added = sum(int(item["amount"]) for item in won["extra"])
    return [*lines, *indented(_sum(view, result, added, screen), 2, screen.width - 1, "bold")]


def _sum(view: View, result: Result, added: int, screen: Screen) -> str:
    """How the hu became points."""
    texts = screen.texts
    text = texts.t(
        "ui.pz.sum", hu=result.hu, bottom=result.bottom, multiplier=result.multiplier, final=result.final
    )
    if bonus := _bonus(view, result, added):
        text += texts.t("ui.comma") + texts.t(f"ui.pz.{bonus}")
    if view.options.draw_game is DrawGame.DOUBLED and view.draws:
        text += texts.t("ui.comma") + texts.t("ui.pz.doubled", count=view.draws)
    if view.options.cap and result.final == view.options.cap:
        text += texts.t("ui.comma") + texts.t("ui.pz.capped", cap=view.options.cap)
    return f"{text} [{texts.ltr('PZ M21')}]"


def _bonus(view: View, result: Result, added: int) -> str | None:
    """What lifts the bottom number above that of the hu, items apart."""
    rules = compile_rules(view.options)
    plain, bottom = max(0, rules.base(result.hu)), result.bottom - added
    if bottom == plain:
        return None
    own = view.turn == result.winner and bottom == rules.self_bottom(plain)
    return "own_draw" if own else "heavenly"


def _readable(name: str, screen: Screen) -> str:
    """A name without the characters that the terminal cannot show."""
    if screen.hanzi:
        return name
    return "".join(letter for letter in name if letter.isascii()).strip() or name


def _seat_line(seat: int, score: Any, setting: Setting, screen: Screen) -> Text:
    texts = screen.texts
    line = Text("  " + texts.cell(pad(setting.names[seat], _NAME)) + " ")
    amount = int(score["amount"])
    style = "green" if amount > 0 else "red" if amount < 0 else ""
    line.append(texts.cell(pad(texts.number(amount, signed=True), _POINTS, right=True)), style)
    total = texts.number(setting.scores[seat], signed=True)
    line.append("  " + texts.cell(texts.t("ui.total", total=texts.ltr(total))), "dim")
    for item in score["items"]:
        line.append("  " + texts.cell(texts.t(f"ui.pz.why.{item['why']}")), "dim")
        line.append(f" [{texts.ltr(str(item['rule']))}]", "dim")
    return line


# --- paohuzi, seen from the shared part of the terminal


class PaohuziFace:
    """See `Face`."""

    keys = "ui.pz.keys"

    def has_points(self, options: Any) -> bool:
        """Always."""
        return True

    def table(self, view: View, setting: Setting, screen: Screen) -> list[Text]:
        """The table, the viewer's hand below."""
        return table_lines(view, setting, screen)

    def open_view(self, game: Game, state: Any) -> View:
        """The view of a spectator who sees every set."""
        view: View = game.view(state, None)
        return replace(view, melds=state.melds)

    def open_hands(self, state: Any, names: Sequence[str], screen: Screen) -> list[Text]:
        """The hands of all who play."""
        hands = tuple(map(counts_of, state.hands))
        return open_hands(hands, state.start.order, names, screen, Brush(hanzi=screen.hanzi))

    def settle(self, view: View, events: Iterable[Event], setting: Setting, screen: Screen) -> list[Text]:
        """The result of a finished deal."""
        return settle_lines(view, events, setting, screen)

    def narrator(self, screen: Screen, names: Sequence[str], options: Any) -> Narrator:
        """Somebody who tells what happens."""
        return Narrator(screen, names)

    def title(self, view: View, screen: Screen) -> str:
        """Take the open card, or discard one."""
        return questions.title(view, screen)

    def notes(self, view: View, actions: Sequence[Action], screen: Screen) -> list[str]:
        """What to type."""
        return questions.notes(view, actions, screen)

    def lists_at_once(self, view: View, actions: Sequence[Action]) -> bool:
        """Claims; a discard is chosen from the hand."""
        return view.phase is Phase.CLAIM

    def choice(self, view: View, action: Action, screen: Screen) -> Text:
        """An action with its cards drawn."""
        return questions.choice(view, action, screen)

    def typed(self, view: View, action: Action) -> str:
        """An action as it is typed."""
        return action_text(action)

    def forced(self, view: View, action: Action, screen: Screen) -> str:
        """The last loose card."""
        return questions.forced(action, screen)

    def read(
        self,
        text: str,
        view: View,
        actions: Sequence[Action],
        parse: Parse,
        screen: Screen,
        *,
        numbered: bool,
    ) -> Action:
        """The action that `text` means."""
        return questions.read_answer(text, view, actions, parse, screen.texts, numbered=numbered)

    def looks(self, view: View, names: Sequence[str], screen: Screen) -> Mapping[str, Show]:
        """The discards, the cards not seen, the rules, help."""
        return {
            "u": lambda: info.last_discards(view, names, screen),
            "c": lambda: info.counter(view, screen),
            "r": lambda: info.rules_lines(view, screen.texts),
            "help": lambda: info.help_lines(screen),
        }
