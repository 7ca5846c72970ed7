"""Connections that are lost, silent or led through a proxy."""

from __future__ import annotations

import http.server
import threading
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import pytest
from server_process import ServerProcess

import tengen
from tengen import _channel
from tengen._address import EMBEDDED
from tengen.llm import Gateway, GatewayError, list_tasks

if TYPE_CHECKING:
    from pathlib import Path

    from faulty_proxy import FaultyProxy

FAST_KEEPALIVE = (
    ("grpc.keepalive_time_ms", 1_000),
    ("grpc.keepalive_timeout_ms", 1_000),
    ("grpc.http2.ping_timeout_ms", 1_000),
    ("grpc.http2.max_pings_without_data", 0),
)
DEADLINE_SECONDS = 300.0


def test_keepalive_of_every_channel_notices_a_silent_connection_within_30_seconds() -> None:
    options = dict(_channel.KEEPALIVE_OPTIONS)
    period = options["grpc.keepalive_time_ms"]

    assert period >= 10_000  # The server allows no shorter one.
    assert period + options["grpc.keepalive_timeout_ms"] <= 30_000
    assert period + options["grpc.http2.ping_timeout_ms"] <= 30_000


def test_session_connection_falls_silent_continues_on_another(
    proxy: FaultyProxy, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A client stayed on a silent connection for six deadlines, where a new client worked."""
    monkeypatch.setattr(_channel, "KEEPALIVE_OPTIONS", FAST_KEEPALIVE)
    with (
        tengen.connect(proxy.address, timeout_seconds=DEADLINE_SECONDS) as client,
        client.create_session(5) as session,
    ):
        session.step(3)
        proxy.silence_connections()

        # Without keepalive, the read would end with its deadline.
        assert session.state().move_number == 1
        assert session.step(4).info["move_number"] == 2


def test_vector_connection_falls_silent_raises(
    proxy: FaultyProxy, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(_channel, "KEEPALIVE_OPTIONS", FAST_KEEPALIVE)
    with tengen.make_vec(5, 4, address=proxy.address) as envs:
        envs.reset(seed=1)
        proxy.silence_connections()

        with pytest.raises(tengen.LanesLostError):
            envs.step([0, 1, 2, 3])


@pytest.mark.parametrize("variable", ["http_proxy", "https_proxy", "grpc_proxy"])
def test_connect_proxy_in_the_environment_is_not_for_this_machine(
    address: str, monkeypatch: pytest.MonkeyPatch, variable: str
) -> None:
    if address == EMBEDDED:
        pytest.skip("the embedded server has no network")
    monkeypatch.setenv(variable, "http://127.0.0.1:9")
    with tengen.connect(address) as client:
        assert client.server_info().version


def test_connect_elsewhere_names_the_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("http_proxy", "http://user:secret@127.0.0.1:9")
    retry = tengen.RetryPolicy(max_attempts=1)
    with (
        tengen.connect("tengen.invalid:9019", retry=retry) as client,
        pytest.raises(tengen.UnavailableError) as caught,
    ):
        client.server_info()

    assert "through the HTTP proxy http://127.0.0.1:9 of http_proxy" in caught.value.message
    assert "add its host to no_proxy" in caught.value.message
    assert "secret" not in caught.value.message.partition("(")[0]


@pytest.mark.full
def test_gateway_proxy_in_the_environment_is_not_for_this_machine(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:9")
    gateway = Gateway()
    try:
        assert gateway.reset(size=5)["done"] is False
    finally:
        gateway.close()


def test_gateway_elsewhere_names_the_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("http_proxy", "http://user:secret@127.0.0.1:9")
    for call in (
        lambda: Gateway("http://tengen.invalid:9020"),
        lambda: list_tasks("boards-train", "http://tengen.invalid"),
    ):
        with pytest.raises(OSError, match="refused") as caught:
            call()
        assert "through the HTTP proxy http://127.0.0.1:9 of http_proxy" in str(caught.value)
        assert "add its host to no_proxy" in str(caught.value)
        assert "secret" not in str(caught.value)


def test_gateway_proxy_of_a_call_is_not_that_of_the_program(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(urllib.request, "_opener", None)  # As in a program's first request.
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:9")
    with pytest.raises(OSError, match="refused"):
        list_tasks("boards-train", "http://tengen.invalid")
    monkeypatch.delenv("http_proxy")

    with (
        http.server.HTTPServer(("127.0.0.1", 0), http.server.SimpleHTTPRequestHandler) as service,
        ThreadPoolExecutor(1) as pool,
    ):
        service.timeout = 10
        served = pool.submit(service.handle_request)
        with urllib.request.urlopen(f"http://127.0.0.1:{service.server_port}") as answer:
            assert answer.status == 200
        served.result()


def test_gateway_grpc_port_names_the_other_port(address: str) -> None:
    """The answer of gRPC was no HTTP/1.1: http.client raised BadStatusLine."""
    if address == EMBEDDED:
        pytest.skip("the embedded server has no port")
    for call in (lambda: Gateway(f"http://{address}"), lambda: list_tasks("", f"http://{address}")):
        with pytest.raises(GatewayError, match="this is the port for clients of gRPC") as caught:
            call()
        assert caught.value.reason == "GRPC_PORT"
        assert "start it with --http-port" in str(caught.value)


@pytest.mark.full
def test_connect_https_port_names_the_other_port(tmp_path: Path) -> None:
    security = tmp_path / "security"
    options = (
        "--generate-security=true",
        f"--tls-certificate={security / 'server.pem'}",
        f"--tls-key={security / 'server-key.pem'}",
        f"--tokens={security / 'tokens'}",
        "--http-port=0",
    )
    with (
        ServerProcess(*options) as server,
        tengen.connect(
            server.http_address,
            tls=security / "ca.pem",
            token="secret",
            retry=tengen.RetryPolicy(max_attempts=1),
        ) as client,
        pytest.raises(tengen.UnavailableError, match="is a port for browsers"),
    ):
        client.server_info()


def test_connect_http_port_names_the_other_port() -> None:
    with http.server.HTTPServer(("127.0.0.1", 0), http.server.BaseHTTPRequestHandler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        retry = tengen.RetryPolicy(max_attempts=1)
        with (
            tengen.connect(f"127.0.0.1:{server.server_port}", retry=retry) as client,
            pytest.raises(tengen.UnavailableError, match="is a port for browsers"),
        ):
            client.server_info()
        server.shutdown()
