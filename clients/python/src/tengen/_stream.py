"""A stream of requests, each answered by one message: requests out, answers in."""

from __future__ import annotations

import os
import queue
import threading
import weakref
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import grpc

from tengen._status import error_from_call
from tengen.errors import TengenError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

Request = TypeVar("Request")
Response = TypeVar("Response")

CLOSE_TIMEOUT_SECONDS = 1.0
"""How long to wait at most for each thread of a stream that ends."""

CHANNEL_OPTIONS = (
    # The client chose how much it asks for, so it can take an answer to all of it.
    ("grpc.max_receive_message_length", -1),
    ("grpc.max_send_message_length", -1),
    # A machine that has gone without a word is noticed within these two times. Servers of ours take
    # a ping every ten seconds.
    ("grpc.keepalive_time_ms", 20_000),
    ("grpc.keepalive_timeout_ms", 10_000),
    ("grpc.http2.max_pings_without_data", 0),
    # Each stream has a connection of its own, and does not wait for another one's bulk.
    ("grpc.use_local_subchannel_pool", 1),
)


class BidirectionalStream(Generic[Request, Response]):
    """A stream with a connection of its own. What lives on it at the server ends with it.

    It is used by one thread at a time, and by the process that made it alone.

    Args:
      address: The server's address.
      method: Returns the method to call over a channel.
      first: The first request.

    Attributes:
      first_response: The answer to the first request.
    """

    def __init__(self, address: str, method: Callable[[grpc.Channel], Any], first: Request) -> None:
        self._address = address
        self._process_id = os.getpid()
        self._requests: queue.SimpleQueue[Request | None] = queue.SimpleQueue()
        self._sent_count = 0
        self._received_count = 0
        # Why the stream has ended.
        self._cause: TengenError | None = None
        channel = grpc.insecure_channel(address, options=CHANNEL_OPTIONS)
        senders: list[threading.Thread] = []
        self._call = method(channel)(request_iterator(self._requests, senders))
        self._finalizer = weakref.finalize(
            self, close_stream, self._process_id, self._requests, senders, self._call, channel
        )
        self.send(first)
        try:
            self.first_response: Response = self._next()
        except TengenError:
            self.close()
            raise

    @property
    def is_own(self) -> bool:
        """Whether this process made the stream; not so in a forked child."""
        return self._process_id == os.getpid()

    @property
    def is_lost(self) -> bool:
        """Whether the stream is known to have ended."""
        return self._cause is not None

    def check(self) -> None:
        """Raises what `lost_error` returns where the stream is known to have ended."""
        if self._cause is not None:
            raise self.lost_error(self._cause)

    def send(self, request: Request) -> None:
        """Sends a request. It is not waited for."""
        self._sent_count += 1
        request.sequence = self._sent_count  # type: ignore[attr-defined]
        self._requests.put(request)

    def receive(self) -> Response:
        """Waits for the answer to the oldest request that has none yet.

        Raises:
          TengenError: What `lost_error` returns, as the stream has ended.
        """
        try:
            return self._next()
        except TengenError as error:
            self._cause = error
            self.close()
            raise self.lost_error(error) from None

    def lost_error(self, cause: TengenError) -> TengenError:
        """Returns the error that tells what has ended with the stream."""
        return cause

    def close(self) -> None:
        """Ends the stream. In a forked child it does nothing."""
        self._finalizer()

    def _next(self) -> Response:
        try:
            response: Any = next(self._call)
        except grpc.RpcError as error:
            raise error_from_call(error, self._address, 0) from None
        except StopIteration:
            detail = "the server has ended the stream"
            raise TengenError("STREAM_ENDED", detail, "OK") from None
        self._received_count += 1
        if response.sequence != self._received_count:
            detail = f"answer {response.sequence} has come in place of {self._received_count}"
            raise TengenError("WRONG_SEQUENCE", detail, "INTERNAL")
        answer: Response = response
        return answer


def request_iterator(
    requests: queue.SimpleQueue[Request | None], senders: list[threading.Thread]
) -> Iterator[Request]:
    """Yields requests up to None, and notes the thread of gRPC that sends them."""
    senders.append(threading.current_thread())
    yield from iter(requests.get, None)


def close_stream(
    process_id: int,
    requests: queue.SimpleQueue[Any],
    senders: list[threading.Thread],
    call: grpc.RpcContext,
    channel: grpc.Channel,
) -> None:
    """Ends a stream in the process that made it, and waits until gRPC is done with it.

    A process that ends stops threads wherever they are. One of gRPC's that holds a lock of the call
    then holds it for good, and the process waits for it when it drops the call.
    """
    if process_id == os.getpid():
        ended = threading.Event()
        is_open = call.add_callback(ended.set)
        requests.put(None)
        call.cancel()
        if is_open:
            ended.wait(CLOSE_TIMEOUT_SECONDS)
        for sender in senders:
            if sender is not threading.current_thread():
                sender.join(CLOSE_TIMEOUT_SECONDS)
        channel.close()
