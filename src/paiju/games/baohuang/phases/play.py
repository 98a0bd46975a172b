"""Leads, answers, passes, deferral, wind, the end of play (BH A13-A15), and zhan pai 站牌 (BH A18-71)."""

from __future__ import annotations

from dataclasses import replace

from paiju.core.errors import RuleError, no_signal
from paiju.core.game import Facts, Place, put
from paiju.games.baohuang import scoring
from paiju.games.baohuang.actions import DEFER, PASS, Action
from paiju.games.baohuang.cards import (
    BIG,
    COPIES,
    KINDS,
    MARKED_BIG,
    MARKED_SMALL,
    RANK_OF,
    SEATS,
    Hand,
    add,
    holds,
    proves_guard,
    rank_count,
    remove,
)
from paiju.games.baohuang.options import EarlyEnd
from paiju.games.baohuang.phases.transfers import forget_laid
from paiju.games.baohuang.plays import Cards, Shape
from paiju.games.baohuang.rules import Rules
from paiju.games.baohuang.state import Actions, Laid, Phase, State

_PASS, _PASS_OR_DEFER = (PASS,), (PASS, DEFER)


def begin(state: State) -> tuple[int, ...]:
    """BH A13: the emperor leads; every seat's lowest-last rank is fixed now (BH A18-60)."""
    if state.rules.low_last:
        state.lows = tuple(low_of(state.rules, hand) for hand in state.hands)
    state.tell("play", {"seat": state.roles.emperor, "rule": "BH A13"})
    return (state.roles.emperor,)


def low_of(rules: Rules, *holdings: Hand) -> int:
    """The rank that a seat must keep for last, from its hand when play begins, or what it holds and has laid since (BH A18-60)."""
    low = rules.low_rank
    if rules.next_rank and not any(rank_count(hand, low) for hand in holdings):
        return low + any(rank_count(hand, low + 1) for hand in holdings)
    return low


def legal(state: State, seat: int) -> Actions:
    """Pass first, then the plays from the lowest rank up; a leader has plays only (BH A13, A14)."""
    hand, rules, top = state.hands[seat], state.rules, state.top
    drawn = state.drawn[seat] if rules.natural_bombs else hand
    skip, whole = _restriction(state, seat, hand) if rules.low_last else (-1, 0)
    plays = rules.generator.plays(hand, drawn, skip, top)
    if whole:
        plays = tuple(play for play in plays if len(play.cards) == whole)
    if top is None:
        return plays
    return (legal_answers(state, seat) if rules.defers else _PASS) + plays


def _restriction(state: State, seat: int, hand: Hand) -> tuple[int, int]:
    """BH A14: the rank that may not be played now (-1: none), and the only allowed size (0: any)."""
    low = state.lows[seat]
    if low < 0:
        return -1, 0
    if not _has_only(hand, low):
        return low, 0
    return -1, sum(hand) if state.rules.options.low_last_all_at_once else 0


def _has_only(hand: Hand, rank: int) -> bool:
    return rank_count(hand, rank) == sum(hand)


def apply(state: State, seat: int, action: Action) -> None:
    """Carry a checked play, pass or deferral out."""
    if action.verb == "play":
        _play(state, seat, action.cards)
    else:
        _pass(state, seat, action)


def check(state: State, seat: int, action: Action) -> None:
    """Refuse what `legal` does not list, up to the choice of suits.

    Raises:
        RuleError: action.illegal with `why` in lead, not_offered, not_in_hand, shape, lowest_last,
            count, does_not_beat.
    """
    if action.verb != "play":
        if (action != PASS or state.top is None) and action not in legal_answers(state, seat):
            raise refusal(action, "lead" if state.top is None else "not_offered", "BH A13")
        return
    cards, hand, rules = action.cards, state.hands[seat], state.rules
    if action.number or not cards or cards != tuple(sorted(cards)):
        raise refusal(action, "shape", "BH A10")
    if cards[0] < 0 or cards[-1] >= KINDS or not holds(hand, cards):
        raise refusal(action, "not_in_hand", "BH A10")
    shape = _shape(state, seat, cards)
    if shape is None:
        raise refusal(action, "shape", "BH A10")
    skip, whole = _restriction(state, seat, hand)
    if (skip >= 0 and any(RANK_OF[kind] == skip for kind in cards)) or (whole and whole != len(cards)):
        raise refusal(action, "lowest_last", "BH A14")
    if state.top is not None and not rules.comparison.beats(shape, state.top):
        same = not state.top.bomb and len(shape.strengths) == len(state.top.strengths)
        raise refusal(action, "does_not_beat" if same or state.top.bomb else "count", "BH A11")


