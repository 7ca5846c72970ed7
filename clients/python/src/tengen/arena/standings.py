"""Ratings and the crosstable of a tournament."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True)
class EloEstimate:
    """A number of Elo and how exactly it is known.

    Attributes:
      elo: The estimate.
      lower: The lower bound of its interval.
      upper: The upper bound.
    """

    elo: float
    lower: float
    upper: float

    def __str__(self) -> str:
        return f"{self.elo:+.0f} [{self.lower:+.0f}, {self.upper:+.0f}]"


@dataclass(frozen=True)
class StandingsRow:
    """A player's line in the standings.

    Attributes:
      rank: The place, from 1.
      player: The player's name.
      rating: The rating in Elo.
      game_count: Games that counted.
      win_count: Games won.
      loss_count: Games lost.
      draw_count: Draws.
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
    """One game that was played more than once between the same players, move by move.

    Attributes:
      black: The player with Black.
      white: The player with White.
      count: How often it was played.
    """

    black: str
    white: str
    count: int


@dataclass(frozen=True, eq=False)
class Standings:
    """Ratings and the crosstable of the games that have ended.

    The arrays have a row and a column for each player, in the order of `rows`.

    Attributes:
      rows: The players, the strongest first; none before the first game has ended.
      crosstable: Points of each row's player against each column's, float64.
      game_counts: Games of each row's player with each column's, int64.
      superiority: How probable it is that the row's player is the stronger one, float64; 1/2 with
        itself.
      black_advantage: By how many Elo having Black makes a player stronger.
      is_anchored: Whether ratings are on the scale of players whose rating was given; otherwise
        their mean is 0.
      confidence: How often an interval holds the true rating.
      duplicates: Games that were played more than once, which say less than they seem to.
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
        """The standings as a table for people, without a line break at its end."""
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
                # Names to the left, numbers to the right.
                cell.ljust(width) if place == 1 else cell.rjust(width)
                for place, (cell, width) in enumerate(zip(line, widths, strict=True))
            )
            for line in table
        )

    def __str__(self) -> str:
        return self.text
