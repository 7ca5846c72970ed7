"""Compares the vector environment of the server inside this process with that of a server."""

from __future__ import annotations

import copy
import gc
import sys
import threading
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from exact_equality import equal
from gymnasium.vector import AutoresetMode
from processes import run_to_end

import tengen
from tengen.vector.direct import RowBuffer
from tengen.vector.stream import BatchStream

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

jpype = pytest.importorskip("jpype", reason="the extra embedded is not installed")

LANE_COUNT = 16
STEP_COUNT = 10_000 // LANE_COUNT
TIMEOUT_SECONDS = 180

MODES = list(AutoresetMode)
ARGUMENTS: list[dict[str, Any]] = [
    {"size": 5, "opponent": None},
    {"size": 5, "opponent": None, "array_format": "packed", "copy": False},
    {"size": 9, "opponent": None, "array_format": "float32", "copy": False},
    {"size": (4, 6), "opponent": None, "observation_layout": "hwc", "max_moves": 30},
    {"size": 19, "opponent": None, "array_format": "packed", "max_moves": 60},
    {"size": (6, 3), "array_format": "packed", "observation_layout": "hwc"},
    {"size": 3, "opponent": None, "symmetry": "drawn", "terminal_mask": "none"},
    {"size": 5, "opponent": "eye-safe-random", "agent_color": None, "symmetry": "drawn"},
    {"size": 5, "opponent": "greedy", "agent_color": "white", "reward_mode": "area-delta"},
    {"size": 5, "opponent": None, "illegal_action_policy": "ignore", "max_illegal_actions": 3},
    {"size": 5, "illegal_action_policy": "lose", "illegal_action_penalty": 0.5},
    {"size": 5, "opponent": None, "encoding": "katago-v7", "copy": False},
    {"size": 5, "opponent": None, "render_mode": "ansi", "encoding": "tactical"},
    {"size": 9, "task": "race-class0:split=test", "opponent": "oracle", "agent_color": None},
    {"size": 5, "rules": "blog-2011", "opponent": None},
    {
        "size": 5,
        "opponent": None,
        "lane_arguments": [{"komi": lane - 7.5, "max_moves": 20 + lane} for lane in range(16)],
    },
]


@pytest.fixture
def server_address(request: pytest.FixtureRequest) -> str:
    """The address of a server outside this process."""
    if request.config.getoption("embedded"):
        pytest.skip("there is no server outside this process")
    address: str = request.getfixturevalue("address")
    return address


class Pair:
    """Two environments with the same arguments, which get the same requests.

    Args:
      address: The address of a server outside this process.
      arguments: The arguments.
    """

    def __init__(self, address: str, **arguments: Any) -> None:
        given = {"num_envs": LANE_COUNT, **arguments}
        self.direct = tengen.TengenVectorEnv(address="embedded", **given)
        self.other = tengen.TengenVectorEnv(address=address, **given)

    def __enter__(self) -> Pair:
        return self

    def __exit__(self, *_: object) -> None:
        self.direct.close()
        self.other.close()

    def call(self, name: str, *given: Any, **more: Any) -> Any:
        """Calls a method of both, checks that the results or errors are equal, and returns them."""
        results = [outcome(envs, name, *given, **more) for envs in (self.direct, self.other)]
        equal(results[0], results[1], name)
        if isinstance(results[0], ErrorSeen):
            raise AssertionError(results[0])
        return results[0]


class ErrorSeen(dict[str, Any]):
    """The fields of an error."""


def outcome(envs: tengen.TengenVectorEnv, name: str, *given: Any, **more: Any) -> Any:
    """Returns what a method returns, or its error."""
    try:
        return getattr(envs, name)(*given, **more)
    except tengen.TengenError as error:
        return ErrorSeen(
            type=type(error).__name__,
            reason=error.reason,
            message=error.message,
            metadata=error.metadata,
        )


def choose(mask: NDArray[np.int8], generator: np.random.Generator) -> NDArray[np.int64]:
    """Returns legal actions, and now and then any others."""
    actions = tengen.sample_actions(mask, generator)
    count, action_count = mask.shape
    others = generator.integers(0, action_count, size=(count,))
    others[generator.random(count) < 0.1] = tengen.NO_ACTION
    others[generator.random(count) < 0.1] = tengen.RESIGN
    return np.where(generator.random(count) < 0.08, others, actions)


def play(pair: Pair, step_count: int, mode: AutoresetMode) -> None:
    """Plays in both environments, with resets of some boards."""
    generator = np.random.default_rng(3)
    observations, infos = pair.call("reset", seed=1)
    is_over = np.zeros(LANE_COUNT, np.bool_)
    for number in range(step_count):
        if number % 29 == 28:
            mask = generator.random(LANE_COUNT) < 0.3
            mask[0] = True
            observations, infos = pair.call("reset", seed=number, options={"reset_mask": mask})
            is_over &= ~mask
        actions = choose(observations["action_mask"], generator)
        if mode is AutoresetMode.DISABLED:
            actions[is_over] = tengen.NO_ACTION
        more: dict[str, Any] = {}
        if "is_agreement" in infos and infos["is_agreement"].any() and number % 3:
            lane = int(np.flatnonzero(infos["is_agreement"])[0])
            actions[lane] = observations["action_mask"].shape[1] - 1
            more["dead_points"] = {lane: []}
        observations, _, terminations, truncations, infos = pair.call("step", actions, **more)
        is_over = terminations | truncations
        if mode is AutoresetMode.DISABLED and is_over.all():
            observations, infos = pair.call("reset", seed=number)
            is_over[:] = False
        if pair.direct.render_mode is not None:
            equal(pair.direct.render(), pair.other.render())


