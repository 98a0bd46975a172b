"""One question of the playing phase as the heuristic sees it: everything the scores need, worked out once."""

from __future__ import annotations

from typing import NamedTuple

from paiju.bots.baohuang.heuristic.holding import Holding, hidden_from, holding_of, unseen_of
from paiju.bots.baohuang.heuristic.outlook import Outlook, Rival
from paiju.bots.baohuang.heuristic.parameters import Parameters
from paiju.games.baohuang import trick
from paiju.games.baohuang.cards import (
    LAOWANG,
    MARKED_SMALL,
    SEATS,
    TWO,
    Hand,
    Kind,
    holds,
)
from paiju.games.baohuang.identity import laowang_of
from paiju.games.baohuang.option_values import Order, Switch
from paiju.games.baohuang.plays import BIG_STRENGTH, SMALL_STRENGTH, Cards, Shape
from paiju.games.baohuang.rules import Rules
from paiju.games.baohuang.state import Role
from paiju.games.baohuang.viewing import View


class Sight(NamedTuple):
    """The viewer's hand, the others, and what he wants.

    `last_rank` must be kept for last (-1: none). `tokens` are the kinds that show a hidden guard. `danger` is how
    near the most dangerous opponent is to finishing, from 0 to 1.
    """

    view: View
    rules: Rules
    parameters: Parameters
    hand: Hand
    holding: Holding
    rivals: tuple[Rival, ...]
    friendship: list[float]
    outlook: Outlook
    danger: float
    alliance: float
    tokens: tuple[Kind, ...]
    last_rank: int

    @property
    def leads(self) -> bool:
        """Whether nothing lies on the table."""
        return self.view.top is None

    def size_of(self, seat: int) -> int:
        """The hand size of another seat, 0 once it is out."""
        return next((rival.size for rival in self.rivals if rival.seat == seat), 0)

    def able_after(self, size: int, *, until: int) -> int:
        """How many seats still to be asked could hold `size` cards; `until` is where the round ends."""
        viewer, barred = self.view.viewer or 0, self.view.barred
        distance = (until - viewer) % SEATS or SEATS
        return sum(
            rival.size >= size and rival.seat not in barred and (rival.seat - viewer) % SEATS < distance
            for rival in self.rivals
        )

    def bomb(self, cards: Cards) -> bool:
        """Whether own cards would be a bomb."""
        if self.rules.options.bombs is Switch.OFF:
            return False
        shape = self.rules.comparison.shape(cards, natural=self.draws(cards))
        return shape is not None and shape.bomb > 0

    def draws(self, cards: Cards) -> bool:
        """Whether own cards were all drawn, where some rule asks (BH A18-57)."""
        drawn = self.view.drawn
        return not self.rules.natural_bombs or drawn is None or holds(drawn, cards)


def see(parameters: Parameters, rules: Rules, view: View, friendship: list[float]) -> Sight:
    """What the viewer sees; `rules` are those of the view's options."""
    viewer, hand = view.viewer, view.hand
    assert viewer is not None
    assert hand is not None
    rivals = _rivals(view, friendship)
    unseen = unseen_of(hidden_cards(view, rules))
    ties = view.options.order is Order.JOKER_STRICT
    tokens = _tokens(view)
    return Sight(
        view=view,
        rules=rules,
        parameters=parameters,
        hand=hand,
        holding=holding_of(hand),
        rivals=rivals,
        friendship=friendship,
        outlook=Outlook(parameters, unseen, rivals, ties_beat=ties),
        danger=max((-r.friendship * nearness(parameters, r.size) for r in rivals), default=0.0),
        alliance=_alliance(parameters, view, hidden=bool(tokens)),
        tokens=tokens,
        last_rank=_last_rank(rules, view, hand),
    )


def hidden_cards(view: View, rules: Rules) -> Hand:
    """All that is in the other hands, as one hand."""
    assert view.hand is not None
    played = tuple([a + b + c + d + e for a, b, c, d, e in zip(*view.played, strict=True)])
    first_deal = view.carry.first_deal
    return hidden_from(rules, view.hand, played, first_deal=first_deal, laowang=laowang_of(view))


def nearness(parameters: Parameters, size: int) -> float:
    """How near a hand is to its end: 1 when empty, 0 from some size on."""
    return max(0.0, 1 - size / parameters.near)


class Top(NamedTuple):
    """What lies on the table: its base rank (-1: jokers alone), size and jokers."""

    rank: int
    size: int
    small: bool
    big: bool


def top_of(shape: Shape) -> Top:
    """The standing set; a bomb counts as a big one."""
    if shape.bomb:
        return Top(-1, 1, small=False, big=True)
    low, high = shape.strengths[-1], shape.strengths[0]
    rank = low if low <= TWO else -1
    return Top(rank, len(shape.strengths), small=high == SMALL_STRENGTH, big=high >= BIG_STRENGTH)


def _rivals(view: View, friendship: list[float]) -> tuple[Rival, ...]:
    """The other seats in play. Hand sizes follow from what is public, even where the table hides them."""
    rivals: list[Rival] = []
    for seat in range(SEATS):
        if seat == view.viewer or seat in view.out or seat in view.stuck:
            continue
        size = view.sizes[seat]
        if size is None:
            size = view.drawn_sizes[seat] + view.gained[seat] - sum(view.played[seat])
        rivals.append(Rival(seat, size, friendship[seat]))
    return tuple(rivals)


def _tokens(view: View) -> tuple[Kind, ...]:
    """The kinds that would show the viewer as guard; () if he is none or everybody knows."""
    viewer = view.viewer or 0
    if view.roles[viewer] is not Role.GUARD or viewer in view.shown:
        return ()
    return (view.called, LAOWANG) if view.called >= 0 else (MARKED_SMALL,)


def _alliance(parameters: Parameters, view: View, *, hidden: bool) -> float:
    role = view.roles[view.viewer or 0]
    if role is Role.EMPEROR:
        return parameters.ally_emperor
    if role is Role.GUARD:
        return parameters.ally_guard * (parameters.hidden if hidden else 1.0)
    return parameters.ally_people


def _last_rank(rules: Rules, view: View, hand: Hand) -> int:
    if not rules.low_last:
        return -1
    played = view.played[view.viewer or 0]
    return trick.low_of(rules, tuple(a + b for a, b in zip(hand, played, strict=True)))


def shows_guard(sight: Sight, cards: Cards) -> bool:
    """Whether a play would show the viewer as guard."""
    return any(kind in sight.tokens for kind in cards)
