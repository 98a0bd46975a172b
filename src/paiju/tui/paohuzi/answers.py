"""What a player of Paohuzi types: notation, characters, a word, a number from the list, or a bare card."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from paiju.core.errors import NotationError
from paiju.games.paohuzi.actions import Action
from paiju.games.paohuzi.notation import CARDS
from paiju.games.paohuzi.state import Phase
from paiju.games.paohuzi.viewing import View
from paiju.locales import Texts
from paiju.tui.answers import is_number, pick, read_cut
from paiju.tui.paohuzi.cards import HANZI

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
