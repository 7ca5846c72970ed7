"""The moves of many boards, from which games are taken when they have ended."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from typing import Any

    from numpy.typing import NDArray

FIRST_CAPACITY = 256
"""The number of steps for which a log has room at first."""

COLLECTED_GAMES = 64
"""So many games are taken from a log at once: the arrays for them stay in the processor's cache."""


class EndedGames(NamedTuple):
    """Games that have ended, in the order of their ends.

    Attributes:
      moves: The moves of all games, one after the other, uint16.
      lengths: The number of moves of each game, at least 1.
      end_reasons: Why each game ended.
      winners: The winner of each game.
      margins: The margin of each game.
    """

    moves: NDArray[np.uint16]
    lengths: NDArray[np.int64]
    end_reasons: NDArray[Any]
    winners: NDArray[np.int64]
    margins: NDArray[np.float64]


class _Ends(NamedTuple):
    """Games that ended at one step, which are still in the log."""

    lanes: NDArray[np.int64]
    starts: NDArray[np.int64]
    stop: int
    end_reasons: NDArray[Any]
    winners: NDArray[np.int64]
    margins: NDArray[np.float64]


class MoveLog:
    """A table with a row for each step and a column for each board.

    A step copies two rows and looks at no single board, so that it costs little. Games are taken
    from their columns many at once.

    Args:
      board_count: The number of boards.
    """

    def __init__(self, board_count: int) -> None:
        self._board_count = board_count
        self._actions = np.zeros((FIRST_CAPACITY, board_count), np.uint16)
        self._is_played = np.zeros((FIRST_CAPACITY, board_count), np.bool_)
        self._row = 0
        # The row of the first move of each game in progress.
        self._starts = np.zeros(board_count, np.int64)
        self._is_live = np.zeros(board_count, np.bool_)
        self._ends: list[_Ends] = []
        self._end_count = 0
        self._collected: list[EndedGames] = []
        self._collected_count = 0

    def add(self, lanes: Any, actions: NDArray[np.int64], is_played: NDArray[np.bool_]) -> None:
        """Adds a step.

        Args:
          lanes: The boards, as an index.
          actions: An action for each of them.
          is_played: Whether each was played.
        """
        if self._row == len(self._actions):
            self._make_room()
        row = self._row
        if not isinstance(lanes, slice):
            self._is_played[row] = False
        self._actions[row, lanes] = actions
        self._is_played[row, lanes] = is_played
        self._row += 1

    def start(self, lanes: NDArray[np.int64]) -> None:
        """Begins games after the last step. Moves of unfinished games are dropped."""
        self._starts[lanes] = self._row
        self._is_live[lanes] = True

    def is_live(self, lanes: Any) -> NDArray[np.bool_]:
        """Returns whether boards have games in progress."""
        is_live: NDArray[np.bool_] = self._is_live[lanes]
        return is_live

    def end(
        self,
        lanes: NDArray[np.int64],
        end_reasons: NDArray[Any],
        winners: NDArray[np.int64],
        margins: NDArray[np.float64],
    ) -> None:
        """Ends the games in progress of boards with the last step."""
        starts = self._starts[lanes]
        self._ends.append(_Ends(lanes, starts, self._row, end_reasons, winners, margins))
        self._end_count += len(lanes)
        self._is_live[lanes] = False
        if self._end_count >= COLLECTED_GAMES:
            self._collect()

    def count(self) -> int:
        """Returns the number of ended games that were not taken. A game without a move is none."""
        self._collect()
        return self._collected_count

    def take(self) -> EndedGames | None:
        """Removes and returns the games that have ended. None: there is none."""
        self._collect()
        parts, self._collected, self._collected_count = self._collected, [], 0
        if not parts:
            return None
        return EndedGames(*map(np.concatenate, zip(*parts, strict=True)))

    def _collect(self) -> None:
        """Copies the games that have ended from the table."""
        if not self._ends:
            return
        lanes, starts, _, *results = (
            column if isinstance(column[0], int) else np.concatenate(column)
            for column in zip(*self._ends, strict=True)
        )
        stops = np.repeat([end.stop for end in self._ends], [len(end.lanes) for end in self._ends])
        self._ends, self._end_count = [], 0
        spans = stops - starts
        bounds = np.concatenate([[0], np.cumsum(spans)])
        rows = np.arange(bounds[-1]) - np.repeat(bounds[:-1] - starts, spans)
        places = rows * self._board_count + np.repeat(lanes, spans)
        is_played = self._is_played.reshape(-1)[places]
        counts = np.concatenate([[0], np.cumsum(is_played)])
        lengths = counts[bounds[1:]] - counts[bounds[:-1]]
        is_game = lengths > 0
        if is_game.any():
            moves = self._actions.reshape(-1)[places[is_played]]
            columns = (column[is_game] for column in (lengths, *results))
            self._collected.append(EndedGames(moves, *columns))
            self._collected_count += int(is_game.sum())

    def _make_room(self) -> None:
        """Drops the rows before the games in progress, and doubles a table that stays half full."""
        self._collect()
        begins = self._starts[self._is_live]
        first = int(begins.min()) if len(begins) else self._row
        kept = self._row - first
        rows = len(self._actions) * (2 if 2 * kept > len(self._actions) else 1)
        for name in ("_actions", "_is_played"):
            table = getattr(self, name)
            roomy = np.zeros((rows, self._board_count), table.dtype)
            roomy[:kept] = table[first : self._row]
            setattr(self, name, roomy)
        self._starts -= first
        self._row = kept
