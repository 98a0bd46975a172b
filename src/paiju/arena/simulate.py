"""Long series of deals among bots: chains of ten deals with carry, every bot in every seat.

Deals are cut into blocks of ten; each block is one chain that starts without a carry, so that tribute and first
drawer are exercised and no block depends on another: the result is the same for any number of jobs. In deal
`i` seat `s` is played by bot `(s + i) % n`, n being 5: fewer names are repeated to fill the five chairs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial
from time import perf_counter

from paiju.arena.figures import Mean, mean_of
from paiju.arena.seeds import Seed, bot_seed, deal_secret, deal_seed
from paiju.arena.workers import spread
from paiju.bots.base import Bot, Maker, maker
from paiju.core.errors import UsageError
from paiju.games.baohuang.cards import SEATS
from paiju.games.baohuang.law import Baohuang
from paiju.games.baohuang.options import BaohuangOptions
from paiju.games.baohuang.state import Carry, Role, State

BLOCK = 10
SOLO = "solo"
ROLES = (*(str(role) for role in Role), SOLO)
"""Names of the roles in a summary: a solo emperor counts as `solo`, not as emperor."""


@dataclass(frozen=True, slots=True)
class Played:
    """One deal of a series, all that a record needs: who sat where, what was done, what came of it.

    `roles`, `places` and `returns` are by seat; `places` are () for a void deal.
    """

    index: int
    opening_carry: Carry
    secret: bytes
    names: tuple[str, ...]
    actions: tuple[tuple[int, str], ...]
    roles: tuple[str, ...]
    places: tuple[int, ...]
    returns: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class BotSummary:
    """One bot's series: how often it came in at each place, wins (deals with points above 0), points by role."""

    name: str
    deals: int
    places: tuple[int, ...]
    wins: int
    points: Mean
    points_by_role: dict[str, Mean]


@dataclass(frozen=True, slots=True)
class Summary:
    """A whole series. `decisions` counts all answers, forced ones too; `seconds` alone differ between runs."""

    deals: int
    void: int
    decisions: int
    bots: tuple[BotSummary, ...]
    seconds: float = field(compare=False)

    @property
    def deals_per_second(self) -> float:
        """How fast the series was played."""
        return self.deals / self.seconds if self.seconds else 0.0


OnDeal = Callable[[Played], None]
Progress = Callable[[int], None]


def simulate(
    game: Baohuang,
    options: BaohuangOptions,
    deals: int,
    bots: Sequence[str],
    seed: Seed,
    *,
    jobs: int = 1,
    on_deal: OnDeal | None = None,
    progress: Progress | None = None,
) -> Summary:
    """Play `deals` deals among the named bots; nothing but `seconds` depends on `jobs`.

    `on_deal` gets every deal in order, `progress` the number of deals played so far.

    Raises:
        UsageError: usage.bot, usage.seats, usage.deals or usage.jobs.
    """
    if deals < 1:
        raise UsageError("usage.deals", f"{deals} deals cannot be played", {"value": deals})
    if not 1 <= len(bots) <= SEATS:
        raise UsageError("usage.seats", f"{len(bots)} bots for {SEATS} seats", {"value": len(bots)})
    chairs = tuple((bots[i % len(bots)], maker(bots[i % len(bots)])) for i in range(SEATS))
    began = perf_counter()
    blocks = [(first, min(first + BLOCK, deals)) for first in range(0, deals, BLOCK)]
    score = _Score()
    for block in spread(partial(play_block, game, options, chairs, seed), blocks, jobs):
        for played in block:
            score.add(played)
            if on_deal:
                on_deal(played)
        if progress:
            progress(score.deals)
    return score.summary(dict.fromkeys(bots), perf_counter() - began)


Chairs = tuple[tuple[str, Maker], ...]


def play_block(
    game: Baohuang, options: BaohuangOptions, chairs: Chairs, seed: Seed, block: tuple[int, int]
) -> list[Played]:
    """One chain of deals, from its first index to before its last."""
    carry = Carry()
    result: list[Played] = []
    for index in range(*block):
        at = [chairs[(seat + index) % SEATS] for seat in range(SEATS)]
        bots = [make(bot_seed(seed, index, seat)) for seat, (_, make) in enumerate(at)]
        deal = game.deal(options, deal_seed(seed, index), carry)
        state, actions = play_deal(game, deal, bots)
        names = tuple(name for name, _ in at)
        result.append(_played(state, index, deal_secret(seed, index), names, actions))
        carry = game.carry(state)
    return result


def play_deal(game: Baohuang, state: State, bots: Sequence[Bot]) -> tuple[State, tuple[tuple[int, str], ...]]:
    """A deal played out; bots are not asked where only one action is legal. Actions as (seat, text)."""
    actions: list[tuple[int, str]] = []
    while asked := game.actors(state):
        seat = asked[0]
        legal = game.legal_actions(state, seat)
        action = legal[0] if len(legal) == 1 else bots[seat].choose(game.view(state, seat), legal)
        actions.append((seat, game.action_text(state, action)))
        state, _ = game.apply(state, seat, action)
    return state, tuple(actions)


def _played(
    state: State, index: int, secret: bytes, names: tuple[str, ...], actions: tuple[tuple[int, str], ...]
) -> Played:
    assert state.result is not None
    roles = tuple(_role_name(state, seat) for seat in range(SEATS))
    result = state.result
    return Played(index, state.start.carry, secret, names, actions, roles, result.places, result.returns)


def _role_name(state: State, seat: int) -> str:
    solo = state.roles.solo and seat == state.roles.emperor
    return SOLO if solo else str(state.roles.of(seat))


class _Score:
    """What a summary is made of, gathered deal by deal; void deals count nowhere else."""

    def __init__(self) -> None:
        self.deals = 0
        self._void = 0
        self._decisions = 0
        self._results: dict[str, list[tuple[int, str, int]]] = {}

    def add(self, played: Played) -> None:
        self.deals += 1
        self._decisions += len(played.actions)
        if not played.places:
            self._void += 1
            return
        for name, role, place, points in zip(
            played.names, played.roles, played.places, played.returns, strict=True
        ):
            self._results.setdefault(name, []).append((place, role, points))

    def summary(self, names: Iterable[str], seconds: float) -> Summary:
        """The figures, bots in the order of `names`."""
        bots = tuple(_bot_summary(name, self._results.get(name, [])) for name in names)
        return Summary(self.deals, self._void, self._decisions, bots, seconds)


def _bot_summary(name: str, results: list[tuple[int, str, int]]) -> BotSummary:
    places = [place for place, _, _ in results]
    return BotSummary(
        name=name,
        deals=len(results),
        places=tuple(places.count(place) for place in range(1, SEATS + 1)),
        wins=sum(points > 0 for _, _, points in results),
        points=mean_of([points for _, _, points in results]),
        points_by_role={
            role: mean_of([points for _, played, points in results if played == role]) for role in ROLES
        },
    )
