"""Benchmark of copies: grows a random tree of copied positions, one position at a time.

A step copies a random position, plays a legal action in the copy, and computes its mask and
observation. This corresponds to one node of a Tengen forest.
"""

from __future__ import annotations

import argparse
import time
from importlib.metadata import version
from typing import Any, Protocol

import numpy as np
import worker


class Position(Protocol):
    """A position that can be copied."""

    def child(self, random: np.random.Generator) -> Position | None:
        """Returns a copy after a legal action; None if the game has ended there."""

    def close(self) -> None:
        """Releases what the position holds."""


class OpenSpielPosition:
    """A state of OpenSpiel. It has no superko: a repetition is a draw."""

    description = "a repeated position ends the game, no suicide; clone, 4 planes, mask"
    distribution = "open_spiel"

    def __init__(self, state: Any) -> None:
        self._state = state

    @classmethod
    def first(cls, size: int, address: str) -> OpenSpielPosition:
        """Returns the empty board."""
        import pyspiel  # noqa: PLC0415 - only one of the two is installed

        return cls(pyspiel.load_game("go", {"board_size": size, "komi": 7.5}).new_initial_state())

    def child(self, random: np.random.Generator) -> OpenSpielPosition | None:
        """Returns a copy after a legal action; None if the game has ended there."""
        actions = self._state.legal_actions()
        child = self._state.clone()
        child.apply_action(actions[int(random.integers(len(actions)))])
        if child.is_terminal():
            return None
        np.array(child.legal_actions_mask(), np.uint8)
        np.array(child.observation_tensor(child.current_player()), np.uint8)
        return OpenSpielPosition(child)

    def close(self) -> None:
        """Releases nothing."""


class TengenPosition:
    """A session of Tengen. A copy is a fork."""

    description = "positional superko, suicide legal; fork, 17 planes, mask"
    distribution = "tengen-go"

    def __init__(self, session: Any, actions: np.ndarray) -> None:
        self._session = session
        self._actions = actions

    @classmethod
    def first(cls, size: int, address: str) -> TengenPosition:
        """Returns the empty board."""
        import tengen  # noqa: PLC0415

        session = tengen.connect(address).create_session(
            size, encodings=["alphazero-17"], max_moves=-1
        )
        return cls(session, np.flatnonzero(session.reset()[1]["action_mask"]))

    def child(self, random: np.random.Generator) -> TengenPosition | None:
        """Returns a copy after a legal action; None if the game has ended there."""
        session = self._session.fork()
        result = session.step(int(self._actions[int(random.integers(len(self._actions)))]))
        if result.terminated:
            session.close()
            return None
        return TengenPosition(session, np.flatnonzero(result.info["action_mask"]))

    def close(self) -> None:
        """Closes the session."""
        self._session.close()


KINDS = {"open_spiel": OpenSpielPosition, "tengen": TengenPosition}


class CloneClient:
    """A tree of copied positions.

    Args:
      root: The first position.
      node_count: The maximum number of positions to keep.
    """

    def __init__(self, root: Position, node_count: int) -> None:
        self._random = np.random.default_rng(1)
        self._node_count = node_count
        self._nodes: list[Position] = [root]

    def run(self, seconds: float) -> dict[str, Any]:
        """Grows the tree for `seconds`."""
        start = time.perf_counter_ns()
        end = start + int(seconds * 1e9)
        step_count = tree_count = 0
        nodes = self._nodes
        while time.perf_counter_ns() < end:
            for _ in range(64):
                child = nodes[int(self._random.integers(len(nodes)))].child(self._random)
                step_count += 1
                if child is not None:
                    nodes.append(child)
            if len(nodes) > self._node_count:
                for node in nodes[1:]:
                    node.close()
                del nodes[1:]
                tree_count += 1
        seconds_taken = (time.perf_counter_ns() - start) / 1e9
        return {"steps": step_count, "episodes": tree_count, "seconds": seconds_taken}


def main() -> None:
    """Runs the worker loop."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("name", choices=KINDS)
    parser.add_argument("--size", type=int, default=9)
    parser.add_argument("--nodes", type=int, default=4_000)
    parser.add_argument("--address", default="", help="address of the server of Tengen")
    arguments = parser.parse_args()
    kind = KINDS[arguments.name]
    worker.serve(
        CloneClient(kind.first(arguments.size, arguments.address), arguments.nodes).run,
        {
            "batch": 1,
            "description": kind.description,
            "version": version(kind.distribution),
        },
    )


if __name__ == "__main__":
    main()
