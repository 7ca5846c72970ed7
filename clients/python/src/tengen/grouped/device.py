"""The device that holds the arrays of an environment: what differs between libraries."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from tengen._arrays import unpack
from tengen.vector.rows import unpack_into

if TYPE_CHECKING:
    from numpy.typing import NDArray


class Download(Protocol):
    """Actions on their way from the device to the processor."""

    def is_ready(self) -> bool:
        """Returns whether `result` returns without waiting."""

    def result(self) -> NDArray[Any]:
        """Waits for the actions, and returns them."""


class Device(Protocol):
    """Holds the arrays of an environment.

    Attributes:
      kind: The NumPy type that stands for the type of planes in observation spaces. None: planes
        stay packed.
    """

    kind: type[np.generic] | None

    def upload(self, arrays: dict[str, NDArray[Any]], slot: int | None = None) -> dict[str, Any]:
        """Returns arrays on the device. The given ones may change after the call.

        Args:
          arrays: The arrays by name. `observation` has packed planes, which the result has in the
            format of the device. Each array has one row per board.
          slot: The index of host memory that is kept for arrays of these shapes, from which the
            copy may be asynchronous. None: no memory is kept.
        """

    def download(self, actions: Any) -> Download:
        """Starts copying actions to the processor."""

    def merged(
        self, parts: list[dict[str, Any]], rows: dict[str, Any], lanes: NDArray[np.int64]
    ) -> dict[str, Any]:
        """Returns the rows of all parts, one part after another, with some of them replaced.

        Args:
          parts: Arrays by name, which stay as they are.
          rows: The new rows.
          lanes: The indices of the rows that they replace.
        """


class HostActions:
    """Actions that the processor has.

    Args:
      actions: The actions.
    """

    def __init__(self, actions: Any) -> None:
        self._actions = np.asarray(actions)

    def is_ready(self) -> bool:
        """Returns True."""
        return True

    def result(self) -> NDArray[Any]:
        """Returns the actions."""
        return self._actions


class HostDevice:
    """The processor, with NumPy arrays.

    Args:
      shape: The shape of the unpacked planes of a board.
      kind: The type of planes. None: they stay packed.
    """

    def __init__(self, shape: tuple[int, int, int], kind: type[np.generic] | None) -> None:
        self.kind = kind
        self._shape = shape
        self._bit_count = int(np.prod(shape))

    def upload(self, arrays: dict[str, NDArray[Any]], slot: int | None = None) -> dict[str, Any]:
        """Returns the arrays with their planes in the format of the device."""
        del slot
        return {**arrays, "observation": self._planes(arrays["observation"])}

    def download(self, actions: Any) -> HostActions:
        """Returns the actions."""
        return HostActions(actions)

    def merged(
        self, parts: list[dict[str, Any]], rows: dict[str, Any], lanes: NDArray[np.int64]
    ) -> dict[str, Any]:
        """Returns the rows of all parts, with some of them replaced."""
        whole = {name: np.concatenate([part[name] for part in parts]) for name in rows}
        for name, array in rows.items():
            whole[name][lanes] = array
        return whole

    def _planes(self, packed: NDArray[np.uint8]) -> NDArray[Any]:
        if self.kind is None:
            return packed.copy()
        if self.kind is np.uint8:
            bits: NDArray[Any] = unpack(packed, self._bit_count)
        else:
            bits = np.empty((len(packed), self._bit_count), self.kind)
            unpack_into(packed, bits)
        return bits.reshape(-1, *self._shape)
