"""Small builders: whole deals with chosen cards in chosen hands, tables in the middle of play, scripts."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

import pytest

from paiju.core.errors import RuleError
from paiju.core.game import Event
from paiju.games.baohuang import GAME, notation
from paiju.games.baohuang.cards import (
    BIG,
    FIRST_JOKER,
    JOKERS,
    KINDS,
    LAOWANG,
    MARKED_BIG,
    MARKED_SMALL,
    RANKS,
    SEATS,
    SUITS,
    hand_of,
)
from paiju.games.baohuang.options import BaohuangOptions
from paiju.games.baohuang.phases import flow
from paiju.games.baohuang.phases.dealing import even_sizes
from paiju.games.baohuang.rules import compile_rules
from paiju.games.baohuang.state import Carry, Layout, Phase, Role, Roles, Start, State, Winner

EVERY_VIEWER = (None, *range(SEATS))
NAMES = {"E": Role.EMPEROR, "G": Role.GUARD, "P": Role.COMMONER}
NO_CHOICE = bytes(range(32))
TOKEN = re.compile(f"[{RANKS}][{SUITS}]|[{RANKS}{JOKERS}]")


def options(preset: str = "pagat", **given: object) -> BaohuangOptions:
    """The options of a preset with some changes."""
    return GAME.options({"preset": preset, **given})


def letter(kind: int) -> str:
    """A card without its suit."""
    return JOKERS[kind - FIRST_JOKER] if kind >= FIRST_JOKER else RANKS[kind >> 2]


def kinds(text: str, rules: BaohuangOptions) -> tuple[int, ...]:
    """Cards in the order named; in a suited game those without a letter take the suits in turn."""
    turn: Counter[str] = Counter()
    found = []
    letters = [c for c in text if not c.isspace()]
    for at, card in enumerate(letters):
        if card in SUITS:
            continue
        if card in JOKERS:
            found.append(FIRST_JOKER + JOKERS.index(card))
            continue
        suit = 0
        if rules.suited:
            named = at + 1 < len(letters) and letters[at + 1] in SUITS
            suit = SUITS.index(letters[at + 1]) if named else turn[card] % 4
            turn[card] += not named
        found.append(4 * RANKS.index(card) + suit)
    return tuple(found)


def kind(text: str) -> int:
    """The kind of one card with its suit."""
    return notation.parse_cards(text, suited=None)[0]


def carry(
    roles: str,
    places: Sequence[int] = (1, 2, 3, 4, 5),
    winner: str = "emperor",
    *,
    opened: bool = False,
    first_drawer: int | None = 0,
) -> Carry:
    """What the last deal left: `carry("EGPPP", (1, 3, 2, 4, 5))`."""
    return Carry(first_drawer, tuple(NAMES[r] for r in roles), tuple(places), Winner(winner), opened)


def layout(
    rules: BaohuangOptions,
    chosen: Mapping[int, str] | None = None,
    *,
    never: Mapping[int, str] | None = None,
    first_drawer: int = 0,
    previous: Carry | None = None,
    pile: str = "",
) -> Layout:
    """A whole deal: `chosen` cards come first in their hands, the rest is spread evenly.

    The filling puts as few equal kinds into a hand as it can, gives no seat a letter named in its `never`,
    and puts R into seat 0 unless somebody chose it.
    """
    first_deal = previous is None or previous.first_deal
    deck = Counter(compile_rules(rules).deck(first_deal=first_deal))
    chosen = dict(chosen or {})
    if deck[MARKED_BIG] and not any("R" in text for text in chosen.values()):
        chosen[0] = chosen.get(0, "") + " R"
    hands = _chosen_hands(chosen, rules, deck)
    sizes = even_sizes(sum(deck.values()) + sum(map(len, hands)), first_drawer)
    barred = [(never or {}).get(seat, "") for seat in range(SEATS)]
    scarce = sorted(deck.elements(), key=lambda k: (-sum(letter(k) in b for b in barred), k))
    for card in scarce:
        seats = [s for s in range(SEATS) if len(hands[s]) < sizes[s] and letter(card) not in barred[s]]
        assert seats, f"no seat may take {letter(card)}"
        hands[min(seats, key=lambda s: (hands[s].count(card), len(hands[s]) - sizes[s]))].append(card)
    text = kinds(pile, rules)
    return Layout(tuple(tuple(hand) for hand in hands), first_drawer, text)


def _chosen_hands(chosen: Mapping[int, str], rules: BaohuangOptions, deck: Counter[int]) -> list[list[int]]:
    """The named cards, taken from `deck`; where no suit is named, one of which most copies are left."""
    tokens = {seat: TOKEN.findall(text) for seat, text in chosen.items()}
    deck.subtract(
        kind(card) for cards in tokens.values() for card in cards if len(card) > 1 or card in JOKERS
    )
    hands: list[list[int]] = [[] for _ in range(SEATS)]
    for seat, cards in tokens.items():
        for card in cards:
            found = kind(card)
            if len(card) == 1 and card not in JOKERS:
                same = range(found, found + (4 if rules.suited else 1))
                found = min(same, key=lambda k: (deck[k] == 0, hands[seat].count(k), -deck[k], k))
                deck[found] -= 1
            hands[seat].append(found)
    assert min(deck.values()) >= 0, f"more cards chosen than there are: {-deck}"
    return hands


def deal(
    rules: BaohuangOptions,
    chosen: Mapping[int, str] | None = None,
    *,
    never: Mapping[int, str] | None = None,
    first_drawer: int = 0,
    previous: Carry | None = None,
    pile: str = "",
) -> State:
    """A deal of such a `layout`, run to its first question."""
    cards = layout(rules, chosen, never=never, first_drawer=first_drawer, previous=previous, pile=pile)
    return GAME.deal(rules, cards, previous)


def settled(
    rules: BaohuangOptions,
    hands: Sequence[str],
    *,
    emperor: int = 0,
    guards: Iterable[int] = (),
    called: str = "",
    drawn: Sequence[str] | None = None,
) -> State:
    """A small deal whose roles are settled, at the next question (usurper, declarations or the lead)."""
    held = tuple(hand_of(kinds(text, rules)) for text in hands)
    roles = Roles(emperor, tuple(guards), called=kind(called) if called else -1)
    start = Start(NO_CHOICE, (), 0, Carry(0), tuple(map(sum, held)))
    first = held if drawn is None else tuple(hand_of(kinds(text, rules)) for text in drawn)
    state = State(compile_rules(rules), start, Phase.CROWN, (), held, first, roles=roles)
    flow.run(state, after=Phase.CROWN)
    return state


def playing(
    rules: BaohuangOptions,
    hands: Sequence[str],
    *,
    emperor: int = 0,
    guards: Iterable[int] = (),
    called: str = "",
    turn: int | None = None,
    out: Iterable[int] = (),
    drawn: Sequence[str] | None = None,
) -> State:
    """Such a deal with everybody quiet, `turn` on lead (the emperor if not given)."""
    state = settled(rules, hands, emperor=emperor, guards=guards, called=called, drawn=drawn)
    while state.phase is not Phase.PLAY:
        quiet = "decline" if state.phase is Phase.USURP else "quiet"
        state = follow(state, f"{state.turn} {quiet}")
    state = state.copy()
    state.out = tuple(out)
    if turn is not None:
        state.queue = (turn,)
    return state


def table(rules: BaohuangOptions, *hands: str, **more: object) -> State:
    """Such a deal with seat 1 as guard."""
    return playing(rules, hands, **{"guards": (1,), "called": "Ad", **more})


def to_the_end(state: State) -> State:
    """First answers: silence, then every leader lays its first play and nobody answers."""
    while state.phase is not Phase.OVER:
        state = GAME.apply(state, state.turn, GAME.legal_actions(state, state.turn)[0])[0]
    return state


def step(state: State, line: str) -> tuple[State, tuple[Event, ...]]:
    """One `"SEAT ACTION"`."""
    seat, _, text = line.partition(" ")
    return GAME.apply(state, int(seat), GAME.parse_action(state, int(seat), text))


def follow(state: State, *script: str) -> State:
    """The state after a script."""
    for line in script:
        state, _ = step(state, line)
    return state


def happened(state: State, *script: str) -> list[Event]:
    """Every event of a script."""
    events: list[Event] = []
    for line in script:
        state, more = step(state, line)
        events += more
    return events


def all_pass(state: State, *, until: int = 1) -> State:
    """Passes by every prompted seat until a trick ends (`until` tricks)."""
    goal = len(state.tricks) + until
    while len(state.tricks) < goal and state.phase is Phase.PLAY:
        state = follow(state, f"{state.turn} pass")
    return state


def everybody(state: State, word: str) -> State:
    """The same answer from all who are prompted in this phase before play."""
    phase = state.phase
    while state.phase is phase and phase is not Phase.PLAY and state.queue:
        state = follow(state, f"{state.turn} {word}")
    return state


def answers(state: State, seat: int | None = None) -> list[str]:
    """What the seat to decide may answer."""
    seat = state.turn if seat is None else seat
    return [GAME.action_text(state, action) for action in GAME.legal_actions(state, seat)]


def first(state: State) -> str:
    """The first answer, the safe default; returns of many cards have too many answers to list."""
    return GAME.action_text(state, GAME.legal_actions(state, state.turn)[0])


def plays(state: State) -> set[str]:
    """The plays of the seat to decide, without suits: `99b`."""
    legal = GAME.legal_actions(state, state.turn)
    return {"".join(map(letter, action.cards)) for action in legal if action.verb == "play"}


def refused(state: State, line: str) -> RuleError:
    """The error that a line causes."""
    with pytest.raises(RuleError) as caught:
        step(state, line)
    return caught.value


def is_legal(state: State, line: str) -> bool:
    """Whether a line is accepted; the list of legal actions must say the same."""
    seat, _, text = line.partition(" ")
    action = GAME.parse_action(state, int(seat), text)
    try:
        GAME.apply(state, int(seat), action)
        accepted = True
    except RuleError as error:
        if error.code != "action.illegal":
            raise
        accepted = False
    displayed = [letter(k) for k in action.cards]
    listed = any(
        other.verb == action.verb and [letter(k) for k in other.cards] == displayed
        for other in GAME.legal_actions(state, int(seat))
    )
    assert listed is accepted
    return accepted


def held(state: State, seat: int) -> str:
    """A hand as letters, low to high."""
    return "".join(letter(k) for k in range(KINDS) for _ in range(state.hands[seat][k]))


def count(state: State, seat: int, card: str) -> int:
    """How many of a rank or joker letter a seat holds."""
    return held(state, seat).count(card)


def changes(state: State) -> tuple[int, ...]:
    """How every hand has changed in size since the draw."""
    return tuple(sum(hand) - size for hand, size in zip(state.hands, state.start.sizes, strict=True))


def drew(state: State, seat: int) -> str:
    """What a seat drew, as letters."""
    return "".join(letter(k) for k in range(KINDS) for _ in range(state.drawn[seat][k]))


__all__ = [
    "BIG", "EVERY_VIEWER", "GAME", "LAOWANG", "MARKED_BIG", "MARKED_SMALL", "NO_CHOICE", "Phase", "Role",
    "all_pass", "answers", "carry", "changes", "count", "deal", "drew", "everybody", "first", "follow", "happened", "held",
    "is_legal", "kind", "kinds", "layout", "letter", "options", "playing", "plays", "refused", "settled", "step",
]  # fmt: skip
