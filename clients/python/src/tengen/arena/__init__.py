"""The client of the arena: serve agents and run tournaments.

    from tengen import arena

    def choose(turn):
        return turn.random.choice(turn.legal_actions)

    arena.serve(choose, name="random-net", address="127.0.0.1:9019")

`serve` plays the games that tournaments assign to the agent; `Arena` creates, watches and lists
tournaments. `python -m tengen.arena --help` shows how to do both from a shell.
"""

from tengen.arena.agent import (
    Agent,
    AgentFunction,
    Answer,
    BatchChooser,
    Chooser,
    ClockTime,
    Game,
    Turn,
)
from tengen.arena.client import Arena
from tengen.arena.enums import (
    ArenaGameState,
    ErrorPolicy,
    GameVerdict,
    MoveLimitRule,
    SprtVerdict,
    TournamentPlayedBy,
    TournamentState,
)
from tengen.arena.games import ArenaGame, ArenaGameRecord, GameEnding, Tally
from tengen.arena.ladder import Ladder, LadderPoint, LadderRow
from tengen.arena.serving import serve
from tengen.arena.standings import DuplicateGames, EloEstimate, Standings, StandingsRow
from tengen.arena.tournaments import (
    Adjudication,
    ArenaAgent,
    ArenaPlayer,
    BookOpenings,
    DrawRule,
    EmptyOpening,
    Gauntlet,
    Openings,
    RandomOpeningMoves,
    RecordOpenings,
    ResignRule,
    RoundRobin,
    Sprt,
    SprtStatus,
    Swiss,
    Tournament,
    TournamentFormat,
    TournamentSpec,
    TournamentUpdate,
)

__all__ = [
    "Adjudication",
    "Agent",
    "AgentFunction",
    "Answer",
    "Arena",
    "ArenaAgent",
    "ArenaGame",
    "ArenaGameRecord",
    "ArenaGameState",
    "ArenaPlayer",
    "BatchChooser",
    "BookOpenings",
    "Chooser",
    "ClockTime",
    "DrawRule",
    "DuplicateGames",
    "EloEstimate",
    "EmptyOpening",
    "ErrorPolicy",
    "Game",
    "GameEnding",
    "GameVerdict",
    "Gauntlet",
    "Ladder",
    "LadderPoint",
    "LadderRow",
    "MoveLimitRule",
    "Openings",
    "RandomOpeningMoves",
    "RecordOpenings",
    "ResignRule",
    "RoundRobin",
    "Sprt",
    "SprtStatus",
    "SprtVerdict",
    "Standings",
    "StandingsRow",
    "Swiss",
    "Tally",
    "Tournament",
    "TournamentFormat",
    "TournamentPlayedBy",
    "TournamentSpec",
    "TournamentState",
    "TournamentUpdate",
    "Turn",
    "serve",
]
