"""Questions of Paohuzi's lessons beyond what the rules answer: colours, sets, hu, winning cards, discards, forfeited claims."""

from __future__ import annotations

from collections.abc import Callable

from paiju.analysis.lessons import Ask, Part, Question, Table
from paiju.analysis.paohuzi.hands import discards, evaluate_hand, read_holding
from paiju.core.errors import NotationError
from paiju.core.position import options_of
from paiju.games.paohuzi import GAME
from paiju.games.paohuzi.cards import IS_RED, Kind, is_large
from paiju.games.paohuzi.notation import card_text, parse_card, parse_meld
from paiju.games.paohuzi.options import PaohuziOptions

PRESET = "akagiri"


def _cards(holds: Callable[[Kind], bool]) -> Ask:
    def ask(part: Part, table: Table | None) -> Question:
        options = tuple(part.given["options"])
        return Question(options, frozenset(one for one in options if holds(parse_card(one))))

    return ask


def _is_set(cards: str) -> bool:
    return any(_names_set(head + cards) for head in ("", "E3 ", "E4 "))


def _names_set(text: str) -> bool:
    try:
        parse_meld(text)
    except NotationError:
        return False
    return True


def forfeited(part: Part, table: Table | None) -> Question:
    """The cards that the seat to move may not claim any more."""
    assert table is not None, "a seat wants a position"
    view, options = table.view, tuple(part.given["options"])
    marked = view.no_pong | view.no_eat
    return Question(options, frozenset(one for one in options if marked >> parse_card(one) & 1))


def sets(part: Part, table: Table | None) -> Question:
    """Which cards make a set, of different or of equal ones."""
    options = tuple(part.given["options"])
    return Question(options, frozenset(filter(_is_set, options)))


def set_hu(part: Part, table: Table | None) -> Question:
    """The hu of a set."""
    return Question(_numbers(part), frozenset((str(parse_meld(part.given["set"]).hu),)), many=False)


def hand_hu(part: Part, table: Table | None) -> Question:
    """The hu of a hand with one more card, drawn by `own` hand or by another player."""
    given = part.given
    found = evaluate_hand(given["hand"], given.get("card"), PRESET, own=given.get("own", False))
    assert found.plain is not None, "a hand that the card completes"
    return Question(_numbers(part), frozenset((str(found.plain.hu),)), many=False)


def wins(part: Part, table: Table | None) -> Question:
    """On which of some cards, drawn by another player, a hand goes out."""
    options = tuple(part.given["options"])
    hand = part.given["hand"]
    won = (one for one in options if evaluate_hand(hand, one, PRESET, own=False).score is not None)
    return Question(options, frozenset(won))


def best(part: Part, table: Table | None) -> Question:
    """Which discards leave a hand nearest to going out, then with the most cards to win on."""
    options = options_of(GAME, PRESET)
    assert isinstance(options, PaohuziOptions)
    found = discards(options, read_holding(part.given["hand"]), 0)
    first = found[0]
    right = frozenset(
        card_text(one.card) for one in found if (one.live, one.away) == (first.live, first.away)
    )
    return Question(tuple(part.given["options"]), right & set(part.given["options"]), many=False)


def _numbers(part: Part) -> tuple[str, ...]:
    return tuple(map(str, part.given["options"]))


KINDS: dict[str, Ask] = {
    "red": _cards(IS_RED.__getitem__),
    "large": _cards(is_large),
    "smelled": forfeited,
    "sets": sets,
    "set_hu": set_hu,
    "hand_hu": hand_hu,
    "wins": wins,
    "best": best,
}
