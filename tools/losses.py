"""Whether the losses that reviews find add up: a bot's losses a deal against the margin by which the arena says it is behind.

    python -m tools.losses baohuang easy --deals 200

The bot plays against the reference bot that reviews play on with, in Bao Huang the emperor's side and then the people's, in
Paohuzi each seat alone. Each of its decisions is compared with the reference bot's, in deals that fit what it knew. By the
performance difference lemma (Kakade and Langford, 2002) the mean sum of these losses is the margin, if the imagined deals are like the true ones.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import replace
from statistics import fmean, stdev
from typing import Any, NamedTuple

import paiju
from paiju.analysis.review import STANDARD
from paiju.analysis.review.deal import seed_of
from paiju.analysis.review.pack import Reviewer, pack_of
from paiju.arena.seeds import bot_seed, deal_seed
from paiju.bots.base import make_bot
from paiju.games.baohuang.state import Phase

REFERENCE = {"baohuang": "heuristic", "paohuzi": "expected"}
DEPTH = replace(STANDARD, first=2, second=96, most=96, candidates=1)


def main() -> None:
    """Print the mean loss a deal and its standard error."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game", choices=paiju.available())
    parser.add_argument("bot")
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--preset")
    parser.add_argument("--seed", default="losses")
    given = parser.parse_args()
    game = paiju.load(given.game)
    options = game.options({"preset": given.preset} if given.preset else {})
    reviewer = pack_of(options).reviewer(options, DEPTH)
    found = []
    for index in range(given.deals):
        found.append(_losses(game, options, reviewer, given.bot, f"{given.seed}/{index}"))
        if len(found) > 1 and len(found) % 10 == 0:
            error = stdev(found) / len(found) ** 0.5
            print(f"{len(found)} deals: {-fmean(found):+.2f} ± {error:.2f} points a deal", flush=True)


def _losses(game: Any, options: Any, reviewer: Reviewer, bot: str, seed: str) -> float:
    """The bot's loss a deal, as the arena counts margins."""
    start = _start(game, options, seed)
    return fmean(
        _lost(game, start, reviewer, _Side(bot, seats, f"{seed}/{at}"))
        for at, seats in enumerate(_sides(game, start))
    )


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


def _lost(game: Any, state: Any, reviewer: Reviewer, side: _Side) -> float:
    bots = [
        make_bot(side.bot if seat in side.seats else REFERENCE[game.name], bot_seed(side.seed, 0, seat))
        for seat in range(game.seats_of(state.rules.options))
    ]
    lost, number = 0.0, 0
    while actors := game.actors(state):
        seat = actors[0]
        actions, view = game.legal_actions(state, seat), game.view(state, seat)
        action = actions[0] if len(actions) == 1 else bots[seat].choose(view, actions)
        if seat in side.seats and len(actions) > 1:
            compared = reviewer.judge(view, actions, action, seed_of(side.seed, number))
            lost += compared.policy.gain if compared and compared.policy else 0.0
        state, _ = game.apply(state, seat, action)
        number += 1
    return lost


if __name__ == "__main__":
    main()
