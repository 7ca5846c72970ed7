"""Games of the arena, as those see them who do not play."""

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
      verdict: Why.
      culprit: The player that the verdict is about; None for neither.
      winner: Who won. None: a draw, or a void game.
      result: The result as game records have it: "B+3.5", "W+R", "B+T", "W+F", "Draw", "Void";
        "?" where it is not known.
      message: What a player that failed did, for people. Otherwise empty.
    """

    verdict: GameVerdict
    culprit: Color | None
    winner: Color | None
    result: str
    message: str

    @property
    def is_void(self) -> bool:
        """Whether the game counts for nothing."""
        return self.result == "Void"

    def __str__(self) -> str:
        return f"{self.result} ({self.verdict})"


@dataclass(frozen=True)
class ArenaGame:
    """A game of a tournament.

    Attributes:
      game_id: Names the game, as in "cup/17".
      number: Its number in the tournament, from 0.
      black: The player with Black.
      white: The player with White.
      pair: The pair of games that it belongs to: one opening, colors swapped.
      state: How it stands.
      ending: How it ended. None before.
      started_at_ms: When it was started last, in milliseconds since 1970 in UTC. None: it was not.
      ended_at_ms: When it ended, likewise. None before.
      move_number: Moves made, those of the opening included.
    """

    game_id: str
    number: int
    black: str
    white: str
    pair: str
    state: ArenaGameState
    ending: GameEnding | None
    started_at_ms: int | None
    ended_at_ms: int | None
    move_number: int


@dataclass(frozen=True)
class ArenaGameRecord:
    """A game of a tournament with its moves.

    Attributes:
      game: The game.
      sgf: Its record as the text of an SGF file, once it has ended; empty before.
      actions: Its moves so far, those of the opening included, while it is played.
    """

    game: ArenaGame
    sgf: str
    actions: tuple[int, ...]
