"""Records of simulated deals."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from paiju.arena.simulate import Played
from paiju.core.files import write_whole
from paiju.core.game import Game
from paiju.core.record import Recorder, dumps


def record_text(game: Game, options: Any, played: Played) -> str:
    """The record of one simulated deal, its carry included."""
    recorder = Recorder(game, options, played.names)
    state = recorder.begin(played.secret, [b""] * len(played.names), played.opening_carry)[-1].state
    for seat, text in played.actions:
        state = recorder.act(state, seat, game.parse_action(state, seat, text))[-1].state
    return dumps(recorder.record)


def write_record(game: Game, options: Any, played: Played, folder: Path) -> None:
    """Write the record of one deal into `folder`, named by its index."""
    write_whole(folder / f"{played.index:07d}.json", record_text(game, options, played).encode())
