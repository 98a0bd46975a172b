"""What one viewer may know of a deal, field by field (PZ §7, M4-M6, 8.2), and why a seat may not take an action.

A reason is found from the seat's own view alone, so it cannot reveal what its reader does not know. Where all that the seat can
see would allow an eating that was not offered, only a Pao of another seat can forbid it (PZ 8.4), and the reason says so.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import chain
from typing import NamedTuple

from paiju.core.errors import Fact, RuleError
from paiju.core.game import Pause, html_of, named, repr_of
from paiju.core.rng import CUT
from paiju.games.paohuzi import claims
from paiju.games.paohuzi.actions import CUTS, DISCARDS, HU, PASS, PONG, Action, Cards
from paiju.games.paohuzi.cards import (
    KINDS,
    UNIT,
    UNKNOWN,
    Hand,
    Kind,
    count,
    counts_of,
    hand_of,
    loose,
    packed,
    size,
)
from paiju.games.paohuzi.hands import has_pao, shortfall, terms_of
from paiju.games.paohuzi.melds import CATALOGUES, RUN_OF, Laid, Meld, tally
from paiju.games.paohuzi.options import PaohuziOptions, ShownCard
from paiju.games.paohuzi.rules import Rules, compile_rules
from paiju.games.paohuzi.state import ALONE, Left, Past, Phase, Result, Source, State, Window

Counts = tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """A deal as `viewer` knows it; None is a spectator.

    In a claim window `asked` names the viewer or nobody: who else may claim, and what was answered, stays
    hidden until the window is settled. `offers` and `answer` are the viewer's own. `turn` is the seat whose
    card lies open, or that must discard; `card` is that card (-1: none, or not seen), `source` where it came
    from. `shown` and `bottom` are -1 before the pack is cut, all of which is `left` then. `melds` show -1 for cards that lie face down. `no_pong`, `no_eat` are the kinds whose claims the viewer has forfeited, as
    bit sets. `known_top` are the next cards of the stock as far as everyone knows them, `left` is its size; `turned` red cards
    went to its top when it was made.
    `shown_held`: the dealer's shown card has not been seen to leave the dealer's hand. `past` is what all have seen happen, as in
    `state.State`; `covered` are the kinds of the triples laid face down, in their order, -1 where they are another's.
    `hands` are all hands, once the deal is over.
    """

    __repr__ = repr_of
    _repr_html_ = html_of

    options: PaohuziOptions
    viewer: int | None
    phase: Phase
    asked: tuple[int, ...]
    offers: tuple[Action, ...]
    answer: Action | None
    turn: int
    source: Source | None
    card: Kind
    last: bool
    dealer: int
    streak: int
    draws: int
    order: tuple[int, ...]
    hand: Counts | None
    sizes: tuple[int, ...]
    melds: tuple[tuple[Meld, ...], ...]
    piles: tuple[tuple[Left, ...], ...]
    no_pong: int
    no_eat: int
    dead: tuple[bool, ...]
    shown: Kind
    shown_held: bool
    known_top: tuple[Kind, ...]
    bottom: Kind
    left: int
    turned: int
    result: Result | None
    past: Past | None = None
    covered: tuple[Kind, ...] = ()
    hands: tuple[Counts, ...] = ()

    @property
    def waiting(self) -> bool:
        """Whether the table waits for answers of others."""
        return self.phase is Phase.CLAIM and not self.asked


class _Question(NamedTuple):
    phase: Phase
    asked: tuple[int, ...] = ()
    offers: tuple[Action, ...] = ()
    answer: Action | None = None
    source: Source | None = None
    card: Kind = UNKNOWN
    last: bool = False


PUBLIC = ("turn", "piles", "dead", "shown_held", "result")
"""The fields of a state that all see as they are."""
PUBLIC_START = ("dealer", "streak", "draws", "order", "shown", "bottom", "turned")
"""The same of its start."""


def view(state: State, viewer: int | None) -> View:
    """The view of `viewer` on `state`."""
    over = state.result is not None
    return View(
        options=state.rules.options,
        viewer=viewer,
        **_question(state, viewer)._asdict(),
        **named(state, PUBLIC),
        **named(state.start, PUBLIC_START),
        hand=None if viewer is None else counts_of(state.hands[viewer]),
        sizes=tuple(map(size, state.hands)),
        melds=tuple(_melds(state, seat, open_=over or seat == viewer) for seat in range(state.rules.seats)),
        no_pong=0 if viewer is None else state.no_pong[viewer],
        no_eat=0 if viewer is None else state.no_eat[viewer],
        known_top=state.stock[: state.known],
        left=len(state.stock),
        past=state.past,
        covered=tuple([kind if over or seat == viewer else UNKNOWN for seat, kind in state.covered]),
        hands=tuple(map(counts_of, state.hands)) if over else (),
    )


def pause(state: State) -> Pause:
    """The pause of the table that everyone sees."""
    return Pause.OPEN if _question(state, None).phase is Phase.CLAIM else Pause.NONE


def _melds(state: State, seat: int, *, open_: bool) -> tuple[Meld, ...]:
    return tuple(
        meld if open_ or meld.known else Meld(meld.kind, (UNKNOWN,) * len(meld.cards), known=False)
        for meld in state.melds[seat]
    )


def _question(state: State, viewer: int | None) -> _Question:
    window = state.window
    if window is None:
        return _Question(state.phase, () if state.phase is Phase.OVER else (state.turn,))
    if window.source in ALONE and viewer != window.seat:
        return _asked_alone(state, window)
    offers: tuple[Action, ...] = ()
    answer: Action | None = None
    asked: tuple[int, ...] = ()
    if viewer is not None:
        offers, answer = window.offers[viewer], window.answers[viewer]
        asked = tuple(seat for seat in window.asked if seat == viewer)
    return _Question(Phase.CLAIM, asked, offers, answer, window.source, window.card, window.last)


def _asked_alone(state: State, window: Window) -> _Question:
    """A forced set that completes a hand looks to the others like one that does not: its owner discards."""
    seat = window.seat
    if not window.last and claims.must_discard(state, seat) and state.hands[seat]:
        return _Question(Phase.DISCARD, (seat,))
    return _Question(Phase.CLAIM, source=window.source, last=window.last)


# --- why a seat may not do what it would like to, found from its own view

_PAIR, _TRIPLE = 2, 3
ANY_EATING = Action("eat")
_BARE = {"pass": PASS, "hu": HU, "pong": PONG}
_LISTED = {"discard": DISCARDS, CUT: CUTS}


class Reason(NamedTuple):
    """A key of `why.`, the number of the rule that says so, and its facts."""

    why: str
    rule: str
    facts: Mapping[str, Fact] = {}


def refusal(view: View, action: Action) -> RuleError | None:
    """The error for an action that the viewer may not take now; None if it may.

    An eating without sets is asked about all sets. A seat that is not asked about an open card is answered as if it were.
    """
    if view.phase is Phase.OVER:
        return RuleError("action.game_over", "the deal is over", "PZ M10")
    reason = why_not(view, action)
    if reason is None:
        return None
    facts = {"action": action.verb, "why": reason.why, **reason.facts}
    return RuleError("action.illegal", f"{action.verb} is refused: {reason.why}", reason.rule, facts)


def why_not(view: View, action: Action) -> Reason | None:
    """The first reason against an action in a deal that goes on; None if there is none."""
    if not _is_formed(action):
        return Reason("not_offered", "PZ M10")
    if view.phase is Phase.CUT or action.verb == CUT:
        return _why_not_cut(view, action)
    if view.viewer not in view.order:
        return Reason("sits_out", "PZ 3.5")
    if view.phase is Phase.DISCARD and view.turn == view.viewer:
        must = Reason("discard_first", "PZ M10")
        return _Seat(view).why_not_discard(action.cards[0]) if action.verb == "discard" else must
    if action in view.offers:
        return None if view.asked else Reason("answered" if view.answer else "outranked", "PZ 8.3")
    return _why_not_claim(view, action)


def _why_not_cut(view: View, action: Action) -> Reason | None:
    """Against a cut, or against anything else before it (PZ 3.5)."""
    if action.verb != CUT:
        return Reason("cut_first", "PZ 3.5")
    cuts = view.phase is Phase.CUT and view.turn == view.viewer
    return None if cuts else Reason("not_offered", "PZ 3.5")


def _why_not_claim(view: View, action: Action) -> Reason:
    """Against a claim that is not among the choices of the viewer, if there are any."""
    if view.source is None or (view.source in ALONE and view.turn != view.viewer):
        return Reason("no_card", "PZ 8.2")
    if action.verb == "discard":
        return Reason("claim_first", "PZ 8.2")
    if action == PASS:
        return Reason("no_claim", "PZ 8.2")
    if action == ANY_EATING and any(offered.verb == "eat" for offered in view.offers):
        return Reason("which_sets", "PZ 8.7")
    return _Seat(view).why_not_win() if action == HU else _Seat(view).why_not_take(action)


def _is_formed(action: Action) -> bool:
    """Whether it is an action at all."""
    if action.verb in _LISTED:
        return action in _LISTED[action.verb]
    return not action.cards if action.verb == "eat" else _BARE.get(action.verb) == action


class _Seat:
    """What the viewer holds, and the card that lies open."""

    def __init__(self, view: View) -> None:
        assert view.viewer is not None, "a seat asks"
        assert view.hand is not None, "a seat sees its hand"
        self.view = view
        self.rules: Rules = compile_rules(view.options)
        self.melds = view.melds[view.viewer]
        self.laid: Laid = tally(self.melds)
        self.hand: Hand = packed(view.hand)
        self.free: Hand = loose(self.hand)
        self.card: Kind = view.card
        self.own = view.turn == view.viewer
        self.drawn = view.source is Source.DRAWN

    @property
    def is_dead(self) -> bool:
        assert self.view.viewer is not None
        return self.view.dead[self.view.viewer]

    @property
    def must_pao(self) -> bool:
        return has_pao(self.rules, self.laid, self.hand, self.card, own=self.own, drawn=self.drawn)

    def why_not_discard(self, card: Kind) -> Reason | None:
        copies = count(self.hand, card)
        if not copies:
            return Reason("not_in_hand", "PZ M10")
        return Reason("secret_triple", "PZ 3.3") if copies >= _TRIPLE else None

    def why_not_win(self) -> Reason:
        """PZ M17 to M22, on a card that is not offered to be won on."""
        view, rules = self.view, self.rules
        if self.is_dead:
            return Reason("dead_hand", "PZ 8.10")
        if view.source is Source.THROWN and self.own:
            return Reason("own_card", "PZ M19")
        if view.source is Source.THROWN and not rules.discard_wins:
            return Reason("thrown_card", "PZ M19")
        if view.source is Source.SHOWN and not self.own and rules.shown is not ShownCard.EVERYONE:
            return Reason("dealer_only", "PZ M22")
        return self._what_lacks()

    def _what_lacks(self) -> Reason:
        """What the cards lack for a win (PZ M18, M20, M21)."""
        view, rules = self.view, self.rules
        assert view.source is not None, "a card lies open"
        on = terms_of(
            rules,
            view.source,
            self.laid,
            self.hand,
            self.card,
            own=self.own,
            last=view.last,
            draws=view.draws,
        )
        short = shortfall(rules, self.melds, self.hand, on)
        if on.pao:  # the compulsory Pao is the reason where the card would win without it, or complete the hand at all
            free = shortfall(rules, self.melds, self.hand, on._replace(pao=False))
            if free is not None and (free.missing <= 0 or short is None):
                return Reason("pao_forced", "PZ M20")
        if short is None:
            return Reason("incomplete", "PZ M18")
        return Reason(
            "hu_too_low", "PZ M21", {"hu": short.hu, "needed": short.needed, "missing": short.missing}
        )

    def why_not_take(self, action: Action) -> Reason:
        """Pong and eating (PZ M11, M16, 3.3, 3.4)."""
        return (
            self._closed()
            or (self._no_pong() if action == PONG else self._no_eating(action.sets))
            or Reason("pao_first", "PZ 8.4")
        )

    def _closed(self) -> Reason | None:
        """A card that nobody may take, or not this seat, whatever the hand."""
        view = self.view
        if view.source is Source.SHOWN:
            return Reason("shown_card", "PZ M22")
        if view.source in ALONE:
            return Reason("own_set", "PZ 3.1")
        if view.last:
            return Reason("last_card", "PZ 8.5")
        return Reason("own_card", "PZ M11") if self.own and not self.drawn else None

    def _no_pong(self) -> Reason | None:
        if self.own:
            return Reason("own_draw", "PZ M11")
        copies = count(self.hand, self.card)
        if (barred := self._barred()) or copies == _PAIR:
            return barred or self._smelled(self.view.no_pong) or self._nothing_left(_PAIR * UNIT[self.card])
        return Reason("no_pair", "PZ M11", {"copies": copies})

    def _barred(self) -> Reason | None:
        if self.is_dead:
            return Reason("dead_hand", "PZ 8.10")
        return Reason("pao_forced", "PZ M7") if self.must_pao else None

    def _smelled(self, kinds: int) -> Reason | None:
        return Reason("smelled", "PZ M16") if kinds >> self.card & 1 else None

    def _nothing_left(self, used: Hand) -> Reason | None:
        due = claims.is_due(self.rules, claims.owned(self.hand, self.laid) + 1, self.laid.quads)
        return Reason("no_discard_left", "PZ 3.3") if due and used == self.free else None

    def _no_eating(self, sets: tuple[Cards, ...]) -> Reason | None:
        order = self.view.order
        right = order[(order.index(self.view.turn) + 1) % len(order)]
        if self.view.viewer not in (self.view.turn, right):
            return Reason("not_neighbour", "PZ 3.4")
        barred = self._barred() or self._smelled(self.view.no_eat)
        return barred or (self._no_sets(sets) if sets else self._no_way())

    def _no_sets(self, sets: tuple[Cards, ...]) -> Reason | None:
        """The reason against just these sets."""
        return self._unfit(sets) or self._not_held(hand_of(chain.from_iterable(sets)) - UNIT[self.card])

    def _unfit(self, sets: tuple[Cards, ...]) -> Reason | None:
        runs = CATALOGUES[self.rules.one_five_ten].runs
        if any(RUN_OF.get(cards) not in runs for cards in sets) or list(sets) != sorted(sets):
            return Reason("no_set", "PZ 8.7")
        if any(self.card not in cards for cards in sets):
            return Reason("other_set", "PZ 8.7")
        return Reason("one_set", "PZ 8.7") if len(sets) > 1 and not self.rules.bi else None

    def _not_held(self, used: Hand) -> Reason | None:
        if not _has(self.hand, used):
            return Reason("not_in_hand", "PZ 3.4")
        if not _has(self.free, used):
            return Reason("secret_triple", "PZ 3.3")
        left = count(self.hand, self.card) - count(used, self.card)
        if self.rules.bi and left:
            return Reason("bi", "PZ 3.4", {"copies": left})
        return self._nothing_left(used)

    def _no_way(self) -> Reason | None:
        """The reason against every eating of the card."""
        rules = self.rules
        if ways := claims.ways_to_eat(self.free, self.card, bi=rules.bi, one_five_ten=rules.one_five_ten):
            left = [self._nothing_left(used) for _, used in ways]
            return left[0] if all(left) else None
        singles = claims.SINGLES[rules.one_five_ten][self.card]
        if any(_has(self.free, used) for _, used in singles):
            return Reason("bi", "PZ 3.4", {"copies": count(self.hand, self.card)})
        if any(_has(self.hand, used) for _, used in singles):
            return Reason("secret_triple", "PZ 3.3")
        return Reason("no_eat", "PZ 3.4")


def _has(hand: Hand, cards: Hand) -> bool:
    return all(count(hand, kind) >= count(cards, kind) for kind in range(KINDS))