def play_parts(pair: Pair, step_count: int) -> None:
    """Plays in both environments with several requests in flight, of boards in any order."""
    pair.call("async_reset", seed=2)
    continue_parts(pair, step_count)


def continue_parts(pair: Pair, step_count: int) -> None:
    """Continues with the requests that are in flight."""
    generator = np.random.default_rng(5)
    for _ in range(step_count):
        observations, *_, infos = pair.call("recv")
        order = generator.permutation(len(infos["env_id"]))
        actions = choose(observations["action_mask"], generator)[order]
        pair.call("send", actions, infos["env_id"][order])


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("arguments", ARGUMENTS, ids=str)
def test_direct_results_equal_those_of_a_server(
    server_address: str, arguments: dict[str, Any], mode: AutoresetMode
) -> None:
    with Pair(server_address, autoreset_mode=mode, **arguments) as pair:
        play(pair, 40, mode)


@pytest.mark.full
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("arguments", ARGUMENTS, ids=str)
def test_direct_results_of_ten_thousand_steps_equal_those_of_a_server(
    server_address: str, arguments: dict[str, Any], mode: AutoresetMode
) -> None:
    with Pair(server_address, autoreset_mode=mode, **arguments) as pair:
        play(pair, STEP_COUNT, mode)


@pytest.mark.parametrize("batch_size", [1, 5, 16])
@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
@pytest.mark.parametrize("array_format", ["uint8", "packed"])
def test_direct_requests_in_flight_equal_those_of_a_server(
    server_address: str, batch_size: int, mode: AutoresetMode, array_format: str
) -> None:
    with Pair(
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
    with Pair(server_address, size=5, opponent=None, batch_size=4) as pair:
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


def test_direct_environments_closed_with_requests_in_flight_free_their_boards() -> None:
    with tengen.connect("embedded") as client:
        most = client.server_info().limits.max_lane_count
    for number in range(8):
        # Twice as many are more than the server has.
        with tengen.TengenVectorEnv(
            2, most // 2 + 1, opponent=None, address="embedded", batch_size=most // 8
        ) as envs:
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


def run(program: str) -> str:
    """Runs a program in a fresh process, and returns its output."""
    done = run_to_end(sys.executable, "-c", program, timeout=TIMEOUT_SECONDS)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


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
    program = (
        "import os, signal, threading, time, numpy as np, tengen\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "envs = tengen.TengenVectorEnv(19, 2000, opponent='monte-carlo:playouts=1',\n"
        "    max_moves=8, address='embedded')\n"
        "actions = np.full(2000, tengen.DRAWN_ACTION)\n"
        "envs.reset(seed=1)\n"
        "caught = 0\n"
        "for number in range(10):\n"
        "    envs.send(actions)\n"
        "    threading.Timer(0.03, os.kill, (os.getpid(), signal.SIGINT)).start()\n"
        "    try:\n"
        "        envs.recv()\n"
        "        time.sleep(1)\n"
        "    except KeyboardInterrupt:\n"
        "        caught += 1\n"
        "        if envs._pending:\n"
        "            envs.recv()\n"
        "infos = envs.step(actions).infos\n"
        "print(caught, len(infos['move_number']))\n"
    )

    assert run(program) == "10 2000"


@pytest.mark.full
def test_random_interleavings_do_not_crash() -> None:
    """Closes, drops, resets and interrupts environments, and keeps some of their arrays."""
    program = (
        "import gc, os, random, signal, threading, time, numpy as np, tengen\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "generator = random.Random(4)\n"
        "kept, open_ones, ended = [], [], 0\n"
        "def one():\n"
        "    size, count = generator.choice([3, 9, 19]), generator.choice([1, 40, 600])\n"
        "    envs = tengen.TengenVectorEnv(size, count, opponent=None, address='embedded',\n"
        "        copy=generator.random() < 0.5, batch_size=generator.randint(1, count),\n"
        "        array_format=generator.choice(['packed', 'uint8', 'float32']))\n"
        "    open_ones.append(envs)\n"
        "    envs.async_reset(seed=1)\n"
        "    for _ in range(generator.randint(0, 12)):\n"
        "        result = envs.recv()\n"
        "        kept.append((result.observations['observation'], result.infos))\n"
        "        rows = len(result.rewards)\n"
        "        if generator.random() < 0.1:\n"
        "            envs.async_reset(env_id=result.infos['env_id'])\n"
        "        else:\n"
        "            envs.send(np.full(rows, tengen.DRAWN_ACTION), result.infos['env_id'])\n"
        "    if generator.random() < 0.7:\n"
        "        open_ones.remove(envs)\n"
        "    if generator.random() < 0.5:\n"
        "        envs.close()\n"
        "for number in range(1000):\n"
        "    timer = threading.Timer(generator.uniform(0, 0.05), os.kill,\n"
        "        (os.getpid(), signal.SIGINT))\n"
        "    try:\n"
        "        if number % 5 == 0:\n"
        "            timer.start()\n"
        "        one()\n"
        "        timer.cancel()\n"
        "        if number % 5 == 0:\n"
        "            timer.join()\n"
        "    except KeyboardInterrupt:\n"
        "        ended += 1\n"
        "    del kept[:-50], open_ones[:-5]\n"
        "    if number % 100 == 0:\n"
        "        gc.collect()\n"
        "    sum(int(planes.sum()) + len(infos) for planes, infos in kept[-3:])\n"
        "print(ended > 20)\n"
    )

    assert run(program) == "True"
