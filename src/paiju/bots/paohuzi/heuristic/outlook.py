"""What may still come: the copies of each kind that a seat has not seen, and the chance to get one."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import log

from paiju.bots.paohuzi.heuristic.parameters import Parameters
from paiju.games.paohuzi.cards import COPIES, KINDS, Kind
from paiju.games.paohuzi.sets import CATALOGUES, SetKind, set_hu
from paiju.games.paohuzi.state import Source
from paiju.games.paohuzi.viewing import View


@lru_cache(maxsize=2)
def completions(*, one_five_ten: bool) -> dict[tuple[Kind, Kind], tuple[tuple[Kind, int], ...]]:
    """For two cards of a hand: the third cards of their sequences and mixed sets, with the hu of the set."""
    found: dict[tuple[Kind, Kind], dict[Kind, int]] = {}
    for run in CATALOGUES[one_five_ten].runs:
        for at, third in enumerate(run.cards):
            low, high = sorted((*run.cards[:at], *run.cards[at + 1 :]))
            thirds = found.setdefault((low, high), {})
            thirds[third] = max(run.hu, thirds.get(third, 0))
    return {two: tuple(thirds.items()) for two, thirds in found.items()}


@dataclass(frozen=True)
class Outlook:
    """What a view leaves open. `live` are unseen copies by kind, `draws` the cards of the stock."""

    parameters: Parameters
    one_five_ten: bool
    live: tuple[int, ...]
    draws: int
    no_pong: int
    no_eat: int
    right_let_pass: int

    @cached_property
    def unseen(self) -> int:
        """How many cards are out of sight."""
        return max(1, sum(self.live))

    def chance(self, copies: float) -> float:
        """The logarithm of the chance that one of some copies comes while there are draws."""
        least = self.parameters.least_chance
        missed: float = max(0.0, 1 - copies / self.unseen) ** self.draws
        return log(max(least, 1 - missed))

    @cached_property
    def beginnings(self) -> tuple[tuple[tuple[Kind, float, float], ...], ...]:
        """By lower card: the other card of two that can become a set, the chance, and the hu to expect."""
        found: list[list[tuple[Kind, float, float]]] = [[] for _ in range(KINDS)]
        for (low, high), thirds in completions(one_five_ten=self.one_five_ten).items():
            reached = hu = 0.0
            for third, gain in thirds:
                copies = self.live[third] * self._eaten[third]
                reached += copies
                hu += copies * gain
            if low == high:
                copies, gained = self._triple(low)
                reached += copies
                hu += copies * gained
            if reached:
                found[low].append((high, self.chance(reached), hu / reached))
        return tuple(map(tuple, found))

    @cached_property
    def _eaten(self) -> tuple[float, ...]:
        """Which share of each kind completes a sequence or a mixed set."""
        eat, barred = self.parameters.eat_reach, self.parameters.barred_reach
        return tuple(barred if self.no_eat >> kind & 1 else eat for kind in range(KINDS))

    def _triple(self, kind: Kind) -> tuple[float, float]:
        """Copies that make a pair three of a kind, and the hu of these."""
        own = self.parameters.own_share
        barred = self.no_pong >> kind & 1
        reach = self.parameters.barred_reach if barred else self.parameters.pong_reach
        own = 1.0 if barred else own
        hu = own * set_hu(SetKind.UNEXPOSED_3, kind) + (1 - own) * set_hu(SetKind.EXPOSED_3, kind)
        return reach * self.live[kind], hu

    @cached_property
    def last_card(self) -> tuple[float, ...]:
        """The chance that a single card becomes a pair: by the winning card only."""
        return tuple(self.chance(self.parameters.win_reach * copies) for copies in self.live)

    @cached_property
    def gifts(self) -> tuple[float, ...]:
        """What a discard of each kind gives away: a Pong to anybody, a set to the right neighbour."""
        pong, eat = self.parameters.tempo_pong, self.parameters.tempo_eat
        return tuple(
            pong * _may_hold_two(self.live[kind])
            + (0.0 if self.right_let_pass >> kind & 1 else eat * self._uses(kind))
            for kind in range(KINDS)
        )

    def _uses(self, kind: Kind) -> float:
        """How likely two unseen cards fit a kind, as a share of all ways."""
        runs = CATALOGUES[self.one_five_ten].holding[kind]
        ways = 0.0
        for run in runs:
            others = list(run.cards)
            others.remove(kind)
            ways += self.live[others[0]] * self.live[others[1]]
        return ways / (COPIES * COPIES * len(runs))


def _may_hold_two(live: int) -> float:
    return (0.0, 0.0, 0.5, 1.0, 1.0)[live]


def outlook_of(parameters: Parameters, view: View) -> Outlook:
    """The outlook of the viewer of a view."""
    seat = view.viewer
    assert seat is not None
    assert view.hand is not None
    live = [COPIES - held for held in view.hand]
    seen = [card for melds in view.melds for meld in melds for card in meld.cards]
    seen += [left.card for pile in view.piles for left in pile]
    if view.shown_held and seat != view.dealer:
        seen.append(view.shown)
    if view.source in (Source.DRAWN, Source.THROWN):
        seen.append(view.card)
    for card in seen:
        if card >= 0:
            live[card] -= 1
    right = view.order[(view.order.index(seat) + 1) % len(view.order)]
    passed = 0
    for left in (*view.piles[seat], *view.piles[right]):
        passed |= 1 << left.card
    return Outlook(
        parameters,
        view.options.one_five_ten,
        tuple([max(0, copies) for copies in live]),
        view.left,
        view.no_pong,
        view.no_eat,
        passed,
    )
