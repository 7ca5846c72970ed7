"""The part `search` of `measure.py`: self-play with search, and the same network alone."""

from __future__ import annotations

from typing import Any

import figures
import torch
from tengen.search import Puct, SelfPlay
from tengen.torch import TorchEvaluator, usable_device
from torch import nn
from torch.nn import functional
from torch_network import TYPE

SIMULATIONS = 32


class Network(nn.Module):
    """A residual network with the logits of actions and a value."""

    def __init__(self, size: int, scale: figures.Scale) -> None:
        super().__init__()
        channels, points = scale.channels, size * size

        def convolution(inputs: int) -> nn.Conv2d:
            return nn.Conv2d(inputs, channels, 3, padding=1, bias=False)

        self.first = convolution(17)
        self.blocks = nn.ModuleList(
            nn.ModuleList([convolution(channels), convolution(channels)])
            for _ in range(scale.blocks)
        )
        self.heads = nn.Linear(channels * points, points + 2)

    def forward(self, planes: Any) -> tuple[Any, Any]:
        """Returns logits and values."""
        features = functional.relu(self.first(planes.contiguous(memory_format=torch.channels_last)))
        for one, other in self.blocks:
            change = other(functional.relu(one(features)))
            features = functional.relu(features + 0.1 * change)
        numbers = self.heads(features.flatten(1))
        return numbers[:, :-1], torch.tanh(numbers[:, -1])


def measure(scale: figures.Scale) -> None:
    """Measures each size at each address."""
    torch.manual_seed(1)
    device = usable_device(None)
    is_cuda = device.type == "cuda"
    for size in scale.sizes:
        network = Network(size, scale).to(device, TYPE if is_cuda else torch.float32)
        network = network.to(memory_format=torch.channels_last).eval()
        # Compiled for the batch of a group, which all batches have.
        evaluate = torch.compile(network, dynamic=False) if is_cuda else network
        batch = torch.zeros((scale.batch, 17, size, size), device=device)
        batch = batch.to(TYPE if is_cuda else torch.float32)

        def alone(batch: Any = batch, evaluate: Any = evaluate) -> Any:
            with torch.inference_mode():
                return evaluate(batch)[1]

        runs = {"alone": figures.calls_run(alone, torch.Tensor.cpu, scale.batch)}
        plays: dict[str, SelfPlay] = {}
        for address in figures.addresses():
            for group_count in scale.group_counts:
                name = f"{address}, {group_count} groups"
                plays[name] = SelfPlay(
                    TorchEvaluator(evaluate, device, TYPE if is_cuda else torch.float32),
                    size,
                    address=None if address == "server" else address,
                    simulation_count=SIMULATIONS,
                    search=Puct(),
                    slot_count=scale.batch * group_count,
                    group_count=group_count,
                    has_observations=False,
                    seed=1,
                )
                runs[name] = play_run(plays[name])
        found = figures.rates(runs, scale.seconds)
        figures.show("network with a value alone", size, scale.batch, found["alone"])
        for name, play in plays.items():
            what = f"simulations of self-play, {name}"
            note = figures.share(found[name], found["alone"])
            figures.show(what, size, scale.batch * int(name.split()[1]), found[name], note)
            play.close()


def play_run(play: SelfPlay) -> figures.Run:
    """Returns a run of a self-play."""

    def steps() -> Any:
        while True:
            before = play.evaluation_count
            play.step()
            yield play.evaluation_count - before

    return lambda seconds: figures.loop_rate(steps(), seconds)


if __name__ == "__main__":
    measure(figures.options()[1])
