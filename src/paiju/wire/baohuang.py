"""Bao Huang on the wire: every field that may ever reach a browser, with its meaning, and how a view fills it.

A card is its notation: `9`, `9s` where cards have suits, `b B r R L`. Seats are absolute, from 0.

Where the rules know no suits (`suited` is false), cards have suits all the same. `faces` are the cards of the
list beside them, in the same order, as they are drawn; they are null where cards have suits of their own. They
are for the eye: actions name ranks alone, and of several of one rank in a hand the last one in the list goes first.
Each card keeps its suit for the deal, and everyone sees the same one ([records.md](records.md) says where it comes from).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any, Literal, TypedDict

from paiju.games.baohuang import state
from paiju.games.baohuang.cards import KINDS, RANK_OF, SEATS, Kind, cards_of, plain, play_order
from paiju.games.baohuang.notation import card_text
from paiju.games.baohuang.phases.transfers import EVERYBODY, CardChoices
from paiju.games.baohuang.rules import compile_rules
from paiju.games.baohuang.suits import Faces as Suits
from paiju.games.baohuang.suits import suits_of
from paiju.games.baohuang.views import View
from paiju.wire.pack import Limit, Pack, Pick, filled
from paiju.wire.pictures.baohuang import picture

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
    """A seat's signal about its play on the table; it binds nobody."""

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
    open: Annotated[bool, "whether everyone knows it, or the viewer alone"]


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
    """The draw has stopped for the viewer, who may take the crown."""

    kind: Literal["draw"]
    drawn: Annotated[int, "cards drawn so far, by all"]
    size: Annotated[int, "cards of the pack"]


