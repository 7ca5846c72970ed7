"""The learner: the network, its losses and its optimizer."""

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
"""The fraction of the learning rate at the end of a run."""


class Losses(NamedTuple):
    """The mean losses of an iteration.

    Attributes:
      policy: The cross entropy between the policies of the search and of the network.
      value: The mean squared error between the results and the network's values.
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
        """Makes gradient steps on batches from the replay buffer, and returns the mean losses.

        Args:
          buffer: The replay buffer.
          random: The random generator for batches.
          steps: The number of steps.
          progress: The completed fraction of the run, 0 to 1.
        """
        for group in self._optimizer.param_groups:
            group["lr"] = self._settings.learning_rate * (1 - (1 - LAST_RATE) * progress)
        self.network.train()
        sums = torch.zeros(2)
        for _ in range(steps):
            sums += self._step(*buffer.sample(random, self._settings.batch))
        policy, value = (sums / max(steps, 1)).tolist()
        return Losses(policy, value)

    def _step(
        self, planes: torch.Tensor, policies: torch.Tensor, values: torch.Tensor
    ) -> torch.Tensor:
        logits, predicted = self.network(planes)
        policy_loss = -(policies * functional.log_softmax(logits, 1)).sum(1).mean()
        value_loss = functional.mse_loss(predicted, values)
        self._optimizer.zero_grad()
        (policy_loss + value_loss).backward()
        self._optimizer.step()
        return torch.stack([policy_loss.detach(), value_loss.detach()])

    def state(self) -> dict[str, Any]:
        """Returns the state of network and optimizer, for `load`."""
        return {"network": self.network.state_dict(), "optimizer": self._optimizer.state_dict()}

    def load(self, state: dict[str, Any]) -> None:
        """Restores a state that `state` returned."""
        self.network.load_state_dict(state["network"])
        self._optimizer.load_state_dict(state["optimizer"])
