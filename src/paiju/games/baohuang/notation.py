"""Text notation of cards, actions and the fields of a position; parsing and printing are inverses."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from paiju.core import game, rng
from paiju.core.errors import NotationError, check_field, excerpt
from paiju.core.game import Event
from paiju.games.baohuang.actions import VERBS, Action
from paiju.games.baohuang.cards import (
    FIRST_JOKER,
    JOKERS,
    RANK_OF,
    RANKS,
    SEATS,
    SUITS,
    Hand,
    Kind,
    kinds_of_rank,
)
from paiju.games.baohuang.plays import Cards
from paiju.games.baohuang.rules import Rules
from paiju.games.baohuang.state import Carry, Role, Winner

CARD_VERBS = frozenset({"give", "take", "return", "call", "play"})
_MOST_TEXT = 400


def card_text(kind: Kind, *, suited: bool) -> str:
    """One card: `9`, `9s` where cards have suits, `b`."""
    if kind >= FIRST_JOKER:
        return JOKERS[kind - FIRST_JOKER]
    return RANKS[kind >> 2] + (SUITS[kind & 3] if suited else "")


def cards_text(cards: Iterable[Kind], *, suited: bool) -> str:
    """Cards apart, lowest first: `9 9 9 b`."""
    return " ".join(card_text(kind, suited=suited) for kind in cards)


def parse_cards(text: str, *, suited: bool | None) -> Cards:
    """The cards of a text, sorted; written together or apart.

    `suited` False refuses suit letters, True demands them, None takes suits where they stand (a natural card
    without one gets suit 0).

    Raises:
        NotationError: notation.card or notation.suit, with the column.
    """
    return tuple(sorted(parse_cards_in_order(text, suited=suited)))


def parse_cards_in_order(text: str, *, suited: bool | None) -> Cards:
    """As `parse_cards`, in the order in which the text names them."""
    _check_length(text, "notation.card")
    cards: list[Kind] = []
    at = 0
    while at < len(text):
        letter = text[at]
        at += 1
        if letter.isspace():
            continue
        if letter in JOKERS:
            cards.append(FIRST_JOKER + JOKERS.index(letter))
            continue
        if letter not in RANKS:
            raise NotationError("notation.card", f"{letter!r} is not a card", text, at)
        suit = text[at] if at < len(text) and text[at] in SUITS else ""
        if suit and suited is False:
            raise NotationError("notation.suit", "cards have no suit in this game", text, at + 1)
        if not suit and suited:
            raise NotationError(
                "notation.suit", "cards need a suit letter (s h c d) in this game", text, at + 1
            )
        cards.append(4 * RANKS.index(letter) + (SUITS.index(suit) if suit else 0))
        at += len(suit)
    return tuple(cards)


def action_text(action: Action, *, suited: bool) -> str:
    """An action: `play 9 9 9 b`, `crown`, `cut 40`."""
    if action.verb in CARD_VERBS:
        return f"{action.verb} {cards_text(action.cards, suited=suited)}"
    return f"{action.verb} {excerpt(action.number)}" if action.verb == "cut" else action.verb


def parse_action(text: str, rules: Rules, hand: Hand, legal: Sequence[Action]) -> Action:
    """The action that `text` means.

    In a suited game a play without any suit letter means the listed play of those ranks.

    Raises:
        NotationError: notation.action, notation.card or notation.suit.
    """
    _check_length(text, "notation.action")
    verb, _, rest = text.strip().partition(" ")
    offset = len(text) - len(text.lstrip()) + len(verb) + 1
    if verb not in VERBS:
        raise NotationError("notation.action", f"{verb!r} is not a verb", text, 1)
    if verb == "cut":
        return Action(verb, (), rng.parse(rest, text, offset + 1))
    if verb not in CARD_VERBS:
        if rest.strip():
            raise NotationError("notation.action", f"{verb} takes no cards", text, offset + 1)
        return Action(verb)
    if not rest.strip():
        raise NotationError("notation.action", f"{verb} needs cards", text, min(offset, len(text)) + 1)
    try:
        if verb == "play" and rules.suited and not _names_suits(rest):
            return _play_by_rank(parse_cards(rest, suited=None), hand, legal)
        return Action(verb, parse_cards(rest, suited=rules.suited))
    except NotationError as error:
        detail = error.detail.removesuffix(f" in {error.text!r} at column {error.column}")
        raise NotationError(error.code, detail, text, offset + error.column) from None


def _names_suits(text: str) -> bool:
    return any(letter in SUITS for letter in text)


def _play_by_rank(cards: Cards, hand: Hand, legal: Sequence[Action]) -> Action:
    ranks = _ranks(cards)
    plays = [action for action in legal if action.verb == "play" and _ranks(action.cards) == ranks]
    return plays[0] if plays else Action("play", tuple(sorted(_taken(cards, hand))))


def _taken(cards: Cards, hand: Hand) -> list[Kind]:
    """Cards of the same ranks as the hand has them, as far as it has them."""
    left = list(hand)
    taken: list[Kind] = []
    for card in cards:
        kinds = kinds_of_rank(RANK_OF[card]) if card < FIRST_JOKER else (card,)
        kind = next((k for k in kinds if left[k] > 0), card)
        left[kind] -= 1
        taken.append(kind)
    return taken


def _ranks(cards: Cards) -> list[int]:
    """Ranks of naturals, kinds of jokers: what is left of a play without its suits."""
    return sorted(RANK_OF[kind] if kind < FIRST_JOKER else kind for kind in cards)


def _check_length(text: str, code: str) -> None:
    if len(text) > _MOST_TEXT:
        raise NotationError(code, f"more than {_MOST_TEXT} characters", text[:40] + "…", _MOST_TEXT + 1)


def event_json(event: Event, *, suited: bool) -> dict[str, Any]:
    """An event as plain JSON, its cards in notation."""

    def fact(key: str, value: Any) -> Any:
        if key == "cards":
            return cards_text(value, suited=suited)
        if key == "card":
            return card_text(value, suited=suited)
        return list(value) if isinstance(value, tuple) else value

    return game.event_json(event, fact)


_ROLE_LETTERS = {Role.EMPEROR: "E", Role.GUARD: "G", Role.COMMONER: "P"}
_ROLES = {letter: role for role, letter in _ROLE_LETTERS.items()}


def carry_json(carry: Carry) -> dict[str, Any]:
    """`{"first_drawer": 0, "carry": {"roles": "EGPPP", "places": […], "winner": …, "opened": …} | null}`."""
    previous = None
    if not carry.first_deal:
        previous = {
            "roles": "".join(_ROLE_LETTERS[role] for role in carry.roles),
            "places": list(carry.places),
            "winner": str(carry.winner),
            "opened": carry.opened,
        }
    return {"first_drawer": carry.first_drawer, "carry": previous}


def parse_carry(data: Any) -> Carry:
    """The carry of `carry_json`'s form.

    Raises:
        RecordError: record.field, naming the part that is wrong.
    """
    check_field(isinstance(data, dict), "carry")
    first, before = data.get("first_drawer"), data.get("carry")
    check_field(first is None or (type(first) is int and 0 <= first < SEATS), "first_drawer")
    if before is None:
        return Carry(first)
    check_field(isinstance(before, dict), "carry")
    letters, places, winner = before.get("roles"), before.get("places"), before.get("winner")
    known = [sorted(roles) for roles in ("EGPPP", "EPPPP", "EGGPP")]
    check_field(isinstance(letters, str) and sorted(letters) in known, "roles")
    whole = isinstance(places, list) and all(type(place) is int for place in places)
    check_field(whole and sorted(places) == list(range(1, SEATS + 1)), "places")
    check_field(winner in tuple(Winner), "winner")
    opened = before.get("opened", False)
    check_field(isinstance(opened, bool), "opened")
    roles = tuple(_ROLES[letter] for letter in letters)
    return Carry(first, roles, tuple(places), Winner(winner), opened)
