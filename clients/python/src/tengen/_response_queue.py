"""The responses of a stream, which a thread receives."""

from __future__ import annotations

import queue
import threading
from typing import TYPE_CHECKING, Any, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterator

Response = TypeVar("Response")


class ResponseQueue(Generic[Response]):
    """The responses of a call of gRPC, in order, which a thread of its own iterates over.

    Ctrl-C may interrupt the wait for a response here, and a later call waits for the same one.
    gRPC cannot do that: it raises an internal error at every later call. And what has arrived is
    read while the caller computes, so a slow caller is no slow reader for the server.

    Args:
      call: The call. It is cancelled to end the thread.

    Attributes:
      receiver: The thread.
    """

    def __init__(self, call: Iterator[Response]) -> None:
        self._queue: queue.SimpleQueue[Response | End] = queue.SimpleQueue()
        self._end: End | None = None
        self.receiver = threading.Thread(
            target=receive_all, args=(call, self._queue), name="tengen-receive", daemon=True
        )
        self.receiver.start()

    def __next__(self) -> Response:
        if self._end is None:
            response = self._queue.get()
            if not isinstance(response, End):
                return response
            self._end = response
        raise self._end.error


class End:
    """The end of a stream.

    Args:
      error: What the iteration raised at the end.
    """

    def __init__(self, error: BaseException) -> None:
        self.error = error


def receive_all(call: Iterator[Any], target: queue.SimpleQueue[Any]) -> None:
    """Puts all responses into a queue, and then the end."""
    try:
        while True:
            target.put(next(call))
    except BaseException as error:
        # It is raised where the response is expected.
        target.put(End(error))