def legal_answers(state: State, seat: int) -> Actions:
    """The answers without cards."""
    if state.top is None:
        return ()
    defers = state.rules.defers and seat == state.roles.emperor and not state.asked_again
    return _PASS_OR_DEFER if defers and not (state.rules.defers_once and has_deferred(state)) else _PASS


def has_deferred(state: State) -> bool:
    """Whether the emperor has deferred in the running trick: under hard passing once is all (BH A18-72)."""
    return any(one.verb == "defer" for one in state.trick)


def refusal(action: Action, why: str, rule: str) -> RuleError:
    """The error for a refused action."""
    return RuleError(
        "action.illegal", f"{action.verb} is refused: {why}", rule, {"action": action.verb, "why": why}
    )


def is_bomb(state: State, seat: int, cards: Cards) -> bool:
    """Whether `cards` laid by a seat would be a bomb (BH A18-56, 57)."""
    shape = _shape(state, seat, cards)
    return shape is not None and shape.bomb > 0


def _shape(state: State, seat: int, cards: Cards) -> Shape | None:
    natural = not state.rules.natural_bombs or holds(state.drawn[seat], cards)
    return state.rules.comparison.shape(cards, natural=natural)


def _play(state: State, seat: int, cards: Cards) -> None:
    shape, top = _shape(state, seat, cards), state.top
    assert shape is not None
    same = top is None or len(top.strengths) == len(cards)
    state.top = shape if same else state.rules.comparison.laid(shape, top)
    state.owner = seat
    state.passes = 0
    state.debt = state.asked_again = False
    state.trick += (Laid(seat, cards, "play"),)
    hand = remove(state.hands[seat], cards)
    state.set_hand(seat, hand)
    state.played = put(state.played, seat, add(state.played[seat], cards))
    forget_laid(state, seat, cards)
    state.tell("played", {"seat": seat, "cards": cards, "bomb": shape.bomb > 0})
    roles = state.roles
    if seat in roles.guards or (seat == roles.emperor and not roles.guards):
        _reveal(state, seat, cards)
    if not any(hand):
        state.out += (seat,)
        state.tell("finished", {"seat": seat, "place": len(state.out), "rule": "BH A15"})
        if _ends(state):
            return
    _ask_next(state, seat)


def _reveal(state: State, seat: int, cards: Cards) -> None:
    """BH A5: the identity card, or the fourth called copy, shows who plays it."""
    roles = state.roles
    if seat in roles.guards and seat not in roles.shown:
        if not proves_guard(cards, roles.called):
            return
        state.roles = replace(roles, shown=roles.shown | {seat})
        state.tell("revealed", {"seat": seat, "role": "guard", "rule": "BH A5"})
    elif seat == roles.emperor and roles.solo and not roles.solo_shown and _lone(state, seat):
        state.roles = replace(roles, solo_shown=True)
        state.tell("revealed", {"seat": seat, "role": "solo", "rule": "BH A5"})


def _lone(state: State, seat: int) -> bool:
    """Whether an emperor's laid cards prove that nobody else holds the guard card."""
    laid, called = state.played[seat], state.roles.called
    if called < 0:
        return laid[MARKED_SMALL] > 0
    marked = laid[MARKED_BIG] if called == BIG else 0
    return laid[called] + marked == COPIES


