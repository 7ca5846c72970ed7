"""Calls that an overloaded server refuses, against a server of the test."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import grpc
import pytest

import tengen
from tengen.v1 import environment_pb2

if TYPE_CHECKING:
    from collections.abc import Iterator


class RefusingServer:
    """A server that refuses calls of ListSessions, and then answers that there are none."""

    def __init__(self) -> None:
        self.refusal_count = 0
        self.call_count = 0
        self.reason = "SERVER_OVERLOADED"
        self._server = grpc.server(ThreadPoolExecutor(2), options=[("grpc.so_reuseport", 0)])
        handler = grpc.unary_unary_rpc_method_handler(
            self._answer,
            request_deserializer=environment_pb2.ListSessionsRequest.FromString,
            response_serializer=environment_pb2.ListSessionsResponse.SerializeToString,
        )
        self._server.add_generic_rpc_handlers(
            [
                grpc.method_handlers_generic_handler(
                    "tengen.v1.EnvironmentService", {"ListSessions": handler}
                )
            ]
        )
        self.port = self._server.add_insecure_port("127.0.0.1:0")
        self._server.start()

    def _answer(self, _: Any, context: grpc.ServicerContext) -> Any:
        self.call_count += 1
        if self.call_count <= self.refusal_count:
            context.set_trailing_metadata(
                (("tengen-reason", self.reason), ("grpc-retry-pushback-ms", "50"))
            )
            context.abort(grpc.StatusCode.RESOURCE_EXHAUSTED, "refused")
        return environment_pb2.ListSessionsResponse()

    def stop(self) -> None:
        """Stops the server."""
        self._server.stop(None).wait()


@pytest.fixture
def refusing() -> Iterator[RefusingServer]:
    """A server that refuses calls."""
    server = RefusingServer()
    yield server
    server.stop()


@pytest.fixture
def refused_client(refusing: RefusingServer) -> Iterator[tengen.Client]:
    """A client of the server, whose own backoff is short."""
    policy = tengen.RetryPolicy(max_attempts=4, backoff_seconds=0.001)
    with tengen.connect(f"127.0.0.1:{refusing.port}", retry=policy) as made:
        yield made


def test_overloaded_call_is_retried_after_the_delays(
    refusing: RefusingServer, refused_client: tengen.Client
) -> None:
    refusing.refusal_count = 3
    start = time.monotonic()

    assert list(refused_client.list_sessions()) == []

    assert refusing.call_count == 4
    assert time.monotonic() - start >= 0.05 + 0.1 + 0.2


def test_overloaded_call_fails_after_the_last_attempt(
    refusing: RefusingServer, refused_client: tengen.Client
) -> None:
    refusing.refusal_count = 100

    with pytest.raises(tengen.ResourceExhaustedError) as caught:
        list(refused_client.list_sessions())

    assert caught.value.reason == "SERVER_OVERLOADED"
    assert caught.value.retry_after_seconds == 0.05
    assert refusing.call_count == 4


def test_overloaded_call_is_retried_until_the_timeout_has_passed(refusing: RefusingServer) -> None:
    refusing.refusal_count = 100
    policy = tengen.RetryPolicy(backoff_seconds=0.001, max_backoff_seconds=0.2)
    start = time.monotonic()

    with (
        tengen.connect(f"127.0.0.1:{refusing.port}", timeout_seconds=2.0, retry=policy) as client,
        pytest.raises(tengen.ResourceExhaustedError),
    ):
        list(client.list_sessions())

    assert 1.7 < time.monotonic() - start < 10.0
    # After 0.05 and 0.1 seconds, the delay is 0.2 seconds.
    assert 5 <= refusing.call_count <= 12


def test_other_exhaustion_fails_at_once(
    refusing: RefusingServer, refused_client: tengen.Client
) -> None:
    refusing.refusal_count = 100
    refusing.reason = "TOO_MANY_SESSIONS"

    with pytest.raises(tengen.ResourceExhaustedError) as caught:
        list(refused_client.list_sessions())

    assert caught.value.reason == "TOO_MANY_SESSIONS"
    assert refusing.call_count == 1
