"""What the steps of a table lead to, gathered on the way down and handed back as one value."""

from __future__ import annotations

from dataclasses import dataclass, field

from paiju.server.table.audience import Frame
from paiju.server.table.thinking import Thought
from paiju.server.writes import Write


@dataclass(slots=True)
class Effects:
    """Keep the writes first, then send, then close the pages of `closes`; `thoughts` may take their time.

    `room_kept` says that the room has to be kept, `room_changed` that everybody is told of it.
    """

    writes: list[Write] = field(default_factory=list)
    sends: list[Frame] = field(default_factory=list)
    closes: list[str] = field(default_factory=list)
    thoughts: list[Thought] = field(default_factory=list)
    room_kept: bool = False
    room_changed: bool = False

    def change_room(self) -> None:
        """The room is another one now."""
        self.room_kept = self.room_changed = True

    def keep_room(self) -> None:
        """As far as anybody sees it is not."""
        self.room_kept = True

    def take_change(self) -> tuple[bool, bool]:
        """Whether it has to be kept, and whether everybody is told, since this was asked last."""
        asked = self.room_kept, self.room_changed
        self.room_kept = self.room_changed = False
        return asked
