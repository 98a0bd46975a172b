"""What is kept of a deal while it is played: every action in the record, and in the store before anybody hears of it."""

from __future__ import annotations

import json
from typing import Any

from paiju.core.authority import Authority, decisions_of
from paiju.core.document import TRAIL_DIGITS, DealRecord
from paiju.core.game import Moment
from paiju.core.signals import Signal
from paiju.server.table.company import Company
from paiju.server.table.passes import Postponed
from paiju.server.writes import EndDeal, PutAction, PutSignal


def ends(room: str, number: int, deal: DealRecord) -> tuple[EndDeal, ...]:
    """What keeps the end of a deal, if it is over: after an action, or as it was dealt (PZ M22)."""
    if deal.result is None:
        return ()
    return (EndDeal(room, number, str(deal.events), json.dumps(deal.result)),)


class Ledger:
    """The last deal of a record, which has a `number` at its table."""

    def __init__(self, company: Company, authority: Authority, number: int) -> None:
        self._company = company
        self._authority = authority
        self.number = number
        self.stood: list[int] = []
        """The actions that a bot took, or that were taken since time was up."""

    @property
    def actions(self) -> int:
        """How many actions the deal has by now."""
        return len(self._authority.record.deals[-1].actions)

    def seed_for(self, seat: int) -> int:
        """A seed for the next decision of a seat, if a bot takes it."""
        return self._company.room.seed_for(f"{self.number} {seat} {self._decisions(seat)}")

    def act(
        self, state: Any, seat: int, action: Any, prompt: str | None = None, *, stood: bool = False
    ) -> tuple[Moment, ...]:
        """The moments that an action leads to; a person answers a `prompt` with it, or something else has `stood` in for him. With the last one the deal's end is kept, which is shown later.

        Raises:
            RuleError: the law's refusal; nothing has changed.
        """
        moments = self._authority.act(state, seat, action)
        deal, room = self._authority.record.deals[-1], self._company.room.table
        if stood:
            self.stood.append(len(deal.actions) - 1)
        digits = deal.trail[-TRAIL_DIGITS:]
        self._company.write(
            PutAction(
                room, self.number, len(deal.actions) - 1, seat, deal.actions[-1][1], digits, prompt, stood
            )
        )
        self._company.write(*ends(room, self.number, deal))
        return moments

    def postpone(self, seat: int, prompt: str, text: str) -> None:
        """Keep an answer that is carried out later; nobody is told."""
        self._company.room.postpone(Postponed(seat, self._decisions(seat), prompt, text))
        self._company.keep_room()

    def postponed(self, seat: int) -> Postponed | None:
        """The answer of a seat that is kept and not carried out yet."""
        decisions = self._decisions(seat)
        kept = self._company.room.postponed
        return next((one for one in kept if (one.seat, one.nth) == (seat, decisions)), None)

    def _decisions(self, seat: int) -> int:
        return decisions_of(self._authority.record, seat)

    def stood_for(self, seat: int) -> list[int]:
        """Those of them that were a seat's."""
        actions = self._authority.record.deals[-1].actions
        return [at for at in self.stood if actions[at][0] == seat]

    def signal(self, state: Any, seat: int, text: str) -> None:
        """Keep what a seat says about its play.

        Raises:
            RuleError: as `Signals.say`; nothing has changed.
        """
        said = self._authority.signal(state, seat, text)
        index = len(self._authority.record.deals[-1].signals) - 1
        self._company.write(PutSignal(self._company.room.table, self.number, index, *said))

    def standing(self, state: Any) -> tuple[Signal, ...]:
        """What was said about the play that stands in a state."""
        return self._authority.recorder.signals.standing(state)

    def sayable(self, state: Any, seat: int | None) -> tuple[str, ...]:
        """The signals that a seat may say about its play in a state."""
        return () if seat is None else self._authority.recorder.signals.sayable(state, seat)
