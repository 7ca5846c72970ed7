"""Benchmark of environments that step one board: plays uniform random legal actions.

Each step computes the observation and the legal actions of the player to move. An episode ends by
the rules or after two moves per point.
"""

from __future__ import annotations

import argparse
import random
import time
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

import numpy as np
import worker
from boards import (
    MOVES_PER_POINT,
    OpenSpielBoard,
    OpenSpielReusedBoard,
    PettingZooBoard,
    TengenEnvBoard,
    TengenReusedBoard,
    TengenSessionBoard,
)

if TYPE_CHECKING:
    from boards import Board

CHECKED_EPISODES = 3


BOARDS = {
    "pettingzoo": PettingZooBoard,
    "open_spiel": OpenSpielBoard,
    "open_spiel-reused": OpenSpielReusedBoard,
    "tengen-session": TengenSessionBoard,
    "tengen-session-reused": TengenReusedBoard,
    "tengen-env": TengenEnvBoard,
}


def check(board: Board, size: int) -> dict[str, Any]:
    """Checks the common properties of all boards, and returns the shape and type of observations.

    Raises:
      AssertionError: A property does not hold.
    """
    limit = MOVES_PER_POINT * size * size
    for _ in range(CHECKED_EPISODES):
        board.reset()
        before, legal = board.observe()
        assert sorted(legal) == list(range(size * size + 1)), (
            "not all actions are legal on an empty board"
        )
        assert all(0 <= value <= 1 for value in np.unique(before)), "planes are not zeros and ones"
        is_over, moves = False, 0
        while not is_over and moves < limit:
            before = before.copy()
            action = int(legal[int(random.random() * len(legal))])
            is_over = board.step(action)
            moves += 1
            if is_over:
                break
            observation, legal = board.observe()
            assert len(legal) > 0, "the pass is not legal"
            if action != size * size:
                assert not np.array_equal(before, observation), "the observation has not changed"
            before = observation
    return {"observation": list(before.shape), "type": str(before.dtype)}


def play(board: Board, seconds: float, limit: int) -> dict[str, Any]:
    """Plays for `seconds`."""
    draw, clock = random.random, time.perf_counter
    step_count = episode_count = moves = 0
    board.reset()
    start = clock()
    end = start + seconds
    while clock() < end:
        _, legal = board.observe()
        is_over = board.step(int(legal[int(draw() * len(legal))]))
        step_count += 1
        moves += 1
        if is_over or moves == limit:
            episode_count += 1
            moves = 0
            board.reset()
    return {"steps": step_count, "episodes": episode_count, "seconds": clock() - start}


def main() -> None:
    """Runs the worker loop."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("name", choices=BOARDS)
    parser.add_argument("--size", type=int, required=True)
    parser.add_argument("--address", default="", help="address of the server of Tengen")
    arguments = parser.parse_args()
    kind = BOARDS[arguments.name]
    board = kind(arguments.size, arguments.address)
    properties = check(board, arguments.size)
    limit = MOVES_PER_POINT * arguments.size**2
    worker.serve(
        lambda seconds: play(board, seconds, limit),
        {
            "batch": 1,
            "description": kind.description,
            "version": version(kind.distribution),
            **properties,
        },
    )


if __name__ == "__main__":
    main()
