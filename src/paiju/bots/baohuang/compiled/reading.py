"""A `MemoryRecord` from a view: what its viewer's table has shown so far."""

from __future__ import annotations

from collections.abc import Iterable

from paiju.bots.baohuang.compiled.memory import (
    BIG_FACE,
    FACES,
    NEVER_REFUSED,
    REFUSALS,
    MemoryRecord,
    face_of,
)
from paiju.bots.baohuang.heuristic.suspicion import Odds
from paiju.games.baohuang.actions import Action
from paiju.games.baohuang.cards import FIRST_JOKER, KINDS, LAOWANG, SEATS, Hand
from paiju.games.baohuang.identity import laowang_of
from paiju.games.baohuang.plays import Cards
from paiju.games.baohuang.rules import Rules
from paiju.games.baohuang.state import Laid, Role
from paiju.games.baohuang.viewing import View
from paiju.kernels.baohuang.coding import encode
from paiju.kernels.baohuang.records import NO_RANK
from paiju.kernels.records import Records, fields, new

_FACE_OF = tuple(map(face_of, range(KINDS)))


def memory_of(view: View, rules: Rules, odds: Odds) -> Records[MemoryRecord]:
    """What the viewer's table has shown; `odds` are those of `Suspicion`."""
    made = new(MemoryRecord)
    memory = fields(made)
    memory.pair, memory.settled = view.pair, view.usurped or view.forced
    memory.usurped = view.usurped
    memory.innocent = sum(1 << seat for seat in view.innocent)
    memory.knows = _knows(view)
    memory.odds[:] = odds
    memory.laowang = laowang_of(view) >= 0
    for token in view.known:
        memory.known[token.holder, token.kind] += 1
        memory.tokens[token.holder] += 1
    _count_left(memory, view, rules)
    _read(memory, (*view.tricks, view.trick))
    return made


def _knows(view: View) -> int:
    """The viewer's bit, if he is guard and holds (or held) every guard card."""
    viewer, hand = view.viewer, view.hand
    if viewer is None or hand is None or view.roles[viewer] is not Role.GUARD:
        return 0
    only = not view.pair or hand[view.called] + view.played[viewer][view.called] > 1
    return 1 << viewer if only else 0


def _count_left(memory: MemoryRecord, view: View, rules: Rules) -> None:
    left = [0] * FACES
    for kind in rules.deck(first_deal=view.carry.first_deal):
        left[_FACE_OF[kind]] += 1
    if memory.laowang:
        called, laowang = (sum(hand[kind] for hand in view.played) for kind in (view.called, LAOWANG))
        memory.called_left = rules.deck(first_deal=view.carry.first_deal).count(view.called) - 1 - called
        memory.laowang_left = 1 - laowang
        left[_FACE_OF[view.called]] -= int(memory.called_left) + 1
        left[BIG_FACE] += laowang
    played = [_by_face(hand) for hand in view.played]
    memory.left[:] = [count - sum(gone) for count, *gone in zip(left, *played, strict=True)]
    memory.played[:] = played


def _by_face(hand: Hand) -> list[int]:
    counts = [0] * FACES
    for face, count in zip(_FACE_OF, hand, strict=True):
        counts[face] += count
    return counts


def _read(memory: MemoryRecord, tricks: Iterable[tuple[Laid, ...]]) -> None:
    """The sets that were let stand, and the one laid last."""
    refused = [[NEVER_REFUSED] * REFUSALS for _ in range(SEATS)]
    top: Cards = ()
    base = at = 0
    for trick in tricks:
        for seat, cards, _ in trick:
            if cards:
                top = cards
                base = cards[0] >> 2 if cards[0] < FIRST_JOKER else NO_RANK
                at = min(len(cards), REFUSALS) - 1
            elif base < refused[seat][at]:
                refused[seat][at] = base
    memory.refused[:] = refused
    if top:
        memory.top = encode(Action("play", top))
