"""What one message of `events` adds to what a page shows: events, fields of the view, ends of its lists."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Raw

from paiju.server.protocol import Sent


class Piece(msgspec.Struct, omit_defaults=True):
    """The fields of `events` as packed JSON: few objects, small, and written out as they are."""

    events: list[Raw] = msgspec.field(name="list")
    view: dict[str, Raw]
    more: dict[str, list[Raw]] = {}

    @property
    def is_whole(self) -> bool:
        """Whether it brings all of a view, and not what changed in one."""
        return "game" in self.view


_ENCODER = msgspec.json.Encoder()
_DECODER = msgspec.json.Decoder(Piece)
_LIST: msgspec.json.Decoder[list[Raw]] = msgspec.json.Decoder(list[Raw])


def packed(value: Any) -> Raw:
    """A value as JSON that is written out as it is."""
    return Raw(_ENCODER.encode(value))


def piece_of(old: Sent | None, new: Sent, events: list[Raw]) -> bytes | None:
    """What a page that shows the view `old` needs to show `new` after `events`; None if that is nothing.

    Of a list that grew it needs the end. It needs all fields where one has gone, or another deal has begun.
    """
    if old is None or old["deal"] != new["deal"] or not old.keys() <= new.keys():
        return _ENCODER.encode({"list": events, "view": new})
    changed = {name: value for name, value in new.items() if name not in old or old[name] != value}
    if not changed and not events:
        return None
    more = {
        name: changed.pop(name)[len(old[name]) :] for name in new if _grows(old.get(name), changed.get(name))
    }
    return _ENCODER.encode({"list": events, "view": changed, **({"more": more} if more else {})})


def _grows(old: Any, new: Any) -> bool:
    return isinstance(old, list) and isinstance(new, list) and bool(old) and new[: len(old)] == old


def unpacked(text: bytes) -> Piece:
    """The piece that `piece_of` packed; its events do not hold on to the text."""
    piece = _DECODER.decode(text)
    piece.events = [event.copy() for event in piece.events]
    return piece


def joined(one: Piece, other: Piece) -> Piece:
    """Two pieces as one; what belongs to the deal before `other` is left out."""
    if other.is_whole:
        return other
    view = {**one.view, **other.view}
    more = {name: added for name, added in one.more.items() if name not in other.view}
    for name, added in other.more.items():
        if name in view:
            view[name] = packed([*_LIST.decode(view[name]), *added])
        else:
            more[name] = [*more.get(name, ()), *added]
    return Piece([*one.events, *other.events], view, more)
