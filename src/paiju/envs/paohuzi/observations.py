"""What a seat of Paohuzi may know, as numbers: version 1.

Seats are counted from the viewer on to his right: 0 is the viewer. There are rows for four seats; where three
play the last one stays empty. A *kind* is 0..9 for small 一..十 and 10..19 for large 壹..拾.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from paiju.envs.fields import MOST, Field, Layout, Vector, clip
from paiju.games.paohuzi.cards import KINDS, STOCK_SIZE
from paiju.games.paohuzi.melds import CATALOGUES, SetKind
from paiju.games.paohuzi.state import Phase, Source
from paiju.games.paohuzi.views import View

PHASES = tuple(Phase)
SOURCES = tuple(Source)
VERBS = ("pass", "hu", "pong", "eat")
SETS = (
    SetKind.EXPOSED_3, SetKind.UNEXPOSED_3, SetKind.SMELLED_3, SetKind.EXPOSED_4, SetKind.UNEXPOSED_4,
    SetKind.SEQUENCE, SetKind.MIXED,
)  # fmt: skip
RUNS = tuple(run.cards for run in CATALOGUES[True].runs)
SEATS = 4
MOST_SETS = 8

LAYOUT = Layout(
    "paohuzi",
    1,
    (
        Field("phase", (1,), 0, 2, "number", "the question: 0 claims, 1 a discard, 2 nothing more"),
        Field("source", (1,), -1, 4, "number", "source of the open card: exposed by the dealer, drawn, discarded, own draw, Pao"),
        Field("card", (1,), -1, 19, "kind", "the open card, -1 none, or not seen"),
        Field("last", (1,), 0, 1, "flag", "the card is the last of the stock"),
        Field("turn", (1,), 0, 3, "seat", "whose card lies open, or who must discard"),
        Field("offers", (4,), 0, 1, "flag", "what the viewer may claim: pass, hu, pong, eat"),
        Field("hand", (KINDS,), 0, 4, "cards", "the viewer's hand by kind"),
        Field("sizes", (SEATS,), 0, 27, "cards", "hand sizes"),
        Field("plays", (SEATS,), 0, 1, "flag", "seats that play in this deal"),
        Field("dead", (SEATS,), 0, 1, "flag", "seats that can no longer win"),
        Field(
            "sets", (SEATS, MOST_SETS, 3), -1, 40, "number",
            "sets on the table in the order laid: 1..7 for `E3 U3 S3 E4 U4 Q X` (0 none); its kind, of a "
            "sequence or mixed set its number among all with 1-5-10, -1 not seen; whether everyone sees it",
            reads=(range(8), range(-1, 41), 1),
        ),
        Field(
            "piles", (SEATS, 2, KINDS), 0, 4, "cards", "cards that nobody used: drawn by a seat, and thrown by it"
        ),
        Field("no_pong", (KINDS,), 0, 1, "flag", "kinds that the viewer may not Pong any more"),
        Field("no_eat", (KINDS,), 0, 1, "flag", "kinds that the viewer may not eat any more"),
        Field("dealer", (1,), 0, 3, "seat", "who deals"),
        Field("streak", (1,), 0, MOST, "deals", "deals in a row of this dealer, cut off at 127", reads=(8,)),
        Field("draws", (1,), 0, MOST, "deals", "draw games just before this deal, cut off at 127", reads=(8,)),
        Field("shown", (1,), 0, 19, "kind", "the dealer's last card, seen by all"),
        Field("shown_held", (1,), 0, 1, "flag", "nobody has seen it leave the hand"),
        Field("bottom", (1,), 0, 19, "kind", "the card at the bottom of the stock"),
        Field("left", (1,), 0, STOCK_SIZE, "cards", "left in the stock"),
        Field("next", (STOCK_SIZE,), -1, 19, "kind", "the next cards as far as everyone knows them, then -1"),
    ),
)  # fmt: skip


def encode(view: View) -> Vector:
    """The vector of a seat's view, `int8`, shape (LAYOUT.size,); a spectator's view has none."""
    assert view.viewer is not None, "observations are those of a seat"
    me, seats = view.viewer, len(view.sizes)
    offered = {action.verb for action in view.offers}
    known = view.known_top
    return LAYOUT.vector(
        {
            "phase": PHASES.index(view.phase),
            "source": SOURCES.index(view.source) if view.source else -1,
            "card": view.card,
            "last": view.last,
            "turn": (view.turn - me) % seats,
            "offers": [verb in offered for verb in VERBS],
            "hand": view.hand,
            "sizes": _turned(view.sizes, me, 0),
            "plays": _turned([seat in view.order for seat in range(seats)], me, 0),
            "dead": _turned(view.dead, me, 0),
            "sets": _turned([_sets(view, seat) for seat in range(seats)], me, _NO_SETS),
            "piles": _turned([_piles(view, seat) for seat in range(seats)], me, [[0] * KINDS] * 2),
            "no_pong": [view.no_pong >> kind & 1 for kind in range(KINDS)],
            "no_eat": [view.no_eat >> kind & 1 for kind in range(KINDS)],
            "dealer": (view.dealer - me) % seats,
            "streak": clip(view.streak),
            "draws": clip(view.draws),
            "shown": view.shown,
            "shown_held": view.shown_held,
            "bottom": view.bottom,
            "left": view.left,
            "next": [*known, *[-1] * (STOCK_SIZE - len(known))],
        }
    )


_NO_SETS = [[0, 0, 0]] * MOST_SETS


def _turned(values: Sequence[Any], me: int, empty: Any) -> list[Any]:
    seats = len(values)
    return [*(values[(me + i) % seats] for i in range(seats)), *[empty] * (SEATS - seats)]


def _sets(view: View, seat: int) -> list[list[int]]:
    rows = []
    for meld in view.melds[seat]:
        run = meld.cards in RUNS and meld.kind in (SetKind.SEQUENCE, SetKind.MIXED)
        rows.append([SETS.index(meld.kind) + 1, RUNS.index(meld.cards) if run else meld.cards[0], meld.known])
    return rows + _NO_SETS[len(rows) :]


def _piles(view: View, seat: int) -> list[list[int]]:
    counts = [[0] * KINDS, [0] * KINDS]
    for left in view.piles[seat]:
        counts[left.thrown][left.card] += 1
    return counts
