"""What leaves the server about a deal: views, events and prompts as JSON, built by allow-list.

Views come from the law's `view`, which already knows what a seat may know; here they only change their form.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from paiju.core.game import Event, Game
from paiju.games.baohuang import suits as baohuang_suits
from paiju.games.baohuang.options import BaohuangOptions
from paiju.games.baohuang.suits import Suits
from paiju.games.baohuang.viewing import View as BaohuangView
from paiju.games.paohuzi.viewing import View as PaohuziView
from paiju.server.wire import baohuang, paohuzi
from paiju.server.wire.moves import prompt_json
from paiju.server.wire.tricks import Tricks

__all__ = [
    "Suits",
    "Tricks",
    "dressed",
    "event_json",
    "events_json",
    "prompt_json",
    "suits_of",
    "veil_json",
    "view_json",
]

Json = dict[str, Any]


def suits_of(options: Any, seed: bytes) -> Suits | None:
    """The suits that the cards of a deal show, before it begins; None where the rules leave nothing to add."""
    return baohuang_suits.suits_of(options, seed) if isinstance(options, BaohuangOptions) else None


def dressed(
    suits: Suits | None, state: Any, events: Sequence[Event]
) -> tuple[Suits | None, tuple[Event, ...]]:
    """The suits after `events`, which led to `state`, and the events with what their cards show."""
    return (None, tuple(events)) if suits is None else suits.after(state, events)


def view_json(
    view: BaohuangView | PaohuziView, *, counter: bool, deal: int = 1,
    suits: Suits | None = None, past: Tricks | None = None,
) -> Json:  # fmt: skip
    """A view of either game as plain JSON, as `forms_baohuang` and `forms_paohuzi` describe it.

    `counter` adds the cards not seen yet, where the room allows that help; `deal` is the number of the deal
    in its match, from 1; of `suits` the viewer gets what he sees. `past` has the tricks that were made before.
    """
    if isinstance(view, BaohuangView):
        faces = None if suits is None else suits.seen(view)
        return dict(baohuang.view_json(view, counter=counter, deal=deal, faces=faces, past=past))
    return dict(paohuzi.view_json(view, counter=counter, deal=deal))


def veil_json(view: BaohuangView, *, deal: int) -> Json:
    """What a seat sees of a hidden drawing, whatever has been drawn (BH A18-64)."""
    return dict(baohuang.hidden_draw(view, deal))


def event_json(game: Game, options: Any, event: Event, viewer: int | None) -> Json:
    """An event as `viewer` may know it: its kind under `event`, then its facts, cards in notation."""
    return {key: _plain(value) for key, value in game.event_json(options, event.seen_by(viewer)).items()}


def events_json(game: Game, options: Any, events: Iterable[Event], viewer: int | None) -> list[Json]:
    """Events in order, as `viewer` may know them."""
    return [event_json(game, options, event, viewer) for event in events]


def _plain(value: Any) -> Any:
    """The value as JSON writes it: tuples become lists, mappings dictionaries, enums their text."""
    if isinstance(value, Mapping):
        return {str(key): _plain(inner) for key, inner in value.items()}
    if isinstance(value, (tuple, list)):
        return [_plain(inner) for inner in value]
    return str(value) if isinstance(value, str) else value
