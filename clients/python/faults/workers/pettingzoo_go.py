"""PettingZoo's go_v5: a worker, see worker.py."""

from __future__ import annotations

import os
import warnings
from importlib.metadata import version
from typing import Any

import numpy as np
import worker

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
warnings.simplefilter("ignore")

from pettingzoo.classic import go_v5  # noqa: E402 - after the settings that it reads.
from pettingzoo.classic.go import go  # noqa: E402
from pettingzoo.utils.env_logger import EnvLogger  # noqa: E402

EnvLogger.suppress_output()


class PettingZooGo:
    """go_v5 with the wrappers that its function `env` adds."""

    def __init__(self, board_size: int = 19, komi: float = 7.5) -> None:
        self.name = f"PettingZoo {version('pettingzoo')} go_v5"
        self.size = board_size
        self.probes = {
            "instances": self._instances,
            "picture": self._picture,
            "observation-shape": self._observation_shape,
            "parallel": self._parallel,
            "illegal": self._illegal,
        }
        self._env: Any = go_v5.env(board_size=board_size, komi=komi)
        self._black, self._white = self._env.possible_agents

    def reset(self, seed: int) -> worker.Timestep:
        """Starts a game."""
        self._env.reset(seed=seed)
        return self._timestep()

    def step(self, action: int) -> worker.Timestep:
        """Plays an action."""
        self._env.step(action)
        return self._timestep()

    def _timestep(self) -> worker.Timestep:
        env = self._env
        observation = env.observe(env.agent_selection)
        rewards = env.rewards
        stones = env.unwrapped._go.board  # noqa: SLF001 - no public member shows the board.
        return worker.Timestep(
            player_to_move=[self._black, self._white].index(env.agent_selection),
            mask=np.asarray(observation["action_mask"]),
            planes=np.moveaxis(observation["observation"], 2, 0),
            board=np.where(stones == -1, 2, stones),
            area=None,
            rewards=(rewards[self._black], rewards[self._white]),
            terminated=any(env.terminations.values()),
            truncated=any(env.truncations.values()),
        )

    def _instances(self) -> tuple[str, str]:
        """Steps an environment after another one of a different size was created."""
        first = go_v5.env(board_size=5)
        first.reset()
        go_v5.env(board_size=9)
        try:
            first.step(0)
        except Exception as error:
            return "a mask of 26 actions", f"{type(error).__name__} in the step on 5x5"
        mask = first.observe(first.agent_selection)["action_mask"]
        return "a mask of 26 actions", f"a mask of {len(mask)} actions"

    def _picture(self) -> tuple[str, str]:
        """Finds the stone of action 1, row 0 and column 1, in the picture of a 3x3 board."""
        env = go_v5.env(board_size=3, render_mode="rgb_array", screen_height=300)
        env.reset()
        env.step(1)
        centers = env.render().astype(int).sum(axis=2)[50::100, 50::100]
        row, column = np.unravel_index(int(centers.argmin()), centers.shape)
        return "a stone in row 0, column 1", f"a stone in row {row}, column {column}"

    def _observation_shape(self) -> tuple[str, str]:
        """Compares the shape of observations with the shape in the documentation."""
        documented = "(N, N, 3)" if "shape of (N, N, 3)" in str(go.__doc__) else "nothing"
        _, _, planes = self._env.observation_space(self._black)["observation"].shape
        return f"as documented: {documented}", f"(N, N, {planes})"

    def _parallel(self) -> tuple[str, str]:
        """Compares the parallel API with the documentation."""
        stated = "Parallel API       | Yes" in str(go.__doc__)
        has_one = hasattr(go_v5, "parallel_env")
        flag = self._env.metadata["is_parallelizable"]
        text = f"{'a' if has_one else 'no'} function parallel_env, is_parallelizable {flag}"
        return f"as documented: Parallel API {'yes' if stated else 'not stated'}", text

    def _illegal(self) -> tuple[str, str]:
        """Plays on an occupied point."""
        env = go_v5.env(board_size=3)
        env.reset()
        env.step(0)
        env.step(0)
        rewards = {name: float(reward) for name, reward in env.rewards.items()}
        return str({self._black: 0.0, self._white: -1.0}), str(rewards)


if __name__ == "__main__":
    worker.run(PettingZooGo)
