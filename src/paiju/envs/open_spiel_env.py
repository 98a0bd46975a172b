"""OpenSpiel: `python_baohuang` and `python_paohuzi`, registered when this module is imported.

Chance comes first and once: its outcome is the number of the deal. So a state knows the future, as every copy of
it does; that is for the referee. A player that searches takes `state.resample_from_infostate(player, draw)`, which
draws again all that the player cannot know, the future with it. `information_state_string`, observations and tensors
are made from the player's view and from what the player has witnessed.

>>> import pyspiel
>>> game = pyspiel.load_game("python_paohuzi(first_deal=1000000000,deals=10)")
>>> game.num_players(), game.num_distinct_actions()
(3, 61)
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pyspiel

from paiju.core.errors import UsageError, check_seat, whole_number
from paiju.envs.fields import Layout
from paiju.envs.history import Log, Rows, Step
from paiju.envs.pack import games, pack_of
from paiju.envs.seeds import MOST
from paiju.envs.table import Config, Table

_MOST_DEALS = 10_000_000
_MOST_ROWS = 100_000
_PARAMETERS = {"preset": "", "options": "", "first_deal": 0, "deals": 1000, "history": 0}
_DRAW_RANGE = 1 << 62


def _type_of(name: str) -> Any:
    return pyspiel.GameType(
        short_name=f"python_{name}",
        long_name=pack_of(name).title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM,  # some options take points that nobody gets
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=pack_of(name).seats[1],
        min_num_players=pack_of(name).seats[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification=_PARAMETERS,
        default_loadable=True,
    )


CHANCE, TERMINAL = int(pyspiel.PlayerId.CHANCE), int(pyspiel.PlayerId.TERMINAL)


class PaijuGame(pyspiel.Game):  # type: ignore[misc]  # pyspiel has no types
    """A deal of a game as OpenSpiel sees it.

    Parameters: `preset`, `options` (`name:value` joined by `;`), and the deals that chance picks from: `deals` of
    them from `first_deal` on, see `seeds`. `history` is how many rows of the past an information state has (see `history`), 0 for
    as many as deals usually fill. Utilities are bounded by the most points that the options allow.

    Raises:
        UsageError: usage.option, for a change that is not `name:value`; usage.number, for unknown deals or rows.
        OptionError: for an unknown option or value.
    """

    kind: Any
    name: str

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = {**_PARAMETERS, **(params or {})}
        changes = dict(map(_change, filter(None, given["options"].split(";"))))
        if given["preset"]:
            changes["preset"] = given["preset"]
        self.config = Config(self.name, changes)
        pack = self.config.pack
        rows = whole_number(given["history"], 0, _MOST_ROWS)
        self.witnessed = Rows(pack.past, self.config.space, self.config.seats, rows)
        self.deals = whole_number(given["deals"], 1, _MOST_DEALS)
        self.first_deal = whole_number(given["first_deal"], 0, MOST - self.deals)
        self.outcomes = [(outcome, 1 / self.deals) for outcome in range(self.deals)]
        """Every deal with the same probability; outcome 0 is the first one."""
        most = float(pack.most_points(self.config.options))
        info = pyspiel.GameInfo(
            num_distinct_actions=self.config.space.size,
            max_chance_outcomes=self.deals,
            num_players=self.config.seats,
            min_utility=-most,
            max_utility=most,
            utility_sum=None,
            max_game_length=pack.longest,
        )
        super().__init__(self.kind, info, params or {})

    def new_initial_state(self) -> PaijuState:
        """A deal not yet dealt."""
        return PaijuState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> PaijuObserver | PaijuRecall:
        """The function from a state to a player's observation, or with perfect recall to an information state."""
        if iig_obs_type is not None and iig_obs_type.perfect_recall:
            return PaijuRecall(self.config.layout, self.witnessed)
        return PaijuObserver(self.config.layout)


