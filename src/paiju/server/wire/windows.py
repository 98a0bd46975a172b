"""When a claim window of Paohuzi may end early without telling anything about hidden cards.

A window lasts as long for everybody whether or not somebody is asked. Only a claim that nothing can outrank
ends it at once, and that is judged from what all seats see: whose card it is, who is out of the game, which
copies of the card lie open, and the rules of the table.
"""

from __future__ import annotations

from paiju.games.paohuzi import viewing
from paiju.games.paohuzi.actions import Action
from paiju.games.paohuzi.cards import COPIES, Kind, size
from paiju.games.paohuzi.claims import EAT_RANK, PONG_RANK
from paiju.games.paohuzi.options import ShownCard
from paiju.games.paohuzi.state import WORST, Phase, Source, State, Window

_PAIR = 2
_EATERS = 2  # the seat that turned the card, and its right neighbour
_ALONE = (Source.OWN, Source.PAO)


def is_open(state: State) -> bool:
    """Whether everybody sees a claim window: not where a seat asked alone seems to think about its discard."""
    return viewing.view(state, None).phase is Phase.CLAIM


def outranks_all(state: State, seat: int, action: Action) -> bool:
    """Whether no other seat could have a stronger claim than this one, as far as everybody can tell.

    False for a pass, and where no window is open. The answer depends on public facts and the claim alone.
    """
    window = state.window
    if window is None or action.verb == "pass":
        return False
    places = _places(state, window.seat)
    own = _rank(places[seat], action.verb)
    return all(
        own <= _possible(state, window, other, place) for other, place in places.items() if other != seat
    )


def _places(state: State, first: int) -> dict[int, int]:
    """Distance in turn order from the seat whose card it is."""
    places, at = {}, first
    for place in range(len(state.start.order)):
        places[at] = place
        at = state.start.right[at]
    return places


def _rank(place: int, verb: str) -> int:
    if verb == "hu":
        return place
    return PONG_RANK if verb == "pong" else EAT_RANK + (place > 0)


def _possible(state: State, window: Window, seat: int, place: int) -> int:
    """The rank of the strongest claim that a seat could have for all that is known; lower is stronger."""
    if state.dead[seat] or window.source in _ALONE:
        return WORST
    if _may_win(state, window.source, place):
        return place
    if window.source is Source.SHOWN or window.last:
        return WORST
    if place and size(state.hands[seat]) >= _PAIR and _unseen(state, window.card) >= _PAIR:
        return PONG_RANK
    eats = place < _EATERS and (place > 0 or window.source is Source.DRAWN)
    return EAT_RANK + (place > 0) if eats else WORST


def _may_win(state: State, source: Source, place: int) -> bool:
    if source is Source.SHOWN:
        return state.rules.shown is ShownCard.EVERYONE or place == 0
    if source is Source.THROWN:
        return state.rules.discard_wins and place > 0
    return True


def _unseen(state: State, card: Kind) -> int:
    """How many copies of the open card, besides itself, nobody has seen on the table or in the stock."""
    open_ = 1
    open_ += sum(meld.cards.count(card) for melds in state.melds for meld in melds if meld.known)
    open_ += sum(left.card == card for pile in state.piles for left in pile)
    open_ += state.stock[: state.known].count(card)
    open_ += len(state.stock) > state.known and state.start.bottom == card
    return COPIES - open_
