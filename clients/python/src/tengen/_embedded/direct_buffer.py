"""Memory that Java and NumPy share in this process."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

import numpy as np

from tengen._embedded.channel import WAIT_MILLIS

if TYPE_CHECKING:
    from collections.abc import Sequence

WAITING, DONE = 0, 1
"""Results of the method `awaitEnd` of `EmbeddedStream`. The third one is that nothing was done."""


class DirectBuffer:
    """The memory that Java reads a request from, and writes the answer to.

    Java keeps the memory while it may use it, and arrays over it do, too.

    Args:
      stream: An `EmbeddedStream`, a Java object.
      byte_count: The size of the memory.

    Attributes:
      memory: The memory, uint8.
      read_only: The same memory for reading alone.
      java: The memory as a direct buffer of Java.
    """

    def __init__(self, stream: Any, byte_count: int) -> None:
        self.memory = np.zeros(byte_count, np.uint8)
        self.read_only = self.memory.data.toreadonly()
        self.java = importlib.import_module("jpype.nio").convertToDirectBuffer(self.memory)
        self._await_end = stream.awaitEnd

    def wait(self, request: Any) -> bool:
        """Waits for the end of a request. Returns False if it needs a message.

        Args:
          request: An `EmbeddedRequest` in this memory, a Java object.
        """
        while (state := self._await_end(request, WAIT_MILLIS)) == WAITING:
            pass
        return bool(state == DONE)


def field_places(names: Sequence[str], ranges: Any) -> dict[str, slice]:
    """Returns where fields are in a buffer, in bytes.

    Args:
      names: The fields.
      ranges: Their starts and ends in turns, an array of Java.
    """
    places = np.array(ranges).reshape(-1, 2).tolist()
    return {name: slice(*place) for name, place in zip(names, places, strict=True)}
