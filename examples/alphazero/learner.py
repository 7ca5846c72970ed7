"""What learns."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import torch
from torch.nn import functional

from alphazero.network import Network

if TYPE_CHECKING:
    import numpy as np

    from alphazero.replay import ReplayBuffer
    from alphazero.settings import Settings

LAST_RATE = 0.1
"""What is left of the learning rate at the end of a run."""


class Losses(NamedTuple):
    """Mean losses of an iteration.

    Attributes:
      policy: Cross entropy of the network's policy and the search's.
      value: Mean square of what is between the network's value and the result.
    """

    policy: float
    value: float


class Learner:
    """A network and its optimizer."""

    def __init__(self, settings: Settings, planes: int) -> None:
        torch.manual_seed(settings.seed)
        torch.set_num_threads(settings.threads)
        self._settings = settings
        self.network = Network(planes, settings.channels, settings.blocks)
        self._optimizer = torch.optim.AdamW(
            self.network.parameters(),
            lr=settings.learning_rate,
            weight_decay=settings.weight_decay,
        )

    def learn(
        self, buffer: ReplayBuffer, random: np.random.Generator, *, steps: int, progress: float
    ) -> Losses:
        """Makes steps of learning from positions drawn from the buffer.

        Args:
          buffer: The positions.
          random: What draws them.
          steps: How many steps.
          progress: How much of the run is behind, 0 to 1.
        """
        for group in self._optimizer.param_groups:
            group["lr"] = self._settings.learning_rate * (1 - (1 - LAST_RATE) * progress)
        self.network.train()
        sums = torch.zeros(2)
        for _ in range(steps):
            sums += self._step(*buffer.draw(random, self._settings.batch))
        policy, value = (sums / max(steps, 1)).tolist()
        return Losses(policy, value)

    def _step(
        self, planes: torch.Tensor, policies: torch.Tensor, values: torch.Tensor
    ) -> torch.Tensor:
        logits, judged = self.network(planes)
        policy_loss = -(policies * functional.log_softmax(logits, 1)).sum(1).mean()
        value_loss = functional.mse_loss(judged, values)
        self._optimizer.zero_grad()
        (policy_loss + value_loss).backward()
        self._optimizer.step()
        return torch.stack([policy_loss.detach(), value_loss.detach()])

    def state(self) -> dict[str, Any]:
        """Returns what `load` takes."""
        return {"network": self.network.state_dict(), "optimizer": self._optimizer.state_dict()}

    def load(self, state: dict[str, Any]) -> None:
        """Takes over what `state` returned."""
        self.network.load_state_dict(state["network"])
        self._optimizer.load_state_dict(state["optimizer"])
