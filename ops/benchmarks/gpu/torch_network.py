"""The part `torch` of `measure.py`: a network in PyTorch, alone and steering boards."""

from __future__ import annotations

from typing import Any

import figures
import torch
from tengen.torch import TorchVectorEnv, unpack
from tengen_boards import measure_policy
from torch import nn
from torch.nn import functional

TYPE = torch.bfloat16


class Network(nn.Module):
    """A residual network for packed planes, with the logits of actions."""

    def __init__(self, planes: tuple[int, int, int], blocks: int, channels: int) -> None:
        super().__init__()
        self._planes = planes
        points = planes[1] * planes[2]

        def convolution(inputs: int) -> nn.Conv2d:
            return nn.Conv2d(inputs, channels, 3, padding=1, bias=False)

        self.first = convolution(planes[0])
        self.blocks = nn.ModuleList(
            nn.ModuleList([convolution(channels), convolution(channels)]) for _ in range(blocks)
        )
        self.policy = nn.Linear(channels * points, points + 1)

    def forward(self, packed: Any, mask: Any) -> Any:
        """Returns an action for each row, drawn from the policy over legal actions."""
        planes = unpack(packed, self._planes, TYPE).contiguous(memory_format=torch.channels_last)
        features = functional.relu(self.first(planes))
        for one, other in self.blocks:
            change = other(functional.relu(one(features)))
            features = functional.relu(features + 0.1 * change)
        logits = self.policy(features.flatten(1)).float().masked_fill(~mask, -torch.inf)
        # The largest of the logits with Gumbel noise is a draw from the softmax.
        noise = torch.rand_like(logits).clamp_min(1e-20)
        return (logits - torch.log(-torch.log(noise))).argmax(1).to(torch.int32)


def measure(scale: figures.Scale) -> None:
    """Measures each size at each address."""
    torch.manual_seed(1)
    is_cuda = torch.cuda.is_available()
    for size in scale.sizes:
        planes = (17, size, size)
        network = Network(planes, scale.blocks, scale.channels)
        network = network.to("cuda" if is_cuda else "cpu", TYPE)
        network = network.to(memory_format=torch.channels_last).eval()
        # Compiled for the batch of the network alone, which all groups have, too.
        act = torch.compile(network, dynamic=False) if is_cuda else network

        def policy(rows: dict[str, Any], act: Any = act) -> Any:
            with torch.no_grad():
                return act(rows["observation"], rows["action_mask"])

        what = "network steering boards"
        measure_policy(TorchVectorEnv, size, scale, policy, what, wait=torch.Tensor.cpu)


if __name__ == "__main__":
    measure(figures.options()[1])
