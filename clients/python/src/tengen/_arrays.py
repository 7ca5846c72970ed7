"""Converts bytes of messages to arrays."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import DTypeLike, NDArray


def values(field: bytes | memoryview, kind: DTypeLike) -> NDArray[Any]:
    """Returns the numbers in a field as a read-only view."""
    return np.frombuffer(field, kind)


def unpack(packed: NDArray[np.uint8], bit_count: int) -> NDArray[np.uint8]:
    """Returns the bits of each row as a new array of zeros and ones."""
    return np.unpackbits(packed, axis=1, count=bit_count)
