"""Games as columns: moves and results."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from tengen.v1 import rollout_pb2


class DataFileError(ValueError):
    """A file of games cannot be used. The message is one line that names the file."""


@dataclass(frozen=True, eq=False)
class Games:
    """The games of one file. Treat all arrays as read-only.

    Attributes:
      file: The file that the games are from, for messages.
      header: What the games have in common: board, rules, players.
      number: The number of each game, uint64.
      moves: The moves of all games, one after the other, uint16: actions, the pass last.
      offsets: int64 with one more entry than games. Game g has `moves[offsets[g]:offsets[g + 1]]`.
      end_reason: Numbers of the protobuf enum EndReason, int8.
      winner: Numbers of `Color`, int8; 0 for a tie or a truncated game.
      black_margin: Black's points minus White's at the end, komi included, float64.
    """

    file: str
    header: rollout_pb2.RolloutHeader
    number: NDArray[np.uint64]
    moves: NDArray[np.uint16]
    offsets: NDArray[np.int64]
    end_reason: NDArray[np.int8]
    winner: NDArray[np.int8]
    black_margin: NDArray[np.float64]

    def __len__(self) -> int:
        return len(self.number)

    @property
    def position_count(self) -> int:
        """The number of positions in which a move was played."""
        return len(self.moves)
