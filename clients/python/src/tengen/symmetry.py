"""The symmetries of a board."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from tengen.enums import StringEnum

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Symmetry"]


class Symmetry(StringEnum):
    """A rotation or reflection of the board.

    Rotations are counterclockwise. Symmetries that swap the sides exist only for square boards.

    The symmetry in `info["symmetry"]` transforms the agent's observations, masks and actions. The
    methods transform from the board to the agent's view; those of `inverse` transform back:

        on_board = info["symmetry"].inverse.transform_action(action, session.width, session.height)
    """

    IDENTITY = "identity"
    """No transformation."""
    ROTATE_90 = "rotate-90"
    """A rotation by 90 degrees: the right column becomes the top row. Swaps the sides."""
    ROTATE_180 = "rotate-180"
    """A rotation by 180 degrees."""
    ROTATE_270 = "rotate-270"
    """A rotation by 270 degrees: the left column becomes the top row. Swaps the sides."""
    FLIP_ROWS = "flip-rows"
    """A vertical flip: the bottom row becomes the top row."""
    FLIP_COLUMNS = "flip-columns"
    """A horizontal flip: the right column becomes the left column."""
    TRANSPOSE = "transpose"
    """A reflection at the main diagonal: rows become columns. Swaps the sides."""
    ANTI_TRANSPOSE = "anti-transpose"
    """A reflection at the anti-diagonal, through the top right corner. Swaps the sides."""
    DRAWN = "drawn"
    """A random symmetry, drawn for each episode from its seed. Valid only as an argument."""

    @property
    def swaps_sides(self) -> bool:
        """Whether rows become columns, which requires a square board."""
        return self in (
            Symmetry.ROTATE_90,
            Symmetry.ROTATE_270,
            Symmetry.TRANSPOSE,
            Symmetry.ANTI_TRANSPOSE,
        )

    @property
    def inverse(self) -> Symmetry:
        """The symmetry that undoes this one."""
        pairs = {
            Symmetry.ROTATE_90: Symmetry.ROTATE_270,
            Symmetry.ROTATE_270: Symmetry.ROTATE_90,
        }
        return pairs.get(self, self)

    def transform_planes(
        self, planes: NDArray[Any], *, row_axis: int = -2, column_axis: int = -1
    ) -> NDArray[Any]:
        """Returns transformed boards, ownership maps or observations as a new array.

        Args:
          planes: An array with a row and a column axis, such as (planes, height, width).
          row_axis: The row axis: -3 in the layout "hwc".
          column_axis: The column axis: -2 in the layout "hwc".

        Raises:
          ValueError: The symmetry swaps the sides and the board is not square, or this is DRAWN.
        """
        is_last = (row_axis, column_axis) == (-2, -1)
        boards = planes if is_last else np.moveaxis(planes, (row_axis, column_axis), (-2, -1))
        if self.swaps_sides:
            if boards.shape[-1] != boards.shape[-2]:
                size = f"{boards.shape[-1]}x{boards.shape[-2]}"
                raise ValueError(f"{self.value} needs a square board, not {size}")
            boards = boards.swapaxes(-2, -1)
        if self in FLIPPING_ROWS:
            boards = boards[..., ::-1, :]
        if self in FLIPPING_COLUMNS:
            boards = boards[..., ::-1]
        if self is Symmetry.DRAWN:
            raise ValueError(
                'drawn is not a symmetry; use info["symmetry"], the one that was drawn'
            )
        if not is_last:
            boards = np.moveaxis(boards, (-2, -1), (row_axis, column_axis))
        return boards.copy()

    def transform_policy(self, policy: NDArray[Any], width: int, height: int) -> NDArray[Any]:
        """Returns a transformed policy, action mask or array of reasons as a new array.

        Args:
          policy: An array whose last axis has one number per action, the pass last.
          width: The number of columns.
          height: The number of rows.

        Raises:
          ValueError: The last axis does not have `width * height + 1` entries, the symmetry swaps
            the sides and the board is not square, or this is DRAWN.
        """
        if policy.shape[-1] != width * height + 1:
            raise ValueError(
                f"the last axis of policy has {policy.shape[-1]} entries,"
                f" not width * height + 1 = {width * height + 1}"
            )
        boards = policy[..., :-1].reshape(*policy.shape[:-1], height, width)
        moved = self.transform_planes(boards).reshape(*policy.shape[:-1], width * height)
        return np.concatenate([moved, policy[..., -1:]], axis=-1)

    def transform_action(self, action: int, width: int, height: int) -> int:
        """Returns a transformed action. The pass and a resignation do not change.

        Raises:
          ValueError: The symmetry swaps the sides and the board is not square, or this is DRAWN.
        """
        return int(self.transform_actions(np.array([action]), width, height)[0])

    def transform_actions(self, actions: Any, width: int, height: int) -> NDArray[np.int64]:
        """Returns transformed actions as a new array. The pass and negative actions do not change.

        Raises:
          ValueError: The symmetry swaps the sides and the board is not square, or this is DRAWN.
        """
        moved: NDArray[np.int64] = np.array(actions, np.int64)
        points = np.arange(width * height).reshape(height, width)
        # The transformed board lists the source of each target; argsort inverts that permutation.
        targets = np.argsort(self.transform_planes(points).reshape(-1))
        is_point = (moved >= 0) & (moved < width * height)
        moved[is_point] = targets[moved[is_point]]
        return moved


# Each symmetry is an optional transposition, then an optional flip of rows, then an optional flip
# of columns.
FLIPPING_ROWS = (
    Symmetry.ROTATE_90,
    Symmetry.ROTATE_180,
    Symmetry.FLIP_ROWS,
    Symmetry.ANTI_TRANSPOSE,
)
FLIPPING_COLUMNS = (
    Symmetry.ROTATE_180,
    Symmetry.ROTATE_270,
    Symmetry.FLIP_COLUMNS,
    Symmetry.ANTI_TRANSPOSE,
)
