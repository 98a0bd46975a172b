"""What holds after every decision, recomputed from scratch."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from operator import add, le, sub
from typing import Any

from paiju.core.game import Event
from paiju.games.baohuang import GAME
from paiju.games.baohuang.cards import (
    BIG,
    KINDS,
    LAOWANG,
    MARKED_BIG,
    MARKED_SMALL,
    RANK_OF,
    SEATS,
    SMALL,
    TWO,
    Kind,
    cards_of,
)
from paiju.games.baohuang.notation import cards_text
from paiju.games.baohuang.options import EarlyEnd, GuardBy, LowLast, LowLastNone, PassMode, Scoring
from paiju.games.baohuang.state import Laid, Phase, Role, State, Winner

Counts = list[int]  # copies by kind, under the faces printed on the cards


def check_state(state: State) -> None:
    """Everything about one state that holds without its history."""
    _check_cards(state)
    _check_queue(state)
    _check_tricks(state)
    _check_places(state)
    _check_roles(state)
    _check_knowledge(state)
    _check_result(state)


def counted(cards: Iterable[Kind]) -> Counts:
    counts = [0] * KINDS
    for kind in cards:
        counts[kind] += 1
    return counts


def plain(state: State, counts: Sequence[int]) -> Counts:
    """Cards under the faces printed on them: 老王 is the called card."""
    result = list(counts)
    if result[LAOWANG]:
        result[state.roles.called] += result[LAOWANG]
        result[LAOWANG] = 0
    return result


def together(*hands: Sequence[int]) -> Counts:
    return list(map(sum, zip(*hands, strict=True)))


def held(state: State, seat: int) -> Counts:
    return plain(state, state.hands[seat])


def owned(state: State, seat: int) -> Counts:
    """Cards that a seat holds or has played."""
    return plain(state, list(map(add, state.hands[seat], state.played[seat])))


def on_table(state: State) -> Counts:
    """Cards that lie in nobody's hand and are not played: a pile, a pool, the rest of the deck."""
    drawing = state.plan.drawing
    undrawn = drawing.deck[drawing.at :] if drawing else ()
    return counted((*undrawn, *(kind for _, kind in state.plan.pile)))


def deck_of(state: State) -> Counts:
    return _deck(state.rules.deck(first_deal=state.start.carry.first_deal))


@lru_cache
def _deck(cards: tuple[Kind, ...]) -> Counts:
    return counted(cards)


def _check_cards(state: State) -> None:
    deck = deck_of(state)
    assert min(map(min, state.hands + state.played)) >= 0, "a negative number of cards"
    there = together(*(owned(state, seat) for seat in range(SEATS)), on_table(state))
    if state.phase is Phase.OVER and not state.tricks and not state.trick:
        assert all(map(le, there, deck)), "cards appeared in a deal that ended unplayed"
    else:
        assert there == deck, "lost or gained " + cards_text(
            [kind for kind in range(KINDS) for _ in range(abs(there[kind] - deck[kind]))], suited=True
        )
    drawing = state.plan.drawing
    if drawing:
        assert counted(drawing.deck) == deck
    elif any(map(any, state.hands)):
        assert together(*state.drawn) == deck, "the drawn hands are not the deck"


def _check_queue(state: State) -> None:
    assert len(set(state.queue)) == len(state.queue), "a seat is prompted twice"
    assert bool(state.queue) == (state.phase is not Phase.OVER), "no seat is prompted, or one after the end"
    assert GAME.actors(state) == state.queue[:1]
    for seat in state.queue:
        assert 0 <= seat < SEATS
        assert state.in_play(seat), "a seat without cards is prompted"
    for seat in range(SEATS):
        assert bool(len(GAME.legal_actions(state, seat))) == (seat in state.queue[:1])


def _check_tricks(state: State) -> None:
    laid = [[0] * KINDS for _ in range(SEATS)]
    for answer in answers(state):
        for kind in answer.cards:
            laid[answer.seat][kind] += 1
    assert laid == list(map(list, state.played)), "played cards are not those of the tricks"
    for trick in state.tricks:
        assert trick, "an empty trick"
        assert trick[0].verb == "play", "a trick that begins with a pass"
    if state.phase is not Phase.PLAY:
        return
    assert bool(state.trick) == (state.top is not None) == (state.owner >= 0), "trick, top and owner disagree"
    if not state.trick:
        assert (state.passes, state.barred, state.debt, state.asked_again) == (0, frozenset(), False, False)
        return
    _check_running(state)


