"""The description of a position, as text and as JSON."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from tengen import Color
from tengen.render import draw_text
from tengen.render.text import SYMBOLS, point_name

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from tengen import Rules

PLAYERS = (Color.BLACK, Color.WHITE)


@dataclass(frozen=True, eq=False)
class Position:
    """A position, with moves and points given by name.

    Attributes:
      board: The `Color` on each point, of shape (height, width), row 0 at the top.
      rules: The rules, with every value filled in.
      to_move: The player to move.
      moves: The moves so far, each with the color of its player.
      taken: The number of stones that each player has captured.
      legal: The legal moves. The last one is "pass".
      repeating: The empty points that are forbidden because the board would repeat.
    """

    board: NDArray[np.uint8]
    rules: Rules
    to_move: Color
    moves: tuple[tuple[Color, str], ...]
    taken: Mapping[Color, int]
    legal: tuple[str, ...]
    repeating: tuple[str, ...]

    def as_text(self) -> str:
        """Returns the position as text."""
        moves = " ".join(f"{color.name[0]} {name}" for color, name in self.moves)
        taken = ", ".join(f"{color.name.title()} {self.taken[color]}" for color in PLAYERS)
        return "\n".join(
            [
                draw_text(self.board),
                f"Moves so far: {moves or 'none'}",
                f"Stones taken: {taken}",
                f"Forbidden now, as the board would repeat: {' '.join(self.repeating) or 'none'}",
            ]
        )

    def as_json(self) -> str:
        """Returns the position as one JSON object on one line."""
        height, width = self.board.shape
        stones = {
            color.name.lower(): [
                point_name(int(point), width, height)
                for point in np.flatnonzero(self.board == color)
            ]
            for color in PLAYERS
        }
        return json.dumps(
            {
                "width": width,
                "height": height,
                "komi": self.rules.komi,
                "player_to_move": self.to_move.name.lower(),
                "rows_from_top": ["".join(SYMBOLS[color] for color in row) for row in self.board],
                "stones": stones,
                "moves": [[color.name.lower(), name] for color, name in self.moves],
                "taken": {color.name.lower(): self.taken[color] for color in PLAYERS},
                "forbidden_repetitions": self.repeating,
                "legal_moves": self.legal,
            }
        )
