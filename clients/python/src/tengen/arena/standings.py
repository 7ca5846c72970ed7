"""The standings of a tournament: ratings and crosstable."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True)
class EloEstimate:
    """An estimate in Elo with its confidence interval.

    Attributes:
      elo: The estimate.
      lower: The lower bound of the confidence interval.
      upper: The upper bound of the confidence interval.
    """

    elo: float
    lower: float
    upper: float

    def __str__(self) -> str:
        return f"{self.elo:+.0f} [{self.lower:+.0f}, {self.upper:+.0f}]"


@dataclass(frozen=True)
class StandingsRow:
    """One player's row in the standings.

    Attributes:
      rank: The rank, from 1.
      player: The player's name.
      rating: The rating in Elo.
      game_count: Games that count, which excludes void games.
      win_count: Games won.
      loss_count: Games lost.
      draw_count: Games drawn.
    """

    rank: int
    player: str
    rating: EloEstimate
    game_count: int
    win_count: int
    loss_count: int
    draw_count: int


@dataclass(frozen=True)
class DuplicateGames:
    """A group of games between the same players with identical moves.

    Attributes:
      black: The name of the player with Black.
      white: The name of the player with White.
      count: The number of games in the group.
    """

    black: str
    white: str
    count: int


@dataclass(frozen=True, eq=False)
class Standings:
    """The ratings and the crosstable of the games that have ended.

    The arrays have one row and one column per player, in the order of `rows`.

    Attributes:
      rows: The players, strongest first. Empty before the first game has ended.
      crosstable: Points that the row's player scored against the column's player, float64.
      game_counts: Games between the row's player and the column's player, int64.
      superiority: The probability that the row's player is stronger than the column's player,
        float64; 1/2 on the diagonal.
      black_advantage: The advantage of having Black, in Elo.
      is_anchored: Whether ratings are relative to players with given ratings. Otherwise their mean
        is 0.
      confidence: The level of the confidence intervals, such as 0.95.
      duplicates: Games that were played more than once. They carry less information than their
        number suggests.
    """

    rows: tuple[StandingsRow, ...]
    crosstable: NDArray[np.float64]
    game_counts: NDArray[np.int64]
    superiority: NDArray[np.float64]
    black_advantage: EloEstimate
    is_anchored: bool
    confidence: float
    duplicates: tuple[DuplicateGames, ...]

    @property
    def text(self) -> str:
        """The standings as a table, without a trailing line break."""
        if not self.rows:
            return "no game has ended yet"
        interval = f"Elo, {100 * self.confidence:g} %"
        table = [("", "player", interval, "games", "won", "drawn", "lost")]
        table += [
            (
                str(row.rank),
                row.player,
                str(row.rating),
                str(row.game_count),
                str(row.win_count),
                str(row.draw_count),
                str(row.loss_count),
            )
            for row in self.rows
        ]
        widths = [max(map(len, column)) for column in zip(*table, strict=True)]
        return "\n".join(
            "  ".join(
                # Names are aligned left, numbers right.
                cell.ljust(width) if column == 1 else cell.rjust(width)
                for column, (cell, width) in enumerate(zip(line, widths, strict=True))
            )
            for line in table
        )

    def __str__(self) -> str:
        return self.text
