"""The rows of a response as arrays."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from tengen._arrays import values
from tengen.enums import NO_ACTION

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray
    from typing_extensions import Self

    from tengen.v1 import batch_pb2 as pb

BLOCK_ROWS = 64
"""The number of rows unpacked at a time, so that their bytes stay in the processor's cache."""

TYPES: dict[str, np.dtype[Any]] = {
    "observations": np.dtype(np.uint8),
    "action_masks": np.dtype(np.uint8),
    "rewards": np.dtype("<f4"),
    "terminated": np.dtype(np.bool_),
    "truncated": np.dtype(np.bool_),
    "is_reset": np.dtype(np.bool_),
    "end_reasons": np.dtype(np.uint8),
    "winners": np.dtype(np.uint8),
    "players_to_move": np.dtype(np.uint8),
    "move_numbers": np.dtype("<u4"),
    "episodes": np.dtype("<u4"),
    "state_hashes": np.dtype("<u8"),
    "margins": np.dtype("<f4"),
    "actions": np.dtype("<i4"),
    "illegal_reasons": np.dtype(np.uint8),
    "globals": np.dtype("<f4"),
    "symmetries": np.dtype(np.uint8),
    "agent_colors": np.dtype(np.uint8),
    "optimal_values": np.dtype(np.int8),
    "regrets": np.dtype(np.int8),
    "is_oracle_optimal": np.dtype(np.uint8),
    "is_agreement": np.dtype(np.bool_),
    "opponent_actions": np.dtype("<i4"),
}
"""The types of the numbers of each array."""

FIELDS = {name: "resets" if name == "is_reset" else name for name in TYPES}
"""The field of `LaneStates` that each array is a view of."""

DEFAULTS: dict[str, int] = {
    "agent_colors": 0,
    "optimal_values": 0,
    "regrets": 0,
    "is_oracle_optimal": 0,
    "is_agreement": 0,
    "opponent_actions": NO_ACTION,
}
"""The values of arrays whose fields are empty if they concern no board."""


class Rows:
    """The rows of one answer. Each array is made when it is first read.

    All arrays are views of the answer, whose memory may be used again. Results of an environment
    therefore are copies, except for packed observations without a copy.

    Args:
      fields: The fields of a `LaneStates` by name. A field may be missing if it is empty.
      layout: The layout of rows.

    Attributes:
      count: The number of rows.
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
      is_agreement: Whether play has ended and the player to move must propose dead stones.
      opponent_actions: The opponents' actions, NO_ACTION where there was none.

    Raises:
      ValueError: A field has the wrong length. Reading its array raises, too.
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
    is_agreement: NDArray[np.bool_]
    opponent_actions: NDArray[np.int32]

    def __init__(self, fields: Mapping[str, memoryview], layout: pb.BatchLayout) -> None:
        self._fields = fields
        self._layout = layout
        self.count = len(fields.get("terminated", b""))

    def with_arrays(self, arrays: Mapping[str, NDArray[Any]]) -> Self:
        """Returns rows with these arrays, including that of `terminated`, in place of some."""
        rows = type(self)(self._fields, self._layout)
        vars(rows).update(arrays)
        rows.count = len(arrays["terminated"])
        return rows

    @property
    def has_tasks(self) -> bool:
        """Whether any board has a task."""
        return "agent_colors" in self._fields

    @property
    def has_agreement(self) -> bool:
        """Whether the rules of any board ask the players to agree on dead stones."""
        return "is_agreement" in self._fields

    @property
    def has_opponents(self) -> bool:
        """Whether any board has an opponent."""
        return "opponent_actions" in self._fields

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> NDArray[Any]:
            """Makes an array that is read for the first time."""
            if name not in TYPES:
                raise AttributeError(f"rows have no array {name!r}", name=name, obj=self)
            array = self._made(name)
            vars(self)[name] = array
            return array

    def _made(self, name: str) -> NDArray[Any]:
        field = self._fields.get(FIELDS[name])
        if field is None and name in DEFAULTS:
            return np.full(self.count, DEFAULTS[name], TYPES[name])
        array = values(b"" if field is None else field, TYPES[name])
        layout = self._layout
        if name == "observations":
            return array.reshape(self.count, layout.observation_byte_count)
        if name == "action_masks":
            return array.reshape(self.count, layout.action_mask_byte_count)
        if name == "rewards":
            return array.reshape(self.count, 2)
        if name == "globals":
            return array.reshape(self.count, layout.global_byte_count // 4)
        return array


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


def joined_rows(parts: Sequence[Rows], order: NDArray[np.int64] | None = None) -> Rows:
    """Returns the rows of several answers together.

    Args:
      parts: The rows of each answer.
      order: For each row of the result, its index among those of the parts. None: as they come.
    """
    arrays = {name: np.concatenate([getattr(part, name) for part in parts]) for name in TYPES}
    if order is not None:
        arrays = {name: array[order] for name, array in arrays.items()}
    return parts[0].with_arrays(arrays)
