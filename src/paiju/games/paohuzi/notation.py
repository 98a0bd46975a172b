"""Text notation of cards, sets and actions; parsing and printing are inverses.

A card is `s1`..`s10` or `b1`..`b10`. An action is a verb and what it needs: `eat s1-s2-s3 s3-s4-s5`,
`discard s4`, `pong`, `hu`, `pass`, `cut 40`. A set on the table is `U3 b6 b6 b6`, `Q s1 s2 s3`, or joined without its
letter, `s1-s2-s3`; of identical cards one may stand for all, `U3 b6`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict
from typing import Any

from paiju.core import game
from paiju.core.errors import NotationError, check_field, excerpt
from paiju.core.game import Event
from paiju.core.rng import CUT
from paiju.core.rng import parse as parse_cut
from paiju.games.paohuzi.actions import DISCARDS, HU, PASS, PONG, VERBS, Action, Cards
from paiju.games.paohuzi.cards import LARGE, MOST_SEATS, Kind
from paiju.games.paohuzi.melds import IDENTICAL, RUN_OF, RUNS, Meld, SetKind, same
from paiju.games.paohuzi.state import MOST_IN_A_ROW, Carry

CARDS: tuple[str, ...] = tuple(f"{suit}{n}" for suit in "sb" for n in range(1, LARGE + 1))
_KIND_OF = {text: kind for kind, text in enumerate(CARDS)}
_BARE = {"pass": PASS, "hu": HU, "pong": PONG}
_TABLE_KINDS = {str(kind): kind for kind in SetKind if kind not in (SetKind.PAIR, SetKind.SECRET_3)}
_MOST_TEXT = 400


def card_text(kind: Kind) -> str:
    """One card: `s1`, `b10`."""
    return CARDS[kind]


def cards_text(cards: Iterable[Kind]) -> str:
    """Cards apart: `s1 s2 b10`."""
    return " ".join(CARDS[kind] for kind in cards)


def set_text(cards: Iterable[Kind]) -> str:
    """Cards of one set, joined: `s1-s2-s3`."""
    return "-".join(CARDS[kind] for kind in cards)


def parse_card(text: str) -> Kind:
    """The card that `text` names.

    Raises:
        NotationError: notation.card.
    """
    if text not in _KIND_OF:
        raise NotationError("notation.card", "no card", text[:40], 1)
    return _KIND_OF[text]


def parse_cards(text: str) -> Cards:
    """The cards of a text, apart or joined by `-`, in its order."""
    if len(text) > _MOST_TEXT:
        raise NotationError("notation.card", "too long", text[:40], _MOST_TEXT + 1)
    cards = []
    at = 0
    for word in text.replace("-", " ").split():
        at = text.index(word, at)
        if word not in _KIND_OF:
            raise NotationError("notation.card", f"{word[:40]!r} is not a card", text, at + 1)
        cards.append(_KIND_OF[word])
        at += len(word)
    return tuple(cards)


def parse_meld(text: str) -> Meld:
    """The set on the table that `text` names.

    Raises:
        NotationError: notation.card or notation.action, for a set that cannot be.
    """
    head, _, rest = text.strip().partition(" ")
    kind = _TABLE_KINDS.get(head)
    cards = tuple(sorted(parse_cards(rest if kind else text)))
    if kind is None or kind in RUNS:
        run = RUN_OF.get(cards)
        if run is None or (kind is not None and run.kind is not kind):
            raise NotationError("notation.set", "no such set", text, 1)
        return Meld(run.kind, cards)
    if len(set(cards)) != 1 or len(cards) not in (1, IDENTICAL[kind]):
        raise NotationError("notation.set", "no such set", text, 1)
    return same(kind, cards[0])


def action_text(action: Action) -> str:
    """An action: `eat s1-s2-s3`, `discard s4`, `pass`."""
    if action.sets:
        return f"eat {' '.join(set_text(cards) for cards in action.sets)}"
    if action.verb == "discard":
        return f"discard {cards_text(action.cards)}".rstrip()  # a wrong one may be without
    if action.verb == CUT:
        return f"{CUT} {excerpt(action.number)}"
    return action.verb


def parse_action(text: str) -> Action:
    """The action that `text` means; cards in a set, and sets, may have any order.

    Raises:
        NotationError: notation.action or notation.card.
    """
    if len(text) > _MOST_TEXT:
        raise NotationError("notation.action", "too long", text[:40], _MOST_TEXT + 1)
    verb, _, rest = text.strip().partition(" ")
    offset = len(text) - len(text.lstrip()) + len(verb) + 1
    if verb not in VERBS:
        raise NotationError("notation.action", f"{verb[:40]!r} is not a verb", text, 1)
    if verb in _BARE:
        if rest.strip():
            raise NotationError("notation.action", f"{verb} takes no cards", text, offset + 1)
        return _BARE[verb]
    if verb == CUT:
        return Action(CUT, number=parse_cut(rest, text, offset + 1))
    try:
        words = [tuple(sorted(parse_cards(word))) for word in rest.split()]
    except NotationError:
        raise NotationError("notation.card", "no card", text, offset + 1) from None
    if verb == "eat":
        return Action("eat", (), tuple(sorted(words)))
    if not words:
        raise NotationError("notation.action", f"{verb} needs cards", text, offset)
    if len(words) != 1 or len(words[0]) != 1:
        raise NotationError("notation.action", "a discard is one card", text, offset + 1)
    return DISCARDS[words[0][0]]


def event_json(event: Event) -> dict[str, Any]:
    """An event as plain JSON, its cards in notation."""
    return game.event_json(event, _fact)


def _fact(key: str, value: Any) -> Any:
    if key == "card":
        return card_text(value)
    if key == "cards":
        return cards_text(value)
    if isinstance(value, Mapping):
        return game.facts_json(value, _fact)
    if isinstance(value, tuple):
        return [set_text(v) if isinstance(v, tuple) else _fact("", v) for v in value]
    return value


def carry_json(carry: Carry) -> dict[str, Any]:
    """`{"dealer": 0, "streak": 1, "draws": 0}`."""
    return asdict(carry)


def parse_carry(data: Any) -> Carry:
    """The carry of `carry_json`'s form.

    Raises:
        RecordError: record.field, naming the part that is wrong.
    """
    check_field(isinstance(data, dict), "carry")
    dealer, streak, draws = data.get("dealer"), data.get("streak", 1), data.get("draws", 0)
    check_field(dealer is None or (type(dealer) is int and 0 <= dealer < MOST_SEATS), "dealer")
    check_field(type(streak) is int and 1 <= streak <= MOST_IN_A_ROW, "streak")
    check_field(type(draws) is int and draws >= 0, "draws")
    return Carry(dealer, streak, draws)
