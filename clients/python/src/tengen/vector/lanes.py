"""What has to be known of each board between two answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import gymnasium
import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tengen.vector.rows import Rows


PER_EPISODE_COLOR = 3
"""Stands for an agent whose color each episode says, among numbers of `Color`."""


class LaneTracker:
    """Which boards have a request under way, and whose turn it is.

    Args:
      agents: Numbers of `Color` of the agents, 0 for self-play, PER_EPISODE_COLOR; one for all boards or
        one for each.
      count: Count of boards.
    """

    def __init__(self, agents: NDArray[np.uint8], count: int) -> None:
        self.count = count
        self._agents = np.broadcast_to(agents, count)
        self._has_agents = bool(agents.any())
        self._is_drawn = self._agents == PER_EPISODE_COLOR
        self._to_move = np.zeros(count, np.uint8)
        self._is_under_way = np.zeros(count, np.bool_)

    def begin_request(self, lanes: NDArray[np.int64] | None) -> None:
        """Notes that a request for boards, None for all, is under way.

        Raises:
          AlreadyPendingCallError: One of them has a request under way already.
        """
        chosen = slice(None) if lanes is None else lanes
        if self._is_under_way[chosen].any():
            raise gymnasium.error.AlreadyPendingCallError(
                "a board has a request under way whose answer has not been received", "send"
            )
        self._is_under_way[chosen] = True

    def end_request(self, lanes: NDArray[np.int64] | None) -> None:
        """Notes that the answer for boards, None for all, has come."""
        self._is_under_way[slice(None) if lanes is None else lanes] = False

    def rewards(self, rows: Rows, lanes: NDArray[np.int64] | None) -> NDArray[np.float64]:
        """Returns the rewards of the agents, or of who acted; and notes whose turn it is now.

        Args:
          rows: The answer.
          lanes: The boards of its rows. None: all.
        """
        chosen = slice(None) if lanes is None else lanes
        paid = self._to_move[chosen]  # Of a drawn agent, what it played in the last answer.
        if self._has_agents:
            agents = self._agents[chosen]
            paid = np.where((agents > 0) & (agents < PER_EPISODE_COLOR), agents, paid)
        # Numbers of Color less one are columns.
        rewards = rows.rewards[np.arange(rows.count), paid.astype(np.int64) - 1]
        is_drawn = self._is_drawn[chosen]
        self._to_move[chosen] = np.where(is_drawn, rows.agent_colors, rows.players_to_move)
        return rewards
