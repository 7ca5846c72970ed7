"""Go of Pgx: a worker, see worker.py."""

from __future__ import annotations

import os
from importlib.metadata import version
from typing import Any

os.environ.setdefault("JAX_PLATFORMS", "cpu")

import jax
import numpy as np
import worker
from pgx.go import Go


class PgxGo:
    """The class `Go`, compiled for the CPU."""

    def __init__(self, size: int = 19, komi: float = 7.5) -> None:
        self.name = f"Pgx {version('pgx')} Go"
        self.size = size
        self.probes = {"seeds": self._seeds, "copies": self._copies, "illegal": self._illegal}
        env = Go(size=size, komi=komi)
        self._init, self._step = jax.jit(env.init), jax.jit(env.step)

    def reset(self, seed: int) -> worker.Timestep:
        """Starts a game."""
        self._state: Any = self._init(jax.random.PRNGKey(seed))
        # Which player is Black is drawn.
        self._black = int(self._state.current_player)
        self._move_count = 0
        return self._timestep()

    def step(self, action: int) -> worker.Timestep:
        """Plays an action."""
        self._state = self._step(self._state, action)
        self._move_count += 1
        return self._timestep()

    def _timestep(self) -> worker.Timestep:
        state, size = self._state, self.size
        rewards = np.asarray(state.rewards)
        planes = np.moveaxis(np.asarray(state.observation), 2, 0)
        color = int(state.current_player) != self._black
        own, other = (2, 1) if color else (1, 2)
        is_over = bool(state.terminated)
        is_cut = self._move_count >= 2 * size * size
        return worker.Timestep(
            player_to_move=int(color),
            mask=np.asarray(state.legal_action_mask),
            planes=planes,
            board=own * planes[0] + other * planes[1],
            area=None,
            rewards=(rewards[self._black], rewards[1 - self._black]),
            terminated=is_over and not is_cut,
            truncated=is_over and is_cut,
        )

    def _seeds(self) -> tuple[str, str]:
        """Draws who is Black with 64 seeds."""
        first = {int(self._init(jax.random.PRNGKey(seed)).current_player) for seed in range(64)}
        return "Black is player 0 or 1", f"Black is player {' or '.join(map(str, sorted(first)))}"

    def _illegal(self) -> tuple[str, str]:
        """Plays on an occupied point."""
        state = self._step(self._step(self._init(jax.random.PRNGKey(0)), 0), 0)
        white = 1 - int(self._init(jax.random.PRNGKey(0)).current_player)
        rewards = np.asarray(state.rewards)
        seen = f"over {bool(state.terminated)}, {rewards[white]:g} for White"
        return "over True, -1 for White", seen

    def _copies(self) -> tuple[str, str]:
        """Plays two different moves in one state; states are values, so both start from it."""
        state = self._init(jax.random.PRNGKey(0))
        before = np.asarray(state.observation).copy()
        first, second = self._step(state, 0), self._step(state, 1)
        is_same = np.array_equal(before, np.asarray(state.observation))
        is_other = not np.array_equal(np.asarray(first.observation), np.asarray(second.observation))
        return (
            "independent states",
            "independent states" if is_same and is_other else "shared states",
        )


if __name__ == "__main__":
    worker.run(PgxGo)
