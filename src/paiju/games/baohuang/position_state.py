"""A state of Bao Huang from what a position says: unknown cards are dealt where they can lie, and what no deal leads to is refused."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain

from paiju.core.errors import SEED_BYTES
from paiju.core.position import UNSEEN, Fields, dealt
from paiju.games.baohuang import scoring
from paiju.games.baohuang.cards import (
    BIG,
    COPIES,
    EMPTY,
    FIRST_JOKER,
    IDENTITY,
    LAOWANG,
    MARKED_BIG,
    MARKED_SMALL,
    SEATS,
    Hand,
    Kind,
    add,
    cards_of,
    guards_of,
    hand_of,
    holds,
    pack_each,
    plain,
    without_laowang,
)
from paiju.games.baohuang.notation import card_text
from paiju.games.baohuang.phases import dealing, flow, play
from paiju.games.baohuang.phases.crowning import GUARD, REVOLTS, SOLO
from paiju.games.baohuang.plays import Shape
from paiju.games.baohuang.rules import Rules
from paiju.games.baohuang.state import (
    NOBODY,
    NOTHING,
    Knows,
    Laid,
    Phase,
    Plan,
    Result,
    Roles,
    Stakes,
    Start,
    State,
)

TRIES = 400
_PAIR, _TRIPLE = 2, 3
_UNNAMED = (Phase.CALL, Phase.DRAW)
_ONE_OWES = {Phase.TRIBUTE: "payers", Phase.TAKE: "receivers", Phase.GIVE_BACK: "got"}


@dataclass(slots=True)
class Said:
    """What a position says. Cards that nobody names are `UNSEEN` where they lie, and in `pool`; guards follow from the cards."""

    rules: Rules
    fields: Fields
    is_view: bool
    viewer: int | None
    queue: tuple[int, ...]
    phase: Phase
    void: bool
    roles: Roles
    start: Start
    plan: Plan
    factors: tuple[str, ...]
    countered: bool
    plain_set: bool
    trick: tuple[Laid, ...]
    tricks: tuple[tuple[Laid, ...], ...]
    played: list[list[Kind]]
    out: tuple[int, ...]
    stuck: tuple[int, ...]
    known: tuple[Knows, ...]
    hands: list[list[Kind]]
    drawn: list[list[Kind] | None]
    pool: Counter[Kind] = field(default_factory=Counter)

    @property
    def unseen_draw(self) -> bool:
        """Whether somebody may be asked for the crown, and the viewer does not see who."""
        return self.phase is Phase.DRAW and not self.queue

    @property
    def to_come(self) -> Sequence[Kind]:
        """The cards that are still to be drawn."""
        drawing = self.plan.drawing
        return () if drawing is None else drawing.deck[drawing.at :]

    @property
    def open(self) -> bool:
        """Whether cards are unknown."""
        deck = () if self.plan.drawing is None else self.plan.drawing.deck
        return any(UNSEEN in cards for cards in (*self.hands, deck, [kind for _, kind in self.plan.pile]))

    @property
    def marked_holder(self) -> int:
        """Who has the marked red joker, or has played it; nobody where none is marked or the cards alone say it (BH A4)."""
        if self.rules.crowning.head_is_heir and not self.start.carry.first_deal:
            return NOBODY
        if self.phase in (Phase.CROWN, Phase.DRAW) and self.queue:
            return self.queue[0]
        return NOBODY if self.unplayed else self.roles.emperor

    @property
    def unplayed(self) -> bool:
        """Whether the deal was over before anybody was asked to play: the crown went round (BH A18-43)."""
        return self.phase is Phase.OVER and not any(self.played)

    @property
    def called_with(self) -> int:
        """How many copies of the called card the emperor has, or has played, at least; 0 where nothing is called, or for nobody."""
        if self.roles.called < 0 or self.roles.usurped:
            return 0
        return _PAIR if self.roles.pair else _TRIPLE

    @property
    def has_laowang(self) -> bool:
        """Whether the called card is 老王 in the hand of its guard (BH A12)."""
        return self.rules.crowning.laowang and self.called_with == _TRIPLE

    def face(self, kind: Kind) -> Kind:
        """The kind under which a card was drawn."""
        if kind == LAOWANG and self.roles.called < 0:
            raise self.fields.against("hands", "called", "L is a copy of the called card")
        return plain(kind, self.roles.called)

    def counted(self) -> Said:
        """The same with its `pool`: the cards that nobody names.

        Raises:
            PositionError: position.cards, for cards that the deck has not, or unknown ones that are too many or too few;
                position.conflict, for one that only the emperor can have.
        """
        fields, deck = self.fields, self.rules.deck(first_deal=self.start.carry.first_deal)
        named: tuple[tuple[str, Iterable[Kind]], ...] = (
            ("played" if "played" in fields else "tricks", chain(*self.played)),
            ("pile", [kind for _, kind in self.plan.tribute.pile]),
            ("pool", [kind for _, kind in self.plan.succession.pool]),
            ("deck", self.to_come),
            ("deck" if self.plan.drawing and "hands" not in fields else "hands", chain(*self.hands)),
        )
        drawn = [(name, [self.face(kind) for kind in cards]) for name, cards in named]
        self.pool, left = fields.cards_left(
            deck, drawn, lambda kind: card_text(kind, suited=self.rules.suited)
        )
        pool_gone = self.void and left > 0  # what was paid for a declined crown goes down with the deal
        if left and not self.unseen_draw and not pool_gone:
            more = f"{left} cards are nowhere" if left > 0 else f"{-left} cards too many"
            raise fields.cards("hands", f"{more}, the deck has {len(deck)}")
        self._check_holder()
        return self

    def _check_holder(self) -> None:
        """That no card that only the emperor can have lies elsewhere."""
        fields, called, emperor, holder = (
            self.fields,
            self.roles.called,
            self.roles.emperor,
            self.marked_holder,
        )
        for name, cards in (("hands", self.hands), ("played", self.played), ("deck", [self.to_come])):
            elsewhere = [own for seat, own in enumerate(cards) if seat != holder or name == "deck"]
            if holder != NOBODY and any(MARKED_BIG in own for own in elsewhere):
                why = f"seat {holder} has the marked red joker, or has played it"
                raise fields.against(name if name in fields else "hands", "emperor", why)
        played = [kind for seat, own in enumerate(self.played) for kind in own if seat != emperor]
        others = [kind for seat, own in enumerate(self.hands) for kind in own if seat != emperor]
        copies = sum(kind in (called, LAOWANG) for kind in (*played, *others))
        if self.called_with and copies > COPIES - self.called_with:
            raise fields.against("hands", "called", f"the emperor has {self.called_with} of the called card")
        if self.has_laowang and called in played:
            raise fields.against("called", "played", "its guard plays it as L")


def state_of(said: Said, rng: random.Random | None) -> State:
    """The state that a position says; unknown cards are dealt by `rng`.

    Raises:
        PositionError: position.open without chance where cards are unknown; position.rare where no deal is found
            that fits; position.conflict.
    """
    if not said.open and not said.unseen_draw:
        return _state(said, _with_laowang(said, said.hands), said.plan)
    if said.unseen_draw:
        return dealt(lambda chance: _question(said, chance), rng, 10 * TRIES)
    return dealt(lambda chance: _state(said, *_filled(said, chance)), rng, TRIES)


def _question(said: Said, rng: random.Random) -> State:
    """A question to a seat that the viewer does not see asked, in a draw of which they see nothing (BH A18-70)."""
    deck = list(said.rules.deck(first_deal=said.start.carry.first_deal))
    rng.shuffle(deck)
    start = replace(said.start, seed=rng.randbytes(SEED_BYTES))
    state = dealing.undrawn(said.rules, start, tuple(deck))
    if not dealing.draw(state) or state.queue == (said.viewer,):
        raise said.fields.against("turn", "hands", "nobody else may take the crown while cards are drawn")
    return state


def _filled(said: Said, rng: random.Random) -> tuple[list[list[Kind]], Plan]:
    """Hands and what lies elsewhere with unknown cards dealt where they can lie; whether the rest agrees is asked afterwards."""
    pool = Counter(said.pool)
    hands = [[said.face(kind) if kind != UNSEEN else kind for kind in hand] for hand in said.hands]
    for token in said.known:
        _hold(hands[token.holder], pool, token.kind, at_least=_known_count(said, token.holder, token.kind))
    _hold_emperor(said, hands, pool)
    _hold_identity(said, hands, pool, rng)
    _hold_call(said, hands, pool, rng)
    rest = list(pool.elements())
    rng.shuffle(rest)
    hidden = [_take_plain(rest) for _, kind in said.plan.pile if kind == UNSEEN]
    hands = [[rest.pop() if kind == UNSEEN else kind for kind in hand] for hand in hands]
    deck: tuple[Kind, ...] = ()
    if said.plan.drawing is not None:
        deck, at = said.plan.drawing.deck, said.plan.drawing.at
        left = iter(rest)
        back = [next(left) if kind == UNSEEN else kind for kind in deck[at:]]
        front = deck[:at]
        if UNSEEN in front:
            order = [iter(rng.sample(hand, len(hand))) for hand in hands]
            front = tuple(next(order[seat], UNSEEN) for seat in dealing.drawers(said.start)[:at])
        deck = (*front, *back)
    return _with_laowang(said, hands), said.plan.filled(deck, iter(hidden))


def _take_plain(rest: list[Kind]) -> Kind:
    """A card that may lie in a pile: no joker."""
    at = next((at for at in range(len(rest) - 1, -1, -1) if rest[at] < FIRST_JOKER), len(rest) - 1)
    return rest.pop(at)


def _known_count(said: Said, holder: int, kind: Kind) -> int:
    """How many of a kind somebody knows a seat to hold."""
    viewers = {token.viewer for token in said.known}
    public = sum(token == (NOBODY, holder, kind) for token in said.known)
    return max(
        public + (viewer >= 0) * sum(t == (viewer, holder, kind) for t in said.known) for viewer in viewers
    )


def _hold(hand: list[Kind], pool: Counter[Kind], kind: Kind, at_least: int = 1) -> None:
    """Put copies of a kind where unknown cards of a hand are, as far as there are any."""
    while hand.count(kind) < at_least and UNSEEN in hand and pool[kind] > 0:
        hand[hand.index(UNSEEN)] = kind
        pool[kind] -= 1


def _hold_emperor(said: Said, hands: list[list[Kind]], pool: Counter[Kind]) -> None:
    """The marked red joker lies where the crown is, and the emperor has the cards of the call."""
    holder, roles = said.marked_holder, said.roles
    if holder != NOBODY and MARKED_BIG not in said.played[holder]:
        _hold(hands[holder], pool, MARKED_BIG)
    if said.called_with:
        laid = [
            BIG if kind == MARKED_BIG and roles.called == BIG else kind for kind in said.played[roles.emperor]
        ]
        marked = hands[roles.emperor].count(MARKED_BIG) if roles.called == BIG else 0
        _hold(hands[roles.emperor], pool, roles.called, said.called_with - laid.count(roles.called) - marked)


def _hold_identity(said: Said, hands: list[list[Kind]], pool: Counter[Kind], rng: random.Random) -> None:
    """Guards that have shown themselves hold their card, or have played it; so does an emperor known to be alone."""
    roles = said.roles
    if roles.emperor < 0 or roles.usurped or said.phase in _UNNAMED:
        return
    card = roles.called if roles.called >= 0 else MARKED_SMALL
    for guard in sorted(roles.shown):
        if not {card, LAOWANG} & set(said.played[guard]):
            _hold(hands[guard], pool, card)
    settled = roles.solo_shown or roles.forced or (roles.shown and not roles.pair)
    if settled and pool[card] > 0:
        _hold(hands[roles.emperor], pool, card, at_least=hands[roles.emperor].count(card) + pool[card])
    elif roles.innocent:
        free = [seat for seat in range(SEATS) if seat not in roles.innocent and UNSEEN in hands[seat]]
        while pool[card] > 0 and free:
            seat = rng.choice(free)
            _hold(hands[seat], pool, card, at_least=hands[seat].count(card) + 1)
            free = [seat for seat in free if UNSEEN in hands[seat]]


def _hold_call(said: Said, hands: list[list[Kind]], pool: Counter[Kind], rng: random.Random) -> None:
    """Who is asked for a call, or must take the crown, can call."""
    need = said.plan.need or said.plan.succession.need * said.plan.succession.forced
    if not need or not said.queue or not said.rules.crowning.guard_called:
        return
    hand = hands[said.queue[0]]
    kinds = said.rules.crowning.callable_kinds(first_deal=said.start.carry.first_deal)

    def missing(kind: Kind) -> int:
        return need - hand.count(kind) - (hand.count(MARKED_BIG) if kind == BIG else 0)

    open_ = hand.count(UNSEEN)
    able = [kind for kind in kinds if 0 < missing(kind) <= min(open_, pool[kind])]
    if able and not any(missing(kind) <= 0 for kind in kinds):
        kind = rng.choice(able)
        _hold(hand, pool, kind, at_least=hand.count(kind) + missing(kind))


def _with_laowang(said: Said, hands: list[list[Kind]]) -> list[list[Kind]]:
    """The called card as 老王 in every hand but the emperor's (BH A12)."""
    roles = said.roles
    if not said.has_laowang:
        return hands
    return [
        hand if seat == roles.emperor else [LAOWANG if kind == roles.called else kind for kind in hand]
        for seat, hand in enumerate(hands)
    ]


