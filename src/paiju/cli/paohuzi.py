"""`paiju hand`: the hand calculator of Paohuzi."""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import StrEnum
from typing import Annotated, Any, NamedTuple

import typer
from rich.table import Table
from rich.text import Text

from paiju.analysis.paohuzi import hands
from paiju.analysis.paohuzi.hands import CHARACTERS, Discard, Holding, Verdict, live_copies
from paiju.cli.common import (
    JsonOption,
    LangOption,
    OptionOption,
    PresetOption,
    console,
    echo_json,
    game_and_options,
    language,
)
from paiju.cli.pack import Pack
from paiju.core.errors import NotationError, UsageError
from paiju.games.paohuzi.cards import COPIES, IS_RED, Hand, Kind, cards_of, count, hand_of
from paiju.games.paohuzi.hands import Wait
from paiju.games.paohuzi.melds import Part, SetKind
from paiju.games.paohuzi.notation import card_text, cards_text
from paiju.games.paohuzi.options import ItemTable, PaohuziOptions
from paiju.games.paohuzi.scoring import How, Score
from paiju.tui.screen import Screen

_SET_RULES = {SetKind.EXPOSED_4: "PZ M7", SetKind.UNEXPOSED_4: "PZ M8", SetKind.PAIR: "PZ M9"}
_ITEM_RULES = {ItemTable.AKAGIRI: "PZ 3.7", ItemTable.WIKIPEDIA: "PZ 3.8"}


class By(StrEnum):
    """The player who draws the card."""

    SELF = "self"
    OTHER = "other"


class _Answer(NamedTuple):
    """The results: the card's verdict, the distance, winning cards, live copies, discards."""

    how: How
    found: Verdict | None
    away: int | None
    waits: dict[Kind, Wait]
    live: tuple[int, ...]
    throws: Sequence[Discard] = ()


_CHINESE = re.compile(" *[㐀-鿿]+")


class _Sheet:
    """Prints in one language, and in letters that the terminal has."""

    def __init__(self, screen: Screen, options: PaohuziOptions) -> None:
        self.texts, self.options, self.out = screen.texts, options, console()
        self._hanzi = screen.hanzi

    def card(self, kind: Kind) -> str:
        return CHARACTERS[kind] if self._hanzi else card_text(kind)

    def set_name(self, kind: SetKind, form: str = "") -> str:
        return self.texts.t(f"set.paohuzi.{kind}{form}") if self._hanzi else str(kind)

    def drawing(self, cards: tuple[Kind, ...]) -> Text:
        """Cards one after another, red ones red."""
        between = Text("" if self._hanzi else " ")
        return between.join(Text(self.card(kind), style="red" if IS_RED[kind] else "") for kind in cards)

    def line(self, key: str, /, style: str = "", **facts: Any) -> None:
        self.out.print(Text(self._written(self.texts.t(f"hand.{key}", **facts)), style=style))

    def _written(self, text: str) -> str:
        """A text without the Chinese words beside ours, where the terminal does not have them."""
        return text if self._hanzi else _CHINESE.sub("", text)

    def grid(self, *headings: str) -> Table:
        table = Table(box=None, pad_edge=False, header_style="dim", show_header=bool(headings))
        for heading in headings:
            table.add_column(self.texts.cell(self.texts.t(f"hand.{heading}")))
        return table

    def row(self, grid: Table, *cells: str | Text) -> None:
        """Add a row that keeps its order on a right-to-left terminal."""
        grid.add_row(*(self.texts.cell(self._written(one)) if isinstance(one, str) else one for one in cells))

    def count(self, value: int | None) -> str:
        return "–" if value is None else self.texts.number(value)


def register(app: typer.Typer) -> None:
    """Add the command to `app`."""
    app.command("hand")(hand)


