"""Games as columns: moves and results."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from tengen.v1 import rollout_pb2, timestep_pb2

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray


COLUMNS: dict[str, type[np.generic]] = {
    "number": np.uint64,
    "end_reason": np.int8,
    "winner": np.int8,
    "black_margin": np.float64,
}
"""The attributes of `Games` that have an entry per game, with their types."""

END_NUMBERS = {
    name.removeprefix("END_REASON_").lower().replace("_", "-"): number
    for name, number in timestep_pb2.EndReason.items()
}
"""The numbers in `Games.end_reason` by the strings of `tengen.EndReason`."""


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

    def places(self, rows: NDArray[np.int64]) -> NDArray[np.int64]:
        """Returns the indices in `moves` of the moves of some games, game after game."""
        lengths = self.offsets[rows + 1] - self.offsets[rows]
        starts = np.cumsum(lengths) - lengths
        places: NDArray[np.int64] = np.repeat(self.offsets[rows] - starts, lengths)
        places += np.arange(len(places))
        return places

    def select(self, rows: NDArray[np.int64]) -> Games:
        """Returns some of the games, in the order of `rows`, with their old numbers."""
        lengths = self.offsets[rows + 1] - self.offsets[rows]
        return replace(
            self,
            moves=self.moves[self.places(rows)],
            offsets=np.concatenate([[0], np.cumsum(lengths)]),
            **{name: getattr(self, name)[rows] for name in COLUMNS},
        )

    def renumbered(self, first_game: int) -> Games:
        """Returns the games with consecutive numbers, and a header that counts them."""
        header = rollout_pb2.RolloutHeader()
        header.CopyFrom(self.header)
        header.first_game = first_game
        header.game_count = len(self)
        number = np.arange(first_game, first_game + len(self), dtype=np.uint64)
        return replace(self, header=header, number=number)

    def has_kind_of(self, other: Games) -> bool:
        """Whether the games of both can be in one file: equal boards, rules and players."""
        kinds = []
        for games in (self, other):
            header = rollout_pb2.RolloutHeader()
            header.CopyFrom(games.header)
            header.ClearField("first_game")
            header.ClearField("game_count")
            kinds.append(header)
        return kinds[0] == kinds[1]


def joined(parts: Sequence[Games]) -> Games:
    """Returns the games of all parts, which must be of one kind, with their old numbers."""
    starts = np.cumsum([0, *(len(part.moves) for part in parts)])
    offsets = [part.offsets[:-1] + start for part, start in zip(parts, starts[:-1], strict=True)]
    columns: dict[str, Any] = {
        name: np.concatenate([getattr(part, name) for part in parts]) for name in COLUMNS
    }
    return replace(
        parts[0],
        moves=np.concatenate([part.moves for part in parts]),
        offsets=np.concatenate([*offsets, starts[-1:]]).astype(np.int64),
        **columns,
    )
