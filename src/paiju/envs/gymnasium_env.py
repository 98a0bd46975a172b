"""Gymnasium: one learning seat against bots, single or many tables at once.

Importing this module registers `paiju/Baohuang-v1` and `paiju/Paohuzi-v1`.

>>> tables = vector("paohuzi", 4, bots="random")
>>> observations, infos = tables.reset(seed=1)
>>> observations.shape, infos["action_mask"].shape
((4, 363), (4, 61))
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from paiju.bots.base import Bot, require_named
from paiju.core.errors import (
    RuleError,
    UsageError,
    check_choice,
    check_each,
    check_seat,
    check_type,
    whole_number,
)
from paiju.core.options import Raw
from paiju.envs.fields import Scaled, Vector, check_shape
from paiju.envs.pack import games
from paiju.envs.seeds import TRAINING, chance, deal_asked
from paiju.envs.table import Config, Table, answer, seat_bots
from paiju.games.registry import AT_HOME

Info = dict[str, Any]
_MOST_TABLES = 1 << 20

IDS = {game: f"paiju/{game.capitalize()}-v1" for game in games()}


def box(config: Config) -> spaces.Box:
    """All observations there are, of shape (size,)."""
    low, high = config.bounds
    return spaces.Box(low, high, dtype=low.dtype.type)


class SeatEnv(gymnasium.Env[Vector | Scaled, Any]):
    """One seat of a deal; the others are bots, by one name for all or one for each seat after the learner's.

    The observation is `int8` of shape (size,), or with `scaled` `float32` as networks read it; `info["action_mask"]` is
    `int8` of shape (steps,). The reward is the
    seat's points, at the end of the deal. `seat` None takes another seat in every deal (`info["seat"]`). With
    `skip_forced` the learner is not asked where it has one step only. A step outside the mask is refused, or with
    `illegal="default"` replaced by the safe default, which `info["illegal"]` then tells.

    Raises:
        UsageError: usage.game, usage.bot, usage.bots, usage.stand_in, usage.kernel_option, usage.seat, usage.type; usage.choice, for another `illegal` or a render mode.
        OptionError: for an option or value that there is not.
    """

    metadata: dict[str, Any] = {"render_modes": []}  # noqa: RUF012 - as in the base class

    def __init__(
        self,
        game: str = AT_HOME[0],
        options: Mapping[str, Raw] | None = None,
        *,
        bots: str | Sequence[str] = "greedy",
        seat: int | None = 0,
        chained: bool = False,
        scaled: bool = False,
        skip_forced: bool = False,
        illegal: str = "raise",
        render_mode: str | None = None,
    ) -> None:
        self.config = Config(game, options, scaled=scaled)
        seats = self.config.seats
        check_type(bots, (str, Sequence))
        names = [bots] * (seats - 1) if isinstance(bots, str) else list(bots)
        check_each(names, str)
        if len(names) != seats - 1:
            raise UsageError("usage.bots", f"{len(names)} bots for {seats - 1} seats", {"count": seats - 1})
        if isinstance(seat, np.integer):
            seat = int(seat)
        if seat is not None:
            check_seat(seat, seats)
        seat_bots(dict(enumerate(names)), 0)
        require_named(self.config.options, names)
        check_choice(illegal, ("raise", "default"))
        if render_mode is not None:
            check_choice(render_mode, self.metadata["render_modes"])
        self.table = Table(self.config, chained=chained)
        self.render_mode = render_mode
        self._names, self._fixed, self._skips, self._lenient = names, seat, skip_forced, illegal == "default"
        self._bots: dict[int, Bot] = {}
        self._chance = random.Random()
        self.seat = seat or 0
        self.observation_space = box(self.config)
        self.action_space = spaces.Discrete(self.config.space.size)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Vector | Scaled, Info]:
        """Deal anew, up to the learner's first question; `options={"deal": n}` deals that deal.

        Deals that end before the learner is asked are passed over, unless one was asked for by number.

        Raises:
            UsageError: usage.number, usage.type, usage.choice: for a seed, a deal or a key that there is not; nothing is changed.
        """
        number = deal_asked(options)
        if seed is not None:
            seed = whole_number(seed)
            self._chance = chance(seed)
        super().reset(seed=seed)
        carry = seed is None
        while True:
            rng, seats = self._chance, self.config.seats
            self.seat = rng.randrange(seats) if self._fixed is None else self._fixed
            self.table.reset(rng.randrange(TRAINING.stop) if number is None else number, carry=carry)
            names = {(self.seat + 1 + i) % seats: name for i, name in enumerate(self._names)}
            self._bots = seat_bots(names, rng.getrandbits(32))
            self._run()
            if self.table.turn >= 0 or number is not None:
                return self.table.observe(self.seat), self._info()

    def step(self, action: Any) -> tuple[Vector | Scaled, float, bool, bool, Info]:
        """Take a step, and let the bots answer up to the next question.

        Raises:
            RuleError: action.illegal, action.game_over.
            UsageError: usage.undealt; usage.type, for what is no whole number.
        """
        refused = False
        try:
            self.table.step(action)
        except RuleError:
            if not self._lenient or self.table.turn < 0:
                raise
            self.table.step(self.table.legal()[0])
            refused = True
        self._run()
        over = self.table.turn < 0
        reward = float(self.table.returns()[self.seat]) if over else 0.0
        return self.table.observe(self.seat), reward, over, False, self._info(refused=refused)

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Which steps are legal now, of shape (steps,): where learners with masks, as MaskablePPO, look for it."""
        mask = np.zeros(self.config.space.size, np.bool_)
        mask[list(self.table.legal())] = True
        return mask

    def _run(self) -> None:
        table = self.table
        while (turn := table.turn) >= 0:
            if turn != self.seat:
                answer(table, self._bots[turn])
            elif self._skips and len(legal := table.legal()) == 1:
                table.step(legal[0])
            else:
                return

    def _info(self, *, refused: bool = False) -> Info:
        return {"action_mask": self.action_masks().astype(np.int8), "seat": self.seat, "illegal": refused}


class SeatEnvs(gymnasium.vector.SyncVectorEnv):
    """Tables in lockstep that check what they are given as one of them does."""

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, Info]:
        """Deal again at all tables, each with the next seed, or with its own of a list.

        Raises:
            UsageError: usage.number, usage.type, usage.choice, usage.shape.
        """
        if isinstance(seed, (list, tuple)):
            check_shape(seed, (self.num_envs,))
        elif seed is not None:
            seed = whole_number(seed)
        made: tuple[Any, Info] = super().reset(seed=seed, options=options)
        return made

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, Info]:
        """Take a step at each table; nothing is done unless there is one for each.

        Raises:
            RuleError: action.illegal, action.game_over.
            UsageError: usage.shape, usage.undealt, usage.type.
        """
        check_shape(actions, (self.num_envs,))
        made: tuple[Any, Any, Any, Any, Info] = super().step(actions)
        return made


def vector(game: str, tables: int, **more: Any) -> SeatEnvs:
    """Tables in lockstep, each a `SeatEnv`; a table whose deal is over is dealt again at the next step.

    Raises:
        UsageError: usage.number, usage.type, and whatever a `SeatEnv` raises.
    """
    return SeatEnvs([lambda: SeatEnv(game, **more)] * whole_number(tables, 1, _MOST_TABLES))


for _game, _id in IDS.items():
    if _id not in gymnasium.registry:
        gymnasium.register(_id, "paiju.envs.gymnasium_env:SeatEnv", kwargs={"game": _game})