def _check_running(state: State) -> None:
    options = state.rules.options
    plays = [i for i, answer in enumerate(state.trick) if answer.verb == "play"]
    last = plays[-1]
    assert state.owner == state.trick[last].seat, "the owner did not lay the last play"
    after = state.trick[last + 1 :]
    assert state.passes == len(after), "passes miscounted"
    assert all(not answer.cards for answer in after)
    hard = options.pass_mode is PassMode.HARD
    passed = frozenset(a.seat for a in state.trick if a.verb == "pass") if hard else frozenset()
    assert state.barred == passed, "barred seats are not those that passed"
    deferred = [a.seat for a in after if a.verb == "defer"]
    assert deferred in ([], [state.roles.emperor])
    assert bool(deferred) == (state.debt or state.asked_again), "a deferral is forgotten or invented"
    assert state.queue[0] != state.owner, "the owner of the trick answers themselves"
    if not hard:
        answered = [a.seat for a in after]
        repeated = state.queue[0] in answered
        assert repeated == state.asked_again, "a seat answers twice"


def _check_places(state: State) -> None:
    if state.phase not in (Phase.PLAY, Phase.OVER) or (not state.tricks and not state.trick):
        return
    options, low = state.rules.options, state.rules.low_rank
    assert not set(state.out) & set(state.stuck)
    order: list[int] = []
    left = [sum(state.hands[seat]) + sum(state.played[seat]) for seat in range(SEATS)]
    for answer in answers(state):
        left[answer.seat] -= len(answer.cards)
        if answer.cards and not left[answer.seat]:
            order.append(answer.seat)
    assert state.out == tuple(order), "the finishers are not those who laid their last card"
    for seat in range(SEATS):
        want = _lowest_last(state, seat)
        assert state.lows[seat] == want, f"seat {seat} keeps rank {state.lows[seat]} for last, not {want}"
        if want >= 0 and (seat in state.stuck or any(state.played[seat][4 * want : 4 * want + 4])):
            stored = sum(state.hands[seat]) - sum(state.hands[seat][4 * want : 4 * want + 4])
            assert not stored, "somebody laid a lowest card before another card"
    assert options.low_last is LowLast.LOWEST_RANK or set(state.lows) == {-1}
    assert 0 <= low <= TWO
    assert options.stuck_rank_last or not state.stuck


def _lowest_last(state: State, seat: int) -> int:
    options, low = state.rules.options, state.rules.low_rank
    if options.low_last is LowLast.OFF:
        return -1
    if options.low_last_none is not LowLastNone.NEXT_RANK:
        return low
    own = together(state.hands[seat], state.played[seat])
    follows = not any(own[4 * low : 4 * low + 4]) and any(own[4 * low + 4 : 4 * low + 8])
    return low + 1 if follows else low


def _check_roles(state: State) -> None:
    roles, options = state.roles, state.rules.options
    assert roles.shown <= set(roles.guards), "a commoner is known as guard"
    assert not roles.innocent & {roles.emperor, *roles.guards}, "a guard is taken for innocent"
    assert not (roles.solo_shown and roles.guards), "a solo emperor with a guard"
    assert roles.emperor not in roles.guards
    unplayed = state.phase is Phase.OVER and not state.tricks
    if roles.emperor < 0 or state.phase in (Phase.CALL, Phase.DRAW) or unplayed:
        assert not roles.guards
        return
    if roles.usurped:
        assert not roles.guards
        assert not any(hand[LAOWANG] for hand in (*state.hands, *state.played))
        return
    called = options.guard_by is GuardBy.CALLED
    assert (roles.called >= 0) == called
    card = roles.called if called else MARKED_SMALL
    seats = [(roles.emperor + i) % SEATS for i in range(1, SEATS)]
    assert roles.guards == tuple(seat for seat in seats if owned(state, seat)[card]), "the wrong guard"
    assert len(roles.guards) <= (2 if roles.pair else 1)
    for seat in range(SEATS):
        faces = together(state.hands[seat], state.played[seat])
        is_laowang = called and options.laowang and not roles.pair and seat in roles.guards
        assert faces[LAOWANG] == is_laowang, "老王 in the wrong hand"
        if is_laowang:
            assert faces[card] == 0, "the guard holds the called card twice"
    _check_revealed(state, card)


