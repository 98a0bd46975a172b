"""What a process of the reviews does: some pieces of one deal's review, as many as fit into a slice of time.

A deal under review is kept in the process for its next slice; where that process has gone, another begins it anew and
goes on from the same piece. Where the slices lie changes nothing of what is found.
"""

from __future__ import annotations

import time
from functools import lru_cache
from typing import Any, NamedTuple

import paiju
from paiju.analysis.review import STANDARD, DealReview, deal_review
from paiju.core.errors import PaijuError
from paiju.core.reading import loads
from paiju.server.errors import ServerError

Json = dict[str, Any]
DEPTH = STANDARD
_KEPT = 4


class Wanted(NamedTuple):
    """A deal of a record, from 1, as one seat played it; `record` is where the document is kept."""

    document: str
    deal: int
    seat: int
    record: str = ""


class Found(NamedTuple):
    """What a slice found: pieces done and in all, the decisions judged in it, and the whole once it is done.

    `refused` is the code and facts of what stood against it.
    """

    done: int = 0
    of: int = 0
    decisions: tuple[Json, ...] = ()
    deal: Json | None = None
    refused: tuple[str, Json] | None = None


def review_on(wanted: Wanted, done: int, seconds: float) -> Found:
    """Go on with a review of which so many pieces are done, for so long, one piece at least.

    Pieces are the seat's decisions, then the deal's actions, then what sums them up.
    """
    until = time.monotonic() + seconds
    try:
        return _slice(opened(wanted), wanted, done, until)
    except PaijuError as error:
        return Found(refused=(error.code, dict(error.facts)))


def opened(wanted: Wanted) -> DealReview:
    """The deal, ready to be reviewed.

    Raises:
        ServerError: page.none, for a deal or seat that is not there.
        PaijuError: as `deal_review`.
    """
    deal = _opened(wanted.document, wanted.deal)
    if wanted.seat >= deal.seats:
        raise ServerError("page.none", "no such seat")
    return deal


@lru_cache(_KEPT)
def _opened(document: str, deal: int) -> DealReview:
    record = loads(document.encode())
    if not 1 <= deal <= len(record.deals):
        raise ServerError("page.none", "no such deal")
    return deal_review(paiju.load(record.game), record, deal - 1, DEPTH)


def _slice(deal: DealReview, wanted: Wanted, done: int, until: float) -> Found:
    choices = deal.choices([wanted.seat])
    of = len(choices) + deal.actions + 1
    decisions: list[Json] = []
    while done < of - 1:
        if done < len(choices):
            decisions.append(deal.judge(choices[done]).to_json())
        else:
            deal.value(done - len(choices) + 1)
        done += 1
        if time.monotonic() >= until:
            return Found(done, of, tuple(decisions))
    return Found(of, of, tuple(decisions), _summed(deal, wanted.seat))


def _summed(deal: DealReview, seat: int) -> Json:
    told = deal.reviewed(seat, ()).to_json()
    return {**{name: told[name] for name in ("result", "void", "parts", "curve")}, "table": dict(deal.told())}
