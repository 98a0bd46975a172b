"""The kinds of Bao Huang cases: `beats`, `plays`, `result`, `deal`, `legal` and `refused`.

Cards of the first three kinds are written without suits; such a case does not cover bombs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from paiju.conformance.script import Case, Script, differs
from paiju.core.errors import LayoutError
from paiju.games.baohuang import GAME, notation, scoring
from paiju.games.baohuang.actions import Action
from paiju.games.baohuang.cards import LAOWANG, SEATS, SUITS, hand_of
from paiju.games.baohuang.options import BaohuangOptions, GuardBy
from paiju.games.baohuang.phases import play as trick
from paiju.games.baohuang.plays import Cards
from paiju.games.baohuang.rules import Rules, compile_rules
from paiju.games.baohuang.state import Carry, Layout, Phase, Roles, Stakes, Start, State

_BOMB_OPTIONS = ("bombs", "bomb_jokers", "bomb_three_reds", "bomb_natural_only", "bomb_threes")

_OWN_QINGDAO = 3
"""The number of the rules from which on `qingdao` is a preset of its own; before, it was another name of `moegirl` (BH A18-73)."""


def options_of(case: Case) -> BaohuangOptions:
    """The options of a case; its presets have the meaning of the `law` version it names, by default 2."""
    given = case.get("options") or {}
    if case.get("law", 2) < _OWN_QINGDAO and isinstance(given, dict) and given.get("preset") == "qingdao":
        given = given | {"preset": "moegirl"}
    return GAME.options(given)


def _text(case: Case, key: str) -> str:
    if not isinstance(case[key], str):
        raise TypeError(f"{key} is not text")
    return str(case[key])


def beats(case: Case) -> bool:
    """Whether the rules let `play` be laid on `top`."""
    cards = [_text(case, "top"), _text(case, "play")]
    rules = _rules_for(case, *cards)
    top, play = (_built(rules, text) for text in cards)
    old, new = rules.comparison.shape(top), rules.comparison.shape(play)
    return old is not None and new is not None and rules.comparison.beats(new, old)


def plays(case: Case) -> list[str]:
    """Every legal play of `hand` on `top` (None: a lead), written without suits."""
    held, top = _text(case, "hand"), _text(case, "top") if case["top"] is not None else ""
    rules = _rules_for(case, held, top)
    hand = hand_of(_built(rules, held))
    start = Start(b"", (), 0, Carry(), ())
    state = State(rules, start, Phase.PLAY, (0,), (hand,) * SEATS, (hand,) * SEATS)
    state.roles = Roles(emperor=1)
    if rules.low_last:
        state.lows = (trick.low_of(rules, hand),) * SEATS
    if top:
        state.top = rules.comparison.shape(_built(rules, top))
    return sorted({_together(action.cards) for action in trick.legal(state, 0) if action.verb == "play"})


def check_result(case: Case) -> str:
    """Check the returns by role, or the winner, for roles in finishing order."""
    options, letters, times = options_of(case), case["roles"], case["multiplier"]
    if sorted(letters) not in (sorted("EGPPP"), sorted("EPPPP"), sorted("EGGPP")) or times < 1:
        raise LayoutError(f"roles {letters!r} with multiplier {times!r} are impossible")
    roles = Roles(letters.index("E"), tuple(i for i, letter in enumerate(letters) if letter == "G"))
    places = tuple(range(1, SEATS + 1))
    table, winner = scoring.points(compile_rules(options), roles, Stakes(), places)
    if "winner" in case["expect"]:
        return differs({"winner": str(winner)}, case["expect"])
    return differs({letters[seat]: times * value for seat, value in enumerate(table)}, case["expect"])


def _dealt(case: Case) -> State:
    options = options_of(case)
    carry = GAME.parse_carry({"first_drawer": case.get("first_drawer", 0), "carry": case.get("carry")})
    hands = tuple(notation.parse_cards(text, suited=options.suited) for text in case["hands"])
    pile = notation.parse_cards_in_order(case.get("pile") or "", suited=options.suited)
    return GAME.deal(options, Layout(hands, case.get("first_drawer"), pile), carry)


def _result(state: State) -> dict[str, Any]:
    """Places, returns and what a deal passes on, or that it is void."""
    result = state.result
    assert result is not None, "a deal that is over"
    passed_on = {"next": GAME.carry_json(GAME.carry(state))}
    if result.void:
        return {"void": True, **passed_on}
    places, returns = list(result.places), list(result.returns)
    return {"places": places, "returns": returns, "multiplier": result.multiplier, **passed_on}


def _written(state: State, seat: int, action: Action) -> str:
    suited = state.rules.suited
    if action.verb != "play" or not suited or trick.is_bomb(state, seat, action.cards):
        return notation.action_text(action, suited=suited)
    return notation.action_text(action, suited=False)


def _tidy(state: State, text: str) -> str:
    """An expected action in canonical order of cards."""
    verb, _, rest = text.partition(" ")
    if verb not in notation.CARD_VERBS:
        return text
    return f"{verb} {notation.cards_text(notation.parse_cards(rest, suited=None), suited=_has_suits(rest))}"


def _rules_for(case: Case, *texts: str) -> Rules:
    """The compiled options; cards without suits cannot be bombs, so bombs are off for them."""
    options = options_of(case)
    if options.suited and not any(map(_has_suits, texts)):
        without_bombs = {
            name: value for name, value in options.differences().items() if name not in _BOMB_OPTIONS
        }
        options = BaohuangOptions.build(without_bombs, {})
    return compile_rules(options)


def _built(rules: Rules, text: str) -> Cards:
    """The cards of a text; an error if no hand of this deck can hold them."""
    cards = notation.parse_cards(text, suited=None)
    deck = rules.deck(first_deal=True)
    called = rules.options.laowang and rules.options.guard_by is GuardBy.CALLED
    name = partial(notation.card_text, suited=_has_suits(text))
    have = Counter(map(name, (*deck, LAOWANG) if called else deck))
    for card, count in Counter(map(name, cards)).items():
        if count > have[card]:
            raise LayoutError(f"{text!r} holds more {card} than the deck has")
    return cards


def _has_suits(text: str) -> bool:
    return any(letter in SUITS for letter in text)


def _together(cards: Iterable[int]) -> str:
    return "".join(notation.card_text(kind, suited=False) for kind in sorted(cards))


def _canonical(text: str) -> str:
    return _together(notation.parse_cards(text, suited=None))


PACK: dict[str, Callable[[Case], str]] = {
    "beats": lambda case: differs(beats(case), case["expect"]),
    "plays": lambda case: differs(plays(case), sorted({*map(_canonical, case["expect"])})),
    "result": check_result,
    **Script(
        GAME, Action(""), "BH A1", _dealt, lambda state, seat: 0 <= seat < SEATS, _result, _written, _tidy
    ).checks,
}
