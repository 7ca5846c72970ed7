"""Draws a board as an image, with NumPy only.

Shapes are anti-aliased by distance: the coverage of a pixel is the distance of its center from the
edge, in pixels, positive inside, clipped to [0, 1]. The empty board with its coordinates is drawn
once per size and cached.
"""

from __future__ import annotations

import functools
import math
from typing import TYPE_CHECKING

import numpy as np

from tengen.render.letters import draw_word
from tengen.render.text import COLUMN_NAMES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Image = NDArray[np.float64]

POINT_PIXELS = 40
"""The distance between two lines in pixels."""

MARGIN_PIXELS = 52
"""The distance between the edge of the image and the outermost lines, including coordinates."""

LINE_COLOR = np.array([58.0, 40.0, 20.0])
WOOD_COLOR = np.array([222.0, 178.0, 110.0])
STONE_RADIUS = 0.475 * POINT_PIXELS
BLACK = 1
STAR_MIN_SIZE = 7


def draw_image(board: NDArray[np.uint8], last_point: int | None = None) -> NDArray[np.uint8]:
    """Returns an RGB image of a board: uint8 of shape (pixel rows, pixel columns, 3).

    Args:
      board: The `Color` of each point, of shape (height, width).
      last_point: The point of the last move, which is marked. None: no mark.
    """
    height, width = board.shape
    image = empty_board(width, height).copy()
    stones = np.argwhere(board)
    for row, column in stones:
        blend(image, row, column, shadow(), np.zeros(3))
    for row, column in stones:
        color = int(board[row, column])
        blend(image, row, column, disc(STONE_RADIUS), stone(color))
    if last_point is not None:
        row, column = divmod(last_point, width)
        mark = np.array([245.0] * 3) if board[row, column] == BLACK else np.array([35.0] * 3)
        blend(image, row, column, ring(0.23 * POINT_PIXELS, 2.4), mark)
    return np.clip(image + 0.5, 0, 255).astype(np.uint8)


def tile_images(images: Sequence[NDArray[np.uint8]]) -> NDArray[np.uint8]:
    """Returns one image with all images side by side, in rows of equal length.

    The number of columns is the square root of the number of images, rounded up. Missing images at
    the end are black.

    Args:
      images: At least one image, all of the same shape: (pixel rows, pixel columns, 3).

    Raises:
      ValueError: There is no image, or the shapes differ.
    """
    if len({image.shape for image in images}) != 1:
        raise ValueError(f"{len(images)} images do not have one shape")
    height, width, channels = images[0].shape
    columns = math.ceil(math.sqrt(len(images)))
    rows = math.ceil(len(images) / columns)
    tiles = np.zeros((rows * columns, height, width, channels), np.uint8)
    tiles[: len(images)] = images
    grid = tiles.reshape(rows, columns, height, width, channels)
    return grid.transpose(0, 2, 1, 3, 4).reshape(rows * height, columns * width, channels)


@functools.lru_cache(maxsize=8)
def empty_board(width: int, height: int) -> Image:
    """Returns an image of the empty board with coordinates. It is cached, so copy it to draw."""
    image = wood(pixels(height), pixels(width))
    first = MARGIN_PIXELS
    for count, across in ((width, False), (height, True)):
        length = (height if not across else width) - 1
        for line in range(count):
            is_edge = line in (0, count - 1)
            draw_line(image, first + line * POINT_PIXELS, length, across=across, is_edge=is_edge)
    for row, column in star_points(width, height):
        blend(image, row, column, disc(3.6), LINE_COLOR)
    draw_names(image, width, height)
    return image


def pixels(point_count: int) -> int:
    """Returns the length of a side of the image in pixels."""
    return (point_count - 1) * POINT_PIXELS + 2 * MARGIN_PIXELS


def wood(rows: int, columns: int) -> Image:
    """Returns a wood texture: vertical grain, slightly bent, with a random shade per line."""
    random = np.random.default_rng(9)
    y = np.arange(rows)[:, None]
    x = np.arange(columns)[None, :]
    bent = x + 5.0 * np.sin(y / 170.0) + 2.0 * np.sin(y / 61.0 + 1.0)
    steps = random.normal(size=columns + 40)
    coarse = np.convolve(steps, np.ones(17) / 17.0, mode="same") * 10.0
    fine = np.convolve(steps[::-1], np.ones(3) / 3.0, mode="same") * 3.0
    grain = np.interp(bent + 15.0, np.arange(columns + 40), coarse + fine)
    return WOOD_COLOR + tinted(grain, np.array([1.0, 0.95, 0.8]))


