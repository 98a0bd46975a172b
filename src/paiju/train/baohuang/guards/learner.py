"""Learning who the guard is, in torch, from deals of the heuristic that are each seen once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import torch

from paiju.bots.baohuang.net.features import OTHERS
from paiju.bots.baohuang.net.guards.network import EVENT, OWN, REST, SCENE, SEAT_SIZE, belief_shapes
from paiju.bots.networks import affine
from paiju.kernels.baohuang.records import RulesRecord
from paiju.kernels.records import Records
from paiju.train.baohuang.guards.populations import EMPEROR, HEURISTIC, GuardDeals, evidence, viewers_of

WIDTHS = (96, 32, 64)
_DEALS = 1 << 60  # far from those of any other run
_EACH = 1 << 40
_CHUNK, _BATCH = 8192, 256
_RATE, _LAST_RATE, _AVERAGE = 3e-3, 3e-5, 0.998
_LONGEST = 1.0
_NEVER = -1e9

Say = Callable[[str], None]


class Averaged:
    """Weights that are learned, and their average over the last steps."""

    def __init__(
        self, weights: Mapping[str, torch.Tensor], rate: float, last_rate: float, steps: int
    ) -> None:
        self.weights = {name: weight.clone().requires_grad_() for name, weight in weights.items()}
        self._average = {name: weight.clone() for name, weight in weights.items()}
        self._adam = torch.optim.Adam(list(self.weights.values()), lr=rate)
        self._rate, self._fall, self._step = rate, (last_rate / rate) ** (1 / max(1, steps)), 0

    def follow(self, loss: torch.Tensor) -> None:
        """Take a step; the rate falls by a factor."""
        for group in self._adam.param_groups:
            group["lr"] = self._rate * self._fall**self._step
        self._adam.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.weights.values(), _LONGEST)
        self._adam.step()
        self._step += 1
        with torch.no_grad():
            for name, weight in self.weights.items():
                self._average[name].lerp_(weight, 1 - min(_AVERAGE, self._step / (self._step + 10)))

    def average(self) -> dict[str, Any]:
        """The averages as arrays."""
        return {name: weight.numpy() for name, weight in self._average.items()}


class Learner:
    """What the heuristic's actions tell, from deals of the heuristic."""

    def __init__(self, rules: Records[RulesRecord], heuristic: Any, deals: int, seed: int = 1) -> None:
        self._rules, self._heuristic, self._deals, self._seed = rules, heuristic, deals, seed
        first = first_weights(belief_shapes(*WIDTHS), torch.Generator().manual_seed(seed))
        self._model = Averaged(first, _RATE, _LAST_RATE, -(-deals // _BATCH))

    def learn(self, say: Say) -> dict[str, Any]:
        """The averaged weights in the end, float32 arrays by name; `say` hears of each chunk."""
        torch.set_num_threads(1)
        with ThreadPoolExecutor(1) as player:
            coming = player.submit(self._play, 0)
            for start in range(0, self._deals, _CHUNK):
                played = coming.result()
                if start + _CHUNK < self._deals:
                    coming = player.submit(self._play, start + _CHUNK)
                say(f"{min(start + _CHUNK, self._deals):,} deals  {self._learn(played):.3f} nats")
        return self._model.average()

    def _play(self, start: int) -> GuardDeals:
        """A chunk of deals, at most as many as are left."""
        numbers = _DEALS + self._seed * _EACH + np.arange(start, min(start + _CHUNK, self._deals))
        games = HEURISTIC.play(self._rules, numbers, start)
        chance = np.random.default_rng([self._seed, start])
        return evidence(self._rules, self._heuristic, games, viewers_of(games, chance))

    def _learn(self, played: GuardDeals) -> float:
        """Learn from a chunk; mean nats."""
        total = 0.0
        for first in range(0, len(played.guards), _BATCH):
            last = min(first + _BATCH, len(played.guards))
            rows = slice(*np.searchsorted(played.told["deal"], [first, last]))
            losses = _losses(self._model.weights, played, first, last, rows)
            self._model.follow(losses.mean())
            total += float(losses.detach().sum())
        return total / max(1, len(played.told))


def first_weights(
    shapes: Mapping[str, tuple[int, ...]], generator: torch.Generator
) -> dict[str, torch.Tensor]:
    """Weights to begin with: small ones, and biases of nothing."""
    return {name: _first(shape, generator) for name, shape in shapes.items()}


def _losses(
    weights: dict[str, torch.Tensor], played: GuardDeals, first: int, last: int, asked: slice
) -> torch.Tensor:
    """Negative log-likelihoods of the guards at the questions of deals `first` to `last`."""
    rows = slice(*played.first[[first, last]])
    events = torch.from_numpy(played.events[rows]).float()
    reading = weights["read.weight"] * torch.from_numpy(affine(EVENT)[0])[:, None]
    read = torch.relu(events @ reading + weights["read.bias"])
    told = _dense(weights, "tell", read)
    deals = played.told["deal"][asked]
    sums = _sums(told, played, first, last, asked)
    scores = _scores(weights, sums, torch.from_numpy(played.scenes[asked]))
    barred = played.viewers[deals][:, None] == np.arange(EMPEROR)
    scores = scores.masked_fill(torch.from_numpy(barred), _NEVER)
    guards = torch.from_numpy(played.guards[deals])
    return torch.nn.functional.cross_entropy(scores, guards, reduction="none")


def _sums(told: torch.Tensor, played: GuardDeals, first: int, last: int, asked: slice) -> torch.Tensor:
    """What had been told of each seat at each question, shape (questions, 4, numbers)."""
    rows = slice(*played.first[[first, last]])
    questions = played.told["deal"][asked] - first
    begins = np.searchsorted(questions, np.arange(last - first + 1))
    number = np.arange(len(questions)) - begins[questions]  # of each question in its deal
    most = int(number.max(initial=0)) + 1
    deal = np.repeat(np.arange(last - first), np.diff(played.first[first : last + 1]))
    # An event counts from the first question on that comes after it; those after the last of a deal count nowhere.
    heard = played.first[first:last][questions] + played.told["events"][asked]
    seen = np.searchsorted(heard, np.arange(rows.start, rows.stop), "right") - begins[deal]
    counts = seen < np.diff(begins)[deal]
    places = tuple(torch.from_numpy(place[counts]) for place in (deal, seen, played.seats[rows]))
    grid = torch.zeros(last - first, most, OTHERS, told.shape[1])
    grid = grid.index_put(places, told[torch.from_numpy(counts)], accumulate=True)
    sums = torch.ones(most, most).tril() @ grid.flatten(2)
    return sums.unflatten(2, (OTHERS, -1))[questions, number]


def _scores(weights: dict[str, torch.Tensor], sums: torch.Tensor, scenes: torch.Tensor) -> torch.Tensor:
    """Scores of the seats, shape (questions, 4), as `GuardNetwork` gives them."""
    shown = scenes.float() * torch.from_numpy(affine(SCENE)[0])
    own = shown[:, : OTHERS * SEAT_SIZE].reshape(-1, OTHERS, SEAT_SIZE)
    table = shown[:, None, OTHERS * SEAT_SIZE :].expand(-1, OTHERS, -1)
    others = sums.sum(1, keepdim=True) - sums
    rows = torch.cat([sums / OWN, others / REST, own, own.sum(1, keepdim=True) - own, table], 2)
    return _dense(weights, "score", torch.relu(_dense(weights, "weigh", rows)))[..., 0]


def _dense(weights: dict[str, torch.Tensor], name: str, rows: torch.Tensor) -> torch.Tensor:
    return rows @ weights[f"{name}.weight"] + weights[f"{name}.bias"]


def _first(shape: tuple[int, ...], generator: torch.Generator) -> torch.Tensor:
    bound = (1 / shape[0]) ** 0.5 if len(shape) > 1 else 0.0
    return torch.empty(shape).uniform_(-bound, bound, generator=generator)
