"""The learner of every game: Deep Monte-Carlo in torch on samples of self-play, and expert iteration on paired advantages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np
import torch
from torch.nn import functional

from paiju.bots.networks import Plan, affine
from paiju.core.errors import UsageError
from paiju.train.config import Learn, Net
from paiju.train.selfplay import Advantages
from paiju.train.storage import AVERAGE

_MOMENTS = ("exp_avg", "exp_avg_sq")


class Losses(dict[str, float]):
    """Means of the losses since they were last asked for.

    `points` and `gains` (squared points), those of the side heads (nats); those that there were.
    """


class Learner:
    """Weights, their average, and Adam; `step` learns from one batch.

    Everything it is made of goes into `tensors` and comes back by `restore`, to the last bit. A game says by `plan` what its
    network is, by `spread` what the standard deviation of a deal's points is (losses are in its units), and has side losses by
    name.
    """

    plan: ClassVar[Plan]
    spread: ClassVar[float]
    sides: ClassVar[tuple[str, ...]]

    def __init__(self, net: Net, learn: Learn, seed: int, threads: int = 1) -> None:
        torch.set_num_threads(threads)
        self._learn = learn
        generator = torch.Generator().manual_seed(seed)
        self._weights = {
            name: _first(shape, generator).requires_grad_()
            for name, shape in self.plan.shapes(net.trunk, net.join, net.head).items()
        }
        self._average = {name: weight.detach().clone() for name, weight in self._weights.items()}
        self._adam = torch.optim.Adam(list(self._weights.values()), lr=learn.rate)
        layouts = (self.plan.state, self.plan.action)
        self._scales = [tuple(map(torch.from_numpy, affine(fields))) for fields in layouts]
        self._names = ("points", *self.sides, "gains")
        self._sums = torch.zeros(len(self._names))
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

    def step(self, batch: Any, done: float, advice: Advantages | None = None) -> None:
        """Learn from one batch, and from trials; `done` is how much of the run is over, from 0 to 1."""
        learn = self._learn
        rate = learn.rate * (learn.last_rate / learn.rate) ** min(done, 1.0)
        for group in self._adam.param_groups:
            group["lr"] = rate
        points, *sides = self._losses(batch)
        loss = points / self.spread**2
        for name, side in zip(self.sides, sides, strict=True):
            loss = loss + getattr(learn, name) * side
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
            self._sums += torch.stack([points, *sides, gains]).detach()
        self._steps_summed += 1

    def _losses(self, batch: Any) -> tuple[torch.Tensor, ...]:
        """Squared points, then the side losses in their order."""
        joined = self._joined(batch.states)
        out = self._out(joined, batch.actions)
        points = functional.mse_loss(out[:, 0], torch.from_numpy(batch.targets).float())
        return points, *self._side_losses(torch.relu(joined), out, batch)

    def _side_losses(self, hidden: torch.Tensor, out: torch.Tensor, batch: Any) -> tuple[torch.Tensor, ...]:
        """The losses named by `sides`; `hidden` is what side heads read, `out` all outputs of the plays."""
        raise NotImplementedError

    def _side(self, name: str, hidden: torch.Tensor) -> torch.Tensor:
        """The output of a side head."""
        return torch.addmm(self._weights[f"{name}.bias"], hidden, self._weights[f"{name}.weight"])

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
        return Losses({name: mean for name, mean in zip(self._names, means, strict=True) if mean})

    def weights(self) -> dict[str, Any]:
        """The averaged weights, float32 arrays by name: what plays."""
        return {name: weight.numpy().copy() for name, weight in self._average.items()}

    def tensors(self) -> dict[str, Any]:
        """Everything there is to save, as arrays by name."""
        made = {f"weight/{name}": weight.detach().numpy() for name, weight in self._weights.items()}
        made |= {f"{AVERAGE}{name}": weight.numpy() for name, weight in self._average.items()}
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
                self._average[name].copy_(torch.from_numpy(tensors[f"{AVERAGE}{name}"]))
                if self.steps:
                    moments = {key: torch.from_numpy(tensors[f"{key}/{name}"].copy()) for key in _MOMENTS}
                    self._adam.state[weight] = {"step": torch.tensor(float(self.steps)), **moments}


def cross_entropy(logits: torch.Tensor, wanted: torch.Tensor, none: int) -> torch.Tensor:
    """Mean nats of what was `wanted`; rows where that is `none` do not count."""
    told = wanted != none
    summed = functional.cross_entropy(logits, wanted, ignore_index=none, reduction="sum")
    return summed / told.sum().clamp(1)


def _first(shape: tuple[int, ...], generator: torch.Generator) -> torch.Tensor:
    """Weights to begin with: uniform, so that layers keep the spread of what they are given; biases 0."""
    if len(shape) == 1:
        return torch.zeros(shape)
    bound = (3 / shape[0]) ** 0.5
    return torch.empty(shape).uniform_(-bound, bound, generator=generator)
