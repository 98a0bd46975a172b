"""The leaflet of Bao Huang."""

from __future__ import annotations

from paiju.locales.pack import Pack

PACK = Pack(
    {
        "deal": ("cards", "dealing"),
        "roles": ("roles",),
        "transfers": ("transfers",),
        "declarations": ("declarations",),
        "play": ("plays", "beating", "tricks"),
        "lowest_last": (),
        "bombs": (),
        "score": ("ending", "scoring"),
        "match": ("match",),
        "table": (),
    }
)
