"""Learning who the guard is, in torch, from deals of many kinds of players that are each seen once.

A population counts for more while the network is worse there than the better of a blind guess and the heuristic's log-odds.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import numpy.typing as npt
import torch

from paiju.bots.baohuang.net.features.layout import OTHERS
from paiju.bots.baohuang.net.guards.layout import EVENT, SCENE, SEAT_SIZE
from paiju.bots.baohuang.net.guards.network import OWN, REST, Numbers, shapes
from paiju.bots.towers import affine
from paiju.kernels.baohuang.records import RulesRecord
from paiju.kernels.records import Records, fields
from paiju.train.baohuang.guards.evidence import EMPEROR, GuardDeals, evidence, viewers_of
from paiju.train.baohuang.guards.games import gather
from paiju.train.baohuang.guards.measuring import bounds_of
from paiju.train.baohuang.guards.populations import Population

WIDTHS = (96, 32, 64)
_DEALS = 1 << 60  # far from those of any other run
_EACH = 1 << 40  # deals of a population
_CHUNK, _BATCH = 8192, 256
_RATE, _LAST_RATE, _AVERAGE = 3e-3, 3e-5, 0.998
_LONGEST = 1.0
_NEVER = -1e9
_LATE = 25  # actions from which on a population is judged
_EAGER, _MOST_EAGER = 0.5, 4.0

Say = Callable[[str], None]
Array = npt.NDArray[np.float32]


class Learner:
    """Weights, their average, and how much each population counts."""

    def __init__(
        self,
        rules: Records[RulesRecord],
        heuristic: Any,
        shares: Mapping[Population, float],
        deals: int,
        seed: int = 1,
    ) -> None:
        self._rules, self._heuristic, self._deals = rules, heuristic, deals
        self._shares, self._seed = shares, seed
        self._suspicion = float(fields(heuristic).suspicion)
        generator = torch.Generator().manual_seed(seed)
        self._weights = {
            name: _first(shape, generator).requires_grad_() for name, shape in shapes(*WIDTHS).items()
        }
        self._average = {name: weight.detach().clone() for name, weight in self._weights.items()}
        self._adam = torch.optim.Adam(list(self._weights.values()), lr=_RATE)
        self._step = 0
        self._eager = np.ones(len(shares), np.float32)

    def learn(self, say: Say) -> dict[str, Any]:
        """The averaged weights in the end, float32 arrays by name; `say` hears of each chunk."""
        torch.set_num_threads(1)
        with ThreadPoolExecutor(1) as player:
            coming = player.submit(self._play, 0)
            for start in range(0, self._deals, _CHUNK):
                played, kinds = coming.result()
                if start + _CHUNK < self._deals:
                    coming = player.submit(self._play, start + _CHUNK)
                for group in self._adam.param_groups:
                    group["lr"] = _RATE * (_LAST_RATE / _RATE) ** (start / self._deals)
                late = self._learn(played, kinds)
                say(f"{min(start + _CHUNK, self._deals):,} deals  " + self._told(late))
        return {name: weight.numpy() for name, weight in self._average.items()}

    def _told(self, late: npt.NDArray[np.float64]) -> str:
        names = [population.name for population in self._shares]
        return "  ".join(
            f"{name} {loss:.3f}/{bound:.3f} x{eager:.1f}"
            for name, (loss, bound), eager in zip(names, late, self._eager, strict=True)
        )

    def _play(self, start: int) -> tuple[GuardDeals, Numbers]:
        """A chunk of deals of all populations in any order, at most as many as are left, and whose they are."""
        games, kinds, size = [], [], min(_CHUNK, self._deals - start)
        for at, (population, share) in enumerate(self._shares.items()):
            numbers = (
                _DEALS
                + (self._seed * len(self._shares) + at) * _EACH
                + start
                + np.arange(max(1, round(share * size)))
            )
            games.append(population.play(self._rules, numbers, start + at))
            kinds += [at] * len(numbers)
        chance = np.random.default_rng([self._seed, start])
        order = chance.permutation(len(kinds))
        mixed = gather(games).take(order)
        return evidence(self._rules, self._heuristic, mixed, viewers_of(mixed, chance)), np.array(kinds)[
            order
        ]

    def _learn(self, played: GuardDeals, kinds: Numbers) -> npt.NDArray[np.float64]:
        """Learn from a chunk; mean nats late in deals, and the bound, of each population."""
        told = played.told
        blind, odds = bounds_of(played, self._suspicion)
        late, count = np.zeros((len(self._shares), 3)), np.zeros(len(self._shares))
        for first in range(0, len(played.guards), _BATCH):
            last = min(first + _BATCH, len(played.guards))
            rows = slice(*np.searchsorted(told["deal"], [first, last]))
            losses = _losses(self._weights, played, first, last, rows)
            kind = kinds[told["deal"][rows]]
            eager = torch.from_numpy(self._eager[kind])
            self._follow((losses * eager).sum() / eager.sum())
            judged = told["ply"][rows] >= _LATE
            for column, values in enumerate((losses.detach().numpy(), blind[rows], odds[rows])):
                np.add.at(late[:, column], kind[judged], values[judged])
            np.add.at(count, kind[judged], 1)
        late /= np.maximum(count, 1)[:, None]
        late = np.stack([late[:, 0], late[:, 1:].min(1)], 1)
        self._eager *= np.exp(_EAGER * (late[:, 0] - late[:, 1])).astype(np.float32)
        self._eager = self._eager.clip(1.0, _MOST_EAGER)
        return late

    def _follow(self, loss: torch.Tensor) -> None:
        self._adam.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self._weights.values(), _LONGEST)
        self._adam.step()
        self._step += 1
        with torch.no_grad():
            for name, weight in self._weights.items():
                self._average[name].lerp_(weight, 1 - min(_AVERAGE, self._step / (self._step + 10)))


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
