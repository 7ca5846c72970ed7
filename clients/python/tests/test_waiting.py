"""Clients without a server: those that fail at once, and those that wait."""

from __future__ import annotations

import logging
import threading
import time
from typing import TYPE_CHECKING, Any

import grpc
import pytest
from faulty_proxy import FaultyProxy
from processes import free_port
from server_process import ServerProcess
from stand_in import NOT_SERVING, SERVING, StandIn, server_info

import tengen
from tengen import RetryPolicy, arena
from tengen._reach import Reach

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from stand_in import Answer

HEALTH = "/grpc.health.v1.Health/Check"
SERVER_INFO = "/tengen.v1.EnvironmentService/GetServerInfo"
LIST_SESSIONS = "/tengen.v1.EnvironmentService/ListSessions"


@pytest.fixture
def later() -> Iterator[Callable[[float, Callable[[], Any]], None]]:
    """Starts a server after a delay in seconds, and stops it at the end of the test."""
    servers: list[Any] = []
    timers: list[threading.Timer] = []

    def start(seconds: float, make: Callable[[], Any]) -> None:
        timers.append(threading.Timer(seconds, lambda: servers.append(make())))
        timers[-1].start()

    yield start
    for timer in timers:
        timer.join()
    for server in servers:
        server.__exit__(None, None, None)


def test_wait_until_ready_late_server_is_waited_for(
    later: Callable[..., None], caplog: pytest.LogCaptureFixture
) -> None:
    port = free_port()
    later(1.0, lambda: StandIn({HEALTH: SERVING}, port))

    with (
        caplog.at_level(logging.INFO, "tengen.client"),
        tengen.connect(f"127.0.0.1:{port}", wait_seconds=30.0),
    ):
        waiting, ready = [record.getMessage() for record in caplog.records]

    start = f"waiting up to 30 seconds for the server at 127.0.0.1:{port}: no server answers ("
    assert waiting.startswith(start)
    assert ready.startswith(f"the server at 127.0.0.1:{port} is ready after ")


def test_call_server_that_restarts_is_retried_for_the_whole_timeout(
    later: Callable[..., None],
) -> None:
    policy = RetryPolicy(backoff_seconds=0.05, max_backoff_seconds=0.1)
    with StandIn({LIST_SESSIONS: b""}) as first:
        client = tengen.connect(first.address, timeout_seconds=60.0, retry=policy)
        assert client.list_sessions() == []
    port = int(first.address.rpartition(":")[2])
    # Five attempts, as many as there were once, end after 3 seconds at most.
    later(4.0, lambda: StandIn({LIST_SESSIONS: b""}, port))

    with client:
        assert client.list_sessions() == []


def test_call_server_that_has_gone_fails_when_the_timeout_has_passed() -> None:
    with StandIn({LIST_SESSIONS: b""}) as server:
        client = tengen.connect(server.address, timeout_seconds=3.0)
        client.list_sessions()
    start = time.monotonic()

    with (
        client,
        pytest.raises(
            tengen.UnavailableError, match=r"`tengen serve`.*; tried \d+ times"
        ) as caught,
    ):
        client.list_sessions()

    assert time.monotonic() - start > 2.8
    assert caught.value.reason == "UNAVAILABLE"
    assert caught.value.is_refused


CALLS: dict[str, Callable[[str], object]] = {
    "read": lambda address: tengen.connect(address, timeout_seconds=3600.0).list_sessions(),
    "change": lambda address: tengen.connect(address, timeout_seconds=3600.0).create_session(5),
    "forest": lambda address: tengen.connect(address, timeout_seconds=3600.0).open_forest(
        5, encodings=()
    ),
    "environment": lambda address: tengen.GoEnv(5, address=address).reset(),
    "vector environment": lambda address: tengen.make_vec(5, 2, address=address),
    "tournaments": lambda address: arena.Arena(address, timeout_seconds=3600.0).tournaments(),
    "agent": lambda address: arena.serve(
        lambda _: 0, name="ada", address=address, reconnect_timeout_seconds=3600.0
    ),
}


