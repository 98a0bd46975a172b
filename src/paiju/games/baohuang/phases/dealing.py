"""Deck, cut and drawing (BH A1, A3), crowning during the draw (BH A18-64), buying threes (A14, A18-28), and the call (A4, A12)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from paiju.core import rng
from paiju.core.errors import LayoutError, check_carry, check_each, check_kinds, check_seat, check_seed
from paiju.core.game import Event, Facts, Moment, Pause
from paiju.core.rng import Chance
from paiju.games.baohuang.actions import CROWN, WAIT, Action
from paiju.games.baohuang.cards import (
    BIG,
    EMPTY,
    KINDS,
    LAOWANG,
    MARKED_BIG,
    SEATS,
    Hand,
    Kind,
    add,
    cards_of,
    guards_of,
    hand_of,
    kinds_of_rank,
    play_order,
    rank_count,
    with_laowang,
    without_laowang,
)
from paiju.games.baohuang.options import BaohuangOptions, Declarations, FullCircle
from paiju.games.baohuang.phases import transfers
from paiju.games.baohuang.phases.transfers import move, payable, show, surplus_sellers, two_or_highest
from paiju.games.baohuang.plays import Cards
from paiju.games.baohuang.rules import Rules
from paiju.games.baohuang.state import (
    DEALT,
    NOTHING,
    Actions,
    Carry,
    Drawing,
    Layout,
    Past,
    Phase,
    Plan,
    Role,
    Roles,
    Start,
    State,
    Step,
    Winner,
)


def begin(rules: Rules, seed: bytes | Layout, carry: Carry) -> State:
    """A deal before its first decision, not yet drawn: phase `cut`, nobody asked.

    Raises:
        UsageError: usage.seed | type | seat | carry.
        LayoutError: layout.cards, if a layout's cards are no deal of these options.
    """
    check_carried(rules, carry)
    if isinstance(seed, Layout):
        start, deck = _drawn_from(rules, seed, carry)
    else:
        check_seed(seed)
        first = carry.first_drawer
        if first is None:
            first = Chance(seed, "first drawer").below(SEATS)
        deck = tuple(Chance(seed, "deck").shuffle(rules.deck(first_deal=carry.first_deal)))
        start = Start(seed, (), first, carry, even_sizes(len(deck), first), deck=deck)
    return undrawn(rules, start, deck, Phase.CUT, past=())


def undrawn(
    rules: Rules, start: Start, deck: Cards, phase: Phase = Phase.DRAW, *, past: Past | None = None
) -> State:
    """A deal of which nobody has drawn a card yet."""
    return State(rules, start, phase, (), (EMPTY,) * SEATS, (EMPTY,) * SEATS, Plan(Drawing(deck)), past=past)


def check_carried(rules: Rules, carry: Carry) -> None:
    """Check that a deal of these rules can have passed on a carry.

    Raises:
        UsageError: usage.seat; usage.carry, with the part that cannot be.
    """
    if carry.first_drawer is not None:
        check_seat(carry.first_drawer, SEATS)
    check_carry(isinstance(carry.roles, tuple) and all(role in tuple(Role) for role in carry.roles), "roles")
    if not carry.first_deal:
        check_carry(len(carry.roles) == SEATS and carry.roles.count(Role.EMPEROR) == 1, "roles")
        places = carry.places if isinstance(carry.places, tuple) else ()
        whole = all(type(place) is int for place in places)
        check_carry(whole and sorted(places) == list(range(1, SEATS + 1)), "places")
    check_carry(carry.winner in tuple(Winner), "winner")
    if not carry.first_deal:
        pair = rules.options.abdication_full_circle is FullCircle.TWO_CARD_CALL
        check_carry(carry.roles.count(Role.GUARD) <= 1 + pair, "roles")
        check_carry(opens(rules.options) or not carry.opened, "opened")


def opens(options: BaohuangOptions) -> bool:
    """Whether anything can make a deal open (BH A18-47)."""
    return options.usurper or options.open_solo or options.declarations is not Declarations.OFF


def _drawn_from(rules: Rules, layout: Layout, carry: Carry) -> tuple[Start, Cards]:
    """A layout's start, and the deck that deals its hands, one card at a time from the first drawer on."""
    check_seed(layout.seed)
    check_each(layout.hands, (tuple, list))
    check_kinds(layout.pile, KINDS)
    sizes = tuple(map(len, layout.hands))
    expected = rules.deck(first_deal=carry.first_deal)
    if any(type(card) is not int or not 0 <= card < KINDS for hand in layout.hands for card in hand):
        raise LayoutError(f"a card kind is a number from 0 to {KINDS - 1}")
    have, want = hand_of(c for hand in layout.hands for c in hand), hand_of(expected)
    if len(sizes) != SEATS or sum(sizes) != len(expected):
        raise LayoutError(f"hands of {sizes} cards; the deck deals {len(expected)} cards to {SEATS} seats")
    if have != want:
        wrong = next(kind for kind in range(KINDS) if have[kind] != want[kind])
        raise LayoutError(f"{have[wrong]} copies of card kind {wrong}, the deck has {want[wrong]}")
    if layout.first_drawer is not None:
        check_seat(layout.first_drawer, SEATS)
    possible = [seat for seat in range(SEATS) if even_sizes(len(expected), seat) == sizes]
    first = layout.first_drawer if layout.first_drawer is not None else next(iter(possible), None)
    if first is None or first not in possible:
        drawer = "no matter who draws" if first is None else f"if seat {first} draws"
        raise LayoutError(f"hands of {sizes} cards cannot be dealt, {drawer} first (BH A3)")
    start = Start(layout.seed, layout.pile, first, carry, sizes)
    at = [iter(hand) for hand in layout.hands]
    deck = tuple(next(at[seat]) for seat in drawers(start))
    return replace(start, deck=deck), deck


