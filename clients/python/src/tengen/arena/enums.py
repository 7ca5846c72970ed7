"""The enums of the arena."""

from __future__ import annotations

from tengen.enums import StringEnum


class GameVerdict(StringEnum):
    """Why a game of the arena ended."""

    PASSES = "passes"
    """The players passed, and the score decided."""
    REPETITION = "repetition"
    """A repetition ended the game under its rules."""
    RESIGNATION = "resignation"
    """A player resigned."""
    TIME = "time"
    """A player exceeded the time limit and lost."""
    ILLEGAL_MOVE = "illegal-move"
    """A player chose an illegal move and lost."""
    DISCONNECTION = "disconnection"
    """A player disconnected, did not reconnect in time, and lost."""
    ENGINE_FAILURE = "engine-failure"
    """A player's program did not start, exited or returned an invalid move, and lost."""
    REFUSED_MOVE = "refused-move"
    """A player's program rejected a legal move of its opponent. The game is void."""
    MOVE_LIMIT = "move-limit"
    """The move limit was reached. The score decides, or the game is void: `MoveLimitRule`."""
    CANCELLATION = "cancellation"
    """The game was cancelled. It is void."""
    RESIGN_RULE = "resign-rule"
    """A player resigned by the tournament's rule, from the players' estimates: `ResignRule`."""
    DRAW_RULE = "draw-rule"
    """The game is a draw by the tournament's rule, from the players' estimates: `DrawRule`."""
    SETTLED = "settled"
    """Every point was settled, by the tournament's rule, and the score decided."""
    UNKNOWN = "unknown"
    """A verdict of a newer server, or the agent was disconnected when the game ended."""


class MoveLimitRule(StringEnum):
    """What happens to a game that reaches its limit on moves."""

    SCORE = "score"
    """The position is scored as it stands, by the rules of the game."""
    VOID = "void"
    """The game is void."""


class AnswerOutcome(StringEnum):
    """How the arena handled an agent's answer."""

    ACCEPTED = "accepted"
    """It was accepted. If the action was illegal, the agent lost the game."""
    LATE = "late"
    """It arrived after the deadline, and the agent lost the game."""
    WRONG_GAME = "wrong-game"
    """It names a game that the agent does not play."""
    WRONG_MOVE = "wrong-move"
    """It names a different move number than the open turn."""
    NOT_YOUR_TURN = "not-your-turn"
    """It is not the agent's turn."""
    GAME_OVER = "game-over"
    """The game is over."""
    UNKNOWN = "unknown"
    """An outcome that this version of the client does not know."""


class ArenaGameState(StringEnum):
    """The state of a game of a tournament."""

    PLANNED = "planned"
    """The game has not started."""
    RUNNING = "running"
    """The game is running."""
    ENDED = "ended"
    """The game has ended."""
    UNKNOWN = "unknown"
    """A state that this version of the client does not know."""


class TournamentState(StringEnum):
    """The state of a tournament."""

    RUNNING = "running"
    """Games are running or waiting for agents."""
    ENDED = "ended"
    """All games have ended."""
    CANCELLED = "cancelled"
    """The tournament was cancelled."""
    FAILED = "failed"
    """The tournament stopped after an error; see the server's log. A server restart retries it."""
    UNKNOWN = "unknown"
    """A state that this version of the client does not know."""


class TournamentPlayedBy(StringEnum):
    """Which process plays a tournament."""

    THIS_SERVER = "this-server"
    """The server that was asked."""
    OTHER_PROCESS = "other-process"
    """Another server or worker that shares the arena's store."""
    NOBODY = "nobody"
    """No process: it is over, or waits for a worker or for a restart of the server."""
    UNKNOWN = "unknown"
    """The server is too old to say it."""


class SprtVerdict(StringEnum):
    """The verdict of a sequential probability ratio test (SPRT)."""

    UNDECIDED = "undecided"
    """There is no verdict yet."""
    ELO0 = "elo0"
    """H0 is accepted: the candidate is elo0 stronger rather than elo1."""
    ELO1 = "elo1"
    """H1 is accepted: the candidate is elo1 stronger rather than elo0."""
    GIVEN_UP = "given-up"
    """The maximum number of pairs was reached without a verdict."""
    UNKNOWN = "unknown"
    """A verdict that this version of the client does not know."""


class ErrorPolicy(StringEnum):
    """What `tengen.arena.serve` does if the agent raises an error."""

    RAISE = "raise"
    """It raises the same error. The arena waits for the agent while the clocks keep running."""
    RESIGN = "resign"
    """It logs the error, resigns the game, and continues with the others."""
