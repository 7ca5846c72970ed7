"""From bytes of messages to arrays."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import DTypeLike, NDArray


def values(field: bytes, kind: DTypeLike) -> NDArray[Any]:
    """Returns the numbers in a field, as a view of it that is not to be written to."""
    return np.frombuffer(field, kind)


def unpack(packed: NDArray[np.uint8], bit_count: int) -> NDArray[np.uint8]:
    """Returns the bits of each row as zeros and ones, in a new array."""
    return np.unpackbits(packed, axis=1, count=bit_count)
