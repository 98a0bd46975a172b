"""Mixed tables: bots drawn at random into the seats of each deal, and rated by who beats whom.

    python -m tools.mixed baohuang hard normal easy --deals 500 --jobs 2

A duplicate match fills a whole side with copies of one bot, which may understand each other better than they
understand anyone else. Here partners and opponents change from deal to deal. Every deal is a match of teams to
OpenSkill's Plackett-Luce model: in Bao Huang the emperor's side and the people, in Paohuzi each player alone;
teams with equal points are tied. Deals are rated in their order, which starts from the same rating for all.

How far a difference of ratings decides a deal is the model's `beta`. It is chosen among `BETAS` as the one that
predicted the winners of the second half best, each deal from the deals before it.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from math import log
from typing import Any, NamedTuple

from openskill.models import PlackettLuce

import paiju
from paiju.arena.figures import Mean, ratio_of
from paiju.arena.match import play_out, spread
from paiju.arena.pack import OUT, pack_of
from paiju.arena.seeds import Seed, bot_seed, deal_seed
from paiju.bots.base import Maker, maker, require_named
from paiju.core.errors import UsageError
from paiju.core.game import Game
from paiju.core.options import Options
from paiju.games.baohuang.state import Role

_MU, _SIGMA = 25.0, 25.0 / 3
BETAS = tuple(_SIGMA / 2 * factor for factor in (0.5, 1, 2, 4, 8))
_SEATING = 1 << 20
_LEAST_CHANCE = 1e-3


def main() -> None:
    """Print the ratings, strongest first."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game", choices=paiju.available())
    parser.add_argument("bots", nargs="+")
    parser.add_argument("--deals", type=int, default=300)
    parser.add_argument("--preset")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--jobs", type=int, default=1)
    given = parser.parse_args()
    game = paiju.load(given.game)
    options = game.options({"preset": given.preset} if given.preset else {})
    ratings = play_mixed(game, options, given.bots, given.deals, given.seed, jobs=given.jobs)
    print(
        f"{ratings.deals} deals, {ratings.void} void; beta {ratings.beta:.2f}, log loss {ratings.log_loss:.3f}"
    )
    for bot in ratings.bots:
        print(
            f"{bot.name}: {bot.mu:.2f} ± {bot.sigma:.2f}, {bot.points.points} points a deal, {bot.deals} deals"
        )


Teams = tuple[tuple[int, ...], ...]
"""Seats that win and lose together."""


def teams_of(roles: Sequence[str]) -> Teams:
    """In Bao Huang the emperor's side and the people; in other games each seat that plays."""
    seats = [seat for seat, role in enumerate(roles) if role != OUT]
    people = tuple(seat for seat in seats if roles[seat] == Role.COMMONER)
    if not people:
        return tuple((seat,) for seat in seats)
    return tuple(seat for seat in seats if seat not in people), people


class Rated(NamedTuple):
    """A bot's rating: mean and standard deviation of its skill, points per deal and seat, deals it took part in."""

    name: str
    mu: float
    sigma: float
    points: Mean
    deals: int


@dataclass(frozen=True, slots=True)
class Ratings:
    """The ratings of bots at mixed tables, strongest first. `log_loss` is the mean of -log of the chance given to winners."""

    bots: tuple[Rated, ...]
    deals: int
    void: int
    beta: float
    log_loss: float


class Lineup(NamedTuple):
    """One deal: the bot of each seat, the teams of seats, points by seat."""

    names: tuple[str, ...]
    teams: Teams
    points: tuple[int, ...]


def play_mixed(
    game: Game,
    options: Options,
    names: Sequence[str],
    deals: int,
    seed: Seed,
    *,
    jobs: int = 1,
) -> Ratings:
    """Play `deals` deals at mixed tables and rate the bots; the result does not depend on `jobs`.

    Every deal starts without a carry; void ones are counted and rate nobody.

    Raises:
        UsageError: usage.bot, usage.stand_in, usage.seats, usage.deals, usage.jobs or usage.number.
    """
    if deals < 1:
        raise UsageError("usage.deals", f"{deals} deals cannot be played", {"value": deals})
    if len(set(names)) < 2:  # noqa: PLR2004 - one bot has nobody to be compared with
        raise UsageError(
            "usage.seats", f"{len(set(names))} bots are too few to rate", {"value": len(set(names))}
        )
    makers = {name: maker(name) for name in names}
    require_named(options, names)
    played = list(spread(partial(play_company, game, options, makers, seed), range(deals), jobs))
    known = [company for company in played if company is not None]
    return rate(tuple(makers), known, deals - len(known))


