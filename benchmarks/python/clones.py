"""Benchmark of OpenSpiel: grows a random tree of cloned positions in one process.

A step clones a random position, plays a legal action in the clone, and computes its mask and
observation. This corresponds to one node of a Tengen forest. OpenSpiel has no superko: a repetition is
a draw.
"""

from __future__ import annotations

import argparse
import time
from typing import Any

import numpy as np
import pyspiel
import worker


class CloneClient:
    """A tree of cloned positions.

    Args:
      size: The width and height of the board.
      node_count: The maximum number of positions to keep.
    """

    def __init__(self, size: int, node_count: int) -> None:
        self._game = pyspiel.load_game("go", {"board_size": size, "komi": 7.5})
        self._rng = np.random.default_rng(1)
        self._node_count = node_count
        self._nodes = [self._game.new_initial_state()]

    def run(self, seconds: float) -> dict[str, Any]:
        """Grows the tree for `seconds`."""
        start = time.perf_counter_ns()
        end = start + int(seconds * 1e9)
        step_count = tree_count = 0
        while time.perf_counter_ns() < end:
            for _ in range(64):
                parent = self._nodes[int(self._rng.integers(len(self._nodes)))]
                actions = parent.legal_actions()
                child = parent.clone()
                child.apply_action(actions[int(self._rng.integers(len(actions)))])
                step_count += 1
                if child.is_terminal():
                    continue
                np.array(child.legal_actions_mask(), np.uint8)
                np.array(child.observation_tensor(child.current_player()), np.uint8)
                self._nodes.append(child)
            if len(self._nodes) > self._node_count:
                del self._nodes[1:]
                tree_count += 1
        seconds_taken = (time.perf_counter_ns() - start) / 1e9
        return {"steps": step_count, "episodes": tree_count, "seconds": seconds_taken}


def main() -> None:
    """Runs the worker loop."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--size", type=int, default=9)
    parser.add_argument("--nodes", type=int, default=100_000)
    arguments = parser.parse_args()
    client = CloneClient(arguments.size, arguments.nodes)
    worker.serve(client.run, {"description": "clone, apply, mask, observation of 4 planes"})


if __name__ == "__main__":
    main()
