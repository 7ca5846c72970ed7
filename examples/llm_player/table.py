"""A game at the server, and what players keep in mind of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from llm_player.position import Position
from tengen import Color, IllegalReason
from tengen.render.text import point_name

if TYPE_CHECKING:
    from tengen import Session


class Table:
    """A game in a session: whose turn it is, the moves so far, and the stones taken.

    Args:
      session: A session without an opponent, whose episode has just begun.

    Attributes:
      session: The same.
      to_move: The player to move.
      moves: Each move so far: who made it, and its action.
      taken: Stones that each player has taken. Those of a suicide are taken by the other player.
      is_over: Whether the game has ended.
    """

    def __init__(self, session: Session) -> None:
        state = session.state()
        if state.move_number > 0 or session.spec.opponent is not None:
            raise ValueError("the session needs a new episode, and no opponent of its own")
        self.session = session
        self.to_move = state.player_to_move
        self.moves: list[tuple[Color, int]] = []
        self.taken = {Color.BLACK: 0, Color.WHITE: 0}
        self.is_over = state.end_reason is not None
        self._board = session.board()

    def play(self, action: int) -> None:
        """Plays an action for the player to move.

        Raises:
          IllegalActionError: The rules forbid it. Nothing has changed.
        """
        mover = self.to_move
        result = self.session.step(action)
        before, self._board = self._board, self.session.board()
        if action >= 0:
            self.moves.append((mover, action))
        for color in self.taken:
            is_placed = color == mover and 0 <= action < self.session.pass_action
            stones = int(np.sum(before == color)) + is_placed
            self.taken[color.other] += stones - int(np.sum(self._board == color))
        self.to_move = result.info["player_to_move"]
        self.is_over = result.terminated or result.truncated

    def position(self) -> Position:
        """Returns what a player needs to know to move."""
        legal = self.session.legal_actions()
        repeating = np.flatnonzero(legal.reasons == IllegalReason.REPETITION)
        return Position(
            board=self._board,
            rules=self.session.spec.rules,
            to_move=self.to_move,
            moves=tuple((color, self.name(action)) for color, action in self.moves),
            taken=dict(self.taken),
            legal=tuple(self.name(int(action)) for action in np.flatnonzero(legal.action_mask)),
            repeating=tuple(self.name(int(action)) for action in repeating),
        )

    def name(self, action: int) -> str:
        """Returns what players call an action: "C3", "pass" or "resign"."""
        return point_name(action, self.session.width, self.session.height)

    def result(self) -> str:
        """Returns how the game ended, as players write it, and why."""
        state = self.session.state()
        if state.end_reason is None:
            return "not over"
        if state.winner is not None and state.end_reason.value == "resignation":
            return f"{state.winner.name[0]}+R (resignation)"
        return f"{state.score} ({state.end_reason})"