def hand(
    cards: Annotated[
        str, typer.Argument(metavar="HAND", help="Table sets, a bar, the hand: 'U3 b6, s1-s2-s3 | s2 s7 …'.")
    ],
    card: Annotated[str | None, typer.Option("--card", "-c", help="A further card, as s4 or 四.")] = None,
    by: Annotated[By, typer.Option("--by", help="The player who draws the card.")] = By.SELF,
    last: Annotated[bool, typer.Option("--last", help="It is the last card of the stock.")] = False,
    discard: Annotated[
        bool, typer.Option("--discard", help="Find the discard that leaves most winning cards.")
    ] = False,
    seen: Annotated[
        str, typer.Option("--seen", help="Cards visible elsewhere: discards, others' sets.")
    ] = "",
    preset: PresetOption = None,
    option: OptionOption = None,
    lang: LangOption = None,
    as_json: JsonOption = False,
) -> None:
    """Analyse a Paohuzi hand: distance, winning cards, score.

    With --discard, also the best discard.
    """
    _, options = game_and_options("paohuzi", preset, option)
    holding = hands.read_holding(cards)
    drawn = _drawn(holding, card)
    gone = hand_of(_seen(holding, seen))
    if discard and not (holding.due and drawn is None):
        raise UsageError("usage.discard", "no discard is due from this hand", {})
    answer = _answer(options, holding, drawn, gone, How(own=by is By.SELF, last=last))
    if discard:
        answer = answer._replace(throws=hands.discards(options, holding, gone, last=last))
    if as_json:
        echo_json(_json(holding, answer))
    else:
        _print(_Sheet(Screen(language(lang)), options), holding, drawn, answer)


def _answer(options: PaohuziOptions, holding: Holding, card: Kind | None, gone: Hand, how: How) -> _Answer:
    judged = card is not None or holding.due
    found = hands.verdict(options, holding, card, how) if judged else None
    far = 0 if found is not None and found.score else hands.away(options, holding, gone)
    waits = {} if holding.due else hands.hand_waits(options, holding.laid, holding.hand, gone, last=how.last)
    return _Answer(how, found, far, waits, live_copies(holding.owned, gone))


def _print(sheet: _Sheet, holding: Holding, card: Kind | None, answer: _Answer) -> None:
    _head(sheet, holding)
    if answer.found is not None:
        _verdict(sheet, holding, card, answer.found, answer.how)
    if answer.away != 0:
        sheet.line("never" if answer.away is None else "away", away=answer.away)
    if answer.waits and answer.away != 0:
        _waits(sheet, answer.waits, answer.live)
    if answer.throws:
        _throws(sheet, answer.throws, answer.live)


def _drawn(holding: Holding, text: str | None) -> Kind | None:
    if text is None:
        return None
    card = hands.read_card(text)
    if holding.due:
        raise UsageError("usage.card", "the hand has a card too many for a further one", {})
    if count(holding.owned, card) == COPIES:
        raise NotationError("notation.copies", "five of a kind", text, 1)
    return card


def _seen(holding: Holding, text: str) -> tuple[Kind, ...]:
    cards = hands.read_cards(text)
    for card in cards:
        if count(holding.owned, card) + cards.count(card) > COPIES:
            raise NotationError("notation.copies", "five of a kind", text, 1)
    return cards


def _head(sheet: _Sheet, holding: Holding) -> None:
    line = Text()
    for meld in holding.table:
        line.append(f"{sheet.set_name(meld.kind, '.short')} ").append(sheet.drawing(meld.cards))
        line.append("  ")
    line.append("│ ").append(sheet.drawing(cards_of(holding.hand)))
    sheet.out.print(line)
    if holding.missing:
        sheet.line("missing", style="dim", count=holding.missing)


def _verdict(sheet: _Sheet, holding: Holding, card: Kind | None, found: Verdict, how: How) -> None:
    texts = sheet.texts
    name = (
        "" if card is None else f"{sheet.card(card)} ({texts.t('hand.own' if how.own else 'hand.other')}): "
    )
    if found.plain is None:
        result = texts.t("hand.incomplete")
    elif found.score is None:
        result = texts.t("hand.short", hu=found.plain.hu)
    else:
        result = texts.t("hand.wins", final=found.score.final)
    sheet.out.print(Text(name + result, style="bold"))
    if found.plain is not None:
        grid = _sets(sheet, holding, found.parts, found.plain.hu if found.score is None else found.score.hu)
        if found.score is not None:
            _score(sheet, grid, found.score)
        sheet.out.print(grid)


