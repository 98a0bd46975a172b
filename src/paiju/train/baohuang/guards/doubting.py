"""Learning when to doubt: what players are expected to do, then how far beliefs are to be trusted, from deals of many kinds of players.

A population counts for more as long as what is said there costs more than the better of a blind guess and the log-odds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
import torch

from paiju.bots.baohuang.net.guards import network as doubt
from paiju.bots.baohuang.net.guards import network as expecting
from paiju.bots.baohuang.net.guards.network import BELIEFS, Clues, GuardNetwork
from paiju.kernels.baohuang.records import RulesRecord
from paiju.kernels.records import Records, fields
from paiju.train.baohuang.guards.learner import Averaged, first_weights
from paiju.train.baohuang.guards.populations import (
    HEURISTIC,
    LEARNED,
    STYLES,
    GuardDeals,
    Population,
    asked_in,
    evidence,
    viewers_of,
)
from paiju.train.baohuang.guards.report import bounds_of

_DEALS, _SEEDS, _EACH = 3 << 58, 1 << 46, 1 << 40  # far from the deals of any other run
_THRICE = 3  # as many deals of the heuristic, which is the one that most is known of
_ACTIONS, _ROWS = 768, 128
_STEPS, _STEPS_EACH = 2000, 4  # steps, of which few deals allow fewer
_RATE, _LAST_RATE = 4e-3, 3e-5
_MOMENTS = (20, 45, 75)
"""Actions at which the parts of a deal begin that are judged apart."""
_MARGIN, _EAGER, _STEADY = 0.01, 0.05, 0.98
_LEAST_WEIGHT, _MOST_WEIGHT, _FIRST_WEIGHT = 0.05, 30.0, 0.3
_NEVER = -1e9

Say = Callable[[str], None]
Tensors = dict[str, torch.Tensor]


class Learned(NamedTuple):
    """The questions of a population: its clues as tensors, the guards, which part of the deal it is."""

    clues: tuple[torch.Tensor, ...]
    guards: torch.Tensor
    part: torch.Tensor
    bound: torch.Tensor  # nats of the better of a blind guess and the log-odds, of each part


def learn_doubt(
    rules: Records[RulesRecord],
    heuristic: Any,
    beliefs: Mapping[str, Any],
    deals: int,
    say: Say,
    *,
    populations: Sequence[Population] = LEARNED,
    seed: int = 1,
) -> dict[str, Any]:
    """The weights that `beliefs` lack, from `deals` deals of each population; float32 arrays by name."""
    torch.set_num_threads(1)
    played: dict[Population, GuardDeals] = {}
    for at, population in enumerate(populations):
        count = deals * (_THRICE if population == HEURISTIC else 1)
        games = population.play(rules, _DEALS + seed * _SEEDS + at * _EACH + np.arange(count), seed + at)
        chance = np.random.default_rng([seed, at])
        played[population] = evidence(rules, heuristic, games, viewers_of(games, chance))
        say(f"{population.name}: {count:,} deals, {len(played[population].told):,} questions")
    steps = min(_STEPS, _STEPS_EACH * deals)
    expectation = _expect(played, seed, steps)
    suspicion = float(fields(heuristic).suspicion)
    network = GuardNetwork({**beliefs, **expectation}, suspicion)
    learned = [learned_of(network, deals, suspicion) for deals in played.values()]
    weights = Doubter(learned, list(played).index(HEURISTIC), seed, steps).learn(
        [p.name for p in played], say
    )
    return {**expectation, **weights}


def _expect(played: Mapping[Population, GuardDeals], seed: int, steps: int) -> dict[str, Any]:
    """What players of each style do, a guard and one of the people."""
    parts: list[tuple[Any, ...]] = []
    for at, style in enumerate(STYLES):
        for population in style:
            deals = played[population]
            owner = np.repeat(deals.guards, np.diff(deals.first))
            share = np.full(len(owner), 1 / len(owner) / len(style))
            parts.append((deals.events, at * 2 + (deals.seats == owner), share))
    events, who, shares = (np.concatenate(column) for column in zip(*parts, strict=True))
    generator = torch.Generator().manual_seed(seed)
    model = Averaged(first_weights(expecting.EXPECTATION, generator), _RATE, _LAST_RATE, steps)
    chance = np.random.default_rng(seed)
    edges = np.cumsum(shares) / shares.sum()
    factors = expecting.circumstances()
    for _ in range(steps):
        rows = np.searchsorted(edges, chance.random(_ACTIONS)).clip(0, len(edges) - 1)
        drawn, w = events[rows], model.weights
        read = torch.relu(torch.from_numpy(drawn * factors) @ w["expect.weight"] + w["expect.bias"])
        told = (read @ w["act.weight"] + w["act.bias"]).view(_ACTIONS, -1, expecting.KINDS)
        told = told[torch.arange(_ACTIONS), torch.from_numpy(who[rows])]
        told = told.masked_fill(torch.from_numpy(expecting.barred(drawn)), _NEVER)
        kinds = torch.from_numpy(expecting.kinds_of(drawn))
        model.follow(torch.nn.functional.cross_entropy(told, kinds))
    return model.average()


def learned_of(network: GuardNetwork, played: GuardDeals, suspicion: float) -> Learned:
    """All questions of some deals."""
    told = played.told
    found = [network.clues(*asked) for asked in asked_in(played, np.ones(len(told), bool))]
    clues = tuple(torch.from_numpy(np.concatenate(column)) for column in zip(*found, strict=True))
    part = np.searchsorted(_MOMENTS, told["ply"], "right")
    blind, odds = bounds_of(played, suspicion)
    parts = [part == i for i in range(len(_MOMENTS) + 1)]
    bound = [min(blind[at].mean(), odds[at].mean()) if at.any() else 0.0 for at in parts]
    guards = torch.from_numpy(played.guards[told["deal"]])
    return Learned(clues, guards, torch.from_numpy(part), torch.tensor(bound, dtype=torch.float32))


class Doubter:
    """Weights of the doubt, and how much each part of each population counts."""

    def __init__(self, learned: Sequence[Learned], known: int, seed: int, steps: int) -> None:
        self._learned, self._known, self._steps = learned, known, steps
        self._generator = torch.Generator().manual_seed(seed)
        weights = first_weights(doubt.DOUBT, self._generator)
        weights["doubt.weight"] = torch.zeros(doubt.DOUBT["doubt.weight"])
        weights["doubt.bias"] = torch.tensor([0.5, *[0.0] * (BELIEFS - 1), -3.0])
        self._model = Averaged(weights, _RATE, _LAST_RATE, steps)
        self._bound = torch.stack([one.bound for one in learned])
        self._counts = torch.full_like(self._bound, _FIRST_WEIGHT)
        self._worse = torch.zeros_like(self._bound)

    def learn(self, names: Iterable[str], say: Say) -> dict[str, Any]:
        """The averaged weights; `say` hears in the end how much worse each part of each population is, and how it counted."""
        for _ in range(self._steps):
            self._follow()
        for name, worse, counts in zip(names, self._worse.tolist(), self._counts.tolist(), strict=True):
            say(f"{name}  " + "  ".join(f"{w:+.3f} x{c:.2f}" for w, c in zip(worse, counts, strict=True)))
        return self._model.average()

    def _follow(self) -> None:
        kinds, parts = self._bound.shape
        drawn = [torch.randint(len(one.guards), (_ROWS,), generator=self._generator) for one in self._learned]
        each = list(zip(self._learned, drawn, strict=True))
        clues = [torch.cat([one.clues[i][at] for one, at in each]) for i in range(len(Clues._fields))]
        guards = torch.cat([one.guards[at] for one, at in each])
        kind = torch.arange(kinds).repeat_interleave(_ROWS)
        place = kind * parts + torch.cat([one.part[at] for one, at in each])
        chances = doubted(self._model.weights, *clues)
        losses = -chances[torch.arange(len(guards)), guards].log()
        counts = self._counts.flatten()[place] + (kind == self._known)
        self._model.follow((losses * counts).sum() / counts.sum())
        self._judge(losses.detach(), place)

    def _judge(self, losses: torch.Tensor, place: torch.Tensor) -> None:
        """Note where more is said than is known, and count that for more."""
        size = self._bound.numel()
        asked = torch.bincount(place, minlength=size).float()
        mean = torch.zeros(size).index_add(0, place, losses) / asked.clamp(min=1)
        worse = torch.where(
            asked.view_as(self._bound) > 0, mean.view_as(self._bound) - self._bound, self._worse
        )
        self._worse = _STEADY * self._worse + (1 - _STEADY) * worse
        self._counts *= torch.exp(_EAGER * (self._worse + _MARGIN))
        self._counts.clamp_(_LEAST_WEIGHT, _MOST_WEIGHT)


def doubted(
    w: Tensors, table: torch.Tensor, seat: torch.Tensor, beliefs: torch.Tensor, possible: torch.Tensor
) -> torch.Tensor:
    """`doubt.doubted` in torch."""
    read = torch.relu((table @ w["table.weight"] + w["table.bias"])[:, None] + seat @ w["seat.weight"])
    told = read @ w["doubt.weight"] + w["doubt.bias"]
    trust = torch.cat([torch.sigmoid(told[..., :1]), told[..., 1:BELIEFS]], 2)
    logits = (beliefs * trust).sum(2).masked_fill(~possible, _NEVER)
    left = possible.sum(1, keepdim=True)
    blind = torch.sigmoid((told[..., BELIEFS] * possible).sum(1, keepdim=True) / left)
    return (1 - blind) * torch.softmax(logits, 1) + blind * possible / left


assert len(STYLES) == expecting.STYLES
