"""The replay buffer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import torch

import tengen

if TYPE_CHECKING:
    from collections.abc import Sequence

    from alphazero.self_play import Sample

SYMMETRIES = [symmetry for symmetry in tengen.Symmetry if symmetry is not tengen.Symmetry.DRAWN]


class ReplayBuffer:
    """The latest positions, up to a limit. Batches are augmented with random symmetries."""

    def __init__(self, capacity: int, planes: int, size: int) -> None:
        self._capacity = capacity
        self._size = size
        self._planes = np.zeros((0, planes, size, size), np.uint8)
        self._policies = np.zeros((0, size * size + 1), np.float32)
        self._values = np.zeros(0, np.float32)

    def __len__(self) -> int:
        return len(self._values)

    def add(self, samples: Sequence[Sample]) -> None:
        """Adds positions, and drops the oldest ones above the limit."""
        if not samples:
            return
        latest = slice(-self._capacity, None)
        planes = np.stack([sample.planes for sample in samples])
        policies = np.stack([sample.policy for sample in samples])
        values = np.array([sample.value for sample in samples], np.float32)
        self._planes = np.concatenate([self._planes, planes])[latest]
        self._policies = np.concatenate([self._policies, policies])[latest]
        self._values = np.concatenate([self._values, values])[latest]

    def sample(self, random: np.random.Generator, count: int) -> tuple[torch.Tensor, ...]:
        """Returns planes, policies and values of random positions under random symmetries."""
        rows = random.integers(len(self), size=count)
        planes, policies = self._planes[rows], self._policies[rows]
        drawn = random.integers(len(SYMMETRIES), size=count)
        for index, symmetry in enumerate(SYMMETRIES):
            here = drawn == index
            planes[here] = symmetry.transform_planes(planes[here])
            policies[here] = symmetry.transform_policy(policies[here], self._size, self._size)
        return (
            torch.from_numpy(planes.astype(np.float32)),
            torch.from_numpy(policies),
            torch.from_numpy(self._values[rows]),
        )

    def state(self) -> dict[str, Any]:
        """Returns the state of the buffer, for `load`."""
        return {"planes": self._planes, "policies": self._policies, "values": self._values}

    def load(self, state: dict[str, Any]) -> None:
        """Restores a state that `state` returned."""
        self._planes = state["planes"]
        self._policies = state["policies"]
        self._values = state["values"]
