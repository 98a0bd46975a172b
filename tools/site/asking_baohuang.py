"""What an example may ask of Bao Huang's law.

`9 9 9 b beats 8 8 8 8`, `6 6 7 leads`, `6 6 7 follows 9 9`, `places E G P P P, guard revolt` (roles in finishing order and
what raised the stakes), `deck`; and a deal: `0 holds R 9 9` (the rest is dealt at random from the rest), `before GPEPP
2 5 4 3 1 open` (roles and places of the deal before), then `0 crown` and other actions, `0 may`, `hands`, `asked`,
`play out`, `result`, `next`.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

from paiju.conformance.baohuang import beats, plays
from paiju.core.errors import NotationError, RuleError
from paiju.games.baohuang import GAME, notation
from paiju.games.baohuang.cards import ACE, RANK_OF, RANKS, SEATS, cards_of, lowest_rank
from paiju.games.baohuang.options import BaohuangOptions
from paiju.games.baohuang.rules import compile_rules
from paiju.games.baohuang.scoring import points
from paiju.games.baohuang.state import Layout, Roles, Stakes
from tools.site.rows import Line, Row, drawn, signed


def ask(options: Any, lines: Iterable[Line]) -> list[Row]:
    """Every line with the rules engine's answer."""
    table = _Table(options)
    return [row for line in lines if (row := table.row(line)) is not None]


class _Table:
    """What an example has laid out so far."""

    def __init__(self, options: BaohuangOptions) -> None:
        self.options = options
        self.held: dict[int, str] = {}
        self.carry: Any = None
        self.state: Any = None

    def row(self, line: Line) -> Row | None:
        for pattern, answer in _QUESTIONS.items():
            if match := re.fullmatch(pattern, line.question):
                return answer(self, line, *match.groups())
        raise ValueError(f"no question of Bao Huang: {line.question!r}")

    def dealt(self) -> Any:
        """The present deal; dealt on first use."""
        if self.state is None:
            self.state = GAME.deal(self.options, self._layout(), self.carry)
        return self.state

    def _layout(self) -> Layout:
        """Each seat's cards: the given ones first; the others at random, the same ones each time."""
        deck = Counter(compile_rules(self.options).deck(first_deal=self.carry is None))
        reported = [self._cards(self.held.get(seat, "")) for seat in range(SEATS)]
        for cards in reported:
            deck.subtract(cards)
        if min(deck.values()) < 0:
            raise ValueError(f"the deck has fewer cards than {self.held}")
        rest = list(deck.elements())
        random.Random(1).shuffle(rest)  # the same deal in every build
        first = self._first_drawer()
        size, more = divmod(len(rest) + sum(map(len, reported)), SEATS)
        hands = []
        for seat, cards in enumerate(reported):
            short = size + ((seat - first) % SEATS < more) - len(cards)
            hands.append((*cards, *rest[:short]))
            rest = rest[short:]
        return Layout(tuple(hands), first)

    def _first_drawer(self) -> int:
        return self.carry.first_drawer if self.carry else 0

    def _cards(self, text: str) -> tuple[int, ...]:
        """The cards of a text; suits that these rules do not know are left out."""
        suited = self.options.suited
        return notation.parse_cards(text if suited else re.sub("[shcd]", "", text), suited=suited)

    def act(self, seat: int, text: str) -> RuleError | None:
        state = self.dealt()
        try:
            self.state = GAME.apply(state, seat, GAME.parse_action(state, seat, text))[0]
        except NotationError:
            return RuleError("action.not_allowed", text, "BH A10", {})
        except RuleError as error:
            return error
        return None


def _case(table: _Table, **facts: Any) -> dict[str, Any]:
    return {"options": table.options.differences(), **facts}


def _beats(table: _Table, line: Line, play: str, top: str) -> Row:
    answer = beats(_case(table, play=play, top=top))
    return Row(line, "beats", {"play": play, "top": top}, "yes" if answer else "no")


def _plays(table: _Table, line: Line, hand: str, verb: str, top: str | None) -> Row:
    found = plays(_case(table, hand=hand, top=top))
    displayed = [" ".join(text) for text in sorted(found, key=lambda text: (len(text), [*map(_order, text)]))]
    return Row(line, verb, {"hand": hand, "top": top or ""}, ", ".join(displayed) or "pass")


def _order(letter: str) -> int:
    return (RANKS + "bBrRL").index(letter)


def _places(table: _Table, line: Line, letters: str, causes: str | None) -> Row:
    order = letters.replace(" ", "")
    roles = Roles(order.index("E"), tuple(i for i, letter in enumerate(order) if letter == "G"))
    words = (causes or "").split()
    stakes = Stakes(tuple(word for word in words if word != "counter"), countered="counter" in words)
    table_of, winner = points(compile_rules(table.options), roles, stakes, tuple(range(1, SEATS + 1)))
    return Row(
        line, "places", {"roles": letters, "causes": causes or ""}, _by_role(order, table_of, str(winner))
    )


