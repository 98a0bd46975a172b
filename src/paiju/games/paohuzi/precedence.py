"""How claims on a card rank (PZ 8.3), and which of them can still be outranked as far as everybody can tell.

A claim window lasts as long for all whether or not somebody is asked. Only a claim that nothing can outrank may end it
early without telling anything, and that is judged from what all seats see: whose card it is, who is out of the game,
which copies of the card lie open, and the rules of the table.
"""

from __future__ import annotations

from paiju.games.paohuzi.actions import Action
from paiju.games.paohuzi.cards import COPIES, Kind, size
from paiju.games.paohuzi.options import ShownCard
from paiju.games.paohuzi.state import ALONE, WORST, Source, State, Window

PONG_RANK = 3  # of a Hu: how many places from the seat whose card it is
EAT_RANK = 4  # of the drawer; his right neighbour's is one more
_PAIR = 2
_EATERS = 2  # the seat that turned the card, and its right neighbour


def rank(window: Window, seat: int, verb: str) -> int:
    """The rank of a claim; lower is stronger (PZ 8.3)."""
    if verb == "pass":
        return WORST
    if verb == "pong":
        return PONG_RANK
    if verb == "eat":
        return EAT_RANK + (seat != window.seat)
    return window.best[seat]  # nothing of the seat's own is stronger than its Hu


def outranks_all(state: State, seat: int, action: Action) -> bool:
    """Whether no other seat could have a stronger claim than this one, as far as everybody can tell.

    False for a pass, and where no window is open. The answer depends on public facts and the claim alone.
    """
    window = state.window
    if window is None or action.verb == "pass":
        return False
    order = state.start.order
    first = order.index(window.seat)
    places = {other: place for place, other in enumerate(order[first:] + order[:first])}
    own = places[seat] if action.verb == "hu" else rank(window, seat, action.verb)
    return all(
        own <= _possible(state, window, other, place) for other, place in places.items() if other != seat
    )


def askable(state: State) -> tuple[int, ...]:
    """The seats that may be being asked about an open card, as far as everybody can tell; () where none lies open."""
    window = state.window
    if window is None:
        return ()
    order = state.start.order
    first = order.index(window.seat)
    places = enumerate(order[first:] + order[:first])
    return tuple(sorted(seat for place, seat in places if _possible(state, window, seat, place) < WORST))


def _possible(state: State, window: Window, seat: int, place: int) -> int:
    """The rank of the strongest claim that a seat could have for all that is known."""
    if state.dead[seat] or window.source in ALONE:
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
