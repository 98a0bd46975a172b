"""Signed records to be tampered with."""

from __future__ import annotations

import random
from functools import cache

from paiju.core import rng as fair
from paiju.core.document import REFUSED, Failed, Origin, dumps
from paiju.core.match import Match
from paiju.core.record import Record, Recorder
from paiju.core.rng import commitment
from paiju.games.baohuang import GAME
from paiju.games.paohuzi import GAME as TILES
from paiju.signatures import Key
from tests.rules.builders import options

KEY = Key.of("11" * 32)
SHORT = options(
    abdication_full_circle="original_loses", guard_by="marked_black", tribute_mode="off", declarations="off"
)
"""Rules under which five abdications make a whole deal."""


def refusal(recorder: Recorder, seat: int, rng: random.Random) -> Failed:
    """A shuffle that `seat` did not go through with."""
    secret = rng.randbytes(32)
    promised = commitment(secret)
    nonces = [rng.randbytes(16) for _ in recorder.record.seats]
    shares = fair.shares_of(fair.opening_of(recorder.link, promised), nonces)
    nonces[seat] = b""
    return Failed(
        REFUSED, promised.hex(), [one.hex() for one in shares], [one.hex() for one in nonces], secret.hex()
    )


def signed(record: Record, key: Key = KEY) -> str:
    """The document of a record under a signature."""
    record.signature = key.sign(record.statement)
    return dumps(record)


@cache
def abdications() -> str:
    """Three short deals of Bao Huang; before the second one somebody refused, and the third was begun twice."""
    rng = random.Random(1)
    names = ["甲", "Bea", "c", "d", "e"]
    draw = random.Random(3).randbytes
    recorder = Recorder(GAME, SHORT, names, Origin.of(names, lambda size: draw(size).hex(), key=KEY.public))
    match = Match.start(GAME, SHORT)
    for number in range(3):
        if number == 1:
            recorder.fail(refusal(recorder, 2, rng))
        nonces = [rng.randbytes(16), b"", b"" if number == 1 else rng.randbytes(16), rng.randbytes(8), b""]
        if number == 2:
            recorder.begin(rng.randbytes(32), nonces, match.carry)
            recorder.drop()
        state = recorder.begin(rng.randbytes(32), nonces, match.carry)[-1].state
        while state.queue:
            state = recorder.act(state, state.turn, GAME.legal_actions(state, state.turn)[-1])[-1].state
        match = match.after(state)
    recorder.record.over = True
    return signed(recorder.record)


@cache
def tiles() -> str:
    """Two deals of Paohuzi, with all that happens in them."""
    rng, rules = random.Random(2), TILES.options({})
    names, draw = ["A", "B", "C"], random.Random(4).randbytes
    origin = Origin.of(names, lambda size: draw(size).hex(), key=KEY.public, after="ef" * 32)
    recorder = Recorder(TILES, rules, names, origin)
    recorder.record.redact(1)
    match = Match.start(TILES, rules)
    for _ in range(2):
        state = recorder.begin(rng.randbytes(32), [rng.randbytes(16), b"", rng.randbytes(16)], match.carry)[
            -1
        ].state
        while actors := TILES.actors(state):
            state = recorder.act(state, actors[0], rng.choice(TILES.legal_actions(state, actors[0])))[
                -1
            ].state
        match = match.after(state)
    recorder.fail(refusal(recorder, 0, rng))
    return signed(recorder.record)