def _check_revealed(state: State, card: Kind) -> None:
    roles = state.roles
    for seat in roles.guards:
        if plain(state, state.played[seat])[card]:
            assert seat in roles.shown, "a guard laid their card and is not known"
    if roles.solo:
        laid = state.played[roles.emperor]
        copies = laid[card] + (laid[MARKED_BIG] if card == BIG else 0)
        if copies == (1 if card == MARKED_SMALL else 4):
            assert roles.solo_shown, "a solo emperor laid the guard card and is not known"


def _check_knowledge(state: State) -> None:
    """What is known is true, and everybody's knowledge together does not count a card twice."""
    for viewer in range(SEATS) if state.known else ():
        for holder in {token.holder for token in state.known}:
            known = counted(t.kind for t in state.known if t.viewer in (-1, viewer) and t.holder == holder)
            assert all(map(le, known, held(state, holder))), (
                f"seat {viewer} is sure of cards {holder} has not"
            )


def _check_result(state: State) -> None:
    result = state.result
    assert (result is not None) == (state.phase is Phase.OVER)
    if result is None:
        assert GAME.returns(state) == (0,) * SEATS
        return
    if result.void:
        assert GAME.is_void(state)
        assert result.returns == (0,) * SEATS
        return
    options, roles = state.rules.options, state.roles
    assert sorted(result.places) == list(range(1, SEATS + 1))
    finished = tuple(sorted(range(SEATS), key=lambda seat: result.places[seat]))
    assert finished[: len(state.out)] == state.out
    assert finished[SEATS - len(state.stuck) :] == state.stuck[::-1]
    gone = {*state.out, *state.stuck}
    crown = {roles.emperor, *roles.guards}
    if options.early_end is EarlyEnd.TEAM_OUT:
        assert crown <= gone or set(range(SEATS)) - crown <= gone, "over, and both teams still play"
    penalty = options.stuck_penalty * result.multiplier
    points = [value + penalty * (seat in state.stuck) for seat, value in enumerate(result.returns)]
    if options.scoring in (Scoring.TEAM2, Scoring.QINGDAO) or options.team4_balance:
        assert sum(points) == 0, "points from the air"
    sign = {Winner.EMPEROR: 1, Winner.TIE: 0, Winner.PEOPLE: -1}[result.winner]
    assert (points[roles.emperor] > 0) - (points[roles.emperor] < 0) == sign
    for role in Role:
        assert len({points[s] for s in range(SEATS) if roles.of(s) is role}) <= 1, "one role, two results"
    carry = GAME.carry(state)
    assert GAME.parse_carry(json.loads(json.dumps(GAME.carry_json(carry)))) == carry


def blank(state: State) -> State:
    """The same with nothing drawn."""
    before = state.copy()
    before.hands = ((0,) * KINDS,) * SEATS
    return before


