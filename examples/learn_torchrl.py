"""PPO with TorchRL in a minute: one seat learns from how its deals against bots end.

    python examples/learn_torchrl.py [GAME] [DEALS] [TESTED]

The mask comes with the information of each step. Deals of the validation range then tell what the network is worth, and what a
random player in the same seat makes of them. Needs TorchRL: pip install 'paiju[learn]'.
"""

import sys

import numpy as np
import torch
from tensordict import TensorDict
from tensordict.nn import TensorDictModule
from torch import nn
from torchrl.data import Binary
from torchrl.envs import DTypeCastTransform, GymWrapper, TransformedEnv
from torchrl.envs.gym_like import default_info_dict_reader
from torchrl.modules import MaskedCategorical, ProbabilisticActor, ValueOperator
from torchrl.objectives import ClipPPOLoss

from paiju.envs.gymnasium_env import SeatEnv
from paiju.envs.seeds import VALIDATION

BATCH, PASSES, HIDDEN, RATE = 50, 8, 64, 0.0005

torch.set_num_threads(1)


def layers(width, out):
    """A network of one hidden layer."""
    return nn.Sequential(nn.Linear(width, HIDDEN), nn.Tanh(), nn.Linear(HIDDEN, out))


def networks(width, steps):
    """What draws one of the legal steps, and what foretells the points of the deal."""
    actor = ProbabilisticActor(
        TensorDictModule(layers(width, steps), in_keys=["observation"], out_keys=["logits"]),
        in_keys={"logits": "logits", "mask": "action_mask"},
        distribution_class=MaskedCategorical,
        return_log_prob=True,
    )
    return actor, ValueOperator(layers(width, 1), in_keys=["observation"])


def tables(table):
    """The environment as TorchRL takes it, the mask beside the observation."""
    env = GymWrapper(table, categorical_action_encoding=True)
    mask = {"action_mask": Binary(table.config.space.size, dtype=torch.int8)}
    env.set_info_dict_reader(default_info_dict_reader(["action_mask"], spec=mask))
    return TransformedEnv(env, DTypeCastTransform(torch.int8, torch.bool, in_keys=["action_mask"]))


def deal(env, actor):
    """A deal as rows, one for each answer, with the points that it ended with."""
    with torch.no_grad():
        rows = env.rollout(10_000, actor)
    rows["points"] = rows["next", "reward"].sum(0).expand(len(rows), 1)
    return rows.exclude("next")


def learn(env, actor, critic, deals):
    """Play some deals, and fit both networks after every few of them."""
    loss = ClipPPOLoss(actor, critic, normalize_advantage=True, entropy_coeff=0.01)
    adam = torch.optim.Adam(loss.parameters(), RATE)
    for _ in range(0, deals, BATCH):
        rows = torch.cat([deal(env, actor) for _ in range(BATCH)])
        rows["value_target"] = rows["points"]
        rows["advantage"] = rows["points"] - critic(rows)["state_value"].detach()
        for _ in range(PASSES):
            for part in rows[torch.randperm(len(rows))].split(128):
                losses = loss(part)
                adam.zero_grad()
                (losses["loss_objective"] + losses["loss_critic"] + losses["loss_entropy"]).backward()
                adam.step()


def measure(table, choose, deals):
    """Points per deal of the validation range, and the standard error."""
    points = []
    for number in VALIDATION[:deals]:
        seen, info = table.reset(options={"deal": number})
        over, reward = not info["action_mask"].any(), 0.0
        while not over:
            seen, reward, over, _, info = table.step(choose(seen, info["action_mask"]))
        points.append(reward)
    return np.mean(points), np.std(points) / len(points) ** 0.5


def main(game="paohuzi", deals=1500, tested=300):
    """Learn, measure, tell."""
    torch.manual_seed(0)
    table = SeatEnv(game, bots="random", scaled=True, skip_forced=True)
    actor, critic = networks(table.config.layout.scaling.size, table.config.space.size)
    env = tables(table)
    env.set_seed(0)
    learn(env, actor, critic, deals)
    chance = np.random.default_rng(0)

    def best(seen, mask):
        row = {"observation": torch.from_numpy(seen), "action_mask": torch.from_numpy(mask).bool()}
        return int(actor.get_dist(TensorDict(row)).mode)

    players = {"random": lambda _, mask: int(chance.choice(np.flatnonzero(mask))), "learned": best}
    for name, choose in players.items():
        mean, error = measure(table, choose, tested)
        print(
            f"{game}, {name}: {mean:+.3f} points per deal against random players, standard error {error:.3f}"
        )


if __name__ == "__main__":
    main(*sys.argv[1:2], *map(int, sys.argv[2:]))
