"""A state of Bao Huang from the fields of a position: deals unknown cards where they can lie, refuses what no deal leads to."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import chain

from paiju.core.position import UNSEEN, Grammar, dealt
from paiju.games.baohuang import scoring
from paiju.games.baohuang.cards import (
    BIG,
    COPIES,
    EMPTY,
    FIRST_JOKER,
    IDENTITY,
    LAOWANG,
    MARKED_BIG,
    SEATS,
    Hand,
    Kind,
    guards_of,
    hand_of,
    plain,
    with_laowang,
)
from paiju.games.baohuang.determinize.draw import veiled
from paiju.games.baohuang.notation import card_text
from paiju.games.baohuang.phases import dealing, flow, play
from paiju.games.baohuang.phases.crowning import GUARD, REVOLTS, SOLO
from paiju.games.baohuang.position import FIELDS, Parsed, drawn_of, text_of, top_of, trimmed
from paiju.games.baohuang.state import (
    NOBODY,
    Phase,
    Plan,
    Result,
    Roles,
    Stakes,
    State,
)
from paiju.games.baohuang.views import View

TRIES = 400
_UNNAMED = (Phase.CALL, Phase.DRAW)
_ONE_OWES = {Phase.TRIBUTE: "payers", Phase.TAKE: "receivers", Phase.GIVE_BACK: "got"}


def _pool(parsed: Parsed) -> Counter[Kind]:
    """The cards that nobody names.

    Raises:
        PositionError: position.cards, for cards that the deck has not, or unknown ones that are too many or too few;
            position.conflict, for one that only the emperor can have.
    """
    fields, deck = parsed.fields, parsed.rules.deck(first_deal=parsed.start.carry.first_deal)
    named: tuple[tuple[str, Iterable[Kind]], ...] = (
        ("played" if "played" in fields else "tricks", chain(*parsed.played)),
        ("pool" if "pool" in fields else "pile", [kind for _, kind in parsed.plan.pile]),
        ("deck", parsed.to_come),
        ("deck" if parsed.plan.drawing and "hands" not in fields else "hands", chain(*parsed.hands)),
    )
    drawn = [(name, [_face(parsed, kind) for kind in cards]) for name, cards in named]
    pool, left = fields.cards_left(deck, drawn, lambda kind: card_text(kind, suited=parsed.rules.suited))
    pool_gone = parsed.void and left > 0  # what was paid for a declined crown goes down with the deal
    if left and not parsed.unseen_draw and not pool_gone:
        more = f"{left} cards are nowhere" if left > 0 else f"{-left} cards too many"
        raise fields.cards("hands", f"{more}, the deck has {len(deck)}")
    _check_holder(parsed)
    return pool


def _face(parsed: Parsed, kind: Kind) -> Kind:
    """The kind under which a card was drawn."""
    if kind == LAOWANG and parsed.roles.called < 0:
        raise parsed.fields.against("hands", "called", "L is a copy of the called card")
    return plain(kind, parsed.roles.called)


def _marked_holder(parsed: Parsed) -> int:
    """The seat that has the marked red joker, or has played it; `NOBODY` where none is marked or the cards alone tell (BH A4)."""
    if parsed.rules.crowning.head_is_heir and not parsed.start.carry.first_deal:
        return NOBODY
    if parsed.phase in (Phase.CROWN, Phase.DRAW) and parsed.queue:
        return parsed.queue[0]
    return NOBODY if parsed.unplayed else parsed.roles.emperor


def _check_holder(parsed: Parsed) -> None:
    """Check that no card that only the emperor can have lies elsewhere."""
    fields, called, emperor, holder = (
        parsed.fields,
        parsed.roles.called,
        parsed.roles.emperor,
        _marked_holder(parsed),
    )
    for name, cards in (("hands", parsed.hands), ("played", parsed.played), ("deck", [parsed.to_come])):
        elsewhere = [own for seat, own in enumerate(cards) if seat != holder or name == "deck"]
        if holder != NOBODY and any(MARKED_BIG in own for own in elsewhere):
            why = f"seat {holder} has the marked red joker, or has played it"
            raise fields.against(name if name in fields else "hands", "emperor", why)
    played = [kind for seat, own in enumerate(parsed.played) for kind in own if seat != emperor]
    others = [kind for seat, own in enumerate(parsed.hands) for kind in own if seat != emperor]
    copies = sum(kind in (called, LAOWANG) for kind in (*played, *others))
    if parsed.called_with and copies > COPIES - parsed.called_with:
        raise fields.against("hands", "called", f"the emperor has {parsed.called_with} of the called card")
    if parsed.has_laowang and called in played:
        raise fields.against("called", "played", "its guard plays it as L")


def state_of(parsed: Parsed, rng: random.Random | None) -> State:
    """The state that a position describes; unknown cards are dealt by `rng`.

    Raises:
        PositionError: position.open without chance where cards are unknown; position.rare where no deal is found
            that fits; position.conflict.
    """
    pool = _pool(parsed)
    if not parsed.open and not parsed.unseen_draw:
        return _state(parsed, parsed.hands, parsed.plan)
    if parsed.unseen_draw:
        return dealt(lambda chance: _question(parsed, chance), rng, 1)
    return dealt(lambda chance: _state(parsed, *_filled(parsed, pool, chance)), rng, TRIES)


def _question(parsed: Parsed, rng: random.Random) -> State:
    """A question to a seat that the viewer does not see asked, in a draw of which they see nothing (BH A18-70)."""
    state = veiled(parsed.rules, parsed.start, parsed.viewer, None, rng)
    if state is None:
        raise parsed.fields.against("turn", "hands", "nobody else may take the crown while cards are drawn")
    return state


def _filled(parsed: Parsed, pool: Counter[Kind], rng: random.Random) -> tuple[list[list[Kind]], Plan]:
    """Hands and what lies elsewhere with unknown cards dealt where they can lie; whether the rest agrees is asked afterwards."""
    pool = Counter(pool)
    hands = [[_face(parsed, kind) if kind != UNSEEN else kind for kind in hand] for hand in parsed.hands]
    for token in parsed.known:
        _hold(hands[token.holder], pool, token.kind, at_least=_known_count(parsed, token.holder, token.kind))
    _hold_emperor(parsed, hands, pool)
    rest = list(pool.elements())
    rng.shuffle(rest)
    hidden = [_take_plain(rest) for _, kind in parsed.plan.pile if kind == UNSEEN]
    hands = [[rest.pop() if kind == UNSEEN else kind for kind in hand] for hand in hands]
    deck: tuple[Kind, ...] = ()
    if parsed.plan.drawing is not None:
        deck, at = parsed.plan.drawing.deck, parsed.plan.drawing.at
        left = iter(rest)
        back = [next(left) if kind == UNSEEN else kind for kind in deck[at:]]
        front = deck[:at]
        if UNSEEN in front:
            order = [iter(rng.sample(hand, len(hand))) for hand in hands]
            front = tuple(next(order[seat], UNSEEN) for seat in dealing.drawers(parsed.start)[:at])
        deck = (*front, *back)
    return hands, parsed.plan.filled(deck, iter(hidden))


def _take_plain(rest: list[Kind]) -> Kind:
    """A card that may lie in a pile: no joker."""
    at = next((at for at in range(len(rest) - 1, -1, -1) if rest[at] < FIRST_JOKER), len(rest) - 1)
    return rest.pop(at)


def _known_count(parsed: Parsed, holder: int, kind: Kind) -> int:
    """The number of copies of a kind that someone knows a seat to hold."""
    viewers = {token.viewer for token in parsed.known}
    public = sum(token == (NOBODY, holder, kind) for token in parsed.known)
    return max(
        public + (viewer >= 0) * sum(t == (viewer, holder, kind) for t in parsed.known) for viewer in viewers
    )


def _hold(hand: list[Kind], pool: Counter[Kind], kind: Kind, at_least: int = 1) -> None:
    """Put copies of a kind where unknown cards of a hand are, as far as there are any."""
    while hand.count(kind) < at_least and UNSEEN in hand and pool[kind] > 0:
        hand[hand.index(UNSEEN)] = kind
        pool[kind] -= 1


def _hold_emperor(parsed: Parsed, hands: list[list[Kind]], pool: Counter[Kind]) -> None:
    """The marked red joker lies where the crown is, and the emperor has the cards of the call."""
    holder, roles = _marked_holder(parsed), parsed.roles
    if holder != NOBODY and MARKED_BIG not in parsed.played[holder]:
        _hold(hands[holder], pool, MARKED_BIG)
    if parsed.called_with:
        laid = [
            BIG if kind == MARKED_BIG and roles.called == BIG else kind
            for kind in parsed.played[roles.emperor]
        ]
        marked = hands[roles.emperor].count(MARKED_BIG) if roles.called == BIG else 0
        _hold(
            hands[roles.emperor], pool, roles.called, parsed.called_with - laid.count(roles.called) - marked
        )


# --- the state


def _state(parsed: Parsed, cards: Sequence[Sequence[Kind]], plan: Plan) -> State:
    fields, rules = parsed.fields, parsed.rules
    hands, played = tuple(map(hand_of, cards)), tuple(map(hand_of, parsed.played))
    if parsed.has_laowang:
        hands = with_laowang(hands, parsed.roles.emperor, parsed.roles.called)
    state = State(
        rules, parsed.start, parsed.phase, parsed.queue, hands, _drawn(parsed, hands, played),
        plan, _roles(parsed, hands, played), _stakes(parsed), parsed.known,
        trick=parsed.trick, tricks=parsed.tricks, played=played, out=parsed.out, stuck=parsed.stuck,
    )  # fmt: skip
    if parsed.void:
        state.result = Result(void=True)
        return state
    begun = parsed.phase is Phase.PLAY or (parsed.phase is Phase.OVER and not parsed.unplayed)
    if begun and rules.low_last:
        state.lows = tuple(play.low_of(rules, hand, laid) for hand, laid in zip(hands, played, strict=True))
    _set_trick(parsed, state)
    if parsed.phase is Phase.OVER:
        _end(parsed, state)
        return state
    _check(parsed, state)
    if not flow.STAGES[state.phase].legal(state, state.turn):
        raise fields.against("turn", "hands", f"seat {state.turn} has nothing to answer in {parsed.phase}")
    return state


def _roles(parsed: Parsed, hands: tuple[Hand, ...], played: tuple[Hand, ...]) -> Roles:
    roles = parsed.roles
    if roles.emperor < 0:
        if roles != Roles():
            raise parsed.fields.against("emperor", "shown", "without an emperor nobody is known as anything")
        return roles
    named = parsed.phase not in _UNNAMED and not roles.usurped and not parsed.unplayed
    guards = guards_of(roles.emperor, roles.called, hands, played) if named else ()
    _check_known(parsed, guards)
    if named and _keeps_secret(parsed) and not guards and not roles.solo_shown:
        raise parsed.fields.against("alone", "hands", "an emperor without a guard has said so")
    return replace(roles, guards=guards)


def _check_known(parsed: Parsed, guards: tuple[int, ...]) -> None:
    """Check that the public knowledge of roles is true."""
    roles, against = parsed.roles, parsed.fields.against
    if not roles.shown <= set(guards):
        raise against("shown", "hands", "who is shown as guard has the guard's card")
    if roles.innocent & set(guards):
        raise against("innocent", "hands", "who is known to be no guard has not the guard's card")
    if roles.solo_shown and guards:
        raise against("alone", "hands", "another has the guard's card")
    if roles.forced and (roles.shown != set(guards) or roles.solo_shown is bool(guards)):
        raise against("forced", "hands", "every guard is known, or that there is none")
    if len(guards) > 1 and not roles.pair:
        raise against("pair", "hands", "two guards come of a call with two cards")


def _keeps_secret(parsed: Parsed) -> bool:
    """Whether an emperor who has declared nothing has a guard, by the rules of the table (BH A18-50)."""
    options = parsed.rules.options
    spoken = parsed.phase in (Phase.COUNTER, Phase.PLAY) or (
        parsed.phase is Phase.DECLARE and parsed.roles.emperor not in parsed.queue
    )
    return options.open_solo and not options.silent_solo and spoken


def _stakes(parsed: Parsed) -> Stakes:
    roles, factors = parsed.roles, parsed.factors
    if roles.emperor < 0 and (factors or parsed.countered):
        raise parsed.fields.against("stakes", "emperor", "nobody has declared before there is one")
    if REVOLTS in factors and len(roles.innocent) < parsed.rules.options.revolt_threshold:
        raise parsed.fields.against("stakes", "innocent", "too few have revolted")
    opened = roles.usurped or roles.forced or SOLO in factors or GUARD in factors
    return Stakes(factors, len(roles.innocent), opened, parsed.countered)


def _drawn(parsed: Parsed, hands: tuple[Hand, ...], played: tuple[Hand, ...]) -> tuple[Hand, ...]:
    """What the seats drew: what they hold and have played, unless the field names other cards."""
    if parsed.plan.drawing is not None:
        return (EMPTY,) * SEATS
    found = []
    for seat, own in enumerate(parsed.drawn):
        if own is None:
            found.append(drawn_of(hands[seat], played[seat], parsed.roles.called))
        elif len(own) != parsed.start.sizes[seat] or UNSEEN in own:
            raise parsed.fields.wrong("drawn", f"seat {seat} drew {parsed.start.sizes[seat]} cards")
        else:
            found.append(hand_of(own))
    return tuple(found)


def _set_trick(parsed: Parsed, state: State) -> None:
    """Top, owner and passes of the running trick, and what the emperor owes it; all must have answered in play order (BH A13)."""
    laid, fields, rules, emperor = parsed.trick, parsed.fields, parsed.rules, state.roles.emperor
    if not laid:
        return
    if parsed.phase not in (Phase.PLAY, Phase.OVER):
        raise fields.against("trick", "turn", "play has not begun")
    drawn = None if parsed.open and parsed.is_view else state.drawn
    state.top = top_of(rules, laid, plain_set=parsed.plain_set, drawn=drawn)
    if state.top is None or laid[0].verb != "play":
        raise fields.wrong("trick", "a play does not beat the one before, or there is none")
    deferrals = [one.seat for one in laid if one.verb == "defer"]
    if deferrals and (set(deferrals) != {emperor} or not rules.defers):
        raise fields.against("trick", "emperor", "only the emperor defers, where the table allows it")
    if len(deferrals) > 1 and rules.defers_once:
        raise fields.against("trick", "options", "the emperor defers once a trick")
    if rules.hard_pass:
        state.barred = frozenset(one.seat for one in laid if one.verb == "pass")
    asked = _next_asked(parsed, state)
    if parsed.phase is Phase.OVER:  # nobody was asked again
        state.debt, state.asked_again = state.debt or state.asked_again, False
    elif asked != state.turn:
        raise fields.against("turn", "trick", f"seat {state.turn} is not the next to be asked")


def _next_asked(parsed: Parsed, state: State) -> int:
    """The seat that is asked after all answers of a trick, each of which must come from the seat that was asked then."""
    laid, emperor, asked = parsed.trick, state.roles.emperor, parsed.trick[0].seat
    gone = (*parsed.out, *parsed.stuck)
    last = {one.seat: at for at, one in enumerate(laid) if one.verb == "play" or one.seat in parsed.stuck}
    away = {seat for seat in gone if seat not in last}
    for at, (seat, _, verb) in enumerate(laid):
        if seat != asked:
            raise parsed.fields.against("trick", "turn", f"seat {seat} answers, and seat {asked} is asked")
        state.passes += 1
        state.debt = state.debt or verb == "defer"
        if verb == "play":
            state.owner, state.passes, state.debt, state.asked_again = seat, 0, False, False
        if (seat in gone and last.get(seat) == at) or (verb == "pass" and state.rules.hard_pass):
            away.add(seat)
        following = ((seat + step) % SEATS for step in range(1, (state.owner - seat - 1) % SEATS + 1))
        others = (other for other in following if other not in away and not state.asked_again)
        asked = next(others, NOBODY)
        if asked == NOBODY and state.debt and emperor not in gone:
            asked, state.debt, state.asked_again = emperor, False, True
    return asked


# --- what the rules rely on


def _check(parsed: Parsed, state: State) -> None:
    fields, queue, phase = parsed.fields, parsed.queue, parsed.phase
    if phase is not Phase.PLAY and (any(parsed.played) or parsed.out or parsed.stuck):
        raise fields.against("played", "turn", "play has not begun")
    if phase is Phase.PLAY:
        _check_play(parsed, state)
    elif phase in _ONE_OWES:
        _check_tribute(parsed, state, queue)
    elif phase is Phase.CROWN:
        if not parsed.rules.crowning.head_is_heir and not any(hand[MARKED_BIG] for hand in state.hands):
            raise fields.against("turn", "hands", "nobody has the marked red joker")
        if parsed.plan.forced and not parsed.plan.passed:
            raise fields.against("crown", "passed", "nobody has declined it")
    elif phase is Phase.DRAW and queue and not dealing.may_crown(state, queue[0], state.hands[queue[0]]):
        raise fields.against("turn", "hands", f"seat {queue[0]} may not take the crown")
    forced = parsed.plan.forced and parsed.rules.crowning.guard_called
    calls = forced or phase is Phase.CALL
    if calls and not dealing.callable_kinds(state, state.hands[queue[0]], parsed.plan.need):
        raise fields.against("turn", "hands", f"seat {queue[0]} has nothing to call")


def _check_play(parsed: Parsed, state: State) -> None:
    fields, seat = parsed.fields, state.turn
    gone = (*state.out, *state.stuck)
    if len(set(gone)) != len(gone) or seat in gone or seat == state.owner:
        raise fields.against("turn", "out", f"seat {seat} cannot be asked")
    for other in range(SEATS):
        if any(state.hands[other]) is (other in state.out):
            raise fields.against(
                "hands", "out", f"seat {other} is out when its hand is empty, and not before"
            )
    if state.stuck and not parsed.rules.gets_stuck:
        raise fields.against("stuck", "options", "nobody gets stuck at this table")
    if play.one_side_is_out(state):
        raise fields.against("out", "hands", "the deal is over: one side is out")
    if not all(any(state.hands[other]) for other in state.stuck):
        raise fields.against("hands", "stuck", "who is stuck has cards")


def _check_tribute(parsed: Parsed, state: State, queue: tuple[int, ...]) -> None:
    fields, plan = parsed.fields, state.plan
    name = _ONE_OWES[parsed.phase]
    owing = {due.seat for due in getattr(plan, name)}
    if not set(queue) <= owing:
        raise fields.against("turn", name, "who is asked is not among them")
    if parsed.start.carry.first_deal:
        raise fields.against("turn", "carry", "there is no tribute in a first deal")
    if parsed.phase is Phase.TAKE and not plan.pile:
        raise fields.against("pile", "turn", "nothing lies there to be taken")
    if any(kind in IDENTITY for _, kind in plan.pile):
        raise fields.wrong("pile", "nobody parts with that card")


def _end(parsed: Parsed, state: State) -> None:
    """Places and points of a deal that is over."""
    fields, roles = parsed.fields, state.roles
    if roles.emperor < 0:
        raise fields.wrong("emperor", "must name who was emperor")
    gone = (*state.out, *state.stuck)
    if len(set(gone)) != len(gone) or not play.is_over(state):
        raise fields.against("out", "hands", "no side is out")
    scoring.finish(state)


GRAMMAR = Grammar(FIELDS, Parsed, state_of, text_of, View, trimmed)
