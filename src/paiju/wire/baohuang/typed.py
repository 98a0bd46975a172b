"""The types of a Bao Huang view as JSON: every field that may ever reach a browser, with its meaning.

A card is its notation: `9`, `9s` where cards have suits, `b B r R L`. Seats are absolute, from 0.

Where the rules know no suits (`suited` is false), cards are shown with suits all the same. `faces` are the cards of the
list beside them, in the same order, as they are to be drawn; they are null where cards have suits of their own. They
are for the eye: actions name ranks alone, and of several of one rank in a hand the last one in the list goes first.
Each card keeps its suit for the deal, and everybody sees the same one ([records.md](records.md) says where it comes from).
"""

from __future__ import annotations

from typing import Annotated, Literal, TypedDict

Card = str
Seat = int
Faces = Annotated[list[Card] | None, "how the cards are drawn"]


class Laid(TypedDict):
    """One answer in a trick."""

    seat: Annotated[Seat, "who answered"]
    cards: Annotated[list[Card], "what was laid, lowest first; empty for a pass"]
    faces: Faces
    verb: Annotated[str, "play, pass or defer"]


class Top(TypedDict):
    """The play to beat."""

    seat: Annotated[Seat, "who laid it"]
    cards: Annotated[list[Card], "its cards, lowest first"]
    faces: Faces


class Said(TypedDict):
    """What a seat says about its play, which stands; it binds nobody."""

    seat: Annotated[Seat, "whose play it is"]
    signal: Annotated[str, "zhan_pai: please let it stand"]


class Stakes(TypedDict):
    """What the declarations did to the multiplier."""

    factors: Annotated[list[str], "causes in the order they fell: solo, guard, revolt"]
    revolts: Annotated[int, "how many revolted"]
    opened: Annotated[bool, "whether a side showed itself before play"]
    countered: Annotated[bool, "whether the other side doubled once more"]


class KnownCard(TypedDict):
    """A card known to lie in a hand."""

    holder: Annotated[Seat, "in whose hand"]
    card: Card
    open: Annotated[bool, "whether everybody knows it, or the viewer alone"]


class Due(TypedDict):
    """Cards of a tribute that a seat owes, receives, has paid or has got."""

    seat: Seat
    count: Annotated[int, "how many cards"]
    partner: Annotated[Seat | None, "the one seat they come from or go to; null: the pile"]


class Given(TypedDict):
    """A card in a pile or pool."""

    seat: Annotated[Seat, "who paid it"]
    card: Annotated[Card | None, "null: face down for this viewer"]
    face: Annotated[Card | None, "how it is drawn"]


class CutPlan(TypedDict):
    """Before the draw: the pack lies to be cut."""

    kind: Literal["cut"]
    low: Annotated[int, "fewest cards of a cut"]
    high: Annotated[int, "most cards of a cut"]


class DrawPlan(TypedDict):
    """The draw has stopped for the viewer, who may crown himself."""

    kind: Literal["draw"]
    drawn: Annotated[int, "cards drawn so far, by all"]
    size: Annotated[int, "cards of the pack"]


class CallPlan(TypedDict):
    """The emperor calls a guard."""

    kind: Literal["calling"]
    need: Annotated[int, "copies that must be shown"]
    drawn: Annotated[int | None, "cards drawn so far if the call fell into the draw"]


class TributePlan(TypedDict):
    """Tribute, taking and returning."""

    kind: Literal["tribute"]
    payers: Annotated[list[Due], "who owes, by place"]
    receivers: Annotated[list[Due], "who receives, by place"]
    pile: Annotated[list[Given], "what lies in the middle, in the order paid"]
    paid: Annotated[list[Due], "what was paid so far"]
    got: Annotated[list[Due], "what each receiver has, by place"]


class SuccessionPlan(TypedDict):
    """Crowning and abdication."""

    kind: Literal["succession"]
    passed: Annotated[list[Seat], "who abdicated, in order"]
    holder: Annotated[Seat, "who holds the claim and decides"]
    heir: Annotated[Seat, "who gets the claim if he abdicates"]
    pool: Annotated[list[Given], "what abdicators paid into the pool"]
    price: Annotated[str, "what abdicating costs now beyond the claim: none, two, highest_card"]
    forced: Annotated[bool, "whether he has to take the crown"]


Plan = CutPlan | DrawPlan | CallPlan | TributePlan | SuccessionPlan