def _pass(state: State, seat: int, action: Action) -> None:
    state.passes += 1
    state.trick += (Laid(seat, (), action.verb),)
    if action.verb == "pass":
        state.tell("passed", {"seat": seat})
        if state.rules.hard_pass:
            state.barred |= {seat}
    else:
        state.tell("deferred", {"seat": seat})
        state.debt = True
    if state.asked_again:
        _close(state)
    else:
        _ask_next(state, seat)


def _ask_next(state: State, seat: int) -> None:
    """Ask the next seat that may still answer; close the trick when there is none (BH A13)."""
    owner, out, stuck, barred = state.owner, state.out, state.stuck, state.barred
    candidate = seat
    while (candidate := (candidate + 1) % SEATS) != owner:
        if candidate in out or candidate in stuck or candidate in barred:
            continue
        if not state.rules.gets_stuck or not _is_stuck(state, candidate):
            state.queue = (candidate,)
            return
        if _remove_stuck(state, candidate):
            return
    emperor = state.roles.emperor
    if state.debt and state.in_play(emperor):
        state.debt = False
        state.asked_again = True
        state.queue = (emperor,)
        return
    _close(state)


def _is_stuck(state: State, seat: int) -> bool:
    """BH A18-61: asked to answer with lowest cards only, and none of them fits."""
    low = state.lows[seat]
    if low < 0 or not _has_only(state.hands[seat], low):
        return False
    return all(action.verb != "play" for action in legal(state, seat))


def _remove_stuck(state: State, seat: int) -> bool:
    state.stuck += (seat,)
    state.tell("stuck", {"seat": seat, "place": SEATS + 1 - len(state.stuck), "rule": "BH A18-61"})
    return _ends(state)


def _close(state: State) -> None:
    """The trick is over: its winner leads, or the next seat with cards if the winner has finished (接风)."""
    owner = state.owner
    leader = owner
    while not state.in_play(leader):
        leader = (leader + 1) % SEATS
    state.queue = (leader,)
    state.top = None
    state.owner = -1
    state.passes = 0
    state.barred = frozenset()
    state.debt = state.asked_again = False
    state.tricks += (state.trick,)
    state.trick = ()
    facts: Facts = {"winner": owner, "leader": leader, "wind": leader != owner, "rule": "BH A13"}
    state.tell("trick", facts)


def _ends(state: State) -> bool:
    """BH A15: over as soon as one team is out, or where the table says so, once the result is certain."""
    over = is_over(state)
    if over:
        scoring.finish(state)
    return over


def is_over(state: State) -> bool:
    """Whether one side is out, or the result is certain where that ends a deal."""
    early = state.rules.options.early_end is EarlyEnd.DECIDED
    return one_side_is_out(state) or (early and scoring.is_decided(state))


def one_side_is_out(state: State) -> bool:
    """Whether all of the emperor's side, or all others, have finished or are stuck."""
    gone = {*state.out, *state.stuck}
    crown = {state.roles.emperor, *state.roles.guards}
    return crown <= gone or gone >= set(range(SEATS)) - crown


# --- 站牌 zhan pai: the owner of the play on top asks the others to let it stand; it binds nobody (BH A13, A18-71)

RULE = "BH A13"
ZHAN_PAI = "zhan_pai"


def signals(rules: Rules) -> dict[str, str]:
    """The signals at a table, each with its rule."""
    return {ZHAN_PAI: RULE} if rules.options.zhan_pai else {}


def check_signal(state: State, seat: int, text: str) -> None:
    """Check that a seat may say a signal: at this table, and about its own play on the table.

    Raises:
        RuleError: signal.none, signal.standing.
    """
    if text not in signals(state.rules):
        raise no_signal(text, RULE)
    if state.phase is not Phase.PLAY or state.top is None or state.owner != seat:
        raise RuleError(
            "signal.standing", f"seat {seat} has no play to beat on the table", RULE, {"seat": seat}
        )


def place(state: State) -> Place:
    """The trick, and which play of it stands."""
    return len(state.tricks), sum(bool(laid.cards) for laid in state.trick)
