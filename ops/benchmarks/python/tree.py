"""Benchmark of `Client.open_forest`: grows random trees.

Each pair of a message consists of a random node of a tree and a random point, and the pairs are
distributed over the trees in turn. Observations and masks are unpacked. Two messages are in flight.
"""

from __future__ import annotations

import argparse
import time
from typing import Any

import numpy as np
import tengen
import worker

IN_FLIGHT = 2


class TreeClient:
    """The trees of a forest and the handles of their nodes.

    Args:
      arguments: The arguments of the command line.
    """

    def __init__(self, arguments: argparse.Namespace) -> None:
        self._tree_count = arguments.trees
        self._pair_count = arguments.pairs
        self._point_count = arguments.size**2
        self._rng = np.random.default_rng(1)
        self._root = tengen.TreeRoot.start(arguments.size)
        self._client = tengen.connect(arguments.address)
        self._forest = self._client.open_forest(
            arguments.size, encodings=[arguments.encoding], max_node_count=arguments.nodes
        )
        # Row i of a message belongs to tree i % trees. Handles have one column per tree.
        self._depth = 2 * arguments.nodes // arguments.trees
        self._handles = np.zeros((self._depth, self._tree_count), np.uint64)
        self._counts = np.zeros(self._tree_count, np.int64)
        self._trees = np.arange(self._pair_count) % self._tree_count
        self._check = 0
        self._plant()

    def _plant(self) -> None:
        nodes = self._forest.plant(*[self._root] * self._tree_count)
        self._handles[0] = nodes.handles
        self._counts[:] = 1

    def _send(self) -> int:
        rows = (self._rng.random(self._pair_count) * self._counts[self._trees]).astype(np.int64)
        actions = self._rng.integers(self._point_count, size=self._pair_count, dtype=np.int32)
        self._forest.send(self._handles[rows, self._trees], actions)
        return time.perf_counter_ns()

    def _receive(self) -> int:
        nodes = self._forest.receive()
        planes, masks = nodes.planes(), nodes.action_mask()
        self._check += int(planes[-1, 0, 0, 0]) + int(masks[-1, 0])
        if self._tree_count == 1:
            created = nodes.handles[nodes.handles != 0]
            self._handles[self._counts[0] : self._counts[0] + len(created), 0] = created
            self._counts[0] += len(created)
            return len(created)
        created_count = 0
        for start in range(0, self._pair_count, self._tree_count):
            handles = nodes.handles[start : start + self._tree_count]
            trees = np.flatnonzero((handles != 0) & (self._counts[: len(handles)] < self._depth))
            self._handles[self._counts[trees], trees] = handles[trees]
            self._counts[trees] += 1
            created_count += int(np.count_nonzero(handles))
        return created_count

    def run(self, seconds: float) -> dict[str, Any]:
        """Grows the trees for `seconds`, and then receives all pending responses."""
        start = time.perf_counter_ns()
        end = start + int(seconds * 1e9)
        created_count = forest_count = 0
        latencies: list[int] = []
        limit = self._forest.max_node_count - (IN_FLIGHT + 1) * self._pair_count
        while time.perf_counter_ns() < end:
            sent_at = [self._send() for _ in range(IN_FLIGHT)]
            received_count = 0
            while received_count < len(sent_at):
                created_count += self._receive()
                now = time.perf_counter_ns()
                latencies.append(now - sent_at[received_count])
                received_count += 1
                if now < end and self._forest.node_count < limit:
                    sent_at.append(self._send())
            if now < end:
                self._forest.release(self._handles[0])
                self._plant()
                forest_count += 1
        return {
            "steps": created_count,
            "episodes": forest_count,
            "seconds": (time.perf_counter_ns() - start) / 1e9,
            "latencies_ns": latencies,
        }


def main() -> None:
    """Runs the worker loop."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--address")
    parser.add_argument("--size", type=int, default=9)
    parser.add_argument("--encoding", default="alphazero-17")
    parser.add_argument("--trees", type=int, default=1)
    parser.add_argument("--pairs", type=int, default=1024)
    parser.add_argument("--nodes", type=int, default=1_000_000)
    arguments = parser.parse_args()
    worker.serve(
        TreeClient(arguments).run,
        {
            "batch": arguments.pairs,
            "description": "positional superko, suicide legal; 17 planes and masks, uint8",
            "version": tengen.__version__,
        },
    )


if __name__ == "__main__":
    main()
