"""The agent: a small convolutional network with a policy and a value."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import torch
from torch import nn

if TYPE_CHECKING:
    from numpy.typing import NDArray

ENCODING = "tactical"
PLANE_COUNT = 32


class RaceNetwork(nn.Module):
    """Maps planes to log probabilities of actions and the value of the position.

    The network works for any board size. It adds features of the whole board to the local features
    of each point, because whether to fill a shared liberty depends on liberty counts.
    """

    def __init__(self, width: int = 48) -> None:
        super().__init__()
        self.near = nn.Sequential(
            nn.Conv2d(PLANE_COUNT, width, 3, padding=1),
            nn.ReLU(),
            nn.Conv2d(width, width, 3, padding=1),
            nn.ReLU(),
        )
        self.far = nn.Linear(2 * width, width)
        self.joined = nn.Sequential(nn.Conv2d(width, width, 3, padding=1), nn.ReLU())
        self.point = nn.Conv2d(width, 1, 1)
        self.whole = nn.Sequential(nn.Linear(2 * width, width), nn.ReLU(), nn.Linear(width, 2))

    def forward(
        self, planes: torch.Tensor, mask: torch.Tensor
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """Returns log probabilities of shape (boards, actions), and values of shape (boards,)."""
        near = self.near(planes)
        joined = self.joined(torch.relu(near + self.far(pooled(near))[:, :, None, None]))
        passing, value = self.whole(pooled(joined)).unbind(1)
        logits = torch.cat([self.point(joined).flatten(1), passing[:, None]], 1)
        logits = logits.masked_fill(mask == 0, -1e9)
        return torch.log_softmax(logits, 1), torch.tanh(value)

    def best_actions(self, planes: Any, mask: Any) -> NDArray[np.int64]:
        """Returns the most probable action of each board."""
        with torch.no_grad():
            logs, _ = self(*tensors(planes, mask))
        return np.asarray(logs.argmax(1))


def pooled(features: torch.Tensor) -> torch.Tensor:
    """Returns the mean and the maximum of each channel over the board."""
    return torch.cat([features.mean((2, 3)), features.amax((2, 3))], 1)


def tensors(planes: Any, mask: Any) -> tuple[torch.Tensor, torch.Tensor]:
    """Returns planes and masks as tensors."""
    return torch.from_numpy(np.asarray(planes, np.float32)), torch.from_numpy(np.asarray(mask))
