"""Views batches of positions through symmetries of the board."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from tengen.symmetry import Symmetry

if TYPE_CHECKING:
    from numpy.typing import NDArray

SYMMETRIES = tuple(symmetry for symmetry in Symmetry if symmetry is not Symmetry.DRAWN)
"""The symmetries of a board: four on every board, and four more on square ones."""


class BoardTurner:
    """Turns the rows of a batch, each by a symmetry of its own.

    It has tables of the points of the board, so that the cost of a batch hardly depends on the
    number of symmetries in it.

    Args:
      width: The number of columns.
      height: The number of rows.

    Attributes:
      choices: The indices in `SYMMETRIES` of the symmetries of the board.
    """

    def __init__(self, width: int, height: int) -> None:
        square = width == height
        self.choices = np.array(
            [index for index, one in enumerate(SYMMETRIES) if square or not one.swaps_sides]
        )
        actions = np.arange(width * height + 1)
        # Row i has the place of each target on the board before symmetry i, and the reverse.
        self._sources = np.zeros((len(SYMMETRIES), len(actions)), np.int64)
        self._targets = np.zeros_like(self._sources)
        for index in self.choices:
            symmetry = SYMMETRIES[index]
            self._sources[index] = symmetry.transform_policy(actions, width, height)
            self._targets[index] = symmetry.transform_actions(actions, width, height)

    def turn_planes(self, planes: NDArray[Any], symmetries: NDArray[np.int64]) -> None:
        """Turns planes or maps in place.

        Args:
          planes: An array of shape (rows, ..., height, width).
          symmetries: The index in `SYMMETRIES` for each row, one of `choices`.
        """
        order = np.argsort(symmetries, kind="stable")
        bounds = np.searchsorted(symmetries[order], np.arange(len(SYMMETRIES) + 1))
        for index in self.choices:
            rows = order[bounds[index] : bounds[index + 1]]
            if SYMMETRIES[index] is not Symmetry.IDENTITY and len(rows):
                planes[rows] = SYMMETRIES[index].transform_planes(planes[rows])

    def turned_policies(
        self, policies: NDArray[Any], symmetries: NDArray[np.int64]
    ) -> NDArray[Any]:
        """Returns turned policies or action masks of shape (rows, actions)."""
        return np.take_along_axis(policies, self._sources[symmetries], axis=1)

    def turned_actions(
        self, actions: NDArray[np.int64], symmetries: NDArray[np.int64]
    ) -> NDArray[np.int64]:
        """Returns a turned action for each row. The pass does not change."""
        turned: NDArray[np.int64] = self._targets[symmetries, actions]
        return turned
