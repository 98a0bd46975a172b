"""The weights of Bao Huang's networks, each beside the heuristic that it was trained with."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

from paiju.bots import tensors
from paiju.bots.baohuang.heuristic.parameters import Parameters
from paiju.bots.baohuang.net.features.layout import VERSION


class Weights(NamedTuple):
    """Arrays by the names of `network.shapes`, float32, and what the model card says."""

    arrays: dict[str, Any]
    card: dict[str, Any]

    @property
    def parameters(self) -> Parameters:
        """The heuristic that the network was trained beside: its scores are among the features."""
        return parameters_from(self.card["parameters"])


def read_weights(path: Path, key: str = "features", wanted: int = VERSION) -> Weights:
    """The weights in a file, whose card says by `key` what version of its inputs they are for.

    Raises:
        UsageError: file.unreadable, file.too_large; usage.weights for a file of something else, or of another version of them.
    """
    weights = Weights(*tensors.read_weights(path, key, wanted))
    try:
        parameters_from(weights.card["parameters"])  # they are asked for later
    except (KeyError, TypeError, AttributeError) as error:
        raise tensors.no_weights(path) from error
    return weights


def parameters_from(held: dict[str, Any]) -> Parameters:
    """The heuristic's parameters from the JSON that they were saved as."""
    return Parameters(**{name: _tupled(value) for name, value in held.items()})


def _tupled(value: object) -> Any:
    return tuple(map(_tupled, value)) if isinstance(value, list) else value
