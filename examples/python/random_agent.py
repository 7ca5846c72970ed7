"""Plays one game of random moves. It needs a server: start one with `./tengen serve`."""

import sys

import numpy as np

import tengen

address = sys.argv[1] if len(sys.argv) > 1 else "127.0.0.1:9019"
random = np.random.default_rng(seed=1)
with tengen.connect(address) as client, client.create_session(9, komi=7.5) as session:
    observation, info = session.reset(seed=1)
    reward, terminated, truncated = 0.0, False, False
    while not (terminated or truncated):
        action = random.choice(np.flatnonzero(info["action_mask"]))
        observation, reward, terminated, truncated, info = session.step(action)
    print(f"{info['move_number']} moves, {session.score()}")
