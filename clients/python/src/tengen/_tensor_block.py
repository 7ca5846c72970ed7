"""Several tensors in one block of bytes, which moves as a whole. Requires PyTorch."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

import torch

if TYPE_CHECKING:
    from collections.abc import Iterable

ALIGNMENT = 64
"""Each tensor of a block begins at a multiple of so many bytes."""


class Place(NamedTuple):
    """Where a tensor is in a block.

    Attributes:
      name: The name of the tensor.
      dtype: Its type.
      shape: Its shape.
      first: The index of its first byte.
    """

    name: str
    dtype: torch.dtype
    shape: tuple[int, ...]
    first: int


def places_of(
    tensors: Iterable[tuple[str, torch.dtype, tuple[int, ...]]],
) -> tuple[list[Place], int]:
    """Returns the places of tensors in a block, and the number of bytes of the block.

    Args:
      tensors: Name, type and shape of each tensor.
    """
    places, size = [], 0
    for name, dtype, shape in tensors:
        places.append(Place(name, dtype, shape, size))
        size += -(-byte_count(dtype, shape) // ALIGNMENT) * ALIGNMENT
    return places, size


def views(block: torch.Tensor, places: list[Place]) -> dict[str, torch.Tensor]:
    """Returns the tensors of a block by name, as views.

    Args:
      block: The bytes, uint8.
      places: The places of the tensors.
    """
    return {
        name: block[first : first + byte_count(dtype, shape)].view(dtype).view(shape)
        for name, dtype, shape, first in places
    }


def byte_count(dtype: torch.dtype, shape: tuple[int, ...]) -> int:
    """Returns the number of bytes of a tensor."""
    element_size: int = torch.empty(0, dtype=dtype).element_size()
    return math.prod(shape) * element_size
