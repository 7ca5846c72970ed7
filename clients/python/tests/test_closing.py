from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING

import pytest

import tengen

if TYPE_CHECKING:
    from faulty_proxy import FaultyProxy


def test_close_session_twice_does_nothing(client: tengen.Client) -> None:
    session = client.create_session(3)
    session.close()

    session.close()


def test_close_session_gone_already_does_nothing(client: tengen.Client) -> None:
    session = client.create_session(3)
    client.attach_session(session.session_id).close()

    session.close()


def test_exit_session_closes_it_at_the_server(client: tengen.Client) -> None:
    with client.create_session(3) as session:
        pass

    with pytest.raises(tengen.SessionNotFoundError):
        client.attach_session(session.session_id)


def test_exit_session_unreachable_after_an_error_raises_that_error(
    proxy: FaultyProxy,
) -> None:
    retry = tengen.RetryPolicy(max_attempts=1)
    with tengen.connect(proxy.address, retry=retry) as client:
        session = client.create_session(3)
        session.__enter__()
        proxy.close()

        session.__exit__(KeyError, KeyError("first"), None)

        with pytest.raises(tengen.UnavailableError):
            session.__exit__(None, None, None)


def test_close_client_twice_does_nothing(address: str) -> None:
    client = tengen.connect(address)
    client.server_info()
    client.close()

    client.close()


def test_server_info_closed_client_raises_runtime_error(address: str) -> None:
    with tengen.connect(address) as client:
        client.server_info()

    with pytest.raises(RuntimeError, match="is closed"):
        client.server_info()


def test_step_closed_client_raises_runtime_error(address: str) -> None:
    with tengen.connect(address) as client:
        session = client.create_session(3)

    with pytest.raises(RuntimeError, match="is closed"):
        session.step(0)


def test_close_client_fails_a_pending_call(proxy: FaultyProxy) -> None:
    client = tengen.connect(proxy.address)
    client.server_info()
    proxy.hold_answer(seconds=4.0)

    def close_when_held() -> None:
        while proxy.fault_count == 0:
            time.sleep(0.01)
        client.close()

    closing = threading.Thread(target=close_when_held)
    closing.start()

    with pytest.raises(tengen.TengenError) as caught:
        client.server_info()

    assert caught.value.status == "CANCELLED"
    closing.join()


def test_close_client_leaves_its_sessions(address: str, client: tengen.Client) -> None:
    with tengen.connect(address) as other:
        session_id = other.create_session(3).session_id

    with client.attach_session(session_id) as session:
        assert session.state().move_number == 0
