"""Leaves: positions that a search has reached and that await their evaluations."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from tengen._arrays import unpack

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tengen.grouped.device import Download
    from tengen.search.games import GameForm


class Leaves:
    """A batch of positions to evaluate, one row for each.

    Arrays are views of memory that is used again: they are valid until the evaluator has returned
    its result.

    Attributes:
      group: The group of games that the leaves belong to.
      packed: The observations as packed bits, uint8 of shape (n, bytes): what
        `tengen.torch.unpack` and `tengen.jax.unpack` take. Seen through the symmetry of the row.
      packed_masks: The legal actions as packed bits, uint8 of shape (n, bytes).
      globals: The global features of the encoding, float32 of shape (n, features).
      symmetries: The numbers of the symmetries through which positions are seen, uint8.
      slots: The slot of each position, uint32, in ascending order.
      shape: The shape of unpacked planes: (planes, height, width), or (height, width, planes) in
        the layout "hwc".
      action_count: The number of actions, the pass last.
      capacity: The number of positions to which a compiled network can pad the batch, so that
        there are few shapes: in a self-play the maximum of the group, in a search of positions the
        next power of two.
    """

    def __init__(
        self, group: int, form: GameForm, capacity: int, fields: dict[str, NDArray[Any]]
    ) -> None:
        self.group = group
        self.capacity = capacity
        self.shape, self.action_count = form.shape, form.action_count
        self.packed: NDArray[np.uint8] = fields["observations"]
        self.packed_masks: NDArray[np.uint8] = fields["action_masks"]
        self.globals: NDArray[np.float32] = fields["globals"]
        self.symmetries: NDArray[np.uint8] = fields["symmetries"]
        self.slots: NDArray[np.uint32] = fields["slots"]

    def __len__(self) -> int:
        """Returns the number of positions."""
        return len(self.slots)

    def __repr__(self) -> str:
        return f"Leaves({len(self)} positions, group={self.group}, shape={self.shape})"

    @cached_property
    def planes(self) -> NDArray[np.uint8]:
        """The observations, zeros and ones of shape (n, *shape), as a new array."""
        return unpack(self.packed, int(np.prod(self.shape))).reshape(-1, *self.shape)

    @cached_property
    def masks(self) -> NDArray[np.uint8]:
        """The legal actions, zeros and ones of shape (n, action_count), as a new array."""
        return unpack(self.packed_masks, self.action_count)

    def padded(self) -> dict[str, NDArray[Any]]:
        """Returns packed observations and globals with rows of zeros up to `capacity`.

        Returns:
          The arrays `observation` and `globals`, the latter only if there are global features.
        """
        arrays: dict[str, NDArray[Any]] = {"observation": self.packed}
        if self.globals.shape[1]:
            arrays["globals"] = self.globals
        missing = self.capacity - len(self)
        return {
            name: np.concatenate([array, np.zeros((missing, array.shape[1]), array.dtype)])
            for name, array in arrays.items()
        }


class EvaluationDownload:
    """Evaluations on their way from a device, in one array: priors, and the value last.

    Args:
      download: What copies the array.
      count: The number of positions; more rows are padding.
    """

    def __init__(self, download: Download, count: int) -> None:
        self._download = download
        self._count = count

    def result(self) -> tuple[NDArray[Any], NDArray[Any]]:
        """Waits for the priors and values, and returns them."""
        rows = self._download.result()[: self._count]
        return rows[:, :-1], rows[:, -1]


class PendingEvaluations(Protocol):
    """Evaluations that a device is computing."""

    def result(self) -> tuple[Any, Any]:
        """Waits for the priors and values, and returns them."""


Evaluator = Callable[[Leaves], "tuple[Any, Any] | PendingEvaluations"]
"""A function that evaluates positions, such as a neural network.

It returns priors of shape (n, actions), seen through the symmetry of their row as the observation
is, and values of shape (n,) in [-1, 1] for the player to move. Those of illegal actions are
ignored. Priors are logits, or weights that are not negative, as the argument `prior_kind` says.

Instead of both arrays it may return an object whose method `result` returns them. Then the next
batch is passed to the function before the result of the last one is asked for, so that a device
always has work.
"""