# --- the state


def _state(said: Said, cards: Sequence[Sequence[Kind]], plan: Plan) -> State:
    fields, rules = said.fields, said.rules
    hands, played = tuple(map(hand_of, cards)), tuple(map(hand_of, said.played))
    state = State(
        rules, said.start, said.phase, said.queue, pack_each(hands), _drawn(said, hands, played),
        NOTHING if plan == NOTHING else plan, _roles(said, hands, played), _stakes(said), said.known,
        trick=said.trick, tricks=said.tricks, spent=pack_each(played), out=said.out, stuck=said.stuck,
    )  # fmt: skip
    if said.void:
        state.result = Result(void=True)
        return state
    begun = said.phase is Phase.PLAY or (said.phase is Phase.OVER and not said.unplayed)
    if begun and rules.low_last:
        state.lows = tuple(
            play.low_of(rules, add(hand, cards_of(laid))) for hand, laid in zip(hands, played, strict=True)
        )
    _set_trick(said, state)
    if said.phase is Phase.OVER:
        _end(said, state)
        return state
    _check(said, state)
    if not flow.STAGES[state.phase].legal(state, state.turn):
        raise fields.against("turn", "hands", f"seat {state.turn} has nothing to answer in {said.phase}")
    return state


def _roles(said: Said, hands: tuple[Hand, ...], played: tuple[Hand, ...]) -> Roles:
    roles = said.roles
    if roles.emperor < 0:
        if roles != Roles():
            raise said.fields.against("emperor", "shown", "without an emperor nobody is known as anything")
        return roles
    named = said.phase not in _UNNAMED and not roles.usurped and not said.unplayed
    guards = guards_of(roles.emperor, roles.called, hands, played) if named else ()
    _check_known(said, guards)
    if named and _keeps_secret(said) and not guards and not roles.solo_shown:
        raise said.fields.against("alone", "hands", "an emperor without a guard has said so")
    return replace(roles, guards=guards)