def draw_line(image: Image, position: int, length: int, *, across: bool, is_edge: bool) -> None:
    """Draws one line of the grid, slightly thicker at the edge of the board."""
    half = 1.0 if is_edge else 0.6
    target = image if across else image.swapaxes(0, 1)
    coverage = np.clip(half + 0.5 - np.abs(np.arange(-2, 3)), 0.0, 1.0)
    end = MARGIN_PIXELS + length * POINT_PIXELS + 1
    for offset, part in zip(range(-2, 3), coverage, strict=True):
        line = target[position + offset, MARGIN_PIXELS:end]
        line += (LINE_COLOR - line) * part


def star_points(width: int, height: int) -> list[tuple[int, int]]:
    """Returns the (row, column) of the star points of a board of this size."""
    if min(width, height) < STAR_MIN_SIZE:
        is_center = width == height and width % 2 == 1 and width >= 3  # noqa: PLR2004
        return [(height // 2, width // 2)] if is_center else []
    rows, columns = star_lines(height), star_lines(width)
    return [
        (row, column) for row in rows for column in columns if is_star(row, column, height, width)
    ]


def star_lines(size: int) -> list[int]:
    """Returns the indices of lines with star points: third or fourth from each side, and middle."""
    distance = 3 if size >= 12 else 2  # noqa: PLR2004 - as on real boards.
    middle = [size // 2] if size % 2 == 1 else []
    return [distance, *middle, size - 1 - distance]


def is_star(row: int, column: int, height: int, width: int) -> bool:
    """Returns whether a crossing of star lines is a star point.

    Star points in the middle of a side exist only on boards of size 15 and up.
    """
    middles = (row == height // 2 and height % 2 == 1) + (column == width // 2 and width % 2 == 1)
    return middles != 1 or min(width, height) >= 15  # noqa: PLR2004 - as on real boards.


def draw_names(image: Image, width: int, height: int) -> None:
    """Draws the coordinates of columns and rows on all four sides."""
    near = round(MARGIN_PIXELS * 0.36)
    across = image.shape[1] - near
    down = image.shape[0] - near
    for column in range(width):
        x = MARGIN_PIXELS + column * POINT_PIXELS
        for y in (near, down):
            draw_word(image, COLUMN_NAMES[column], x, y, LINE_COLOR)
    for row in range(height):
        y = MARGIN_PIXELS + row * POINT_PIXELS
        for x in (near, across):
            draw_word(image, str(height - row), x, y, LINE_COLOR)


def blend(image: Image, row: int, column: int, coverage: Image, color: Image) -> None:
    """Blends a color, or an image of the same size, with the area around a point, by coverage."""
    half = POINT_PIXELS // 2 + 4
    y = MARGIN_PIXELS + int(row) * POINT_PIXELS
    x = MARGIN_PIXELS + int(column) * POINT_PIXELS
    part = image[y - half : y + half + 1, x - half : x + half + 1]
    part += (color - part) * coverage[:, :, None]


def patch() -> tuple[Image, Image]:
    """Returns vertical and horizontal distances from a point, in pixels, in its neighborhood."""
    half = POINT_PIXELS // 2 + 4
    side = np.arange(-half, half + 1, dtype=np.float64)
    return side[:, None], side[None, :]


@functools.lru_cache(maxsize=8)
def disc(radius: float) -> Image:
    """Returns the coverage of a disc."""
    return np.clip(radius + 0.5 - np.hypot(*patch()), 0.0, 1.0)


@functools.lru_cache(maxsize=8)
def ring(radius: float, thickness: float) -> Image:
    """Returns the coverage of a ring."""
    distance = np.abs(np.hypot(*patch()) - radius)
    return np.clip(thickness / 2.0 + 0.5 - distance, 0.0, 1.0)


@functools.lru_cache(maxsize=1)
def shadow() -> Image:
    """Returns the coverage of a stone's soft shadow, slightly below and to the right."""
    y, x = patch()
    distance = np.hypot(y - 2.5, x - 2.0)
    return 0.42 * np.clip((STONE_RADIUS + 2.5 - distance) / 5.0, 0.0, 1.0)


@functools.lru_cache(maxsize=2)
def stone(color: int) -> Image:
    """Returns the image of a stone, lit from the upper left."""
    y, x = patch()
    away = np.hypot(y + 0.35 * STONE_RADIUS, x + 0.35 * STONE_RADIUS) / STONE_RADIUS
    if color == BLACK:
        shade = 22.0 + 78.0 * np.exp(-3.2 * away**2)
        return tinted(shade, np.array([1.0, 1.0, 1.04]))
    shade = 252.0 - 38.0 * np.clip(away / 1.35, 0.0, 1.0) ** 2.2
    rim = 26.0 * np.clip(np.hypot(y, x) - STONE_RADIUS + 1.6, 0.0, 1.0)
    return tinted(shade - rim, np.array([1.0, 0.995, 0.975]))


def tinted(shade: Image, tint: Image) -> Image:
    """Returns a gray image multiplied by a color."""
    return np.multiply.outer(shade, tint)
