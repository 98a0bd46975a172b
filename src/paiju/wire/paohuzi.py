"""Paohuzi on the wire: every field that may ever reach a browser, with its meaning, and how a view fills it.

A card is its notation, `s1`..`s10` and `b1`..`b10`. Seats are absolute, from 0.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Annotated, Any, Literal, NamedTuple, TypedDict

from paiju.bots.paohuzi.heuristic import Packing, packings, unseen_copies
from paiju.games.paohuzi import claims, state
from paiju.games.paohuzi.actions import HU, PONG, Action
from paiju.games.paohuzi.cards import (
    KINDS,
    UNKNOWN,
    Hand,
    Kind,
    cards_of,
    count,
    kinds_of,
    locked,
    loose,
    packed,
    size,
)  # fmt: skip
from paiju.games.paohuzi.hands import hidden
from paiju.games.paohuzi.melds import RUN_OF, Meld, SetKind, partitions, set_hu
from paiju.games.paohuzi.notation import action_text, card_text
from paiju.games.paohuzi.scoring import payments
from paiju.games.paohuzi.views import View
from paiju.wire.pack import Details, Pack, Win, filled
from paiju.wire.pictures.paohuzi import picture

_LAYING = ("pong", "eat")
_PAIR = 2
_MOST_REST = 3

Card = str
Seat = int


class TableSet(TypedDict):
    """A set on the table."""

    kind: Annotated[str, "E3 碰, U3 偎, S3 臭偎, E4 跑, U4 提, Q sequence, X mixed set"]
    cards: Annotated[list[Card | None], "its cards; null lies face down for this viewer"]
    up: Annotated[bool, "false while the other players see only backs"]
    hu: Annotated[int | None, "what it counts; null if the viewer cannot know"]


class PileCard(TypedDict):
    """A card that nobody used."""

    card: Card
    thrown: Annotated[bool, "thrown from a hand, else turned from the stock"]


class Smelled(TypedDict):
    """Cards the viewer may not claim any more."""

    pong: list[Card]
    eat: list[Card]


class Scale(TypedDict):
    """How hu become points, as the options name it."""

    base: Annotated[str, "the option base"]
    self_draw: Annotated[str, "the option self_draw"]


class ScoredSet(TypedDict):
    """A set of the winning combination."""

    kind: Annotated[str, "as of table sets, and K a secret triple, P the pair"]
    cards: list[Card]
    hu: int


class Named(TypedDict):
    """A named item 名堂."""

    reason: Annotated[str, "the name of the item"]
    amount: Annotated[int, "what it adds"]
    rule: str


class Item(TypedDict):
    """The reason for points of a seat."""

    seat: Seat
    amount: Annotated[int, "points, won or lost"]
    reason: Annotated[str, "hu, discard (won on another's discard) or draw_game"]
    rule: str


class Result(TypedDict):
    """How a deal ended; in a draw game the numbers are 0."""

    draw: Annotated[bool, "nobody won"]
    winner: Seat | None
    hu: int
    bottom: Annotated[int, "bottom number, from the hu"]
    multiplier: int
    final: Annotated[int, "what one player pays"]
    card: Annotated[Card | None, "the winning card; null for sets that were dealt"]
    apart: Annotated[bool, "the winning card lies by itself, in no hand, set or pile"]
    sets: list[ScoredSet]
    named: Annotated[list[Named], "parts of the multiplier"]
    extra: Annotated[list[Named], "additions to the bottom number"]
    returns: Annotated[list[int], "points by seat"]
    items: Annotated[list[Item], "the reasons; those of a seat add up to its points"]


_From = TypedDict(
    "_From", {"from": Annotated[Seat | None, "who turned or threw the open card, or laid the forced set"]}
)


class PaohuziView(_From):
    """A deal of Paohuzi as one viewer sees it; null means unknown or none."""

    game: Literal["paohuzi"]
    deal: Annotated[int, "number of the deal in its match, from 1"]
    viewer: Annotated[Seat | None, "null: a spectator"]
    over: bool
    seats: Annotated[int, "3 or 4"]
    phase: Annotated[str, "claim discard over, cut before the deal"]
    asked: Annotated[list[Seat], "in a claim window the viewer or nobody, else who must discard, or cut"]
    turn: Annotated[Seat | None, "whose card lies open, or who must discard, or cut"]
    order: Annotated[list[Seat], "the seats that play, in turn order from the viewer (else the dealer)"]
    dealer: Seat
    streak: Annotated[int, "deals in a row of this dealer, this one included"]
    draws: Annotated[int, "draw games just before this deal"]
    hand: Annotated[list[Card] | None, "own cards in the order s1..s10, b1..b10"]
    locked: Annotated[list[Card], "own cards in secret triples and quads, which stay"]
    groups: Annotated[list[list[Card]] | None, "the own hand by sets: quads, triples, pairs, runs, rest"]
    sizes: Annotated[list[int], "hand sizes by seat"]
    melds: Annotated[list[list[TableSet]], "table sets by seat"]
    piles: Annotated[list[list[PileCard]], "cards nobody used, by the seat that turned or threw them"]
    smelled: Annotated[Smelled | None, "null for a spectator"]
    card: Annotated[Card | None, "the card that lies open"]
    source: Annotated[str | None, "where it comes from: shown drawn thrown own pao"]
    window: Annotated[bool, "whether a claim window is on"]
    last: Annotated[bool, "whether it is the last card of the stock"]
    answered: Annotated[str | None, "the own answer in this window"]
    left: Annotated[int, "cards in the stock"]
    bottom: Annotated[Card | None, "the face-up card that is drawn last; null before the deal"]
    shown: Annotated[Card | None, "the dealer's last card, which all saw; null before the deal"]
    shown_held: Annotated[bool, "whether it has not been seen to leave the dealer's hand"]
    known_top: Annotated[list[Card], "the next cards of the stock, as far as all know them"]
    dead: Annotated[list[bool], "seats that take no more part, by seat"]
    hu: Annotated[int | None, "own hu so far: table sets, secret sets and the counting sequences of groups"]
    need: Annotated[int, "the fewest hu that win"]
    scale: Scale
    unseen: Annotated[dict[Card, int] | None, "the counter: copies the viewer has not seen"]
    result: Result | None
    hands: Annotated[list[list[Card]] | None, "all hands, once the deal is over"]


def view_json(view: View, *, counter: bool, deal: int = 1, **_: None) -> PaohuziView:
    """The view as plain JSON; `counter` adds the unseen cards, `deal` is the number of the deal."""
    options = view.options
    hand = None if view.hand is None else packed(view.hand)
    grouped = None if hand is None else groups_of(hand, options.one_five_ten)
    over = view.phase is state.Phase.OVER
    return filled(
        PaohuziView,
        view,
        game="paohuzi",
        deal=deal,
        over=over,
        seats=len(view.sizes),
        turn=None if over else view.turn,
        order=_order(view),
        hand=None if hand is None else _cards(cards_of(hand)),
        locked=[] if hand is None else _locked(hand),
        groups=None if grouped is None else [_cards(group) for group in grouped.groups],
        melds=[[_table_set(meld) for meld in melds] for melds in view.melds],
        piles=[[_pile_card(left) for left in pile] for pile in view.piles],
        smelled=_smelled(view),
        card=_card(view.card),
        **{"from": None if view.source is None else view.turn},
        window=view.phase is state.Phase.CLAIM,
        answered=None if view.answer is None else action_text(view.answer),
        bottom=_card(view.bottom),
        shown=_card(view.shown),
        known_top=_cards(view.known_top),
        hu=None
        if grouped is None or view.viewer is None
        else grouped.hu + sum(meld.hu for meld in view.melds[view.viewer]),
        need=options.min_hu,
        scale=filled(Scale, options),
        unseen=_unseen(view) if counter else None,
        result=None if view.result is None else _result(view.result),
        hands=[_cards(cards_of(packed(held))) for held in view.hands] if view.hands else None,
    )


def _opened(view: Mapping[str, Any], seen: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """All hands, and each seat's sets as it sees them itself."""
    return {
        "hands": [one["hand"] or [] for one in seen],
        "melds": [one["melds"][seat] for seat, one in enumerate(seen)],
    }


