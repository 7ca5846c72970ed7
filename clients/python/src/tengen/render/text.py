"""A board as text."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

COLUMN_NAMES = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
"""Columns from the left; I is left out."""

SYMBOLS = ".XO"


def draw_text(board: NDArray[np.uint8], last_point: int | None = None) -> str:
    """Returns the drawing of a board, without a line break at its end.

    Args:
      board: The `Color` of each point, of shape (height, width).
      last_point: The point of the last move, which is put in brackets. None: no point.
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
    """Returns what players call an action: "C3", "pass" or "resign"."""
    if action < 0:
        return "resign"
    if action >= width * height:
        return "pass"
    return f"{COLUMN_NAMES[action % width]}{height - action // width}"
