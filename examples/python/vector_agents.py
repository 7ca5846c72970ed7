"""Plays random moves on 64 boards, with two requests for half of the boards in flight."""

import numpy as np

import tengen

random = np.random.default_rng(seed=1)
winners: list[int] = []
with tengen.make_vec("tengen/Go7x7-v1", 64, opponent=None, batch_size=32) as envs:
    envs.async_reset(seed=1)
    for _ in range(400):
        # One half has been stepped. The server is stepping the other half.
        observations, rewards, terminations, truncations, infos = envs.recv()
        winners += infos["winner"][terminations].tolist() if "winner" in infos else []
        actions = tengen.sample_actions(observations["action_mask"], random)
        envs.send(actions, infos["env_id"])
print(f"{len(winners)} games, of which Black won {winners.count(tengen.Color.BLACK)}")
