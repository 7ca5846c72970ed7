"""Plays random games in a batch, without end: the sample client of ops/deploy/compose.yaml.

python client.py HOST:PORT CA TOKEN_FILE
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

import numpy as np

from tengen.vector import TengenVectorEnv

BOARDS = 64
# A load that leaves the machine to others.
STEPS_PER_SECOND = 10


def play(address: str, ca: str, token: str, step_count: int | None = None) -> int:
    """Plays `step_count` steps of each board, or without end, and returns how many games ended."""
    random = np.random.default_rng()
    ended = 0
    with TengenVectorEnv(9, BOARDS, address=address, tls=ca, token=token) as environments:
        _, info = environments.reset()
        while step_count is None or step_count > 0:
            mask = info["action_mask"]
            actions = np.argmax(random.random(mask.shape) * mask, axis=1)
            _, _, terminated, truncated, info = environments.step(actions)
            ended += int(np.count_nonzero(terminated | truncated))
            if step_count is not None:
                step_count -= 1
            else:
                time.sleep(1 / STEPS_PER_SECOND)
    return ended


def main() -> None:
    """Plays as the command line says."""
    address, ca, token_file = sys.argv[1:]
    play(address, ca, Path(token_file).read_text(encoding="utf-8").strip())


if __name__ == "__main__":
    main()
