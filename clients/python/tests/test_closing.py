from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING, Any

import pytest
from gymnasium.error import ClosedEnvironmentError

import tengen
import tengen.pettingzoo

if TYPE_CHECKING:
    from collections.abc import Callable

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


def calls_of_environment(env: Any) -> list[Callable[[], object]]:
    return [
        lambda: env.session,
        lambda: env.transport,
        lambda: env.reset(seed=1),
        lambda: env.step(0),
        env.render,
    ]


@pytest.mark.parametrize("is_reset", [False, True])
def test_closed_environment_says_so_and_opens_no_session(
    is_reset: bool, address: str, client: tengen.Client
) -> None:
    env = tengen.GoEnv(3, render_mode="ansi", address=address)
    agents = tengen.pettingzoo.raw_env(3, render_mode="ansi", address=address)
    if is_reset:
        env.reset(seed=1)
        agents.reset(seed=1)
    session_ids = {env.session.session_id, agents.session.session_id}
    env.close()
    agents.close()
    open_ids = {summary.session_id for summary in client.list_sessions()}

    calls: list[Callable[[], object]] = [
        *calls_of_environment(env),
        env.action_masks,
        *calls_of_environment(agents),
        agents.state,
        lambda: agents.observe("black_0"),
    ]
    for call in calls:
        with pytest.raises(ClosedEnvironmentError, match="the environment is closed"):
            call()
    assert env._repr_html_() is agents._repr_html_() is None
    assert "3x3" in repr(env) + repr(agents)
    env.close()
    agents.close()

    assert not session_ids & open_ids
    assert {summary.session_id for summary in client.list_sessions()} <= open_ids


def test_closed_vector_environment_says_so(address: str) -> None:
    envs = tengen.make_vec(3, 2, render_mode="ansi", address=address)
    envs.reset(seed=1)
    envs.close()

    calls: list[Callable[[], object]] = [
        envs.reset,
        envs.resume,
        envs.finish,
        lambda: envs.step([0, 0]),
        envs.async_reset,
        lambda: envs.send([0, 0]),
        envs.recv,
        envs.action_masks,
        envs.render,
    ]
    for call in calls:
        with pytest.raises(ClosedEnvironmentError, match="the environment is closed"):
            call()
    assert "3x3" in repr(envs)


def test_closed_session_says_so(client: tengen.Client) -> None:
    session = client.create_session(3, seed=1)
    session.reset()
    session.close()

    calls: list[Callable[[], object]] = [
        session.reset,
        lambda: session.step(0),
        lambda: session.step(0, expected_move_number=0),
        session.legal_actions,
        lambda: session.propose_dead_stones([]),
        lambda: session.undo(1),
        session.score,
        session.observe,
        session.observe_globals,
        session.board,
        lambda: session.choose_action("random"),
        session.solve,
        session.analyze_race,
        session.state,
        session.fork,
        lambda: session.fork(idle_timeout_seconds=5),
        session.snapshot,
        session.export_record,
        lambda: next(session.watch()),
    ]
    for call in calls:
        with pytest.raises(
            tengen.SessionNotFoundError, match=f"the session {session.session_id} is closed"
        ):
            call()
    assert session.session_id in repr(session)
    assert "is closed" in session._repr_html_()


def test_closed_forest_says_so(client: tengen.Client) -> None:
    forest = client.open_forest(3)
    nodes = forest.plant(tengen.TreeRoot.start(3))
    forest.close()

    calls: list[Callable[[], object]] = [
        lambda: forest.plant(tengen.TreeRoot.start(3)),
        lambda: forest.expand(nodes.handles, [0]),
        lambda: forest.send(nodes.handles, [0]),
        forest.receive,
        lambda: forest.release(nodes.handles),
        lambda: forest.reroot(nodes.handles),
    ]
    for call in calls:
        with pytest.raises(tengen.TreesLostError, match="the forest is closed"):
            call()
    forest.close()
    assert "3x3" in repr(forest)
