"""Observations and action masks, in the form that was asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from gymnasium import spaces

from tengen._arrays import unpack
from tengen._environment import globals_space
from tengen.enums import ObservationFormat, ObservationLayout, TerminalMask
from tengen.vector.rows import unpack_into

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tengen.vector.rows import Rows


class ObservationDecoder:
    """Makes observations and masks of packed rows.

    Args:
      shape: Planes, height, width.
      byte_count: Bytes of a row of observations.
      lane_count: Count of lanes.
      observation_format: The form of observations.
      observation_layout: The order of their axes.
      global_count: Count of global features.
      terminal_mask: What an action mask is once the episode is over.
      is_copy: Whether each observation is a new array; otherwise the same one is filled again, or
        is what came from the server.

    Attributes:
      action_count: Count of actions, the pass included.
    """

    def __init__(
        self,
        *,
        shape: tuple[int, int, int],
        byte_count: int,
        lane_count: int,
        observation_format: ObservationFormat,
        observation_layout: ObservationLayout,
        global_count: int,
        terminal_mask: TerminalMask,
        is_copy: bool,
    ) -> None:
        plane_count, height, width = shape
        is_plane_by_plane = observation_layout is ObservationLayout.CHW
        self._shape = shape if is_plane_by_plane else (height, width, plane_count)
        self._global_count = global_count
        self._byte_count = byte_count
        self._bit_count = plane_count * height * width
        self.action_count = height * width + 1
        self._format = observation_format
        self._terminal_mask = terminal_mask
        self._is_copy = is_copy
        self._target: NDArray[Any] | None = None
        if not is_copy and observation_format is not ObservationFormat.PACKED:
            self._target = np.zeros((lane_count, self._bit_count), self._kind)

    @property
    def _kind(self) -> type[Any]:
        return np.float32 if self._format is ObservationFormat.FLOAT32 else np.uint8

    def space(self) -> spaces.Dict:
        """Returns the space of one board's observations."""
        if self._format is ObservationFormat.PACKED:
            planes = spaces.Box(0, 255, (self._byte_count,), np.uint8)
        else:
            planes = spaces.Box(0, 1, self._shape, self._kind)
        mask = spaces.Box(0, 1, (self.action_count,), np.int8)
        parts: dict[str, spaces.Space[Any]] = {"observation": planes, "action_mask": mask}
        if self._global_count:
            parts["globals"] = globals_space(self._global_count)
        return spaces.Dict(parts)

    def observations(
        self, rows: Rows, action_mask: NDArray[np.int8], *, is_new: bool = False
    ) -> dict[str, NDArray[Any]]:
        """Returns all parts of the observations of rows, with a row for each in every part."""
        parts = {
            "observation": self.planes(rows.observations, is_new=is_new),
            "action_mask": action_mask,
        }
        if self._global_count:
            parts["globals"] = rows.globals.astype(np.float32)
        return parts

    def planes(self, packed: NDArray[np.uint8], *, is_new: bool = False) -> NDArray[Any]:
        """Returns observations: one for each packed row.

        Args:
          packed: The rows.
          is_new: Whether to make a new array in any case.
        """
        if self._format is ObservationFormat.PACKED:
            return packed.copy() if self._is_copy or is_new else packed
        if self._target is not None and not is_new:
            bits: NDArray[Any] = self._target[: len(packed)]
            unpack_into(packed, bits)
        elif self._format is ObservationFormat.UINT8:
            bits = unpack(packed, self._bit_count)
        else:
            bits = np.empty((len(packed), self._bit_count), self._kind)
            unpack_into(packed, bits)
        return bits.reshape(-1, *self._shape)

    def action_mask(
        self, packed: NDArray[np.uint8], is_over: NDArray[np.bool_]
    ) -> NDArray[np.int8]:
        """Returns action masks, int8, filled in as asked where an episode is over."""
        mask = unpack(packed, self.action_count).view(np.int8)
        if self._terminal_mask is TerminalMask.ALL:
            mask[is_over] = 1
        elif self._terminal_mask is TerminalMask.PASS:
            mask[is_over, -1] = 1
        return mask