def play_company(
    game: Game, options: Options, makers: Mapping[str, Maker], seed: Seed, index: int
) -> Lineup | None:
    """One deal; None if it is void."""
    seats = game.seats_of(options)
    at = seating(tuple(makers), seats, random.Random(bot_seed(seed, index, _SEATING)))
    bots = [makers[name](bot_seed(seed, index, seat)) for seat, name in enumerate(at)]
    start = game.deal(options, deal_seed(seed, index), game.parse_carry(None))
    state = play_out(game, start, lambda seat, view, legal: bots[seat].choose(view, legal))
    if game.is_void(state):
        return None
    returns = game.returns(state)
    return Lineup(at, teams_of(pack_of(game.name).outcome(state, returns).roles), returns)


def seating(names: Sequence[str], seats: int, rng: random.Random) -> tuple[str, ...]:
    """The bots of the seats: as many different ones as possible, each equally often in the long run."""
    chairs: list[str] = []
    while len(chairs) < seats:
        chairs += rng.sample(names, len(names))
    return tuple(rng.sample(chairs[:seats], seats))


def rate(names: Sequence[str], played: Sequence[Lineup], void: int) -> Ratings:
    """The ratings of finished deals, in their order."""
    runs = [_rated(names, played, beta) for beta in BETAS]
    best = min(range(len(BETAS)), key=lambda at: runs[at][1])
    skills, loss = runs[best]
    bots = [
        Rated(name, skill.mu, skill.sigma, _points(name, played), sum(name in one.names for one in played))
        for name, skill in skills.items()
    ]
    bots.sort(key=lambda bot: -bot.mu)
    return Ratings(tuple(bots), len(played) + void, void, BETAS[best], loss)


def _points(name: str, played: Sequence[Lineup]) -> Mean:
    """Points per seat; the deals are the clusters."""
    seats = [
        (one, [seat for team in one.teams for seat in team if one.names[seat] == name]) for one in played
    ]
    return ratio_of([(float(sum(one.points[seat] for seat in at)), float(len(at))) for one, at in seats])


def _rated(names: Sequence[str], played: Sequence[Lineup], beta: float) -> tuple[dict[str, Any], float]:
    """Ratings by name under a `beta`, and how well the second half was predicted."""
    model = PlackettLuce(mu=_MU, sigma=_SIGMA, beta=beta)
    skills = {name: model.rating(name=name) for name in names}
    losses: list[float] = []
    for index, one in enumerate(played):
        lineups = [tuple(one.names[seat] for seat in team) for team in one.teams]
        if len(set(lineups)) == 1 or not all(lineups):
            continue  # the same bots on every side, or no opponent
        teams = [[skills[name] for name in lineup] for lineup in lineups]
        points = [sum(one.points[seat] for seat in team) / len(team) for team in one.teams]
        if 2 * index >= len(played) and points.count(max(points)) == 1:
            chances = model.predict_win(teams)
            losses.append(-log(max(_LEAST_CHANCE, chances[points.index(max(points))])))
        _update(skills, lineups, model.rate(teams, ranks=[-point for point in points]))
    return skills, sum(losses) / len(losses) if losses else 0.0


def _update(skills: dict[str, Any], lineups: Sequence[Sequence[str]], teams: Iterable[Iterable[Any]]) -> None:
    """Store new ratings; a bot that had several seats gets their mean."""
    found: dict[str, list[Any]] = {}
    for lineup, team in zip(lineups, teams, strict=True):
        for name, skill in zip(lineup, team, strict=True):
            found.setdefault(name, []).append(skill)
    for name, new in found.items():
        skills[name].mu = sum(skill.mu for skill in new) / len(new)
        skills[name].sigma = sum(skill.sigma for skill in new) / len(new)


if __name__ == "__main__":
    main()
