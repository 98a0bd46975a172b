"""Counts of legal actions, frozen: `python -m tests.perft.make` writes them again, `test_perft` compares.

From a start, every action of a question leads to the next ones. Where there are more than `LIMIT`
of these at one depth, evenly spaced ones are followed. A line holds the depth, the questions followed,
all actions they offer (counted even where they are too many to be listed), and a digest of the
questions with their actions.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from paiju.core.rng import seed_of
from paiju.games.baohuang import GAME
from paiju.games.baohuang.actions import Action
from paiju.games.baohuang.phases.dealing import opens
from paiju.games.baohuang.state import Carry, Phase, Role, State, Winner

HERE = Path(__file__).parent
LIMIT = 40
DEPTH = 4
_MOST_TEXTS = 200

CARRY = Carry(
    3,
    (Role.COMMONER, Role.GUARD, Role.COMMONER, Role.EMPEROR, Role.COMMONER),
    (4, 1, 5, 2, 3),
    Winner.EMPEROR,
)


def deal(preset: str, number: int) -> State:
    seed = seed_of(f"perft {preset} {number}".encode(), ())
    options = GAME.options({"preset": preset})
    return GAME.deal(options, seed, replace(CARRY, opened=opens(options)))


def first_lead(preset: str) -> State:
    """The first lead of the first deal that comes to one when everybody gives the default answer."""
    for number in range(100):
        state = deal(preset, number)
        while state.phase not in (Phase.PLAY, Phase.OVER):
            (seat,) = GAME.actors(state)
            state, _ = GAME.apply(state, seat, GAME.legal_actions(state, seat)[0])
        if state.phase is Phase.PLAY:
            return state
    raise AssertionError(preset)


def spread(count: int, most: int) -> list[int]:
    """Up to `most` numbers below `count`, evenly spaced."""
    return sorted({i * count // most for i in range(most)}) if count > most else list(range(count))


def counts(state: State) -> Iterator[str]:
    """One line for each depth."""
    level = [state]
    for depth in range(1, DEPTH + 1):
        actors = [(s, GAME.actors(s)[0]) for s in level if s.phase is not Phase.OVER]
        offers = [(s, seat, GAME.legal_actions(s, seat)) for s, seat in actors]
        total = sum(len(legal) for _, _, legal in offers)
        digest = hashlib.sha256("\n".join(text(*offer) for offer in offers).encode()).hexdigest()
        yield f"depth {depth}: questions {len(offers)}, actions {total}, digest {digest[:12]}"
        branches = [(s, seat, legal[i]) for s, seat, legal in offers for i in spread(len(legal), LIMIT)]
        level = [GAME.apply(*branches[i])[0] for i in spread(len(branches), LIMIT)]


def text(state: State, seat: int, legal: Sequence[Action]) -> str:
    actions = "; ".join(GAME.action_text(state, legal[i]) for i in spread(len(legal), _MOST_TEXTS))
    return f"{state.phase} {seat}: {actions}"


def table(preset: str) -> str:
    lines = [f"preset {preset}", f"options {GAME.options({'preset': preset}).digest()}"]
    lines += ["", "start of a second deal", *counts(deal(preset, 0))]
    lines += ["", "first lead", *counts(first_lead(preset))]
    return "\n".join(lines) + "\n"


def path(preset: str) -> Path:
    return HERE / f"{preset}.txt"


def main() -> None:
    for preset in GAME.presets():
        path(preset).write_text(table(preset), encoding="utf-8")


if __name__ == "__main__":
    main()
