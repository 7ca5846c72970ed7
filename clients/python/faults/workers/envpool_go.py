"""Go of EnvPool: a worker, see worker.py."""

from __future__ import annotations

from typing import Any

import envpool
import numpy as np
import worker


class EnvPoolGo:
    """A pool of one board. Another board is played beside it by a probe."""

    def __init__(self, task: str = "Go9x9-v1", board_size: int = 9, komi: float = 7.5) -> None:
        self.name = f"EnvPool {envpool.__version__} {task}"
        self.size = board_size
        self.probes = {"instances": self._instances, "seeds": self._seeds}
        self._task, self._komi = task, float(komi)
        self._env: Any = None
        self._seed = 0

    def reset(self, seed: int) -> worker.Timestep:
        """Starts a game."""
        if self._env is None or seed != self._seed:
            self._env, self._seed = self._make(self.size, seed), seed
        observation, info = self._env.reset()
        # Which player is Black is drawn.
        self._black = int(info["current_player"][0])
        self._move_count = 0
        return self._timestep(observation, (0.0, 0.0), is_over=False, info=info)

    def step(self, action: int) -> worker.Timestep:
        """Plays an action."""
        observation, rewards, terminated, truncated, info = self._env.step(np.array([action]))
        self._move_count += 1
        is_over = bool(terminated[0] or truncated[0])
        return self._timestep(observation, tuple(rewards), is_over=is_over, info=info)

    def _make(self, size: int, seed: int) -> Any:
        return envpool.make(
            self._task,
            env_type="gymnasium",
            num_envs=1,
            num_threads=1,
            board_size=size,
            komi=self._komi,
            seed=seed,
        )

    def _timestep(
        self,
        observation: np.ndarray,
        rewards: tuple[Any, ...],
        *,
        is_over: bool,
        info: dict[str, Any],
    ) -> worker.Timestep:
        player = int(info["current_player"][0])
        stones = info["board"][0]
        is_cut = self._move_count >= 2 * self.size**2
        return worker.Timestep(
            player_to_move=int(player != self._black),
            mask=info["legal_action_mask"][0],
            planes=np.moveaxis(observation[player], 2, 0),
            board=np.where(stones == -1, 2, stones),
            area=(int(info["black_area"][0]), int(info["white_area"][0])),
            rewards=(rewards[self._black], rewards[1 - self._black]),
            terminated=is_over and not is_cut,
            truncated=is_over and is_cut,
        )

    def _instances(self) -> tuple[str, str]:
        """Steps a 5x5 board after a 9x9 board was created and stepped."""
        first, second = self._make(5, 1), self._make(9, 1)
        first.reset()
        second.reset()
        second.step(np.array([80]))
        info = first.step(np.array([24]))[-1]
        stones = int(np.count_nonzero(info["board"]))
        return (
            "1 stone at action 24",
            f"{stones} stone at action {np.flatnonzero(info['board'])[0]}",
        )

    def _seeds(self) -> tuple[str, str]:
        """Draws who is Black with 64 seeds."""
        first = {int(self._make(3, seed).reset()[1]["current_player"][0]) for seed in range(64)}
        return "Black is player 0 or 1", f"Black is player {' or '.join(map(str, sorted(first)))}"


if __name__ == "__main__":
    worker.run(EnvPoolGo)