def _sets(sheet: _Sheet, holding: Holding, parts: tuple[Part, ...], hu: int) -> Table:
    texts, number = sheet.texts, sheet.texts.number
    grid = sheet.grid()
    for part in parts:
        rule = Text(_SET_RULES.get(part.kind, "PZ M3"), style="dim")
        sheet.row(grid, sheet.set_name(part.kind), sheet.drawing(part.cards), number(part.hu), rule)
    if holding.missing:
        sheet.row(grid, texts.t("hand.others", count=holding.missing), "", number(0), "")
    sheet.row(grid, texts.t("hand.hu"), "", number(hu), Text("PZ M21", style="dim"))
    return grid


def _score(sheet: _Sheet, grid: Table, score: Score) -> None:
    texts, number = sheet.texts, sheet.texts.number
    sheet.row(grid, texts.t("hand.bottom"), "", number(score.bottom), Text("PZ M21", style="dim"))
    rule = Text(_ITEM_RULES.get(sheet.options.items, "PZ §4"), style="dim")
    for name, value in score.extra:
        sheet.row(grid, texts.t(f"item.paohuzi.{name}"), "", number(value, signed=True), rule)
    for name, value in score.items:
        sheet.row(grid, texts.t(f"item.paohuzi.{name}"), "", number(value, signed=True), rule)
    sheet.row(grid, texts.t("hand.multiplier"), "", f"×{number(score.multiplier)}", rule)
    sheet.row(grid, texts.t("hand.final"), "", number(score.final), Text("PZ M21", style="dim"))


def _waits(sheet: _Sheet, waits: dict[Kind, Wait], live: tuple[int, ...]) -> None:
    grid = sheet.grid("card", "live", "own", "other")
    for card, wait in waits.items():
        sides = (
            "–" if one is None else sheet.texts.t("hand.worth", final=one.final, hu=one.hu)
            for one in (wait.own, wait.other)
        )
        sheet.row(grid, sheet.drawing((card,)), sheet.count(live[card]), *sides)
    sheet.line("waits", style="bold", count=sum(live[card] for card in waits))
    sheet.out.print(grid)


def _throws(sheet: _Sheet, throws: Sequence[Discard], live: tuple[int, ...]) -> None:
    grid = sheet.grid("discard", "live", "winning", "further")
    for one in throws:
        winning = Text(" ").join(
            sheet.drawing((card,)).append(f"×{sheet.texts.number(live[card])}") for card in one.waits
        )
        sheet.row(grid, sheet.drawing((one.card,)), sheet.count(one.live), winning, sheet.count(one.away))
    sheet.out.print(grid)


def _json(holding: Holding, answer: _Answer) -> dict[str, Any]:
    found, live = answer.found, answer.live
    won = found.score if found else None
    parts = found.parts if found else ()
    return {
        "complete": won is not None,
        "away": answer.away,
        "missing_sets": holding.missing,
        "hu": sum(part.hu for part in parts) if parts else None,
        "score": _score_json(won),
        "sets": [{"set": str(p.kind), "cards": cards_text(p.cards), "hu": p.hu} for p in parts],
        "waits": [_wait_json(card, wait, live) for card, wait in answer.waits.items()],
        "discards": [
            {
                "card": card_text(one.card),
                "live": one.live,
                "away": one.away,
                "waits": [_wait_json(card, wait, live) for card, wait in one.waits.items()],
            }
            for one in answer.throws
        ],
    }


def _wait_json(card: Kind, wait: Wait, live: tuple[int, ...]) -> dict[str, Any]:
    return {
        "card": card_text(card),
        "live": live[card],
        "own": _score_json(wait.own),
        "other": _score_json(wait.other),
    }


def _score_json(score: Score | None) -> dict[str, Any] | None:
    if score is None:
        return None
    return {**score._asdict(), "items": dict(score.items), "extra": dict(score.extra)}


# --- the command of Paohuzi alone: the hand calculator

PACK = Pack(register)
