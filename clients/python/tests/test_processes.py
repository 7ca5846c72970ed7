from __future__ import annotations

import multiprocessing
import os
import pickle

import pytest

import tengen


def test_client_pickled_calls_the_same_server(client: tengen.Client) -> None:
    client.server_info()

    with pickle.loads(pickle.dumps(client)) as copy:
        assert copy.server_info() == client.server_info()


def test_client_pickled_keeps_its_settings() -> None:
    retry = tengen.RetryPolicy(max_attempts=2)
    client = tengen.connect("127.0.0.1:1", timeout_seconds=0.5, retry=retry)

    assert vars(pickle.loads(pickle.dumps(client)))["_retry"] == retry


@pytest.mark.full
def test_client_in_a_spawned_process_calls_the_server(client: tengen.Client) -> None:
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        version = pool.apply(read_version, (client,))

    assert version == client.server_info().version


def read_version(client: tengen.Client) -> str:
    return client.server_info().version


def test_session_pickled_raises_type_error(session: tengen.Session) -> None:
    with pytest.raises(TypeError, match="attach_session"):
        pickle.dumps(session)


def test_client_used_before_a_fork_refuses_after_it(client: tengen.Client) -> None:
    client.server_info()

    child = os.fork()
    if child == 0:
        # pytest must not run in the child.
        try:
            client.server_info()
        except RuntimeError as error:
            os._exit(0 if "forked" in str(error) else 1)
        os._exit(2)
    _, status = os.waitpid(child, 0)

    assert os.waitstatus_to_exitcode(status) == 0
