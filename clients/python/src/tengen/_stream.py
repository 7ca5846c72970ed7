"""A bidirectional gRPC stream in which each request has one response, in the same order."""

from __future__ import annotations

import collections
import os
import random
import threading
import time
import weakref
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import grpc

from tengen._address import addresses_of, is_dns
from tengen._channel import open_channel
from tengen._embedded.channel import EmbeddedCall
from tengen._placement import emptier_address, open_at_emptier
from tengen._reach import Reach
from tengen._request_queue import RequestQueue
from tengen._response_queue import ResponseQueue
from tengen._retry import READ_RETRIES, RetryPolicy, RetrySchedule
from tengen._status import error_from_call
from tengen._versions import explained, rpc_name
from tengen.errors import TengenError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from google.protobuf.message import Message

    from tengen.security import Security

Request = TypeVar("Request", bound="Message")
Response = TypeVar("Response")

OPEN_TIMEOUT_SECONDS = 10.0
"""How long to try to open a stream, unless the caller sets another time."""

CLOSE_TIMEOUT_SECONDS = 1.0
"""The maximum time to wait for each thread of a stream that closes."""

CHANNEL_OPTIONS = (
    # The client determines the size of the responses by its requests, so no limit is needed.
    ("grpc.max_receive_message_length", -1),
    ("grpc.max_send_message_length", -1),
    # Each stream has its own connection, so that streams do not block each other.
    ("grpc.use_local_subchannel_pool", 1),
)


class BidirectionalStream(Generic[Request, Response]):
    """A bidirectional stream with its own connection. Its state at the server ends with it.

    Not thread-safe. Only the process that created the stream may use it.

    While no server answers, or an overloaded server refuses the stream, it is opened again. A
    stream that is open is not retried.

    Args:
      address: The server's address. Of several, the one of two drawn servers that has the
        smaller reserved share is called first, and each failed attempt is followed by one at the
        next.
      method: A function that returns the method to call for a channel.
      first: The first request.
      kind: What it needs memory for, as in `MemoryUse.kind`. Empty: there is only one server.
      timeout_seconds: How long to try to open the stream. The server may take longer to answer the
        first request.
      retry: The retry policy. None: `RetryPolicy()`.
      security: TLS and token. None: what the environment variables say.
      reach: Whether a server has answered at the address before. None: not known.

    Attributes:
      first_response: The response to the first request.

    Raises:
      TengenError: The server does not answer, or rejects the first request.
    """

    def __init__(
        self,
        address: str,
        method: Callable[[grpc.Channel], Any],
        first: Request,
        *,
        kind: str = "",
        timeout_seconds: float = OPEN_TIMEOUT_SECONDS,
        retry: RetryPolicy | None = None,
        security: Security | None = None,
        reach: Reach | None = None,
    ) -> None:
        reach = Reach(address) if reach is None else reach
        addresses = collections.deque(addresses_of(address))
        # Not the program's global generator: drawing from it would change the program's results.
        generator = random.Random()
        if len(addresses) > 1:
            chosen = emptier_address(addresses, security, kind, generator)
            addresses.rotate(-addresses.index(chosen))
        self._kind = kind
        self._security = security
        self._process_id = os.getpid()
        # The error that ended the stream.
        self._cause: TengenError | None = None
        policy = RetryPolicy() if retry is None else retry
        schedule = RetrySchedule(policy, timeout_seconds, READ_RETRIES, generator)
        while True:
            self._address = addresses[0]
            addresses.rotate(-1)
            try:
                self.first_response: Response = self._open(method, first)
                reach.has_answered = True
                return
            except TengenError as error:
                if reach.is_absent(error):
                    raise
                delay_seconds = schedule.delay_seconds_after(error)
                if delay_seconds is None:
                    raise schedule.failure(error, None) from None
            time.sleep(delay_seconds)

    def _open(self, method: Callable[[grpc.Channel], Any], first: Request) -> Response:
        self._requests: RequestQueue[Request] = RequestQueue()
        self._sent_count = 0
        self._received_count = 0
        self._rpc = rpc_name(first)
        self._channel = (
            open_at_emptier(self._address, CHANNEL_OPTIONS, self._security, self._kind)
            if is_dns(self._address)
            else open_channel(self._address, CHANNEL_OPTIONS, self._security)
        )
        self._call = method(self._channel)(self._requests)
        self._responses: Any = self._call
        receivers = []
        if not isinstance(self._call, EmbeddedCall):
            self._responses = ResponseQueue(self._call)
            receivers.append(self._responses.receiver)
        self._finalizer = weakref.finalize(
            self,
            close_stream,
            self._process_id,
            self._requests,
            self._call,
            self._channel,
            receivers,
        )
        self.send(first)
        try:
            return self._next()
        except TengenError:
            self.close()
            raise

    @property
    def address(self) -> str:
        """The server's address."""
        return self._address

    @property
    def is_own(self) -> bool:
        """Whether this process created the stream. False in a forked child."""
        return self._process_id == os.getpid()

    @property
    def is_lost(self) -> bool:
        """Whether the stream is known to have ended."""
        return self._cause is not None

    def check(self) -> None:
        """Raises the error of `lost_error` if the stream is known to have ended.

        Raises:
          TengenError: The stream has ended.
        """
        if self._cause is not None:
            raise self.lost_error(self._cause)

    def send(self, request: Request) -> None:
        """Sends a request without waiting for its response."""
        self._sent_count += 1
        request.sequence = self._sent_count  # type: ignore[attr-defined]
        self._requests.put(request)

    def leave(self) -> None:
        """Ends the requests. The responses to those that were sent come, and then the end."""
        self._requests.end()

    def receive(self) -> Response:
        """Waits for the response to the oldest pending request, and returns it.

        Raises:
          TengenError: The stream has ended; see `lost_error`.
        """
        try:
            return self._next()
        except TengenError as error:
            self._cause = error
            self.close()
            raise self.lost_error(error) from None

    def lost_error(self, cause: TengenError) -> TengenError:
        """Returns the error to raise after the stream has ended with `cause`."""
        return cause

    def close(self) -> None:
        """Closes the stream. Does nothing in a forked child. This method is idempotent."""
        self._finalizer()

    def _next(self) -> Response:
        try:
            response: Any = next(self._responses)
        except grpc.RpcError as error:
            raise explained(
                error_from_call(error, self._address, 0), self._rpc, self._channel, self._address
            ) from None
        except StopIteration:
            raise TengenError("STREAM_ENDED", "the server closed the stream", "OK") from None
        self._received_count += 1
        if response.sequence != self._received_count:
            detail = f"received response {response.sequence} instead of {self._received_count}"
            raise TengenError("WRONG_SEQUENCE", detail, "INTERNAL")
        result: Response = response
        return result


def close_stream(
    process_id: int,
    requests: RequestQueue[Any],
    call: grpc.RpcContext,
    channel: grpc.Channel,
    receivers: Sequence[threading.Thread] = (),
) -> None:
    """Closes a stream in the process that created it, and waits until gRPC has finished with it.

    The threads `receivers`, which iterate over responses, end, too.

    At exit, Python stops daemon threads wherever they are. If a thread of gRPC were stopped while
    it holds a lock of the call, the exit would deadlock when the call is released.
    """
    if process_id == os.getpid():
        ended = threading.Event()
        is_open = call.add_callback(ended.set)
        requests.end()
        call.cancel()
        if is_open:
            ended.wait(CLOSE_TIMEOUT_SECONDS)
        for thread in (*requests.senders, *receivers):
            if thread is not threading.current_thread():
                thread.join(CLOSE_TIMEOUT_SECONDS)
        channel.close()
