"""The memory that a server on this machine shares with a client."""

from __future__ import annotations

import mmap
import os
import stat
from typing import TYPE_CHECKING

from tengen._address import EMBEDDED
from tengen.security import is_local
from tengen.v1 import batch_pb2 as pb
from tengen.vector.views import StatesView

if TYPE_CHECKING:
    from typing_extensions import Self

MAX_AREA_COUNT = 64
"""The maximum of areas that a server offers."""


class SharedMemory:
    """A file that the server writes the rows of responses to, and this process has mapped.

    It has areas, numbered from 1, each for one response. Python keeps what is mapped as long as
    arrays refer to it. Not thread-safe.

    Args:
      memory: The file.
      area_count: The number of areas.
      area_byte_count: The bytes of each.
    """

    def __init__(self, memory: mmap.mmap, area_count: int, area_byte_count: int) -> None:
        self._memory = memoryview(memory)
        self._area_byte_count = area_byte_count
        self._free = list(range(1, area_count + 1))

    @classmethod
    def mapped(cls, offered: pb.SharedMemory) -> Self | None:
        """Maps the file that a server offers.

        Returns:
          The memory. None: this process cannot open the file, for example in another container.
        """
        byte_count = offered.area_count * offered.area_byte_count
        try:
            # Anything but a file, such as a pipe, could block or be a link to something else.
            file = os.open(offered.path, os.O_RDONLY | os.O_NONBLOCK | os.O_NOFOLLOW)
        except OSError:
            return None
        try:
            if not stat.S_ISREG(os.fstat(file).st_mode):
                return None
            memory = mmap.mmap(file, byte_count, access=mmap.ACCESS_READ)
        except (OSError, ValueError):
            return None
        finally:
            os.close(file)
        return cls(memory, offered.area_count, offered.area_byte_count)

    def take(self) -> int:
        """Returns the number of an area that nobody uses; 0 if there is none."""
        return self._free.pop() if self._free else 0

    def give_back(self, area: int) -> None:
        """Makes an area available again. 0 is none."""
        if area:
            self._free.append(area)

    def states(self, area: int, byte_count: int) -> StatesView:
        """Returns the message that the server has written to an area.

        Args:
          area: The number of the area.
          byte_count: The length of the message.

        Raises:
          ValueError: The bytes are not a message.
        """
        start = (area - 1) * self._area_byte_count
        return StatesView.of(self._memory[start : start + byte_count])


def asking_for_memory(request: pb.OpenBatch, address: str, batch_size: int) -> pb.OpenBatch:
    """Returns a request that also asks for shared memory, if the server may be on this machine.

    Args:
      request: The request.
      address: The server's address.
      batch_size: The number of boards in each request.
    """
    if address == EMBEDDED or not is_local(address) or not hasattr(os, "O_NOFOLLOW"):
        return request
    asking = pb.OpenBatch()
    asking.CopyFrom(request)
    # Each group of boards may have a response on its way, and the caller still reads the last one.
    count = min(-(-request.lane_count // batch_size) + 1, MAX_AREA_COUNT)
    asking.shared_memory.area_count = count
    asking.shared_memory.row_count = batch_size
    return asking
