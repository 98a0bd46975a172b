"""The commands of `paiju train` for every game, and the `Trainer` that a game brings."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, cast

from paiju.arena.figures import Mean
from paiju.bots import networks
from paiju.core.errors import UsageError
from paiju.core.files import ready_to_write
from paiju.games.registry import available
from paiju.train.curves import Curve
from paiju.train.export import FRESH, Trained, Words, history, write_model
from paiju.train.selfplay import Opponent, SelfPlayWorker
from paiju.train.storage import read_run

if TYPE_CHECKING:
    from paiju.train.config import Config
    from paiju.train.learner import Learner

HEURISTIC, NET = "heuristic", "net"
"""Words for what a game's networks are anchored at, and for the weights that come with the package."""


class Report(NamedTuple):
    """The figures of a measurement: by name, and as lines for people."""

    figures: dict[str, Any]
    lines: list[str]


class Strength(NamedTuple):
    """Points per deal of a network over its rival, and the parts that the margin is made of, by the names of `Curve.columns`."""

    margin: Mean
    parts: Mapping[str, Mean]

    def figures(self, unit: str) -> dict[str, Any]:
        """The entries of a curve and a report, counted in `unit`."""
        margin = self.margin
        parts = {name: part.value for name, part in self.parts.items()}
        return {unit: margin.size, "margin": margin.value, "se": margin.se, **parts}

    def line(self, curve: Curve, rival: str) -> str:
        """The same for people."""
        parts = ", ".join(f"{curve.columns[name]} {part.points}" for name, part in self.parts.items())
        return f"{self.margin.points} points per deal over {rival}, {self.margin.size} {curve.unit}; {parts}"


