"""Stable-Baselines3: the tables of the vector environment, as `MaskablePPO` takes them.

>>> from sb3_contrib import MaskablePPO
>>> model = MaskablePPO("MlpPolicy", TablesVecEnv("paohuzi", 16), n_steps=8, device="cpu")
>>> model.learn(128).num_timesteps
128
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
from stable_baselines3.common.vec_env import VecEnv

from paiju.envs.gymnasium_env import KernelVectorEnv


class TablesVecEnv(VecEnv):
    """`tables` inside the kernels, one learner each, scaled observations; `more` goes to `KernelVectorEnv`.

    Where a deal ends the next one is dealt at once, and the info of its table has the sum of its rewards and its steps as
    `Monitor` writes them. The attribute `tables` is the environment below.

    Raises:
        UsageError: as `KernelVectorEnv`.
        OptionError: as `KernelVectorEnv`.
    """

    def __init__(self, game: str, tables: int = 256, *, scaled: bool = True, **more: Any) -> None:
        self.tables = KernelVectorEnv(tables, game=game, scaled=scaled, autoreset_mode="SameStep", **more)
        self._began, self._steps = time.time(), np.zeros(tables, np.int64)
        self._given: Any = ()
        super().__init__(tables, self.tables.single_observation_space, self.tables.single_action_space)

    def reset(self) -> Any:
        """Deal at every table; after `seed` always the same deals."""
        self._steps[:] = 0
        seen, _ = self.tables.reset(seed=self._seeds[0])
        self._reset_seeds()
        return seen

    def step_async(self, actions: npt.NDArray[np.int64]) -> None:
        """Note a step for each table."""
        self._given = actions

    def step_wait(self) -> tuple[Any, Any, Any, list[dict[str, Any]]]:
        """Take the steps.

        Raises:
            RuleError: action.illegal.
            UsageError: usage.undealt, usage.shape, usage.type.
        """
        seen, rewards, over, _, info = self.tables.step(self._given)
        self._steps += 1
        infos: list[dict[str, Any]] = [{}] * self.num_envs
        for table in np.flatnonzero(over).tolist():
            past = round(time.time() - self._began, 6)
            infos[table] = {
                "episode": {"r": float(rewards[table]), "l": int(self._steps[table]), "t": past},
                "terminal_observation": info["final_obs"][table],
            }
        self._steps[over] = 0
        return seen, rewards.astype(np.float32), over, infos

    def close(self) -> None:
        """Do nothing: there is nothing to release."""

    def _chosen(self, indices: int | Iterable[int] | None) -> Sequence[int]:
        return list(self._get_indices(indices))

    def get_attr(self, attr_name: str, indices: int | Iterable[int] | None = None) -> list[Any]:
        """An attribute of the environment below, once for each table."""
        return [getattr(self.tables, attr_name)] * len(self._chosen(indices))

    def set_attr(self, attr_name: str, value: Any, indices: int | Iterable[int] | None = None) -> None:
        """Set an attribute of the environment below, which all tables share."""
        setattr(self.tables, attr_name, value)

    def env_method(
        self, method_name: str, *args: Any, indices: int | Iterable[int] | None = None, **kwargs: Any
    ) -> list[Any]:
        """The rows that a method of the environment below returns for some tables, as `action_masks`."""
        made = getattr(self.tables, method_name)(*args, **kwargs)
        return [made[table] for table in self._chosen(indices)]

    def env_is_wrapped(self, wrapper_class: Any, indices: int | Iterable[int] | None = None) -> list[bool]:
        """No table is wrapped."""
        return [False] * len(self._chosen(indices))
