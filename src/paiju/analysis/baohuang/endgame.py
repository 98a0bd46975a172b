"""Endgames of Bao Huang solved exactly: which plays get their seat out next, whatever the others hold and whatever they do.

The others are modelled as one opponent, who deals the unseen cards as the play goes on. That is no stronger than any
deal fixed before it: what they lay is seen by all, so a line that beats each deal beats the one that is made up on the way, and the
other way round. So the seat's question, with all it does not know, becomes a game in the open: its hand, the unseen cards, how many
each of the others holds. Cards that are known to be in a hand stay there. `tests` solve small endgames deal by deal with the rules engine.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple, TypeVar

from paiju.games.baohuang.actions import PASS, Action
from paiju.games.baohuang.cards import EMPTY, IDENTITY, MARKED_BIG, SEATS, Hand, Kind, hand_of, remove
from paiju.games.baohuang.options import EmperorBy
from paiju.games.baohuang.plays import Shape
from paiju.games.baohuang.rules import Rules, compile_rules
from paiju.games.baohuang.state import Phase
from paiju.games.baohuang.views import View

T = TypeVar("T")
MOST_NODES = 20_000
"""Moments searched for one play; a play that needs more stays open."""


class Reply(NamedTuple):
    """A reply of the others to a play: the first seat that lays cards, and these cards."""

    seat: int
    cards: tuple[Kind, ...]


@dataclass(frozen=True, slots=True)
class Solution:
    """Plays that get out whatever the others hold, and a reply to each other one; None for `left_open` ones that took too long."""

    wins: tuple[Action, ...]
    replies: dict[Action, Reply | None]
    left_open: tuple[Action, ...]


@dataclass(frozen=True, slots=True)
class _Moment:
    """The seat to move, its hand and what the others may have: `room` are their unknown cards by seat, `held` their known ones."""

    mine: Hand
    pool: Hand
    room: tuple[int, ...]
    held: tuple[Hand, ...]
    asked: int
    top: Shape | None
    owner: int


class _TooMuchError(Exception):
    """More moments than are looked at."""


def solve(view: View, most: int = MOST_NODES) -> Solution | None:
    """The certain plays of the seat to decide; None where this solver does not know the rules, or who may hold what."""
    moment = _moment(view)
    if moment is None or view.viewer is None:
        return None
    search = _Search(compile_rules(view.options), view.viewer, most)
    wins, replies, left_open = [], {}, []
    for action in search.answers(moment):
        try:
            won, reply = search.tried(moment, action)
        except _TooMuchError:
            left_open.append(action)
            continue
        if won:
            wins.append(action)
        else:
            replies[action] = reply
    return Solution(tuple(wins), replies, tuple(left_open))


def _moment(view: View) -> _Moment | None:
    rules = compile_rules(view.options)
    odd = rules.suited or rules.hard_pass or rules.defers or rules.low_last or rules.gets_stuck
    if odd or view.options.bombs == "on" or view.viewer is None or view.hand is None or view.pair:
        return None
    if view.phase is not Phase.PLAY or view.asked != (view.viewer,):
        return None
    pool = list(hand_of(rules.deck(first_deal=view.carry.first_deal)))
    for hand in (view.hand, *view.played):
        pool = [n - gone for n, gone in zip(pool, hand, strict=True)]
    if min(pool) < 0:
        return None
    held = _known(view, rules, pool)
    if held is None:
        return None
    sizes = map(view.held, range(SEATS))
    room = tuple(
        0 if seat == view.viewer else size - sum(hand)
        for seat, (size, hand) in enumerate(zip(sizes, held, strict=True))
    )
    if min(room) < 0 or sum(room) != sum(pool):
        return None
    return _Moment(view.hand, tuple(pool), room, held, view.viewer, view.top, view.owner)


def _known(view: View, rules: Rules, pool: list[int]) -> tuple[Hand, ...] | None:
    """Known cards by seat, which leave the pool; None where an identity card may lie with some seats and not with others."""
    held = [list(EMPTY) for _ in range(SEATS)]
    tokens = [(known.holder, known.kind) for known in view.known if known.holder != view.viewer]
    if rules.options.emperor_by is EmperorBy.MARKED_RED and not view.usurped and pool[MARKED_BIG]:
        tokens += [] if (view.emperor, MARKED_BIG) in tokens else [(view.emperor, MARKED_BIG)]
    for holder, kind in tokens:
        if pool[kind] == 0:
            return None
        pool[kind] -= 1
        held[holder][kind] += 1
    loose = any(pool[kind] for kind in IDENTITY) or (view.called >= 0 and pool[view.called] > 0)
    if loose and (view.innocent or view.shown or view.solo_shown or view.alone is not None):
        return None
    return tuple(map(tuple, held))


class _Search:
    """Looks through what may follow. Moments come again in many ways, so each is settled once."""

    def __init__(self, rules: Rules, seat: int, most: int) -> None:
        self._generator, self._comparison = rules.generator, rules.comparison
        self._seat, self._most = seat, most
        self._left = most
        self._settled: dict[_Moment, bool] = {}

    def answers(self, moment: _Moment) -> Sequence[Action]:
        """The actions of the seat, the longest plays first."""
        plays = self._plays(moment.mine, moment.top)
        longest = sorted(plays, key=lambda play: -len(play.cards))
        return longest if moment.top is None else [*longest, PASS]

    def tried(self, moment: _Moment, action: Action) -> tuple[bool, Reply | None]:
        """Whether an action gets out for certain; if not, what may be laid against it.

        Raises:
            _TooMuchError: if that took more than the given number of moments.
        """
        self._left = self._most
        after = self._done(moment, action)
        if after is None:
            return True, None
        if self._wins(after):
            return True, None
        return False, self._refutation(after)

    def _plays(self, hand: Hand, top: Shape | None) -> tuple[Action, ...]:
        return self._generator.plays(hand, hand, -1, top)

    def _wins(self, moment: _Moment) -> bool:
        settled = self._settled.get(moment)
        if settled is not None:
            return settled
        self._left -= 1
        if self._left < 0:
            raise _TooMuchError
        if moment.asked == self._seat:
            won = any(self._gets_out(moment, action) for action in self.answers(moment))
        else:
            won = all(after is not None and self._wins(after) for _, after in self._threats(moment))
        self._settled[moment] = won
        return won

    def _gets_out(self, moment: _Moment, action: Action) -> bool:
        after = self._done(moment, action)
        return after is None or self._wins(after)

    def _refutation(self, moment: _Moment) -> Reply | None:
        """The first cards that the others lay in a line that keeps the seat in; None if it only runs out of good plays itself."""
        while moment.asked != self._seat:
            found = next(
                (pair for pair in self._threats(moment) if pair[1] is None or not self._wins(pair[1])), None
            )
            assert found is not None, "something was found against it"
            action, after = found
            if action.cards:
                return Reply(moment.asked, action.cards)
            if after is None:
                return None
            moment = after
        return None

    def _threats(self, moment: _Moment) -> Iterator[tuple[Action, _Moment | None]]:
        """What another seat may do, and where it leads; None where that gets it out."""
        seat = moment.asked
        held, room = moment.held[seat], moment.room[seat]
        if room or any(held):
            there = tuple(n + own for n, own in zip(moment.pool, held, strict=True)) if room else held
            for play in self._plays(there, moment.top):
                drawn = _beyond(play.cards, held)
                if len(drawn) <= room:
                    yield play, self._laid(moment, play, drawn)
        if moment.top is not None:
            yield PASS, self._next(moment)

    def _laid(self, moment: _Moment, play: Action, drawn: Sequence[Kind]) -> _Moment | None:
        seat = moment.asked
        known = list(play.cards)
        for kind in drawn:
            known.remove(kind)
        kept = remove(moment.held[seat], known)
        room = moment.room[seat] - len(drawn)
        if not room and not any(kept):
            return None
        return self._next(
            replace(
                moment,
                pool=remove(moment.pool, drawn),
                room=_put(moment.room, seat, room),
                held=_put(moment.held, seat, kept),
                top=self._top(moment, play),
                owner=seat,
            )
        )

    def _done(self, moment: _Moment, action: Action) -> _Moment | None:
        """The moment after an action of the seat itself; None once it is out."""
        if not action.cards:
            return self._next(moment)
        mine = remove(moment.mine, action.cards)
        if not any(mine):
            return None
        return self._next(replace(moment, mine=mine, top=self._top(moment, action), owner=self._seat))

    def _top(self, moment: _Moment, play: Action) -> Shape:
        shape = self._comparison.shape(play.cards)
        assert shape is not None
        return self._comparison.laid(shape, moment.top)

    def _next(self, moment: _Moment) -> _Moment:
        """The next seat that still has cards; once all have answered, the owner of the set leads, or the next seat after it (BH A13)."""
        seat = moment.asked
        while (seat := (seat + 1) % SEATS) != moment.owner:
            if self._plays_on(moment, seat):
                return replace(moment, asked=seat)
        while not self._plays_on(moment, seat):
            seat = (seat + 1) % SEATS
        return replace(moment, asked=seat, top=None, owner=-1)

    def _plays_on(self, moment: _Moment, seat: int) -> bool:
        return seat == self._seat or moment.room[seat] > 0 or any(moment.held[seat])


def _beyond(cards: Iterable[Kind], held: Hand) -> list[Kind]:
    """The cards of a play that are none of the known ones."""
    left = list(held)
    drawn = []
    for kind in cards:
        if left[kind]:
            left[kind] -= 1
        else:
            drawn.append(kind)
    return drawn


def _put(values: tuple[T, ...], at: int, value: T) -> tuple[T, ...]:
    return (*values[:at], value, *values[at + 1 :])
