"""A state of Bao Huang from a position that has been read: unknown cards are dealt at random, the rest is derived."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

from paiju.core.errors import SEED_BYTES, PositionError
from paiju.core.position import is_chance
from paiju.games.baohuang import scoring
from paiju.games.baohuang.cards import (
    EMPTY,
    IDENTITY,
    MARKED_BIG,
    SEATS,
    Hand,
    Kind,
    add,
    cards_of,
    hand_of,
    holds,
    pack_each,
)
from paiju.games.baohuang.notation import DEFER
from paiju.games.baohuang.phases import calling, dealing, flow, play
from paiju.games.baohuang.phases.declarations import GUARD as GUARD_FACTOR
from paiju.games.baohuang.phases.declarations import REVOLTS
from paiju.games.baohuang.phases.declarations import SOLO as SOLO_FACTOR
from paiju.games.baohuang.plays import Shape
from paiju.games.baohuang.position_fields import UNNAMED, Reader, filled, with_laowang
from paiju.games.baohuang.rules import Rules
from paiju.games.baohuang.state import (
    NOBODY,
    NOTHING,
    Drawing,
    Laid,
    Phase,
    Pile,
    Plan,
    Result,
    Roles,
    Stakes,
    State,
)
from paiju.games.baohuang.state import UNKNOWN as UNSEEN
from paiju.games.baohuang.views import guards_of, without_laowang

TRIES = 400
_ONE_OWES = (Phase.TRIBUTE, Phase.TAKE, Phase.GIVE_BACK)


def state_of(said: Reader, rng: random.Random | None) -> State:
    """The state that a position says; unknown cards are dealt by `rng`.

    Raises:
        PositionError: position.open without chance where cards are unknown; position.rare where no deal is found
            that fits; position.conflict.
    """
    unseen_draw = said.phase is Phase.DRAW and not said.queue
    if not said.open and not unseen_draw:
        return _state(
            said, with_laowang(said, said.hands), said.tribute.pile, said.succession.pool, said.deck
        )
    if rng is None:
        raise PositionError(
            "position.open", "hands", "cards are unknown, and no rng is given to deal them", 0
        )
    if unseen_draw:
        return _question(said, rng)
    trouble = ""
    for _ in range(TRIES):
        try:
            return _state(said, *filled(said, rng))
        except PositionError as error:
            if not is_chance(error):
                raise
            trouble = error.detail
    raise PositionError(
        "position.rare", "hands", f"no deal that looks like this in {TRIES} tries: {trouble}", 0
    )


def _question(said: Reader, rng: random.Random) -> State:
    """A question to a seat that the viewer does not see asked, in a draw that he sees nothing of (BH A18-70)."""
    deck = list(said.rules.deck(first_deal=said.start.carry.first_deal))
    for _ in range(TRIES * 10):
        rng.shuffle(deck)
        start = replace(said.start, seed=rng.randbytes(SEED_BYTES))
        state = dealing.undrawn(said.rules, start, tuple(deck))
        if dealing.draw(state, []) and state.queue != (said.viewer,):
            return state
    raise PositionError("position.rare", "turn", "nobody may crown himself while cards are drawn", 0)


# --- the state


def _state(
    said: Reader, cards: Sequence[Sequence[Kind]], pile: Pile, pool: Pile, deck: tuple[Kind, ...] | None
) -> State:
    fields, rules, drawing = said.fields, said.rules, deck is not None
    hands = tuple(map(hand_of, cards))
    played = tuple(map(hand_of, said.played))
    roles = _roles(said, hands, played)
    plan = Plan(
        Drawing(deck, said.at) if deck is not None else None,
        said.need,
        replace(said.tribute, pile=pile),
        replace(said.succession, pool=pool),
    )
    state = State(
        rules, said.start, said.phase, said.queue, pack_each(hands), _drawn(said, hands, played, drawing=drawing),
        NOTHING if plan == NOTHING else plan, roles, _stakes(said), said.known,
        trick=said.trick, tricks=said.tricks, spent=pack_each(played), out=said.out, stuck=said.stuck,
    )  # fmt: skip
    if said.void:
        state.result = Result(void=True)
        return state
    begun = said.phase is Phase.PLAY or (said.phase is Phase.OVER and any(map(any, played)))
    if begun and rules.low_last:
        state.lows = tuple(
            play.low_of(rules, add(hand, cards_of(laid))) for hand, laid in zip(hands, played, strict=True)
        )
    _set_trick(said, state)
    if said.phase is Phase.OVER:
        _end(said, state)
        return state
    _check(said, state)
    if not flow_legal(state):
        raise fields.against("turn", "hands", f"seat {state.turn} has nothing to answer in {said.phase}")
    return state


def flow_legal(state: State) -> bool:
    """Whether the seat that is asked has an answer."""
    return len(flow.STAGES[state.phase].legal(state, state.turn)) > 0


def _roles(said: Reader, hands: tuple[Hand, ...], played: tuple[Hand, ...]) -> Roles:
    told = said.roles
    if told.emperor < 0:
        if told.shown or told.innocent or told.alone or told.usurped or told.pair or told.forced:
            raise said.fields.against("emperor", "shown", "without an emperor nobody is known as anything")
        return Roles()
    unplayed = said.phase is Phase.OVER and not any(map(any, played))  # nobody was asked to play (BH A18-43)
    named = said.phase not in UNNAMED and not told.usurped and not unplayed
    guards = guards_of(told.emperor, told.called, hands, played) if named else ()
    _check_known(said, guards)
    if named and _keeps_secret(said) and not guards and not told.alone:
        raise said.fields.against("alone", "hands", "an emperor without a guard has said so")
    return Roles(
        told.emperor, guards, told.called, told.usurped, told.shown, told.innocent, told.alone, told.pair, told.forced
    )  # fmt: skip


def _check_known(said: Reader, guards: tuple[int, ...]) -> None:
    """That what all know of the roles is true."""
    told, against = said.roles, said.fields.against
    if not told.shown <= set(guards):
        raise against("shown", "hands", "who is shown as guard has the guard's card")
    if told.innocent & set(guards):
        raise against("innocent", "hands", "who is known to be no guard has not the guard's card")
    if told.alone and guards:
        raise against("alone", "hands", "another has the guard's card")
    if told.forced and (told.shown != set(guards) or told.alone is bool(guards)):
        raise against("forced", "shown", "every guard is known, or that there is none")
    if len(guards) > 1 and not told.pair:
        raise against("pair", "hands", "two guards come of a call with two cards")


def _keeps_secret(said: Reader) -> bool:
    """Whether an emperor who has said nothing has a guard, by the rules of the table (BH A18-50)."""
    declaring = said.rules.declaring
    spoken = said.phase in (Phase.COUNTER, Phase.PLAY) or (
        said.phase is Phase.DECLARE and said.roles.emperor not in said.queue
    )
    return declaring.solos and not declaring.silent_solo and spoken


def _stakes(said: Reader) -> Stakes:
    roles, factors = said.roles, said.stakes
    opened = roles.usurped or roles.forced or SOLO_FACTOR in factors or GUARD_FACTOR in factors
    if said.roles.emperor < 0 and (factors or said.fields.flag("countered")):
        raise said.fields.against("stakes", "emperor", "nobody has declared before there is one")
    if REVOLTS in factors and len(roles.innocent) < said.rules.declaring.threshold:
        raise said.fields.against("stakes", "innocent", "too few have revolted")
    return Stakes(factors, len(roles.innocent), opened, said.fields.flag("countered"))


def _drawn(
    said: Reader, hands: tuple[Hand, ...], played: tuple[Hand, ...], *, drawing: bool
) -> tuple[Hand, ...]:
    """What the seats drew; unless it is said, what they hold and have played."""
    if drawing:
        return (EMPTY,) * SEATS
    called = said.roles.called
    found = []
    for seat, told in enumerate(said.drawn):
        if told is not None:
            if len(told) != said.start.sizes[seat] or UNSEEN in told:
                raise said.fields.wrong("drawn", f"seat {seat} drew {said.start.sizes[seat]} cards")
            found.append(hand_of(told))
            continue
        found.append(
            add(without_laowang(hands[seat], called), cards_of(without_laowang(played[seat], called)))
        )
    return tuple(found)


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


def _set_trick(said: Reader, state: State) -> None:
    """Top, owner and passes of the running trick, and what the emperor owes it (BH A13)."""
    laid, fields, rules = said.trick, said.fields, said.rules
    plain_set = fields.flag("plain")
    if not laid:
        return
    if said.phase not in (Phase.PLAY, Phase.OVER):
        raise fields.against("trick", "turn", "play has not begun")
    drawn = None if said.open and said.is_view else state.drawn
    top = top_of(rules, laid, plain_set=plain_set, drawn=drawn)
    if top is None or laid[0].verb != "play":
        raise fields.wrong("trick", "a play does not beat the one before, or there is none")
    last = max(at for at, one in enumerate(laid) if one.verb == "play")
    since = laid[last + 1 :]
    emperor = state.roles.emperor
    deferred = any(one.verb == DEFER for one in since)
    deferrals = [one.seat for one in laid if one.verb == DEFER]
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


def _check_order(said: Reader, state: State) -> None:
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
        debt = debt or verb == DEFER
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


# --- what the law relies on


def _check(said: Reader, state: State) -> None:
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
        if said.succession.forced and not said.succession.passed:
            raise fields.against("crown", "passed", "nobody has declined it")
    elif phase is Phase.DRAW and queue and not dealing.may_crown(state, queue[0], state.hand(queue[0])):
        raise fields.against("turn", "hands", f"seat {queue[0]} may not take the crown")
    elif phase is Phase.CALL and not calling.callable_kinds(state, state.hand(queue[0]), said.need):
        raise fields.against("turn", "hands", f"seat {queue[0]} has nothing to call")


def _check_play(said: Reader, state: State) -> None:
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
    crown = {state.roles.emperor, *state.roles.guards}
    if crown <= set(gone) or set(gone) >= set(range(SEATS)) - crown:
        raise fields.against("out", "hands", "the deal is over: one side is out")
    if not all(state.held[other] for other in state.stuck):
        raise fields.against("hands", "stuck", "who is stuck has cards")


def _check_tribute(said: Reader, state: State, queue: tuple[int, ...]) -> None:
    fields, plan = said.fields, state.plan.tribute
    name = {Phase.TRIBUTE: "payers", Phase.TAKE: "receivers", Phase.GIVE_BACK: "got"}[said.phase]
    owing = {due.seat for due in getattr(plan, name)}
    if not set(queue) <= owing:
        raise fields.against("turn", name, "who is asked is not among them")
    if said.start.carry.first_deal:
        raise fields.against("turn", "carry", "there is no tribute in a first deal")
    if said.phase is Phase.TAKE and not plan.pile:
        raise fields.against("pile", "turn", "nothing lies there to be taken")
    if any(kind in IDENTITY for _, kind in plan.pile):
        raise fields.wrong("pile", "nobody parts with that card")


def _end(said: Reader, state: State) -> None:
    """Places and points of a deal that is over."""
    fields, roles = said.fields, state.roles
    if roles.emperor < 0:
        raise fields.wrong("emperor", "says who was emperor")
    gone = (*state.out, *state.stuck)
    crown = {roles.emperor, *roles.guards}
    one_side = crown <= set(gone) or set(gone) >= set(range(SEATS)) - crown
    if len(set(gone)) != len(gone) or not (
        one_side or (said.rules.score.ends_decided and scoring.is_decided(state))
    ):
        raise fields.against("out", "hands", "no side is out")
    scoring.finish(state, [])
