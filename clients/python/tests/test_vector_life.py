"""Creation, closing and errors of vector environments."""

from __future__ import annotations

import copy
import gc
import multiprocessing
import os
import pickle
import sys
from typing import TYPE_CHECKING, Any

import gymnasium
import numpy as np
import pytest
from faulty_proxy import FaultyProxy
from processes import run_to_end
from server_process import ServerProcess

import tengen
from tengen import TengenVectorEnv
from tengen._address import EMBEDDED

if TYPE_CHECKING:
    from conftest import MakeVec


def hashes_after_reset(envs: TengenVectorEnv) -> list[int]:
    _, infos = envs.reset(seed=5)
    envs.close()
    hashes: list[int] = infos["state_hash"].tolist()
    return hashes


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"size": 26}, "26"),
        ({"num_envs": 0}, "num_envs"),
        ({"opponent": "nobody"}, "nobody"),
        ({"agent_color": "red"}, "red"),
        ({"terminal_mask": "some"}, "some"),
        ({"encoding": "unknown"}, "unknown"),
        ({"komi": 0.3}, "0.3"),
        ({"autoreset_mode": "Never"}, "Never"),
        ({"array_format": "float16"}, "float16"),
        ({"batch_size": 3}, "batch_size"),
        ({"lane_arguments": [{}]}, "lane_arguments"),
        ({"lane_arguments": [{"size": 5}, {}]}, "lane_arguments"),
        ({"rules": "blog"}, "blog"),
    ],
)
def test_bad_argument_raises(arguments: dict[str, Any], message: str, address: str) -> None:
    with pytest.raises(tengen.InvalidArgumentError, match=message):
        TengenVectorEnv(**{"address": address, "num_envs": 2, **arguments})


@pytest.mark.parametrize(
    "arguments",
    [
        {"num_envs": 1.5},
        {"copy": "yes"},
        {"lane_arguments": {}},
        {"lane_arguments": [1, 2]},
        {"autoreset_mode": 1},
    ],
)
def test_argument_of_another_type_raises(arguments: dict[str, Any], address: str) -> None:
    with pytest.raises(TypeError):
        TengenVectorEnv(**{"address": address, "num_envs": 2, **arguments})


@pytest.mark.parametrize(
    ("actions", "error"),
    [
        ([1], tengen.InvalidArgumentError),
        ([1, 2, 3], tengen.InvalidArgumentError),
        ([[1, 2]], tengen.InvalidArgumentError),
        ([1.0, 2.0], TypeError),
        ([True, False], TypeError),
        ([1, 2**32], tengen.InvalidArgumentError),
        (3, tengen.InvalidArgumentError),
    ],
)
def test_step_bad_actions_raise(actions: Any, error: type[Exception], vec: MakeVec) -> None:
    envs = vec(5, 2, opponent=None)
    envs.reset(seed=1)

    with pytest.raises(error, match="actions"):
        envs.step(actions)
    envs.step(np.array([1, 2], np.uint8))


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({"options": {"reset_mask": [True, False]}}, TypeError),
        ({"options": {"reset_mask": np.array([1, 0])}}, TypeError),
        ({"options": {"reset_mask": np.array([True])}}, tengen.InvalidArgumentError),
        ({"options": {"reset_mask": np.zeros(2, np.bool_)}}, tengen.InvalidArgumentError),
        ({"options": {"handicap": 2}}, tengen.InvalidArgumentError),
        ({"seed": [1]}, tengen.InvalidArgumentError),
        ({"seed": -1}, tengen.InvalidArgumentError),
        ({"seed": 1.5}, TypeError),
    ],
)
def test_reset_bad_argument_raises(
    arguments: dict[str, Any], error: type[Exception], vec: MakeVec
) -> None:
    envs = vec(5, 2, opponent=None)
    envs.reset(seed=1)

    with pytest.raises(error):
        envs.reset(**arguments)
    envs.step(np.array([1, 2]))


def test_step_before_reset_raises(vec: MakeVec) -> None:
    envs = vec(5, 2)

    with pytest.raises(gymnasium.error.ResetNeeded):
        envs.step(np.array([1, 2]))
    with pytest.raises(gymnasium.error.ResetNeeded):
        envs.action_masks()


def test_closed_environment_raises(address: str) -> None:
    envs = tengen.make_vec(5, 2, address=address)
    envs.reset(seed=1)
    envs.close()
    envs.close()

    with pytest.raises(gymnasium.error.ClosedEnvironmentError):
        envs.step(np.array([1, 2]))
    with pytest.raises(gymnasium.error.ClosedEnvironmentError):
        envs.reset()
    with pytest.raises(gymnasium.error.ClosedEnvironmentError):
        envs.recv()


def test_close_ends_pending_requests(vec: MakeVec) -> None:
    envs = vec(19, 64)
    envs.reset(seed=1)
    envs.send(np.zeros(64, np.int64))
    envs.close()


def test_with_closes(address: str) -> None:
    with tengen.make_vec(5, 2, address=address) as envs:
        envs.reset(seed=1)

    assert envs.closed


def test_lost_connection_raises_lanes_lost(proxy: FaultyProxy) -> None:
    envs = tengen.make_vec(5, 2, address=proxy.address, opponent=None)
    envs.reset(seed=1)
    envs.step(np.array([1, 2]))
    proxy.drop_connections()

    for _ in range(2):
        with pytest.raises(tengen.LanesLostError, match="all 2 boards are lost"):
            envs.step(np.array([3, 4]))
    with pytest.raises(tengen.LanesLostError):
        envs.reset(options={"reset_mask": np.array([True, False])})
    with pytest.raises(tengen.LanesLostError):
        envs.recv()
    _, infos = envs.reset(seed=1)
    assert infos["move_number"].tolist() == [0, 0]
    envs.step(np.array([1, 2]))
    envs.close()


