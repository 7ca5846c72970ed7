"""Plays a game between two random agents with PettingZoo, and prints the final board."""

import tengen.pettingzoo

env = tengen.pettingzoo.env(5, komi=0.5, render_mode="ansi")
env.reset(seed=1)
rewards = {}
for agent in env.agent_iter():
    observation, rewards[agent], terminated, truncated, info = env.last()
    if terminated or truncated:
        env.step(None)
    else:
        env.step(env.action_space(agent).sample(info["action_mask"]))
print(env.render())
print(rewards)
env.close()
