"""A vector font of capital letters and digits, for the coordinates of the board.

A glyph is 4 units wide and 6 units high, y from the top. A stroke is a path of (x, y) pairs,
written as digits: "0602" is a line from (0, 6) to (0, 2).
"""

from __future__ import annotations

import functools
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

GLYPHS = {
    "0": ["103041453616050110"],
    "1": ["112026"],
    "2": ["01103041420646"],
    "3": ["01103041423313334445361605"],
    "4": ["36300444"],
    "5": ["400003334445361605"],
    "6": ["413010010516364544331304"],
    "7": ["004016"],
    "8": ["13020110304142331304051636454433"],
    "9": ["423313020110304145361605"],
    "A": ["062046", "1434"],
    "B": ["00063645443303", "3342413000"],
    "C": ["4130100105163645"],
    "D": ["00062644422000"],
    "E": ["40000646", "0333"],
    "F": ["400006", "0333"],
    "G": ["41301001051636454323"],
    "H": ["0006", "4046", "0343"],
    "J": ["4045361605"],
    "K": ["0006", "4004", "1346"],
    "L": ["000646"],
    "M": ["0600234046"],
    "N": ["06004640"],
    "O": ["103041453616050110"],
    "P": ["06003041423303"],
    "Q": ["103041453616050110", "2446"],
    "R": ["06003041423303", "2346"],
    "S": ["413010010213334445361605"],
    "T": ["0040", "2026"],
    "U": ["000516364540"],
    "V": ["002640"],
    "W": ["0016233640"],
    "X": ["0046", "4006"],
    "Y": ["002340", "2326"],
    "Z": ["00400646"],
}

UNIT_PIXELS = 2.0
STROKE_PIXELS = 1.7
GLYPH_WIDTH = 4
GLYPH_HEIGHT = 6
ADVANCE = 5.6


def draw_word(
    image: NDArray[np.float64], word: str, x: float, y: float, color: NDArray[np.float64]
) -> None:
    """Draws a word centered at (x, y)."""
    coverage = word_coverage(word)
    top = round(y - coverage.shape[0] / 2)
    left = round(x - coverage.shape[1] / 2)
    part = image[top : top + coverage.shape[0], left : left + coverage.shape[1]]
    part += (color - part) * coverage[:, :, None]


@functools.lru_cache(maxsize=64)
def word_coverage(word: str) -> NDArray[np.float64]:
    """Returns the coverage of each pixel by the strokes of a word."""
    width = ((len(word) - 1) * ADVANCE + GLYPH_WIDTH) * UNIT_PIXELS
    rows, columns = round(GLYPH_HEIGHT * UNIT_PIXELS) + 5, round(width) + 5
    y, x = np.mgrid[0:rows, 0:columns].astype(np.float64)
    distance = np.full((rows, columns), np.inf)
    for index, letter in enumerate(word):
        for stroke in GLYPHS[letter]:
            path = stroke_points(stroke, index * ADVANCE)
            for start, end in pairwise(path):
                distance = np.minimum(distance, distance_to_segment(x, y, start, end))
    return np.clip(STROKE_PIXELS / 2.0 + 0.5 - distance, 0.0, 1.0)


def stroke_points(stroke: str, shift: float) -> list[tuple[float, float]]:
    """Returns the points of a stroke in pixels."""
    pairs = zip(stroke[::2], stroke[1::2], strict=True)
    return [((int(x) + shift) * UNIT_PIXELS + 2.0, int(y) * UNIT_PIXELS + 2.0) for x, y in pairs]


def distance_to_segment(
    x: NDArray[np.float64],
    y: NDArray[np.float64],
    start: tuple[float, float],
    end: tuple[float, float],
) -> NDArray[np.float64]:
    """Returns the distance of each pixel from a line segment."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    along = ((x - start[0]) * dx + (y - start[1]) * dy) / (dx * dx + dy * dy)
    along = np.clip(along, 0.0, 1.0)
    return np.hypot(x - start[0] - along * dx, y - start[1] - along * dy)
