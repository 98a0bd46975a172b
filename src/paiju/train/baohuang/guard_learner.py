"""Learning who the guard is, in torch, from deals of the heuristic that are each seen once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import torch
from torch.nn import functional

from paiju.bots.baohuang.net.features.layout import OTHERS, affine
from paiju.bots.baohuang.net.guards.deals import EMPEROR, GuardDeals, play_guard_deals
from paiju.bots.baohuang.net.guards.layout import EVENT, SCENE, SEAT_SIZE
from paiju.bots.baohuang.net.guards.network import OWN, REST, shapes

WIDTHS = (96, 32, 64)
_DEALS = 1 << 60  # far from those of any other run
_CHUNK, _BATCH = 4000, 160
_RATE, _LAST_RATE, _AVERAGE = 4e-3, 6e-5, 0.997
_LONGEST = 1.0
_NEVER = -1e9

Say = Callable[[str], None]


def learn_guards(rules: Any, heuristic: Any, deals: int, say: Say, seed: int = 1) -> dict[str, Any]:
    """Averaged weights after so many deals, float32 arrays by name; `say` hears the loss (nats) of each chunk."""
    torch.set_num_threads(1)
    generator = torch.Generator().manual_seed(seed)
    weights = {name: _first(shape, generator).requires_grad_() for name, shape in shapes(*WIDTHS).items()}
    average = {name: weight.detach().clone() for name, weight in weights.items()}
    adam = torch.optim.Adam(list(weights.values()), lr=_RATE)
    step = 0
    for start in range(0, deals, _CHUNK):
        played = play_guard_deals(rules, heuristic, _DEALS + start, min(_CHUNK, deals - start))
        for group in adam.param_groups:
            group["lr"] = _RATE * (_LAST_RATE / _RATE) ** (start / deals)
        total = 0.0
        batches = range(0, len(played.guards), _BATCH)
        for first in batches:
            loss = _loss(weights, played, first, min(first + _BATCH, len(played.guards)))
            adam.zero_grad(set_to_none=True)
            loss.backward()
            torch.nn.utils.clip_grad_norm_(weights.values(), _LONGEST)
            adam.step()
            step += 1
            with torch.no_grad():
                for name, weight in weights.items():
                    average[name].lerp_(weight, 1 - min(_AVERAGE, step / (step + 10)))
            total += loss.item()
        say(f"{start + len(played.guards):,} deals  loss {total / len(batches):.4f}")
    return {name: weight.numpy() for name, weight in average.items()}


def _loss(weights: dict[str, torch.Tensor], played: GuardDeals, first: int, last: int) -> torch.Tensor:
    """Mean negative log-likelihood of the guards at the questions of deals `first` to `last`."""
    rows = slice(*played.first[[first, last]])
    events = torch.from_numpy(played.events[rows]).float() * torch.from_numpy(affine(EVENT)[0])
    told = _dense(weights, "tell", torch.relu(_dense(weights, "read", events)))
    lengths = np.diff(played.first[first : last + 1])
    deal = np.repeat(np.arange(last - first), lengths)
    at = np.arange(len(deal)) - np.repeat(played.first[first:last] - played.first[first], lengths)
    grid = torch.zeros(last - first, int(lengths.max(initial=0)) + 1, OTHERS, told.shape[1])
    places = tuple(map(torch.from_numpy, (deal, at + 1, played.seats[rows])))
    sums = grid.index_put(places, told).cumsum(1)
    asked = (played.told["deal"] >= first) & (played.told["deal"] < last)
    deals = played.told["deal"][asked]
    scores = _scores(
        weights, sums[deals - first, played.told["events"][asked]], torch.from_numpy(played.scenes[asked])
    )
    barred = played.viewers[deals][:, None] == np.arange(EMPEROR)
    scores = scores.masked_fill(torch.from_numpy(barred), _NEVER)
    return functional.cross_entropy(scores, torch.from_numpy(played.guards[deals]))


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
