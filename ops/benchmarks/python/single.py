"""Benchmark of environments that step one board: plays uniform random legal actions.

Each step computes the observation and the legal actions of the player to move. An episode ends by
the rules or after two moves per point.
"""

from __future__ import annotations

import argparse
import random
import time
from importlib.metadata import version
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
import worker

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

MOVES_PER_POINT = 2
CHECKED_EPISODES = 3


class Board(Protocol):
    """An environment of one board."""

    def reset(self) -> None:
        """Starts an episode."""

    def observe(self) -> tuple[NDArray[Any], Sequence[int] | NDArray[np.int64]]:
        """Returns the observation and the legal actions, including the pass."""

    def step(self, action: int) -> bool:
        """Plays an action and returns whether the episode is over."""


class PettingZooBoard:
    """`pettingzoo.classic.go_v5`, without the wrappers that check each call."""

    description = "simple ko, no suicide; 17 planes, bool"
    distribution = "pettingzoo"

    def __init__(self, size: int, address: str) -> None:
        from pettingzoo.classic.go import go  # noqa: PLC0415 - only one peer is needed

        self._env = go.raw_env(board_size=size, komi=7.5)

    def reset(self) -> None:
        """Starts an episode."""
        self._env.reset()

    def observe(self) -> tuple[NDArray[Any], NDArray[np.int64]]:
        """Returns the observation and the legal actions."""
        observation = self._env.last()[0]
        return observation["observation"], np.flatnonzero(observation["action_mask"])

    def step(self, action: int) -> bool:
        """Plays an action and returns whether the episode is over."""
        self._env.step(action)
        return any(self._env.terminations.values())


class OpenSpielBoard:
    """`go` of OpenSpiel, by the calls of its state, whose results are lists."""

    description = "a repeated position ends the game, no suicide; 4 planes, float32"
    distribution = "open_spiel"

    def __init__(self, size: int, address: str) -> None:
        import pyspiel  # noqa: PLC0415

        limit = MOVES_PER_POINT * size * size
        self._game = pyspiel.load_game(f"go(board_size={size},komi=7.5,max_game_length={limit})")
        self._shape = self._game.observation_tensor_shape()

    def reset(self) -> None:
        """Starts an episode."""
        self._state = self._game.new_initial_state()

    def observe(self) -> tuple[NDArray[Any], NDArray[np.int64]]:
        """Returns the observation and the legal actions."""
        planes = np.array(self._state.observation_tensor(), np.float32).reshape(self._shape)
        return planes, np.flatnonzero(np.array(self._state.legal_actions_mask(), np.int8))

    def step(self, action: int) -> bool:
        """Plays an action and returns whether the episode is over."""
        self._state.apply_action(action)
        return bool(self._state.is_terminal())


class OpenSpielReusedBoard:
    """`go` of OpenSpiel in its fastest way: an observer writes into one array, and no mask."""

    description = "a repeated position ends the game, no suicide; 4 planes, float32"
    distribution = "open_spiel"

    def __init__(self, size: int, address: str) -> None:
        import pyspiel  # noqa: PLC0415
        from open_spiel.python.observation import make_observation  # noqa: PLC0415

        limit = MOVES_PER_POINT * size * size
        self._game = pyspiel.load_game(f"go(board_size={size},komi=7.5,max_game_length={limit})")
        self._observer = make_observation(self._game)

    def reset(self) -> None:
        """Starts an episode."""
        self._state = self._game.new_initial_state()

    def observe(self) -> tuple[NDArray[Any], list[int]]:
        """Returns the observation and the legal actions."""
        self._observer.set_from(self._state, self._state.current_player())
        return self._observer.tensor, self._state.legal_actions()

    def step(self, action: int) -> bool:
        """Plays an action and returns whether the episode is over."""
        self._state.apply_action(action)
        return bool(self._state.is_terminal())


class TengenSessionBoard:
    """A session of Tengen. The planes and the mask are those of the answer to each call."""

    description = "positional superko, suicide legal; 17 planes, uint8"
    distribution = "tengen-go"

    def __init__(self, size: int, address: str) -> None:
        import tengen  # noqa: PLC0415

        self._session = tengen.connect(address).create_session(
            size, encodings=["alphazero-17"], max_moves=MOVES_PER_POINT * size * size
        )

    def reset(self) -> None:
        """Starts an episode."""
        self._observation, info = self._session.reset()
        self._mask = info["action_mask"]

    def observe(self) -> tuple[NDArray[Any], NDArray[np.int64]]:
        """Returns the observation and the legal actions."""
        return self._observation, np.flatnonzero(self._mask)

    def step(self, action: int) -> bool:
        """Plays an action and returns whether the episode is over."""
        result = self._session.step(action)
        self._observation, self._mask = result.observation, result.info["action_mask"]
        return result.terminated or result.truncated


class TengenEnvBoard:
    """`tengen.GoEnv`, the Gymnasium environment, in self-play."""

    description = TengenSessionBoard.description
    distribution = TengenSessionBoard.distribution

    def __init__(self, size: int, address: str) -> None:
        import tengen  # noqa: PLC0415

        self._env = tengen.GoEnv(
            size, address=address, opponent=None, max_moves=MOVES_PER_POINT * size * size
        )

    def reset(self) -> None:
        """Starts an episode."""
        self._observation, _ = self._env.reset()

    def observe(self) -> tuple[NDArray[Any], NDArray[np.int64]]:
        """Returns the observation and the legal actions."""
        observation = self._observation
        return observation["observation"], np.flatnonzero(observation["action_mask"])

    def step(self, action: int) -> bool:
        """Plays an action and returns whether the episode is over."""
        self._observation, _, terminated, truncated, _ = self._env.step(action)
        return terminated or truncated


BOARDS = {
    "pettingzoo": PettingZooBoard,
    "open_spiel": OpenSpielBoard,
    "open_spiel-reused": OpenSpielReusedBoard,
    "tengen-session": TengenSessionBoard,
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
        assert sorted(legal) == list(range(size * size + 1)), "not all actions are legal on an empty board"
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
