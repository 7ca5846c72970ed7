"""Decodes observations and action masks to the requested format."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from gymnasium import spaces

from tengen._arrays import unpack
from tengen._environment import globals_space
from tengen.enums import ArrayFormat, ObservationLayout, TerminalMask
from tengen.vector.rows import unpack_into

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from tengen.server_info import FeatureSpec
    from tengen.vector.rows import Rows


class ObservationDecoder:
    """Decodes packed rows to observations and masks.

    Args:
      shape: Planes, height, width.
      lane_count: The number of lanes.
      array_format: The format of observations.
      observation_layout: The axis order of observations.
      global_features: The global features of the encoding.
      terminal_mask: The action mask after the end of an episode.
      is_copy: Whether each observation is a new array. Otherwise one array is reused, or packed
        observations are views of the message.

    Attributes:
      shape: The shape of the unpacked planes of a board, in the axis order of observations.
      action_count: The number of actions, including the pass.
      byte_count: The number of bytes of the observation in a row. Other bytes follow if the server
        sends a second encoding.
    """

    def __init__(
        self,
        *,
        shape: tuple[int, int, int],
        lane_count: int,
        array_format: ArrayFormat,
        observation_layout: ObservationLayout,
        global_features: Sequence[FeatureSpec],
        terminal_mask: TerminalMask,
        is_copy: bool,
    ) -> None:
        plane_count, height, width = shape
        is_plane_by_plane = observation_layout is ObservationLayout.CHW
        self.shape = shape if is_plane_by_plane else (height, width, plane_count)
        self._global_features = global_features
        self._bit_count = plane_count * height * width
        self.byte_count = (self._bit_count + 7) // 8
        self.action_count = height * width + 1
        self._format = array_format
        self._terminal_mask = terminal_mask
        self._is_copy = is_copy
        self._target: NDArray[Any] | None = None
        if not is_copy and array_format is not ArrayFormat.PACKED:
            self._target = np.zeros((lane_count, self._bit_count), self._kind)

    @property
    def _kind(self) -> type[Any]:
        return np.float32 if self._format is ArrayFormat.FLOAT32 else np.uint8

    def space(self) -> spaces.Dict:
        """Returns the observation space of one board."""
        if self._format is ArrayFormat.PACKED:
            planes = spaces.Box(0, 255, (self.byte_count,), np.uint8)
        else:
            planes = spaces.Box(0, 1, self.shape, self._kind)
        mask = spaces.Box(0, 1, (self.action_count,), np.int8)
        parts: dict[str, spaces.Space[Any]] = {"observation": planes, "action_mask": mask}
        if self._global_features:
            parts["globals"] = globals_space(self._global_features)
        return spaces.Dict(parts)

    def observations(
        self, rows: Rows, action_mask: NDArray[np.int8], *, is_new: bool = False
    ) -> dict[str, NDArray[Any]]:
        """Returns the observations of rows: a dict of arrays with one row each."""
        parts = {
            "observation": self.planes(rows.observations, is_new=is_new),
            "action_mask": action_mask,
        }
        if self._global_features:
            parts["globals"] = rows.globals.astype(np.float32)
        return parts

    def planes(self, packed: NDArray[np.uint8], *, is_new: bool = False) -> NDArray[Any]:
        """Returns the planes of packed rows in the requested format.

        Args:
          packed: The packed rows.
          is_new: Whether to return a new array even if arrays are reused.
        """
        packed = packed[:, : self.byte_count]
        if self._format is ArrayFormat.PACKED:
            return packed.copy() if self._is_copy or is_new else packed
        if self._target is not None and not is_new:
            bits: NDArray[Any] = self._target[: len(packed)]
            unpack_into(packed, bits)
        elif self._format is ArrayFormat.UINT8:
            bits = unpack(packed, self._bit_count)
        else:
            bits = np.empty((len(packed), self._bit_count), self._kind)
            unpack_into(packed, bits)
        return bits.reshape(-1, *self.shape)

    def action_mask(
        self, packed: NDArray[np.uint8], is_over: NDArray[np.bool_]
    ) -> NDArray[np.int8]:
        """Returns action masks, int8, with the terminal mask in rows whose episode is over."""
        mask = unpack(packed, self.action_count).view(np.int8)
        if self._terminal_mask is TerminalMask.ALL:
            mask[is_over] = 1
        elif self._terminal_mask is TerminalMask.PASS:
            mask[is_over, -1] = 1
        return mask