@pytest.mark.parametrize("call", CALLS.values(), ids=list(CALLS))
@pytest.mark.parametrize("kind", ["port", "socket"])
def test_call_no_server_on_this_machine_fails_at_once(
    call: Callable[[str], object], kind: str, tmp_path: Path
) -> None:
    """Each waited for its whole timeout, five minutes for an agent, where nobody listened."""
    address = f"127.0.0.1:{free_port()}" if kind == "port" else f"unix:{tmp_path / 's'}"

    with pytest.raises(tengen.UnavailableError) as caught:
        call(address)

    assert caught.value.is_refused
    assert caught.value.message.startswith(
        f"no server answers at {address}; start one with `tengen serve`"
    )
    assert "waits for one that starts" in caught.value.message
    assert "tried" not in caught.value.message


def refused() -> tengen.UnavailableError:
    """Returns the error of an attempt where nobody listens."""
    error = tengen.UnavailableError("UNAVAILABLE", "no server answers", "UNAVAILABLE")
    error.is_refused = True
    return error


def test_reach_other_machines_and_several_servers_are_awaited() -> None:
    assert Reach("localhost:9019").is_absent(refused())
    assert not Reach("game.example.com:9019").is_absent(refused())
    assert not Reach("127.0.0.1:9019,127.0.0.1:9020").is_absent(refused())


@pytest.mark.parametrize(
    ("error", "expected"),
    [
        (tengen.DeadlineExceededError("DEADLINE_EXCEEDED", "late", "DEADLINE_EXCEEDED"), True),
        (tengen.UnavailableError("UNAVAILABLE", "Socket closed", "UNAVAILABLE"), False),
        (tengen.InvalidArgumentError("INVALID_VALUE", "no", "INVALID_ARGUMENT"), False),
    ],
)
def test_reach_server_that_was_there_is_awaited(
    error: tengen.TengenError, *, expected: bool
) -> None:
    reach = Reach("127.0.0.1:9019")

    assert not reach.is_absent(error)
    assert reach.is_absent(refused()) == expected


def test_serve_wait_seconds_waits_for_a_late_server(later: Callable[..., None]) -> None:
    port = free_port()
    later(1.0, lambda: StandIn(port=port))

    with pytest.raises(tengen.TengenError) as caught:
        arena.serve(lambda _: 0, name="ada", address=f"127.0.0.1:{port}", wait_seconds=120.0)

    assert caught.value.status == "UNIMPLEMENTED"


@pytest.mark.long
def test_client_20_seconds_before_its_server_plays(later: Callable[..., None]) -> None:
    port = free_port()
    later(20.0, lambda: ServerProcess(port=port))

    with (
        tengen.connect(f"127.0.0.1:{port}", wait_seconds=60.0) as client,
        client.create_session(5) as session,
    ):
        assert session.step(12).info["move_number"] == 1


def test_wait_until_ready_real_server_is_ready(client: tengen.Client) -> None:
    client.wait_until_ready(10.0)


def test_wait_until_ready_server_without_health_service_is_ready_if_it_answers() -> None:
    with (
        StandIn({SERVER_INFO: server_info("0.0.1")}) as server,
        tengen.connect(server.address, wait_seconds=10.0),
    ):
        assert server.calls == [HEALTH, SERVER_INFO]


def test_wait_until_ready_waits_while_the_server_is_not_ready(
    caplog: pytest.LogCaptureFixture,
) -> None:
    statuses: list[Answer] = [NOT_SERVING, NOT_SERVING, grpc.StatusCode.UNAVAILABLE, SERVING]
    with (
        StandIn({HEALTH: lambda: statuses.pop(0)}) as server,
        tengen.connect(server.address) as client,
    ):
        client.wait_until_ready(30.0)

        assert server.calls == [HEALTH] * 4
    warnings = [record.getMessage() for record in caplog.records]
    assert len(warnings) == 2  # One for each reason to wait.
    assert "it answers, but reports that it is not ready (NOT_SERVING)" in warnings[0]
    assert "no server answers (refused)" in warnings[1]


