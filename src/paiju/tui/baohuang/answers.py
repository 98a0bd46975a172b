"""What a player types for an action: notation, bare cards, a word, or a number from the list."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from paiju.core.errors import NotationError
from paiju.games.baohuang.actions import VERBS, Action
from paiju.games.baohuang.notation import CARD_VERBS
from paiju.games.baohuang.state import Phase
from paiju.locales import Texts
from paiju.tui.face import as_typed, is_number, pick, read_cut

Parse = Callable[[str], Action]

_LOWER_RANKS = str.maketrans("tjqkal", "TJQKAL")


def read_answer(
    text: str, phase: Phase, actions: Sequence[Action], parse: Parse, texts: Texts, *, numbered: bool
) -> Action:
    """The action that `text` (made `plain`) means.

    `numbered` says that the list of actions is shown, so that a bare number picks from it; otherwise it is
    cards. `#7` always picks, and so does `1`, which is no card.

    Raises:
        NotationError: notation.*, with the column in `text`.
        UsageError: usage.number.
    """
    number = text.removeprefix("#")
    if is_number(number) and (number != text or (phase is not Phase.CUT and (numbered or number == "1"))):
        action: Action = pick(number, actions)
        return action
    if named := _named(text, actions, texts):
        return named
    word, _, rest = text.partition(" ")
    if word.lower() in VERBS:
        cards = _cards(rest) if word.lower() in CARD_VERBS else rest
        return as_typed(parse, f"{word.lower()} {cards}".rstrip(), text, 0)
    if phase is Phase.CUT:
        return read_cut(text, parse, texts)
    verb = "play" if phase is Phase.PLAY else actions[0].verb
    if verb not in CARD_VERBS or _is_word(text):
        raise NotationError("notation.action", f"{word!r} is no action", text, 1)
    return as_typed(parse, f"{verb} {_cards(text)}", text, len(verb) + 1)


def _named(text: str, actions: Sequence[Action], texts: Texts) -> Action | None:
    """An action without cards, named by its word in the player's language, or `p` for passing."""
    for action in actions[:3]:
        if (
            not action.cards
            and action.verb != "cut"
            and text in (texts.t(f"action.{action.verb}"), action.verb)
        ):
            return action
        if action.verb == "pass" and text.lower() == "p":
            return action
    return None


def _cards(text: str) -> str:
    """Cards as people type them: `10` for T, small letters for court cards."""
    return re.sub(r"10", "T", text).translate(_LOWER_RANKS)


def _is_word(text: str) -> bool:
    """Whether a text looks like a word rather than like cards with a mistake in them."""
    return len(text) > 1 and text.isalpha() and not set(_cards(text)) <= set("3456789TJQKA2bBrRLshcd")
