"""What the capacity model is fitted to."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class BatchPoint:
    """A measured point of a vector environment: one process, one stream.

    Attributes:
      size: The side of the board.
      lanes: The number of boards.
      round_trip: The added network round trip in seconds.
      policy: The time of the policy for a batch in seconds.
      seconds: The time of a step of all boards.
      processor_seconds: The processor time of client and server for it.
      bytes_per_step: The bytes on the network for one board, both ways; 0 if not counted.
    """

    size: int
    lanes: int
    round_trip: float
    policy: float
    seconds: float
    processor_seconds: float
    bytes_per_step: float


@dataclass(frozen=True)
class PlayerPoint:
    """A measured point of `tengen rollout` in one thread.

    Attributes:
      size: The side of the board.
      black: The black player.
      white: The white player.
      games_per_file: The games of a file.
      seconds_per_move: The processor time of a move, once Java has compiled the program.
      moves_per_game: The mean number of moves.
      bytes_per_game: The size of the files for a game.
    """

    size: int
    black: str
    white: str
    games_per_file: int
    seconds_per_move: float
    moves_per_game: float
    bytes_per_game: float
