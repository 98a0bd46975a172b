"""What nobody throws away who knows how the game goes, however badly he judges."""

from __future__ import annotations

from collections.abc import Sequence

from paiju.bots.paohuzi.heuristic.outlook import completions
from paiju.bots.paohuzi.heuristic.packing import packings
from paiju.games.paohuzi.actions import Action
from paiju.games.paohuzi.cards import UNIT, Hand, Kind, kinds_of
from paiju.games.paohuzi.hands import hidden
from paiju.games.paohuzi.viewing import View

_COPIES = 15
_PAIR = 2


def sensible(view: View, actions: Sequence[Action]) -> Sequence[Action]:
    """Those of `actions` that nobody would wonder at; all, where one would wonder at each of them.

    While there is a card without a set, none is thrown out of a complete set; while there is one without any
    company, none of a pair.
    """
    if actions[0].verb != "discard":
        return actions
    assert view.hand is not None
    free = hidden(sum([copies * UNIT[kind] for kind, copies in enumerate(view.hand)])).free
    spare = _spare(free, one_five_ten=view.options.one_five_ten)
    if any(_is_alone(free, kind, one_five_ten=view.options.one_five_ten) for kind in spare):
        spare = {kind for kind in spare if free >> 4 * kind & _COPIES != _PAIR}
    return [action for action in actions if action.cards[0] in spare] or actions


def _spare(free: Hand, *, one_five_ten: bool) -> set[Kind]:
    """The kinds that are left over in some way to lay out the most sets."""
    cuts = packings(free, one_five_ten)
    most = max(cut.sets for cut in cuts)
    return {kind for cut in cuts if cut.sets == most for kind in kinds_of(cut.rest)}


def _is_alone(free: Hand, kind: Kind, *, one_five_ten: bool) -> bool:
    """Whether a card could make no set with any other card of the hand and a third."""
    if free >> 4 * kind & _COPIES > 1:
        return False
    pairs = completions(one_five_ten=one_five_ten)
    return not any((min(kind, other), max(kind, other)) in pairs for other in kinds_of(free - UNIT[kind]))
