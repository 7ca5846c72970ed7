"""What has to be known of each board between two answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import gymnasium
import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tengen.vector.rows import Rows


class Lanes:
    """Which boards have a request under way, whose turn it is, and what is still to be paid.

    Args:
      agents: Numbers of `Color` of the agents, 0 for self-play; one for all boards or one for each.
      count: Count of boards.
    """

    def __init__(self, agents: NDArray[np.uint8], count: int) -> None:
        self.count = count
        self._agents = np.broadcast_to(agents, count)
        self._has_agents = bool(agents.any())
        self._to_move = np.zeros(count, np.uint8)
        # What an opponent's opening move has paid: Gymnasium pays nothing at a reset.
        self._owed = np.zeros((count, 2))
        self._is_under_way = np.zeros(count, np.bool_)

    def take(self, lanes: NDArray[np.int64] | None) -> None:
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

    def free(self, lanes: NDArray[np.int64] | None) -> None:
        """Notes that the answer for boards, None for all, has come."""
        self._is_under_way[slice(None) if lanes is None else lanes] = False

    def start(self, rows: Rows, lanes: NDArray[np.int64] | None) -> None:
        """Notes where boards stand after a reset."""
        chosen = slice(None) if lanes is None else lanes
        self._to_move[chosen] = rows.players_to_move
        self._owed[chosen] = rows.rewards

    def pay(
        self, rows: Rows, lanes: NDArray[np.int64] | None, *, is_same_step: bool
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Returns what a step pays, and notes where boards stand after it.

        Args:
          rows: The answer.
          lanes: The boards of its rows. None: all.
          is_same_step: Whether a row that starts an episode pays for the end of the one before.

        Returns:
          Black's and White's rewards; and the rewards of who acted, or of the agents.
        """
        chosen = slice(None) if lanes is None else lanes
        acting = self._to_move[chosen]
        both = rows.rewards
        if self._has_agents:
            owed = self._owed[chosen]
            if is_same_step:
                both, later = both + owed, np.zeros_like(owed)
            else:
                is_reset = rows.is_reset[:, None]
                both, later = np.where(is_reset, 0, both + owed), np.where(is_reset, both, 0)
            self._owed[chosen] = later
            agents = self._agents[chosen]
            acting = np.where(agents > 0, agents, acting)
        # Numbers of Color less one are columns. A row that starts an episode pays 0 in each.
        own = both[np.arange(rows.count), acting.astype(np.int64) - 1]
        self._to_move[chosen] = rows.players_to_move
        return both, own
