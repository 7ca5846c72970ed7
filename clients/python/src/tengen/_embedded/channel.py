"""Channels of gRPC to the server inside this process."""

from __future__ import annotations

import importlib
import os
import threading
import weakref
from typing import TYPE_CHECKING, Any, NoReturn

import grpc

from tengen._closing import CloseOnExit
from tengen._embedded.direct_steps import DirectRow, DirectSteps
from tengen._java.machine import attach_thread
from tengen._request_queue import RequestQueue

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from tengen.spec import EnvironmentSpec

WAIT_MILLIS = 100
"""How long a thread waits in Java at a time. In between, Python handles signals such as Ctrl-C."""

MAX_TIMEOUT_NANOS = 2**62
"""The maximum deadline of a call: a century and a half."""

CODES = {code.value[0]: code for code in grpc.StatusCode}


class EmbeddedChannel(CloseOnExit, grpc.Channel):
    """A channel of gRPC whose calls are calls of Java in this process. It is thread-safe.

    Args:
      connection: The `EmbeddedConnection`, a Java object.
      to_bytes: Converts `bytes` to an array of Java.
    """

    def __init__(self, connection: Any, to_bytes: Callable[[bytes], Any]) -> None:
        self._connection = connection
        self._to_bytes = to_bytes
        self._finalizer = weakref.finalize(self, close_connection, os.getpid(), connection)
        # Java ends with the process.
        self._finalizer.atexit = False

    def unary_unary(
        self,
        method: str,
        request_serializer: Any = None,
        response_deserializer: Any = None,
        _registered_method: bool | None = False,
    ) -> Any:
        """Returns a function that makes a call with one request and one response."""

        def call(request: Any, timeout: float | None = None) -> Any:
            started = self._call(method, request_serializer(request), timeout)
            try:
                while not started.awaitEnd(WAIT_MILLIS):
                    pass
            except BaseException:
                started.cancel()
                raise
            if started.statusNumber() != 0:
                raise EmbeddedCall(started, response_deserializer)
            return response_deserializer(bytes(started.receive(0)))

        return call

    def unary_stream(
        self,
        method: str,
        request_serializer: Any = None,
        response_deserializer: Any = None,
        _registered_method: bool | None = False,
    ) -> Any:
        """Returns a function that makes a call with one request and many responses."""

        def call(request: Any, timeout: float | None = None) -> EmbeddedCall:
            started = self._call(method, request_serializer(request), timeout)
            return EmbeddedCall(started, response_deserializer)

        return call

    def stream_stream(
        self,
        method: str,
        request_serializer: Any = None,
        response_deserializer: Any = None,
        _registered_method: bool | None = False,
    ) -> Any:
        """Returns a function that makes a call with many requests and many responses."""

        def call(requests: Iterable[Any], timeout: float | None = None) -> EmbeddedCall:
            self._check_open()
            started = self._connection.start(method.removeprefix("/"), timeout_nanos(timeout))
            if isinstance(requests, RequestQueue):
                requests.send_by(
                    lambda request: send(started, self._to_bytes(request_serializer(request))),
                    lambda: end(started),
                )
                return EmbeddedCall(started, response_deserializer)
            messages = (self._to_bytes(request_serializer(request)) for request in requests)
            threading.Thread(
                target=send_all, args=(started, messages), name="tengen-embedded-send", daemon=True
            ).start()
            return EmbeddedCall(started, response_deserializer)

        return call

    def direct_steps(
        self, session_id: str, spec: EnvironmentSpec, *, copy: bool
    ) -> DirectSteps | None:
        """Returns the steps of a session without messages. None: there is no such session."""
        self._check_open()
        try:
            session = self._connection.session(session_id)
        except jpype_exception():
            return None
        return DirectSteps(session, spec, [DirectRow(session, spec, copy=copy)], copy=copy)

    def stream_unary(self, *_: Any, **__: Any) -> NoReturn:
        """No method of the contract is of this kind."""
        raise NotImplementedError("no method of the contract has many requests and one response")

    def subscribe(self, callback: Any, try_to_connect: bool | None = False) -> None:  # noqa: ARG002
        """Calls back once: the channel is always ready."""
        callback(grpc.ChannelConnectivity.READY)

    def unsubscribe(self, callback: Any) -> None:
        """Does nothing."""

    def close(self) -> None:
        """Closes the channel. Calls in progress end with CANCELLED, later ones raise ValueError."""
        self._finalizer()

    def _call(self, method: str, request: bytes, timeout: float | None) -> Any:
        self._check_open()
        return self._connection.call(
            method.removeprefix("/"), timeout_nanos(timeout), self._to_bytes(request)
        )

    def _check_open(self) -> None:
        attach_thread()
        if not self._finalizer.alive:
            raise ValueError("Cannot invoke RPC on closed channel!")