class PaijuState(pyspiel.State):  # type: ignore[misc]  # the library has no types
    """A deal: first a chance node, then steps of the seat to act."""

    def __init__(self, game: PaijuGame) -> None:
        super().__init__(game)
        self.config = game.config
        self.table: Table | None = None
        self._deals = range(game.first_deal, game.first_deal + game.deals)
        self._outcomes = game.outcomes
        self._player = CHANCE  # the library asks for it several times a step

    @property
    def log(self) -> Log:
        """All that has happened, in order."""
        return self.table.history if self.table is not None else Log()

    def current_player(self) -> int:
        """The seat to act; chance before the deal."""
        return self._player

    def is_terminal(self) -> bool:
        """Whether the deal is over."""
        return self._player == TERMINAL

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The deals with their probabilities."""
        return self._outcomes

    def is_chance_node(self) -> bool:
        """Whether the deal is still to be drawn."""
        return self._player == CHANCE

    def legal_actions(self, player: int | None = None) -> list[int]:
        """The steps of a seat, ascending, by default of the one to act; before the deal the outcomes."""
        if self.table is None:
            return list(range(len(self._deals))) if player in (None, CHANCE) else []
        return list(self.table.legal()) if player in (None, self._player) else []

    def _legal_actions(self, player: int) -> list[int]:
        return self.legal_actions(player)

    def _apply_action(self, action: int) -> None:
        if self.table is None:
            table = Table(self.config)
            table.reset(self._deals[whole_number(action, 0, len(self._deals) - 1)])
            self._go_on(table)
        else:
            self.table.step(action)
            self._go_on(self.table)

    def _go_on(self, table: Table) -> None:
        self.table, turn = table, table.turn
        self._player = turn if turn >= 0 else TERMINAL

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal {self._deals[whole_number(action, 0, len(self._deals) - 1)]}"
        return self.config.space.text(action)

    def returns(self) -> list[float]:
        """Points by seat; zeros while the deal lasts."""
        if self.table is None or not self.is_terminal():
            return [0.0] * self.config.seats
        return [float(points) for points in self.table.returns()]

    def observation(self, player: int) -> Any:
        """The observation of a seat, `int8` of shape (size,); zeros before the deal.

        Raises:
            UsageError: usage.seat.
        """
        check_seat(player, self.config.seats)
        if self.table is None:
            return np.zeros(self.config.layout.size, np.int8)
        return self.table.observe(player)

    def information_state_string(self, player: int | None = None) -> str:
        """The information state of a seat: the events it has witnessed as a hash, its own steps, and its view."""
        player = self.current_player() if player is None else player
        past = self.log.known_to(player)
        steps = " ".join(str(line.number) for line in past if isinstance(line, Step))
        return f"{past.digest()} {steps} | {self.observation_string(player)}"

    def observation_string(self, player: int | None = None) -> str:
        """The view of a seat: the fields that are not zero."""
        return _text(
            self.config.layout, self.observation(self.current_player() if player is None else player)
        )

    def observation_tensor(self, player: int | None = None) -> list[float]:
        """The view of a seat, one number after another."""
        return list(map(float, self.observation(self.current_player() if player is None else player)))

    def resample_from_infostate(self, player: int, draw: Callable[[], float]) -> PaijuState:
        """A state that the player, who must be the one to act, cannot tell from this one; `draw` is its chance.

        Raises:
            UsageError: usage.undealt; usage.seat, for a player who is not to act now.
        """
        if self.table is None:
            raise UsageError("usage.undealt", "nothing is hidden before the deal")
        other = PaijuState(self.get_game())
        other._go_on(self.table.determinized(player, random.Random(int(draw() * _DRAW_RANGE))))
        return other

    def __str__(self) -> str:
        if self.table is None:
            return "not dealt"
        seats = range(self.config.seats)
        return "\n".join(f"seat {seat}: {self.observation_string(seat)}" for seat in seats)


class PaijuObserver:
    """An observer of OpenSpiel's protocol: `tensor`, `dict` and text."""

    def __init__(self, layout: Layout) -> None:
        self.tensor = np.zeros(layout.size, np.float32)
        self.dict = layout.named(self.tensor)  # type: ignore[arg-type]  # views of the tensor

    def set_from(self, state: PaijuState, player: int) -> None:
        """Fill the tensor with what a player sees."""
        self.tensor[:] = state.observation(player)

    def string_from(self, state: PaijuState, player: int) -> str:
        """The same as text."""
        return state.observation_string(player)


class PaijuRecall:
    """An observer with perfect recall: `view`, what a player sees as networks read it, and `history`, what the player has witnessed."""

    def __init__(self, layout: Layout, rows: Rows) -> None:
        self._layout, self._rows = layout, rows
        self.tensor = np.zeros(layout.scaling.size + rows.rows * rows.width, np.float32)
        view, history = np.split(self.tensor, [layout.scaling.size])
        self.dict = {"view": view, "history": history.reshape(rows.rows, rows.width)}  # parts of the tensor

    def set_from(self, state: PaijuState, player: int) -> None:
        """Fill the tensor with what a player sees and has witnessed."""
        self.dict["view"][:] = self._layout.scaled(state.observation(player))
        self.dict["history"][:] = self._rows.of(state.log, player)

    def string_from(self, state: PaijuState, player: int) -> str:
        """The same as text."""
        return state.information_state_string(player)


def _change(text: str) -> tuple[str, str]:
    name, colon, value = text.partition(":")
    if not colon:
        raise UsageError("usage.option", f"{text!r} is not name:value", {"text": text})
    return name.strip(), value.strip()


def _text(layout: Layout, vector: Any) -> str:
    """The fields that are not zero, each as its numbers joined."""
    return " ".join(
        f"{name}={_numbers(values.ravel().tolist())}"
        for name, values in layout.named(vector).items()
        if values.any()
    )


def _numbers(values: Sequence[int]) -> str:
    """Numbers joined by commas; of many, those that are not zero with their places."""
    few = 6
    if len(values) <= few:
        return ",".join(map(str, values))
    return ",".join(f"{place}:{value}" for place, value in enumerate(values) if value)


def _register(name: str) -> None:
    """A class of its own for a game, under its own name in this module, so that it can be pickled."""
    kind = _type_of(name)
    made = type(
        f"{name.capitalize()}Game", (PaijuGame,), {"kind": kind, "name": name, "__module__": __name__}
    )
    globals()[made.__name__] = made
    pyspiel.register_game(kind, made)


for _game in sorted({f"python_{name}" for name in games()} - set(pyspiel.registered_names())):
    _register(_game.removeprefix("python_"))
