"""The types of a Paohuzi view as JSON: every field that may ever reach a browser, with its meaning.

A card is its notation, `s1`..`s10` and `b1`..`b10`. Seats are absolute, from 0.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypedDict

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
    shown_held: Annotated[bool, "whether it has not been seen to leave his hand"]
    known_top: Annotated[list[Card], "the next cards of the stock, as far as all know them"]
    dead: Annotated[list[bool], "seats that take no more part, by seat"]
    hu: Annotated[int | None, "own hu so far: table sets, secret sets and the counting sequences of groups"]
    need: Annotated[int, "the fewest hu that win"]
    scale: Scale
    unseen: Annotated[dict[Card, int] | None, "the counter: copies the viewer has not seen"]
    result: Result | None
    hands: Annotated[list[list[Card]] | None, "all hands, once the deal is over"]
