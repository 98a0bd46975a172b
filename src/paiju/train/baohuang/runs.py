"""A training run: leases of self-play, steps of the learner, checkpoints, and a curve on the way.

A run is a folder: `checkpoint.safetensors` (weights, average, Adam, chance, counters, configuration), `shards/` (the
samples still in the replay buffer) and `curve.jsonl`. What is learned depends on the configuration alone: a run that
was interrupted goes on from its checkpoint, plays again what came after it (or finds those shards), and ends with the
same weights.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from paiju.bots.baohuang.heuristic.parameters import DEFAULT, Parameters, fingerprint
from paiju.bots.baohuang.net.weights import parameters_from
from paiju.core.errors import UsageError
from paiju.train.baohuang.advantages import Advantages, blank_advantages
from paiju.train.baohuang.config import Config
from paiju.train.baohuang.exporting import read_trained
from paiju.train.baohuang.learner import Learner
from paiju.train.baohuang.matches import play_matches
from paiju.train.baohuang.replay import Stock
from paiju.train.baohuang.selfplay import Harvest, Lease, OneWorker, SelfPlayWorker, Workers
from paiju.train.baohuang.shards import (
    CHECKPOINT,
    CURVE,
    Shard,
    Shelf,
    blank_samples,
    read_tensors,
    write_tensors,
)

Say = Callable[[str], None]
Crew = Callable[[Parameters], Workers]
"""Makes the workers of a run, which need to know the heuristic that it is anchored at."""
_INSTANT = 1e-3


class Version(NamedTuple):
    """Averaged weights after so many steps."""

    steps: int
    weights: dict[str, Any]


class Run:
    """One run in its folder; `say` hears a line about each lease and each match."""

    def __init__(
        self, folder: Path, config: Config, *, resume: bool, say: Say, crew: Crew | None = None
    ) -> None:
        """Begin a run, or go on with the one in `folder`; without a `crew` this process plays.

        Raises:
            UsageError: usage.run_exists where there is one and `resume` was not asked for, usage.run_differs where it
                was begun with another configuration, usage.run_broken where its samples are gone; usage.weights for
                weights of another network to start with.
        """
        self._folder, self._config, self._say = folder, config, say
        self._parameters = DEFAULT
        self._learner = Learner(config.net, config.learn, config.seed, config.threads)
        self._rng = np.random.default_rng(config.seed)
        digest, learn = config.digest(), config.learn
        self._samples = Stock(Shelf(folder / "shards", digest, Shard), blank_samples(learn.replay))
        self._tried: Stock | None = None
        if config.play.tried:
            shelf = Shelf(folder / "advantages", digest, Advantages)
            self._tried = Stock(shelf, blank_advantages(learn.advantages, config.play.rivals))
        self._seconds = 0.0
        self._versions: dict[int, Version] = {}  # by the number of leases learned from
        self._waiting: dict[int, Harvest] = {}
        if (folder / CHECKPOINT).exists():
            if not resume:
                raise UsageError("usage.run_exists", f"{folder} holds a run", {"path": str(folder)})
            self._restore(*read_tensors(folder / CHECKPOINT))
        elif config.learn.start:
            self._learner.start(read_trained(Path(config.learn.start)).weights)
        if not self._versions:
            self._versions[0] = Version(0, self._learner.weights())
        self._issued = self.leases
        self._workers = (crew or self._alone)(self._parameters)

    @property
    def leases(self) -> int:
        """Leases learned from so far."""
        return len(self._samples.firsts)

    def weights(self) -> dict[str, Any]:
        """The averaged weights, float32 arrays by name."""
        return self._learner.weights()

    def go_on(self, seconds: float | None = None, leases: int | None = None) -> None:
        """Train until all leases are done, or so many, or seconds have passed; a match and a checkpoint at the end."""
        last = self._config.learn.leases if leases is None else min(leases, self._config.learn.leases)
        watch = self._config.watch
        began = saved = watched = time.monotonic()
        before = self._seconds
        while self.leases < last:
            self._advance()
            now = time.monotonic()
            self._seconds = before + now - began
            if seconds is not None and now - began >= seconds:
                break
            if now - watched >= 60 * watch.minutes:
                self.watch()
                watched = time.monotonic()
            if now - saved >= watch.checkpoint_seconds:
                self.save()
                saved = time.monotonic()
        self.watch()
        self.save()

    def _advance(self) -> None:
        """Hand leases out, wait for the next one in order, and learn from it."""
        config, number = self._config, self.leases
        began = time.monotonic()
        while self._issued <= min(number + config.play.ahead, config.learn.leases - 1):
            self._issue(self._issued)
            self._issued += 1
        harvest = self._waiting.pop(number, None)
        if harvest is None:
            harvest = self._workers.finish(number)
            self._keep(number, harvest)
        played = time.monotonic()
        samples = len(harvest.samples.points)
        self._samples.add(harvest.samples)
        if self._tried:
            self._tried.add(harvest.advantages)
        steps = int(self._samples.written * config.learn.reuse / config.learn.batch) - self._learner.steps
        done = self.leases / config.learn.leases
        for _ in range(steps):
            self._learner.step(self._samples.draw(self._rng, config.learn.batch), done, self._advice())
        self._versions[self.leases] = Version(self._learner.steps, self.weights())
        for old in [old for old in self._versions if old < self.leases - config.play.ahead]:
            del self._versions[old]
        learned = time.monotonic()
        losses = "  ".join(f"{name} {value:.3f}" for name, value in self._learner.losses().items())
        self._say(
            f"lease {self.leases}/{config.learn.leases}  samples {self._samples.written:,}  "
            f"played {samples / max(played - began, _INSTANT):,.0f}/s  "
            f"learned {steps * config.learn.batch / max(learned - played, _INSTANT):,.0f}/s  {losses}"
        )

    def _issue(self, number: int) -> None:
        """Find a lease on the shelf, or hand it out."""
        play = self._config.play
        version = self._version_of(number)
        found = [stock.shelf.get(number, version.steps) for stock in self._stocks()]
        if all(shard is not None for shard in found):
            self._waiting[number] = Harvest(
                found[0], found[1] if self._tried else blank_advantages(0, play.rivals)
            )
            return
        warm = number < play.warm_leases
        explore = play.warm_explore if warm else play.explore
        lease = Lease(
            number, number * play.lease, play.lease, explore, play.anchor, play.trace, play.tried, play.rivals
        )  # fmt: skip
        self._workers.begin(lease, None if warm else version.weights, version.steps)

    def _stocks(self) -> list[Stock]:
        """What is kept: samples, and what trials found if there are any."""
        return [self._samples, self._tried] if self._tried else [self._samples]

    def _keep(self, number: int, harvest: Harvest) -> None:
        """Put what a lease gave on the shelves."""
        steps = self._version_of(number).steps
        for stock, shard in zip(self._stocks(), harvest, strict=False):
            stock.shelf.put(number, shard, steps)

    def _advice(self) -> Advantages | None:
        """Some questions with trials, to learn from beside a batch of samples."""
        if not self._tried or not self._tried.written:
            return None
        drawn: Advantages = self._tried.draw(self._rng, self._config.learn.advice_batch)
        return drawn

    def _version_of(self, lease: int) -> Version:
        """The weights that play a lease: those of `ahead` leases before it."""
        return self._versions[max(0, lease - self._config.play.ahead)]

    def _alone(self, parameters: Parameters) -> Workers:
        config = self._config
        return OneWorker(SelfPlayWorker(config.options, parameters, config.seed, config.play.solos))

    def watch(self) -> None:
        """Play against the heuristic, and add the result to the curve."""
        watch = self._config.watch
        strength = play_matches(
            self._config.options,
            self.weights(),
            self._parameters,
            DEFAULT,
            pairs=watch.pairs,
            anchor=watch.anchor,
        )
        margin = strength.margin
        entry = {
            "rival": fingerprint(DEFAULT), "leases": self.leases, "samples": self._samples.written, "hours": round(self._seconds / 3600, 4),
            "pairs": margin.size, "anchor": watch.anchor, "margin": margin.value, "se": margin.se,
            "crown": strength.crown.value, "people": strength.people.value,
        }  # fmt: skip
        with (self._folder / CURVE).open("a", encoding="utf-8") as file:
            file.write(json.dumps(entry) + "\n")
        self._say(
            f"strength {margin.value:+.3f} ± {margin.se:.3f} over the heuristic ({margin.size} pairs), "
            f"crown {strength.crown.value:+.2f}, people {strength.people.value:+.2f}, {self._seconds / 3600:.2f} h"
        )

    def save(self) -> None:
        """Write the checkpoint; then shards that it does not need go."""
        notes = {
            "config": asdict(self._config), "digest": self._config.digest(), "parameters": asdict(self._parameters),
            **self._samples.notes(), "tried": self._tried.notes() if self._tried else None,
            "seconds": self._seconds,
            "chance": self._rng.bit_generator.state,
            "versions": {str(number): version.steps for number, version in self._versions.items()},
        }  # fmt: skip
        tensors = self._learner.tensors()
        for number, version in self._versions.items():
            if number < self.leases:  # the newest are the learner's own average
                tensors |= {f"version/{number}/{name}": array for name, array in version.weights.items()}
        write_tensors(self._folder / CHECKPOINT, tensors, notes)
        for stock in self._stocks():
            stock.shelf.drop_before(stock.oldest)

    def _restore(self, tensors: dict[str, Any], notes: dict[str, Any]) -> None:
        if notes["digest"] != self._config.digest():
            raise UsageError(
                "usage.run_differs", f"{self._folder} was begun with another configuration",
                {"path": str(self._folder)},
            )  # fmt: skip
        self._learner.restore(tensors)
        for number, steps in notes["versions"].items():
            head = f"version/{number}/"
            weights = {
                name.removeprefix(head): array for name, array in tensors.items() if name.startswith(head)
            }
            self._versions[int(number)] = Version(steps, weights or self._learner.weights())
        self._parameters = parameters_from(notes["parameters"])
        self._seconds = notes["seconds"]
        self._rng.bit_generator.state = notes["chance"]
        for stock in self._stocks():
            lost = stock.restore(notes["tried"] if stock is self._tried else notes)
            if lost is not None:
                path = stock.shelf.path(lost)
                raise UsageError("usage.run_broken", f"{path} is gone", {"path": str(self._folder)})
        self._say(
            f"resumed after lease {self.leases}, {self._samples.written:,} samples, {self._seconds / 3600:.2f} h"
        )
