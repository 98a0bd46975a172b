"""Long series of deals among bots, with carry, every bot in every seat, and records of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple

from paiju.arena.figures import Mean, mean_of
from paiju.arena.match import play_out, spread
from paiju.arena.pack import OUT, Pack, pack_of
from paiju.arena.seeds import Seed, bot_seed, deal_secret, deal_seed
from paiju.bots.base import Bot, Maker, maker, require_named
from paiju.core.errors import UsageError
from paiju.core.files import write_whole
from paiju.core.game import Game, Seat
from paiju.core.options import Options
from paiju.core.record import Recorder, dumps

BLOCK = 10


@dataclass(frozen=True, slots=True)
class Played:
    """One deal of a series with all that a record needs: seats, actions and results.

    `roles`, `places`, `won` and `returns` are by seat; `places` are () for a void deal and in a game without places.
    """

    index: int
    opening_carry: Any
    secret: bytes
    names: tuple[str, ...]
    actions: tuple[tuple[int, str], ...]
    roles: tuple[str, ...]
    places: tuple[int, ...]
    won: tuple[bool, ...]
    returns: tuple[int, ...]
    void: bool


@dataclass(frozen=True, slots=True)
class BotSummary:
    """One bot's series: how often it finished at each place, wins, points by role."""

    name: str
    deals: int
    places: tuple[int, ...]
    wins: int
    points: Mean
    points_by_role: dict[str, Mean]


@dataclass(frozen=True, slots=True)
class Summary:
    """A whole series. `drawn` counts deals without a winner that are not void.

    `decisions` counts all actions, forced ones too; only `seconds` differ between runs.
    """

    deals: int
    void: int
    drawn: int
    decisions: int
    bots: tuple[BotSummary, ...]
    seconds: float = field(compare=False)


OnDeal = Callable[[Played], None]
Progress = Callable[[int], None]


def simulate(
    game: Game,
    options: Options,
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
        UsageError: usage.bot, usage.stand_in, usage.seats, usage.deals or usage.jobs.
    """
    if deals < 1:
        raise UsageError("usage.deals", f"{deals} deals cannot be played", {"value": deals})
    seats = game.seats_of(options)
    if not 1 <= len(bots) <= seats:
        raise UsageError("usage.seats", f"{len(bots)} bots for {seats} seats", {"value": len(bots)})
    require_named(options, bots)
    chairs = tuple((bots[i % len(bots)], maker(bots[i % len(bots)])) for i in range(seats))
    began = perf_counter()
    blocks = [(first, min(first + BLOCK, deals)) for first in range(0, deals, BLOCK)]
    score = _Score(pack_of(game.name))
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
    game: Game, options: Options, chairs: Chairs, seed: Seed, block: tuple[int, int]
) -> list[Played]:
    """One chain of deals, from its first index up to but without its last."""
    carry = game.parse_carry(None)
    result: list[Played] = []
    for index in range(*block):
        seats = range(len(chairs))
        at = [chairs[(seat + index) % len(chairs)] for seat in seats]
        bots = [make(bot_seed(seed, index, seat)) for seat, (_, make) in zip(seats, at, strict=True)]
        opening = carry
        state, actions = play_deal(game, game.deal(options, deal_seed(seed, index), opening), bots)
        returns = game.returns(state)
        result.append(
            Played(
                index, opening, deal_secret(seed, index), tuple(name for name, _ in at), actions,
                *pack_of(game.name).outcome(state, returns), returns, void=game.is_void(state),
            )
        )  # fmt: skip
        carry = game.carry(state)
    return result


def play_deal(game: Game, state: Any, bots: Sequence[Bot]) -> tuple[Any, tuple[tuple[int, str], ...]]:
    """A deal played out, and its actions as (seat, text)."""
    actions: list[tuple[int, str]] = []

    def choose(seat: Seat, view: Any, legal: Sequence[Any]) -> Any:
        return bots[seat].choose(view, legal)

    def heard(before: Any, seat: Seat, action: Any) -> None:
        actions.append((seat, game.action_text(before, action)))

    return play_out(game, state, choose, heard), tuple(actions)


class _Result(NamedTuple):
    """The result of one seat in one deal."""

    role: str
    place: int
    won: bool
    points: int


class _Score:
    """The totals of a summary, added deal by deal; void deals are only counted."""

    def __init__(self, pack: Pack) -> None:
        self.deals = 0
        self._pack = pack
        self._void = 0
        self._drawn = 0
        self._decisions = 0
        self._results: dict[str, list[_Result]] = {}

    def add(self, played: Played) -> None:
        self.deals += 1
        self._decisions += len(played.actions)
        if played.void:
            self._void += 1
            return
        self._drawn += not any(played.won)
        places = played.places or (0,) * len(played.names)
        for name, *result in zip(played.names, played.roles, places, played.won, played.returns, strict=True):
            one = _Result._make(result)
            if one.role != OUT:
                self._results.setdefault(name, []).append(one)

    def summary(self, names: Iterable[str], seconds: float) -> Summary:
        """The figures, bots in the order of `names`."""
        bots = tuple(_bot_summary(self._pack, name, self._results.get(name, [])) for name in names)
        return Summary(self.deals, self._void, self._drawn, self._decisions, bots, seconds)


def _bot_summary(pack: Pack, name: str, results: list[_Result]) -> BotSummary:
    places = [result.place for result in results]
    return BotSummary(
        name=name,
        deals=len(results),
        places=tuple(places.count(place) for place in range(1, pack.places + 1)),
        wins=sum(result.won for result in results),
        points=mean_of([result.points for result in results]),
        points_by_role={
            role: mean_of([result.points for result in results if result.role == role]) for role in pack.roles
        },
    )


# --- records of simulated deals


def record_text(game: Game, options: Any, played: Played) -> str:
    """The record of one simulated deal, its carry included."""
    recorder = Recorder(game, options, played.names)
    state = recorder.begin(played.secret, [b""] * len(played.names), played.opening_carry)[-1].state
    for seat, text in played.actions:
        state = recorder.act(state, seat, game.parse_action(state, seat, text))[-1].state
    return dumps(recorder.record)


def write_record(game: Game, options: Any, played: Played, folder: Path) -> None:
    """Write the record of one deal into `folder`, named by its index."""
    write_whole(folder / f"{played.index:07d}.json", record_text(game, options, played).encode())