def _by_role(letters: str, returns: Iterable[int], winner: str) -> str:
    won = dict(zip(letters, returns, strict=True))
    points = ", ".join(f"{letter} {won[letter]:+d}" for letter in "EGP" if letter in won)
    return "tie" if winner == "tie" and not any(won.values()) else points


def _deck(table: _Table, line: Line) -> Row:
    deck = Counter(compile_rules(table.options).deck(first_deal=True))
    ranks = Counter(notation.card_text(kind, suited=False) for kind in deck.elements())
    low = next(rank for rank in RANKS if ranks[rank])
    return Row(line, "deck", {}, f"{ranks.total()}, {ranks[low]} × {low}")


def _before(table: _Table, line: Line, roles: str, places: str, opened: str | None) -> None:
    winner = points(compile_rules(table.options), *_finished(roles, places))[1]
    table.carry = GAME.parse_carry({
        "first_drawer": 0,
        "carry": {"roles": roles, "places": [*map(int, places.split())], "winner": str(winner), "opened": bool(opened)},
    })  # fmt: skip


def _finished(roles: str, places: str) -> tuple[Roles, Stakes, tuple[int, ...]]:
    guards = tuple(i for i, letter in enumerate(roles) if letter == "G")
    return Roles(roles.index("E"), guards), Stakes(), tuple(map(int, places.split()))


def _holds(table: _Table, line: Line, seat: str, cards: str) -> Row:
    table.held[int(seat)] = cards
    return Row(line, "holds", {"seat": seat, "cards": cards}, "")


def _may(table: _Table, line: Line, seat: str) -> Row:
    state = table.dealt()
    texts = [GAME.action_text(state, action) for action in GAME.legal_actions(state, int(seat))]
    return Row(line, "may", {"seat": seat}, ", ".join(texts) or "nothing")


def _asked(table: _Table, line: Line) -> Row:
    state = table.dealt()
    return Row(line, "asked", {}, f"{' '.join(map(str, GAME.actors(state)))} {state.phase}".strip())


def _hands(table: _Table, line: Line) -> Row:
    return Row(line, "hands", {}, " ".join(str(sum(hand)) for hand in table.dealt().hands))


def _act(table: _Table, line: Line, seat: str, text: str) -> Row:
    error = table.act(int(seat), text)
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
    if result is None or result.void:
        return Row(line, "result", {}, "void" if result else "open")
    return Row(line, "result", {}, " ".join(map(signed, result.returns)))


def _finish(table: _Table, line: Line) -> Row:
    return Row(line, "finish", {}, " ".join(map(str, table.dealt().result.places)))


def _shown(table: _Table, line: Line) -> Row:
    return Row(line, "shown", {}, " ".join(map(str, sorted(table.dealt().roles.shown))) or "nobody")


def _high(table: _Table, line: Line, seat: str) -> Row:
    hand = cards_of(table.dealt().hands[int(seat)])
    texts = [notation.card_text(kind, suited=False) for kind in hand if RANK_OF[kind] >= ACE]
    return Row(line, "high", {"seat": seat}, " ".join(texts) or "nothing")


def _lowest(table: _Table, line: Line) -> Row:
    low = lowest_rank(table.options.deck)
    counts = (sum(hand[4 * low : 4 * low + 4]) for hand in table.dealt().hands)
    return Row(line, "lowest", {}, " ".join(map(str, counts)))


def _next(table: _Table, line: Line) -> Row:
    return Row(line, "next", {}, str(GAME.carry(table.dealt()).first_drawer))


def _match(table: _Table, line: Line) -> Row:
    rules = GAME.match_rules(table.options)
    return Row(line, "match", {}, f"{rules.end} {rules.length}")


_QUESTIONS: dict[str, Callable[..., Row | None]] = {
    r"(.+) beats (.+)": _beats,
    r"(.+) (leads)()": lambda table, line, hand, verb, _: _plays(table, line, hand, verb, None),
    r"(.+) (follows) (.+)": _plays,
    r"places ((?:[EGP] ?){5})(?:, (.+))?": _places,
    "deck": _deck,
    r"cards (.+)": drawn,
    r"before ([EGP]{5}) ((?:\d ?){5})(?: (open))?": _before,
    r"(\d) holds (.+)": _holds,
    r"(\d) may": _may,
    "asked": _asked,
    "hands": _hands,
    "play out": _play_out,
    "result": _result,
    "finish": _finish,
    "shown": _shown,
    r"high (\d)": _high,
    "lowest": _lowest,
    "next": _next,
    "match": _match,
    r"(\d) (.+)": _act,
}
