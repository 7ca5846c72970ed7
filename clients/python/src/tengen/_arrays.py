"""Converts bytes of messages to arrays."""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import DTypeLike, NDArray


def values(field: bytes | memoryview, kind: DTypeLike) -> NDArray[Any]:
    """Returns the numbers in a field as a read-only view."""
    return np.frombuffer(field, kind)


def unpack(packed: NDArray[np.uint8], bit_count: int) -> NDArray[np.uint8]:
    """Returns the bits of each row as a new array of zeros and ones."""
    return np.unpackbits(packed, axis=1, count=bit_count)


def checked_bit_count(byte_count: int, shape: Sequence[int]) -> int:
    """Returns the number of bits of unpacked planes.

    Args:
      byte_count: The number of bytes of packed planes.
      shape: The shape of unpacked planes.

    Raises:
      ValueError: The number of bytes is not what the shape requires.
    """
    bit_count = prod(shape)
    if byte_count != (bit_count + 7) // 8:
        raise ValueError(
            f"rows of {byte_count} bytes do not match the {bit_count} bits of shape {shape}"
        )
    return bit_count
