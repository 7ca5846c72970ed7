"""The standings of a tournament: ratings and crosstable."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tengen.render.markup import escaped, number, side_by_side, table
from tengen.render.svg import ACCENT, document

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

    def __repr__(self) -> str:
        players = ", ".join(f"{row.player} {row.rating}" for row in self.rows)
        return f"Standings({players})"

    def _repr_html_(self) -> str:
        """Returns ratings with their confidence intervals, and the crosstable, for a notebook."""
        if not self.rows:
            return f"<p>{escaped(self.text)}</p>"
        low = min(row.rating.lower for row in self.rows)
        high = max(row.rating.upper for row in self.rows)
        head = ["", "player", f"Elo, {100 * self.confidence:g} %", "", "games", "won", "drawn"]
        ratings = [
            [
                f"{row.rank}",
                escaped(row.player),
                escaped(row.rating),
                interval_bar(row.rating, low, high),
                f"{row.game_count}",
                f"{row.win_count}",
                f"{row.draw_count}",
                f"{row.loss_count}",
            ]
            for row in self.rows
        ]
        points = [
            [
                f"{row.rank}",
                escaped(row.player),
                *(
                    f"{score:g}/{count}" if count else ""
                    for score, count in zip(scores, counts, strict=True)
                ),
            ]
            for row, scores, counts in zip(
                self.rows, self.crosstable, self.game_counts, strict=True
            )
        ]
        ranks = [str(row.rank) for row in self.rows]
        tables = [
            table([*head, "lost"], ratings, left=(1, 3)),
            table(["", "points against", *ranks], points, left=(1,)),
        ]
        return side_by_side(tables)


def interval_bar(rating: EloEstimate, low: float, high: float) -> str:
    """Returns a drawing of a confidence interval between the bounds of all intervals."""
    width, middle = 160, 8

    def place(elo: float) -> str:
        return number(6 + (width - 12) * (elo - low) / max(high - low, 1e-9))

    lower, upper = place(rating.lower), place(rating.upper)
    content = (
        f'<path d="M{lower} {middle}H{upper}M{lower} 4V12M{upper} 4V12" stroke="currentColor"'
        ' stroke-opacity=".6" fill="none"/>'
        f'<circle cx="{place(rating.elo)}" cy="{middle}" r="4" fill="{ACCENT}"/>'
    )
    return document(width, 2 * middle, f"Elo {rating}", content)
