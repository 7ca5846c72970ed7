"""A game that an agent has in hand."""

from __future__ import annotations

import collections
import threading
from typing import TYPE_CHECKING

from tengen.arena import _agent_messages as messages
from tengen.errors import TengenError

if TYPE_CHECKING:
    from tengen.arena._workers import Task
    from tengen.arena.agent import Game, Turn
    from tengen.arena.games import GameEnding
    from tengen.v1 import agent_pb2


class Hand:
    """A game, its moves, and the turn that is open.

    Attributes:
      game: The game.
      waiting: What the agent is still to be asked and told of it, in this order.
      is_busy: Whether the agent is being asked or told something of it.
      asked_move_number: The turn that the agent was asked for last. None: it was not yet.
      answer: What it has chosen there. None: it still thinks.
      is_confirmed: Whether the arena has named the game since the agent came, or came back.
      is_given_up: Whether the agent has failed, and what is open is answered by resigning.
      game_over: Is set once the game has ended.
      ending: How it has ended, once the agent is told.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.waiting: collections.deque[Task] = collections.deque()
        self.is_busy = False
        self.asked_move_number: int | None = None
        self.answer: int | None = None
        self.is_confirmed = True
        self.is_given_up = False
        self.game_over = threading.Event()
        self.ending: GameEnding | None = None
        self._actions = game.actions

    def goes_on_as(self, game: Game) -> bool:
        """Returns whether a game that the arena tells of is this one, and not another try of it."""
        is_longer = game.actions[: len(self._actions)] == self._actions
        return is_longer and game.seed == self.game.seed and game.color is self.game.color

    def confirm(self, game: Game) -> None:
        """Goes on with a game after the agent has come back."""
        self.is_confirmed = True
        self._actions = game.actions

    def give_up(self) -> None:
        """Asks the agent no more; it is told of the end alone."""
        self.is_given_up = True
        ends = [task for task in self.waiting if task.is_end]
        self.waiting.clear()
        self.waiting.extend(ends)

    def open_turn(self, message: agent_pb2.AgentTurn, received_at_seconds: float) -> Turn:
        """Returns a turn that is to be answered.

        Raises:
          TengenError: Moves are missing.
        """
        known_count = message.move_number - len(message.actions)
        if not 0 <= known_count <= len(self._actions):
            detail = (
                f"{self.game.game_id}: move {message.move_number} is to be made, and"
                f" {len(message.actions)} moves are told after {len(self._actions)} known ones"
            )
            raise TengenError("WRONG_MOVES", detail, "INTERNAL")
        self._actions = (*self._actions[:known_count], *message.actions)
        self.asked_move_number = message.move_number
        self.answer = None
        return messages.turn(message, self.game, self._actions, received_at_seconds, self.game_over)
