"""The speed row of a game without its own: the rules engine under the default rules."""

from __future__ import annotations

from paiju.bench.measure import Measurement, Pack
from paiju.bench.random_play import law


def _law(game: str) -> tuple[Measurement, ...]:
    return (Measurement(f"{game}.law.step", "default rules", lambda: law(game)),)


PACK = Pack(_law)
