"""Training runs of Paohuzi."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from paiju.train import runs
from paiju.train.advantages import Advantages
from paiju.train.paohuzi.learner import Learner
from paiju.train.paohuzi.matches import play_walls
from paiju.train.paohuzi.selfplay import SelfPlayWorker, no_advantages
from paiju.train.paohuzi.shards import Shard, blank_samples
from paiju.train.shards import read_run


class Run(runs.Run):
    """A run that is anchored at the policy `expected`, and measured against it."""

    def _new_learner(self) -> Learner:
        config = self._config
        return Learner(config.net, config.learn, config.seed, config.threads)

    def _blank_samples(self, rows: int) -> Shard:
        return blank_samples(rows)

    def _blank_advantages(self, rows: int) -> Advantages:
        return no_advantages(self._config.play.rivals, rows)

    def _trained(self, path: Path) -> Mapping[str, Any]:
        return read_run(path)[0]

    def _worker(self) -> tuple[Any, ...]:
        return SelfPlayWorker, self._config.options, self._config.seed

    def _match(self) -> runs.Match:
        watch = self._config.watch
        strength = play_walls(self._config.options, self.weights(), walls=watch.pairs, anchor=watch.anchor)
        margin, alone, pair = strength.margin, strength.alone.value, strength.pair.value
        entry = {
            "rival": "expected", "walls": margin.size, "anchor": watch.anchor, "margin": margin.value, "se": margin.se,
            "alone": alone, "pair": pair,
        }  # fmt: skip
        line = (
            f"strength {margin.value:+.3f} ± {margin.se:.3f} over expected ({margin.size} walls), "
            f"alone {alone:+.2f}, two {pair:+.2f}"
        )
        return runs.Match(entry, line)
