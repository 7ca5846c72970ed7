"""The connection to a server: a lazily opened channel, and calls with retries."""

from __future__ import annotations

import os
import random
import threading
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

import grpc

from tengen import _arguments as arguments
from tengen._status import error_from_call, overload_delay_seconds
from tengen.v1.analysis_pb2_grpc import AnalysisServiceStub
from tengen.v1.arena_pb2_grpc import ArenaServiceStub
from tengen.v1.environment_pb2_grpc import EnvironmentServiceStub

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from collections.abc import Set as AbstractSet

Request = TypeVar("Request")
Response = TypeVar("Response")
Stub = TypeVar("Stub")

READ_RETRIES = frozenset({grpc.StatusCode.UNAVAILABLE})
"""The statuses after which a read-only call is retried."""

CHANGE_RETRIES = frozenset({grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.DEADLINE_EXCEEDED})
"""The statuses after which a mutating call is retried, with the same request id."""

CHANNEL_OPTIONS = (
    ("grpc.max_send_message_length", 16 * 1024 * 1024),
    ("grpc.max_receive_message_length", 16 * 1024 * 1024),
    # Reconnect within the deadline of a call; by default gRPC waits a second.
    ("grpc.initial_reconnect_backoff_ms", 100),
    ("grpc.max_reconnect_backoff_ms", 2000),
    # Clients in one process do not share a connection.
    ("grpc.use_local_subchannel_pool", 1),
)


@dataclass(frozen=True)
class RetryPolicy:
    """How calls are retried after a connection error, with exponential backoff and jitter.

    Calls that an overloaded server refuses (SERVER_OVERLOADED) are retried, too, after at least the
    delay that the server asks for. Retries never exceed the deadline of the call. All attempts of a
    mutating call have the same request id, so that the server executes it only once.

    Attributes:
      max_attempts: The maximum number of attempts, including the first, 1 or more.
      attempt_timeout_seconds: The timeout of one attempt of a mutating call, above 0. None: half of
        the deadline of the call. The last attempt, and every attempt of a read-only call, may take
        all the remaining time.
      backoff_seconds: The maximum delay before the second attempt, above 0. It doubles with each
        attempt. The actual delay is random between half of the maximum and the maximum.
      max_backoff_seconds: The upper bound of the maximum delay, above 0.

    Raises:
      TypeError: A value is of the wrong type.
      InvalidArgumentError: A value is out of range.
    """

    max_attempts: int = 5
    attempt_timeout_seconds: float | None = None
    backoff_seconds: float = 0.1
    max_backoff_seconds: float = 2.0

    def __post_init__(self) -> None:
        if arguments.integer("max_attempts", self.max_attempts, arguments.INT32) < 1:
            raise arguments.invalid_value("max_attempts", self.max_attempts, "is below 1")
        if self.attempt_timeout_seconds is not None:
            arguments.positive_seconds("attempt_timeout_seconds", self.attempt_timeout_seconds)
        arguments.positive_seconds("backoff_seconds", self.backoff_seconds)
        arguments.positive_seconds("max_backoff_seconds", self.max_backoff_seconds)

    def delay_seconds(self, attempt: int, fraction: float) -> float:
        """Returns the delay after a failed attempt.

        Args:
          attempt: The number of the failed attempt, from 1.
          fraction: A random number in [0, 1) for the jitter.
        """
        maximum = min(self.max_backoff_seconds, self.backoff_seconds * 2.0 ** min(attempt - 1, 64))
        return maximum * (0.5 + 0.5 * fraction)


