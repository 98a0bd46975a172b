"""What would surprise people, found from views and actions alone: nothing here knows how a bot decides.

Each was seen at 200 decisions of `easy` as it played before it had habits.
"""

from __future__ import annotations

from functools import lru_cache

from paiju.games.baohuang.cards import FIRST_JOKER, RANK_OF, RANKS
from paiju.games.baohuang.state import Phase, Role

_TEN, _QUEEN, _ACE = map(RANKS.index, "TQA")


def of_baohuang(view, actions, action):
    """The names of what is odd about an action of the playing phase."""
    if view.phase is not Phase.PLAY or len(actions) == 1 or len(action.cards) == sum(view.hand):
        return
    ranks = [sum(view.hand[4 * rank : 4 * rank + 4]) for rank in range(len(RANKS))]
    naturals = [RANK_OF[kind] for kind in action.cards if kind < FIRST_JOKER]
    play = _Play(
        view, actions, action, ranks, naturals, jokers=len(action.cards) - len(naturals), many=sum(view.hand) >= 15
    )  # fmt: skip
    yield from (play.as_lead if view.top is None else play.as_answer)()


class _Play:
    def __init__(self, view, actions, action, ranks, naturals, *, jokers, many):
        self.view, self.actions, self.action = view, actions, action
        self.ranks, self.naturals, self.jokers, self.many = ranks, naturals, jokers, many
        self.base = min(naturals, default=len(RANKS))
        self.foes = {
            view.sizes[seat]
            for seat in range(5)
            if seat not in (*view.out, *view.stuck) and self.side(seat) < 0
        }

    def side(self, seat):
        """1 for a known friend, -1 for a known foe, 0 for a seat that may be either."""
        view = self.view
        mine, other_role = view.roles[view.viewer], view.roles[seat]
        if seat == view.viewer:
            return 1
        if other_role is None:
            return 0
        return 1 if (mine is Role.COMMONER) == (other_role is Role.COMMONER) else -1

    def tears(self):
        return bool(self.naturals) and self.naturals.count(self.base) < self.ranks[self.base]

    def as_lead(self):
        size = len(self.action.cards)
        others = [one for one in self.actions if one.cards and len(one.cards) not in self.foes]
        if size in self.foes and others and self.base < _QUEEN and not self.jokers:
            yield "lets a foe out"
        if self.many and self.jokers and any(self.ranks[:_TEN]):
            yield "leads a joker"
        if self.many and self.base >= _ACE and self.naturals and any(self.ranks[:_TEN]):
            yield "leads aces or twos"
        if self.tears() and self.ranks[self.base] not in self.foes:
            yield "tears a set apart to lead"

    def as_answer(self):
        view, owner = self.view, self.view.owner
        left = 0 if owner in view.out else view.sizes[owner]
        if not self.action.cards:
            plays = any(one.cards for one in self.actions)
            if self.side(owner) < 0 and 0 < left <= 3 and plays and self.action.verb == "pass":
                yield "lets a foe keep the lead"
            return
        groups = sum(map(bool, self.ranks)) + sum(view.hand[FIRST_JOKER:])
        if self.side(owner) > 0 and groups > 3:
            if self.jokers or self.base >= _ACE:
                yield "beats a friend with high cards"
            if self.tears():
                yield "tears a set apart against a friend"
        near = any(view.sizes[seat] < 9 for seat in range(5) if self.side(seat) <= 0 and seat not in view.out)
        low = min(RANK_OF[kind] for kind in [one for one in view.trick if one.cards][-1].cards) <= _TEN
        if self.many and not near and (self.jokers > 1 or (self.jokers and low)):
            yield "wastes jokers"


def _sets():
    found = []
    for first in (0, 10):
        found += [(first + i, first + i + 1, first + i + 2) for i in range(8)]
        found.append((first + 1, first + 6, first + 9))
    return [*found, *[(i, i, i + 10) for i in range(10)], *[(i, i + 10, i + 10) for i in range(10)]]


_SETS = _sets()


@lru_cache(1 << 16)
def _most(hand):
    """How many sets can be laid out of some cards (no triples among them)."""
    first = next((kind for kind, copies in enumerate(hand) if copies), None)
    if first is None:
        return 0
    best = _most(_without(hand, first))
    for cards in _SETS:
        if cards[0] == first and all(hand[kind] >= cards.count(kind) for kind in cards):
            best = max(best, 1 + _most(_without(hand, *cards)))
    return best


def _without(hand, *kinds):
    rest = list(hand)
    for kind in kinds:
        rest[kind] -= 1
    return tuple(rest)


def _together(one, other):
    """Whether two kinds can be in one set."""
    return one % 10 == other % 10 or any({one, other} <= set(cards) for cards in _SETS)


def of_paohuzi(view, actions, action):
    """The names of what is odd about a discard, or about a card that is let pass."""
    if actions[0].verb == "pass" and action.verb == "pass" and any(one.verb == "hu" for one in actions):
        yield "does not win"
    if len(actions) == 1 or action.verb != "discard":
        return
    hand = tuple(copies if copies < 3 else 0 for copies in view.hand)
    thrown, most = action.cards[0], _most(hand)
    others = [one.cards[0] for one in actions if hand[one.cards[0]]]
    if _most(_without(hand, thrown)) < most and any(_most(_without(hand, kind)) == most for kind in others):
        yield "breaks a set"
    alone = [
        kind for kind in others
        if hand[kind] == 1 and not any(_together(kind, one) for one in range(20) if one != kind and hand[one])
    ]  # fmt: skip
    if alone and hand[thrown] == 2:
        yield "breaks a pair"
