"""The connection to a server: a lazily opened channel, and calls with retries."""

from __future__ import annotations

import os
import random
import threading
import time
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar, cast

import grpc

from tengen._address import addresses_of, is_dns
from tengen._channel import direct_steps, open_channel
from tengen._outcomes import UNDECIDED_STATUSES, name_outcome
from tengen._placement import SESSION, open_at_emptier
from tengen._reach import Reach
from tengen._readiness import HealthStub, wait_until_ready
from tengen._replicas import ReplicaChannel, ReplicaMethod, ReplicaStream, ReplicaTable
from tengen._retry import (
    CHANGE_RETRIES,
    READ_RETRIES,
    REPLICA_ATTEMPT_SECONDS,
    WAIT_RETRIES,
    RetrySchedule,
)
from tengen._status import error_from_call, may_be_executed
from tengen._versions import explained, rpc_name
from tengen.errors import TengenError
from tengen.v1.analysis_pb2_grpc import AnalysisServiceStub
from tengen.v1.arena_pb2_grpc import ArenaServiceStub
from tengen.v1.environment_pb2_grpc import EnvironmentServiceStub

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from collections.abc import Set as AbstractSet

    from google.protobuf.message import Message

    from tengen._embedded.direct_steps import DirectSteps
    from tengen._replicas import Route
    from tengen._retry import RetryPolicy
    from tengen.security import Security
    from tengen.spec import EnvironmentSpec

Request = TypeVar("Request", bound="Message")
Response = TypeVar("Response")
Stub = TypeVar("Stub")

CHANNEL_OPTIONS = (
    ("grpc.max_send_message_length", 16 * 1024 * 1024),
    ("grpc.max_receive_message_length", 16 * 1024 * 1024),
    # Reconnect within the deadline of a call; by default gRPC waits a second.
    ("grpc.initial_reconnect_backoff_ms", 100),
    ("grpc.max_reconnect_backoff_ms", 2000),
    # Clients in one process do not share a connection.
    ("grpc.use_local_subchannel_pool", 1),
)


