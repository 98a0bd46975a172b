"""MaskablePPO of sb3-contrib in a minute: one seat learns against bots, in the Gymnasium environment as it is.

    python examples/learn_ppo.py [GAME] [STEPS] [DEALS]

The learner finds the mask by itself (`action_masks`). Deals of the validation range then tell what it is worth, and what a
random player in the same seat makes of them. Needs sb3-contrib: pip install 'paiju[learn]'.
"""

import random
import sys

import gymnasium
import numpy as np
import torch
from sb3_contrib import MaskablePPO

from paiju.envs.gymnasium_env import IDS
from paiju.envs.seeds import VALIDATION

torch.set_num_threads(1)


def measure(env, choose, deals):
    """Points per deal of the validation range, and the standard error."""
    points = []
    for deal in VALIDATION[:deals]:
        observation, info = env.reset(options={"deal": deal})
        over, reward = not info["action_mask"].any(), 0.0
        while not over:
            observation, reward, over, _, info = env.step(
                choose(observation, info["action_mask"].astype(bool))
            )
        points.append(reward)
    return np.mean(points), np.std(points) / len(points) ** 0.5


def main(game="paohuzi", steps=15_000, deals=300):
    """Learn, measure, tell."""
    env = gymnasium.make(IDS[game], bots="random", scaled=True, skip_forced=True)
    model = MaskablePPO("MlpPolicy", env, n_steps=512, batch_size=128, ent_coef=0.01, seed=0, device="cpu")
    model.learn(steps)
    chance = random.Random(0)
    players = {
        "random": lambda _, mask: chance.choice(np.flatnonzero(mask)),
        "learned": lambda seen, mask: model.predict(seen, action_masks=mask, deterministic=True)[0],
    }
    for name, choose in players.items():
        mean, error = measure(env, choose, deals)
        print(
            f"{game}, {name}: {mean:+.3f} points per deal against random players, standard error {error:.3f}"
        )


if __name__ == "__main__":
    main(*sys.argv[1:2], *map(int, sys.argv[2:]))