def _check_known(said: Said, guards: tuple[int, ...]) -> None:
    """That what all know of the roles is true."""
    roles, against = said.roles, said.fields.against
    if not roles.shown <= set(guards):
        raise against("shown", "hands", "who is shown as guard has the guard's card")
    if roles.innocent & set(guards):
        raise against("innocent", "hands", "who is known to be no guard has not the guard's card")
    if roles.solo_shown and guards:
        raise against("alone", "hands", "another has the guard's card")
    if roles.forced and (roles.shown != set(guards) or roles.solo_shown is bool(guards)):
        raise against("forced", "shown", "every guard is known, or that there is none")
    if len(guards) > 1 and not roles.pair:
        raise against("pair", "hands", "two guards come of a call with two cards")


def _keeps_secret(said: Said) -> bool:
    """Whether an emperor who has said nothing has a guard, by the rules of the table (BH A18-50)."""
    declaring = said.rules.declaring
    spoken = said.phase in (Phase.COUNTER, Phase.PLAY) or (
        said.phase is Phase.DECLARE and said.roles.emperor not in said.queue
    )
    return declaring.solos and not declaring.silent_solo and spoken


def _stakes(said: Said) -> Stakes:
    roles, factors = said.roles, said.factors
    if roles.emperor < 0 and (factors or said.countered):
        raise said.fields.against("stakes", "emperor", "nobody has declared before there is one")
    if REVOLTS in factors and len(roles.innocent) < said.rules.declaring.threshold:
        raise said.fields.against("stakes", "innocent", "too few have revolted")
    opened = roles.usurped or roles.forced or SOLO in factors or GUARD in factors
    return Stakes(factors, len(roles.innocent), opened, said.countered)