def jpype_exception() -> Any:
    """Returns the class of all exceptions of Java."""
    return importlib.import_module("jpype").JException


def close_connection(process_id: int, connection: Any) -> None:
    """Closes a connection in the process that opened it. A forked child has no Java to call."""
    if process_id == os.getpid():
        attach_thread()
        connection.close()


class EmbeddedCall(grpc.RpcError):
    """A call: an iterator of its responses, and the error if it has failed, as in gRPC.

    Args:
      call: The `EmbeddedCall`, a Java object.
      deserializer: Converts bytes to a response.
    """

    def __init__(self, call: Any, deserializer: Callable[[bytes], Any]) -> None:
        super().__init__()
        self._call = call
        self._deserializer = deserializer
        self._callbacks: list[Callable[[], None]] = []

    def __iter__(self) -> Iterator[Any]:
        return self

    def __next__(self) -> Any:
        attach_thread()
        while (message := self._call.receive(WAIT_MILLIS)) is None:
            if self._call.isOver():
                self._end()
                if self.code() is grpc.StatusCode.OK:
                    raise StopIteration
                raise self
        return self._deserializer(bytes(message))

    def batch(self) -> Any:
        """Returns the `EmbeddedBatch` of Java, if this call has opened a batch; otherwise None."""
        attach_thread()
        return self._call.batch()

    def self_play(self) -> Any:
        """Returns the `EmbeddedSelfPlay` of Java, if this call has opened one; otherwise None."""
        attach_thread()
        return self._call.selfPlay()

    def add_callback(self, callback: Callable[[], None]) -> bool:
        """Registers a function to call at the end, and returns whether the call is running."""
        attach_thread()
        if self._call.hasEnded():
            return False
        self._callbacks.append(callback)
        return True

    def cancel(self) -> bool:
        """Ends the call. Returns whether it was running."""
        attach_thread()
        was_running = not self._call.hasEnded()
        self._call.cancel()
        self._call.awaitEnd(WAIT_MILLIS)
        self._end()
        return was_running

    def code(self) -> grpc.StatusCode:
        """Returns the status."""
        return CODES[self._call.statusNumber()]

    def details(self) -> str:
        """Returns the description of the status."""
        return str(self._call.statusDescription())

    def trailing_metadata(self) -> tuple[Any, ...]:
        """Returns the trailing metadata."""
        pairs: list[tuple[str, str | bytes]] = []
        for key, value in zip(self._call.trailerKeys(), self._call.trailerValues(), strict=True):
            name, content = str(key), bytes(value)
            pairs.append((name, content if name.endswith("-bin") else content.decode("ascii")))
        return tuple(pairs)

    def __str__(self) -> str:
        return f"{self.code().name}: {self.details()}"

    def _end(self) -> None:
        callbacks, self._callbacks = self._callbacks, []
        for callback in callbacks:
            callback()


def send(call: Any, message: Any) -> None:
    """Sends a message on the calling thread."""
    attach_thread()
    call.send(message)


def end(call: Any) -> None:
    """Ends the messages of a call."""
    attach_thread()
    call.halfClose()


def send_all(call: Any, messages: Iterator[Any]) -> None:
    """Sends messages until there are no more. If there is no next one, the call is cancelled."""
    attach_thread()
    try:
        for message in messages:
            call.send(message)
        call.halfClose()
    except BaseException:
        call.cancel()
        raise


def timeout_nanos(seconds: float | None) -> int:
    """Returns the limit of a call in nanoseconds; 0 for none."""
    return 0 if seconds is None else int(min(max(1.0, seconds * 1e9), MAX_TIMEOUT_NANOS))
