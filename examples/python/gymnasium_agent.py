"""Plays games against a built-in player with Gymnasium. It starts its own server."""

import numpy as np

import tengen

random = np.random.default_rng(seed=1)
with tengen.make("tengen/Go7x7-v1", opponent="eye-safe-random") as env:
    for seed in range(3):
        observation, info = env.reset(seed=seed)
        reward, terminated, truncated = 0.0, False, False
        while not (terminated or truncated):
            action = random.choice(np.flatnonzero(info["action_mask"]))
            observation, reward, terminated, truncated, info = env.step(action)
        print(f"game {seed}: {info['move_number']} moves, {info['score']}, reward {reward:+g}")