def _drawn(said: Said, hands: tuple[Hand, ...], played: tuple[Hand, ...]) -> tuple[Hand, ...]:
    """What the seats drew; unless it is said, what they hold and have played."""
    if said.plan.drawing is not None:
        return (EMPTY,) * SEATS
    found = []
    for seat, own in enumerate(said.drawn):
        if own is None:
            found.append(drawn_of(hands[seat], played[seat], said.roles.called))
        elif len(own) != said.start.sizes[seat] or UNSEEN in own:
            raise said.fields.wrong("drawn", f"seat {seat} drew {said.start.sizes[seat]} cards")
        else:
            found.append(hand_of(own))
    return tuple(found)


def drawn_of(hand: Hand, played: Hand, called: Kind) -> Hand:
    """What a seat has drawn that holds and has played this, if nothing has changed hands."""
    return add(without_laowang(hand, called), cards_of(without_laowang(played, called)))


def top_of(
    rules: Rules, laid: Sequence[Laid], *, plain_set: bool, drawn: Sequence[Hand] | None = None
) -> Shape | None:
    """What lies on the table after the answers of a trick; `plain_set` says that the last play is no bomb.

    A play that is followed by one that is no bomb was none either.
    """
    plays = [one for one in laid if one.verb == "play"]
    shapes: list[Shape | None] = []
    bomb = not plain_set
    for one in reversed(plays):
        own = drawn is None or not rules.natural_bombs or holds(drawn[one.seat], one.cards)
        shape = rules.comparison.shape(one.cards, natural=bomb and own)
        bomb = shape is not None and shape.bomb > 0
        shapes.append(shape)
    top: Shape | None = None
    for shape in reversed(shapes):
        if shape is None or (top is not None and not rules.comparison.beats(shape, top)):
            return None
        top = rules.comparison.laid(shape, top)
    return top


