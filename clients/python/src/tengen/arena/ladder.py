"""The ladder of a server: its players and their ratings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tengen.arena.games import ArenaGame
    from tengen.arena.standings import EloEstimate


@dataclass(frozen=True)
class LadderRow:
    """One player's row in the table of a ladder.

    Attributes:
      rank: The rank, from 1. 0 before the first game.
      player: The name on the ladder: that of the agent and, if it has a version, "@" and the
        version.
      agent: The name of the agent. Empty for a player that the server runs itself.
      version: The version of the agent. Empty if it has none.
      link: The address of a page about the agent. Empty if it has none.
      rating: The rating in Elo. None before the first game.
      is_anchor: Whether the rating is given instead of estimated.
      game_count: Games that count, which excludes void games.
      win_count: Games won.
      loss_count: Games lost.
      draw_count: Games drawn.
      is_connected: Whether the agent is connected. True for a player that the server runs itself.
      seen_at_seconds: When the agent was last connected, in seconds since 1970. None for a player
        that the server runs itself.
    """

    rank: int
    player: str
    agent: str
    version: str
    link: str
    rating: EloEstimate | None
    is_anchor: bool
    game_count: int
    win_count: int
    loss_count: int
    draw_count: int
    is_connected: bool
    seen_at_seconds: float | None


@dataclass(frozen=True)
class LadderPoint:
    """The ratings of a ladder at a time.

    Attributes:
      at_seconds: The time, in seconds since 1970.
      game_count: Games that had ended before.
      ratings: The ratings of the players that had a game, strongest first.
    """

    at_seconds: float
    game_count: int
    ratings: dict[str, EloEstimate]


@dataclass(frozen=True)
class Ladder:
    """A ladder. Its ratings may be some seconds old.

    Attributes:
      tournament: The name of the ladder. Its games are those of the tournament with this name.
      rows: The players, strongest first; those without a rating last.
      is_anchored: Whether ratings are relative to players with given ratings. Otherwise their mean
        is 0.
      confidence: The level of the confidence intervals, such as 0.95.
      game_count: Games that count.
      running_game_count: Games in progress.
      history: The ratings over time, oldest first. Empty unless it was asked for, and until it is
        computed.
      recent_games: The latest games, newest first.
    """

    tournament: str
    rows: tuple[LadderRow, ...]
    is_anchored: bool
    confidence: float
    game_count: int
    running_game_count: int
    history: tuple[LadderPoint, ...]
    recent_games: tuple[ArenaGame, ...]