def test_wait_until_ready_never_ready_says_what_was_tried_and_what_to_do() -> None:
    with (
        StandIn({HEALTH: NOT_SERVING}) as server,
        pytest.raises(tengen.UnavailableError) as caught,
    ):
        tengen.connect(server.address, wait_seconds=2.0)

    assert caught.value.reason == "NOT_READY"
    asked = server.calls.count(HEALTH)
    assert asked >= 3
    # The last attempt is short, and may end before the server learns of it.
    assert caught.value.message in {
        f"the server at {server.address} was not ready within 2 seconds (asked {count} times):"
        " it answers, but reports that it is not ready (NOT_SERVING);"
        " it may be starting, stopping or short of memory; see its log"
        for count in (asked, asked + 1)
    }


def test_wait_until_ready_last_attempt_without_answer_says_what_came_before() -> None:
    is_over = threading.Event()
    statuses: list[Answer] = [NOT_SERVING]

    def answer() -> Answer:
        if not statuses:
            is_over.wait()
            return SERVING
        return statuses.pop()

    with StandIn({HEALTH: answer}) as server:
        with pytest.raises(tengen.UnavailableError) as caught:
            tengen.connect(server.address, wait_seconds=2.0)
        is_over.set()

    assert caught.value.reason == "NOT_READY"
    assert "it answers, but reports that it is not ready (NOT_SERVING)" in caught.value.message


def test_wait_until_ready_no_server_says_what_was_tried_and_what_to_do() -> None:
    address = f"127.0.0.1:{free_port()}"
    start = time.monotonic()

    # A limit of attempts is for calls.
    with (
        tengen.connect(address, retry=RetryPolicy(max_attempts=1)) as client,
        pytest.raises(tengen.UnavailableError) as caught,
    ):
        client.wait_until_ready(1.0)

    assert 0.8 < time.monotonic() - start < 15.0
    assert caught.value.reason == "UNAVAILABLE"
    assert caught.value.message.startswith(
        f"the server at {address} was not ready within 1 seconds (asked "
    )
    assert "times): no server answers (failed to connect" in caught.value.message
    assert caught.value.message.endswith(
        "); check the address, or start a server with `tengen serve`"
    )


def test_wait_until_ready_other_program_fails_at_once() -> None:
    with StandIn() as server, tengen.connect(server.address) as client:
        start = time.monotonic()

        with pytest.raises(tengen.TengenError, match="is no Tengen server"):
            client.wait_until_ready(60.0)

        assert time.monotonic() - start < 10.0


def test_wait_until_ready_closed_client_raises() -> None:
    client = tengen.connect("127.0.0.1:1")
    client.close()

    with pytest.raises(RuntimeError, match="is closed"):
        client.wait_until_ready(1.0)


@pytest.mark.parametrize("seconds", [0, -1.0, float("inf"), float("nan")])
def test_connect_invalid_wait_raises(seconds: float) -> None:
    with pytest.raises(tengen.InvalidArgumentError, match="timeout_seconds"):
        tengen.connect("127.0.0.1:1", wait_seconds=seconds)


@pytest.mark.full
def test_session_late_server_plays(address: str, later: Callable[..., None]) -> None:
    port = free_port()
    later(1.0, lambda: FaultyProxy(address, port=port))

    with (
        tengen.connect(f"127.0.0.1:{port}", wait_seconds=60.0) as client,
        client.create_session(5) as session,
    ):
        assert session.step(12).info["move_number"] == 1


@pytest.mark.full
def test_forest_server_that_restarts_is_awaited(address: str, later: Callable[..., None]) -> None:
    port = free_port()
    later(1.0, lambda: FaultyProxy(address, port=port))

    with tengen.connect(f"127.0.0.1:{port}", wait_seconds=60.0) as client:
        forest = client.open_forest(5, encodings=())

        assert forest.max_node_count > 0
        forest.close()


@pytest.mark.full
def test_make_vec_server_that_restarts_is_awaited(address: str, later: Callable[..., None]) -> None:
    port = free_port()
    with FaultyProxy(address, port=port):
        envs = tengen.make_vec(5, 2, address=f"127.0.0.1:{port}", opponent=None)
        envs.reset(seed=1)
    with pytest.raises(tengen.LanesLostError):
        envs.step([0, 1])
    later(1.0, lambda: FaultyProxy(address, port=port))

    with envs:
        envs.reset(seed=1)
        _, _, _, _, infos = envs.step([0, 1])

    assert infos["move_number"].tolist() == [1, 1]
