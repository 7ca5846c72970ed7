"""Draws a board as text, and names points."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["COLUMN_NAMES", "SYMBOLS", "draw_text", "point_name"]

COLUMN_NAMES = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
"""The names of columns from the left. The letter I is skipped."""

SYMBOLS = ".XO"


def draw_text(board: NDArray[np.uint8], last_point: int | None = None) -> str:
    """Returns a board as text, without a trailing line break.

    Args:
      board: The `Color` of each point, of shape (height, width).
      last_point: The point of the last move, which is shown in parentheses. None: no mark.
    """
    height, width = board.shape
    columns = "   " + "".join(f" {name}" for name in COLUMN_NAMES[:width])
    lines = [columns]
    for row in range(height):
        cells = [f" {SYMBOLS[color]}" for color in board[row]] + [" "]
        if last_point is not None and last_point // width == row:
            column = last_point % width
            cells[column] = "(" + cells[column][1:]
            cells[column + 1] = ")" + cells[column + 1][1:]
        name = f"{height - row:3d}"
        lines.append(name + "".join(cells) + name.strip())
    return "\n".join([*lines, columns])


def point_name(action: int, width: int, height: int) -> str:
    """Returns the name of an action, as in "C3", "pass" or "resign"."""
    if action < 0:
        return "resign"
    if action >= width * height:
        return "pass"
    return f"{COLUMN_NAMES[action % width]}{height - action // width}"
