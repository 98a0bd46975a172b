"""PettingZoo: every seat is an agent, one after another (AEC), for the whole deal.

>>> env = PaijuEnv("paohuzi")
>>> env.reset(seed=1)
>>> for agent in env.agent_iter():
...     observation, reward, terminated, truncated, info = env.last()
...     mask = info["action_mask"]
...     env.step(None if terminated else int(mask.argmax()))
>>> env.agents
[]
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils.conversions import turn_based_aec_to_parallel

from paiju.core.errors import check_choice, wrong_seat
from paiju.core.options import Raw
from paiju.envs.gymnasium_env import box
from paiju.envs.seeds import TRAINING, chance, deal_asked
from paiju.envs.table import RENDER_MODES, Config, Table

Observation = dict[str, Any]


class PaijuEnv(AECEnv):  # type: ignore[misc]  # PettingZoo is typed in part only
    """A deal of either game; agents are `seat_0`, `seat_1` and so on.

    An observation is `{"observation": int8 (size,), "action_mask": int8 (steps,)}`, see `docs/environments.md`, with
    `scaled` in `float32` as networks read it; the mask is in the info as well. Only the agent to act has ones in its mask. The reward of every agent is
    its points, when the deal ends. Options stay the same over `reset`; `reset(seed=n)` fixes all deals that follow,
    `reset(options={"deal": n})` deals the deal of that number. A step outside the mask is refused, or with `illegal="default"`
    replaced by the safe default, which the agent's `info["illegal"]` then says.

    Raises:
        UsageError: usage.game, usage.type; usage.choice, for another `illegal` or an unknown render mode.
        OptionError: for an unknown option or value.
    """

    metadata = {"render_modes": [*RENDER_MODES], "name": "paiju_v1", "is_parallelizable": False}  # noqa: RUF012 - as the library has it

    def __init__(
        self,
        game: str,
        options: Mapping[str, Raw] | None = None,
        *,
        chained: bool = False,
        scaled: bool = False,
        illegal: str = "raise",
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        check_choice(illegal, ("raise", "default"))
        self._lenient = illegal == "default"
        if render_mode is not None:
            check_choice(render_mode, RENDER_MODES)
        self.config = Config(game, options, scaled=scaled)
        self.table = Table(self.config, chained=chained)
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(self.config.seats)]
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        steps = self.config.space.size
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": box(self.config),
                    "action_mask": spaces.Box(0, 1, (steps,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(steps) for agent in self.possible_agents}
        self._chance = random.Random()
        self._open = self._idle = np.zeros(steps, np.int8)
        self._idle.flags.writeable = False

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The space of an agent's observations, always the same object."""
        self._seat(agent)
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The space of an agent's steps, always the same object."""
        self._seat(agent)
        return self.action_spaces[agent]

    def _seat(self, agent: Any) -> int:
        if not isinstance(agent, str) or agent not in self._seat_of:
            raise wrong_seat(agent, self.config.seats)
        return self._seat_of[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal again.

        Raises:
            UsageError: usage.number, usage.type, usage.choice: for an unknown seed, deal or key; nothing is changed.
        """
        number = deal_asked(options, idle=("options",))
        if seed is not None:
            self._chance = chance(seed)
        number = self._chance.randrange(TRAINING.stop) if number is None else number
        self.table.reset(number, carry=seed is None)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {}
        self._select()

    def _select(self) -> None:
        """Name who acts next, or end the deal; each moment has its own mask."""
        turn = self.table.turn
        if turn < 0:
            points = self.table.returns()
            self.rewards = {agent: points[seat] for agent, seat in self._seat_of.items()}
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = self.possible_agents[turn]
            self._open = self.table.mask()
        self.infos = {
            agent: {"action_mask": self._idle, "engine": self.config.engine} for agent in self.agents
        }
        self.infos[self.agent_selection]["action_mask"] = self._mask(turn)
        if self.render_mode == "human":
            self.render()

    def _mask(self, seat: int) -> Any:
        """The mask of the moment for the seat at turn, zeros for all others."""
        return self._open if seat == self.table.turn >= 0 else self._idle

    def observe(self, agent: str) -> Observation:
        """The observation of an agent.

        Raises:
            UsageError: usage.seat, usage.undealt.
        """
        seat = self._seat(agent)
        seen = self.table.observe(seat)
        return {"observation": seen, "action_mask": self._mask(seat)}

    def step(self, action: int | None) -> None:
        """Take a step for the agent to act; None for one whose deal is over.

        Raises:
            RuleError: action.illegal, for a step outside the mask.
            UsageError: usage.undealt; usage.type, for what is no whole number.
        """
        if not self.table.dealt:
            self.table.step(-1)  # refuses
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0
        self._clear_rewards()
        refused = self.table.take(-1 if action is None else action, lenient=self._lenient)
        self._select()
        self.infos[agent]["illegal"] = refused
        self._accumulate_rewards()

    def render(self) -> Any:
        """With `ansi` the seat to act and the open steps, as text; with `rgb_array` what that agent sees, (height, width, 3).

        With `human` every `reset` and `step` prints both as text. None without a render mode and before the first `reset`.
        """
        if not self.table.dealt:
            return None
        return self.table.rendered(self._seat_of[self.agent_selection], self.render_mode)

    def close(self) -> None:
        """Do nothing: there is nothing to release."""


def env(game: str, options: Mapping[str, Raw] | None = None, **more: Any) -> PaijuEnv:
    """An environment by PettingZoo's usual name; see `PaijuEnv`."""
    return PaijuEnv(game, options, **more)


def parallel_env(game: str, options: Mapping[str, Raw] | None = None, **more: Any) -> Any:
    """PettingZoo's parallel form of `PaijuEnv`: all agents give a step, and that of the agent with ones in its mask counts."""
    return turn_based_aec_to_parallel(PaijuEnv(game, options, **more))