class Trainer:
    """A game that learns: `paiju.train.GAME.trainer` has one as `TRAINER`.

    `rival` names on cards and in curves what the network is anchored at and measured against; `notes` are what a run's checkpoint
    says of it, read back from `Trained.notes`.
    """

    game: ClassVar[Any]
    shipped: ClassVar[Path]
    version: ClassVar[int]
    learner: ClassVar[type[Learner]]
    worker: ClassVar[type[SelfPlayWorker]]
    words: ClassVar[Words]
    curve: ClassVar[Curve]
    rival: ClassVar[str]
    notes: ClassVar[Mapping[str, Any]] = {}

    def worker_arguments(
        self, config: Config, trained: Trained, opponent: Opponent | None
    ) -> tuple[Any, ...]:
        """The arguments of a run's `worker`."""
        return config.options, config.seed, opponent

    def play(
        self, trained: Trained, pairs: int, anchor: float, *, first: int = 0, opponent: Opponent | None = None
    ) -> Strength:
        """Play duplicate deals against what the network is anchored at, or a network; the same deals for all weights."""
        raise NotImplementedError

    def beliefs(self, trained: Trained, deals: int) -> Report:
        """What the network believes of hidden cards, in some deals."""
        raise NotImplementedError

    def card_notes(self, trained: Trained) -> Mapping[str, Any]:
        """Further entries of a model card."""
        return {}

    def read(self, path: Path) -> tuple[dict[str, Any], dict[str, Any]]:
        """Exported weights: arrays by name, and their card.

        Raises:
            UsageError: file.unreadable, file.too_large, usage.weights.
        """
        return networks.read_weights(path, self.version)

    def read_trained(self, path: Path) -> Trained:
        """A run's checkpoint, or exported weights with their card.

        Raises:
            UsageError: usage.no_run, file.unreadable, usage.weights.
        """
        if path.is_dir():
            return Trained(*read_run(path))
        weights, card = self.read(path)
        config = {"options": card["options"], "watch": {"anchor": card["anchor"]}}
        return Trained(weights, {**card, "config": config})

    def fits(self, one: Trained, other: Trained) -> bool:
        """Whether two networks know the same rules."""
        first, second = (self.game.options(trained.options).digest() for trained in (one, other))
        return bool(first == second)

    def opponent_of(self, against: str, beside: Trained) -> Opponent:
        """The opponent that a text names: `heuristic`, `net`, or weights by their path, for a network to play with.

        Raises:
            UsageError: usage.train_config, usage.no_run, file.unreadable; usage.weights, also where they do not fit.
        """
        if against == HEURISTIC:
            return Opponent()
        path = self.weights_path(against)
        trained = self.read_trained(path)
        if not self.fits(trained, beside):
            raise UsageError("usage.weights", f"{path} was trained under other rules", {"path": str(path)})
        return Opponent(trained.weights, trained.anchor)

    def weights_path(self, given: str) -> Path:
        """The path of the weights that a word names: those of the package by `net`, others by their path.

        Raises:
            UsageError: usage.train_config, for a word that is neither.
        """
        path = Path(given)
        if given == NET:
            return self.shipped
        if not (path.exists() or path.suffix or len(path.parts) > 1):
            detail = f"there are no weights {given!r}: name {NET}, or a path"
            raise UsageError("usage.train_config", detail, {"text": detail})
        return path

    def evaluate(
        self, weights: Path, *, pairs: int, anchor: float | None, first: int, hidden: int, against: str = HEURISTIC
    ) -> Report:  # fmt: skip
        """Play weights against what they are anchored at or others, and in `hidden` deals ask what they believe of hidden cards.

        Raises:
            UsageError: usage.no_run, file.unreadable, usage.weights; usage.train_config for a word that names no opponent.
        """
        trained = self.read_trained(weights)
        opponent = self.opponent_of(against, trained)
        anchor = trained.anchor if anchor is None else anchor
        strength = self.play(trained, pairs, anchor, first=first, opponent=opponent)
        errors = {f"{name}_se": part.se for name, part in strength.parts.items()}
        beliefs = self.beliefs(trained, hidden)
        figures = {
            **strength.figures(self.curve.unit), "lower95": strength.margin.lower95, **errors, "anchor": anchor,
            **beliefs.figures,
        }  # fmt: skip
        return Report(figures, [strength.line(self.curve, named(against, self.curve.rival)), *beliefs.lines])

    def export(self, folder: Path, *, to: Path | None, pairs: int, anchor: float | None) -> str:
        """Write a run's averaged weights and a model card, by default into its folder; a line about them.

        Raises:
            UsageError: usage.no_run, usage.weights, file.unwritable, file.package.
        """
        trained, unit = Trained(*read_run(folder)), self.curve.unit
        path = folder / self.shipped.name if to is None else to
        ready_to_write(path)
        anchor = trained.anchor if anchor is None else anchor
        margin = self.play(trained, pairs, anchor, first=FRESH).margin
        card = {
            "game": self.game.name,
            "options": trained.options,
            "options_digest": self.game.options(trained.options).digest(),
            "features": self.version,
            **self.card_notes(trained),
            "numbers": sum(array.size for array in trained.weights.values()),
            "anchor": anchor,
            **history(trained.notes),
            "rival": self.rival,
            "margin": round(margin.value, 4),
            "se": round(margin.se, 4),
            unit: margin.size,
        }
        write_model(path, trained.weights, card, self.words.page(card))
        return f"{path}: {margin.points} over {self.curve.rival}, {pairs} {unit}"


def named(against: str, anchored: str) -> str:
    """The player of the other side in a match, for people; `anchored` is the name of the heuristic."""
    return anchored if against in ("", HEURISTIC) else against


def trainer_of(game: str) -> Trainer:
    """The trainer of a game, which loads torch; no name stands for the first game that learned.

    Raises:
        UsageError: usage.train_config, for a word that is no game that learns.
    """
    name = game or available()[0]
    if name not in available() or find_spec(f"paiju.train.{name}") is None:
        detail = f"game {name!r} does not learn"
        raise UsageError("usage.train_config", detail, {"text": detail})
    return cast("Trainer", import_module(f"paiju.train.{name}.trainer").TRAINER)


def game_of(weights: Path) -> str:
    """The game of a run's folder, or of exported weights.

    Raises:
        UsageError: usage.no_run, file.unreadable, usage.weights.
    """
    if weights.is_dir():
        return str(read_run(weights)[1]["config"].get("game", ""))
    return str(networks.read(weights)[1].get("game", ""))
