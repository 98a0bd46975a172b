"""A Bao Huang table where everything lies open."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any


def opened(view: Mapping[str, Any], seen: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """All hands, and once there is an emperor all roles; while a drawing stops for somebody else, the others are without a hand (BH A18-64)."""
    fields: dict[str, Any] = {"hands": [one.get("hand") or [] for one in seen]}
    faces = [one.get("hand_faces") for one in seen]
    if any(own is not None for own in faces):
        fields["hands_faces"] = [own or [] for own in faces]
    if view.get("emperor") is not None:
        fields["roles"] = [one["roles"][seat] for seat, one in enumerate(seen)]
        fields["alone"] = seen[view["emperor"]]["alone"]
    return fields
