"""Random play in PettingZoo."""

from paiju.envs.pettingzoo_env import PaijuEnv

env = PaijuEnv("paohuzi", {"preset": "chenzhou"})
env.reset(seed=0)
for agent in env.agent_iter():
    _, reward, over, _, info = env.last()
    env.step(None if over else env.action_space(agent).sample(info["action_mask"]))
    if over:
        print(agent, reward)
