"""Boards of other environments and of Tengen, one board each, with the same methods.

Each program runs with one of the packages, which a board imports when it is created.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

KOMI = 7.5
MOVES_PER_POINT = 2
"""OpenSpiel and Pgx end a game after so many moves for each point."""


class Board(Protocol):
    """An environment of one board."""

    def reset(self) -> None:
        """Starts an episode."""

    def observe(self) -> tuple[NDArray[Any], Sequence[int] | NDArray[np.int64]]:
        """Returns the observation and the legal actions, including the pass."""

    def step(self, action: int) -> bool:
        """Plays an action and returns whether the episode is over."""


def legal_actions(mask: NDArray[Any]) -> NDArray[np.int64]:
    """Returns the legal actions of a mask of bytes. `flatnonzero` of bytes takes thrice as long."""
    return mask.view(np.bool_).nonzero()[0]


class PettingZooBoard:
    """`pettingzoo.classic.go_v5`, without the wrappers that check each call."""

    description = "simple ko, no suicide; 17 planes, bool"
    distribution = "pettingzoo"

    def __init__(self, size: int, address: str = "") -> None:
        from pettingzoo.classic.go import go  # noqa: PLC0415 - only one peer is needed

        self._env = go.raw_env(board_size=size, komi=KOMI)

    def reset(self) -> None:
        """Starts an episode."""
        self._env.reset()

    def observe(self) -> tuple[NDArray[Any], NDArray[np.int64]]:
        """Returns the observation and the legal actions."""
        observation = self._env.last()[0]
        return observation["observation"], legal_actions(observation["action_mask"])

    def step(self, action: int) -> bool:
        """Plays an action and returns whether the episode is over."""
        self._env.step(action)
        return any(self._env.terminations.values())

    def rewards(self) -> tuple[float, float]:
        """Returns the rewards of Black and White."""
        return self._env.rewards["black_0"], self._env.rewards["white_0"]


class OpenSpielBoard:
    """`go` of OpenSpiel, by the calls of its state, whose results are lists."""

    description = "a repeated position ends the game, no suicide; 4 planes, float32"
    distribution = "open_spiel"

    def __init__(self, size: int, address: str = "") -> None:
        import pyspiel  # noqa: PLC0415

        limit = MOVES_PER_POINT * size * size
        self._game = pyspiel.load_game(f"go(board_size={size},komi={KOMI},max_game_length={limit})")
        self._shape = self._game.observation_tensor_shape()

    def reset(self) -> None:
        """Starts an episode."""
        self._state = self._game.new_initial_state()

    def observe(self) -> tuple[NDArray[Any], NDArray[np.int64]]:
        """Returns the observation and the legal actions."""
        planes = np.array(self._state.observation_tensor(), np.float32).reshape(self._shape)
        return planes, legal_actions(np.array(self._state.legal_actions_mask(), np.int8))

    def step(self, action: int) -> bool:
        """Plays an action and returns whether the episode is over."""
        self._state.apply_action(action)
        return bool(self._state.is_terminal())

    def rewards(self) -> tuple[float, float]:
        """Returns the rewards of Black and White."""
        black, white = self._state.returns()
        return black, white


class PgxBoard:
    """Pgx's `Go`, compiled by JAX for the CPU."""

    def __init__(self, size: int, address: str = "") -> None:
        import jax  # noqa: PLC0415
        from pgx.go import Go  # noqa: PLC0415

        env = Go(size=size, komi=KOMI)
        self._start = jax.jit(env.init)(jax.random.PRNGKey(0))
        self._step = jax.jit(env.step)

    def reset(self) -> None:
        """Starts an episode."""
        self._state = self._start
        self._rewards = np.zeros(2)

    def observe(self) -> tuple[NDArray[Any], NDArray[np.int64]]:
        """Returns the observation and the legal actions."""
        mask = np.asarray(self._state.legal_action_mask)
        return np.asarray(self._state.observation), legal_actions(mask)

    def step(self, action: int) -> bool:
        """Plays an action and returns whether the episode is over."""
        self._state = self._step(self._state, action)
        self._rewards += np.asarray(self._state.rewards)
        return bool(self._state.terminated)

    def rewards(self) -> tuple[float, float]:
        """Returns the rewards of Black and White. Which player is Black is random."""
        black = int(self._start.current_player)
        return float(self._rewards[black]), float(self._rewards[1 - black])


class OpenSpielReusedBoard(OpenSpielBoard):
    """`go` of OpenSpiel in its fastest way: an observer writes into one array, and no mask."""

    def __init__(self, size: int, address: str = "") -> None:
        super().__init__(size)
        from open_spiel.python.observation import make_observation  # noqa: PLC0415

        self._observer = make_observation(self._game)

    def observe(self) -> tuple[NDArray[Any], list[int]]:
        """Returns the observation and the legal actions."""
        self._observer.set_from(self._state, self._state.current_player())
        return self._observer.tensor, self._state.legal_actions()


class TengenSessionBoard:
    """A session of Tengen. The planes and the mask are new arrays of each call."""

    description = "positional superko, suicide legal; 17 planes, uint8"
    distribution = "tengen-go"
    is_copied = True

    def __init__(self, size: int, address: str = "") -> None:
        import tengen  # noqa: PLC0415

        self._session = tengen.connect(address).create_session(
            size, max_moves=MOVES_PER_POINT * size * size, copy=self.is_copied
        )

    def reset(self) -> None:
        """Starts an episode."""
        self._observation, info = self._session.reset()
        self._mask = info["action_mask"]

    def observe(self) -> tuple[NDArray[Any], NDArray[np.int64]]:
        """Returns the observation and the legal actions."""
        return self._observation, legal_actions(self._mask)

    def step(self, action: int) -> bool:
        """Plays an action and returns whether the episode is over."""
        result = self._session.step(action)
        self._observation, self._mask = result.observation, result.info["action_mask"]
        return result.terminated or result.truncated


class TengenReusedBoard(TengenSessionBoard):
    """A session of Tengen in its fastest way: each call fills the same planes and mask."""

    is_copied = False

    def reset(self) -> None:
        """Starts an episode."""
        self._observation, info = self._session.reset()
        self._legal = info["action_mask"].view(np.bool_)

    def observe(self) -> tuple[NDArray[Any], NDArray[np.int64]]:
        """Returns the observation and the legal actions."""
        return self._observation, self._legal.nonzero()[0]

    def step(self, action: int) -> bool:
        """Plays an action and returns whether the episode is over."""
        _, _, terminated, truncated, _ = self._session.step(action)
        return terminated or truncated


class TengenEnvBoard:
    """`tengen.GoEnv`, the Gymnasium environment, in self-play."""

    description = TengenSessionBoard.description
    distribution = TengenSessionBoard.distribution

    def __init__(self, size: int, address: str = "") -> None:
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
        return observation["observation"], legal_actions(observation["action_mask"])

    def step(self, action: int) -> bool:
        """Plays an action and returns whether the episode is over."""
        self._observation, _, terminated, truncated, _ = self._env.step(action)
        return terminated or truncated
