"""What one viewer may know of a deal; `seeing` fills it in."""

from __future__ import annotations

from dataclasses import dataclass

from paiju.games.baohuang.cards import Hand, Kind
from paiju.games.baohuang.options import BaohuangOptions
from paiju.games.baohuang.past import Past
from paiju.games.baohuang.plans import Plan
from paiju.games.baohuang.plays import Shape
from paiju.games.baohuang.state import Carry, Knows, Laid, Phase, Result, Role, Stakes


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """A deal as `viewer` knows it; None is a spectator.

    `asked` are the seats that decide, as far as the viewer may know; of several the first decides. `sizes`
    are hand sizes, None where the table hides them, `drawn_sizes` those after drawing. `gained` are cards won or lost by transfers. `roles` is
    what the viewer knows: his own role, the emperor, guards that showed themselves; None is unknown.
    `alone` says whether the emperor is solo, None if the viewer cannot tell. `shown`, `innocent`, `forced`,
    `solo_shown`, `pair`: what everybody knows of the guards, as in `state.Roles`.
    `known` are cards known to lie in a hand: by everybody (viewer -1) or by this viewer alone. `plan` is what
    the phase shows, with -1 for cards not seen. `past` is what the viewer has seen happen before play, None of a deal that was
    not dealt; `bombs` are the plays, counted from 0, that were bombs where only cards drawn by oneself make one. `hands` are all
    hands, once the deal is over.
    """

    options: BaohuangOptions
    viewer: int | None
    phase: Phase
    asked: tuple[int, ...]
    first_drawer: int
    drawn_sizes: tuple[int, ...]
    carry: Carry
    hand: Hand | None
    drawn: Hand | None
    sizes: tuple[int | None, ...]
    gained: tuple[int, ...]
    emperor: int
    roles: tuple[Role | None, ...]
    called: Kind
    usurped: bool
    alone: bool | None
    pair: bool
    forced: bool
    solo_shown: bool
    shown: frozenset[int]
    innocent: frozenset[int]
    stakes: Stakes
    multiplier: int
    known: tuple[Knows, ...]
    plan: Plan
    top: Shape | None
    owner: int
    passes: int
    barred: frozenset[int]
    debt: bool
    asked_again: bool
    trick: tuple[Laid, ...]
    tricks: tuple[tuple[Laid, ...], ...]
    played: tuple[Hand, ...]
    out: tuple[int, ...]
    stuck: tuple[int, ...]
    result: Result | None
    past: Past | None = None
    bombs: tuple[int, ...] = ()
    hands: tuple[Hand, ...] = ()

    @property
    def turn(self) -> int:
        """The seat that decides, -1 if nobody does or the viewer may not know."""
        return self.asked[0] if self.asked else -1
