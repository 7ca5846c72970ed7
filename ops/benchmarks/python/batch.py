"""Benchmark of `tengen.make_vec`: plays uniform random legal actions on many boards.

It unpacks observations, draws actions from the masks, and reads rewards and ends. The boards are
split into groups, and each group has one request in flight.
"""

from __future__ import annotations

import argparse
import time
from typing import Any

import numpy as np
import tengen
import worker


class BatchClient:
    """A vector environment with counters.

    Args:
      arguments: The arguments of the command line.
    """

    def __init__(self, arguments: argparse.Namespace) -> None:
        self._count = arguments.batch
        self._rng = np.random.default_rng(1)
        self._envs = tengen.make_vec(
            arguments.size,
            arguments.batch,
            address=arguments.address,
            opponent=None,
            rules=tengen.Rules(ko=arguments.ko),
            max_moves=arguments.max_moves,
            encoding=arguments.encoding,
            batch_size=-(-arguments.batch // arguments.in_flight),
            copy=arguments.copy,
            journal=arguments.journal,
        )
        self._sent_at: list[int] = []
        self._reward_sum = 0.0
        self._envs.async_reset(seed=1)
        self._waiting = []
        for _ in range(len(range(0, self._count, -(-self._count // arguments.in_flight)))):
            observations, _, _, _, infos = self._envs.recv()
            self._waiting.append((observations["action_mask"].copy(), infos["env_id"]))
        self._is_over = np.zeros(self._count, np.bool_)

    def run(self, seconds: float) -> dict[str, Any]:
        """Plays for `seconds`, and then receives all pending responses."""
        envs, clock, draw, rng = self._envs, time.perf_counter_ns, tengen.sample_actions, self._rng
        sent_at: list[int] = []
        latencies: list[int] = []
        step_count = episode_count = 0
        start = clock()
        end = start + int(seconds * 1e9)
        for mask, lanes in self._waiting:
            sent_at.append(clock())
            envs.send(draw(mask, rng), lanes)
        self._waiting = []
        received_count = 0
        while received_count < len(sent_at):
            observations, rewards, terminated, truncated, infos = envs.recv()
            now = clock()
            latencies.append(now - sent_at[received_count])
            received_count += 1
            lanes, mask = infos["env_id"], observations["action_mask"]
            # The step after the end of an episode only resets the board, so it does not count.
            step_count += len(lanes) - int(np.count_nonzero(self._is_over[lanes]))
            is_over = terminated | truncated
            self._is_over[lanes] = is_over
            episode_count += int(np.count_nonzero(is_over))
            self._reward_sum += float(rewards.sum())
            if now < end:
                sent_at.append(clock())
                envs.send(draw(mask, rng), lanes)
            else:
                self._waiting.append((mask.copy(), lanes))
        return {
            "steps": step_count,
            "episodes": episode_count,
            "seconds": (clock() - start) / 1e9,
            "latencies_ns": latencies,
        }


def main() -> None:
    """Runs the worker loop."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--address")
    parser.add_argument("--size", type=int, default=9)
    parser.add_argument("--batch", type=int, default=1024)
    parser.add_argument("--encoding", default="alphazero-17")
    parser.add_argument("--ko", default="positional")
    parser.add_argument("--in-flight", type=int, default=2)
    parser.add_argument("--max-moves", type=int, default=0)
    parser.add_argument("--copy", action="store_true", help="return new arrays for each observation")
    parser.add_argument("--journal", help="keep the boards in a journal with this name")
    arguments = parser.parse_args()
    client = BatchClient(arguments)
    worker.serve(
        client.run,
        {
            "batch": arguments.batch,
            "description": "positional superko, suicide legal; 17 planes, uint8",
            "version": tengen.__version__,
        },
    )


if __name__ == "__main__":
    main()
