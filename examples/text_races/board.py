"""Positions as the network sees them, read from the text of an observation."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from tengen import Symmetry

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

MAX_SIZE = 13
"""The largest board. Smaller ones are in the top left corner of its lines."""

SYMBOLS = " .XO"
"""The characters of a line: outside the board, empty, a stone of the agent, one of the opponent."""

COLORS_EXCHANGED = str.maketrans("XO", "OX")
SYMMETRIES = tuple(symmetry for symmetry in Symmetry if symmetry is not Symmetry.DRAWN)


@dataclass(frozen=True)
class Position:
    """A position in which the agent is to move.

    Attributes:
      symbols: The index in `SYMBOLS` of each point, of shape (size, size), the top row first.
      legal: Whether each action is legal. The action of a point is `row * size + column`; the pass
        is the last action.
      is_after_pass: Whether the opponent has just passed, so that a pass ends the race.
    """

    symbols: NDArray[np.int64]
    legal: NDArray[np.bool_]
    is_after_pass: bool

    @property
    def size(self) -> int:
        """The number of lines."""
        return len(self.symbols)

    def transformed(self, symmetry: Symmetry) -> Position:
        """Returns the position under a symmetry of the board."""
        return Position(
            symmetry.transform_planes(self.symbols),
            symmetry.transform_policy(self.legal, self.size, self.size),
            self.is_after_pass,
        )


def read_position(observation: Mapping[str, Any]) -> Position:
    """Returns the position of an observation whose coordinates are "numbers".

    The agent always sees its own stones as X, regardless of its color.
    """
    rows = observation["rows"]
    if observation["color"] == "white":
        rows = [row.translate(COLORS_EXCHANGED) for row in rows]
    size = observation["size"]
    legal = np.zeros(size * size + 1, np.bool_)
    legal[[action_of(move, size) for move in observation["legal_moves"]]] = True
    last_moves = observation["last_moves"]
    return Position(
        np.array([[SYMBOLS.index(symbol) for symbol in row] for row in rows], np.int64),
        legal,
        bool(last_moves) and last_moves[-1].endswith("pass"),
    )


def action_of(move: str, size: int) -> int:
    """Returns the action of a move, such as "6,4" or "pass"."""
    if move == "pass":
        return size * size
    row, column = map(int, move.split(","))
    return (row - 1) * size + column - 1


def move_of(action: int, size: int) -> str:
    """Returns the move of an action, such as "6,4" or "pass"."""
    if action == size * size:
        return "pass"
    row, column = divmod(action, size)
    return f"{row + 1},{column + 1}"
