"""Benchmark of environments that step many boards: plays uniform random legal actions.

It measures the same as `single.py`, on all boards of a batch.
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import time
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
import worker

if TYPE_CHECKING:
    from types import ModuleType

MOVES_PER_POINT = 2
CHECKED_STEPS = 50
SAMPLING = Path(__file__).resolve().parents[3] / "clients/python/src/tengen/vector/sampling.py"


class Boards(Protocol):
    """An environment of many boards with autoreset."""

    def step(self) -> None:
        """Plays a random legal action on each board."""

    def counts(self) -> tuple[int, int]:
        """Returns the number of steps and the number of ended episodes."""

    def observe(self) -> tuple[np.ndarray, np.ndarray]:
        """Returns the current observations and masks."""


class EnvPoolBoards:
    """Boards of EnvPool, such as `Go9x9-v1`, with one thread per CPU."""

    description = "a repeated position loses, no suicide; 17 planes, bool"
    distribution = "envpool"

    def __init__(self, size: int, batch: int) -> None:
        import envpool  # noqa: PLC0415

        self._draw = sampling().sample_actions
        self._rng = np.random.default_rng(1)
        self._envs = envpool.make(
            f"Go{size}x{size}-v1",
            env_type="gymnasium",
            num_envs=batch,
            num_threads=os.cpu_count(),
            max_episode_steps=MOVES_PER_POINT * size * size,
        )
        # Each board has an observation per player. Only one of them is for the player to move.
        self._observations, self._infos = self._envs.reset()
        self._is_over = np.zeros(batch, np.bool_)
        self._steps = self._episodes = 0

    def step(self) -> None:
        """Plays a random legal action on each board."""
        actions = self._draw(self._infos["legal_action_mask"], self._rng).astype(np.int32)
        lanes = self._infos["env_id"]
        # The step after the end of an episode only resets the board, so it does not count.
        self._steps += len(actions) - int(np.count_nonzero(self._is_over))
        self._observations, _, terminated, truncated, self._infos = self._envs.step(actions, lanes)
        # The next step returns the boards in any order.
        self._is_over[self._infos["env_id"]] = terminated | truncated
        self._episodes += int(np.count_nonzero(self._is_over))

    def counts(self) -> tuple[int, int]:
        """Returns the number of steps and the number of ended episodes."""
        return self._steps, self._episodes

    def observe(self) -> tuple[np.ndarray, np.ndarray]:
        """Returns the current observations and masks."""
        return self._observations, self._infos["legal_action_mask"]


class OpenSpielBoards:
    """`go` of OpenSpiel, one board at a time, with observations and masks in arrays for all."""

    description = "a repeated position ends the game, no suicide; 4 planes, float32"
    distribution = "open_spiel"

    def __init__(self, size: int, batch: int) -> None:
        import pyspiel  # noqa: PLC0415
        from open_spiel.python.observation import make_observation  # noqa: PLC0415

        limit = MOVES_PER_POINT * size * size
        self._game = pyspiel.load_game(f"go(board_size={size},komi=7.5,max_game_length={limit})")
        self._observer = make_observation(self._game)
        self._draw = sampling().sample_actions
        self._rng = np.random.default_rng(1)
        self._states = [self._game.new_initial_state() for _ in range(batch)]
        self._observations = np.zeros((batch, *self._game.observation_tensor_shape()), np.float32)
        self._flat = self._observations.reshape(batch, -1)
        self._mask = np.zeros((batch, size * size + 1), np.uint8)
        self._steps = self._episodes = 0
        self._observe()

    def _observe(self) -> None:
        observer, observations, mask = self._observer, self._flat, self._mask
        mask.fill(0)
        for index, state in enumerate(self._states):
            observer.set_from(state, state.current_player())
            observations[index] = observer.tensor
            mask[index, state.legal_actions()] = 1

    def step(self) -> None:
        """Plays a random legal action on each board."""
        states = self._states
        for index, action in enumerate(self._draw(self._mask, self._rng).tolist()):
            state = states[index]
            state.apply_action(action)
            if state.is_terminal():
                self._episodes += 1
                states[index] = self._game.new_initial_state()
        self._steps += len(states)
        self._observe()

    def counts(self) -> tuple[int, int]:
        """Returns the number of steps and the number of ended episodes."""
        return self._steps, self._episodes

    def observe(self) -> tuple[np.ndarray, np.ndarray]:
        """Returns the current observations and masks."""
        return self._observations, self._mask


class PgxBoards:
    """Boards of Pgx, such as `go_9x9`, compiled by JAX for the CPU, including the random actions."""

    description = "a repeated position loses, no suicide; 17 planes, bool; drawn in compiled code"
    distribution = "pgx"

    def __init__(self, size: int, batch: int) -> None:
        import jax  # noqa: PLC0415
        import jax.numpy as jnp  # noqa: PLC0415
        import pgx  # noqa: PLC0415
        from pgx.experimental import auto_reset  # noqa: PLC0415

        env = pgx.make(f"go_{size}x{size}")
        step = auto_reset(env.step, env.init)

        def play(state: Any, key: Any) -> tuple[Any, Any, Any]:
            key, draw, reset = jax.random.split(key, 3)
            chances = jnp.where(state.legal_action_mask, 0.0, -jnp.inf)
            actions = jax.random.categorical(draw, chances)
            state = jax.vmap(step)(state, actions, jax.random.split(reset, batch))
            return state, key, state.terminated.sum()

        keys = jax.random.split(jax.random.PRNGKey(0), batch)
        self._play = jax.jit(play, donate_argnums=(0, 1))
        self._state = jax.jit(jax.vmap(env.init))(keys)
        self._key = jax.random.PRNGKey(1)
        self._batch = batch
        self._steps = self._episodes = 0
        self.step()

    def step(self) -> None:
        """Plays a random legal action on each board."""
        self._state, self._key, ended = self._play(self._state, self._key)
        # As a Python agent would read them. Nothing is copied on the CPU.
        self.observe()
        self._steps += self._batch
        self._episodes += int(ended)

    def counts(self) -> tuple[int, int]:
        """Returns the number of steps and the number of ended episodes."""
        return self._steps, self._episodes

    def observe(self) -> tuple[np.ndarray, np.ndarray]:
        """Returns the current observations and masks."""
        return np.asarray(self._state.observation), np.asarray(self._state.legal_action_mask)


BOARDS = {"open_spiel": OpenSpielBoards, "envpool": EnvPoolBoards, "pgx": PgxBoards}


def sampling() -> ModuleType:
    """Returns the client's module for sampling actions, without importing the whole client."""
    spec = importlib.util.spec_from_file_location("sampling", SAMPLING)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def check(boards: Boards, size: int) -> dict[str, Any]:
    """Checks the common properties of all boards, and returns the shape and type of observations.

    Raises:
      AssertionError: A property does not hold.
    """
    before, mask = (array.copy() for array in boards.observe())
    assert mask.shape[1] == size * size + 1, "the mask does not have one entry per action"
    for _ in range(CHECKED_STEPS):
        boards.step()
        observations, mask = boards.observe()
        assert mask.any(axis=1).all(), "a board has no legal action"
        assert not np.array_equal(before, observations), "no observation has changed"
        before = observations.copy()
    return {"observation": list(before.shape[1:]), "type": str(before.dtype)}


def play(boards: Boards, seconds: float) -> dict[str, Any]:
    """Plays for `seconds`."""
    steps_before, episodes_before = boards.counts()
    start = time.perf_counter()
    while time.perf_counter() < start + seconds:
        boards.step()
    steps, episodes = boards.counts()
    return {
        "steps": steps - steps_before,
        "episodes": episodes - episodes_before,
        "seconds": time.perf_counter() - start,
    }


def main() -> None:
    """Runs the worker loop."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("name", choices=BOARDS)
    parser.add_argument("--size", type=int, required=True)
    parser.add_argument("--batch", type=int, required=True)
    arguments = parser.parse_args()
    kind = BOARDS[arguments.name]
    boards = kind(arguments.size, arguments.batch)
    properties = check(boards, arguments.size)
    worker.serve(
        lambda seconds: play(boards, seconds),
        {
            "batch": arguments.batch,
            "description": kind.description,
            "version": version(kind.distribution),
            **properties,
        },
    )


if __name__ == "__main__":
    main()
