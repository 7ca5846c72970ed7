"""A server with a limit of one session, and a server that is restarted."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from faulty_proxy import FaultyProxy
from server_process import ServerProcess

import tengen

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture(scope="module")
def small_address() -> Iterator[str]:
    """The address of a server with a limit of one session."""
    with ServerProcess("--max-sessions", "1") as server:
        yield server.address


@pytest.mark.full
def test_create_session_full_server_raises_resource_exhausted(small_address: str) -> None:
    with (
        tengen.connect(small_address) as client,
        client.create_session(3),
        pytest.raises(tengen.ResourceExhaustedError) as caught,
    ):
        client.create_session(3)

    assert caught.value.reason == "TOO_MANY_SESSIONS"
    assert caught.value.retry_after_seconds is not None
    assert caught.value.retry_after_seconds > 0


@pytest.mark.full
def test_create_session_answer_lost_makes_one_session(small_address: str) -> None:
    # A second session would exceed the limit.
    with FaultyProxy(small_address) as proxy, tengen.connect(proxy.address) as client:
        client.server_info()
        proxy.drop_answers(1)

        with client.create_session(3) as session:
            assert session.state().move_number == 0
        assert proxy.fault_count == 1


@pytest.mark.full
def test_client_finds_a_restarted_server() -> None:
    with ServerProcess() as server:
        client = tengen.connect(server.address)
        session = client.create_session(3)
    port = int(server.address.rpartition(":")[2])
    with ServerProcess(port=port):
        with pytest.raises(tengen.SessionNotFoundError):
            session.score()

        assert client.create_session(3).state().episode == 0

    client.close()
