"""The course of a match: the deals before, the one that is played, and what has come for the next shuffle."""

from __future__ import annotations

from paiju import wire
from paiju.core.game import Moment
from paiju.core.match import Match
from paiju.core.record import Recorder
from paiju.server.table.answers import Answers
from paiju.server.table.company import Company
from paiju.server.table.haste import Haste
from paiju.server.table.passes import Passes
from paiju.server.table.room import PLAYING
from paiju.server.table.running import Running
from paiju.signatures import Key


class Shuffle:
    """What has come for the next shuffle, by seat; of the moment, and not kept."""

    def __init__(self) -> None:
        self.shares: dict[int, bytes] = {}
        self.nonces: dict[int, bytes] = {}

    def clear(self) -> None:
        """Forget all of it."""
        self.shares.clear()
        self.nonces.clear()


class Course:
    """The match of a company; `key` signs its record.

    `deals_before` stand in earlier records. `next_at` is when the next deal begins by itself, or when its shuffle does
    not wait any longer. `running` remains after its end, to be seen, until the next deal begins.
    """

    def __init__(self, company: Company, key: Key | None) -> None:
        self.company = company
        self.room = company.room
        self.key = key
        self.match = Match.start(self.room.game, self.room.options)
        self.recorder: Recorder | None = None
        self.running: Running | None = None
        self.deals_before = 0
        self.next_at: int | None = None
        self.shuffle = Shuffle()
        self.haste = Haste(self.room)
        self.answers = Answers()
        self._passes = Passes()

    def room_changed(self) -> None:
        """As that of the company."""
        self.company.room_changed()

    def new_options(self) -> None:
        """The options have changed before the match: it will be another one."""
        self.match = Match.start(self.room.game, self.room.options)

    def new_deal(self) -> None:
        """Forget what was said of the deal before."""
        self.shuffle.clear()
        self.answers.clear()
        self.haste.new_deal()
        self.company.audience.new_deal()

    def lay_out(self, moment: Moment, number: int, dress: wire.Dress | None) -> Running:
        """A deal on the table, as far as `moment`; nothing of it is shown yet."""
        assert self.recorder is not None
        self.running = Running(
            self.company, self.recorder, moment, number, dress,
            haste=self.haste, passes=self._passes, answers=self.answers,
        )  # fmt: skip
        return self.running

    @property
    def next_number(self) -> int:
        """The number of the deal that comes next."""
        return self.deals_before + (len(self.recorder.record.deals) if self.recorder else 0) + 1

    @property
    def deal_number(self) -> int:
        """The number of the running deal, or of the one that comes next."""
        return self.next_number - (self.running is not None)

    @property
    def is_ending(self) -> bool:
        """Whether the last card of a deal has been played, which only remains to be shown."""
        running = self.running
        return running is not None and self.room.stage == PLAYING and not self.room.game.actors(running.state)

    def clear_felt(self) -> None:
        """Take away all that is seen of a deal."""
        if self.running is not None:
            self.running.stop()
        self.running = None
        self.company.audience.new_deal()
        self.company.gallery.clear()

    def thaw(self, now: int) -> bool:
        """Let time go on, if it stood still and there is no reason any more; whether it does."""
        if not self.company.standstill.stands or self.company.must_stand:
            return False
        by = self.company.standstill.end(now)
        if self.running is not None:
            self.running.shift(by)
        if self.next_at is not None:
            self.next_at += by
        return True
