"""The words of the arena as enums."""

from __future__ import annotations

from tengen.enums import Word


class GameVerdict(Word):
    """Why a game of the arena ended."""

    PASSES = "passes"
    """The players passed; the score decides."""
    REPETITION = "repetition"
    """A repetition that ends the game under its rules."""
    RESIGNATION = "resignation"
    """A player resigned."""
    TIME = "time"
    """A player took too long, and lost."""
    ILLEGAL_MOVE = "illegal-move"
    """A player chose a move that the rules forbid, and lost."""
    DISCONNECTION = "disconnection"
    """A player went away and did not come back in time, and lost."""
    ENGINE_FAILURE = "engine-failure"
    """A player's program ended, did not start or said something that is no move, and lost."""
    REFUSED_MOVE = "refused-move"
    """A player's program did not accept a legal move of the other; void."""
    MOVE_LIMIT = "move-limit"
    """The limit on moves was reached; void."""
    CANCELLATION = "cancellation"
    """Whoever ran the game ended it; void."""
    UNKNOWN = "unknown"
    """One that this version of the client does not know, or that an agent could not be told."""


class AnswerOutcome(Word):
    """What became of an agent's answer."""

    ACCEPTED = "accepted"
    """It counts; if it was illegal, the game is lost."""
    LATE = "late"
    """It came after the time was over; the game is lost."""
    WRONG_GAME = "wrong-game"
    """It names a game that the agent does not play."""
    WRONG_MOVE = "wrong-move"
    """It names another move number."""
    NOT_YOUR_TURN = "not-your-turn"
    """It is not the agent's turn."""
    GAME_OVER = "game-over"
    """The game is over."""
    UNKNOWN = "unknown"
    """One that this version of the client does not know."""


class ArenaGameState(Word):
    """How a game of a tournament stands."""

    PLANNED = "planned"
    """It is to be played."""
    RUNNING = "running"
    """It is played."""
    ENDED = "ended"
    """It has a result."""
    UNKNOWN = "unknown"
    """A state that this version of the client does not know."""


class TournamentState(Word):
    """How a tournament stands."""

    RUNNING = "running"
    """Games are played, or wait for agents."""
    ENDED = "ended"
    """All games have ended."""
    CANCELLED = "cancelled"
    """It was cancelled."""
    FAILED = "failed"
    """It cannot go on: see the server's log. It is tried again when the server is started anew."""
    UNKNOWN = "unknown"
    """A state that this version of the client does not know."""


class SprtVerdict(Word):
    """What a sequential test has decided."""

    UNDECIDED = "undecided"
    """Nothing yet."""
    ELO0 = "elo0"
    """The candidate is not stronger than elo0."""
    ELO1 = "elo1"
    """The candidate is at least as strong as elo1."""
    GIVEN_UP = "given-up"
    """Nothing was decided after as many pairs as are allowed."""
    UNKNOWN = "unknown"
    """A verdict that this version of the client does not know."""


class ErrorPolicy(Word):
    """What `tengen.arena.serve` does where the agent raises."""

    RAISE = "raise"
    """It ends, and raises the same. The arena waits for the agent, and clocks run on."""
    RESIGN = "resign"
    """It logs the error, resigns the game, and goes on with the others."""