class CallPlan(TypedDict):
    """The emperor calls a guard."""

    kind: Literal["calling"]
    need: Annotated[int, "copies that must be displayed"]
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
    heir: Annotated[Seat, "who gets the claim after an abdication"]
    pool: Annotated[list[Given], "what abdicators paid into the pool"]
    price: Annotated[str, "what abdicating costs now beyond the claim: none, two, highest_card"]
    forced: Annotated[bool, "whether the crown must be taken"]


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
    """All that a seat sees while the draw has stopped for someone else.

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
    alone: Annotated[bool | None, "whether the emperor plays alone; null: the viewer cannot tell"]
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


class Cards:
    """Cards of a table in notation; `faces` are what they show to the viewer where the rules know no suits."""

    def __init__(self, view: View, faces: Suits | None) -> None:
        self.suited = view.options.suited
        self.faces = faces

    def card(self, kind: Kind) -> Card | None:
        """A card; None for one that is not there."""
        return None if kind < 0 else card_text(kind, suited=self.suited)

    def cards(self, kinds: Iterable[Kind]) -> list[Card]:
        """Cards in their order."""
        return [card_text(kind, suited=self.suited) for kind in kinds]

    def trick(self, trick: Sequence[state.Laid], before: int) -> list[Laid]:
        """A trick that came after `before` plays of the deal."""
        result: list[Laid] = []
        for at in trick:
            faces = None
            if self.faces:
                faces = _faced(self.faces.laid[before] if at.cards else ())
                before += bool(at.cards)
            result.append(Laid(seat=at.seat, cards=self.cards(at.cards), faces=faces, verb=at.verb))
        return result

    def pile(self, pile: state.Pile) -> list[Given]:
        """The cards in the middle, and who gave them."""
        faces = self.faces.pile if self.faces else [None] * len(pile)
        return [
            Given(
                seat=seat, card=self.card(kind), face=None if face is None else card_text(face, suited=True)
            )
            for (seat, kind), face in zip(pile, faces, strict=True)
        ]


def _faced(faces: Iterable[Kind]) -> list[Card]:
    return [card_text(face, suited=True) for face in faces]


class Tricks:
    """The finished tricks of one deal, each made once: they are the same for all viewers and only become more."""

    def __init__(self) -> None:
        self._made: list[list[Laid]] = []
        self._plays = [0]

    def of(self, view: View, show: Cards) -> tuple[list[list[Laid]], list[Laid]]:
        """The finished tricks of `view`, which nobody may change, and the running one."""
        done = len(view.tricks)
        for trick in view.tricks[len(self._made) :]:
            self._made.append(show.trick(trick, self._plays[-1]))
            self._plays.append(self._plays[-1] + sum(bool(at.cards) for at in trick))
        return self._made[:done], show.trick(view.trick, self._plays[done])


def view_json(
    view: View, *, counter: bool, deal: int = 1, faces: Suits | None = None, past: Tricks | None = None
) -> BaohuangView | HiddenDraw:
    """The view as plain JSON; `counter` adds the unseen cards, `deal` is the number of the deal, `past` has its tricks.

    `faces` are what the cards show to the viewer in a game whose rules know no suits. While the draw has stopped for
    someone else the form is `HiddenDraw`.
    """
    if view.phase is state.Phase.DRAW and view.turn == state.NOBODY:
        return hidden_draw(view, deal)
    show = Cards(view, faces)
    tricks, trick = (past or Tricks()).of(view, show)
    drawing, carry = view.plan.drawing, view.carry
    return filled(
        BaohuangView,
        view,
        game="baohuang",
        deal=deal,
        over=view.phase is state.Phase.OVER,
        seats=SEATS,
        turn=_seat(view.turn),
        suited=show.suited,
        order=list(play_order(view.viewer or 0)),
        hand=None if view.hand is None else show.cards(cards_of(view.hand)),
        hand_faces=_faced(faces.hand) if faces and faces.hand is not None else None,
        columns_by="rank",
        drawn=drawing.at if drawing else None,
        emperor=_seat(view.emperor),
        called=show.card(view.called),
        top=_top(view, trick),
        owner=_seat(view.owner),
        signals=[],
        sayable=[],
        trick=trick,
        tricks=tricks,
        places=_places(view),
        deferred=view.debt,
        plan=_plan(view, show),
        known=_known(view, show),
        unseen=_unseen(view, show) if counter else None,
        previous=None if carry.first_deal else filled(Previous, carry),
        result=_result(view),
        stakes=filled(Stakes, view.stakes),
        hands=[show.cards(cards_of(hand)) for hand in view.hands] if view.hands else None,
        hands_faces=[_faced(hand) for hand in faces.hands] if faces and faces.hands else None,
    )


def hidden_draw(view: View, deal: int) -> HiddenDraw:
    """All that a seat sees while cards are drawn and it does not decide: nothing of any card."""
    return HiddenDraw(
        game="baohuang", deal=deal, viewer=view.viewer, phase="draw", seats=SEATS, over=False,
        suited=view.options.suited, order=list(play_order(view.viewer or 0)),
    )  # fmt: skip


def _opened(view: Mapping[str, Any], seen: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """All hands, and once there is an emperor all roles; while a drawing stops for someone else, the others are without a hand (BH A18-64)."""
    fields: dict[str, Any] = {"hands": [one.get("hand") or [] for one in seen]}
    faces = [one.get("hand_faces") for one in seen]
    if any(own is not None for own in faces):
        fields["hands_faces"] = [own or [] for own in faces]
    if view.get("emperor") is not None:
        fields["roles"] = [one["roles"][seat] for seat, one in enumerate(seen)]
        fields["alone"] = seen[view["emperor"]]["alone"]
    return fields


def _pick(at: state.State, seat: int, choices: Sequence[Any]) -> Pick | None:
    """A choice too long to be listed, by its verb, its size, and the cards that may not all be chosen; None for others."""
    if not isinstance(choices, CardChoices):
        return None
    held = [kind for kind, n in enumerate(at.hands[seat]) if n]
    low, most = choices.low
    protected = [kind for kind in held if RANK_OF[kind] == low and kind in choices.kinds]
    barred = [kind for kind in held if kind not in choices.kinds]
    limits = [
        Limit(cards=[card_text(kind, suited=at.rules.suited) for kind in kinds], most=n)
        for kinds, n in ((protected, most), (barred, 0))
        if kinds
    ]
    return Pick(verb=choices.verb, count=choices.size, limits=limits)


def _seat(seat: int) -> int | None:
    return None if seat == state.NOBODY else seat


def _top(view: View, trick: list[Laid]) -> Top | None:
    if view.top is None:
        return None
    last = next(laid for laid in reversed(trick) if laid["verb"] == "play")
    return Top(seat=last["seat"], cards=last["cards"], faces=last["faces"])


def _places(view: View) -> list[int | None]:
    if view.result is not None and view.result.places:
        return list(view.result.places)
    places: list[int | None] = [None] * SEATS
    for place, seat in enumerate(view.out, start=1):
        places[seat] = place
    for behind, seat in enumerate(view.stuck):
        places[seat] = SEATS - behind
    return places


def _plan(view: View, show: Cards) -> Plan | None:
    drawn = view.plan.drawing.at if view.plan.drawing else None
    match view.phase:
        case state.Phase.CUT:
            return CutPlan(kind="cut", low=1, high=len(_deck(view)) - 1)
        case state.Phase.DRAW:
            return DrawPlan(kind="draw", drawn=drawn or 0, size=len(_deck(view)))
        case state.Phase.CALL:
            return CallPlan(kind="calling", need=view.plan.need, drawn=drawn)
        case state.Phase.CROWN:
            return _succession(view, show)
        case state.Phase.TRIBUTE | state.Phase.TAKE | state.Phase.GIVE_BACK:
            plan = view.plan
            dues = {name: _dues(getattr(plan, name)) for name in ("payers", "receivers", "paid", "got")}
            return filled(TributePlan, plan, kind="tribute", pile=show.pile(plan.pile), **dues)
    return None


def _dues(dues: Iterable[state.Due]) -> list[Due]:
    return [Due(seat=due.seat, count=due.count, partner=_seat(due.partner)) for due in dues]


def _succession(view: View, show: Cards) -> SuccessionPlan:
    plan, crowning = view.plan, compile_rules(view.options).crowning
    return filled(
        SuccessionPlan,
        plan,
        kind="succession",
        holder=view.turn,
        heir=crowning.heir(view.turn),
        pool=show.pile(plan.pile),
        price=str(view.options.abdication_cost) if plan.passed else "none",
    )


def _known(view: View, show: Cards) -> list[KnownCard]:
    """The known cards in an order that does not say how they became known."""
    tokens = sorted(view.known, key=lambda token: (token.holder, token.kind, token.viewer))
    return [
        KnownCard(
            holder=token.holder,
            card=card_text(token.kind, suited=show.suited),
            open=token.viewer == EVERYBODY,
        )
        for token in tokens
    ]


def _deck(view: View) -> Sequence[Kind]:
    return compile_rules(view.options).deck(first_deal=view.carry.first_deal)


def _unseen(view: View, show: Cards) -> dict[Card, int]:
    """The deck less the own hand, what was played, what lies open, and what is known of other hands."""
    left = Counter(_deck(view))
    for hand in (*view.played, *((view.hand,) if view.hand else ())):
        for kind, copies in enumerate(hand):
            if copies:
                left[plain(kind, view.called)] -= copies
    left.subtract(token.kind for token in view.known if token.holder != view.viewer)
    left.subtract(kind for _, kind in view.plan.pile if kind != state.UNKNOWN)
    return {card_text(kind, suited=show.suited): max(0, left[kind]) for kind in range(KINDS) if kind in left}


def _result(view: View) -> Result | None:
    """How the deal ended, with the reason of every point (BH A15, A16, A18-61); None while it lasts."""
    result = view.result
    if result is None:
        return None
    roles = [] if result.void else [str(role) for role in view.roles]
    return filled(Result, result, items=[] if result.void else _items(view, result), roles=roles)


def _items(view: View, result: state.Result) -> list[Item]:
    """The reasons of every point, as the `score` events name them (BH A16, A18-61)."""
    options, times = view.options, result.multiplier
    items: list[Item] = []
    for seat, points in enumerate(result.returns):
        lost = options.stuck_penalty * times if seat in view.stuck else 0
        reasons = [(points + lost, str(options.scoring), "BH A16")]
        if lost:
            reasons.append((-lost, "stuck", "BH A18-61"))
        items += [
            Item(
                seat=seat, amount=amount, reason=reason, rule=rule, points=amount // times, multiplier=times,
                place=result.places[seat], role=str(view.roles[seat]), solo=bool(view.alone),
            )
            for amount, reason, rule in reasons
        ]  # fmt: skip
    return items


PACK = Pack(
    view_json, _opened, pick=_pick, suits=suits_of, past=Tricks, veil_json=hidden_draw, typed=(BaohuangView, HiddenDraw),
    picture=picture,
)  # fmt: skip
