"""PPO in one file: a network learns at hundreds of tables at once, in Gymnasium's vector environment inside the kernels.

    python examples/learn_vector.py [GAME] [UPDATES] [TABLES] [OPPONENTS]

The mask of each step comes with the information. Deals of the validation range then tell what the network is worth, and what a
random player in the same seats makes of them. Needs torch and the kernels: pip install 'paiju[learn,fast]'.
"""

import sys

import gymnasium
import numpy as np
import torch
from torch import nn

from paiju.envs.gymnasium_env import IDS
from paiju.envs.seeds import VALIDATION

STEPS, EPOCHS, BATCH, HIDDEN = 32, 3, 1024, 128
RATE, DISCOUNT, TRACE, CLIP, ENTROPY, VALUE = 1e-3, 1.0, 0.95, 0.2, 0.01, 0.5
FORBIDDEN = -1e9

torch.set_num_threads(1)


class Network(nn.Module):
    """The odds of each step, and the points to expect."""

    def __init__(self, width, steps):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(width, HIDDEN), nn.ReLU(), nn.Linear(HIDDEN, HIDDEN), nn.ReLU())
        self.odds, self.points = nn.Linear(HIDDEN, steps), nn.Linear(HIDDEN, 1)

    def forward(self, seen, mask):
        """The distribution over the legal steps, and the value."""
        found = self.body(seen)
        logits = self.odds(found).masked_fill(mask == 0, FORBIDDEN)
        return torch.distributions.Categorical(logits=logits), self.points(found).squeeze(-1)


def collect(envs, network, seen, mask, scale):
    """Some steps at all tables: what was seen, done and won, and the last view of the tables."""
    rows = {name: [] for name in ("seen", "mask", "step", "odds", "value", "reward", "over")}
    for _ in range(STEPS):
        now = torch.from_numpy(seen.copy()), torch.from_numpy(mask.copy())
        with torch.no_grad():
            policy, value = network(*now)
            step = policy.sample()
        seen, rewards, over, _, info = envs.step(step.numpy())
        mask = info["action_mask"]
        noted = (*now, step, policy.log_prob(step), value)
        for name, column in zip(
            rows, (*noted, torch.tensor(rewards / scale).float(), torch.tensor(over)), strict=True
        ):
            rows[name].append(column)
    return {name: torch.stack(column) for name, column in rows.items()}, seen, mask


def advantages(rows, last):
    """How much better each step went than expected, by generalized advantage estimation."""
    found, ahead, value = torch.zeros_like(rows["value"]), torch.zeros_like(last), last
    for at in reversed(range(STEPS)):
        goes_on = 1.0 - rows["over"][at].float()
        surprise = rows["reward"][at] + DISCOUNT * value * goes_on - rows["value"][at]
        found[at] = ahead = surprise + DISCOUNT * TRACE * goes_on * ahead
        value = rows["value"][at]
    return found


def learn(network, optimizer, rows, gains):
    """Some passes over what was collected."""
    flat = {name: column.flatten(0, 1) for name, column in rows.items()}
    gains, targets = gains.flatten(), (gains + rows["value"]).flatten()
    for _ in range(EPOCHS):
        for part in torch.randperm(len(gains)).split(BATCH):
            policy, value = network(flat["seen"][part], flat["mask"][part])
            ratio = (policy.log_prob(flat["step"][part]) - flat["odds"][part]).exp()
            gain = (gains[part] - gains[part].mean()) / (gains[part].std() + 1e-8)
            loss = -torch.min(gain * ratio, gain * ratio.clamp(1 - CLIP, 1 + CLIP)).mean()
            loss += VALUE * (value - targets[part]).pow(2).mean() - ENTROPY * policy.entropy().mean()
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), 0.5)
            optimizer.step()


def measure(envs, choose):
    """Points per deal in one deal of the validation range at each table, and the standard error."""
    seen, info = envs.reset(options={"deal": VALIDATION.start})
    points, playing = np.zeros(envs.num_envs), np.ones(envs.num_envs, bool)
    while playing.any():
        seen, rewards, over, _, info = envs.step(choose(seen, info["action_mask"]))
        points[playing & over] = rewards[playing & over]
        playing &= ~over
    return points.mean(), points.std() / len(points) ** 0.5


def main(game="paohuzi", updates=60, tables=256, opponents="greedy"):
    """Learn, measure, report."""
    torch.manual_seed(0)
    envs = gymnasium.make_vec(
        IDS[game], num_envs=int(tables), opponents=opponents, scaled=True, autoreset_mode="SameStep"
    )
    network = Network(envs.single_observation_space.shape[0], envs.single_action_space.n)
    optimizer = torch.optim.Adam(network.parameters(), lr=RATE)
    chance = np.random.default_rng(0)

    def learned(seen, mask):
        with torch.no_grad():
            return network(torch.from_numpy(seen), torch.from_numpy(mask))[0].probs.argmax(1).numpy()

    def at_random(_, mask):
        return (mask * chance.random(mask.shape)).argmax(1)

    random_points, error = measure(envs, at_random)
    print(
        f"{game}, random: {random_points:+.3f} points per deal against {opponents}, standard error {error:.3f}"
    )
    seen, info = envs.reset(seed=1)
    mask = info["action_mask"]
    for _ in range(int(updates)):
        rows, seen, mask = collect(envs, network, seen, mask, scale=10.0)
        with torch.no_grad():
            last = network(torch.from_numpy(seen), torch.from_numpy(mask))[1]
        learn(network, optimizer, rows, advantages(rows, last))
    points, error = measure(envs, learned)
    print(f"{game}, learned: {points:+.3f} points per deal against {opponents}, standard error {error:.3f}")
    return random_points, points


if __name__ == "__main__":
    main(*sys.argv[1:])