class Tracker:
    """What each seat, and a spectator, can tell from the events alone; compared with the true state."""

    def __init__(self, state: State) -> None:
        self.hands = [[0] * KINDS for _ in range(SEATS)]
        self.sizes = [0] * SEATS
        self.laid = [[0] * KINDS for _ in range(SEATS)]
        self.drawn = 0
        self.emperor = -1
        self.options = state.rules.options
        self.tell(state, GAME.opening(state))

    def tell(self, state: State, events: Iterable[Event]) -> None:
        for event in events:
            json.dumps(GAME.event_json(self.options, event))
            self._check_secrets(state, event)
            self._count(event)
            for seat in range(SEATS):
                self._hold(state, seat, event.seen_by(seat))
        reported = state if state.phase is not Phase.DRAW else blank(state)  # BH A18-70
        for seat in range(SEATS):
            assert self.hands[seat] == held(reported, seat), f"the events give seat {seat} another hand"
            assert self.sizes[seat] == sum(reported.hands[seat]), f"the events give seat {seat} another size"
            assert self.laid[seat] == list(state.played[seat])
        assert self.emperor == state.roles.emperor, "the events tell of another emperor"

    def _hold(self, state: State, seat: int, event: Event) -> None:
        facts: Mapping[str, Any] = event.public
        cards = plain(state, counted(facts.get("cards", ())))
        if event.kind in ("dealt", "pool", "received") and facts.get("seat", seat) == seat:
            self.hands[seat] = together(self.hands[seat], cards)
        elif event.kind in ("paid", "played") and facts["seat"] == seat:
            self.hands[seat] = list(map(sub, self.hands[seat], cards))
        elif event.kind == "moved" and seat in (facts["from"], facts["to"]):
            assert sum(cards) == facts["count"]
            change = sub if facts["from"] == seat else add
            self.hands[seat] = list(map(change, self.hands[seat], cards))

    def _count(self, event: Event) -> None:
        facts: Mapping[str, Any] = event.public
        if event.kind == "dealt":
            for _ in range(facts["drawn"]):
                self.sizes[(facts["first_drawer"] + self.drawn) % SEATS] += 1
                self.drawn += 1
        elif event.kind in ("pool", "received"):
            self.sizes[facts["seat"]] += facts["count"]
        elif event.kind == "paid":
            self.sizes[facts["seat"]] -= facts["count"]
        elif event.kind == "moved":
            self.sizes[facts["from"]] -= facts["count"]
            self.sizes[facts["to"]] += facts["count"]
        elif event.kind == "played":
            self.sizes[facts["seat"]] -= len(facts["cards"])
            for kind in facts["cards"]:
                self.laid[facts["seat"]][kind] += 1
        elif event.kind in ("crowned", "usurped"):
            self.emperor = facts["seat"]
        elif event.kind == "over":
            self.emperor = facts["roles"].index("emperor")

    def _check_secrets(self, state: State, event: Event) -> None:
        """Cards are public only where the rules lay them open; private parts go to whom they concern."""
        facts: Mapping[str, Any] = event.public
        open_kinds = {"played", "called"}
        if self.options.tribute_face_up:
            open_kinds |= {"paid", "received"}
        if event.kind == "moved" and "cards" in facts:
            claim = facts["why"] == "claim" and facts["cards"] == (MARKED_BIG,)
            assert claim or (facts["why"] == "bought" and not state.rules.suited), f"{event} is public"
        elif "cards" in facts or "card" in facts:
            assert event.kind in open_kinds, f"{event} shows cards to everybody"
        concerned = {
            "dealt": range(SEATS),
            "moved": (facts.get("from"), facts.get("to")),
            "guard_named": range(SEATS),
        }.get(event.kind, (facts.get("seat"),))
        assert set(event.private) <= set(concerned), f"{event} tells somebody else"
        if event.kind == "guard_named":
            assert set(event.private) in ({*state.roles.guards}, {state.roles.emperor})


def is_bomb(state: State, seat: int, cards: tuple[Kind, ...]) -> bool:
    """BH A18-56 and 57, written down a second time."""
    o = state.rules.options
    count = Counter(cards)
    if o.bombs != "on" or not cards:
        return False
    if o.bomb_natural_only and not count <= Counter(cards_of(state.drawn[seat])):
        return False
    reds, blacks = count[BIG] + count[MARKED_BIG], count[SMALL] + count[MARKED_SMALL]
    if len(cards) == 3:
        return o.bomb_three_reds and reds == 3
    if len(cards) != 4:
        return False
    if cards[0] < SMALL and len(count) == 1:
        barred = o.low_last is LowLast.LOWEST_RANK and not o.bomb_threes
        return not (barred and RANK_OF[cards[0]] == state.rules.low_rank)
    return o.bomb_jokers and 4 in (reds, blacks)


def suitless(cards: Iterable[Kind]) -> tuple[int, ...]:
    """A play without its suits: ranks below zero, jokers as they are."""
    return tuple(sorted(kind if kind >= SMALL else RANK_OF[kind] - 20 for kind in cards))


def answers(state: State) -> list[Laid]:
    return [answer for trick in (*state.tricks, state.trick) for answer in trick]
