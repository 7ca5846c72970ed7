"""The nodes of a forest as arrays."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from tengen._arrays import unpack, values
from tengen._repr import plain_repr

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from tengen.v1 import tree_pb2 as pb


@dataclass(frozen=True, eq=False)
class Nodes:
    """New nodes, one row per requested node. The arrays are read-only.

    Attributes:
      handles: uint64; 0 if the action was illegal. In such a row, only `illegal_reasons` is not 0.
      observations: Packed bits, uint8 of shape (rows, bytes). `planes` unpacks them.
      action_masks: Packed bits, uint8 of shape (rows, bytes). `action_mask` unpacks them.
      rewards: float32 of shape (rows, 2): Black's and White's reward for the action that leads to
        the node, as `Session.step` would pay them; 0 for roots.
      terminated: Whether the rules ended the episode.
      truncated: Whether `max_moves` ended the episode.
      end_reasons: Numbers of the protobuf enum EndReason.
      winners: Numbers of `Color`: the winner of a terminated episode; 0 for a tie, and if the
        episode is in progress or was truncated.
      players_to_move: Numbers of `Color`: the player to move.
      move_numbers: The number of moves since the start of the episode.
      state_hashes: uint64, as in `info["state_hash"]`.
      margins: The margin in points, Black's minus White's, minus handicap bonus and komi, if the
        episode is over; otherwise 0.
      illegal_reasons: Numbers of `IllegalReason`: the first reason in the order of that enum.
      globals: float32 of shape (rows, numbers): the global features of all encodings,
        concatenated.
      is_agreement: Whether play has ended and the player to move must propose dead stones. Only the
        pass is legal then; it proposes that no stones are dead.
    """

    handles: NDArray[np.uint64]
    observations: NDArray[np.uint8]
    action_masks: NDArray[np.uint8]
    rewards: NDArray[np.float32]
    terminated: NDArray[np.bool_]
    truncated: NDArray[np.bool_]
    end_reasons: NDArray[np.uint8]
    winners: NDArray[np.uint8]
    players_to_move: NDArray[np.uint8]
    move_numbers: NDArray[np.uint32]
    state_hashes: NDArray[np.uint64]
    margins: NDArray[np.float32]
    illegal_reasons: NDArray[np.uint8]
    globals: NDArray[np.float32]
    is_agreement: NDArray[np.bool_]
    _layout: pb.ForestLayout
    _plane_counts: Sequence[int]

    __repr__ = plain_repr

    def __len__(self) -> int:
        return len(self.handles)

    @property
    def is_over(self) -> NDArray[np.bool_]:
        """Whether the episode is over, for each row."""
        return self.terminated | self.truncated

    def planes(self, encoding: int = 0) -> NDArray[np.uint8]:
        """Returns unpacked observations: zeros and ones of shape (rows, planes, height, width).

        Args:
          encoding: The index of one of the forest's encodings.
        """
        return planes_of(self.observations, self._layout, self._plane_counts, encoding)

    def action_mask(self) -> NDArray[np.uint8]:
        """Returns unpacked action masks: zeros and ones of shape (rows, `Forest.action_count`)."""
        return unpack(self.action_masks, self._layout.height * self._layout.width + 1)


def planes_of(
    observations: NDArray[np.uint8],
    layout: pb.ForestLayout,
    plane_counts: Sequence[int],
    encoding: int,
) -> NDArray[np.uint8]:
    """Returns unpacked observations: zeros and ones of shape (rows, planes, height, width)."""
    height, width = layout.height, layout.width
    byte_counts = [(count * height * width + 7) // 8 for count in plane_counts]
    start = sum(byte_counts[:encoding])
    plane_count = plane_counts[encoding]
    packed = observations[:, start : start + byte_counts[encoding]]
    bits = unpack(packed, plane_count * height * width)
    return bits.reshape(len(observations), plane_count, height, width)


def nodes_of(states: pb.NodeStates, layout: pb.ForestLayout, plane_counts: Sequence[int]) -> Nodes:
    """Returns the nodes of a message.

    Raises:
      ValueError: A field has the wrong length.
    """
    handles = values(states.handles, "<u8")
    count = len(handles)

    def rows(field: bytes, byte_count: int) -> NDArray[Any]:
        return values(field, np.uint8).reshape(count, byte_count)

    return Nodes(
        handles=handles,
        observations=rows(states.observations, layout.observation_byte_count),
        action_masks=rows(states.action_masks, layout.action_mask_byte_count),
        rewards=values(states.rewards, "<f4").reshape(count, 2),
        terminated=values(states.terminated, np.bool_),
        truncated=values(states.truncated, np.bool_),
        end_reasons=values(states.end_reasons, np.uint8),
        winners=values(states.winners, np.uint8),
        players_to_move=values(states.players_to_move, np.uint8),
        move_numbers=values(states.move_numbers, "<u4"),
        state_hashes=values(states.state_hashes, "<u8"),
        margins=values(states.margins, "<f4"),
        illegal_reasons=values(states.illegal_reasons, np.uint8),
        globals=values(states.globals, "<f4").reshape(count, layout.global_byte_count // 4),
        is_agreement=values(states.is_agreement, np.bool_),
        _layout=layout,
        _plane_counts=plane_counts,
    )
