"""Whether the losses that reviews find add up: a bot's losses a deal against the margin by which the arena says it is behind.

    python -m tools.losses baohuang easy --deals 200

It prints the losses found, the margin in the same deals, and the difference of both, in points a deal. The bot plays against the reference bot that reviews play on with, in Bao Huang the emperor's side and then the people's, in
Paohuzi each seat alone. Each of its decisions is compared with the reference bot's, in deals that fit what it knew. By the
performance difference lemma (Kakade and Langford, 2002) the mean sum of these losses is the margin, if the sampled deals are like the true ones.
Where the bot does what the reference bot would do, nothing is played out: that loses nothing.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import replace
from statistics import fmean, stdev
from typing import Any, NamedTuple

import paiju
from paiju.analysis.review import STANDARD
from paiju.analysis.review.model import Reviewer, pack_of, seed_of
from paiju.arena.seeds import bot_seed, deal_seed
from paiju.bots.base import make_bot
from paiju.games.baohuang.state import Phase

REFERENCE = {"baohuang": "heuristic", "paohuzi": "expected"}
DEPTH = replace(STANDARD, first=2, candidates=1)
_EVERY = 10
_FIRST_POINTS, _STEP = 6, 2
"""Place 1 is worth 4 points, each place further 2 less."""


class Deal(NamedTuple):
    """What the bot lost in a deal by its decisions, and what it was behind in points, both below nothing where it was worse."""

    losses: float
    margin: float


def main() -> None:
    """Print the mean loss a deal and its standard error."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game", choices=paiju.available())
    parser.add_argument("bot")
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--worlds", type=int, default=96, help="imagined deals for each decision")
    parser.add_argument("--preset")
    parser.add_argument("--seed", default="losses")
    given = parser.parse_args()
    game = paiju.load(given.game)
    options = game.options({"preset": given.preset} if given.preset else {})
    reviewer = pack_of(options).reviewer(options, replace(DEPTH, second=given.worlds, most=given.worlds))
    found: list[Deal] = []
    for index in range(given.deals):
        found.append(_played(game, options, reviewer, given.bot, f"{given.seed}/{index}"))
        if len(found) > 1 and len(found) % _EVERY == 0:
            print(_told(found), flush=True)


def _told(found: list[Deal]) -> str:
    named = {
        "losses": [one.losses for one in found],
        "margin": [one.margin for one in found],
        "losses less margin": [one.losses - one.margin for one in found],
    }
    said = [
        f"{name} {fmean(values):+.3f} ± {stdev(values) / len(values) ** 0.5:.3f}"
        for name, values in named.items()
    ]
    return f"{len(found)} deals: {', '.join(said)}"


def _played(game: Any, options: Any, reviewer: Reviewer, bot: str, seed: str) -> Deal:
    """A deal, as the arena counts margins."""
    start = _start(game, options, seed)
    sides = [
        _side(game, start, reviewer, _Side(bot, seats, f"{seed}/{at}"))
        for at, seats in enumerate(_sides(game, start))
    ]
    return Deal(fmean(one.losses for one in sides), fmean(one.margin for one in sides))


def _start(game: Any, options: Any, seed: str) -> Any:
    """A deal at its first decision; in Bao Huang at the first lead of one with a guard, as the arena deals it."""
    for attempt in range(1000):
        state = game.deal(options, deal_seed(seed, attempt))
        while game.name == "baohuang" and state.phase not in (Phase.PLAY, Phase.OVER):
            (seat,) = game.actors(state)[:1]
            state, _ = game.apply(state, seat, game.legal_actions(state, seat)[0])
        if game.name != "baohuang" or (state.phase is Phase.PLAY and len(state.roles.guards) == 1):
            return state
    raise AssertionError("no deal with a guard")


def _sides(game: Any, state: Any) -> Iterator[set[int]]:
    """The seats that the bot takes."""
    if game.name == "baohuang":
        crown = {state.roles.emperor, *state.roles.guards}
        yield crown
        yield set(range(game.seats)) - crown
    else:
        for seat in state.start.order:
            yield {seat}


class _Side(NamedTuple):
    """The seats of a bot in one play of a deal."""

    bot: str
    seats: set[int]
    seed: str


def _side(game: Any, state: Any, reviewer: Reviewer, side: _Side) -> Deal:
    """A deal with the bot in some seats; the margin is what these won."""
    reference = REFERENCE[game.name]
    bots = [
        make_bot(side.bot if seat in side.seats else reference, bot_seed(side.seed, 0, seat))
        for seat in range(game.seats_of(state.rules.options))
    ]
    usual = {seat: make_bot(reference, bot_seed(side.seed, 0, seat)) for seat in side.seats}
    lost, number = 0.0, 0
    while actors := game.actors(state):
        seat = actors[0]
        actions, view = game.legal_actions(state, seat), game.view(state, seat)
        action = actions[0] if len(actions) == 1 else bots[seat].choose(view, actions)
        if seat in side.seats and len(actions) > 1 and usual[seat].choose(view, actions) != action:
            compared = reviewer.judge(view, actions, action, seed_of(side.seed, number))
            lost += compared.policy.gain if compared and compared.policy else 0.0
        state, _ = game.apply(state, seat, action)
        number += 1
    return Deal(-lost, _won(game, state, side.seats))


def _won(game: Any, state: Any, seats: set[int]) -> float:
    """What some seats won: in Bao Huang the place points of the side that they are, else points of the table."""
    if game.name != "baohuang":
        return float(sum(game.returns(state)[seat] for seat in seats))
    crown = {state.roles.emperor, *state.roles.guards}
    points = sum(_FIRST_POINTS - _STEP * state.result.places[seat] for seat in crown)
    return float(points if seats == crown else -points)


if __name__ == "__main__":
    main()
