"""Training runs of Bao Huang."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from paiju.bots.baohuang.heuristic.parameters import DEFAULT, Parameters, fingerprint
from paiju.bots.baohuang.net.bot import SHIPPED
from paiju.bots.baohuang.net.weights import parameters_from
from paiju.train import runs
from paiju.train.advantages import Advantages
from paiju.train.baohuang.exporting import opponent_of, read_trained
from paiju.train.baohuang.learner import Learner
from paiju.train.baohuang.matches import play_matches
from paiju.train.baohuang.selfplay import SelfPlayWorker, no_advantages
from paiju.train.baohuang.shards import Shard, blank_samples
from paiju.train.opponents import Opponent, named, weights_path


class Run(runs.Run):
    """A run that is anchored at the heuristic, and measured against it."""

    _parameters: Parameters = DEFAULT

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
        return opponent_of(against, self._config.options, self._parameters)

    def _worker(self) -> tuple[Any, ...]:
        seed, solos = self._config.seed, self._config.play.solos
        return SelfPlayWorker, self._config.options, self._parameters, seed, solos, self._opponent

    def _notes(self) -> dict[str, Any]:
        return {"parameters": asdict(self._parameters)}

    def _restore(self, tensors: dict[str, Any], notes: dict[str, Any]) -> None:
        super()._restore(tensors, notes)
        self._parameters = parameters_from(notes["parameters"])

    def _match(self) -> runs.Match:
        watch, against = self._config.watch, self._config.play.against
        strength = play_matches(
            self._config.options,
            self.weights(),
            self._parameters,
            DEFAULT,
            pairs=watch.pairs,
            anchor=watch.anchor,
            opponent=self._opponent,
        )
        margin, crown, people = strength.margin, strength.crown.value, strength.people.value
        entry = {
            "rival": named(against, fingerprint(DEFAULT)), "pairs": margin.size, "anchor": watch.anchor, "margin": margin.value,
            "se": margin.se, "crown": crown, "people": people,
        }  # fmt: skip
        line = (
            f"strength {margin.value:+.3f} ± {margin.se:.3f} over {named(against, 'the heuristic')} ({margin.size} pairs), "
            f"crown {crown:+.2f}, people {people:+.2f}"
        )
        return runs.Match(entry, line)
