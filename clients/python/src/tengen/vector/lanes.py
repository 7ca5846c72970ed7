"""Tracks the state of each board between two responses."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import gymnasium
import numpy as np

from tengen.enums import NO_ACTION, Color
from tengen.errors import EpisodeOverError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tengen.vector.rows import Rows


BLACK = int(Color.BLACK)

PER_EPISODE_COLOR = 3
"""A value beside the numbers of `Color`: each episode determines the agent's color."""


class LaneTracker:
    """Tracks which boards have a pending request, whose turn it is, and which are over.

    Args:
      agents: The agents' colors: numbers of `Color`, 0 for self-play, or PER_EPISODE_COLOR. One for
        all boards, or one per board.
      count: The number of boards.
    """

    def __init__(self, agents: NDArray[np.uint8], count: int) -> None:
        self.count = count
        self._agents = np.broadcast_to(agents, count)
        self._has_agents = bool(agents.any())
        self._is_drawn = self._agents == PER_EPISODE_COLOR
        self._has_drawn = bool(self._is_drawn.any())
        self._to_move = np.zeros(count, np.uint8)
        self._is_pending = np.zeros(count, np.bool_)
        self._is_over = np.zeros(count, np.bool_)

    def begin_request(self, lanes: NDArray[np.int64] | None) -> None:
        """Marks boards, or all boards if None, as having a pending request.

        Raises:
          AlreadyPendingCallError: One of the boards already has a pending request.
        """
        chosen = slice(None) if lanes is None else lanes
        if np.count_nonzero(self._is_pending[chosen]):
            raise gymnasium.error.AlreadyPendingCallError(
                "a board has a pending request; call recv to receive its response first", "send"
            )
        self._is_pending[chosen] = True

    def check_not_over(self, actions: Any, lanes: NDArray[np.int64] | None) -> None:
        """Checks that no action is for a board whose episode is over.

        Args:
          actions: One action per board, where NO_ACTION is allowed.
          lanes: The indices of their boards. None: all boards.

        Raises:
          EpisodeOverError: There is such an action.
        """
        is_over = self._is_over if lanes is None else self._is_over[lanes]
        rows = np.flatnonzero(is_over & (np.asarray(actions) != NO_ACTION))
        if len(rows):
            lane = int(rows[0] if lanes is None else lanes[rows[0]])
            raise EpisodeOverError(
                "EPISODE_OVER",
                f"the episode of board {lane} is over, and autoreset is disabled: reset it with"
                f" reset_mask, or give it tengen.NO_ACTION ({NO_ACTION})",
                "FAILED_PRECONDITION",
                metadata={"lane": str(lane)},
            )

    def end_request(self, lanes: NDArray[np.int64] | None) -> None:
        """Marks boards, or all boards if None, as having no pending request."""
        self._is_pending[slice(None) if lanes is None else lanes] = False

    def rewards(
        self, rows: Rows, lanes: NDArray[np.int64] | None, ended: NDArray[np.int64]
    ) -> NDArray[np.float64]:
        """Returns the rewards of the agents, or in self-play of the players who just acted.

        Also records whose turn it is now, and whether episodes are over.

        Args:
          rows: The rows of the response.
          lanes: The indices of their boards. None: all boards.
          ended: The rows that have rewards of an episode whose final row follows.
        """
        chosen = slice(None) if lanes is None else lanes
        self._is_over[chosen] = rows.terminated | rows.truncated
        # With a color per episode, this is the agent's color in the last response.
        rewarded = self._to_move[chosen]
        if self._has_agents:
            agents = self._agents[chosen]
            rewarded = np.where((agents > 0) & (agents < PER_EPISODE_COLOR), agents, rewarded)
            if self._has_drawn and rows.is_reset.any():
                # Other rows that start an episode pay it if the opponent's opening move ends it.
                is_start = self._is_drawn[chosen] & rows.is_reset
                is_start[ended] = False
                rewarded = np.where(is_start, rows.agent_colors, rewarded)
        is_black = rewarded == BLACK
        rewards = np.where(is_black, rows.rewards[:, 0], rows.rewards[:, 1]).astype(np.float64)
        to_move = rows.players_to_move
        if self._has_drawn:
            to_move = np.where(self._is_drawn[chosen], rows.agent_colors, to_move)
        self._to_move[chosen] = to_move
        return rewards
