"""A training run: work items of self-play, steps of the learner, checkpoints, and a curve on the way.

A run is a folder: `checkpoint.safetensors` (weights, average, Adam, chance, counters, configuration), `shards/` (the
samples still in the replay buffer) and `curve.jsonl`. The result depends on the configuration alone: a run that
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

from paiju.core.errors import UsageError
from paiju.core.files import ready_folder
from paiju.train.config import Config
from paiju.train.export import Trained
from paiju.train.selfplay import Advantages, OneWorker, SelfPlayBatch, WorkerPool, WorkItem, blank_advantages
from paiju.train.storage import CHECKPOINT, CURVE, ShardStore, Stock, read_tensors, write_tensors
from paiju.train.trainers import named, trainer_of

Say = Callable[[str], None]
MakePool = Callable[..., WorkerPool]
"""Makes the worker pool of a run from the kind of workers and their arguments."""
_INSTANT = 1e-3


class Version(NamedTuple):
    """Averaged weights, and the learner's steps up to them."""

    steps: int
    weights: dict[str, Any]


class Run:
    """One run in its folder; `say` hears a line about each work item and each match."""

    def __init__(
        self, folder: Path, config: Config, *, resume: bool, say: Say, pool: MakePool | None = None
    ) -> None:
        """Begin a run, or go on with the one in `folder`; without a `pool` this process plays.

        Raises:
            UsageError: usage.run_exists where there is one and `resume` was not asked for, usage.run_differs where it
                was begun with another configuration, usage.run_broken where its samples are gone; usage.weights for
                weights of another network to start with, or of other rules to play against; usage.train_config for a game
                that does not learn.
        """
        self._folder, self._config, self._say = folder, config, say
        self._trainer = trainer_of(config.game)
        ready_folder(folder)
        self._learner = self._trainer.learner(config.net, config.learn, config.seed, config.threads)
        self._notes = {"config": asdict(config), **self._trainer.notes}
        self._rng = np.random.default_rng(config.seed)
        learn = config.learn
        blank = self._trainer.worker.blank_samples(learn.replay)
        self._none = blank_advantages(0, config.play.rivals, blank)
        self._samples = self._stock("shards", blank)
        self._tried: Stock | None = None
        if config.play.tried:
            found = blank_advantages(learn.advantages, config.play.rivals, blank)
            self._tried = self._stock("advantages", found)
        self._seconds = 0.0
        self._versions: dict[int, Version] = {}  # by the number of work items learned from
        self._waiting: dict[int, SelfPlayBatch] = {}
        if (folder / CHECKPOINT).exists():
            if not resume:
                raise UsageError("usage.run_exists", f"{folder} holds a run", {"path": str(folder)})
            self._restore(*read_tensors(folder / CHECKPOINT))
        elif learn.start:
            path = self._trainer.weights_path(learn.start)
            self._learner.start(self._trainer.read_trained(path).weights)
        if not self._versions:
            self._versions[0] = Version(0, self._learner.weights())
        self._issued = self.done
        against, trained = config.play.against, self._trained()
        self._opponent = self._trainer.opponent_of(against, trained) if against else None
        kind = self._trainer.worker
        arguments = self._trainer.worker_arguments(config, trained, self._opponent)
        self._pool = pool(kind, *arguments) if pool else OneWorker(kind(*arguments))

    def _stock(self, name: str, blank: Any) -> Stock:
        return Stock(ShardStore(self._folder / name, self._config.digest(), type(blank)), blank)

    def _trained(self) -> Trained:
        """The results of the run so far."""
        return Trained(self.weights(), self._notes)

    @property
    def done(self) -> int:
        """Work items learned from so far."""
        return len(self._samples.firsts)

    def weights(self) -> dict[str, Any]:
        """The averaged weights, float32 arrays by name."""
        return self._learner.weights()

    def go_on(self, seconds: float | None = None, leases: int | None = None) -> None:
        """Train until all work items are done, or the first `leases` of them, or seconds have passed; a match and a checkpoint at the end."""
        last = self._config.learn.leases if leases is None else min(leases, self._config.learn.leases)
        watch = self._config.watch
        began = saved = watched = time.monotonic()
        before = self._seconds
        while self.done < last:
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
        """Hand work items out, wait for the next one in order, and learn from it."""
        config, number = self._config, self.done
        began = time.monotonic()
        while self._issued <= min(number + config.play.ahead, config.learn.leases - 1):
            self._issue(self._issued)
            self._issued += 1
        batch = self._waiting.pop(number, None)
        if batch is None:
            batch = self._pool.finish(number)
            self._store(number, batch)
        played = time.monotonic()
        samples = len(batch.samples[0])
        self._samples.add(batch.samples)
        if self._tried:
            self._tried.add(batch.advantages)
        steps = int(self._samples.written * config.learn.reuse / config.learn.batch) - self._learner.steps
        part = self.done / config.learn.leases
        for _ in range(steps):
            self._learner.step(self._samples.draw(self._rng, config.learn.batch), part, self._advice())
        self._versions[self.done] = Version(self._learner.steps, self.weights())
        for old in [old for old in self._versions if old < self.done - config.play.ahead]:
            del self._versions[old]
        learned = time.monotonic()
        losses = "  ".join(f"{name} {value:.3f}" for name, value in self._learner.losses().items())
        self._say(
            f"lease {self.done}/{config.learn.leases}  samples {self._samples.written:,}  "
            f"played {samples / max(played - began, _INSTANT):,.0f}/s  "
            f"learned {steps * config.learn.batch / max(learned - played, _INSTANT):,.0f}/s  {losses}"
        )

    def _issue(self, number: int) -> None:
        """Find a work item's shards in the stores, or hand it out."""
        play = self._config.play
        version = self._version_of(number)
        found = [stock.store.get(number, version.steps) for stock in self._stocks()]
        if all(shard is not None for shard in found):
            self._waiting[number] = SelfPlayBatch(found[0], found[1] if self._tried else self._none)
            return
        warm = number < play.warm_leases
        explore = play.warm_explore if warm else play.explore
        item = WorkItem(
            number, number * play.lease, play.lease, explore, play.anchor, play.trace, play.tried, play.rivals
        )  # fmt: skip
        self._pool.begin(item, None if warm else version.weights, version.steps)

    def _stocks(self) -> list[Stock]:
        """The stored arrays: samples, and what trials found if there are any."""
        return [self._samples, self._tried] if self._tried else [self._samples]

    def _store(self, number: int, batch: SelfPlayBatch) -> None:
        """Store what a work item gave."""
        steps = self._version_of(number).steps
        for stock, shard in zip(self._stocks(), batch, strict=False):
            stock.store.put(number, shard, steps)

    def _advice(self) -> Advantages | None:
        """Some questions with trials, to learn from beside a batch of samples."""
        if not self._tried or not self._tried.written:
            return None
        drawn: Advantages = self._tried.draw(self._rng, self._config.learn.advice_batch)
        return drawn

    def _version_of(self, number: int) -> Version:
        """The weights that play a work item: those of `ahead` items before it."""
        return self._versions[max(0, number - self._config.play.ahead)]

    def watch(self) -> None:
        """Play a match, and add the result to the curve."""
        trainer, watch, against = self._trainer, self._config.watch, self._config.play.against
        strength = trainer.play(self._trained(), watch.pairs, watch.anchor, opponent=self._opponent)
        hours = round(self._seconds / 3600, 4)
        entry = {
            "leases": self.done, "samples": self._samples.written, "hours": hours,
            "rival": named(against, trainer.rival), "anchor": watch.anchor, **strength.figures(trainer.curve.unit),
        }  # fmt: skip
        with (self._folder / CURVE).open("a", encoding="utf-8") as file:
            file.write(json.dumps(entry) + "\n")
        self._say(
            f"strength {strength.line(trainer.curve, named(against, trainer.curve.rival))}, {hours:.2f} h"
        )

    def save(self) -> None:
        """Write the checkpoint; then shards that it does not need go."""
        notes = {
            **self._notes, "digest": self._config.digest(),
            **self._samples.notes(), "tried": self._tried.notes() if self._tried else None,
            "seconds": self._seconds,
            "chance": self._rng.bit_generator.state,
            "versions": {str(number): version.steps for number, version in self._versions.items()},
        }  # fmt: skip
        tensors = self._learner.tensors()
        for number, version in self._versions.items():
            if number < self.done:  # the newest are the learner's own average
                tensors |= {f"version/{number}/{name}": array for name, array in version.weights.items()}
        write_tensors(self._folder / CHECKPOINT, tensors, notes)
        for stock in self._stocks():
            stock.store.drop_before(stock.oldest)

    def _restore(self, tensors: dict[str, Any], notes: dict[str, Any]) -> None:
        if notes["digest"] != self._config.digest():
            raise UsageError(
                "usage.run_differs", f"{self._folder} was started with another configuration",
                {"path": str(self._folder)},
            )  # fmt: skip
        self._notes |= {name: notes[name] for name in self._trainer.notes}
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
                path = stock.store.path(lost)
                raise UsageError("usage.run_broken", f"{path} is missing", {"path": str(self._folder)})
        self._say(
            f"resumed after lease {self.done}, {self._samples.written:,} samples, {self._seconds / 3600:.2f} h"
        )
