"""Refusals of the server. Each has an HTTP status; over a socket it becomes an `error` message.

ServerError
  message.*   malformed, oversized, unexpected (nothing of the kind is possible now), version (another protocol)
  room.*      none, full, locked, closed (nobody is let in), renewed (by another invitation now), outside (choose at the
              door), started, kicked, seat_taken, empty_seats, not_ready, rated, no_bot, name
  table.*     elsewhere: it lives on another node, which the fact `node` names
  seat.*      none: the sender has no seat here
  host.only   only the host may do that
  rate.*      limited, flood
  prompt.*    stale, none
  guest.*     none, name
  ask.*       off (the room does not allow it)
  vote.*      none
  code.*      none: a one-time code that is wrong or too old
  program.*   token (no seat is opened by it), expired, revoked (the host has taken the seat back), plays (a program plays and
              does nothing else)
  record.none, page.none
  series.*    none; over: its time is up; fixed: what would change how a compared deal is played; full: too many are open, of one guest or of all
  club.*      none; full: too many members, clubs of one guest or clubs in all
  push.*      endpoint: what a browser gave to be reached by is no address of a public push service; full: too many devices in all
  review.busy   as many reviews are being computed as the server takes on
  server.*    full, restart (it is going down), error (a mistake of ours)
"""

from __future__ import annotations

from collections.abc import Mapping

from paiju.core.errors import Fact, PaijuError, RecordError

_STATUS = {
    "table.elsewhere": 307, "room.none": 404, "record.none": 404, "page.none": 404, "code.none": 404, "guest.none": 401,
    "program.token": 401, "program.expired": 403, "program.revoked": 403, "program.plays": 403,
    "room.full": 409, "room.locked": 409, "room.started": 409, "rate.limited": 429, "rate.flood": 429, "review.busy": 503,
    "room.closed": 409, "room.outside": 409, "room.renewed": 403,
    "series.none": 404, "series.over": 409, "series.fixed": 409, "series.full": 409,
    "club.none": 404, "club.full": 409, "push.full": 409,
    "host.only": 403, "room.kicked": 403, "seat.none": 403, "message.oversized": 413, "server.full": 503,
    "server.restart": 503, "server.error": 500, "serve.secret": 500, "origin.foreign": 403, "usage.game": 404,
}  # fmt: skip


class ServerError(PaijuError):
    """A message or request that is refused; nothing has changed."""

    def __init__(self, code: str, detail: str = "", facts: Mapping[str, Fact] | None = None) -> None:
        super().__init__(code, detail or code, facts)

    @property
    def status(self) -> int:
        """The HTTP status of the refusal."""
        return status_of(self)


def status_of(error: PaijuError) -> int:
    """The HTTP status of a refusal."""
    return 409 if isinstance(error, RecordError) else _STATUS.get(error.code, 400)


def elsewhere(node: str) -> ServerError:
    """The refusal of what has to be requested of another node."""
    return ServerError("table.elsewhere", f"ask node {node}", {"node": node})
