"""The symmetries of a board, by which an agent may see it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from tengen.enums import StringEnum

if TYPE_CHECKING:
    from numpy.typing import NDArray


class Symmetry(StringEnum):
    """A way to turn or mirror a board so that its points cover the same square.

    Quarter turns are counter-clockwise. Those that swap the sides are symmetries of squares alone.

    What an agent sees is turned by `info["symmetry"]`, and so are the actions it sends. The methods
    turn what is on the board; those of the `inverse` take what the agent sees back to it:

        on_board = info["symmetry"].inverse.transform_action(action, session.width, session.height)

    They raise ValueError where the board has not the symmetry, or an array not its shape.
    """

    IDENTITY = "identity"
    """Nothing is moved."""
    ROTATE_90 = "rotate-90"
    """A quarter turn: the right column becomes the top row. Swaps the sides."""
    ROTATE_180 = "rotate-180"
    """A half turn."""
    ROTATE_270 = "rotate-270"
    """Three quarter turns: the left column becomes the top row. Swaps the sides."""
    FLIP_ROWS = "flip-rows"
    """Upside down: the bottom row becomes the top row."""
    FLIP_COLUMNS = "flip-columns"
    """Left to right: the right column becomes the left column."""
    TRANSPOSE = "transpose"
    """Mirrored at the diagonal through the top left corner: rows become columns. Swaps sides."""
    ANTI_TRANSPOSE = "anti-transpose"
    """Mirrored at the diagonal through the top right corner. Swaps the sides."""
    DRAWN = "drawn"
    """In arguments alone: one of the others, drawn for each episode from its seed."""

    @property
    def swaps_sides(self) -> bool:
        """Whether rows become columns, which only a square allows."""
        return self in (
            Symmetry.ROTATE_90,
            Symmetry.ROTATE_270,
            Symmetry.TRANSPOSE,
            Symmetry.ANTI_TRANSPOSE,
        )

    @property
    def inverse(self) -> Symmetry:
        """The symmetry that takes back what this one does."""
        pairs = {
            Symmetry.ROTATE_90: Symmetry.ROTATE_270,
            Symmetry.ROTATE_270: Symmetry.ROTATE_90,
        }
        return pairs.get(self, self)

    def transform_planes(
        self, planes: NDArray[Any], *, row_axis: int = -2, column_axis: int = -1
    ) -> NDArray[Any]:
        """Returns planes turned, in a new array: boards, ownership maps, observations, any of them.

        Args:
          planes: An array with a row and a column axis, such as (planes, height, width).
          row_axis: Where the rows are: -3 in the layout "hwc".
          column_axis: Where the columns are: -2 in the layout "hwc".
        """
        boards = np.moveaxis(planes, (row_axis, column_axis), (-2, -1))
        if self.swaps_sides:
            if boards.shape[-1] != boards.shape[-2]:
                size = f"{boards.shape[-1]}x{boards.shape[-2]}"
                raise ValueError(f"{self.value} is no symmetry of a board of {size}")
            boards = boards.swapaxes(-2, -1)
        if self in FLIPPING_ROWS:
            boards = np.flip(boards, -2)
        if self in FLIPPING_COLUMNS:
            boards = np.flip(boards, -1)
        if self is Symmetry.DRAWN:
            raise ValueError("drawn names no symmetry; info tells which one was drawn")
        return np.moveaxis(boards, (-2, -1), (row_axis, column_axis)).copy()

    def transform_policy(self, policy: NDArray[Any], width: int, height: int) -> NDArray[Any]:
        """Returns numbers of actions turned, in a new array: policies, action masks, reasons.

        Args:
          policy: An array whose last axis has a number for each point, and that of the pass last.
          width: Points in a row.
          height: Points in a column.
        """
        if policy.shape[-1] != width * height + 1:
            raise ValueError(f"a last axis of {policy.shape[-1]} is not {width * height + 1}")
        boards = policy[..., :-1].reshape(*policy.shape[:-1], height, width)
        turned = self.transform_planes(boards).reshape(*policy.shape[:-1], width * height)
        return np.concatenate([turned, policy[..., -1:]], axis=-1)

    def transform_action(self, action: int, width: int, height: int) -> int:
        """Returns where an action comes to; the pass and a resignation stay."""
        return int(self.transform_actions(np.array([action]), width, height)[0])

    def transform_actions(self, actions: Any, width: int, height: int) -> NDArray[np.int64]:
        """Returns where actions come to, in a new array; the pass and negative ones stay."""
        turned: NDArray[np.int64] = np.array(actions, np.int64)
        points = np.arange(width * height).reshape(height, width)
        # Of which point the number stands at each place, and so the other way round.
        places = np.argsort(self.transform_planes(points).reshape(-1))
        is_point = (turned >= 0) & (turned < width * height)
        turned[is_point] = places[turned[is_point]]
        return turned


# Each is an exchange of rows and columns or none, then rows upside down or not, then columns the
# other way round or not.
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
