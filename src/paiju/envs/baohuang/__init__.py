"""Bao Huang for learners: what a seat may know as numbers, version 1, and its actions as numbers.

Seats are counted from the viewer on in play order: 0 is the viewer, 1 the seat after it. A *kind* is one of the
57 of `games.baohuang.cards`: `4 * rank + suit`, then `b B r R L`.

The steps of an option set are in this order:

| steps | how many |
|---|---|
| `pass defer crown abdicate wait usurp decline declare revolt quiet counter` | 11 |
| `cut n`, where the deck is cut | cards of the deck - 1 |
| `call K`, where the guard is called | kinds of card |
| `card K`: one card of a tribute, a choice from the pile or a return, lowest first | kinds of card |
| `play …`: a rank, its copies, twos that fill, jokers beside | what the deck allows |
| `play …` of jokers alone | choices of jokers - 1 |
| `play …` of four identical cards, where these are bombs | natural kinds of which there are four |

Plays that differ only in suits are one step, as in the list of the rules, but for bombs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product
from typing import Any, ClassVar

from paiju.bots.baohuang import compiled
from paiju.envs.fields import MOST, Field, Layout, Vector, clip
from paiju.envs.history import Past
from paiju.envs.pack import LawPace, Pack
from paiju.envs.spaces import Path, Space
from paiju.games.baohuang import GAME
from paiju.games.baohuang.actions import Action
from paiju.games.baohuang.cards import (
    FIRST_JOKER,
    JOKERS,
    KINDS,
    LAOWANG,
    RANKS,
    SEATS,
    TWO,
    Kind,
    hand_of,
)
from paiju.games.baohuang.notation import card_text, cards_text
from paiju.games.baohuang.options import BaohuangOptions, GuardBy, Switch
from paiju.games.baohuang.plays import BOMB_SIZE, SMALL_STRENGTH, Cards
from paiju.games.baohuang.rules import compile_rules
from paiju.games.baohuang.scoring import most_points
from paiju.games.baohuang.state import UNKNOWN, Due, Phase, Plan, Role
from paiju.games.baohuang.views import View
from paiju.kernels.cache import CacheGroup

PHASES = tuple(Phase)
ROLES = (None, Role.EMPEROR, Role.GUARD, Role.COMMONER)
ANSWERS = ("", "pass", "defer", "play")
LEVELS = 5
NO_BASE = -1
MOST_HELD, MOST_MOVED = 44, 16
"""What networks divide by, so that usual numbers lie between -1 and 1: cards in a hand, and those that go from hand to hand."""

_LAID = (SEATS, KINDS)
_EACH = (SEATS,)

LAYOUT = Layout(
    "baohuang",
    1,
    (
        Field("phase", (1,), 0, 11, "number", "where the deal stands, in the order of `state.Phase`"),
        Field("turn", (1,), -1, 4, "seat", "who decides, -1: nobody, or not to be known"),
        Field("hand", (KINDS,), 0, 16, "cards", "the viewer's hand by kind"),
        Field("drawn", (KINDS,), 0, 16, "cards", "the same as it was drawn"),
        Field("sizes", _EACH, -1, MOST, "cards", "hand sizes, -1 where the table hides them", reads=(MOST_HELD,)),
        Field("gained", _EACH, -MOST, MOST, "cards", "cards won (or lost) by transfers", reads=(MOST_MOVED,)),
        Field("roles", _EACH, 0, 3, "number", "0 not known, 1 emperor, 2 guard, 3 commoner"),
        Field("alone", (1,), -1, 1, "flag", "whether the emperor has no guard, -1 not known"),
        Field("shown", _EACH, 0, 1, "flag", "public guards"),
        Field("innocent", _EACH, 0, 1, "flag", "seats known publicly not to be guard"),
        Field("called", (1,), -1, 56, "kind", "the called card, -1 there is none"),
        Field(
            "facts", (4,), 0, 1, "flag",
            "the crown was usurped; the call was with two cards; a revolt forced roles open; "
            "everyone knows that the emperor is alone",
        ),
        Field("factors", (3,), 0, 1, "flag", "announced: solo, guard, revolt"),
        Field(
            "stakes", (3,), 0, 5, "number", "revolts; whether roles were announced; whether that was countered",
            reads=(5, 1, 1),
        ),
        Field("multiplier", (1,), 0, MOST, "factor", "what points are multiplied by, cut off at 127", reads=(16,)),
        Field("first_drawer", (1,), 0, 4, "seat", "who drew first"),
        Field(
            "top", (3,), -1, MOST, "number",
            "the set on the table: cards (0 none, or a bomb), base rank (-1: jokers alone, or none), rank as a bomb",
            reads=(MOST_HELD, range(NO_BASE, 13), 16),
        ),
        Field(
            "top_jokers", (LEVELS,), 0, MOST, "cards",
            "its jokers by strength: small, big, three twos over a big one, high marked, the called card",
            reads=(8,),
        ),
        Field("owner", (1,), -1, 4, "seat", "who laid it, -1 nobody"),
        Field("passes", (1,), 0, MOST, "answers", "answers without cards since then", reads=(8,)),
        Field("barred", _EACH, 0, 1, "flag", "out of this trick (hard pass)"),
        Field("debt", (2,), 0, 1, "flag", "the emperor deferred and decides again"),
        Field("answered", _EACH, 0, 3, "number", "last answer in this trick: 0 none yet, 1 pass, 2 defer, 3 play"),
        Field("laid", _LAID, 0, 16, "cards", "last set of each seat in this trick, by kind"),
        Field("played", _LAID, 0, 16, "cards", "all cards a seat has played, by kind"),
        Field("known", _LAID, 0, 16, "cards", "cards that the viewer knows a seat to hold, by kind"),
        Field("places", _EACH, 0, 5, "place", "seats that have finished, 0 the others"),
        Field("stuck", _EACH, 0, 1, "flag", "seats that were taken out of play"),
        Field("pile", (KINDS,), 0, 16, "cards", "tribute or price on the table, as far as it is seen"),
        Field("pile_hidden", (1,), 0, MOST, "cards", "the same, not seen", reads=(MOST_MOVED,)),
        Field("owes", _EACH, 0, MOST, "cards", "tribute still to be paid", reads=(MOST_MOVED,)),
        Field("gets", _EACH, 0, MOST, "cards", "tribute to be received, or to be returned", reads=(MOST_MOVED,)),
        Field("declined", _EACH, 0, 1, "flag", "seats that have abdicated"),
        Field("need", (1,), 0, 3, "cards", "how many a call must reveal, 0 when nobody calls"),
        Field("rounds", (1,), 0, 44, "cards", "drawn so far by the first drawer, while cards are drawn"),
    ),
)  # fmt: skip


def encode(view: View) -> Vector:
    """The vector of a seat's view, `int8`, shape (LAYOUT.size,); a spectator's view has none."""
    assert view.viewer is not None, "observations are those of a seat"
    me = view.viewer
    top = view.top
    strengths = top.strengths if top else ()
    trick = {laid.seat: laid for laid in view.trick}
    jokers = [0] * LEVELS
    for strength in strengths:
        if strength >= SMALL_STRENGTH:
            jokers[strength - SMALL_STRENGTH] += 1
    return LAYOUT.vector(
        {
            "phase": PHASES.index(view.phase),
            "turn": _seat(view.turn, me),
            "hand": view.hand,
            "drawn": view.drawn,
            "sizes": _turned([-1 if size is None else size for size in view.sizes], me),
            "gained": _turned(view.gained, me),
            "roles": _turned([ROLES.index(role) for role in view.roles], me),
            "alone": -1 if view.alone is None else view.alone,
            "shown": _flags(view.shown, me),
            "innocent": _flags(view.innocent, me),
            "called": view.called,
            "facts": (view.usurped, view.pair, view.forced, view.solo_shown),
            "factors": [cause in view.stakes.factors for cause in ("solo", "guard", "revolt")],
            "stakes": (view.stakes.revolts, view.stakes.opened, view.stakes.countered),
            "multiplier": clip(view.multiplier),
            "first_drawer": _seat(view.first_drawer, me),
            "top": (len(strengths), _base(strengths), top.bomb if top else 0),
            "top_jokers": jokers,
            "owner": _seat(view.owner, me),
            "passes": clip(view.passes),
            "barred": _flags(view.barred, me),
            "debt": (view.debt, view.asked_again),
            "answered": _turned(
                [ANSWERS.index(trick[s].verb) if s in trick else 0 for s in range(SEATS)], me
            ),
            "laid": _turned([hand_of(trick[s].cards if s in trick else ()) for s in range(SEATS)], me),
            "played": _turned(view.played, me),
            "known": _turned(_known(view), me),
            "places": _turned([view.out.index(s) + 1 if s in view.out else 0 for s in range(SEATS)], me),
            "stuck": _flags(view.stuck, me),
            **_plan(view, me),
        }
    )


def _turned(values: Sequence[Any], me: int) -> list[Any]:
    return [values[(me + i) % SEATS] for i in range(SEATS)]


def _flags(seats: frozenset[int] | tuple[int, ...], me: int) -> list[bool]:
    return _turned([seat in seats for seat in range(SEATS)], me)


def _seat(seat: int, me: int) -> int:
    return (seat - me) % SEATS if seat >= 0 else -1


def _base(strengths: tuple[int, ...]) -> int:
    return strengths[-1] if strengths and strengths[-1] < SMALL_STRENGTH else NO_BASE


def _known(view: View) -> list[list[int]]:
    known = [[0] * KINDS for _ in range(SEATS)]
    for token in view.known:
        if token.holder >= 0:
            known[token.holder][token.kind] += 1
    return known


def _plan(view: View, me: int) -> dict[str, Any]:
    """The fields of a phase before play."""
    plan = view.plan
    seen = [kind for _, kind in plan.pile if kind != UNKNOWN]
    return {
        "need": plan.need if view.phase is Phase.CALL else 0,
        "rounds": -(-plan.drawing.at // SEATS) if plan.drawing else 0,
        "declined": _flags(plan.passed, me),
        "owes": _turned(_dues(plan.payers, plan.paid), me),
        "gets": _turned(_due_to(view, plan), me),
        "pile": hand_of(seen),
        "pile_hidden": len(plan.pile) - len(seen),
    }


def _dues(all_dues: tuple[Due, ...], done: tuple[Due, ...]) -> list[int]:
    """Cards still due by seat."""
    met = {due.seat for due in done}
    return [sum(due.count for due in all_dues if due.seat == s and s not in met) for s in range(SEATS)]


def _due_to(view: View, plan: Plan) -> list[int]:
    """Cards to be received by seat; while cards are returned, those that seats still give back."""
    if view.phase is Phase.GIVE_BACK:
        return [sum(due.count for due in plan.got if due.seat == s and s in view.asked) for s in range(SEATS)]
    return _dues(plan.receivers, plan.got)


# --- actions as numbers


BARE = (
    "pass", "defer", "crown", "abdicate", "wait", "usurp", "decline", "declare", "revolt", "quiet", "counter",
)  # fmt: skip
CUT, CALL, CARD, PLAY = range(len(BARE), len(BARE) + 4)
NO_RANK = 13
_BY_CARDS = frozenset({"give", "take", "return"})

Set = tuple[int, int, int, tuple[int, ...]]
"""A play without its suits: rank (13: jokers alone), copies, filling twos, copies of `b B r R L`."""


class BaohuangSpace(Space):
    """Every step of an option set; `space(options)` makes one and keeps it."""

    FEATURES: ClassVar[tuple[str, ...]] = (
        "verb", "rank", "copies", "fills", "b", "B", "r", "R", "L", "cards", "bomb", "kind", "cut",
    )  # fmt: skip
    """`verb` numbers the rows of the table above; `rank` is 0 (a three) to 12 (a two), 13 without naturals, -1
    where there are no cards; `kind` is a card's kind for `call`, `card` and bombs, else -1."""

    def __init__(self, options: BaohuangOptions) -> None:
        self.options = options
        rules = compile_rules(options)
        decks = Counter(rules.first_deck) | Counter(rules.later_deck)
        laowang = options.laowang and options.guard_by is GuardBy.CALLED
        if laowang:
            decks[LAOWANG] = 1
        suited = rules.suited
        kinds = sorted(decks)
        calls = [kind for kind in kinds if kind < LAOWANG] if options.guard_by is GuardBy.CALLED else []
        cuts = range(1, len(rules.first_deck)) if options.cut else range(0)
        sets = list(_sets(options, decks))
        bombs = [kind for kind in kinds if kind < FIRST_JOKER and decks[kind] >= BOMB_SIZE]
        self._cut_at = len(BARE)
        self._call_at = self._at(len(BARE) + len(cuts), calls)
        self._card_at = self._at(len(BARE) + len(cuts) + len(calls), kinds)
        first = len(BARE) + len(cuts) + len(calls) + len(kinds)
        self.sets = {key: first + i for i, key in enumerate(sets)}
        self.bombs = self._at(first + len(sets), bombs if options.bombs is Switch.ON else [])
        self.texts = (
            *BARE,
            *(f"cut {n}" for n in cuts),
            *(f"call {card_text(kind, suited=suited)}" for kind in calls),
            *(f"card {card_text(kind, suited=suited)}" for kind in kinds),
            *map(_set_text, sets),
            *(f"play {cards_text((kind,) * BOMB_SIZE, suited=suited)}" for kind in self.bombs),
        )
        none = (-1, 0, 0, 0, 0, 0, 0, 0, 0, 0)
        self.features = (
            *((verb, *none, -1, 0) for verb in range(len(BARE))),
            *((CUT, *none, -1, n) for n in cuts),
            *((CALL, *none, kind, 0) for kind in calls),
            *((CARD, *none, kind, 0) for kind in kinds),
            *((PLAY, r, n, f, *held, n + f + sum(held), 0, -1, 0) for r, n, f, held in sets),
            *((PLAY, kind >> 2, 4, 0, 0, 0, 0, 0, 0, 4, 1, kind, 0) for kind in self.bombs),
        )

    @staticmethod
    def _at(first: int, kinds: list[Kind]) -> dict[Kind, int]:
        return {kind: first + i for i, kind in enumerate(kinds)}

    def path(self, action: Action) -> Path:
        """The steps of an action: one for each card that changes hands, else one."""
        verb, cards = action.verb, action.cards
        if verb == "play":
            if len(cards) == BOMB_SIZE and cards[0] == cards[-1] and cards[0] in self.bombs:
                return (self.bombs[cards[0]],)
            return (self.sets[_set_of(cards)],)
        if verb in _BY_CARDS:
            return tuple(self._card_at[kind] for kind in sorted(cards))
        if verb == "call":
            return (self._call_at[cards[0]],)
        return (self._cut_at + action.number - 1,) if verb == "cut" else (BARE.index(verb),)


