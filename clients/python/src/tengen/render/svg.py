"""Draws boards as SVG, for notebooks and pages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from tengen.render.image import star_points
from tengen.render.markup import escaped, number
from tengen.render.text import COLUMN_NAMES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from numpy.typing import NDArray

CELL = 24
"""The distance between two lines."""
MARGIN = 34
"""The distance between the edge of the picture and the outermost lines, including coordinates."""

WOOD, LINE = "#e3bd7f", "#5b4526"
STONES = {1: "#1d1d1f", 2: "#fbfbf8"}
"""The color of a stone, by `Color`."""
MARKS = {0: "#c62828", 1: "#fbfbf8", 2: "#1d1d1f"}
"""The color of a mark on a point, by the `Color` of the point."""
POSITIVE, NEGATIVE = "#1565c0", "#c62828"
ACCENT = "#1e88e5"
"""The color of lines that are seen on light and on dark pages."""
LEVEL_COUNT = 16


def draw_svg(
    board: NDArray[Any],
    last_point: int | None = None,
    *,
    owner: NDArray[Any] | None = None,
    values: NDArray[Any] | None = None,
) -> str:
    """Returns a board as an SVG document.

    Args:
      board: The `Color` of each point, of shape (height, width).
      last_point: The point of the last move, which is marked. None: no mark.
      owner: The `Color` of each point's owner, such as `Score.owner`, shown as a small square where
        the point has no stone of that color. None: no squares.
      values: A number for each point, of shape (height, width), such as an overlay or the
        probabilities of a policy. Points are shaded by their numbers relative to the greatest
        absolute number: blue if positive, red if negative. None: no shades.

    Raises:
      ValueError: A shape is not that of the board.
    """
    height, width = board.shape
    for name, array in (("owner", owner), ("values", values)):
        if array is not None and array.shape != board.shape:
            raise ValueError(f"{name} has the shape {array.shape}, not {board.shape}")
    parts = [wood(width, height)]
    if values is not None:
        parts.append(shades(values, position, CELL))
    parts += [stones(board, int(color)) for color in STONES]
    if owner is not None:
        parts += [owned_points(board, owner, int(color)) for color in STONES]
    if last_point is not None:
        row, column = divmod(int(last_point), width)
        parts.append(
            f'<circle cx="{position(column)}" cy="{position(row)}" r="5.2" fill="none"'
            f' stroke="{MARKS[int(board[row, column])]}" stroke-width="2"/>'
        )
    across, down = (2 * MARGIN + CELL * (count - 1) for count in (width, height))
    return document(across, down, f"A board of {width}x{height} points", "".join(parts))


def document(width: float, height: float, title: str, content: str) -> str:
    """Returns an SVG document that shrinks on narrow pages.

    Args:
      width: The width in pixels.
      height: The height in pixels.
      title: What the picture shows, for those who cannot see it.
      content: The elements.
    """
    across, down = number(width), number(height)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {across} {down}" width="{across}"'
        f' height="{down}" style="max-width:100%;height:auto" role="img"'
        ' font-family="system-ui,sans-serif">'
        f"<title>{escaped(title)}</title>{content}</svg>"
    )


def position(index: int) -> int:
    """Returns the coordinate of a line of the board."""
    return MARGIN + CELL * int(index)


def wood(width: int, height: int) -> str:
    """Returns the empty board with its coordinates."""
    right, bottom = position(width - 1), position(height - 1)
    columns = "".join(f"M{position(x)} {MARGIN}V{bottom}" for x in range(width))
    rows = "".join(f"M{MARGIN} {position(y)}H{right}" for y in range(height))
    stars = "".join(
        f'<circle cx="{position(x)}" cy="{position(y)}" r="2.6"/>'
        for y, x in star_points(width, height)
    )
    names = [(position(x), COLUMN_NAMES[x], True) for x in range(width)]
    names += [(position(y), str(height - y), False) for y in range(height)]
    near = 12
    labels = "".join(
        f'<text x="{place if is_column else side}" y="{side if is_column else place}"'
        f' dy=".35em">{name}</text>'
        for place, name, is_column in names
        for side in (near, (bottom if is_column else right) + MARGIN - near)
    )
    return (
        f'<rect width="{right + MARGIN}" height="{bottom + MARGIN}" rx="4" fill="{WOOD}"/>'
        f'<path d="{columns}{rows}" stroke="{LINE}" stroke-linecap="square" fill="none"/>'
        f'<g fill="{LINE}">{stars}'
        f'<g font-size="11" text-anchor="middle">{labels}</g></g>'
    )


def stones(board: NDArray[Any], color: int) -> str:
    """Returns the stones of one color."""
    circles = "".join(
        f'<circle cx="{position(column)}" cy="{position(row)}" r="{number(0.47 * CELL)}"/>'
        for row, column in np.argwhere(board == color)
    )
    return f'<g fill="{STONES[color]}" stroke="#1d1d1f" stroke-width=".8">{circles}</g>'


def owned_points(board: NDArray[Any], owner: NDArray[Any], color: int) -> str:
    """Returns the squares on the points that a color owns and has no stones on."""
    half = 0.19 * CELL
    points = np.argwhere((owner == color) & (board != color))
    path = squares([(position(x) - half, position(y) - half) for y, x in points], 2 * half)
    return f'<path d="{path}" fill="{STONES[color]}" stroke="#1d1d1f" stroke-width=".8"/>'


def shades(
    values: NDArray[Any], place: Callable[[int], float], side: float, *, scale: float | None = None
) -> str:
    """Returns a square for each number that is not 0, the darker the greater it is.

    Numbers are rounded to a sixteenth of the scale, and those below to the first sixteenth.

    Args:
      values: The numbers, of shape (height, width). Those that are not finite count as 0.
      place: Returns the coordinate of the center of a row or column.
      side: The length of a side.
      scale: The number that is darkest. None: the greatest absolute number.
    """
    numbers = np.nan_to_num(np.asarray(values, np.float64), posinf=0.0, neginf=0.0)
    greatest = float(np.abs(numbers).max(initial=0.0)) if scale is None else scale
    if greatest == 0:
        return ""
    levels = np.sign(numbers) * np.ceil(np.abs(numbers) / greatest * LEVEL_COUNT - 1e-9)
    parts = []
    for level in np.unique(levels[levels != 0]):
        corners = [
            (place(column) - side / 2, place(row) - side / 2)
            for row, column in np.argwhere(levels == level)
        ]
        opacity = number(min(abs(level) / LEVEL_COUNT, 1.0) * 0.85)
        fill = POSITIVE if level > 0 else NEGATIVE
        path = squares(corners, side)
        parts.append(f'<path d="{path}" fill="{fill}" fill-opacity="{opacity}"/>')
    return "".join(parts)


def squares(corners: Iterable[tuple[float, float]], side: float) -> str:
    """Returns the path of squares, given by their upper left corners."""
    length = number(side)
    return "".join(f"M{number(x)} {number(y)}h{length}v{length}h-{length}z" for x, y in corners)
