"""Games of the arena and their results."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tengen.arena.enums import ArenaGameState, GameVerdict
    from tengen.enums import Color


@dataclass(frozen=True)
class GameEnding:
    """How a game ended.

    Attributes:
      verdict: The reason.
      culprit: The player that caused the ending, such as the one who resigned. None: neither.
      winner: The winner. None: a draw, or a void game.
      result: The result as in game records: "B+3.5", "W+R", "B+T", "W+F", "Draw" or "Void"; "?" if
        it is unknown.
      message: A description of a player's failure. Empty if no player failed.
    """

    verdict: GameVerdict
    culprit: Color | None
    winner: Color | None
    result: str
    message: str

    @property
    def is_void(self) -> bool:
        """Whether the game has no result and does not count."""
        return self.result == "Void"

    def __str__(self) -> str:
        return f"{self.result} ({self.verdict})"


@dataclass(frozen=True)
class ArenaGame:
    """A game of a tournament.

    Attributes:
      game_id: The unique id of the game, as in "cup/17".
      number: The number of the game in the tournament, from 0.
      black: The name of the player with Black.
      white: The name of the player with White.
      pair: The id of the game's pair. The two games of a pair share an opening and swap colors.
      state: The state of the game.
      ending: How the game ended. None: it has not ended.
      started_at_seconds: The time of the last start, in seconds since the Unix epoch. None: it was
        not started.
      ended_at_seconds: The time of the end, in seconds since the Unix epoch. None: it has not
        ended.
      move_number: The number of moves made, including those of the opening.
    """

    game_id: str
    number: int
    black: str
    white: str
    pair: str
    state: ArenaGameState
    ending: GameEnding | None
    started_at_seconds: float | None
    ended_at_seconds: float | None
    move_number: int


@dataclass(frozen=True)
class ArenaGameRecord:
    """A game of a tournament with its moves.

    Attributes:
      game: The game.
      sgf: The record in SGF. Empty until the game has ended.
      actions: The moves so far, including those of the opening, while the game is running.
    """

    game: ArenaGame
    sgf: str
    actions: tuple[int, ...]


@dataclass(frozen=True)
class Tally:
    """The results of the games that an agent has played.

    Attributes:
      game_count: Games with a known ending.
      win_count: Games won.
      loss_count: Games lost.
      draw_count: Games drawn.
      void_count: Games without a result.
    """

    game_count: int = 0
    win_count: int = 0
    loss_count: int = 0
    draw_count: int = 0
    void_count: int = 0