class Transport:
    """A channel to one address, or to several servers that share a store.

    It is thread-safe, but cannot be used across a fork.

    Attributes:
      reach: Whether a server has answered, also for the streams of the same client.
    """

    def __init__(
        self,
        address: str,
        timeout_seconds: float,
        retry: RetryPolicy,
        security: Security | None = None,
        *,
        rebalance: bool = False,
    ) -> None:
        self._address = address
        self._rebalance = rebalance
        self._security = security
        self._timeout_seconds = timeout_seconds
        self._retry = retry
        self.reach = Reach(address)
        # Not the program's global generator: drawing from it would change the program's results.
        self._random = random.Random()
        # Reentrant: a signal handler may make a call while its thread is here.
        self._lock = threading.RLock()
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

    def wait_until_ready(self, timeout_seconds: float) -> None:
        """Waits until the server answers and reports that it is ready.

        Raises:
          UnavailableError: The server is not ready after `timeout_seconds`.
          TengenError: The server rejects the calls that ask it.
          RuntimeError: The client is closed, or another process opened the channel.
        """
        policy = replace(self._retry, max_attempts=None)
        schedule = RetrySchedule(policy, timeout_seconds, WAIT_RETRIES, self._random)
        try:
            wait_until_ready(self._address, self._stub_of(HealthStub), self.stub(), schedule)
        except TengenError as error:
            raise self._explained(error, "GetServerInfo") from None
        except ValueError:
            self._check_open()
            raise
        self.reach.has_answered = True

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
            channel = self._new_channel()
            if self._channel is None:
                self._channel = channel
                self._process_id = os.getpid()
            else:
                channel.close()  # A signal handler has opened one meanwhile.
        return self._channel

    def _new_channel(self) -> grpc.Channel:
        addresses = addresses_of(self._address)
        if is_dns(self._address):
            return open_at_emptier(self._address, CHANNEL_OPTIONS, self._security, SESSION)
        if len(addresses) == 1:
            return open_channel(self._address, CHANNEL_OPTIONS, self._security)
        return ReplicaChannel(
            ReplicaTable(addresses, self._random),
            CHANNEL_OPTIONS,
            self._security,
            self._random,
            rebalance=self._rebalance,
        )

    def check_usable(self) -> None:
        """Checks that calls can be made.

        Raises:
          RuntimeError: The client is closed, or another process opened the channel.
        """
        # Without the lock: it reads fields that change once.
        self._check_usable()

    def direct_steps(
        self, session_id: str, spec: EnvironmentSpec, *, copy: bool
    ) -> DirectSteps | None:
        """Returns the steps of a session without messages. None: the server is not in this process.

        Args:
          session_id: The id of the session.
          spec: Its spec.
          copy: Whether results have new arrays; see `Client.create_session`.

        Raises:
          RuntimeError: The client is closed, or another process opened the channel.
        """
        with self._lock:
            return direct_steps(self._open_channel(), session_id, spec, copy=copy)

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
        schedule = self._schedule(READ_RETRIES, timeout_seconds)
        return self._call(method, request, schedule, timeout_seconds)

    def change(
        self, method: grpc.UnaryUnaryMultiCallable[Request, Response], request: Request
    ) -> Response:
        """Makes a mutating call that the server executes only once, however often it is sent.

        Raises:
          TengenError: The call failed. If the server may have executed it, the message says so.
        """
        schedule = self._schedule(CHANGE_RETRIES, self._timeout_seconds)
        attempt_seconds = self._retry.attempt_timeout_seconds or self._timeout_seconds / 2
        return self._call(method, request, schedule, attempt_seconds, is_change=True)

    def stream(
        self, method: grpc.UnaryStreamMultiCallable[Request, Response], request: Request
    ) -> Iterator[Response]:
        """Yields the responses of a server-streaming call. Closing the generator cancels the call.

        Raises:
          TengenError: The call failed.
        """
        call: Any = (
            self._stream_of_replica(method, request)
            if isinstance(method, ReplicaMethod)
            else method(request)
        )
        try:
            yield from call
        except grpc.RpcError as failure:
            error = error_from_call(failure, self._address, self._timeout_seconds)
            raise self._explained(error, rpc_name(request)) from None
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

    def _check_open(self) -> None:
        """Raises RuntimeError if another thread has closed the channel; gRPC raises ValueError."""
        with self._lock:
            self._check_usable()

    def _check_usable(self) -> None:
        if self._is_closed:
            raise RuntimeError(f"the client of {self._address} is closed")
        if self._process_id not in (None, os.getpid()):
            raise RuntimeError(
                f"the client of {self._address} was used before this process was forked;"
                " create a new one in this process with tengen.connect"
            )

    def _schedule(self, retryable: AbstractSet[str], timeout_seconds: float) -> RetrySchedule:
        return RetrySchedule(self._retry, timeout_seconds, retryable, self._random)

    def _call(
        self,
        method: grpc.UnaryUnaryMultiCallable[Request, Response],
        request: Request,
        schedule: RetrySchedule,
        attempt_timeout_seconds: float,
        *,
        is_change: bool = False,
    ) -> Response:
        route = self._route(method, request) if isinstance(method, ReplicaMethod) else None

        def attempt() -> Any:
            if route is None:
                timeout_seconds = schedule.attempt_timeout_seconds(attempt_timeout_seconds)
                return method(request, timeout=timeout_seconds)
            timeout_seconds = route.timeout_seconds(schedule.left_seconds())
            response = cast("ReplicaMethod", method).attempt(route, request, timeout_seconds)
            route.answered(response)
            return response

        answer: Response = self._retried(attempt, request, schedule, route, is_change=is_change)
        return answer

    def _stream_of_replica(self, method: ReplicaMethod, request: Any) -> Any:
        """Opens a stream at the server, among several, that has its session."""
        route = self._route(method, request)

        def attempt() -> ReplicaStream:
            call = ReplicaStream(method.attempt(route, request))
            call.open()
            route.answered(None)
            return call

        return self._retried(
            attempt, request, self._schedule(READ_RETRIES, self._timeout_seconds), route
        )

    def _route(self, method: ReplicaMethod, request: Any) -> Route:
        """Returns the servers, among several, to ask in turn."""
        return method.route(request, self._retry.attempt_timeout_seconds or REPLICA_ATTEMPT_SECONDS)

    def _retried(
        self,
        attempt: Callable[[], Any],
        request: Message,
        schedule: RetrySchedule,
        route: Route | None,
        *,
        is_change: bool = False,
    ) -> Any:
        """Returns the result of the first attempt that succeeds."""
        retried: TengenError | None = None
        is_outcome_unknown = False
        while True:
            try:
                response = attempt()
            except grpc.RpcError as failure:
                error = error_from_call(failure, self._address, schedule.timeout_seconds)
                if self.reach.is_absent(error):
                    raise error from None
                is_outcome_unknown |= is_change and may_be_executed(failure)
            except ValueError:
                self._check_open()
                raise
            else:
                self.reach.has_answered = True
                return response
            if route is None:
                delay_seconds = schedule.delay_seconds_after(error)
            else:
                delay_seconds = delay_seconds_after(error, route, schedule)
            if delay_seconds is None:
                error = schedule.failure(error, retried)
                raise self._final(error, request, is_outcome_unknown=is_outcome_unknown)
            retried = error
            time.sleep(delay_seconds)

    def _final(
        self, error: TengenError, request: Message, *, is_outcome_unknown: bool
    ) -> TengenError:
        """Returns the error of a call that has failed for good."""
        final = self._explained(error, rpc_name(request))
        if is_outcome_unknown and final.status in UNDECIDED_STATUSES:
            name_outcome(final, request)
        return final

    def _explained(self, error: TengenError, rpc: str) -> TengenError:
        with self._lock:
            channel = self._channel
        return error if channel is None else explained(error, rpc, channel, self._address)


def delay_seconds_after(error: TengenError, route: Route, schedule: RetrySchedule) -> float | None:
    """Counts a failed attempt of a call to several servers, and chooses the server of the next one.

    Returns:
      How long to wait before the next attempt, in seconds. None: the call has failed.
    """
    if route.is_over(error):
        return schedule.delay_seconds_after(error)
    if route.retries_at_once(error):
        return 0.0 if schedule.has_next() else None
    return schedule.delay_seconds_after(error, is_transient=True)
