"""What a deal came to for the people in it, for their own lists."""

from __future__ import annotations

import json

from paiju.arena.pack import OUT, pack_of
from paiju.server.table.course import Course
from paiju.server.writes import Outcome

People = tuple[tuple[int, str | None], ...]


def outcomes(course: Course, people: People) -> tuple[Outcome, ...]:
    """Role, place and points of the people, by the deal that has just ended; nothing of a void one."""
    room, running, recorder = course.room, course.running, course.recorder
    if running is None or recorder is None or room.game.is_void(running.state):
        return ()
    returns = room.game.returns(running.state)
    roles, places, _ = pack_of(room.game.name).outcome(running.state, returns)
    number, digest = len(recorder.record.deals), room.options.digest()
    return tuple(
        Outcome(
            number, seat, guest, digest, roles[seat], places[seat] if places else 0, returns[seat],
            json.dumps(running.ledger.stood_for(seat)),
        )
        for seat, guest in people
        if guest and roles[seat] != OUT
    )  # fmt: skip
