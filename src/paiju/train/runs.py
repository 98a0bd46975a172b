"""A training run: leases of self-play, steps of the learner, checkpoints, and a curve on the way.

A run is a folder: `checkpoint.safetensors` (weights, average, Adam, chance, counters, configuration), `shards/` (the
samples still in the replay buffer) and `curve.jsonl`. What is learned depends on the configuration alone: a run that
was interrupted goes on from its checkpoint, plays again what came after it (or finds those shards), and ends with the
same weights.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

import numpy as np

from paiju.core.errors import UsageError
from paiju.train.config import Config
from paiju.train.learner import Advantages, Learner
from paiju.train.opponents import Opponent, weights_path
from paiju.train.storage import CHECKPOINT, CURVE, Shelf, Stock, read_tensors, write_tensors
from paiju.train.workers import Harvest, Lease, OneWorker, Workers

Say = Callable[[str], None]
Crew = Callable[..., Workers]
"""Makes the workers of a run from their kind and its arguments."""
_INSTANT = 1e-3


class Version(NamedTuple):
    """Averaged weights after so many steps."""

    steps: int
    weights: dict[str, Any]


class Match(NamedTuple):
    """A match on the way: what the curve keeps of it, and a line for people."""

    entry: Mapping[str, Any]
    line: str


class Run:
    """One run in its folder; `say` hears a line about each lease and each match.

    A game brings its `learner`; `blank_samples(rows)` makes samples of zeros, `no_advantages(rivals, rows)` advantages with nothing
    found; `read_trained` reads weights, as those `shipped` with the package. The rest is left to methods.
    """

    learner: ClassVar[type[Learner]]
    blank_samples: ClassVar[Any]
    no_advantages: ClassVar[Any]
    read_trained: ClassVar[Any]
    shipped: ClassVar[Path]

    def __init__(
        self, folder: Path, config: Config, *, resume: bool, say: Say, crew: Crew | None = None
    ) -> None:
        """Begin a run, or go on with the one in `folder`; without a `crew` this process plays.

        Raises:
            UsageError: usage.run_exists where there is one and `resume` was not asked for, usage.run_differs where it
                was begun with another configuration, usage.run_broken where its samples are gone; usage.weights for
                weights of another network to start with, or of other rules to play against.
        """
        self._folder, self._config, self._say = folder, config, say
        self._learner = self.learner(config.net, config.learn, config.seed, config.threads)
        self._rng = np.random.default_rng(config.seed)
        digest, learn = config.digest(), config.learn
        self._samples = self._stock("shards", digest, self.blank_samples(learn.replay))
        self._tried: Stock | None = None
        if config.play.tried:
            self._tried = self._stock("advantages", digest, self._blank_advantages(learn.advantages))
        self._seconds = 0.0
        self._versions: dict[int, Version] = {}  # by the number of leases learned from
        self._waiting: dict[int, Harvest] = {}
        if (folder / CHECKPOINT).exists():
            if not resume:
                raise UsageError("usage.run_exists", f"{folder} holds a run", {"path": str(folder)})
            self._restore(*read_tensors(folder / CHECKPOINT))
        elif config.learn.start:
            self._learner.start(self.read_trained(weights_path(config.learn.start, self.shipped)).weights)
        if not self._versions:
            self._versions[0] = Version(0, self._learner.weights())
        self._issued = self.leases
        against = config.play.against
        self._opponent = self._opponent_of(against) if against else None
        kind, *arguments = self._worker()
        self._workers = crew(kind, *arguments) if crew else OneWorker(kind(*arguments))

    def _stock(self, name: str, digest: str, blank: Any) -> Stock:
        return Stock(Shelf(self._folder / name, digest, type(blank)), blank)

    def _blank_advantages(self, rows: int) -> Advantages:
        """So many rows with nothing found."""
        found: Advantages = self.no_advantages(self._config.play.rivals, rows)
        return found

    def _opponent_of(self, against: str) -> Opponent:
        """Whom the learner is to beat."""
        raise NotImplementedError

    def _worker(self) -> tuple[Any, ...]:
        """The kind of the game's workers, and its arguments."""
        raise NotImplementedError

    def _match(self) -> Match:
        """Play the averaged weights against what they are measured against."""
        raise NotImplementedError

    def _notes(self) -> dict[str, Any]:
        """What the game adds to the notes of a checkpoint."""
        return {}

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
        samples = len(harvest.samples[0])
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
            self._waiting[number] = Harvest(found[0], found[1] if self._tried else self._blank_advantages(0))
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

    def watch(self) -> None:
        """Play a match, and add the result to the curve."""
        match = self._match()
        hours = round(self._seconds / 3600, 4)
        entry = {"leases": self.leases, "samples": self._samples.written, "hours": hours, **match.entry}
        with (self._folder / CURVE).open("a", encoding="utf-8") as file:
            file.write(json.dumps(entry) + "\n")
        self._say(f"{match.line}, {hours:.2f} h")

    def save(self) -> None:
        """Write the checkpoint; then shards that it does not need go."""
        notes = {
            "config": asdict(self._config), "digest": self._config.digest(), **self._notes(),
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
