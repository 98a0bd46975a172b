"""Random play of one seat against bots in Gymnasium."""

import gymnasium

import paiju.envs.gymnasium_env  # noqa: F401 - registers the environments

env = gymnasium.make("paiju/Paohuzi-v1", bots="greedy", skip_forced=True)
_, info = env.reset(seed=0)
over = False
while not over:
    _, reward, over, _, info = env.step(env.action_space.sample(info["action_mask"]))
print("points", reward)
