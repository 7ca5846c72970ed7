"""Compares the vector environment of the server inside this process with that of a server."""

from __future__ import annotations

import contextlib
import copy
import gc
import threading
import time
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from exact_equality import equal
from gymnasium.vector import AutoresetMode
from vector_pairs import (
    ARGUMENTS,
    LANE_COUNT,
    MODES,
    STEP_COUNT,
    TIMEOUT_SECONDS,
    Pair,
    continue_parts,
    interrupted_steps,
    play,
    play_parts,
    random_interleavings,
    run,
)

import tengen
from tengen.vector.direct import RowBuffer
from tengen.vector.stream import BatchStream

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

jpype = pytest.importorskip("jpype", reason="the extra embedded is not installed")


def direct_pair(address: str, **arguments: Any) -> Pair:
    """Returns environments at the server inside this process and at the one of an address."""
    given = {"num_envs": LANE_COUNT, **arguments}
    return Pair(
        tengen.TengenVectorEnv(address="embedded", **given),
        tengen.TengenVectorEnv(address=address, **given),
    )


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("arguments", ARGUMENTS, ids=str)
def test_direct_results_equal_those_of_a_server(
    server_address: str, arguments: dict[str, Any], mode: AutoresetMode
) -> None:
    with direct_pair(server_address, autoreset_mode=mode, **arguments) as pair:
        play(pair, 40, mode)


@pytest.mark.full
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("arguments", ARGUMENTS, ids=str)
def test_direct_results_of_ten_thousand_steps_equal_those_of_a_server(
    server_address: str, arguments: dict[str, Any], mode: AutoresetMode
) -> None:
    with direct_pair(server_address, autoreset_mode=mode, **arguments) as pair:
        play(pair, STEP_COUNT, mode)


