"""Tournaments: their specifications and states."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

from tengen.arena.enums import MoveLimitRule
from tengen.spec import Rules

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tengen.arena.enums import SprtVerdict, TournamentPlayedBy, TournamentState
    from tengen.arena.standings import Standings
    from tengen.words import MoveLimitRuleWord


@dataclass(frozen=True)
class ArenaPlayer:
    """A player of a tournament.

    Attributes:
      name: The player's name in the tournament: 1 to 64 characters, not blank, without control
        characters.
      player: A built-in player or an engine from the list of `Client.server_info`, such as
        "greedy", "monte-carlo:playouts=100" or "gtp:NAME"; or "agent" for an agent that joins under
        the name of the player.
      rating: A known rating in Elo that anchors the scale. None: the rating is estimated.
      time_control: The clock of this player, as in `TournamentSpec`. Empty: that of the tournament.
    """

    name: str
    player: str = "agent"
    rating: float | None = None
    time_control: str = ""


@dataclass(frozen=True)
class RoundRobin:
    """A round-robin tournament: every player plays every other player.

    Attributes:
      pair_count: The number of game pairs between any two players, 1 to 10,000.
    """

    pair_count: int


@dataclass(frozen=True)
class Gauntlet:
    """A gauntlet: one player plays all others.

    Attributes:
      challenger: The name of that player.
      pair_count: The number of game pairs against each other player, 1 to 10,000.
    """

    challenger: str
    pair_count: int


@dataclass(frozen=True)
class Swiss:
    """A Swiss tournament: players with similar scores meet, and no two players meet twice.

    Attributes:
      meeting_count: The number of opponents of each player, from 1 to the number of players minus
        one.
      wait_for_all: Whether no game starts before all agents are connected and free. Otherwise those
        who are present begin.
    """

    meeting_count: int
    wait_for_all: bool = False


@dataclass(frozen=True)
class Sprt:
    """A sequential probability ratio test (SPRT): is the first player stronger than the second?

    Attributes:
      elo0: The Elo difference of the null hypothesis, at least -1000.
      elo1: The Elo difference of the alternative hypothesis, at least `elo0 + 0.5`, at most 1000.
      alpha: The probability of accepting a candidate of `elo0`, 0.001 to 0.25. None: 0.05.
      beta: The probability of rejecting a candidate of `elo1`, 0.001 to 0.25. None: 0.05.
    """

    elo0: float
    elo1: float
    alpha: float | None = None
    beta: float | None = None


TournamentFormat: TypeAlias = RoundRobin | Gauntlet | Swiss | Sprt
"""The pairing scheme. Games are always played in pairs: one opening, colors swapped."""


@dataclass(frozen=True)
class EmptyOpening:
    """Games start from the empty board."""


@dataclass(frozen=True)
class RandomOpeningMoves:
    """Games start with random legal moves that follow from the tournament's seed.

    Attributes:
      move_count: The number of moves of an opening, 1 to 100.
    """

    move_count: int


@dataclass(frozen=True)
class RecordOpenings:
    """Games start with the first moves of game records.

    Attributes:
      sgf: The records in SGF, 1 to 1,000.
      move_count: The number of moves to use of each record, 1 to 1,000. A shorter record is used
        whole.
    """

    sgf: Sequence[str]
    move_count: int


@dataclass(frozen=True)
class BookOpenings:
    """Games start with the openings of a book, in an order drawn from the tournament's seed.

    Attributes:
      lines: The lines of the book, 1 to 10,000. A line has the moves of an opening from the empty
        board, Black's first, such as "C3 D5 pass". Text after "#" is a comment. A line without
        moves holds no opening.
      file: The name of the file that the book was read from, at most 200 characters. Empty: "book".
      sha256: The SHA-256 hash of the file, 64 lower-case hexadecimal digits. Empty: that of
        `lines`, each with a line feed.
      move_count: The maximum number of moves to use of each line, 1 to 1,000. 0: 1,000.
    """

    lines: Sequence[str]
    file: str = ""
    sha256: str = ""
    move_count: int = 0


Openings: TypeAlias = EmptyOpening | RandomOpeningMoves | RecordOpenings | BookOpenings
"""The openings of the games. Each opening is played twice, with colors swapped."""


@dataclass(frozen=True)
class ResignRule:
    """A player resigns when it expected to lose at a number of its moves in a row.

    A move without a win probability interrupts the row, so the rule never applies to a player that
    gives none. See `Answer`.

    Attributes:
      below: The limit below which the win probability must be, 0.0001 to 0.5.
      move_count: The number of the player's own moves in a row, 1 to 1,000.
      from_move: The move number of the game from which on the rule applies, at most 1,000,000.
      both_agree: Whether the opponent's win probability must also have been above `1 - below` at as
        many of its last moves.
    """

    below: float
    move_count: int
    from_move: int = 0
    both_agree: bool = False


@dataclass(frozen=True)
class DrawRule:
    """A game is a draw when both players expected one at a number of moves in a row.

    A move without a win probability interrupts the row. The rule needs a whole komi.

    Attributes:
      margin: The largest distance of the win probability from 0.5, at most 0.25.
      move_count: The number of moves in a row, those of both players, 2 to 1,000.
      from_move: The move number of the game from which on the rule applies, at most 1,000,000.
    """

    margin: float
    move_count: int
    from_move: int = 0


@dataclass(frozen=True)
class Adjudication:
    """The rules that end games early.

    Attributes:
      resign: When a player resigns. None: never.
      draw: When a game is a draw. None: never.
      settled: Whether a game ends with its score when every point is settled: each player can hold
        all its points against every play of the opponent. It needs area scoring without tax.
    """

    resign: ResignRule | None = None
    draw: DrawRule | None = None
    settled: bool = False


@dataclass(frozen=True)
class TournamentSpec:
    """The specification of a tournament.

    Attributes:
      name: The name: 1 to 200 characters, not blank, without control characters.
      players: The players, two or more. The order matters for some formats, such as `Sprt`.
      format: The pairing scheme. None in a response: a format of a newer server.
      width: The number of columns, 1 to 25.
      height: The number of rows, 1 to 25.
      rules: The rules.
      openings: The openings of the games. None: two random moves.
      time_control: The clock: "none"; "5s/move" per move; "10m" for all moves; "10m+5x30s" with
        byo-yomi; or "5m+3s" with an increment.
      network_allowance_seconds: The time of each turn that is not charged, to compensate for
        network latency: 0 to 60. None: 0.1.
      max_moves: The number of moves after which a game ends. 0: three times the number of
        points. -1: no limit.
      move_limit_rule: What happens then: "score" counts the position as it stands, "void" lets the
        game not count. None in a response: a rule of a newer server.
      concurrency: The number of concurrent games, 1 to 1,024. 0: 2.
      seed: The seed of openings and players, 64 bits, unsigned.
      adjudicator: The engine of the server that scores games at the limit on moves, as a player:
        "gtp:gnugo". If it fails, the position is scored as it stands. Only with the rule "score".
        Empty: none.
      adjudication: The rules that end games early. None: none.
    """

    name: str
    players: Sequence[ArenaPlayer]
    format: TournamentFormat | None
    width: int
    height: int
    rules: Rules = field(default_factory=Rules)
    openings: Openings | None = None
    time_control: str = "none"
    network_allowance_seconds: float | None = None
    max_moves: int = 0
    move_limit_rule: MoveLimitRule | MoveLimitRuleWord | None = MoveLimitRule.SCORE
    concurrency: int = 0
    seed: int = 0
    adjudicator: str = ""
    adjudication: Adjudication | None = None


@dataclass(frozen=True)
class SprtStatus:
    """The state of a sequential probability ratio test.

    Attributes:
      log_likelihood_ratio: The log-likelihood ratio (LLR) of `elo1` to `elo0`.
      lower_bound: The LLR at or below which `elo0` is accepted.
      upper_bound: The LLR at or above which `elo1` is accepted.
      pair_counts: The pentanomial counts: pairs in which the candidate scored 0, 1/2, 1, 3/2 and 2
        points.
      verdict: The verdict.
    """

    log_likelihood_ratio: float
    lower_bound: float
    upper_bound: float
    pair_counts: tuple[int, ...]
    verdict: SprtVerdict


@dataclass(frozen=True)
class Tournament:
    """A tournament and its progress.

    Attributes:
      spec: The specification.
      state: The state.
      created_at_seconds: The time of creation, in seconds since the Unix epoch, as `time.time`.
      ended_game_count: The number of ended games, including void ones.
      running_game_count: The number of running games.
      game_count: The total number of games. None: it depends on the results.
      sprt: The state of the test. None: the format is not `Sprt`.
      missing_agents: The names of the agents that the tournament waits for.
      played_by: The process that plays the tournament.
    """

    spec: TournamentSpec
    state: TournamentState
    created_at_seconds: float
    ended_game_count: int
    running_game_count: int
    game_count: int | None
    sprt: SprtStatus | None
    missing_agents: tuple[str, ...]
    played_by: TournamentPlayedBy


@dataclass(frozen=True, eq=False)
class TournamentUpdate:
    """An update from `Arena.watch`.

    Attributes:
      tournament: The tournament and its progress.
      standings: Its standings.
    """

    tournament: Tournament
    standings: Standings


@dataclass(frozen=True)
class ArenaAgent:
    """An agent that is connected, or that may still reconnect.

    Attributes:
      name: The agent's name.
      description: The agent's description of itself.
      is_connected: Whether the agent is connected.
      game_count: The number of games that the agent is playing.
      max_game_count: The maximum number of concurrent games of the agent.
    """

    name: str
    description: str
    is_connected: bool
    game_count: int
    max_game_count: int