class Transport:
    """A channel to one address. It is thread-safe, but cannot be used across a fork."""

    def __init__(self, address: str, timeout_seconds: float, retry: RetryPolicy) -> None:
        self._address = address
        self._timeout_seconds = timeout_seconds
        self._retry = retry
        # Not the program's global generator: drawing from it would change the program's results.
        self._random = random.Random()
        self._lock = threading.Lock()
        self._channel: grpc.Channel | None = None
        self._stubs: dict[Any, Any] = {}
        self._process_id: int | None = None
        self._is_closed = False

    def stub(self) -> EnvironmentServiceStub:
        """Returns the stub of the environment service, and opens the channel if necessary.

        Raises:
          RuntimeError: The client is closed, or another process opened the channel.
        """
        return self._stub_of(EnvironmentServiceStub)

    def analysis_stub(self) -> AnalysisServiceStub:
        """Returns the stub of the analysis service, and opens the channel if necessary.

        Raises:
          RuntimeError: The client is closed, or another process opened the channel.
        """
        return self._stub_of(AnalysisServiceStub)

    def arena_stub(self) -> ArenaServiceStub:
        """Returns the stub of the arena service, and opens the channel if necessary.

        Raises:
          RuntimeError: The client is closed, or another process opened the channel.
        """
        return self._stub_of(ArenaServiceStub)

    def _stub_of(self, stub_type: Callable[[grpc.Channel], Stub]) -> Stub:
        with self._lock:
            if stub_type not in self._stubs:
                self._stubs[stub_type] = stub_type(self._open_channel())
            self._check_usable()
            stub: Stub = self._stubs[stub_type]
            return stub

    def _open_channel(self) -> grpc.Channel:
        self._check_usable()
        if self._channel is None:
            self._channel = grpc.insecure_channel(self._address, options=CHANNEL_OPTIONS)
            self._process_id = os.getpid()
        return self._channel

    def read(
        self,
        method: grpc.UnaryUnaryMultiCallable[Request, Response],
        request: Request,
        *,
        extra_seconds: float = 0.0,
    ) -> Response:
        """Makes a read-only call.

        Args:
          method: The method to call.
          request: The request.
          extra_seconds: An extension of the deadline.

        Raises:
          TengenError: The call failed.
        """
        timeout_seconds = self._timeout_seconds + extra_seconds
        return self._call(method, request, READ_RETRIES, timeout_seconds, timeout_seconds)

    def change(
        self, method: grpc.UnaryUnaryMultiCallable[Request, Response], request: Request
    ) -> Response:
        """Makes a mutating call that the server executes only once, however often it is sent.

        Raises:
          TengenError: The call failed.
        """
        attempt_timeout_seconds = self._retry.attempt_timeout_seconds or self._timeout_seconds / 2
        return self._call(
            method, request, CHANGE_RETRIES, self._timeout_seconds, attempt_timeout_seconds
        )

    def stream(
        self, method: grpc.UnaryStreamMultiCallable[Request, Response], request: Request
    ) -> Iterator[Response]:
        """Yields the responses of a server-streaming call. Closing the generator cancels the call.

        Raises:
          TengenError: The call failed.
        """
        call = method(request)
        try:
            yield from call
        except grpc.RpcError as error:
            raise error_from_call(error, self._address, self._timeout_seconds) from None
        finally:
            call.cancel()

    def close(self) -> None:
        """Closes the channel. Pending calls fail. This method is idempotent."""
        with self._lock:
            self._is_closed = True
            if self._channel is not None and self._process_id == os.getpid():
                self._channel.close()
            self._channel = None
            self._stubs.clear()

    def _check_usable(self) -> None:
        if self._is_closed:
            raise RuntimeError(f"the client of {self._address} is closed")
        if self._process_id not in (None, os.getpid()):
            raise RuntimeError(
                f"the client of {self._address} was used before this process was forked;"
                " create a new one in this process with tengen.connect"
            )

    def _call(
        self,
        method: grpc.UnaryUnaryMultiCallable[Request, Response],
        request: Request,
        retryable: AbstractSet[grpc.StatusCode],
        timeout_seconds: float,
        attempt_timeout_seconds: float,
    ) -> Response:
        deadline = time.monotonic() + timeout_seconds
        attempt = 1
        while True:
            is_last = attempt >= self._retry.max_attempts
            left_seconds = max(deadline - time.monotonic(), 0.0)
            allowed_seconds = left_seconds if is_last else attempt_timeout_seconds
            try:
                return method(request, timeout=min(left_seconds, allowed_seconds))
            except grpc.RpcError as error:
                delay_seconds = self._retry.delay_seconds(attempt, self._random.random())
                overload_seconds = overload_delay_seconds(error)
                if overload_seconds is not None:
                    # The server asks for this delay. Each further refusal doubles it.
                    delay_seconds = max(delay_seconds, overload_seconds * 2.0 ** (attempt - 1))
                if (
                    (error.code() not in retryable and overload_seconds is None)
                    or is_last
                    or time.monotonic() + delay_seconds >= deadline
                ):
                    raise error_from_call(error, self._address, timeout_seconds) from None
            except ValueError:
                # gRPC raises this if another thread has closed the channel in the meantime.
                with self._lock:
                    self._check_usable()
                raise
            time.sleep(delay_seconds)
            attempt += 1