def test_lost_connection_with_pending_requests(proxy: FaultyProxy) -> None:
    envs = tengen.make_vec(5, 4, address=proxy.address, opponent=None, batch_size=2)
    envs.async_reset(seed=1)
    envs.recv()
    envs.recv()
    proxy.drop_connections()
    envs.send([1, 2], [0, 1])

    with pytest.raises(tengen.LanesLostError):
        envs.recv()
    envs.async_reset(seed=1)
    assert envs.recv()[4]["env_id"].tolist() == [0, 1]
    envs.close()


def test_lost_connection_found_by_reset_raises_once(proxy: FaultyProxy) -> None:
    envs = tengen.make_vec(5, 2, address=proxy.address)
    envs.reset(seed=1)
    proxy.drop_connections()

    with pytest.raises(tengen.LanesLostError):
        envs.reset(seed=1)
    envs.reset(seed=1)
    envs.close()


@pytest.mark.full
def test_stopped_server_raises_lanes_lost() -> None:
    with ServerProcess() as server:
        envs = tengen.make_vec(5, 2, address=server.address)
        envs.reset(seed=1)
        server.stop()

        with pytest.raises(tengen.LanesLostError):
            envs.step(np.array([1, 2]))
        envs.close()


def test_no_server_raises() -> None:
    with pytest.raises(tengen.UnavailableError):
        tengen.make_vec(5, 2, address="127.0.0.1:1")


def test_more_boards_than_the_server_has_raises(address: str) -> None:
    with tengen.connect(address) as client:
        count = client.server_info().limits.max_lane_count

    with pytest.raises(tengen.TengenError, match=str(count)):
        tengen.make_vec(5, count + 1, address=address)


@pytest.mark.full
def test_dropped_environment_frees_its_boards(address: str) -> None:
    with tengen.connect(address) as client:
        count = client.server_info().limits.max_lane_count
    for _ in range(3):
        envs = tengen.make_vec(1, count, address=address, opponent=None)
        envs.reset(seed=1)
        del envs
        gc.collect()


@pytest.mark.parametrize(
    "duplicate", [copy.copy, copy.deepcopy, lambda envs: pickle.loads(pickle.dumps(envs))]
)
def test_copy_is_a_new_environment_with_the_same_arguments(duplicate: Any, address: str) -> None:
    with TengenVectorEnv((4, 3), 2, komi=0.5, opponent=None, address=address) as envs:
        envs.reset(seed=1)
        envs.step(np.array([0, 1]))
        with duplicate(envs) as other:
            assert other.observation_space == envs.observation_space
            assert other.num_envs == 2
            gc.collect()
            with pytest.raises(gymnasium.error.ResetNeeded):
                other.step(np.array([0, 1]))
            other.reset(seed=1)
        *_, infos = envs.step(np.array([2, 3]))
        assert infos["move_number"].tolist() == [2, 2]


def test_copy_keeps_the_spec_of_gymnasium(address: str) -> None:
    with (
        tengen.make_vec("Go5x5-v1", 2, address=address, komi=0.5) as envs,
        copy.deepcopy(envs) as other,
    ):
        assert other.spec == envs.spec
        assert other.spec is not None
        assert other.spec.kwargs["komi"] == 0.5


def test_pickle_restored_while_the_server_is_gone_says_what_to_do(address: str) -> None:
    if address == EMBEDDED:
        pytest.skip("the embedded server does not go")
    with FaultyProxy(address) as proxy:
        with tengen.make_vec(5, 2, address=proxy.address) as envs:
            saved = pickle.dumps(envs)
        gone = proxy.address

    with pytest.raises(tengen.UnavailableError) as caught:
        pickle.loads(saved)

    assert caught.value.message.startswith(f"no server answers at {gone}; start one with")
    assert "this TengenVectorEnv was saved or copied with that address" in caught.value.message


def test_pickle_to_a_spawned_process_plays_at_the_same_server(address: str) -> None:
    envs = tengen.make_vec(5, 2, address=address)
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        other = pool.apply(hashes_after_reset, (envs,))

    assert other == hashes_after_reset(envs)


def test_fork_child_has_boards_of_its_own_after_reset(vec: MakeVec, address: str) -> None:
    if address == EMBEDDED:
        pytest.skip("a forked child has no server inside it; see test_vector_direct.py")
    envs = vec(5, 2, opponent=None)
    envs.reset(seed=1)

    # gRPC cannot be used in a child if one of its threads was running at the time of the fork.
    assert any(fork_and_step_anew(envs) for _ in range(10))
    *_, infos = envs.step(np.array([3, 4]))
    assert infos["move_number"].tolist() == [1, 1]


def fork_and_step_anew(envs: tengen.TengenVectorEnv) -> bool:
    """Returns whether a child process must reset its boards, and can then step them."""
    child = os.fork()
    if child == 0:
        # pytest must not run in the child.
        code = 1
        try:
            try:
                envs.step(np.array([1, 2]))
            except gymnasium.error.ResetNeeded:
                envs.reset(seed=1)
                envs.step(np.array([1, 2]))
                envs.close()
                code = 0
        finally:
            os._exit(code)
    _, status = os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(status) == 0


def test_process_ends_with_an_open_environment(address: str) -> None:
    program = (
        "import tengen\n"
        f"envs = tengen.make_vec(5, 2, address={address!r})\n"
        "envs.reset(seed=1)\n"
        "envs.send([1, 2])\n"
        "print('end')\n"
    )
    done = run_to_end(sys.executable, "-c", program, timeout=30, check=True)

    assert (done.stdout, done.stderr) == ("end\n", "")
