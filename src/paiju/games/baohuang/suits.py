"""Suits for the eye, in a game whose rules know none (BH A18-26).

Such a deck is still made of real cards, four suits of each rank, and people want to see them. The rules know
ranks alone. Which suit a card shows is settled here; no rule, no action and no record ever asks for it. The
suits come from the deal's seed, so that a table that goes on after a restart, and a replay, show the same ones.

* They are given out once all cards are drawn and what moves by itself has moved, before anyone has seen a card:
  for each rank from the lowest its cards are shuffled with the stream `suits`; seat 0 gets the first of them,
  seat 1 the next, and so on, and the last lie in the middle.
* From then on a card keeps its suit. Which of several of one rank leaves a hand is nobody's choice, and does not
  go by suits: it is the one that came last, so first what the seat was given, then its own.

A viewer therefore sees random ones of the cards not seen before, whatever the others hold; an
order by suits would tell how many of the rank are left. Cards that were given go first because the giver knows them
again: that one was seen before, which says nothing of the others.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from paiju.core.game import Event, Facts, put
from paiju.core.rng import Chance
from paiju.games.baohuang.cards import FIRST_JOKER, Kind, cards_of
from paiju.games.baohuang.notation import cards_text
from paiju.games.baohuang.options import BaohuangOptions
from paiju.games.baohuang.plays import Cards
from paiju.games.baohuang.rules import compile_rules
from paiju.games.baohuang.state import UNKNOWN, State
from paiju.games.baohuang.views import View

LABEL = "suits"


@dataclass(frozen=True, slots=True)
class Faces:
    """Cards with their suits as one viewer sees them, each list in the order of the same list of the view.

    Of several of one rank in a hand the last goes first. `pile` has None for what lies face down, `laid` are all
    plays of the deal, `hands` all hands once it is over.
    """

    hand: Cards | None
    pile: tuple[Kind | None, ...]
    laid: tuple[Cards, ...]
    hands: tuple[Cards, ...]


@dataclass(frozen=True, slots=True)
class Suits:
    """All cards of a moment with their suits; as secret as the state. `hands` are () before they are given out."""

    seed: bytes = field(repr=False)
    hands: tuple[Cards, ...] = ()
    pile: Cards = ()
    laid: tuple[Cards, ...] = ()

    def after(self, state: State, events: Sequence[Event]) -> tuple[Suits, tuple[Event, ...]]:
        """The suits once `events` have led to `state`, and the events with the `faces` of their cards.

        The events before the suits are given out have no faces.
        """
        if not self.hands:
            return (self if state.plan.drawing else self._given_out(state)), tuple(events)
        suits = self
        faced: list[Event] = []
        for event in events:
            suits, faces = _followed(suits, event)
            faced.append(_with_faces(event, faces))
        return suits, tuple(faced)

    def seen(self, view: View) -> Faces:
        """The suits that the viewer of `view` sees."""
        hand = self.hands[view.viewer] if self.hands and view.viewer is not None else ()
        shown = zip(view.plan.pile, self.pile, strict=False)  # a void deal leaves its pool behind
        return Faces(
            hand=None if view.viewer is None else _in_order(hand),
            pile=tuple(None if kind == UNKNOWN else face for (_, kind), face in shown),
            laid=self.laid,
            hands=tuple(map(_in_order, self.hands)) if view.hands else (),
        )

    def _given_out(self, state: State) -> Suits:
        chance = Chance(self.seed, LABEL)
        packs: dict[int, list[Kind]] = {}
        for kind in state.rules.naturals:
            packs.setdefault(kind >> 2, []).append(kind)
        stock = {rank: iter(chance.shuffle(pack)) for rank, pack in packs.items()}

        def given(kinds: Iterable[Kind]) -> Cards:
            return tuple(kind if kind >= FIRST_JOKER else next(stock[kind >> 2]) for kind in kinds)

        hands = tuple(given(cards_of(hand)) for hand in state.hands)
        pile = given(kind for _, kind in state.plan.pile)
        tricks = (*state.tricks, state.trick)  # of a moment that is not the beginning of a deal
        return Suits(
            self.seed, hands, pile, tuple(given(at.cards) for trick in tricks for at in trick if at.cards)
        )


def suits_of(options: BaohuangOptions, seed: bytes) -> Suits | None:
    """The suits of a deal before its cards are drawn; None where the rules know suits themselves."""
    return None if compile_rules(options).suited else Suits(seed)


def plain(face: Kind) -> Kind:
    """The kind by which the rules of such a game know a card."""
    return face if face >= FIRST_JOKER else face & ~3


def _followed(suits: Suits, event: Event) -> tuple[Suits, Cards]:
    """The suits after one event, and the cards that changed their place by it."""
    cards = _cards(event)
    match event.kind:
        case "moved":
            rest, faces = _out_of(suits, event.number("from"), cards)
            return _into(rest, event.number("to"), faces), faces
        case "paid":
            rest, faces = _out_of(suits, event.number("seat"), cards)
            return replace(rest, pile=suits.pile + faces), faces
        case "received" | "pool":
            pile, faces = _taken(suits.pile[::-1], cards)  # of equal ones the rules hand out the first
            return _into(replace(suits, pile=pile[::-1]), event.number("seat"), faces), faces
        case "played":
            rest, faces = _out_of(suits, event.number("seat"), cards)
            return replace(rest, laid=(*suits.laid, faces)), faces
    return suits, ()


def _out_of(suits: Suits, seat: int, cards: Cards) -> tuple[Suits, Cards]:
    hand, faces = _taken(suits.hands[seat], cards)
    return _with_hand(suits, seat, hand), faces


def _into(suits: Suits, seat: int, faces: Cards) -> Suits:
    return _with_hand(suits, seat, suits.hands[seat] + faces)


def _with_hand(suits: Suits, seat: int, hand: Cards) -> Suits:
    return replace(suits, hands=put(suits.hands, seat, hand))


def _taken(cards: Cards, kinds: Cards) -> tuple[Cards, Cards]:
    """The cards that stay and those that leave, in the order of `kinds`: of each the one that came last."""
    left = list(cards)
    taken: list[Kind] = []
    for kind in kinds:
        at = max(at for at, face in enumerate(left) if plain(face) == kind)
        taken.append(left.pop(at))
    return tuple(left), tuple(taken)


def _in_order(hand: Cards) -> Cards:
    """Lowest first, as the view lists them; those of one rank in the order in which they came."""
    return tuple(sorted(hand, key=plain))


def _cards(event: Event) -> Cards:
    """The cards of an event as those know them who know most."""
    for facts in (event.public, *event.private.values()):
        cards = facts.get("cards")
        if isinstance(cards, tuple):
            return cards
    return ()


def _with_faces(event: Event, faces: Cards) -> Event:
    """The event with the faces beside its cards, for those who may see these."""
    if not faces:
        return event
    text = cards_text(faces, suited=True)

    def faced(facts: Facts) -> Facts:
        return {**facts, "faces": text} if "cards" in facts else facts

    private = {seat: faced(facts) for seat, facts in event.private.items()}
    return event._replace(public=faced(event.public), private=private)
