"""Training runs of Paohuzi."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from paiju.bots.paohuzi.net.bot import SHIPPED
from paiju.train import runs
from paiju.train.advantages import Advantages
from paiju.train.opponents import Opponent, named, weights_path
from paiju.train.paohuzi.exporting import opponent_of, read_trained
from paiju.train.paohuzi.learner import Learner
from paiju.train.paohuzi.matches import play_walls
from paiju.train.paohuzi.selfplay import SelfPlayWorker, no_advantages
from paiju.train.paohuzi.shards import Shard, blank_samples


class Run(runs.Run):
    """A run that is anchored at the policy `expected`, and measured against it."""

    def _new_learner(self) -> Learner:
        config = self._config
        return Learner(config.net, config.learn, config.seed, config.threads)

    def _blank_samples(self, rows: int) -> Shard:
        return blank_samples(rows)

    def _blank_advantages(self, rows: int) -> Advantages:
        return no_advantages(self._config.play.rivals, rows)

    def _trained(self, start: str) -> Mapping[str, Any]:
        return read_trained(weights_path(start, SHIPPED)).weights

    def _opponent_of(self, against: str) -> Opponent:
        return opponent_of(against, self._config.options)

    def _worker(self) -> tuple[Any, ...]:
        return SelfPlayWorker, self._config.options, self._config.seed, self._opponent

    def _match(self) -> runs.Match:
        watch, options, weights = self._config.watch, self._config.options, self.weights()
        strength = play_walls(
            options, weights, walls=watch.pairs, anchor=watch.anchor, opponent=self._opponent
        )
        told = named(self._config.play.against, "expected")
        margin, alone, pair = strength.margin, strength.alone.value, strength.pair.value
        entry = {
            "rival": told, "walls": margin.size, "anchor": watch.anchor, "margin": margin.value, "se": margin.se,
            "alone": alone, "pair": pair,
        }  # fmt: skip
        line = (
            f"strength {margin.value:+.3f} ± {margin.se:.3f} over {told} ({margin.size} walls), "
            f"alone {alone:+.2f}, two {pair:+.2f}"
        )
        return runs.Match(entry, line)
