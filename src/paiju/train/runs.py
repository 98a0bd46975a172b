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

from paiju.bots.heuristic.parameters import DEFAULT, Parameters, fingerprint
from paiju.bots.net.weights import parameters_from
from paiju.core.errors import UsageError
from paiju.train.config import Config
from paiju.train.exporting import read_trained
from paiju.train.learner import Learner
from paiju.train.matches import play_matches
from paiju.train.replay import Replay
from paiju.train.selfplay import Lease, OneWorker, SelfPlayWorker, Workers
from paiju.train.shards import CHECKPOINT, CURVE, Shard, Shelf, read_tensors, write_tensors

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
        self._replay = Replay(config.learn.replay)
        self._rng = np.random.default_rng(config.seed)
        self._shelf = Shelf(folder / "shards", config.digest())
        self._firsts: list[int] = []  # the first sample of each lease so far
        self._oldest = 0  # the first lease of which samples are still in the buffer
        self._written = 0
        self._seconds = 0.0
        self._versions: dict[int, Version] = {}  # by the number of leases learned from
        self._waiting: dict[int, Shard] = {}
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
        return len(self._firsts)

    def weights(self) -> dict[str, Any]:
        """The averaged weights, float32 arrays by name."""
        return self._learner.weights()

    def go_on(self, seconds: float | None = None) -> None:
        """Train until all leases are done, or so many seconds have passed; a match and a checkpoint at the end."""
        watch = self._config.watch
        began = saved = watched = time.monotonic()
        before = self._seconds
        while self.leases < self._config.learn.leases:
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
        shard = self._waiting.pop(number, None)
        if shard is None:
            shard = self._workers.finish(number)
            self._shelf.put(number, shard, self._version_of(number).steps)
        played = time.monotonic()
        samples = len(shard.points)
        self._replay.add(shard, self._written)
        self._firsts.append(self._written)
        self._written += samples
        while (
            self._firsts[self._oldest + 1 :]
            and self._firsts[self._oldest + 1] <= self._written - self._replay.room
        ):
            self._oldest += 1
        steps = int(self._written * config.learn.reuse / config.learn.batch) - self._learner.steps
        done = self.leases / config.learn.leases
        for _ in range(steps):
            self._learner.step(self._replay.draw(self._rng, config.learn.batch, self._written), done)
        self._versions[self.leases] = Version(self._learner.steps, self.weights())
        for old in [old for old in self._versions if old < self.leases - config.play.ahead]:
            del self._versions[old]
        learned = time.monotonic()
        losses = "  ".join(f"{name} {value:.3f}" for name, value in self._learner.losses().items())
        self._say(
            f"lease {self.leases}/{config.learn.leases}  samples {self._written:,}  "
            f"played {samples / max(played - began, _INSTANT):,.0f}/s  "
            f"learned {steps * config.learn.batch / max(learned - played, _INSTANT):,.0f}/s  {losses}"
        )

    def _issue(self, number: int) -> None:
        """Find a lease on the shelf, or hand it out."""
        play = self._config.play
        version = self._version_of(number)
        shard = self._shelf.get(number, version.steps)
        if shard is not None:
            self._waiting[number] = shard
            return
        warm = number < play.warm_leases
        explore = play.warm_explore if warm else play.explore
        lease = Lease(number, number * play.lease, play.lease, explore, play.anchor, play.trace)
        self._workers.begin(lease, None if warm else version.weights, version.steps)

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
            "rival": fingerprint(DEFAULT), "leases": self.leases, "samples": self._written, "hours": round(self._seconds / 3600, 4),
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
            "firsts": self._firsts, "oldest": self._oldest, "written": self._written, "seconds": self._seconds,
            "chance": self._rng.bit_generator.state,
            "versions": {str(number): version.steps for number, version in self._versions.items()},
        }  # fmt: skip
        tensors = self._learner.tensors()
        for number, version in self._versions.items():
            if number < self.leases:  # the newest are the learner's own average
                tensors |= {f"version/{number}/{name}": array for name, array in version.weights.items()}
        write_tensors(self._folder / CHECKPOINT, tensors, notes)
        self._shelf.drop_before(self._oldest)

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
        self._firsts, self._oldest, self._written = notes["firsts"], notes["oldest"], notes["written"]
        self._seconds = notes["seconds"]
        self._rng.bit_generator.state = notes["chance"]
        for lease in range(self._oldest, self.leases):
            shard = self._shelf.get(lease)
            if shard is None:
                raise UsageError(
                    "usage.run_broken", f"{self._shelf.path(lease)} is gone", {"path": str(self._folder)}
                )
            self._replay.add(shard, self._firsts[lease])
        self._say(
            f"resumed after lease {self.leases}, {self._written:,} samples, {self._seconds / 3600:.2f} h"
        )
