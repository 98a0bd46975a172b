"""Why a seat may not do something, found from everything the referee knows: reasons in order, the first one counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from . import hand as hands
from .cards import CARDS, Card, Cards, Set, in_order, loose, mixed_shapes, order, without
from .deal import Referee
from .eating import hand_after, ways_to_eat
from .scoring import Win, hu_points, identical, items_of, least_hu
from .window import Window

Reason = tuple[str, dict[str, int]]


def reasons(referee: Referee, seat: int, action: str) -> Iterator[Reason]:
    """All that stands against an action that is not legal, in the order in which it counts."""
    verb, window = action.split(maxsplit=1)[0], referee.window
    if referee.uncut:
        yield "cut_first", {}
        return
    if window is None:
        if seat != referee.discarder:
            yield "no_card", {}
        elif verb != "discard":
            yield "discard_first", {}
        else:
            yield from _discard(referee.seats[seat].hand, action.split()[1])
        return
    if window.source in ("own_set", "after_pao") and seat != window.seat:
        yield "no_card", {}
    elif action in _choices(window, seat):
        assert seat not in referee.actors()
        yield "answered" if seat in window.answers else "outranked", {}
    elif verb in ("discard", "pass"):
        yield {"discard": "claim_first", "pass": "no_claim"}[verb], {}
    else:
        yield from {"hu": _hu, "pong": _pong, "eat": _eat}[verb](referee, window, seat, action)


def _choices(window: Window, seat: int) -> list[str]:
    return [*window.claims[seat], "pass"] if seat in window.claims else []


def _discard(hand: Cards, card: Card) -> Iterator[Reason]:
    if card not in hand:
        yield "not_in_hand", {}
    if hand.count(card) > 2:
        yield "secret_triple", {}


# Going out


def _hu(referee: Referee, window: Window, seat: int, action: str) -> Iterator[Reason]:
    player, o, own = referee.seats[seat], referee.o, seat == window.seat
    if player.dead:
        yield "dead_hand", {}
    if window.source == "discard" and own:
        yield "own_card", {}
    if window.source == "discard" and not o["win_on_hand_discard"]:
        yield "thrown_card", {}
    if window.source == "shown" and not referee.may_win_shown(seat):
        yield "dealer_only", {}
    win = _win(window, own=own)
    bound, free = (
        _short(_layouts(referee, window, seat, o | change), win, o) for change in ({}, {"break_pao_hu": True})
    )
    if bound != free and (bound is None or free == 0):
        yield "pao_forced", {}
    if bound is None:
        yield "incomplete", {}
    else:
        assert bound, "a win that was not offered"
        hu, needed = bound
        yield "hu_too_low", {"hu": hu, "needed": needed, "missing": needed - hu}


def _win(window: Window, *, own: bool) -> Win:
    if window.source == "shown":
        return Win(heavenly="dealer" if own else "other")
    return Win(own_draw=own and window.source in ("draw", "own_set"), last=window.last)


def _layouts(referee: Referee, window: Window, seat: int, o: dict[str, Any]) -> list[list[Set]]:
    player, own = referee.seats[seat], seat == window.seat
    if window.source in ("own_set", "after_pao") or (window.source == "shown" and own):
        return hands.readings(player.table, player.hand, o)
    drawn = window.source != "discard"
    return hands.readings_with(player.table, player.hand, window.card, own, drawn, o)


def _short(layouts: list[list[Set]], win: Win, o: dict[str, Any]) -> Any:
    """None without a layout, 0 if one wins; else hu and least hu of the one that lacks fewest."""
    found = []
    for sets in layouts:
        cards = tuple(card for one in sets for card in one.cards)
        least = max(o["min_hu"], least_hu(items_of(cards, identical(sets), win, o), o))
        found.append((hu_points(sets, o), least))
    if not found:
        return None
    best = min(found, key=lambda one: (one[1] - one[0], -one[0]))
    return 0 if best[0] >= best[1] else best


# Pong and eating


def _closed(referee: Referee, window: Window, seat: int) -> Iterator[Reason]:
    if window.source == "shown":
        yield "shown_card", {}
    if window.source in ("own_set", "after_pao"):
        yield "own_set", {}
    if window.last:
        yield "last_card", {}
    if window.source == "discard" and seat == window.seat:
        yield "own_card", {}


def _barred(referee: Referee, window: Window, seat: int) -> Iterator[Reason]:
    if referee.seats[seat].dead:
        yield "dead_hand", {}
    if _pao_seat(referee, window) == seat:
        yield "pao_forced", {}


def _pao_seat(referee: Referee, window: Window) -> int | None:
    return referee.pao_seat(window.card, window.seat, window.source == "draw")


def _pong(referee: Referee, window: Window, seat: int, action: str) -> Iterator[Reason]:
    player, card = referee.seats[seat], window.card
    yield from _closed(referee, window, seat)
    if seat == window.seat:
        yield "own_draw", {}
    yield from _barred(referee, window, seat)
    if player.hand.count(card) != 2:
        yield "no_pair", {"copies": player.hand.count(card)}
    if player.forfeited(card, "pong", referee.o):
        yield "smelled", {}
    if player.hand.count(card) >= 2 and not player.may_claim(without(player.hand, (card, card)), referee.o):
        yield "no_discard_left", {}


def _eat(referee: Referee, window: Window, seat: int, action: str) -> Iterator[Reason]:
    player, o, card = referee.seats[seat], referee.o, window.card
    yield from _closed(referee, window, seat)
    if seat not in (window.seat, referee.right(window.seat)):
        yield "not_neighbour", {}
    yield from _barred(referee, window, seat)
    if player.forfeited(card, "eat", o):
        yield "smelled", {}
    sets = [tuple(text.split("-")) for text in action.split()[1:]]
    if sets:
        yield from _sets(referee, seat, card, sets)
    else:
        yield from _no_way(referee, window, seat)
    if _pao_seat(referee, window) not in (None, seat):
        yield "pao_first", {}


def _sets(referee: Referee, seat: int, card: Card, sets: list[Cards]) -> Iterator[Reason]:
    player, o = referee.seats[seat], referee.o
    if any(cards not in {shape.cards for shape in mixed_shapes(o["one_five_ten"])} for cards in sets):
        yield "no_set", {}
    if [order(cards) for cards in sets] != sorted(order(cards) for cards in sets):
        yield "no_set", {}
    if any(card not in cards for cards in sets):
        yield "other_set", {}
    if len(sets) > 1 and o["bi"] == "off":
        yield "one_set", {}
    used = Counter(one for cards in sets for one in cards) - Counter([card])
    if not used <= Counter(player.hand):
        yield "not_in_hand", {}
        return
    if not used <= Counter(loose(player.hand)):
        yield "secret_triple", {}
    left = without(player.hand, used.elements())
    if o["bi"] == "required" and card in left:
        yield "bi", {"copies": left.count(card)}
    if not player.may_claim(left, o):
        yield "no_discard_left", {}


def _no_way(referee: Referee, window: Window, seat: int) -> Iterator[Reason]:
    """Against every eating of the card."""
    player, o, card = referee.seats[seat], referee.o, window.card
    if any(claim.startswith("eat") for claim in window.claims.get(seat, ())):
        yield "which_sets", {}
    ways = ways_to_eat(player.hand, card, o)
    if ways and not any(player.may_claim(hand_after(player.hand, card, way), o) for way in ways):
        yield "no_discard_left", {}
    if ways:
        return
    if ways_to_eat(player.hand, card, o | {"bi": "off"}):
        yield "bi", {"copies": player.hand.count(card)}
    shapes = [
        Counter(shape.cards) - Counter([card])
        for shape in mixed_shapes(o["one_five_ten"])
        if card in shape.cards
    ]
    if any(shape <= Counter(player.hand) for shape in shapes):
        yield "secret_triple", {}
    yield "no_eat", {}


def tried(referee: Referee, seat: int, choose: Any) -> list[str]:
    """What a seat may think of: everything without sets, each eating of one set, and some others."""
    shapes = [shape.cards for shape in mixed_shapes(True)]
    card = referee.window.card if referee.window else choose(CARDS)
    ones = [cards for cards in shapes if card in cards]
    eats = [[cards] for cards in (*ones, choose(shapes), in_order([card, choose(CARDS), choose(CARDS)]))]
    eats += [[choose(ones), choose(ones)] for _ in range(6)] + [[choose(ones), choose(shapes)]]
    texts = [" ".join("-".join(cards) for cards in sets) for sets in eats]
    return [
        "pass",
        "hu",
        "pong",
        "eat",
        *[f"discard {one}" for one in CARDS],
        *[f"eat {text}" for text in texts],
    ]
