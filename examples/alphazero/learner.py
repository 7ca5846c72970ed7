"""The learner: network, losses and optimizer, the replay buffer, and checkpoints of all of it."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import numpy as np
import torch
from torch.nn import functional

import tengen
from alphazero.network import Network
from alphazero.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from tengen.search import SelfPlayGame

SYMMETRIES = [symmetry for symmetry in tengen.Symmetry if symmetry is not tengen.Symmetry.DRAWN]
LAST_RATE = 0.1
"""The fraction of the learning rate at the end of a run."""


class Learner:
    """A network with its optimizer, and the latest positions that it learns from."""

    def __init__(self, settings: Settings) -> None:
        torch.manual_seed(settings.seed)
        torch.set_num_threads(settings.threads)
        self._settings = settings
        # Two planes for each board, and one for the player to move.
        planes = 2 * settings.history + 1
        self.network = Network(planes, settings.channels, settings.blocks)
        # On a processor, this memory format saves a quarter of the time.
        self.network.to(memory_format=torch.channels_last)
        self._optimizer = torch.optim.AdamW(
            self.network.parameters(),
            lr=settings.learning_rate,
            weight_decay=settings.weight_decay,
        )
        self._buffer: dict[str, NDArray[Any]] = {}

    def add(self, games: Sequence[SelfPlayGame]) -> int:
        """Adds the positions of games, drops the oldest above the limit, and returns how many.

        With a discount, a winning player has a reason to finish the game.
        """
        for game in games:
            rows: dict[str, NDArray[Any]] = {
                "planes": game.planes,
                "policies": game.policies,
                "values": game.outcomes(self._settings.discount),
                "is_full": game.is_full,
            }
            for name, new in rows.items():
                old = self._buffer.get(name, new[:0])
                self._buffer[name] = np.concatenate([old, new])[-self._settings.buffer :]
        return sum(map(len, games))

    def learn(
        self, random: np.random.Generator, *, steps: int, progress: float
    ) -> dict[str, float]:
        """Makes gradient steps on random batches, and returns the mean losses.

        Args:
          random: The random generator for batches.
          steps: The number of steps.
          progress: The completed fraction of the run, 0 to 1.
        """
        for group in self._optimizer.param_groups:
            group["lr"] = self._settings.learning_rate * (1 - (1 - LAST_RATE) * progress)
        self.network.train()
        sums = torch.zeros(2)
        for _ in range(steps):
            sums += self.step(*self.sample(random, self._settings.batch))
        policy, value = (sums / max(steps, 1)).tolist()
        return {"policy_loss": round(policy, 4), "value_loss": round(value, 4)}

    def sample(self, random: np.random.Generator, count: int) -> list[torch.Tensor]:
        """Returns random positions under random symmetries, as columns of the buffer."""
        chosen = random.integers(len(self._buffer["values"]), size=count)
        rows = {name: column[chosen] for name, column in self._buffer.items()}
        rows["planes"] = rows["planes"].astype(np.float32)
        drawn = random.integers(len(SYMMETRIES), size=count)
        height, width = rows["planes"].shape[2:]
        for index, symmetry in enumerate(SYMMETRIES):
            here = drawn == index
            rows["planes"][here] = symmetry.transform_planes(rows["planes"][here])
            policies = symmetry.transform_policy(rows["policies"][here], width, height)
            rows["policies"][here] = policies
        return [torch.from_numpy(column) for column in rows.values()]

    def step(
        self,
        planes: torch.Tensor,
        policies: torch.Tensor,
        values: torch.Tensor,
        is_full: torch.Tensor,
    ) -> torch.Tensor:
        """Makes a gradient step, and returns both losses."""
        logits, predicted = self.network(planes.contiguous(memory_format=torch.channels_last))
        # Visits of a fast search are no target: it is too shallow and has no noise.
        entropies = -(policies * functional.log_softmax(logits, 1)).sum(1)
        policy_loss = (entropies * is_full).sum() / is_full.sum().clamp(min=1)
        value_loss = functional.mse_loss(predicted, values)
        self._optimizer.zero_grad()
        (policy_loss + value_loss).backward()
        self._optimizer.step()
        return torch.stack([policy_loss.detach(), value_loss.detach()])

    def state(self) -> dict[str, Any]:
        """Returns the state, for `load`."""
        return {
            "network": self.network.state_dict(),
            "optimizer": self._optimizer.state_dict(),
            "buffer": self._buffer,
        }

    def load(self, state: dict[str, Any]) -> None:
        """Restores a state that `state` returned."""
        self.network.load_state_dict(state["network"])
        self._optimizer.load_state_dict(state["optimizer"])
        self._buffer = state["buffer"]


def save_checkpoint(state: dict[str, Any], path: Path) -> None:
    """Writes a checkpoint atomically: if the process is killed, the old file remains."""
    unfinished = path.with_suffix(".unfinished")
    with unfinished.open("wb") as file:
        torch.save(state, file)
        file.flush()
        os.fsync(file.fileno())
    unfinished.replace(path)


def load_checkpoint(path: Path) -> dict[str, Any]:
    """Returns the checkpoint in a file. Load only trusted files, because they can run code."""
    state: dict[str, Any] = torch.load(path, map_location="cpu", weights_only=False)
    return state | {"settings": Settings(**state["settings"])}
