"""paiju 牌局: the rules of Bao Huang and Paohuzi as a library.

What stands here is the public surface: it changes with a note in the changes only, and a name that goes warns for one
minor version before. All else may be used, and may move.

>>> import paiju
>>> paiju.available()
('baohuang', 'paohuzi')
>>> game = paiju.load("paohuzi")
>>> state = game.deal(game.options({"preset": "akagiri"}), bytes(32))
>>> game.actors(state)
(1,)
"""

from __future__ import annotations

from paiju.core.document import Record, dumps
from paiju.core.errors import (
    LayoutError,
    NotationError,
    OptionError,
    PaijuError,
    RecordError,
    RuleError,
    UsageError,
)
from paiju.core.match import Match
from paiju.core.reading import read as read_record
from paiju.core.record import Recorder, Step, replay
from paiju.games.registry import available, load

__version__ = "0.2.0"
__all__ = [
    "LayoutError",
    "Match",
    "NotationError",
    "OptionError",
    "PaijuError",
    "Record",
    "RecordError",
    "Recorder",
    "RuleError",
    "Step",
    "UsageError",
    "available",
    "dumps",
    "load",
    "read_record",
    "replay",
]
