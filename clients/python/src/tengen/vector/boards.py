"""Tracks the boards of a vector environment for rendering.

Observations cannot always be drawn: an encoding may not show the stones. An environment that
renders therefore asks the server for a second encoding.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from tengen import _responses as responses
from tengen._arguments import folded
from tengen._arrays import unpack
from tengen.enums import Color, ObservationLayout

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tengen.vector.rows import Rows

BOARD_ENCODING = "alphazero:history=2"
"""The encoding that boards are drawn from: stones now, stones one move ago, the color to move."""

PLANE_COUNT = 5


def begins_with_boards(
    encoding: str, layout: ObservationLayout, shape: tuple[int, int, int]
) -> bool:
    """Returns whether an observation begins with the stones of `BOARD_ENCODING`, plane by plane.

    Args:
      encoding: The encoding of the observation.
      layout: Its layout.
      shape: Its shape in that layout.
    """
    is_in_family = folded(encoding).startswith(folded("alphazero"))
    return is_in_family and layout is ObservationLayout.CHW and shape[0] >= PLANE_COUNT


class BoardTracker:
    """The boards of all lanes, as the last response about each lane has shown them.

    Args:
      lane_count: The number of lanes.
      width: The width of the boards in points.
      height: The height of the boards in points.
      layout: The layout of observations.
      first_byte: The index of the first byte of `BOARD_ENCODING` in a row of observations.
    """

    def __init__(
        self,
        *,
        lane_count: int,
        width: int,
        height: int,
        layout: ObservationLayout,
        first_byte: int,
    ) -> None:
        self._shape = (height, width)
        self._is_plane_by_plane = layout is ObservationLayout.CHW
        byte_count = (PLANE_COUNT * width * height + 7) // 8
        self._bytes = slice(first_byte, first_byte + byte_count)
        self._packed = np.zeros((lane_count, byte_count), np.uint8)
        self._players_to_move = np.full(lane_count, Color.BLACK, np.uint8)
        self._symmetries = np.zeros(lane_count, np.uint8)
        self._is_started = np.zeros(lane_count, np.bool_)

    def update(self, rows: Rows, lanes: NDArray[np.int64] | None) -> None:
        """Stores the boards of a response.

        Args:
          rows: The rows of the response.
          lanes: The indices of their lanes. None: all lanes.
        """
        chosen = slice(None) if lanes is None else lanes
        self._packed[chosen] = rows.observations[:, self._bytes]
        self._players_to_move[chosen] = rows.players_to_move
        self._symmetries[chosen] = rows.symmetries
        self._is_started[chosen] = rows.move_numbers > 0

    def board(self, lane: int) -> tuple[NDArray[np.uint8], int | None]:
        """Returns the board of a lane, and the point of its last move.

        Returns:
          The `Color` of each point, of shape (height, width), without the lane's symmetry; and the
          point as an index, None if the last move was a pass or left no stone.
        """
        height, width = self._shape
        bits = unpack(self._packed[lane : lane + 1], PLANE_COUNT * height * width)
        if self._is_plane_by_plane:
            planes = bits.reshape(PLANE_COUNT, height, width)
        else:
            planes = bits.reshape(height, width, PLANE_COUNT).transpose(2, 0, 1)
        inverse = responses.symmetry(int(self._symmetries[lane])).inverse
        own, other, _, other_before, _ = inverse.transform_planes(planes)
        mover = Color(int(self._players_to_move[lane])).other
        board = (own * mover.other + other * mover).astype(np.uint8)
        new = np.flatnonzero(other > other_before)
        is_move = self._is_started[lane] and len(new) == 1
        return board, int(new[0]) if is_move else None
