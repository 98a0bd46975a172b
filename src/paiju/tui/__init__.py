"""The game in a terminal: `play_match`, `replay_record` and `show_position`, which the command line calls.

- `session`: a match against bots, from the first deal to the end, and its questions; `saving`: its file.
- `replay`: a record step by step, and single positions.
- `plain`: the face of any game; `baohuang`, `paohuzi`: those of the games here.
- `screen`: lines, rows and columns.
"""

from __future__ import annotations

from paiju.tui.replay import replay_record, show_position
from paiju.tui.saving import saved_game
from paiju.tui.session import choose_game, play_match

__all__ = ["choose_game", "play_match", "replay_record", "saved_game", "show_position"]
