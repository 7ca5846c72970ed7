"""The state of one game that an agent plays."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

from tengen.arena import _agent_messages as messages
from tengen.errors import TengenError

if TYPE_CHECKING:
    from tengen.arena.agent import Answer, Game, Turn
    from tengen.arena.games import GameEnding
    from tengen.v1 import agent_pb2


class AgentGame:
    """A game, its moves so far, and the open turn. Used by the thread of the event loop.

    Attributes:
      game: The game.
      asked_move_number: The move number of the last turn. None: there was no turn yet.
      answer: The agent's answer to that turn. None: the agent is still choosing.
      is_confirmed: Whether the arena has announced the game on the current connection.
      is_given_up: Whether the agent has failed. Open turns are then answered by resigning.
      game_over: Set when the game has ended.
      ending: How the game ended. None until the agent is notified.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.asked_move_number: int | None = None
        self.answer: Answer | None = None
        self.is_confirmed = True
        self.is_given_up = False
        self.game_over = threading.Event()
        self.ending: GameEnding | None = None
        self._actions = game.actions

    def is_continued_by(self, game: Game) -> bool:
        """Returns whether an announced game is this one, and not a replay of it from the start."""
        is_longer = game.actions[: len(self._actions)] == self._actions
        return is_longer and game.seed == self.game.seed and game.color is self.game.color

    def confirm(self, game: Game) -> None:
        """Resumes the game after a reconnect, from the moves that the arena announced."""
        self.is_confirmed = True
        self._actions = game.actions

    def open_turn(self, message: agent_pb2.AgentTurn, received_at_seconds: float) -> Turn[Any]:
        """Returns the turn of a message and waits for its answer.

        Raises:
          TengenError: Moves are missing between the known ones and those of the message.
        """
        known_count = message.move_number - len(message.actions)
        if not 0 <= known_count <= len(self._actions):
            detail = (
                f"{self.game.game_id}: the turn for move {message.move_number} has"
                f" {len(message.actions)} new moves, but only {len(self._actions)} moves are known"
            )
            raise TengenError("WRONG_MOVES", detail, "INTERNAL")
        self._actions = (*self._actions[:known_count], *message.actions)
        self.asked_move_number = message.move_number
        self.answer = None
        return messages.turn(message, self.game, self._actions, received_at_seconds, self.game_over)
