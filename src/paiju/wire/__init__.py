"""The data of a deal that leaves the server: views, events and prompts as JSON, built by allow-list.

Views come from `view` of the rules, which already knows what a seat may know; here they only change their form.

| module | holds |
|---|---|
| `baohuang`, `paohuzi`, `plain` | each field of a game's view, and how it is filled |
| `lines` | messages as lines, and programs that read and write them |
| `pictures` | positions as images, put together from prepared pieces |
| `notebooks` | pictures for notebooks, and records as columns |
| `pack` | what a game adds |
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Annotated, Any, TypedDict

from paiju.core.game import Event, Game
from paiju.core.signals import Signal
from paiju.wire.pack import Details, Pick, SuitFaces, pack_of, plain_json

__all__ = [
    "SuitFaces",
    "event_json",
    "events_json",
    "open_json",
    "past_of",
    "prompt_json",
    "suit_faces",
    "veil_json",
    "view_json",
    "with_suit_faces",
]

Json = dict[str, Any]


def suit_faces(options: Any, seed: bytes) -> SuitFaces | None:
    """The suits that the cards of a deal show, before it begins; None where the rules have suits."""
    return pack_of(options.game).suits(options, seed)


def with_suit_faces(
    suits: SuitFaces | None, state: Any, events: Sequence[Event]
) -> tuple[SuitFaces | None, tuple[Event, ...]]:
    """The suit faces after `events`, which led to `state`, and the events with what their cards show."""
    return (None, tuple(events)) if suits is None else suits.after(state, events)


def past_of(game: str) -> Any:
    """A cache for the views of one deal."""
    return pack_of(game).past()


def view_json(
    view: Any, *, counter: bool, deal: int = 1, suits: SuitFaces | None = None, past: Any = None,
    signals: Sequence[Signal] = (), sayable: Sequence[str] = (),
) -> Json:  # fmt: skip
    """A view as plain JSON, as the `typed` dictionaries of its game describe it.

    `counter` adds the cards not seen yet, where the room allows that help; `deal` is the number of the deal
    in its match, from 1; of `suits` the viewer gets what they see. `past` comes from `past_of`. `signals` are what was said about the play
    on top, `sayable` those that the viewer may say now; games that know signals have a place for both.
    """
    faces = None if suits is None else suits.seen(view)
    form = pack_of(view.options.game).view_json
    made = dict(form(view, counter=counter, deal=deal, faces=faces, past=past))
    if signals:
        made["signals"] = [{"seat": signal.seat, "signal": signal.text} for signal in signals]
    if sayable:
        made["sayable"] = list(sayable)
    return made


def veil_json(view: Any, *, deal: int) -> Json:
    """A seat's view of a hidden draw, the same whatever has been drawn."""
    veil = pack_of(view.options.game).veil_json
    assert veil is not None, "a drawing is hidden only where there is something to hide"
    return dict(veil(view, deal))


def open_json(view: Json, seen: Sequence[Json]) -> Json:
    """The view of a spectator to whom everything is laid open; `seen` are those of the seats at the same moment."""
    return {**view, **pack_of(view["game"]).opened(view, seen)}


def event_json(game: Game, options: Any, event: Event, viewer: int | None) -> Json:
    """An event as `viewer` may know it: its kind under `event`, then its facts, cards in notation."""
    return {key: plain_json(value) for key, value in game.event_json(options, event.seen_by(viewer)).items()}


def events_json(game: Game, options: Any, events: Iterable[Event], viewer: int | None) -> list[Json]:
    """Events in order, as `viewer` may know them."""
    return [event_json(game, options, event, viewer) for event in events]


# --- a question to a seat: the browser lays no rule over it, and an action that is not listed is not offered

MOST_LISTED = 400
"""The longest list of card choices that is written out; longer ones become a `Pick`."""


class Prompt(TypedDict):
    """The question to a seat."""

    actions: Annotated[list[str], "every offered action in notation; empty where `pick` asks for cards"]
    pick: Pick | None
    default: Annotated[str, "the action taken when time is up"]
    details: Details


def prompt_json(game: Game, state: Any, seat: int, actions: Sequence[Any] | None = None) -> Prompt:
    """The question to `seat`, which must be one to act; `actions` are its legal ones if they are at hand."""
    offered = game.legal_actions(state, seat) if actions is None else actions
    default = game.action_text(state, offered[0])
    pack = pack_of(game.name)
    if len(offered) > MOST_LISTED and (pick := pack.pick(state, seat, offered)):
        return {"actions": [], "pick": pick, "default": default, "details": {}}
    return {
        "actions": [game.action_text(state, action) for action in offered],
        "pick": None,
        "default": default,
        "details": pack.details(state, seat, offered),
    }
