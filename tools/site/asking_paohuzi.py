"""What an example may ask of the rules of Paohuzi.

`set E3 s5` (hu of a set); `U3 b6, s1-s2-s3 | s2 s7 s10 + b2 by other, last` (table sets, the hand, the card, who draws it:
self or other); and a deal with seat 0 as dealer: `1 holds s1 s2`, `0 shows b3` (the dealer's last card), `stock b7 s2` (its top; all
that is not sent is dealt at random), then `0 discard s4` and other actions, `1 may`, `asked`, `table 1`, `play out`, `result`.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable
from re import fullmatch
from typing import Any

from paiju.analysis.paohuzi.hands import Holding, verdict
from paiju.core.errors import RuleError
from paiju.games.paohuzi import GAME, notation
from paiju.games.paohuzi.cards import DECK, IS_RED, SEATS, hand_of
from paiju.games.paohuzi.melds import tally
from paiju.games.paohuzi.scoring import How
from paiju.games.paohuzi.state import Carry, Layout
from tools.site.rows import Line, Row, drawn, signed

_HAND, _DEALER = 20, 0


def ask(options: Any, lines: Iterable[Line]) -> list[Row]:
    """Every line with the rules engine's answer."""
    table = _Table(options)
    return [table.row(line) for line in lines]


class _Table:
    """What an example has laid out so far."""

    def __init__(self, options: Any) -> None:
        self.options = options
        self.held: dict[int, tuple[int, ...]] = {}
        self.shown: tuple[int, ...] = ()
        self.top: tuple[int, ...] = ()
        self.state: Any = None

    def row(self, line: Line) -> Row:
        for pattern, answer in _QUESTIONS.items():
            if match := fullmatch(pattern, line.question):
                return answer(self, line, *match.groups())
        raise ValueError(f"no question of Paohuzi: {line.question!r}")

    def dealt(self) -> Any:
        """The present deal; dealt on first use."""
        if self.state is None:
            self.state = GAME.deal(self.options, Layout(self._wall()), Carry(_DEALER))
        return self.state

    def _wall(self) -> tuple[int, ...]:
        """All cards in the order they are taken: the given ones in their places, the others at random, always the same."""
        rest = Counter(DECK)
        for cards in (*self.held.values(), self.shown, self.top):
            rest.subtract(cards)
        if min(rest.values()) < 0:
            raise ValueError("a fifth copy")
        free = list(rest.elements())
        random.Random(1).shuffle(free)  # the same deal in every build
        free.sort(key=lambda kind: IS_RED[kind])  # a black card for the bottom: it stays there (PZ M23)
        bottom = free.pop(0)
        random.Random(2).shuffle(free)
        hands = []
        for seat in range(SEATS):
            reported = self.held.get(seat, ())
            short = _HAND - len(reported)
            hands.append((*reported, *free[:short]))
            free = free[short:]
        dealt = [hands[place % SEATS][place // SEATS] for place in range(_HAND * SEATS)]
        displayed = self.shown or (free.pop(0),)
        return (*dealt, *displayed, *self.top, *free, bottom)


def _set(table: _Table, line: Line, text: str) -> Row:
    meld = notation.parse_meld(text)
    return Row(line, "set", {"set": text}, str(tally((meld,)).hu))


def _hu(table: _Table, line: Line, *parts: str) -> Row:
    laid, hand, card, by, last = parts
    sets = tuple(map(notation.parse_meld, filter(None, map(str.strip, laid.split(",")))))
    holding = Holding(sets, hand_of(notation.parse_cards(hand)), 0, due=False)
    how = How(own=by == "self", last=bool(last))
    found = verdict(table.options, holding, notation.parse_card(card), how)
    if found.plain is None:
        answer = "no"
    elif found.score is None:
        answer = f"{found.plain.hu} hu, too few"
    else:
        won = found.score
        answer = f"{won.hu} hu, {won.bottom} × {won.multiplier} = {won.final}"
    arguments = {"table": laid.strip(), "hand": hand, "card": card, "by": by, "last": last or ""}
    items = ", ".join(f"{name} {value}" for name, value in found.score.items) if found.score else ""
    return Row(line, "hu", arguments | {"items": items}, answer)


def _holds(table: _Table, line: Line, seat: str, cards: str) -> Row:
    table.held[int(seat)] = notation.parse_cards(cards)
    return Row(line, "holds", {"seat": seat, "cards": cards}, "")


def _shows(table: _Table, line: Line, cards: str) -> Row:
    table.shown = notation.parse_cards(cards)
    return Row(line, "shows", {"cards": cards}, "")


def _stock(table: _Table, line: Line, cards: str) -> Row:
    table.top = notation.parse_cards(cards)
    return Row(line, "stock", {"cards": cards}, "")


def _may(table: _Table, line: Line, seat: str) -> Row:
    actions = GAME.legal_actions(table.dealt(), int(seat))
    return Row(line, "may", {"seat": seat}, ", ".join(map(notation.action_text, actions)) or "nothing")


def _asked(table: _Table, line: Line) -> Row:
    state = table.dealt()
    return Row(line, "asked", {}, f"{' '.join(map(str, GAME.actors(state)))} {state.phase}".strip())


def _laid(table: _Table, line: Line, seat: str) -> Row:
    melds = table.dealt().melds[int(seat)]
    texts = [f"{meld.kind} {notation.cards_text(meld.cards)}" for meld in melds]
    return Row(line, "table", {"seat": seat}, ", ".join(texts) or "nothing")


def _act(table: _Table, line: Line, seat: str, text: str) -> Row:
    state = table.dealt()
    error: RuleError | None = None
    try:
        table.state = GAME.apply(state, int(seat), GAME.parse_action(state, int(seat), text))[0]
    except RuleError as refused:
        error = refused
    if error is not None and line.expected is None:
        raise error
    return Row(line, "acts", {"seat": seat, "action": text}, f"refused {error.rule}" if error else "allowed")


def _play_out(table: _Table, line: Line) -> Row:
    """Everybody takes the safest choice until the deal is over."""
    state = table.dealt()
    while actors := GAME.actors(state):
        state = GAME.apply(state, actors[0], GAME.legal_actions(state, actors[0])[0])[0]
    table.state = state
    return Row(line, "played_out", {}, "")


def _result(table: _Table, line: Line) -> Row:
    result = table.dealt().result
    returns = " ".join(map(signed, result.returns))
    return Row(line, "result", {}, returns)


def _next(table: _Table, line: Line) -> Row:
    return Row(line, "next_dealer", {}, str(GAME.carry(table.dealt()).dealer))


def _match(table: _Table, line: Line) -> Row:
    rules = GAME.match_rules(table.options)
    return Row(line, "match", {}, f"{rules.end} {rules.length}")


_QUESTIONS: dict[str, Callable[..., Row]] = {
    r"set (.+)": _set,
    r"cards (.+)": drawn,
    r"([^|]*)\| (.+) \+ (\w+) by (self|other)(, last)?": _hu,
    r"(\d) holds (.+)": _holds,
    r"0 shows (.+)": _shows,
    r"stock (.+)": _stock,
    r"(\d) may": _may,
    "asked": _asked,
    r"table (\d)": _laid,
    "play out": _play_out,
    "result": _result,
    "next": _next,
    "match": _match,
    r"(\d) (.+)": _act,
}
