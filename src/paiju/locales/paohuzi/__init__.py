"""The leaflet of Paohuzi."""

from __future__ import annotations

from paiju.locales.pack import Pack

PACK = Pack(
    {
        "deal": ("cards", "dealing"),
        "play": ("sets", "turns", "claims"),
        "winning": ("winning",),
        "score": ("scoring",),
        "match": ("match",),
    }
)
