"""Cards of Paohuzi as text, and the questions to a player."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

from rich.text import Text

from paiju.core.errors import NotationError
from paiju.core.rng import CUT
from paiju.games.paohuzi.actions import HU, Action
from paiju.games.paohuzi.cards import IS_RED, KINDS, LARGE, UNKNOWN, Kind, is_large, packed
from paiju.games.paohuzi.hands import score_on, terms_of
from paiju.games.paohuzi.melds import tally
from paiju.games.paohuzi.notation import CARDS, action_text, card_text, set_text
from paiju.games.paohuzi.rules import compile_rules
from paiju.games.paohuzi.scoring import Score
from paiju.games.paohuzi.state import Phase, Source
from paiju.games.paohuzi.views import View
from paiju.locales import Texts
from paiju.tui.face import is_number, pick, read_cut
from paiju.tui.screen import Screen

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


# --- what a player of Paohuzi types: notation, characters, a word, a number from the list, or a bare card

Parse = Callable[[str], Action]

_WORDS = {"吃": "eat", "打": "discard", "碰": "pong", "胡": "hu", "过": "pass", "不要": "pass", "p": "pass"}
_BARE = ("pass", "hu", "pong")
_LETTERS = {**dict(zip(HANZI, CARDS, strict=True)), "貳": "b2", "參": "b3", "叄": "b3", "陸": "b6"}
_TOKEN = re.compile(r"([sb](?:10|[1-9])(?!\d))|(\s+|\+)|(-)|(.)", re.IGNORECASE | re.DOTALL)
_SET = 3


def read_answer(
    text: str, view: View, actions: Sequence[Action], parse: Parse, texts: Texts, *, numbered: bool
) -> Action:
    """The action that `text` (made `plain`) means. A bare number picks only where the list is shown.

    Raises:
        NotationError: notation.action | card, with the column in `text`.
        UsageError: usage.number.
    """
    if view.phase is Phase.CUT and not text.startswith("#"):
        return read_cut(text, parse, texts)
    number = text.removeprefix("#")
    if is_number(number) and (number != text or numbered):
        picked: Action = pick(number, actions)
        return picked
    verb, rest = _verb(text, texts)
    if verb in _BARE:
        if rest.strip():
            raise NotationError("notation.action", f"{verb} takes no cards", text, len(text) - len(rest) + 1)
        return parse(verb)
    if verb == "eat" and not rest.strip():
        return _only_eating(text, actions)
    if not verb and not _begins_with_card(rest):
        raise NotationError("notation.action", "no action", text, 1)
    words = _words(rest, text)
    single = len(words) == 1 and len(words[0]) == 1
    if not verb:
        verb = "discard" if view.phase is Phase.DISCARD and single else "eat"
    if verb == "eat":
        words = _in_sets(words)
    elif not single:
        raise NotationError("notation.action", "a discard is one card", text, len(text) - len(rest) + 1)
    return parse(f"{verb} {' '.join('-'.join(word) for word in words)}")


def _verb(text: str, texts: Texts) -> tuple[str, str]:
    """The verb that a text begins with, and the rest; no verb and everything, if there is none."""
    own = {texts.t(f"ui.pz.do.{verb}").lower(): verb for verb in (*_BARE, "eat", "discard")}
    word, _, rest = text.partition(" ")
    named = {**_WORDS, **own, **{verb: verb for verb in (*_BARE, "eat", "discard")}}
    if word.lower() in named:
        return named[word.lower()], rest
    for start, verb in _WORDS.items():
        if start != "p" and text.startswith(start):
            return verb, text[len(start) :]
    return "", text


def _only_eating(text: str, actions: Sequence[Action]) -> Action:
    ways = [action for action in actions if action.verb == "eat"]
    if len(ways) != 1:
        raise NotationError("notation.action", "eat needs cards", text, len(text) + 1)
    return ways[0]


def _begins_with_card(text: str) -> bool:
    return bool(text) and (text[0] in _LETTERS or text[0] in "sSbB")


def _words(rest: str, text: str) -> list[list[str]]:
    """The cards of each word, in notation.

    Raises:
        NotationError: notation.card at what is no card.
    """
    words: list[list[str]] = []
    apart = True
    for match in _TOKEN.finditer(rest):
        card, space, dash, other = match.groups()
        card = card.lower() if card else _LETTERS.get(other or "")
        if space:
            apart = True
        elif card:
            words = [*words, [card]] if apart else [*words[:-1], [*words[-1], card]]
            apart = False
        elif not dash:
            column = len(text) - len(rest) + match.start() + 1
            raise NotationError("notation.card", f"{other!r} is no card", text, column)
    if not words:
        raise NotationError("notation.action", "cards are missing", text, len(text) + 1)
    return words


def _in_sets(words: list[list[str]]) -> list[list[str]]:
    """`s1 s2 s3`, or cards without any space between sets, by threes."""
    cards = [card for word in words for card in word]
    if len(cards) % _SET or all(len(word) == _SET for word in words):
        return words
    return [cards[at : at + _SET] for at in range(0, len(cards), _SET)]


# --- the question to a player of Paohuzi: what lies open, what he may do with it, and what a Hu would pay


def title(view: View, screen: Screen) -> str:
    """The question, in one line."""
    texts = screen.texts
    if view.phase is Phase.CUT:
        return texts.t("ask.cut")
    if view.phase is Phase.DISCARD:
        return texts.t("ui.pz.ask.discard")
    if view.source in (Source.OWN, Source.PAO):
        return texts.t("ui.pz.ask.own")
    return texts.t("ui.pz.ask.claim", card=texts.ltr(Brush(hanzi=screen.hanzi).named(view.card).plain))


def notes(view: View, actions: Sequence[Action], screen: Screen) -> list[str]:
    """What to type."""
    texts = screen.texts
    if view.phase is Phase.CUT:
        return [texts.t("help.ask.cut"), texts.t("ui.default", default=texts.ltr(action_text(actions[0])))]
    if view.phase is Phase.DISCARD:
        return [texts.t("ui.pz.note.discard", card=texts.ltr(action_text(actions[0]).partition(" ")[2]))]
    return [texts.t("ui.pz.note.claim")]


def choice(view: View, action: Action, screen: Screen) -> Text:
    """An action with its cards drawn."""
    texts, brush = screen.texts, Brush(hanzi=screen.hanzi)
    if action.verb == CUT:
        return Text(f"{texts.t('action.cut')} {action.number}")
    word = texts.cell(texts.t(f"ui.pz.do.{action.verb}"))
    line = Text().append(word, "bold green" if action == HU else "")
    if action.verb == "discard":
        return brush.named(action.cards[0])
    if action.verb == "eat":
        line.append(" ").append_text(Text(" + ").join(map(brush.set, action.sets)))
        if brush.hanzi:
            line.append("  " + " ".join(map(set_text, action.sets)), "dim")
    if action == HU and (score := hu_score(view)):
        line.append("  " + texts.cell(texts.t("ui.pz.pays", hu=score.hu, final=score.final)), "green")
    return line


def forced(action: Action, screen: Screen) -> str:
    """The line that says that the only action there was has been carried out."""
    card = Brush(hanzi=screen.hanzi).named(action.cards[0]).plain if action.cards else ""
    label = f"{screen.texts.t(f'ui.pz.do.{action.verb}')} {screen.texts.ltr(card)}"
    return screen.texts.t("ui.forced", action=label.rstrip())


def hu_score(view: View) -> Score | None:
    """What the viewer's Hu on the open card is worth."""
    assert view.viewer is not None
    assert view.source is not None
    rules, laid, hand = compile_rules(view.options), tally(view.melds[view.viewer]), packed(view.hand or ())
    own = view.viewer == view.turn
    on = terms_of(rules, view.source, laid, hand, view.card, own=own, last=view.last, draws=view.draws)
    return score_on(rules, laid, hand, on)
