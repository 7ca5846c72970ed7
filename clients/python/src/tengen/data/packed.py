"""Planes and masks of the positions of games, as bits."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray


@dataclass(frozen=True, eq=False)
class PackedPlanes:
    """The planes and masks of the positions of games, in their order.

    Attributes:
      encoding: The name of the encoding.
      planes: Bits, uint8 of shape (positions, bytes).
      action_mask: Bits, uint8 of shape (positions, bytes).
      globals: float32 of shape (positions, numbers), or None if the encoding has none.
    """

    encoding: str
    planes: NDArray[np.uint8]
    action_mask: NDArray[np.uint8]
    globals: NDArray[np.float32] | None

    def columns(self) -> dict[str, NDArray[np.uint8]]:
        """Returns the bytes of each row by the name of their column."""
        columns = {"planes": self.planes, "action_mask": self.action_mask}
        if self.globals is not None:
            columns["globals"] = np.ascontiguousarray(self.globals, "<f4").view(np.uint8)
        return columns

    def select(self, places: NDArray[np.int64]) -> PackedPlanes:
        """Returns the planes of some positions."""
        return PackedPlanes(
            encoding=self.encoding,
            planes=self.planes[places],
            action_mask=self.action_mask[places],
            globals=None if self.globals is None else self.globals[places],
        )


def concatenated(parts: Sequence[PackedPlanes]) -> PackedPlanes:
    """Returns the planes of all parts."""
    features = [part.globals for part in parts if part.globals is not None]
    return PackedPlanes(
        encoding=parts[0].encoding,
        planes=np.concatenate([part.planes for part in parts]),
        action_mask=np.concatenate([part.action_mask for part in parts]),
        globals=np.concatenate(features) if features else None,
    )
