"""Random play in the batch environment."""

import numpy as np

from paiju.envs.batch import BatchEnv

env, rng, points = BatchEnv("baohuang", {"preset": "moegirl"}, batch=256), np.random.default_rng(0), []
while len(points) < 256:
    env.step((rng.random(env.batch) * env.count).astype(int))
    points += env.returns[env.done].tolist()
print(f"{len(points)} deals, points by seat {np.sum(points, axis=0)}")