def _set_trick(said: Said, state: State) -> None:
    """Top, owner and passes of the running trick, and what the emperor owes it (BH A13)."""
    laid, fields, rules = said.trick, said.fields, said.rules
    if not laid:
        return
    if said.phase not in (Phase.PLAY, Phase.OVER):
        raise fields.against("trick", "turn", "play has not begun")
    drawn = None if said.open and said.is_view else state.drawn
    top = top_of(rules, laid, plain_set=said.plain_set, drawn=drawn)
    if top is None or laid[0].verb != "play":
        raise fields.wrong("trick", "a play does not beat the one before, or there is none")
    last = max(at for at, one in enumerate(laid) if one.verb == "play")
    since = laid[last + 1 :]
    emperor = state.roles.emperor
    deferred = any(one.verb == "defer" for one in since)
    deferrals = [one.seat for one in laid if one.verb == "defer"]
    if deferrals and (set(deferrals) != {emperor} or not rules.defers):
        raise fields.against("trick", "emperor", "only the emperor defers, where the table allows it")
    if len(deferrals) > 1 and rules.defers_once:
        raise fields.against("trick", "options", "the emperor defers once a trick")
    state.top, state.owner, state.passes = top, laid[last].seat, len(since)
    state.asked_again = deferred and state.turn == emperor and said.phase is Phase.PLAY
    state.debt = deferred and not state.asked_again
    if rules.hard_pass:
        state.barred = frozenset(one.seat for one in laid if one.verb == "pass")
    if said.phase is Phase.PLAY and not rules.gets_stuck:
        _check_order(said, state)


