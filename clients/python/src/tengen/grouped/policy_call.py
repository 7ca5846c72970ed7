"""The call of a policy for one group of boards."""

from __future__ import annotations

from concurrent.futures import Future
from typing import TYPE_CHECKING, Any

import numpy as np

from tengen import _arguments as arguments

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tengen.grouped.device import Device, Download


class PolicyCall:
    """The actions of a policy for a group of boards, which may still be computed.

    Args:
      value: What the policy has returned: actions, a tuple of actions and a further output, or a
        future of one of these.
      board_count: The number of boards.
      device: The device of the arrays.

    Attributes:
      observations: What the policy has seen.
      actions: The actions as the policy has returned them. None: they are not known yet.
      output: The further output. None: there is none.

    Raises:
      TypeError: There are no actions.
      InvalidArgumentError: The actions have the wrong shape.
    """

    def __init__(
        self, value: Any, observations: dict[str, Any], board_count: int, device: Device
    ) -> None:
        self.observations = observations
        self.actions: Any = None
        self.output: Any = None
        self._board_count = board_count
        self._device = device
        self._download: Download | None = None
        self._future: Future[Any] | None = value if isinstance(value, Future) else None
        if self._future is None:
            self._take(value)

    def is_ready(self) -> bool:
        """Returns whether `result` returns without waiting.

        Raises:
          TypeError: There are no actions.
          InvalidArgumentError: The actions have the wrong shape.
        """
        if self._download is None:
            assert self._future is not None
            if not self._future.done():
                return False
            self._take(self._future.result())
        assert self._download is not None
        return self._download.is_ready()

    def result(self) -> NDArray[Any]:
        """Waits for the actions, and returns them as an array of this process.

        Raises:
          TypeError: There are no actions.
          InvalidArgumentError: The actions have the wrong shape.
        """
        if self._download is None:
            assert self._future is not None
            self._take(self._future.result())
        assert self._download is not None
        return self._download.result()

    def _take(self, value: Any) -> None:
        """Starts the download of the actions that the policy has returned."""
        actions = value
        if isinstance(value, tuple):
            if len(value) != len(("actions", "output")):
                raise TypeError(
                    "the policy must return actions, or a tuple of actions and a further output,"
                    f" not a tuple of {len(value)}"
                )
            actions, self.output = value
        if actions is None:
            raise TypeError("the policy must return one action per board, not None")
        if not hasattr(actions, "shape"):
            actions = np.asarray(actions)
        if tuple(actions.shape) != (self._board_count,):
            raise arguments.invalid_value(
                "the policy's actions",
                tuple(actions.shape),
                f"is not the shape ({self._board_count},) of the boards that it was called for",
            )
        self.actions = actions
        self._download = self._device.download(actions)