def _sets(options: BaohuangOptions, decks: Counter[Kind]) -> Iterator[Set]:
    copies = [sum(decks[kind] for kind in range(4 * rank, 4 * rank + 4)) for rank in range(TWO + 1)]
    beside = list(product(*(range(decks[FIRST_JOKER + i] + 1) for i in range(len(JOKERS)))))
    fills = copies[TWO] if options.twos_fill else 0
    for rank in range(TWO + 1):
        for n in range(1, copies[rank] + 1):
            for filled in range((fills if rank < TWO else 0) + 1):
                bare = not options.twos_with_jokers and (filled > 0 or rank == TWO)
                for held in beside[:1] if bare else beside:
                    yield rank, n, filled, held
    yield from ((NO_RANK, 0, 0, held) for held in beside[1:])


def _set_of(cards: Cards) -> Set:
    naturals = [kind >> 2 for kind in cards if kind < FIRST_JOKER]
    held = tuple(cards.count(FIRST_JOKER + i) for i in range(len(JOKERS)))
    rank = min(naturals, default=NO_RANK)
    copies = naturals.count(rank)
    return rank, copies, len(naturals) - copies, held


def _set_text(key: Set) -> str:
    rank, copies, fills, held = key
    cards = [RANKS[rank]] * copies if copies else []
    cards += [RANKS[TWO]] * fills
    cards += [letter for letter, n in zip(JOKERS, held, strict=True) for _ in range(n)]
    return f"play {' '.join(cards)}"


@lru_cache(maxsize=16)
def space(options: BaohuangOptions) -> BaohuangSpace:
    """The action space of an option set; equal options share it."""
    return BaohuangSpace(options)


EVENTS = (
    "dealt", "cut", "claim", "crowned", "abdicated", "forced", "pool", "paid", "received", "moved", "called", "guard_named",
    "declined", "usurped", "declared", "quiet", "revolted", "countered", "revealed", "play", "played", "passed", "deferred",
    "finished", "stuck", "trick", "void", "over", "score",
)  # fmt: skip
PACK = Pack(
    title="Bao Huang",
    layout=LAYOUT,
    encode=encode,
    space=space,
    pace=LawPace(GAME),
    rule="BH A13",
    longest=4000,
    seats=(5, 5),
    past=Past(EVENTS, KINDS, 640),
    batch="paiju.envs.baohuang.batch",
    most_points=most_points,
)
CACHE_GROUP = CacheGroup("baohuang-envs", (*compiled.CACHE_GROUP.sources, "envs"))
