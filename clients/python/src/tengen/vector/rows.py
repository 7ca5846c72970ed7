"""Converts the rows of a response to arrays."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from tengen._arrays import values
from tengen.enums import NO_ACTION

if TYPE_CHECKING:
    from types import SimpleNamespace

    from numpy.typing import NDArray

    from tengen.v1 import batch_pb2 as pb

BLOCK_ROWS = 64
"""The number of rows unpacked at a time, so that their bytes stay in the processor's cache."""


@dataclass(frozen=True, eq=False)
class Rows:
    """The rows of one answer. All arrays are views of the answer, whose memory may be used again.

    Results of an environment therefore are copies, except for packed observations without a copy.

    Attributes:
      observations: Packed bits, uint8 of shape (rows, bytes).
      action_masks: Packed bits, uint8 of shape (rows, bytes).
      rewards: float32 of shape (rows, 2): Black's and White's reward.
      terminated: Whether the rules ended the episode.
      truncated: Whether a limit ended the episode.
      is_reset: Whether the request started the episode.
      end_reasons: Numbers of the protobuf enum EndReason.
      winners: Numbers of `Color`.
      players_to_move: Numbers of `Color`.
      move_numbers: The number of moves since the start of the episode.
      episodes: The numbers of the episodes; 0 until the first reset.
      state_hashes: uint64, as in `info["state_hash"]`.
      margins: The margin if the episode is over, otherwise 0.
      actions: The requested actions.
      illegal_reasons: Numbers of `IllegalReason`.
      globals: float32 of shape (rows, numbers).
      symmetries: Numbers of the protobuf enum Symmetry.
      agent_colors: Numbers of `Color` in episodes of tasks; otherwise 0.
      optimal_values: The agent's value under perfect play by both; 0 without a task.
      regrets: The optimal minus the obtained value if the episode of a task is over, otherwise 0.
      is_oracle_optimal: 1 if the action was optimal, 2 if it was not, 0 if it was not judged.
      has_tasks: Whether any board has a task.
      is_agreement: Whether play has ended and the player to move must propose dead stones.
      has_agreement: Whether the rules of any board ask the players to agree on dead stones.
      opponent_actions: The opponents' actions, NO_ACTION where there was none.
      has_opponents: Whether any board has an opponent.
    """

    observations: NDArray[np.uint8]
    action_masks: NDArray[np.uint8]
    rewards: NDArray[np.float32]
    terminated: NDArray[np.bool_]
    truncated: NDArray[np.bool_]
    is_reset: NDArray[np.bool_]
    end_reasons: NDArray[np.uint8]
    winners: NDArray[np.uint8]
    players_to_move: NDArray[np.uint8]
    move_numbers: NDArray[np.uint32]
    episodes: NDArray[np.uint32]
    state_hashes: NDArray[np.uint64]
    margins: NDArray[np.float32]
    actions: NDArray[np.int32]
    illegal_reasons: NDArray[np.uint8]
    globals: NDArray[np.float32]
    symmetries: NDArray[np.uint8]
    agent_colors: NDArray[np.uint8]
    optimal_values: NDArray[np.int8]
    regrets: NDArray[np.int8]
    is_oracle_optimal: NDArray[np.uint8]
    has_tasks: bool
    is_agreement: NDArray[np.bool_]
    has_agreement: bool
    opponent_actions: NDArray[np.int32]
    has_opponents: bool

    @property
    def count(self) -> int:
        """The number of rows."""
        return len(self.terminated)


def rows_of(states: pb.LaneStates | SimpleNamespace, layout: pb.BatchLayout) -> Rows:
    """Returns the rows of a message, or of an object with the same fields.

    Raises:
      ValueError: A field has the wrong length.
    """
    terminated = values(states.terminated, np.bool_)
    count = len(terminated)
    packed = values(states.observations, np.uint8)
    masks = values(states.action_masks, np.uint8)
    has_tasks = bool(states.agent_colors)
    zeros = np.zeros(0 if has_tasks else count, np.uint8)
    return Rows(
        observations=packed.reshape(count, layout.observation_byte_count),
        action_masks=masks.reshape(count, layout.action_mask_byte_count),
        rewards=values(states.rewards, "<f4").reshape(count, 2),
        terminated=terminated,
        truncated=values(states.truncated, np.bool_),
        is_reset=values(states.resets, np.bool_),
        end_reasons=values(states.end_reasons, np.uint8),
        winners=values(states.winners, np.uint8),
        players_to_move=values(states.players_to_move, np.uint8),
        move_numbers=values(states.move_numbers, "<u4"),
        episodes=values(states.episodes, "<u4"),
        state_hashes=values(states.state_hashes, "<u8"),
        margins=values(states.margins, "<f4"),
        actions=values(states.actions, "<i4"),
        illegal_reasons=values(states.illegal_reasons, np.uint8),
        globals=values(states.globals, "<f4").reshape(count, layout.global_byte_count // 4),
        symmetries=values(states.symmetries, np.uint8),
        agent_colors=values(states.agent_colors, np.uint8) if has_tasks else zeros,
        optimal_values=values(states.optimal_values, np.int8) if has_tasks else zeros.view(np.int8),
        regrets=values(states.regrets, np.int8) if has_tasks else zeros.view(np.int8),
        is_oracle_optimal=values(states.is_oracle_optimal, np.uint8) if has_tasks else zeros,
        has_tasks=has_tasks,
        is_agreement=(
            values(states.is_agreement, np.bool_)
            if states.is_agreement
            else np.zeros(count, np.bool_)
        ),
        has_agreement=bool(states.is_agreement),
        opponent_actions=(
            values(states.opponent_actions, "<i4")
            if states.opponent_actions
            else np.full(count, NO_ACTION, np.int32)
        ),
        has_opponents=bool(states.opponent_actions),
    )


def unpack_into(packed: NDArray[np.uint8], target: NDArray[Any]) -> None:
    """Writes the bits of each row as zeros and ones to an array of any numeric type.

    Args:
      packed: Packed bits, uint8 of shape (rows, bytes).
      target: The array to write to, of shape (rows, bits), with at most eight bits per byte.
    """
    bit_count = target.shape[1]
    for start in range(0, len(packed), BLOCK_ROWS):
        block = slice(start, start + BLOCK_ROWS)
        target[block] = np.unpackbits(packed[block], axis=1, count=bit_count)
