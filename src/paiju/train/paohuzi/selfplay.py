"""Self-play of Paohuzi, deals by number in and samples out, matches of a network, and what it believes of hidden hands."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from math import comb
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from paiju.arena.figures import Mean, mean_of
from paiju.bots.networks import Asked, heuristic_choice, network_choice, starts
from paiju.bots.paohuzi.net.features import ACTION_SIZE, GAP, GAP_UNIT, OTHERS, STATE, STATE_SIZE, THREE
from paiju.bots.paohuzi.net.playing import TAKERS, Network
from paiju.games.paohuzi.cards import KINDS, SEATS
from paiju.kernels.paohuzi.records import BITS, FIELD
from paiju.train.learner import Advantages, Trials, blank_advantages
from paiju.train.opponents import Opponent
from paiju.train.paohuzi.tables import ALL_SEATS, NO_TAKER, Shard, Tables, facing
from paiju.train.workers import Harvest, Lease, Round, deal_numbers, targets_of

MOST_POINTS = 60
"""Points of a deal, and gains of a trial, are cut here: few deals carry more, and what they come to hangs on little."""
_SHIFTS = BITS * np.arange(KINDS)


class SelfPlayWorker:
    """Plays leases; it remembers nothing from one to the next.

    Against an opponent it plays one seat of each deal, by the remainder of the deal's number.
    """

    def __init__(self, options: Mapping[str, str], seed: int, opponent: Opponent | None = None) -> None:
        self._options, self._seed, self._opponent = dict(options), seed, opponent

    def run(self, weights: Mapping[str, Any] | None, lease: Lease) -> Harvest:
        """Play the lease's deals; without weights the policy `expected` plays."""
        numbers = deal_numbers(self._seed, lease.first, lease.deals)
        tables = Tables(self._options, numbers)
        met = facing(tables, self._opponent)
        network = None if weights is None else Network(weights)
        chance = np.random.default_rng([self._seed, lease.number])
        trials = Trials(lease.tried, no_advantages(lease.rivals), chance)
        rounds: list[Round] = []
        for asked, answers in met.rounds(self._seats(numbers), lease.explore):
            worth = None
            if network is None:
                answers[:], values = heuristic_choice(asked), _likes(asked, chance)
            else:
                answers[:], worth, values = network_choice(network, asked, lease.anchor)
            if lease.tried:
                trials.hear(met, asked, values)
            rounds.append(Round(asked.questions.copy(), asked.states, asked.actions[answers], worth))
        found = trials.found()
        gains = np.clip(found.gains, -MOST_POINTS, MOST_POINTS)
        return Harvest(_samples(tables, rounds, lease.trace), found._replace(gains=gains))

    def _seats(self, numbers: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        """Whom the learner plays in some deals, as bits."""
        if self._opponent is None:
            return np.full(len(numbers), ALL_SEATS)
        return 1 << numbers % SEATS


def _likes(asked: Asked, chance: Any) -> npt.NDArray[np.float32]:
    """What the policy prefers, equals in any order."""
    likes = chance.random(len(asked.actions)) - asked.actions[:, GAP].astype(np.float32)
    return np.asarray(likes / GAP_UNIT, np.float32)


def _samples(tables: Tables, rounds: list[Round], trace: float) -> Shard:
    questions = np.concatenate([played.questions for played in rounds])
    returns = np.clip(tables.returns, -MOST_POINTS, MOST_POINTS)

    def end_of(asked: Any) -> Any:
        return returns[asked["table"], asked["seat"]]

    return Shard(
        np.concatenate([played.states for played in rounds]),
        np.concatenate([played.actions for played in rounds]),
        end_of(questions).astype(np.int16),
        targets_of(rounds, end_of, (len(returns), SEATS), trace).astype(np.float16),
        tables.takers[questions["table"], questions["number"]],
        (questions["hands"][:, :, None] >> _SHIFTS & FIELD).reshape(len(questions), -1).astype(np.uint8),
    )


def no_advantages(rivals: int, rows: int = 0) -> Advantages:
    """So many rows of advantages with nothing found."""
    return blank_advantages(rows, rivals, STATE_SIZE, ACTION_SIZE)


# --- a network of Paohuzi against the policy it is anchored at, or another network: duplicate walls in lockstep

_MATCHES = 1 << 61  # far from the deals of any run
_CHUNK = 200
_LONE = 1 << np.arange(SEATS)
_MASKS = np.concatenate([_LONE, ALL_SEATS - _LONE])


class Strength(NamedTuple):
    """Points per deal of the network over the policy, and its two parts: alone against two, two against one."""

    margin: Mean
    alone: Mean
    pair: Mean


def play_walls(
    options: Mapping[str, Any], weights: Mapping[str, Any], *, walls: int, anchor: float, first: int = 0,
    opponent: Opponent | None = None,
) -> Strength:  # fmt: skip
    """Play walls `first` to `first + walls`, the same for all weights, against the policy or a network."""
    network = Network(weights)
    alone: list[float] = []
    pair: list[float] = []
    for start in range(first, first + walls, _CHUNK):
        numbers = _MATCHES + np.arange(start, min(start + _CHUNK, first + walls))
        tables = Tables(options, np.repeat(numbers, len(_MASKS)))
        for asked, answers in facing(tables, opponent).rounds(np.tile(_MASKS, len(numbers))):
            answers[:] = network_choice(network, asked, anchor).rows
        returns = tables.returns.reshape(len(numbers), 2, SEATS, -1)
        lone = np.einsum("wkss->wk", returns[..., :SEATS]) / SEATS
        alone.extend(lone[:, 0].tolist())
        pair.extend((-lone[:, 1]).tolist())
    margins = [(a + b) / 2 for a, b in zip(alone, pair, strict=True)]
    return Strength(mean_of(margins), mean_of(alone), mean_of(pair))


# --- what a network says of who takes a thrown card and of what others hold, while `expected` plays against itself

_SEED = (1 << 20) - 1  # of deals that no run has
_AT = dict(zip((field.name for field in STATE), starts(STATE), strict=False))
_LIVE, _SIZES = _AT["live"], (_AT["size1"], _AT["size2"])
_TINY = 1e-9

Floats = npt.NDArray[np.float64]


class Belief(NamedTuple):
    """Nats of the network and of a blind guess, means over questions."""

    name: str
    nats: Mean
    blind: Mean


def measure(options: Mapping[str, Any], weights: Mapping[str, Any], *, deals: int) -> list[Belief]:
    """What is believed at the questions of some deals that no run has learned from."""
    shard = SelfPlayWorker(options, _SEED).run(None, Lease(0, 0, deals, 0.0, 0.0)).samples
    network = Network(weights)
    return [_takers(network, shard), _hands(network, shard)]


def _takers(network: Network, shard: Shard) -> Belief:
    thrown = np.flatnonzero(shard.takers != NO_TAKER)
    wanted = shard.takers[thrown]
    said = np.concatenate([network.takers(shard.states[i], shard.actions[i : i + 1]) for i in thrown])
    often = np.bincount(wanted, minlength=TAKERS) / len(thrown)
    rows = np.arange(len(thrown))
    return Belief("who takes a thrown card", _nats(said[rows, wanted]), _nats(often[wanted]))


def _hands(network: Network, shard: Shard) -> Belief:
    held = shard.hands.reshape(-1, OTHERS, KINDS)[..., None] > np.arange(THREE)
    said = network.hands(shard.states).astype(np.float64)
    blind = np.empty(said.shape)
    for i, state in enumerate(shard.states.tolist()):
        live = state[_LIVE : _LIVE + KINDS]
        for other, at in enumerate(_SIZES):
            blind[i, other] = [_at_least(copies, state[at], sum(live)) for copies in live]
    return Belief("copies that others hold", *(_nats(np.where(held, p, 1 - p)) for p in (said, blind)))


@cache
def _at_least(copies: int, size: int, unseen: int) -> tuple[float, ...]:
    """Chances that a random hand of `size` among `unseen` cards holds one or more of some copies, two or more, three or more."""
    ways = [comb(copies, n) * comb(unseen - copies, size - n) if n <= size else 0 for n in range(copies + 1)]
    return tuple(sum(ways[n:]) / comb(unseen, size) for n in range(1, THREE + 1))


def _nats(chances: Any) -> Mean:
    """The mean over questions of the log-losses of what came true."""
    losses: Floats = -np.log(np.maximum(chances, _TINY))
    return mean_of(losses.reshape(len(losses), -1).mean(axis=1).tolist())