class Item(TypedDict):
    """One reason for points of a seat."""

    seat: Seat
    amount: Annotated[int, "points, won or lost"]
    reason: Annotated[str, "the scoring (free, team2, team4, moegirl, solo16) or stuck"]
    rule: Annotated[str, "the rule that says so"]
    points: Annotated[int, "the amount before the multiplier"]
    multiplier: Annotated[int, "the factor on it"]
    place: Annotated[int, "the seat's place"]
    role: Annotated[str, "emperor, guard or commoner"]
    solo: Annotated[bool, "whether the emperor played alone"]


class Result(TypedDict):
    """How a deal ended."""

    void: Annotated[bool, "true: the deal does not count; the other fields are empty"]
    places: Annotated[list[int], "1 to 5 by seat"]
    winner: Annotated[str, "emperor, people or tie"]
    returns: Annotated[list[int], "points by seat"]
    multiplier: int
    items: Annotated[list[Item], "the reasons; those of a seat add up to its points"]
    roles: Annotated[list[str], "emperor, guard or commoner by seat"]


class Previous(TypedDict):
    """The completed deal before this one, from which a tribute follows."""

    roles: Annotated[list[str], "by seat"]
    places: Annotated[list[int], "by seat"]
    winner: str


class HiddenDraw(TypedDict):
    """All that a seat sees while the draw has stopped for somebody else.

    Where it stopped would tell who holds the crown's card (BH A18-64), so there is nothing of the cards.
    """

    game: Literal["baohuang"]
    deal: int
    viewer: Seat | None
    phase: Literal["draw"]
    seats: int
    over: Literal[False]
    suited: bool
    order: list[Seat]


class BaohuangView(TypedDict):
    """A deal of Bao Huang as one viewer sees it; null means unknown or none."""

    game: Literal["baohuang"]
    deal: Annotated[int, "number of the deal in its match, from 1"]
    viewer: Annotated[Seat | None, "null: a spectator"]
    over: bool
    seats: Annotated[int, "5"]
    phase: Annotated[str, "cut draw tribute take give_back crown call usurp declare counter play over"]
    asked: Annotated[list[Seat], "who is known to decide, the next one first"]
    turn: Annotated[Seat | None, "the seat that decides"]
    suited: Annotated[bool, "whether cards have suits here"]
    order: Annotated[list[Seat], "seats in play order from the viewer, from 0 for a spectator"]
    hand: Annotated[list[Card] | None, "own cards, lowest first"]
    hand_faces: Faces
    columns_by: Annotated[Literal["rank"], "what makes a column of the hand"]
    sizes: Annotated[list[int | None], "hand sizes by seat; null where the table hides them"]
    first_drawer: Seat
    drawn: Annotated[int | None, "cards drawn so far while the draw is on, else null"]
    emperor: Seat | None
    roles: Annotated[list[str | None], "emperor, guard, commoner by seat as far as the viewer knows"]
    called: Annotated[Card | None, "the called card under its plain face"]
    alone: Annotated[bool | None, "whether the emperor is his own guard; null: the viewer cannot tell"]
    usurped: bool
    pair: Annotated[bool, "called with two cards, so that there may be two guards"]
    innocent: Annotated[list[Seat], "seats known not to be guard, since they declared against"]
    multiplier: int
    stakes: Stakes
    top: Annotated[Top | None, "the play to beat; null for a lead"]
    owner: Annotated[Seat | None, "whose play that is"]
    signals: Annotated[list[Said], "what was said about the play to beat"]
    sayable: Annotated[list[str], "signals that the viewer may say now, by a rule of the game (`say`)"]
    trick: Annotated[list[Laid], "the running trick"]
    tricks: Annotated[list[list[Laid]], "the finished ones"]
    places: Annotated[list[int | None], "1 to 5 by seat as far as they are settled"]
    out: Annotated[list[Seat], "seats without cards, in order"]
    stuck: Annotated[list[Seat], "seats taken out with lowest cards left, in order"]
    barred: Annotated[list[Seat], "seats out of this trick because a pass is final"]
    deferred: Annotated[bool, "whether the emperor let a play go and may come back"]
    gained: Annotated[list[int], "cards won or lost by transfers, by seat"]
    plan: Annotated[Plan | None, "what the phase before play shows"]
    known: list[KnownCard]
    unseen: Annotated[dict[Card, int] | None, "the counter: cards in nobody's known hand and not played"]
    previous: Annotated[Previous | None, "null in the first deal"]
    result: Result | None
    hands: Annotated[list[list[Card]] | None, "all hands, once the deal is over"]
    hands_faces: Annotated[list[list[Card]] | None, "how their cards are drawn"]
