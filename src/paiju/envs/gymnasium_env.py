"""Gymnasium: one learning seat against bots, and thousands of tables inside the kernels.

Importing this module registers `paiju/Baohuang-v1` and `paiju/Paohuzi-v1`.

>>> tables = vector("paohuzi", 4, bots="random")
>>> observations, infos = tables.reset(seed=1)
>>> observations.shape, infos["action_mask"].shape
((4, 363), (4, 61))
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space

from paiju.bots.base import Bot, Maker, require_named
from paiju.core.errors import (
    RuleError,
    UsageError,
    check_choice,
    check_each,
    check_seat,
    check_type,
    whole_number,
    wrong_type,
)
from paiju.core.options import Raw
from paiju.envs.batch import LearnerTables, Seen, check, first_of
from paiju.envs.fields import DEAL, DRAWN, POLICIES, RANDOM, SELF, STAY, Scaled, Vector, check_shape
from paiju.envs.pack import games
from paiju.envs.seeds import TRAINING, chance, deal_asked
from paiju.envs.table import RENDER_MODES, Config, Table, bot_maker, seat_bots
from paiju.games.registry import AT_HOME

Info = dict[str, Any]
_MOST_TABLES = 1 << 20

IDS = {game: f"paiju/{game.capitalize()}-v1" for game in games()}


def _several(bots: Any) -> list[str | Maker]:
    check_type(bots, Sequence)
    check_each([bot for bot in bots if not callable(bot)], str)
    return list(bots)


def box(config: Config) -> spaces.Box:
    """All observations there are, of shape (size,)."""
    low, high = config.bounds
    return spaces.Box(low, high, dtype=low.dtype.type)


class SeatEnv(gymnasium.Env[Vector | Scaled, Any]):
    """One seat of a deal, the others are bots.

    `bots` is one for all or one for each seat after the learner's: what `bots.base.maker` takes, or anything that makes one
    from a seed.

    The observation is `int8` of shape (size,), or with `scaled` `float32` as networks read it; `info["action_mask"]` is
    `int8` of shape (steps,). The reward is the
    seat's points, at the end of the deal. `seat` None takes another seat in every deal (`info["seat"]`). With
    `skip_forced` the learner does not decide where it has one step only. A step outside the mask is refused, or with
    `illegal="default"` replaced by the safe default, which `info["illegal"]` then tells.

    Raises:
        UsageError: usage.game, usage.bot, usage.bots, usage.stand_in, usage.kernel_option, usage.seat, usage.type; usage.choice, for another `illegal` or a render mode.
        OptionError: for an unknown option or value.
    """

    metadata: dict[str, Any] = {"render_modes": [*RENDER_MODES]}  # noqa: RUF012 - as in the base class

    def __init__(
        self,
        game: str = AT_HOME[0],
        options: Mapping[str, Raw] | None = None,
        *,
        bots: str | Maker | Sequence[str | Maker] = "greedy",
        seat: int | None = 0,
        chained: bool = False,
        scaled: bool = False,
        skip_forced: bool = False,
        illegal: str = "raise",
        render_mode: str | None = None,
    ) -> None:
        self.config = Config(game, options, scaled=scaled)
        seats = self.config.seats
        names = [bots] * (seats - 1) if isinstance(bots, str) or callable(bots) else _several(bots)
        if len(names) != seats - 1:
            raise UsageError("usage.bots", f"{len(names)} bots for {seats - 1} seats", {"count": seats - 1})
        if isinstance(seat, np.integer):
            seat = int(seat)
        if seat is not None:
            check_seat(seat, seats)
        makers = [bot_maker(game, name) for name in names]
        seat_bots(game, dict(enumerate(makers)), 0)
        require_named(self.config.options, [name for name in names if isinstance(name, str)])
        check_choice(illegal, ("raise", "default"))
        if render_mode is not None:
            check_choice(render_mode, self.metadata["render_modes"])
        self.table = Table(self.config, chained=chained)
        self.render_mode = render_mode
        self._makers, self._fixed, self._skips, self._lenient = (
            makers,
            seat,
            skip_forced,
            illegal == "default",
        )
        self._bots: dict[int, Bot] = {}
        self._chance = random.Random()
        self.seat = seat or 0
        self.observation_space = box(self.config)
        self.action_space = spaces.Discrete(self.config.space.size)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Vector | Scaled, Info]:
        """Deal again, up to the learner's first question; `options={"deal": n}` deals that deal.

        Deals that end before the learner decides are passed over, unless a number names one.

        Raises:
            UsageError: usage.number, usage.type, usage.choice: for an unknown seed, deal or key; nothing is changed.
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
            makers = {(self.seat + 1 + i) % seats: make for i, make in enumerate(self._makers)}
            self._bots = seat_bots(self.config.game.name, makers, rng.getrandbits(32))
            self._run()
            if self.table.turn >= 0 or number is not None:
                self._render_for_people()
                return self.table.observe(self.seat), self._info()

    def step(self, action: Any) -> tuple[Vector | Scaled, float, bool, bool, Info]:
        """Take a step, and let the bots answer up to the next question.

        Raises:
            RuleError: action.illegal, action.game_over.
            UsageError: usage.undealt; usage.type, for what is no whole number.
        """
        refused = self.table.take(action, lenient=self._lenient)
        self._run()
        self._render_for_people()
        over = self.table.turn < 0
        reward = float(self.table.returns()[self.seat]) if over else 0.0
        return self.table.observe(self.seat), reward, over, False, self._info(refused=refused)

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Which steps are legal now, of shape (steps,): where learners with masks, as MaskablePPO, look for it."""
        return self.table.mask().view(np.bool_)

    def render(self) -> Any:
        """With `ansi` the open steps as text, with `rgb_array` what the seat sees, `uint8` of shape (height, width, 3).

        With `human` every `reset` and `step` prints what the seat sees and the open steps.
        """
        return self.table.rendered(self.seat, self.render_mode)

    def _render_for_people(self) -> None:
        if self.render_mode == "human":
            self.render()

    def _run(self) -> None:
        self.table.answers(self._bots)
        while self._skips and len(legal := self.table.legal()) == 1:
            self.table.step(legal[0])
            self.table.answers(self._bots)

    def _info(self, *, refused: bool = False) -> Info:
        return {
            "action_mask": self.table.mask(),
            "seat": self.seat,
            "illegal": refused,
            "engine": self.config.engine,
        }


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


class KernelVectorEnv(gymnasium.vector.VectorEnv[Any, Any, Any]):
    """`num_envs` tables inside the kernels, one learner each; `gymnasium.make_vec("paiju/Paohuzi-v1", num_envs=1024)`.

    `opponents` are `random`, `greedy` or `heuristic`, and play inside the kernel; with `self` the learner plays
    every seat in turn. The rest is as in `BatchEnv`: Bao Huang begins at its first lead, and only seats with a claim
    decide. `seat` None takes another seat in every deal. With `threads` more than one the tables are shared out;
    deals and everything else stay the same.

    A step takes a step of the action space a table, and returns `int8` observations (num_envs, size), or with `scaled`
    `float32`, and rewards: the learner's points at the end of a deal, under `self` those of the seat that decided last.
    The info has arrays: `action_mask`, `int8` (num_envs, steps); `seat`, the seat that decides; `illegal`, whether a step
    outside the mask was replaced by the safe default, which happens with `illegal="default"` alone; `deal`, the number of
    the deal; and `returns`, (num_envs, seats), points of the deals that the step ended. Observations and masks stay as they
    are until the step after the next one; copy what must last longer. Where a deal is over they are zeros.

    `autoreset_mode` is Gymnasium's, by its name or value: `NextStep` deals again at the next step, whatever action is given
    there, `SameStep` at once, with the end's info under `final_info`; with `Disabled` `reset(options={"reset_mask": …})`
    deals.

    Raises:
        UsageError: usage.kernels without numba; usage.game, usage.kernel_option, usage.seat, usage.type, usage.number;
            usage.choice, for other opponents, another `illegal`, or an unknown mode.
        OptionError: for an unknown option or value.
    """

    def __init__(
        self,
        num_envs: int = 1,
        *,
        game: str = AT_HOME[0],
        options: Mapping[str, Raw] | None = None,
        opponents: str = POLICIES[RANDOM],
        seat: int | None = None,
        scaled: bool = False,
        illegal: str = "raise",
        threads: int = 1,
        autoreset_mode: str | AutoresetMode = AutoresetMode.NEXT_STEP,
        render_mode: str | None = None,
    ) -> None:
        self.num_envs = whole_number(num_envs, 1, _MOST_TABLES)
        self.config = Config(game, options, scaled=scaled)
        check_choice(opponents, (*POLICIES, "self"))
        check_choice(illegal, ("raise", "default"))
        mode = autoreset_mode.value if isinstance(autoreset_mode, AutoresetMode) else autoreset_mode
        check_choice(mode, tuple(known.value for known in AutoresetMode))
        if render_mode is not None:
            check_choice(render_mode, ())
        if isinstance(seat, np.integer):
            seat = int(seat)
        if seat is not None:
            check_seat(seat, self.config.seats)
        self._mode, self._lenient = AutoresetMode(mode), illegal == "default"
        self.metadata = {"render_modes": [], "autoreset_mode": self._mode}
        self.render_mode = render_mode
        policy, learner = RANDOM, SELF
        if opponents != "self":
            policy, learner = POLICIES.index(opponents), DRAWN if seat is None else seat
        threads = whole_number(threads, 1, _MOST_TABLES)
        self._tables = LearnerTables(
            game, dict(options or {}), self.num_envs, threads, policy=policy, seat=learner
        )
        self._over: npt.NDArray[np.bool_] = np.zeros(self.num_envs, np.bool_)
        self._dealt = False
        self.single_observation_space = box(self.config)
        self.single_action_space = spaces.Discrete(self.config.space.size)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)

    @property
    def legal(self) -> npt.NDArray[np.int64]:
        """The legal steps of all tables one after another, see `offsets`."""
        return self._tables.legal

    @property
    def offsets(self) -> npt.NDArray[np.int64]:
        """The first place of each table in `legal`, and last the end, shape (num_envs + 1,)."""
        return self._tables.offsets

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, Info]:
        """Deal again; `options={"deal": n}` deals n at the first table and the following ones at the others.

        A seed, or one for each table, fixes all deals to come; without one the deals that follow are dealt.

        Raises:
            UsageError: usage.number, usage.type, usage.choice, usage.shape: nothing is changed.
        """
        given = dict(options or {})
        chosen = given.pop("reset_mask", None)
        number = deal_asked(given)
        if chosen is not None:
            check_shape(chosen, (self.num_envs,))
        wanted = np.ones(self.num_envs, np.bool_) if chosen is None else np.asarray(chosen, np.bool_)
        if number is not None:
            first = first_of(number) + np.arange(self.num_envs)
        elif isinstance(seed, (list, tuple)):
            check_shape(seed, (self.num_envs,))
            first = np.array([_start(one) for one in seed])
        else:
            first = _start(None if seed is None else whole_number(seed)) + np.arange(self.num_envs)
        super().reset(seed=None)
        if number is not None or seed is not None or not self._dealt:
            self._tables.tables["number"][wanted] = first[wanted]
            self._tables.learners["dealt"][wanted] = 0
        self._dealt = True
        seen = self._tables.advance(np.where(wanted, DEAL, STAY))
        self._over = self._over & ~wanted
        return self.config.read(seen.observation), _facts(seen)

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, Info]:
        """Take a step at each table, and let the opponents answer; nothing is done if one is wrong.

        Raises:
            RuleError: action.illegal; action.game_over, in the mode `Disabled`.
            UsageError: usage.undealt, usage.shape, usage.type.
        """
        if not self._dealt:
            raise UsageError("usage.undealt", "nothing has been dealt yet: call reset first")
        check_shape(actions, (self.num_envs,))
        given = np.asarray(actions)
        if given.dtype.kind not in "iu":
            raise wrong_type(given.flat[0], int)
        chosen, refused = given.astype(np.int64), np.zeros(self.num_envs, np.bool_)
        self._check(chosen, refused)
        again = self._mode is AutoresetMode.SAME_STEP
        seen = self._tables.advance(chosen, again=again)
        info: Info = {"illegal": refused, "returns": seen.returns}
        if not again:
            self._over = seen.over
        elif seen.over.any():
            info |= {
                "final_obs": self._ended, "_final_obs": seen.over, "final_info": dict(info), "_final_info": seen.over,
            }  # fmt: skip
        observation = self.config.read(seen.observation)
        return observation, seen.rewards, seen.over, np.zeros_like(seen.over), {**_facts(seen), **info}

    def _check(self, chosen: npt.NDArray[np.int64], refused: npt.NDArray[np.bool_]) -> None:
        """Put DEAL where the deal is over, and the safe default for what may be `refused`."""
        if self._mode is AutoresetMode.DISABLED and self._over.any():
            raise RuleError("action.game_over", "a deal is over: reset its table", self.config.pack.rule)
        table = check(self._tables.seen.mask, self._over, chosen, int(self._lenient), refused)
        if table >= 0:
            raise RuleError(
                "action.illegal", f"no such step at table {table}", self.config.pack.rule,
                {"why": "not_offered", "action": str(int(chosen[table]))},
            )  # fmt: skip

    @cached_property
    def _ended(self) -> Any:
        """What learners see where a deal is over: always the same."""
        return self.config.read(np.zeros_like(self._tables.seen.observation))

    def close_extras(self, **_: Any) -> None:
        """End the threads."""
        self._tables.close()

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Which steps are legal now, (num_envs, steps): where learners with masks, as MaskablePPO, look for it."""
        mask: npt.NDArray[np.bool_] = self._tables.seen.mask.view(np.bool_)
        return mask


def _facts(seen: Seen) -> Info:
    return {"action_mask": seen.mask, "seat": seen.seat, "deal": seen.deal}


def _start(seed: int | None) -> int:
    """The first deal of a seed, with half of the training range before it."""
    rng = random.Random() if seed is None else chance(seed)
    return rng.randrange(TRAINING.stop // 2)


for _game, _id in IDS.items():
    if _id not in gymnasium.registry:
        gymnasium.register(
            _id,
            "paiju.envs.gymnasium_env:SeatEnv",
            kwargs={"game": _game},
            vector_entry_point="paiju.envs.gymnasium_env:KernelVectorEnv",
        )
