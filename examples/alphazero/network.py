"""The network: a residual tower with a policy head and a value head, for any board size."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any

import numpy as np
import torch
from torch import nn
from torch.nn.utils.fusion import fuse_conv_bn_eval

if TYPE_CHECKING:
    from numpy.typing import NDArray

VALUE_WIDTH = 32


class Convolution(nn.Module):
    """A convolution with batch normalization."""

    def __init__(self, inputs: int, outputs: int, size: int) -> None:
        super().__init__()
        self.convolution = nn.Conv2d(inputs, outputs, size, padding=size // 2, bias=False)
        self.norm: nn.Module = nn.BatchNorm2d(outputs)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Returns the normalized output."""
        return self.norm(self.convolution(x))

    def fuse(self) -> None:
        """Folds the learned normalization into the weights of the convolution, for inference."""
        self.convolution = fuse_conv_bn_eval(self.convolution, self.norm)
        self.norm = nn.Identity()


class Block(nn.Module):
    """A residual block of two convolutions."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.first = Convolution(channels, channels, 3)
        self.second = Convolution(channels, channels, 3)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Returns the input plus the residual, after a ReLU."""
        return torch.relu(x + self.second(torch.relu(self.first(x))))


class Network(nn.Module):
    """Evaluates positions: a logit for each action, the pass last, and a value in [-1, 1].

    The logit of the pass and the value are computed from the mean and the maximum of each channel
    over the board, because the pass is not a point.
    """

    def __init__(self, planes: int, channels: int, blocks: int) -> None:
        super().__init__()
        self.tower = nn.Sequential(
            Convolution(planes, channels, 3), nn.ReLU(), *[Block(channels) for _ in range(blocks)]
        )
        self.points = nn.Sequential(
            Convolution(channels, channels, 1), nn.ReLU(), nn.Conv2d(channels, 1, 1)
        )
        self.whole = nn.Linear(2 * channels, VALUE_WIDTH)
        self.passing = nn.Linear(VALUE_WIDTH, 1)
        self.value = nn.Linear(VALUE_WIDTH, 1)

    def forward(self, planes: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Returns logits of shape (n, actions) and values of shape (n,)."""
        x = self.tower(planes)
        whole = torch.relu(self.whole(torch.cat([x.mean((2, 3)), x.amax((2, 3))], 1)))
        logits = torch.cat([self.points(x).flatten(1), self.passing(whole)], 1)
        return logits, torch.tanh(self.value(whole)).squeeze(1)


class Evaluator:
    """The policy-value function of a search: a frozen copy of a network, optimized for inference.

    On a CPU, fused normalizations and the channels-last memory format save a third of the time.

    Attributes:
      visit_count: The number of positions evaluated so far.
    """

    def __init__(self, network: Network) -> None:
        self.visit_count = 0
        self._network = copy.deepcopy(network).eval()
        for module in self._network.modules():
            if isinstance(module, Convolution):
                module.fuse()
        self._network = self._network.to(memory_format=torch.channels_last)

    def __call__(
        self, observations: NDArray[np.uint8], masks: NDArray[np.uint8]
    ) -> tuple[NDArray[Any], NDArray[Any]]:
        """Returns the priors and values of positions."""
        self.visit_count += len(observations)
        with torch.inference_mode():
            planes = torch.from_numpy(observations.astype(np.float32))
            logits, values = self._network(planes.contiguous(memory_format=torch.channels_last))
            # Masking before the softmax keeps the priors of legal actions from rounding to zero.
            logits = logits.masked_fill(torch.from_numpy(masks == 0), -torch.inf)
            return torch.softmax(logits, 1).numpy(), values.numpy()
