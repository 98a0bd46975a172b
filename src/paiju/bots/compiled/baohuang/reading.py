"""A `MEMORY` from a view: what its viewer's table has shown so far."""

from __future__ import annotations

from typing import Any

from paiju.bots.compiled.baohuang.memory import (
    BIG_FACE,
    FACES,
    MEMORY,
    NEVER_REFUSED,
    REFUSALS,
    face_of,
)
from paiju.bots.heuristic.suspicion import Odds
from paiju.games.baohuang.actions import Action
from paiju.games.baohuang.cards import LAOWANG, SEATS, Hand
from paiju.games.baohuang.rules import Rules
from paiju.games.baohuang.state import Laid, Role
from paiju.games.baohuang.viewing import View
from paiju.kernels.baohuang.codes import encode
from paiju.kernels.baohuang.records import blank, fields
from paiju.kernels.baohuang.shapes import size_of


def memory_of(view: View, rules: Rules, odds: Odds) -> Any:
    """What the viewer's table has shown, shape (1,), dtype `MEMORY`; `odds` are those of `Suspicion`."""
    made = blank(MEMORY)
    m = fields(made)
    m.pair, m.settled = view.pair, view.usurped or view.forced
    m.usurped = view.usurped
    m.innocent = sum(1 << seat for seat in view.innocent)
    m.knows = _knows(view)
    m.odds[:] = odds
    m.laowang = view.called >= 0 and view.options.laowang and not view.pair and not view.usurped
    for token in view.known:
        m.known[token.holder, token.kind] += 1
        m.tokens[token.holder] += 1
    _count_left(m, view, rules)
    m.refused[:] = NEVER_REFUSED
    for trick in (*view.tricks, view.trick):
        _read(m, trick)
    return made


def _knows(view: View) -> int:
    """The viewer's bit, if he is guard and holds (or held) every guard card."""
    viewer, hand = view.viewer, view.hand
    if viewer is None or hand is None or view.roles[viewer] is not Role.GUARD:
        return 0
    only = not view.pair or hand[view.called] + view.played[viewer][view.called] > 1
    return 1 << viewer if only else 0


def _count_left(m: Any, view: View, rules: Rules) -> None:
    deck = rules.deck(first_deal=view.carry.first_deal)
    for kind in deck:
        m.left[face_of(kind)] += 1
    for seat in range(SEATS):
        for face, count in enumerate(_by_face(view.played[seat])):
            m.played[seat, face] = count
            m.left[face] -= count
    if m.laowang:
        played = [sum(hand[kind] for hand in view.played) for kind in (view.called, LAOWANG)]
        m.called_left = deck.count(view.called) - 1 - played[0]
        m.laowang_left = 1 - played[1]
        m.left[face_of(view.called)] -= m.called_left + 1
        m.left[BIG_FACE] += played[1]


def _by_face(hand: Hand) -> list[int]:
    counts = [0] * FACES
    for kind, count in enumerate(hand):
        counts[face_of(kind)] += count
    return counts


def _read(m: Any, trick: tuple[Laid, ...]) -> None:
    """The sets that were let stand, and the one laid last."""
    for seat, cards, _ in trick:
        if cards:
            m.top = encode(Action("play", cards))
        else:
            at = min(int(size_of(int(m.top))), REFUSALS) - 1
            m.refused[seat, at] = min(int(m.refused[seat, at]), int(m.top) & 15)