def _card(kind: Kind) -> Card | None:
    return None if kind == UNKNOWN else card_text(kind)


def _cards(kinds: Iterable[Kind]) -> list[Card]:
    return [card_text(kind) for kind in kinds]


def _order(view: View) -> list[int]:
    """Turn order from the viewer, or from the dealer for one who does not play."""
    at = view.order.index(view.viewer) if view.viewer in view.order else 0
    return [*view.order[at:], *view.order[:at]]


def _locked(hand: Hand) -> list[Card]:
    ones = locked(hand)
    return _cards(kind for kind in cards_of(hand) if ones >> 4 * kind & 1)


# What lies on the table is the same for many moments, and nobody changes it.


@lru_cache(maxsize=1 << 8)
def _pile_card(left: state.Left) -> PileCard:
    return PileCard(card=card_text(left.card), thrown=left.thrown)


@lru_cache(maxsize=1 << 12)
def _table_set(meld: Meld) -> TableSet:
    return TableSet(
        kind=str(meld.kind),
        cards=[_card(kind) for kind in meld.cards],
        up=meld.known,
        hu=None if UNKNOWN in meld.cards else meld.hu,
    )


def _smelled(view: View) -> Smelled | None:
    if view.viewer is None:
        return None
    return Smelled(pong=_marked(view.no_pong), eat=_marked(view.no_eat))


