"""A game in a session, with its moves and captures."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from llm_player.position import Position
from tengen import Color, IllegalReason
from tengen.render.text import point_name

if TYPE_CHECKING:
    from tengen import Session


class Game:
    """A game in a session: the player to move, the moves so far, and the captured stones.

    Args:
      session: A session without an opponent, at the start of an episode.

    Attributes:
      session: The session.
      to_move: The player to move.
      moves: The moves so far: the color of the player, and the action.
      taken: The number of stones that each player has captured. Stones of a suicide count as
        captured by the other player.
      is_over: Whether the game has ended.

    Raises:
      ValueError: The session has an opponent, or a move was made.
    """

    def __init__(self, session: Session) -> None:
        state = session.state()
        if state.move_number > 0 or session.spec.opponent is not None:
            raise ValueError("the session must be at the start of an episode, without an opponent")
        self.session = session
        self.to_move = state.player_to_move
        self.moves: list[tuple[Color, int]] = []
        self.taken = {Color.BLACK: 0, Color.WHITE: 0}
        self.is_over = state.end_reason is not None
        self._board = session.board()

    def play(self, action: int) -> None:
        """Plays an action for the player to move.

        Raises:
          IllegalActionError: The action is illegal. Nothing has changed.
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
        """Returns the current position."""
        legal = self.session.legal_actions()
        repeating = np.flatnonzero(legal.illegal_reasons == IllegalReason.REPETITION)
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
        """Returns the name of an action, as in "C3", "pass" or "resign"."""
        return point_name(action, self.session.width, self.session.height)

    def result(self) -> str:
        """Returns the result in the usual notation, and the reason."""
        state = self.session.state()
        if state.end_reason is None:
            return "not over"
        if state.winner is not None and state.end_reason.value == "resignation":
            return f"{state.winner.name[0]}+R (resignation)"
        return f"{state.score} ({state.end_reason})"