def _check_order(said: Said, state: State) -> None:
    """That the seats of a trick answer in play order, each while it is asked, and that the next one is asked now (BH A13)."""
    laid, emperor = said.trick, state.roles.emperor
    last_plays = {one.seat: at for at, one in enumerate(laid) if one.verb == "play"}
    away = {seat for seat in said.out if seat not in last_plays}
    asked, owner, debt, again = laid[0].seat, laid[0].seat, False, False
    for at, (seat, _, verb) in enumerate(laid):
        if seat != asked:
            raise said.fields.against("trick", "turn", f"seat {seat} answers, and seat {asked} is asked")
        if verb == "play":
            owner, debt, again = seat, False, False
        debt = debt or verb == "defer"
        if (verb == "play" and seat in said.out and last_plays[seat] == at) or (
            verb == "pass" and state.rules.hard_pass
        ):
            away.add(seat)
        following = ((seat + step) % SEATS for step in range(1, (owner - seat - 1) % SEATS + 1))
        asked = NOBODY if again else next((other for other in following if other not in away), NOBODY)
        if asked == NOBODY and debt and emperor not in said.out:
            asked, debt, again = emperor, False, True
    if asked != state.turn:
        raise said.fields.against("turn", "trick", f"seat {state.turn} is not the next to be asked")


# --- what the rules rely on


def _check(said: Said, state: State) -> None:
    fields, queue, phase = said.fields, said.queue, said.phase
    if phase is not Phase.PLAY and (any(said.played) or said.out or said.stuck):
        raise fields.against("played", "turn", "play has not begun")
    if phase is Phase.PLAY:
        _check_play(said, state)
    elif phase in _ONE_OWES:
        _check_tribute(said, state, queue)
    elif phase is Phase.CROWN:
        if not said.rules.crowning.head_is_heir and not any(hand[MARKED_BIG] for hand in state.hands):
            raise fields.against("turn", "hands", "nobody has the marked red joker")
        if said.plan.succession.forced and not said.plan.succession.passed:
            raise fields.against("crown", "passed", "nobody has declined it")
    elif phase is Phase.DRAW and queue and not dealing.may_crown(state, queue[0], state.hand(queue[0])):
        raise fields.against("turn", "hands", f"seat {queue[0]} may not take the crown")
    elif phase is Phase.CALL and not dealing.callable_kinds(state, state.hand(queue[0]), said.plan.need):
        raise fields.against("turn", "hands", f"seat {queue[0]} has nothing to call")


def _check_play(said: Said, state: State) -> None:
    fields, seat = said.fields, state.turn
    gone = (*state.out, *state.stuck)
    if len(set(gone)) != len(gone) or seat in gone or seat == state.owner:
        raise fields.against("turn", "out", f"seat {seat} cannot be asked")
    for other in range(SEATS):
        if bool(state.held[other]) is (other in state.out):
            raise fields.against(
                "hands", "out", f"seat {other} is out when its hand is empty, and not before"
            )
    if state.stuck and not said.rules.gets_stuck:
        raise fields.against("stuck", "options", "nobody gets stuck at this table")
    if seat in state.barred:
        raise fields.against("turn", "trick", f"seat {seat} has passed")
    if play.one_side_is_out(state):
        raise fields.against("out", "hands", "the deal is over: one side is out")
    if not all(state.held[other] for other in state.stuck):
        raise fields.against("hands", "stuck", "who is stuck has cards")


def _check_tribute(said: Said, state: State, queue: tuple[int, ...]) -> None:
    fields, plan = said.fields, state.plan.tribute
    name = _ONE_OWES[said.phase]
    owing = {due.seat for due in getattr(plan, name)}
    if not set(queue) <= owing:
        raise fields.against("turn", name, "who is asked is not among them")
    if said.start.carry.first_deal:
        raise fields.against("turn", "carry", "there is no tribute in a first deal")
    if said.phase is Phase.TAKE and not plan.pile:
        raise fields.against("pile", "turn", "nothing lies there to be taken")
    if any(kind in IDENTITY for _, kind in plan.pile):
        raise fields.wrong("pile", "nobody parts with that card")


def _end(said: Said, state: State) -> None:
    """Places and points of a deal that is over."""
    fields, roles = said.fields, state.roles
    if roles.emperor < 0:
        raise fields.wrong("emperor", "must name who was emperor")
    gone = (*state.out, *state.stuck)
    if len(set(gone)) != len(gone) or not (
        play.one_side_is_out(state) or (said.rules.score.ends_decided and scoring.is_decided(state))
    ):
        raise fields.against("out", "hands", "no side is out")
    scoring.finish(state)
