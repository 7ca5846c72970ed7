"""The requests of a stream, until gRPC or the server inside this process takes them."""

from __future__ import annotations

import queue
import threading
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

    from google.protobuf.message import Message
    from typing_extensions import Self

Request = TypeVar("Request", bound="Message")


class RequestQueue(Generic[Request]):
    """The requests of a stream, which gRPC iterates over in a thread of its own.

    A channel that can send on the thread of the caller sets functions that send, and does not
    iterate.

    Attributes:
      senders: The threads that iterate.
    """

    def __init__(self) -> None:
        self._queue: queue.SimpleQueue[Request | None] = queue.SimpleQueue()
        self._send: Callable[[Request], None] | None = None
        self._end: Callable[[], None] | None = None
        self.senders: list[threading.Thread] = []

    def send_by(self, send: Callable[[Request], None], end: Callable[[], None]) -> None:
        """Sets what sends requests, and what ends them."""
        self._send, self._end = send, end

    def put(self, request: Request) -> None:
        """Sends a request, or queues it."""
        if self._send is None:
            self._queue.put(request)
        else:
            self._send(request)

    def end(self) -> None:
        """Ends the requests."""
        if self._end is None:
            self._queue.put(None)
        else:
            self._end()

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> Request:
        if not self.senders:
            self.senders.append(threading.current_thread())
        request = self._queue.get()
        if request is None:
            raise StopIteration
        return request
