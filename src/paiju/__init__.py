"""paiju 牌局: the rules of Bao Huang and Paohuzi as a library.

These names are the public interface. Each change to it is noted in the changelog, and a name to be removed warns for one
minor version first. So it is with `paiju.analysis.best`, `paiju.client.play`, `paiju.bots.base.maker`, and the environments, which need
more packages: `SeatEnv` and `KernelVectorEnv` of `paiju.envs.gymnasium_env`, `env` and `parallel_env` of `paiju.envs.pettingzoo_env`,
`paiju.envs.batch.BatchEnv` and `paiju.envs.sb3_env.TablesVecEnv`. Everything else may be used, but may move without notice.

>>> import paiju
>>> paiju.available()
('baohuang', 'paohuzi')
>>> game = paiju.load("paohuzi")
>>> state = game.deal(game.options({"preset": "akagiri"}), bytes(32))
>>> game.actors(state)
(1,)
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from paiju.core.errors import (
    LayoutError,
    NotationError,
    OptionError,
    PaijuError,
    PositionError,
    RecordError,
    RuleError,
    UsageError,
)
from paiju.games.registry import available, load

if TYPE_CHECKING:
    from paiju.analysis.paohuzi.hands import evaluate_hand
    from paiju.bots.base import Bot
    from paiju.core.document import Record, dumps
    from paiju.core.game import Game, Position
    from paiju.core.match import Match
    from paiju.core.reading import read as read_record
    from paiju.core.record import Recorder, Step, replay
    from paiju.games.positions import position, read_positions
    from paiju.locales.leaflet import rule_text
    from paiju.wire.notebooks import columns, parquet, picture, table

__version__ = "0.3.0"
__all__ = [
    "Bot",
    "Game",
    "LayoutError",
    "Match",
    "NotationError",
    "OptionError",
    "PaijuError",
    "Position",
    "PositionError",
    "Record",
    "RecordError",
    "Recorder",
    "RuleError",
    "Step",
    "UsageError",
    "available",
    "columns",
    "dumps",
    "evaluate_hand",
    "load",
    "parquet",
    "picture",
    "position",
    "read_positions",
    "read_record",
    "replay",
    "rule_text",
    "table",
]

# Loaded on first use, so that `import paiju` stays light.
_PLACES = {
    "Bot": "paiju.bots.base:Bot",
    "Game": "paiju.core.game:Game",
    "Match": "paiju.core.match:Match",
    "Position": "paiju.core.game:Position",
    "Record": "paiju.core.document:Record",
    "Recorder": "paiju.core.record:Recorder",
    "Step": "paiju.core.record:Step",
    "evaluate_hand": "paiju.analysis.paohuzi.hands:evaluate_hand",
    "rule_text": "paiju.locales.leaflet:rule_text",
    "columns": "paiju.wire.notebooks:columns",
    "parquet": "paiju.wire.notebooks:parquet",
    "picture": "paiju.wire.notebooks:picture",
    "table": "paiju.wire.notebooks:table",
    "dumps": "paiju.core.document:dumps",
    "position": "paiju.games.positions:position",
    "read_positions": "paiju.games.positions:read_positions",
    "read_record": "paiju.core.reading:read",
    "replay": "paiju.core.record:replay",
}


if not TYPE_CHECKING:  # a checker knows the names above, and finds others that are misspelt

    def __getattr__(name: str) -> Any:
        if name not in _PLACES:
            raise AttributeError(f"module 'paiju' has no attribute {name!r}")
        module, _, inner = _PLACES[name].partition(":")
        return getattr(import_module(module), inner)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
