"""A record as a picture book: every moment of a deal as one seat saw it, or with all hands open."""

from __future__ import annotations

from typing import Any

import paiju
from paiju.core.errors import RecordError
from paiju.core.game import Game
from paiju.core.reading import loads
from paiju.core.record import Record, Step, options_of, replay_deal
from paiju.locales import Texts, leaflet
from paiju.server.errors import ServerError
from paiju.server.wire import events_json, view_json

Json = dict[str, Any]


def replay_json(document: str, number: int, viewer: int | None, lang: str) -> Json:
    """The steps of deal `number` (from 1) as `viewer` saw them; None shows all hands and roles.

    Raises:
        ServerError: page.none, for a deal or seat that the record does not have.
        RecordError: if the record cannot be replayed.
    """
    record = loads(document.encode())
    game = paiju.load(record.game)
    options = options_of(game, record)
    over = [deal for deal in record.deals if deal.result is not None and deal.secret is not None]
    if not 1 <= number <= len(record.deals) or not (viewer is None or 0 <= viewer < len(record.seats)):
        raise ServerError("page.none", "no such deal or seat")
    if record.deals[number - 1] not in over:
        raise RecordError("record.sealed", f"deal {number}: not over yet", {"deal": number})
    steps = replay_deal(game, options, record, number - 1)
    return {
        "game": record.game,
        "options": record.options,
        "options_line": leaflet.differences(options, Texts(lang)),
        "names": record.seats,
        "deals": len(over),
        "deal": number,
        "viewer": viewer,
        "returns": _returns(record),
        "steps": [_step(game, options, step, viewer, number) for step in steps],
    }


def _returns(record: Record) -> list[list[int] | None]:
    """Points by deal and seat; None for a void or unfinished deal."""
    return [
        None if deal.result is None or deal.result["void"] else list(deal.result["returns"])
        for deal in record.deals
    ]


def _step(game: Game, options: Any, step: Step, viewer: int | None, number: int) -> Json:
    seat, text = step.action or (None, None)
    return {
        "actor": seat,
        "action": text,
        "events": events_json(game, options, step.events, viewer),
        "view": _view(game, options, step.state, viewer, number),
    }


def _view(game: Game, options: Any, state: Any, viewer: int | None, number: int) -> Json:
    view = view_json(game.view(state, viewer), counter=False, deal=number)
    if viewer is None:
        seats = int(getattr(options, "seats", game.seats))
        seen = [view_json(game.view(state, seat), counter=False, deal=number) for seat in range(seats)]
        # While a drawing stops for somebody else, the others' views are without a hand (BH A18-64).
        view["hands"] = [one.get("hand") or [] for one in seen]
        if view.get("emperor") is not None:
            view["roles"] = [one["roles"][seat] for seat, one in enumerate(seen)]
            view["alone"] = seen[view["emperor"]]["alone"]
    return view
