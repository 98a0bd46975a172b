"""The games that learn: what `paiju train` does for each of them."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, cast

from paiju.bots import networks
from paiju.core.errors import UsageError
from paiju.games.registry import available
from paiju.train.curves import Curve
from paiju.train.storage import read_run

if TYPE_CHECKING:
    from paiju.train.runs import Run


class Report(NamedTuple):
    """What was measured: by name, and as lines for people."""

    figures: dict[str, Any]
    lines: list[str]


class School(Protocol):
    """`paiju.train.GAME.school`, a module."""

    CURVE: Curve

    def evaluate(
        self, weights: Path, *, pairs: int, anchor: float | None, first: int, hidden: int, against: str
    ) -> Report:
        """Play weights against what they are anchored at or others, and in `hidden` deals ask what they believe of hidden cards.

        Raises:
            UsageError: usage.no_run, file.unreadable, usage.weights; usage.train_config for a word that names no opponent.
        """
        ...

    def export(self, folder: Path, *, to: Path | None, pairs: int, anchor: float | None) -> str:
        """Write a run's averaged weights and a model card, by default into its folder; a line about them.

        Raises:
            UsageError: usage.no_run, usage.weights, file.unwritable, file.package.
        """
        ...


def school_of(game: str) -> School:
    """The school of a game; no name stands for the first one that learned.

    Raises:
        UsageError: usage.train_config, for any other word.
    """
    return cast("School", import_module(f"paiju.train.{_learning(game)}.trainer"))


def run_kind(game: str) -> type[Run]:
    """The runs of a game, which load torch.

    Raises:
        UsageError: usage.train_config, for a word that is no game that learns.
    """
    return cast("type[Run]", import_module(f"paiju.train.{_learning(game)}.trainer").Run)


def _learning(game: str) -> str:
    named = game or available()[0]
    if named not in available() or find_spec(f"paiju.train.{named}") is None:
        detail = f"game {game!r} does not learn"
        raise UsageError("usage.train_config", detail, {"text": detail})
    return named


def game_of(weights: Path) -> str:
    """The game of a run's folder, or of exported weights.

    Raises:
        UsageError: usage.no_run, file.unreadable, usage.weights.
    """
    if weights.is_dir():
        return str(read_run(weights)[1]["config"].get("game", ""))
    return str(networks.read(weights)[1].get("game", ""))
