"""The network of Bao Huang and its weights."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from paiju.bots import networks
from paiju.bots.baohuang.heuristic.values import Parameters
from paiju.bots.baohuang.net.features import ACTION, OTHERS, STATE, VERSION
from paiju.bots.networks import Array, Bytes, Plan, Towers, softmax

OUTCOMES = 3
GUARD = "guard"
PLAN = Plan(STATE, ACTION, 1 + OUTCOMES, {GUARD: OTHERS})


def shapes(trunk: int, join: int, head: int) -> dict[str, tuple[int, ...]]:
    """The shapes of all weights for some widths."""
    return PLAN.shapes(trunk, join, head)


class Network(Towers):
    """The network ready to be asked."""

    def __init__(self, weights: Mapping[str, Array]) -> None:
        super().__init__(PLAN, weights)

    def guards(self, states: Bytes) -> Array:
        """Chances to be the guard of the seats after each viewer in order, shape (states, 4)."""
        return softmax(self.side(GUARD, states))


# --- the weights of Bao Huang's networks, each beside the heuristic that it was trained with


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
    weights = Weights(*networks.read_weights(path, key, wanted))
    try:
        parameters_from(weights.card["parameters"])  # they are asked for later
    except (KeyError, TypeError, AttributeError) as error:
        raise networks.no_weights(path) from error
    return weights


def parameters_from(held: dict[str, Any]) -> Parameters:
    """The heuristic's parameters from the JSON that they were saved as."""
    return Parameters(**{name: _tupled(value) for name, value in held.items()})


def _tupled(value: object) -> Any:
    return tuple(map(_tupled, value)) if isinstance(value, list) else value
