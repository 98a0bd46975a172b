"""Many deals in lockstep: one action each, new deals where one is over, observations beside.

Deal `n` of the batch environment is drawn from a stream of its own, so that it is the same deal whatever the size
of the batch and the number of threads. Its phases before play are those of `dealing`.
"""

from __future__ import annotations

from typing import Any

from paiju.games.baohuang.cards import SEATS
from paiju.kernels.baohuang.codes import DEFER, FILLS_AT, JOKERS_AT, JOKERS_MASK, NATURALS_AT, SUITS_MASK
from paiju.kernels.baohuang.dealing import deal
from paiju.kernels.baohuang.jokers import BY_KIND, KINDS_OF_JOKER
from paiju.kernels.baohuang.listing import answers
from paiju.kernels.baohuang.observing import begin_track, observe, track_answer, track_close, track_play
from paiju.kernels.baohuang.playing import answer, play
from paiju.kernels.baohuang.quick import count_all, list_all, play_at
from paiju.kernels.baohuang.shapes import bomb_of, cards_in, size_of
from paiju.kernels.chance import numbered
from paiju.kernels.jit import compiled

FEATURES = ("verb", "rank", "copies", "fills", "b", "B", "r", "R", "L", "cards", "bomb")
"""`verb` is 0 pass, 1 defer, 2 play; `rank` 0 (a three) to 12 (a two), 13 for jokers alone, -1 without cards; then
copies of the rank, twos that fill, jokers by kind, all cards, and the rank as a bomb (0: none)."""

_PLAY = 2
_JOKERS = 4
assert len(FEATURES) == _JOKERS + KINDS_OF_JOKER + 2


@compiled
def advance(
    rules: Any, states: Any, tracks: Any, streams: Any, numbers: Any, step: int, deck: Any, chosen: Any,
    first: int, last: int, shows_sizes: int, where: Any, scratch: Any, seats: Any, counts: Any, done: Any,
    returns: Any, observations: Any,
) -> int:  # fmt: skip
    """Carry out `chosen` (an index into the law's list, below 0: deal anew) at tables first … last - 1.

    `numbers` are the deals being played; the next one of a table is `step` further. What is written: how many
    actions there are (`counts`), the seat to act, whether a deal ended, its returns, and observations. Returns how
    many decisions were taken.
    """
    r = rules[0]
    taken = 0
    for at in range(first, last):
        s, t = states[at], tracks[at]
        done[at] = 0
        index = int(chosen[at])
        if index >= 0:
            _act(s, r, t, index, scratch)
            taken += 1
            if s.turn < 0:
                done[at] = 1
                for seat in range(SEATS):
                    returns[at, seat] = s.returns[seat]
                numbers[at] += step
        if index < 0 or s.turn < 0:
            numbered(streams[at], int(numbers[at]))
            for i in range(r.deck_size):
                deck[i] = r.deck[i]
            deal(s, r, deck, streams[at])
            begin_track(s, r, t)
        seats[at] = s.turn
        counts[at] = answers(s, r) + count_all(s, r, scratch)
        if observations.size:
            observe(s, r, t, shows_sizes, where, observations[at])
    return taken


@compiled
def _act(s: Any, r: Any, t: Any, index: int, scratch: Any) -> None:
    seat, bare = s.turn, answers(s, r)
    if index < bare:
        track_answer(t, seat, index)
        answer(s, r, index)
    else:
        code = play_at(s, r, index - bare, scratch)
        track_play(s, t, seat, code)
        play(s, r, code)
    track_close(s, t)


@compiled
def describe(
    rules: Any, states: Any, offsets: Any, first: int, last: int, scratch: Any, actions: Any, out: Any
) -> None:
    """List the actions of tables first … last - 1 from `offsets[table]` on, and a row of `FEATURES` for each."""
    r = rules[0]
    for at in range(first, last):
        s = states[at]
        row = int(offsets[at])
        count = list_all(s, r, scratch)
        for i in range(count):
            code = int(scratch[i])
            actions[row + i] = code
            _describe(s, r, code, out[row + i])


@compiled
def _describe(s: Any, r: Any, code: int, out: Any) -> None:
    for i in range(out.size):
        out[i] = 0
    if code <= DEFER:
        out[0] = code
        out[1] = -1
        return
    held = code >> JOKERS_AT & JOKERS_MASK
    out[0] = _PLAY
    out[1] = code & 15
    out[2] = cards_in(code >> NATURALS_AT & SUITS_MASK)
    out[3] = cards_in(code >> FILLS_AT)
    for i in range(KINDS_OF_JOKER):
        out[_JOKERS + i] = BY_KIND[held, i]
    out[_JOKERS + KINDS_OF_JOKER] = size_of(code)
    if r.bombs:
        out[_JOKERS + KINDS_OF_JOKER + 1] = bomb_of(s, r, s.turn, code)
