"""A match that ends before its time: the finished deals count, the one that was broken off does not."""

from __future__ import annotations

from paiju.server.table import duplicates, matching, rating
from paiju.server.table.course import Course
from paiju.server.table.room import WAITING


def dissolve(course: Course) -> None:
    """End the match here, for good."""
    room = course.room
    matching.drop_deal(course)
    waiting = room.stage == WAITING
    room.dissolve()
    if room.duplicate is not None:
        duplicates.end(course, None)
    course.wait_until(None)
    if course.recorder is not None:
        matching.keep_record(course)
    course.company.write(*rating.of_match(room, course.match))
    course.clear_felt()
    if waiting:
        for stream in course.company.audience.everybody():
            course.company.farewell(stream.guest, "room.dissolved")
