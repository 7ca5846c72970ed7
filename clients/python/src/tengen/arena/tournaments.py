"""Tournaments: what they are played by, and how they stand."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

from tengen.spec import Rules

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tengen.arena.enums import SprtVerdict, TournamentState
    from tengen.arena.standings import Standings


@dataclass(frozen=True)
class ArenaPlayer:
    """A player of a tournament.

    Attributes:
      name: Its name there: 1 to 64 characters, not blank, none of them a control character.
      player: What plays: a built-in player or an engine, as `Client.server_info` lists them
        ("greedy", "monte-carlo:playouts=100", "gtp:NAME"); or "agent", an agent that joins under
        the name of the player.
      rating: A rating in Elo that is known, so that others are rated on its scale. None: it is
        rated.
    """

    name: str
    player: str = "agent"
    rating: float | None = None


@dataclass(frozen=True)
class RoundRobin:
    """Everybody plays everybody.

    Attributes:
      pair_count: Pairs of games between any two players, 1 to 10,000.
    """

    pair_count: int


@dataclass(frozen=True)
class Gauntlet:
    """One plays all others.

    Attributes:
      challenger: The name of the one.
      pair_count: Pairs of games against each other player, 1 to 10,000.
    """

    challenger: str
    pair_count: int


@dataclass(frozen=True)
class Swiss:
    """Players with like points meet, nobody twice.

    Attributes:
      meeting_count: How many others each player meets, 1 to the count of players less one.
    """

    meeting_count: int


@dataclass(frozen=True)
class Sprt:
    """A sequential test of whether the first player is stronger than the second.

    Attributes:
      elo0: The difference in Elo that is not enough, at least -1000.
      elo1: The difference that is, 0.5 or more above `elo0`, at most 1000.
      alpha: How often a candidate of `elo0` may pass, 0.001 to 0.25. None: 0.05.
      beta: How often a candidate of `elo1` may fail, 0.001 to 0.25. None: 0.05.
    """

    elo0: float
    elo1: float
    alpha: float | None = None
    beta: float | None = None


TournamentFormat: TypeAlias = RoundRobin | Gauntlet | Swiss | Sprt
"""Who plays whom. Always in pairs of games: one opening, colors swapped."""


@dataclass(frozen=True)
class EmptyOpening:
    """Games start from the empty board."""


@dataclass(frozen=True)
class RandomOpeningMoves:
    """Games start from random legal moves, drawn from the tournament's seed.

    Attributes:
      move_count: Moves of an opening, 1 to 100.
    """

    move_count: int


@dataclass(frozen=True)
class RecordOpenings:
    """Games start from the first moves of game records.

    Attributes:
      sgf: Texts of SGF files, 1 to 1,000.
      move_count: Moves to take of each, 1 to 1,000; fewer where the record has fewer.
    """

    sgf: Sequence[str]
    move_count: int


Openings: TypeAlias = EmptyOpening | RandomOpeningMoves | RecordOpenings
"""Where games start. Each opening is played twice, with colors swapped."""


@dataclass(frozen=True)
class TournamentSpec:
    """What a tournament is played by.

    Attributes:
      name: Its name: 1 to 200 characters, not blank, none of them a control character.
      players: The players, two or more, in an order that the format may go by.
      format: Who plays whom. None in what a newer server tells: a format that is not known here.
      width: Points in a row, 1 to 25.
      height: Points in a column, 1 to 25.
      rules: The rules.
      openings: Where games start. None: from two random moves.
      time_control: The clock: "none"; "5s/move", for each move; "10m", for all moves; "10m+5x30s",
        byo-yomi; "5m+3s", with an increment.
      network_allowance_ms: The part of each turn's time that is free, because the network takes it:
        at most 60,000. None: 100.
      max_moves: Moves after which a game is void. 0: three times the count of points. -1: no limit.
      concurrency: Games that are played at once, 1 to 1,024. 0: 2.
      seed: What openings and the players' chance are drawn from, 64 bits.
    """

    name: str
    players: Sequence[ArenaPlayer]
    format: TournamentFormat | None
    width: int
    height: int
    rules: Rules = field(default_factory=Rules)
    openings: Openings | None = None
    time_control: str = "none"
    network_allowance_ms: int | None = None
    max_moves: int = 0
    concurrency: int = 0
    seed: int = 0


@dataclass(frozen=True)
class SprtStatus:
    """How a sequential test stands.

    Attributes:
      log_likelihood_ratio: The log-likelihood ratio of `elo1` to `elo0`.
      lower_bound: At or below this `elo0` is accepted.
      upper_bound: At or above this `elo1` is accepted.
      pair_counts: Pairs that scored 0, 1/2, 1, 3/2, 2 points for the candidate.
      verdict: What has been decided.
    """

    log_likelihood_ratio: float
    lower_bound: float
    upper_bound: float
    pair_counts: tuple[int, ...]
    verdict: SprtVerdict


@dataclass(frozen=True)
class Tournament:
    """A tournament and how far it has come.

    Attributes:
      spec: What it is played by.
      state: How it stands.
      created_at_ms: When it was created, in milliseconds since 1970 in UTC.
      ended_game_count: Games that have ended, void ones included.
      running_game_count: Games that are played now.
      game_count: Games that it will have in all. None: that depends on results.
      sprt: How the test stands. None: it is none.
      missing_agents: Names of agents that it waits for.
    """

    spec: TournamentSpec
    state: TournamentState
    created_at_ms: int
    ended_game_count: int
    running_game_count: int
    game_count: int | None
    sprt: SprtStatus | None
    missing_agents: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class TournamentUpdate:
    """What a watcher is told.

    Attributes:
      tournament: The tournament as it stands.
      standings: Its standings.
    """

    tournament: Tournament
    standings: Standings


@dataclass(frozen=True)
class ArenaAgent:
    """An agent that is connected, or is waited for after a lost connection.

    Attributes:
      name: Its name.
      description: What it says it is.
      is_connected: Whether its stream is open.
      game_count: Games that it plays now.
      max_game_count: Games that it plays at once.
    """

    name: str
    description: str
    is_connected: bool
    game_count: int
    max_game_count: int
