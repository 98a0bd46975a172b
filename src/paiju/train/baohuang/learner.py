"""The learner: Deep Monte-Carlo in torch, on samples of self-play. The only module that loads torch."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import torch
from torch.nn import functional

from paiju.bots.baohuang.net.features.layout import ACTION, STATE, affine
from paiju.bots.baohuang.net.lockstep.asking import NO_GUARD
from paiju.bots.baohuang.net.network import shapes
from paiju.core.errors import UsageError
from paiju.train.baohuang.advantages import Advantages
from paiju.train.baohuang.config import Learn, Net
from paiju.train.baohuang.shards import Shard

_SPREAD = 3.4  # points of a deal, standard deviation: losses are in its units
_LOSSES = ("points", "guard", "outcome", "gains")
_MOMENTS = ("exp_avg", "exp_avg_sq")


class Losses(dict[str, float]):
    """Means of the losses since they were last asked for.

    `points` and `gains` (squared points), `guard`
    and `outcome` (nats); those that there were.
    """


class Learner:
    """Weights, their average, and Adam; `step` learns from one batch.

    Everything it is made of goes into `tensors` and comes back by `restore`, to the last bit.
    """

    def __init__(self, net: Net, learn: Learn, seed: int, threads: int = 1) -> None:
        torch.set_num_threads(threads)
        self._learn = learn
        generator = torch.Generator().manual_seed(seed)
        self._weights = {
            name: _first(shape, generator).requires_grad_()
            for name, shape in shapes(net.trunk, net.join, net.head).items()
        }
        self._average = {name: weight.detach().clone() for name, weight in self._weights.items()}
        self._adam = torch.optim.Adam(list(self._weights.values()), lr=learn.rate)
        self._scales = [tuple(map(torch.from_numpy, affine(fields))) for fields in (STATE, ACTION)]
        self._sums = torch.zeros(len(_LOSSES))
        self._steps_summed = 0
        self.steps = 0

    def start(self, weights: Mapping[str, Any]) -> None:
        """Begin with given weights instead of chance.

        Raises:
            UsageError: usage.weights, where they are those of a network of other widths.
        """
        wrong = [name for name, weight in self._weights.items() if weight.shape != weights[name].shape]
        if wrong:
            raise UsageError("usage.weights", f"{wrong[0]} has another shape", {"path": wrong[0]})
        with torch.no_grad():
            for name, weight in self._weights.items():
                weight.copy_(torch.from_numpy(weights[name].copy()))
                self._average[name].copy_(weight)

    def step(self, batch: Shard, done: float, advice: Advantages | None = None) -> None:
        """Learn from one batch, and from trials; `done` is how much of the run is over, from 0 to 1."""
        learn = self._learn
        rate = learn.rate * (learn.last_rate / learn.rate) ** min(done, 1.0)
        for group in self._adam.param_groups:
            group["lr"] = rate
        points, guard, outcome = self._losses(batch)
        loss = points / _SPREAD**2 + learn.guard * guard + learn.outcome * outcome
        gains = torch.zeros(()) if advice is None else self._gain_loss(advice)
        loss = loss + learn.advice * gains
        self._adam.zero_grad(set_to_none=True)
        loss.backward()
        self._adam.step()
        self.steps += 1
        keep = min(learn.average, self.steps / (self.steps + 10))
        with torch.no_grad():
            for name, weight in self._weights.items():
                self._average[name].lerp_(weight, 1 - keep)
            self._sums += torch.stack([points, guard, outcome, gains]).detach()
        self._steps_summed += 1

    def _losses(self, batch: Shard) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        w = self._weights
        joined = self._joined(batch.states)
        out = self._out(joined, batch.actions)
        points = functional.mse_loss(out[:, 0], torch.from_numpy(batch.targets).float())
        signs = torch.sign(torch.from_numpy(batch.points)).long()
        outcome = functional.cross_entropy(out[:, 1:], signs + 1)
        logits = torch.addmm(w["guard.bias"], torch.relu(joined), w["guard.weight"])
        guards = torch.from_numpy(batch.guards).long()
        told = guards != NO_GUARD
        guard = functional.cross_entropy(
            logits, guards, ignore_index=NO_GUARD, reduction="sum"
        ) / told.sum().clamp(1)
        return points, guard, outcome

    def _joined(self, states: Any) -> torch.Tensor:
        w, (factor, zero) = self._weights, self._scales[0]
        trunk = torch.addmm(
            w["trunk.bias"], (torch.from_numpy(states).float() - zero) * factor, w["trunk.weight"]
        )
        return torch.addmm(w["join.bias"], torch.relu(trunk), w["join.weight"])

    def _out(self, joined: torch.Tensor, actions: Any) -> torch.Tensor:
        w, (factor, zero) = self._weights, self._scales[1]
        plays = torch.addmm(joined, (torch.from_numpy(actions).float() - zero) * factor, w["play.weight"])
        hidden = torch.addmm(w["head.bias"], torch.relu(plays), w["head.weight"])
        return torch.addmm(w["out.bias"], torch.relu(hidden), w["out.weight"])

    def _gain_loss(self, advice: Advantages) -> torch.Tensor:
        """Squared misses of the gains (squared points), of all rivals that there were."""
        rows, plays, size = advice.actions.shape
        joined = self._joined(advice.states).repeat_interleave(plays, 0)
        values = self._out(joined, advice.actions.reshape(rows * plays, size))[:, 0].reshape(rows, plays)
        gains = torch.from_numpy(advice.gains).float()
        missed = values[:, 1:] - values[:, :1] - gains
        return missed[~gains.isnan()].square().mean()

    def losses(self) -> Losses:
        """The mean losses since this was last asked."""
        means = (self._sums / max(self._steps_summed, 1)).tolist()
        self._sums.zero_()
        self._steps_summed = 0
        return Losses({name: mean for name, mean in zip(_LOSSES, means, strict=True) if mean})

    def weights(self) -> dict[str, Any]:
        """The averaged weights, float32 arrays by name: what plays."""
        return {name: weight.numpy().copy() for name, weight in self._average.items()}

    def tensors(self) -> dict[str, Any]:
        """Everything there is to save, as arrays by name."""
        made = {f"weight/{name}": weight.detach().numpy() for name, weight in self._weights.items()}
        made |= {f"average/{name}": weight.numpy() for name, weight in self._average.items()}
        for name, weight in self._weights.items():
            for moment in _MOMENTS:
                held = self._adam.state[weight].get(moment, torch.zeros_like(weight))
                made[f"{moment}/{name}"] = held.detach().numpy()
        made["sums"] = self._sums.numpy()
        made["steps"] = np.array([self.steps, self._steps_summed])
        return made

    def restore(self, tensors: Mapping[str, Any]) -> None:
        """Go on from what `tensors` gave."""
        self.steps, self._steps_summed = (int(n) for n in tensors["steps"])
        self._sums[: len(tensors["sums"])] = torch.from_numpy(tensors["sums"])
        with torch.no_grad():
            for name, weight in self._weights.items():
                weight.copy_(torch.from_numpy(tensors[f"weight/{name}"]))
                self._average[name].copy_(torch.from_numpy(tensors[f"average/{name}"]))
                if self.steps:
                    moments = {key: torch.from_numpy(tensors[f"{key}/{name}"].copy()) for key in _MOMENTS}
                    self._adam.state[weight] = {"step": torch.tensor(float(self.steps)), **moments}


def _first(shape: tuple[int, ...], generator: torch.Generator) -> torch.Tensor:
    """Weights to begin with: uniform, so that layers keep the spread of what they are given; biases 0."""
    if len(shape) == 1:
        return torch.zeros(shape)
    bound = (3 / shape[0]) ** 0.5
    return torch.empty(shape).uniform_(-bound, bound, generator=generator)
