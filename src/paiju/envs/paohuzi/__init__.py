"""Paohuzi for learners: what a seat may know as numbers, its actions as numbers, and the moments at which seats are asked.

Seats are counted from the viewer on to its right: 0 is the viewer. There are rows for four seats; where three
play the last one stays empty. A *kind* is 0..9 for small 一..十 and 10..19 for large 壹..拾.

The steps of an option set are in this order:

| steps | how many |
|---|---|
| `pass hu pong` | 3 |
| `discard K` | 20 |
| `eat S`: a set that holds the eaten card, then each further set of 比 | 36, or 38 with 1-5-10 |

The rules ask those who can claim an open card, and go straight on where nobody can. Here every open card is a moment
of its own at which every seat that could have a claim is asked, in the same order whatever the hands; who has none may
only pass. Nobody sees an answer before all have answered. A forced set laid face down that completes a hand is
asked of its owner alone: to the others it looks like one that does not (PZ 3.1), and they are not asked.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any, ClassVar

from paiju.bots.paohuzi import compiled
from paiju.core.game import Event
from paiju.envs.fields import MOST, Field, Layout, Vector, clip
from paiju.envs.history import Past
from paiju.envs.pack import Answers, Pack
from paiju.envs.spaces import Path, Space
from paiju.games.paohuzi import GAME, claims, turns
from paiju.games.paohuzi.actions import CUTS, PASS, Action
from paiju.games.paohuzi.cards import KINDS, STOCK_SIZE
from paiju.games.paohuzi.determinize.draw import determinize
from paiju.games.paohuzi.hands import most_points
from paiju.games.paohuzi.melds import CATALOGUES, SetKind
from paiju.games.paohuzi.notation import card_text, set_text
from paiju.games.paohuzi.options import PaohuziOptions, ShownCard
from paiju.games.paohuzi.rules import compile_rules
from paiju.games.paohuzi.state import ALONE, Carry, Phase, Source, State, Window
from paiju.games.paohuzi.views import View
from paiju.kernels.cache import CacheGroup

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


# --- actions as numbers


BARE = ("pass", "hu", "pong")
DISCARD, EAT = len(BARE), len(BARE) + 1
_FIRST_EAT = len(BARE) + KINDS


class PaohuziSpace(Space):
    """Every step of an option set; `space(options)` makes one and keeps it."""

    FEATURES: ClassVar[tuple[str, ...]] = ("verb", "card", "first", "second", "third", "hu")
    """`verb` 0..4 is pass, hu, pong, discard, eat; `card` the kind of a discard; `first` to `third` the kinds of
    a set and `hu` what it counts. Kinds are 0..19, -1 where there is none."""

    def __init__(self, options: PaohuziOptions) -> None:
        self.options = options
        runs = CATALOGUES[options.one_five_ten].runs
        self.runs = {run.cards: _FIRST_EAT + i for i, run in enumerate(runs)}
        self.texts = (
            *BARE,
            *(f"discard {card_text(kind)}" for kind in range(KINDS)),
            *(f"eat {set_text(run.cards)}" for run in runs),
        )
        self.features = (
            *((verb, -1, -1, -1, -1, 0) for verb in range(len(BARE))),
            *((DISCARD, kind, -1, -1, -1, 0) for kind in range(KINDS)),
            *((EAT, -1, *run.cards, run.hu) for run in runs),
        )

    def path(self, action: Action) -> Path:
        """The steps of an action: one for each set that is eaten with, else one."""
        if action.verb == "eat":
            return tuple(self.runs[cards] for cards in action.sets)
        if action.verb == "discard":
            return (DISCARD + action.cards[0],)
        return (BARE.index(action.verb),)


@lru_cache(maxsize=16)
def space(options: PaohuziOptions) -> PaohuziSpace:
    """The action space of an option set; equal options share it."""
    return PaohuziSpace(options)


# --- moments, so that turn order says nothing


class PaohuziPace:
    """The moments of the rules, and every open card that nobody can claim."""

    def deal(self, options: PaohuziOptions, seed: bytes, carry: Carry | None) -> State:
        """A new deal at its first moment: the shown card where the table asks about it, else a discard or draw.

        Where the pack is cut it begins after a cut in the middle: nobody can learn where to cut a pack that nobody has seen.
        """
        state = turns.deal(compile_rules(options), seed, carry or Carry())
        cut = state.phase is Phase.CUT
        if cut:
            turns.act(state, state.turn, CUTS[0])
        _over_forced_sets(state)
        state.start = replace(state.start, opening=state.take_events()[cut:])
        return state

    def seats(self, state: State) -> tuple[int, ...]:
        """The seats that decide: for an open card all that may ever claim such a card, from the one who has it on."""
        window = state.window
        if window is None:
            return GAME.actors(state)
        if window.source in ALONE:
            return (window.seat,)
        first = state.start.order.index(window.seat)
        order = state.start.order[first:] + state.start.order[:first]
        if window.source is Source.THROWN:
            return order[1:]
        return order[:1] if state.rules.shown is ShownCard.DEALER_ONLY and _is_shown(window) else order

    def actions(self, state: State, seat: int) -> Sequence[Any]:
        """The list of the rules; a pass for a seat without a claim."""
        window = state.window
        if window is None:
            return GAME.legal_actions(state, seat)
        return window.offers[seat] or (PASS,)

    def go_on(self, state: State, answers: Answers) -> tuple[State, Sequence[Event]]:
        """The next moment and its events; answers that an earlier one outranks count for nothing (PZ 8.3)."""
        after = state.copy()
        window = state.window
        if window is None:
            ((seat, action),) = answers
            turns.act(after, seat, action)
        else:
            for seat, action in answers:
                if seat in window.asked:
                    window = claims.answered(window, seat, action)
            after.window = window
            turns.settle(after)
        _over_forced_sets(after)
        return after, after.take_events()

    def determinized(self, view: View, rng: random.Random) -> State:
        """Any of the moments that look like a view: this table waits also where nobody has a claim."""
        return determinize(view, rng, waits=False)


def _is_shown(window: Window) -> bool:
    return window.source is Source.SHOWN


def _over_forced_sets(state: State) -> None:
    """Go on where a forced set completes no hand: there is nothing to ask its owner (PZ 3.1)."""
    while turns.is_idle(state) and state.window is not None and state.window.source in ALONE:
        turns.settle(state)


EVENTS = (
    "dealt", "bottom", "draw", "discard", "left", "pong", "eat", "wei", "ti", "pao", "dead", "hu", "over", "score",
)  # fmt: skip
PACK = Pack(
    title="Paohuzi",
    layout=LAYOUT,
    encode=encode,
    space=space,
    pace=PaohuziPace(),
    rule="PZ M10",
    longest=1000,
    seats=(3, 4),
    past=Past(EVENTS, KINDS, 160),
    batch="paiju.envs.paohuzi.batch",
    most_points=most_points,
)
CACHE_GROUP = CacheGroup("paohuzi-envs", (*compiled.CACHE_GROUP.sources, "envs"))