def even_sizes(deck_size: int, first_drawer: int) -> tuple[int, ...]:
    """Hand sizes once a deck is drawn one card at a time (BH A3)."""
    return tuple((deck_size - (seat - first_drawer) % SEATS + SEATS - 1) // SEATS for seat in range(SEATS))


def drawers(start: Start) -> tuple[int, ...]:
    """The drawers of the cards of the deck, in order."""
    return _drawers(start.first_drawer, start.sizes)


@lru_cache(maxsize=64)
def _drawers(first_drawer: int, sizes: tuple[int, ...]) -> tuple[int, ...]:
    order = [(first_drawer + i) % SEATS for i in range(SEATS)]
    return tuple(seat for i in range(max(sizes)) for seat in order if i < sizes[seat])


def who_cuts(state: State) -> tuple[int, ...]:
    """BH A3: the seat before the first drawer cuts, where the table asks for it."""
    return ((state.start.first_drawer - 1) % SEATS,)


def legal_cuts(state: State, seat: int) -> Actions:
    """Every cut, the middle first."""
    return tuple([Action(rng.CUT, (), number) for number in rng.numbers(len(_drawing(state).deck))])


def apply_cut(state: State, seat: int, action: Action) -> None:
    """The cut-off part goes under the rest (BH A3)."""
    state.plan = Plan(Drawing(rng.cut(_drawing(state).deck, action.number)))
    state.tell("cut", {"seat": seat, "number": action.number})


def draw(state: State) -> tuple[int, ...]:
    """Draw until someone may take the crown, and is asked, or until all cards are drawn, and lowest ones bought."""
    drawing = _drawing(state)
    deck, at = drawing.deck, drawing.at
    order = drawers(state.start)
    crowned = state.roles.emperor >= 0
    asks = state.rules.options.crown_during_draw and not crowned
    end, stopped = _first_claim(state, deck, at, order) if asks else (len(deck), False)
    state.hands = tuple(
        add(hand, as_held(state, seat, cards))
        for seat, (hand, cards) in enumerate(zip(state.hands, _gained(state, at, end), strict=True))
    )
    state.plan = Plan(Drawing(deck, end))
    if stopped:
        return (order[end - 1],)
    _tell(state, at if crowned else 0)
    state.drawn = tuple(without_laowang(hand, state.roles.called) for hand in state.hands)
    state.plan = NOTHING
    if crowned:
        settle(state)
    _buy(state)
    return ()


def _gained(state: State, start: int, end: int) -> list[list[Kind]]:
    """What each seat draws from one place of the deck to another."""
    gained: list[list[Kind]] = [[] for _ in range(SEATS)]
    for seat, kind in zip(drawers(state.start)[start:end], _drawing(state).deck[start:end], strict=True):
        gained[seat].append(kind)
    return gained


def moments(before: State, after: State, events: tuple[Event, ...]) -> tuple[Moment[State], ...]:
    """From one state to the next decision: a draw that may stop is hidden from its beginning on (BH A18-64)."""
    pause, cards = _veil(after) if after.phase is Phase.DRAW else (Pause.NONE, 0)
    last = Moment(after, events, pause, cards)
    if (
        before.phase is not Phase.CUT
        or after.phase is Phase.CUT
        or not before.rules.options.crown_during_draw
    ):
        return (last,)
    hidden = before.copy()
    hidden.phase = Phase.DRAW  # as it looks where it stops (BH A18-70)
    hidden.queue = ()
    if before.past is not None and after.past is not None:
        hidden.past = after.past[
            : len(before.past) + len(before.queue)
        ]  # the cut, where someone was asked for it
    return (Moment(hidden, (), *_veil(hidden)), last)


def _veil(state: State) -> tuple[Pause, int]:
    return Pause.VEILED, len(_drawing(state).deck)


def _first_claim(state: State, deck: Cards, at: int, order: tuple[int, ...]) -> tuple[int, bool]:
    """Where the draw first stops because someone may take the crown, and whether it does at all."""
    hands = [list(hand) for hand in state.hands]
    for i in range(at, len(deck)):
        seat = order[i]
        hand = hands[seat]
        hand[deck[i]] += 1
        if may_crown(state, seat, hand):
            return i + 1, True
    return len(deck), False


def may_crown(state: State, seat: int, hand: Sequence[int]) -> bool:
    """Whether a seat may take the crown while cards are drawn (BH A18-64)."""
    return heir(state, seat, hand) and bool(callable_kinds(state, tuple(hand), TRIPLE))


def _tell(state: State, start: int) -> None:
    """All that was drawn since `start`; no event where the draw only stops for a question (BH A18-70)."""
    end = _drawing(state).at
    if end > start:
        public: Facts = {"first_drawer": state.start.first_drawer, "drawn": end - start, "rule": "BH A3"}
        gained = enumerate(_gained(state, start, end))
        state.tell("dealt", public, {s: {"cards": tuple(sorted(cards))} for s, cards in gained if cards})


def heir(state: State, seat: int, hand: Sequence[int]) -> bool:
    """Whether a seat holds the emperor's claim: the marked red joker, or last deal's first place."""
    if state.rules.crowning.head_is_heir and not state.start.carry.first_deal:
        return state.start.carry.places[seat] == 1
    return hand[MARKED_BIG] > 0


def original_holder(state: State) -> int:
    """The seat whose claim to the crown comes first (BH A4)."""
    return next(seat for seat in range(SEATS) if heir(state, seat, state.hands[seat]))


def mask(state: State, viewer: int | None) -> State:
    """The draw as all see it but the seat that may take the crown: where it stopped would name that seat (BH A18-70)."""
    if viewer in state.queue:
        return transfers.mask(state, viewer)
    before = state.copy()
    before.queue = ()
    before.hands = (EMPTY,) * SEATS
    before.plan = Plan(Drawing(()))
    return before


def legal_crowning(state: State, seat: int) -> Actions:
    """Wait for more cards, or take the crown now (BH A18-64)."""
    return (WAIT, CROWN)


def apply_crowning(state: State, seat: int, action: Action) -> None:
    """BH A18-64: a crown taken here settles the succession; the call follows, then drawing goes on."""
    if action == WAIT:
        return
    state.roles = Roles(emperor=seat)
    _tell(state, 0)
    for drawer, hand in enumerate(state.hands):
        state.remember(Step(DEALT, drawer, cards_of(hand), number=_drawing(state).at))
    if state.hands[seat][MARKED_BIG]:
        transfers.show(state, seat, (MARKED_BIG,))
    state.tell("crowned", {"seat": seat, "rule": "BH A18-64"})
    ask_call(state, 3)


def _drawing(state: State) -> Drawing:
    assert state.plan.drawing is not None, "all cards are drawn"
    return state.plan.drawing


# --- buying threes 买三: who has no lowest card buys one right after drawing (BH A14, A18-28)

_SPARE = 2


def _buy(state: State) -> None:
    """All purchases of a deal; nobody decides anything here."""
    if state.rules.transfers.buys:
        for buyer in play_order(state.start.first_drawer):
            if not rank_count(state.hands[buyer], state.rules.low_rank):
                _buy_one(state, buyer)


def _buy_one(state: State, buyer: int) -> None:
    if state.rules.transfers.any_seller:
        offers = [((buyer + i) % SEATS, 1) for i in range(1, SEATS)]
    else:
        offers = list(surplus_sellers(state, buyer, original_holder(state)))
    allowed = payable(state)
    for seller, price in offers:
        spare = _spare(state, seller)
        if spare is None:
            continue
        payment = two_or_highest(state.hands[buyer], price, allowed)
        move(state, buyer, seller, payment, why="price", rule="BH A14")
        move(state, seller, buyer, (spare,), why="bought", rule="BH A14", public=not state.rules.suited)
        return


def _spare(state: State, seller: int) -> Kind | None:
    """The lowest card that a seller parts with: it keeps one (BH A14), rarest kind first (BH A18-29)."""
    hand = state.hands[seller]
    if rank_count(hand, state.rules.low_rank) < _SPARE:
        return None
    kinds = [k for k in kinds_of_rank(state.rules.low_rank) if hand[k] and k != state.roles.called]
    return min(kinds, key=lambda kind: (hand[kind], kind)) if kinds else None


# --- calling the guard: which cards may be called, who becomes guard, and 老王 (BH A4, A12)

TRIPLE, PAIR = 3, 2


def copies_in(hand: Hand, kind: Kind) -> int:
    """Copies of a kind in a hand; the marked red joker counts as a red one (BH A18-36)."""
    return hand[kind] + (hand[MARKED_BIG] if kind == BIG else 0)


def callable_kinds(state: State, hand: Hand, need: int) -> tuple[Kind, ...]:
    """The kinds that the holder of `hand` may call by showing `need` copies (BH A12, A18-36)."""
    kinds = state.rules.crowning.callable_kinds(first_deal=state.start.carry.first_deal)
    return tuple(kind for kind in kinds if copies_in(hand, kind) >= need)


def as_held(state: State, seat: int, cards: list[Kind]) -> list[Kind]:
    """How cards drawn after the call look in their holder's hand."""
    called = state.roles.called
    if called < 0 or seat == state.roles.emperor or not state.rules.crowning.laowang:
        return cards
    return [LAOWANG if kind == called else kind for kind in cards]


def ask_call(state: State, need: int) -> None:
    """Ask the emperor for a call."""
    state.phase = Phase.CALL
    state.queue = (state.roles.emperor,)
    state.plan = Plan(state.plan.drawing, need)


def legal_calls(state: State, seat: int) -> Actions:
    """One call for each kind of which enough copies are held (BH A12)."""
    kinds = callable_kinds(state, state.hands[seat], state.plan.need)
    return tuple(Action("call", (kind,)) for kind in kinds)


def apply_call(state: State, seat: int, action: Action) -> None:
    """BH A4: the emperor shows copies of a card; a seat that holds one more of them is guard.

    Three copies make an ordinary call, even where two would do (BH A18-42).
    """
    hand, kind = state.hands[seat], action.cards[0]
    count = min(copies_in(hand, kind), TRIPLE)
    plain = min(count, hand[kind])
    shown = (kind,) * plain + (MARKED_BIG,) * (count - plain)
    state.roles = replace(state.roles, called=kind, pair=count == PAIR)
    state.tell("called", {"seat": seat, "card": kind, "cards": shown, "rule": "BH A12"})
    show(state, seat, shown)
    if count == TRIPLE and state.rules.crowning.laowang:
        state.hands = with_laowang(state.hands, seat, kind)
    state.plan = Plan(state.plan.drawing)
    if state.plan.drawing is None:
        settle(state)


def settle(state: State) -> None:
    """Name the guards once all cards are drawn; each guard learns it alone."""
    roles = state.roles
    guards = guards_of(roles.emperor, roles.called, state.hands)
    state.roles = replace(roles, guards=guards)
    private = {seat: {"role": "guard"} for seat in guards} or {roles.emperor: {"role": "solo"}}
    state.tell("guard_named", {"rule": "BH A4"}, private)