def _marked(bits: int) -> list[Card]:
    return _cards(kind for kind in range(KINDS) if bits >> kind & 1)


def _unseen(view: View) -> dict[Card, int]:
    """Copies of each card that are in nothing the viewer sees or has seen."""
    return {card_text(kind): max(0, copies) for kind, copies in enumerate(unseen_copies(view))}


def _result(result: state.Result) -> Result:
    rule = "PZ 3.5" if result.drawn_game else "PZ case 56"
    return filled(
        Result,
        result,
        draw=result.drawn_game,
        winner=None if result.drawn_game else result.winner,
        card=_card(result.card),
        sets=[ScoredSet(kind=shown.kind, cards=_cards(shown.cards), hu=shown.hu) for shown in result.sets],
        named=_named(result.items, "PZ 3.7"),
        extra=_named(result.extra, "PZ §4"),
        items=[
            Item(seat=seat, amount=amount, reason=result.why, rule=rule)
            for seat, amount in enumerate(result.returns)
            if amount
        ],
    )


def _named(items: tuple[tuple[str, int], ...], rule: str) -> list[Named]:
    return [Named(reason=name, amount=amount, rule=rule) for name, amount in items]


Group = tuple[Kind, ...]


class Groups(NamedTuple):
    """The groups of a hand, and what its secret sets and counting sequences come to."""

    groups: tuple[Group, ...]
    hu: int


@lru_cache(maxsize=1 << 11)
def groups_of(hand: Hand, one_five_ten: bool) -> Groups:  # noqa: FBT001 - a key of the cache
    """The hand by sets: the runs that are worth most, then those that leave fewest single cards."""
    free = loose(hand)
    best = min(packings(free, one_five_ten), key=_worth)
    cuts = partitions(free - best.rest, pair=False, one_five_ten=one_five_ten)
    runs = max(cuts, key=lambda cut: sum(part.hu for part in cut))
    secret = sorted((kind for kind in kinds_of(locked(hand))), key=lambda kind: (-count(hand, kind), kind))
    pairs = [kind for kind in kinds_of(best.rest) if count(best.rest, kind) == _PAIR]
    singles = [kind for kind in kinds_of(best.rest) if count(best.rest, kind) != _PAIR]
    groups = (
        *((kind,) * count(hand, kind) for kind in secret),
        *((kind,) * _PAIR for kind in pairs),
        *(part.cards for part in runs),
        *(tuple(singles[at : at + _MOST_REST]) for at in range(0, len(singles), _MOST_REST)),
    )
    return Groups(groups, hidden(hand).hu + best.hu)


def _worth(packing: Packing) -> tuple[int, int, int, tuple[Kind, ...]]:
    rest = packing.rest
    singles = sum(count(rest, kind) != _PAIR for kind in kinds_of(rest))
    return -packing.hu, singles, size(rest), cards_of(rest)


def _details(at: state.State, seat: int, offered: Sequence[Action]) -> Details:
    """The score of a hu, and the worth of the sets of a claim."""
    details: Details = {}
    if at.window:
        if HU in offered:
            details["hu"] = _win(at, seat)
        card = at.window.card
        if lays := {
            action_text(action): _laid_hu(action, card) for action in offered if action.verb in _LAYING
        }:
            details["lays"] = lays
    return details


def _laid_hu(action: Action, card: int) -> int:
    if action == PONG:
        return set_hu(SetKind.EXPOSED_3, card)
    return sum(RUN_OF[cards].hu for cards in action.sets)


def _win(at: state.State, seat: int) -> Win:
    window = at.window
    assert window is not None
    score = claims.score_of(at, window.source, window.seat, seat, window.card, last=window.last)
    assert score is not None, "a hu that is offered"
    discarder = window.seat if window.source is state.Source.THROWN else None
    points = payments(at.rules, at.start.order, seat, score.final, discarder)
    return Win(hu=score.hu, final=score.final, points=points[seat])


PACK = Pack(view_json, _opened, details=_details, typed=(PaohuziView,), picture=picture)