@pytest.mark.parametrize("batch_size", [1, 5, 16])
@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
@pytest.mark.parametrize("array_format", ["uint8", "packed"])
def test_direct_requests_in_flight_equal_those_of_a_server(
    server_address: str, batch_size: int, mode: AutoresetMode, array_format: str
) -> None:
    with direct_pair(
        server_address,
        size=5,
        autoreset_mode=mode,
        batch_size=batch_size,
        array_format=array_format,
        copy=False,
    ) as pair:
        play_parts(pair, STEP_COUNT // batch_size)


@pytest.fixture
def envs() -> Iterator[tengen.TengenVectorEnv]:
    """Boards of the server inside this process, enough for its threads."""
    with tengen.TengenVectorEnv(9, 512, opponent=None, address="embedded") as made:
        yield made


def drawn(count: int) -> NDArray[np.int64]:
    return np.full(count, tengen.DRAWN_ACTION)


def test_direct_step_sends_no_message(
    envs: tengen.TengenVectorEnv, monkeypatch: pytest.MonkeyPatch
) -> None:
    envs.reset(seed=1)
    monkeypatch.setattr(BatchStream, "send", lambda *_: pytest.fail("a message was sent"))

    for point in range(20):
        *_, infos = envs.step(np.full(512, point))

    assert infos["move_number"].tolist() == [20] * 512


def test_direct_steps_that_java_leaves_undone_are_sent_as_messages(
    server_address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    undone = []

    def wait(buffer: RowBuffer) -> bool:
        return buffer not in undone and original(buffer)

    original = RowBuffer.wait
    with direct_pair(server_address, size=5, opponent=None, batch_size=4) as pair:
        play_parts(pair, 10)
        # From now on, Java begins nothing. Three requests in flight are done, and later ones not.
        monkeypatch.setattr(RowBuffer, "begin", lambda buffer, _: undone.append(buffer))
        monkeypatch.setattr(RowBuffer, "wait", wait)
        continue_parts(pair, 30)

    assert undone


@pytest.mark.parametrize("array_format", ["packed", "uint8", "float32"])
def test_direct_results_with_copies_never_change(array_format: Any) -> None:
    with tengen.TengenVectorEnv(
        5, 64, opponent=None, array_format=array_format, address="embedded", batch_size=32
    ) as envs:
        envs.async_reset(seed=1)
        seen = []
        for _ in range(60):
            result = envs.recv()
            seen.append((result, copy.deepcopy(tuple(result))))
            envs.send(drawn(32), result.infos["env_id"])
    del envs
    gc.collect()

    for result, before in seen:
        equal(tuple(result)[:4], before[:4])
        equal(dict(result.infos), before[4])


def test_direct_observations_without_copies_outlast_the_next_send() -> None:
    with tengen.TengenVectorEnv(
        5, 64, opponent=None, array_format="packed", address="embedded", copy=False, batch_size=32
    ) as envs:
        envs.async_reset(seed=1)
        for _ in range(100):
            observations, *_, infos = envs.recv()
            planes = observations["observation"]
            before = planes.copy()
            envs.send(drawn(32), infos["env_id"])
            assert planes.tobytes() == before.tobytes()


def test_direct_requests_of_any_size_use_memory_again(monkeypatch: pytest.MonkeyPatch) -> None:
    made = []
    original = RowBuffer.__init__

    def count(buffer: RowBuffer, *given: Any) -> None:
        made.append(buffer)
        original(buffer, *given)

    monkeypatch.setattr(RowBuffer, "__init__", count)
    generator = np.random.default_rng(1)
    with tengen.TengenVectorEnv(3, 100, opponent=None, address="embedded") as envs:
        envs.reset(seed=1)
        for _ in range(300):
            lanes = generator.permutation(100)
            sizes = np.sort(generator.integers(1, 100, size=(3,)))
            parts = [part for part in np.split(lanes, sizes) if len(part)]
            for part in parts:
                envs.send(drawn(len(part)), part)
            for part in parts:
                np.testing.assert_array_equal(envs.recv().infos["env_id"], part)

    # Of each power of two up to 128, at most as many as there are requests in flight, and one.
    assert len(made) <= 8 * 5


def test_direct_arrays_outlive_their_environment() -> None:
    envs = tengen.TengenVectorEnv(
        9, 256, opponent=None, array_format="packed", address="embedded", copy=False
    )
    envs.reset(seed=1)
    planes = envs.step(drawn(256)).observations["observation"]
    before = planes.copy()
    envs.send(drawn(256))
    envs.close()
    del envs
    for _ in range(3):
        gc.collect()
        jpype.java.lang.System.gc()

    assert planes.tobytes() == before.tobytes()


def test_direct_infos_read_late_are_those_of_their_step(envs: tengen.TengenVectorEnv) -> None:
    envs.reset(seed=1)
    steps = [envs.step(np.full(512, point)) for point in range(5)]

    for number, step in enumerate(steps):
        assert step.infos["move_number"].tolist() == [number + 1] * 512
        assert step.infos["action_mask"] is step.observations["action_mask"]


def opened(board_count: int, **arguments: Any) -> tengen.TengenVectorEnv:
    """Opens an environment as soon as the server has freed enough boards of those closed before."""
    arguments |= {"opponent": None, "address": "embedded"}
    deadline = time.monotonic() + TIMEOUT_SECONDS
    while time.monotonic() < deadline:
        with contextlib.suppress(tengen.ResourceExhaustedError):
            return tengen.TengenVectorEnv(2, board_count, **arguments)
    return tengen.TengenVectorEnv(2, board_count, **arguments)


@pytest.mark.full
def test_direct_environments_closed_with_requests_in_flight_free_their_boards() -> None:
    with tengen.connect("embedded") as client:
        most = client.server_info().limits.max_lane_count
    for number in range(8):
        # Twice as many are more than the server has.
        with opened(most // 2 + 1, batch_size=most // 8) as envs:
            envs.async_reset(seed=number)
            for _ in range(number % 4):
                envs.send(drawn(most // 8), envs.recv().infos["env_id"])


def test_direct_environments_in_threads_do_not_disturb_each_other() -> None:
    results: dict[int, Any] = {}

    def play_alone(number: int) -> None:
        generator = np.random.default_rng(number)
        with tengen.TengenVectorEnv(5, 300, opponent=None, address="embedded") as envs:
            observations, infos = envs.reset(seed=7)
            for _ in range(50):
                actions = tengen.sample_actions(observations["action_mask"], generator)
                observations, *_, infos = envs.step(actions)
            results[number] = infos["state_hash"].tobytes()

    for first in (0, 3):
        threads = [threading.Thread(target=play_alone, args=(first + n,)) for n in range(3)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    again = dict(results)
    for number in range(6):
        play_alone(number)

    assert again == results


@pytest.mark.full
@pytest.mark.parametrize("end", ["", "envs.close()\n", "del envs\n"])
def test_process_ends_while_java_writes(end: str) -> None:
    program = (
        "import numpy as np, tengen\n"
        "def play():\n"
        "    envs = tengen.TengenVectorEnv(19, 4096, opponent=None, address='embedded')\n"
        "    envs.reset(seed=1)\n"
        "    envs.step(np.full(4096, tengen.DRAWN_ACTION))\n"
        "    envs.send(np.full(4096, tengen.DRAWN_ACTION))\n"
        "    return envs\n"
        "envs = play()\n"
    )

    assert run(program + end + "print('end', flush=True)\n") == "end"


@pytest.mark.full
def test_forked_child_has_no_boards_and_its_parent_plays_on() -> None:
    program = (
        "import os, gymnasium, tengen\n"
        "envs = tengen.TengenVectorEnv(5, 2, opponent=None, address='embedded')\n"
        "envs.reset(seed=1)\n"
        "child = os.fork()\n"
        "if child == 0:\n"
        "    for attempt in (lambda: envs.step([1, 2]), lambda: envs.reset(seed=1)):\n"
        "        try:\n"
        "            attempt()\n"
        "        except (gymnasium.error.ResetNeeded, tengen.LaunchError) as error:\n"
        "            print(getattr(error, 'reason', 'reset'), flush=True)\n"
        "    envs.close()\n"
        "    raise SystemExit(0)\n"
        "_, status = os.waitpid(child, 0)\n"
        "print(os.waitstatus_to_exitcode(status), envs.step([3, 4]).infos['move_number'])\n"
    )

    assert run(program).split("\n") == ["reset", "FORKED", "0 [1 1]"]


@pytest.mark.full
def test_interrupts_during_steps_leave_a_usable_environment() -> None:
    assert interrupted_steps("embedded") == "10 2000"


@pytest.mark.full
def test_random_interleavings_do_not_crash() -> None:
    assert random_interleavings("embedded", 1000, are_interrupted=True) == "True"
