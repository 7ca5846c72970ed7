from __future__ import annotations

import concurrent.futures
import copy
import os
import random
import signal
import subprocess
import sys
import threading
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from processes import run_to_end
from test_threads import play_game as play

import tengen
import tengen.arena
from tengen._java import machine

pytest.importorskip("jpype", reason="the extra embedded is not installed")

TIMEOUT_SECONDS = 180


def run(program: str, *, expected_code: int = 0) -> str:
    """Runs a program in a fresh process, and returns its output."""
    done = run_to_end(sys.executable, "-c", program, timeout=TIMEOUT_SECONDS)
    assert done.returncode == expected_code, done.stderr
    return done.stdout.strip()


def test_connect_embedded_plays_as_over_the_network(
    inside: tengen.Client, client: tengen.Client
) -> None:
    with tengen.connect("embedded") as other:
        assert other.address == inside.address == "embedded"
        for seed in range(5):
            assert play(other, seed) == play(client, seed)


def test_server_info_embedded_equals_that_of_a_server(
    inside: tengen.Client, client: tengen.Client
) -> None:
    info, network = inside.server_info(), client.server_info()

    assert info.version == network.version
    assert info.presets == network.presets
    assert info.players == network.players


def test_wait_until_ready_embedded_returns(inside: tengen.Client) -> None:
    inside.wait_until_ready(5)


def test_session_errors_embedded_are_those_of_the_network(
    inside: tengen.Client, client: tengen.Client
) -> None:
    errors = []
    for each in (inside, client):
        with each.create_session(5) as session:
            session.step(12)
            with pytest.raises(tengen.IllegalActionError) as illegal:
                session.step(12)
            with pytest.raises(tengen.WrongMoveNumberError) as late:
                session.step(3, expected_move_number=7)
            with pytest.raises(tengen.InvalidArgumentError) as unknown:
                session.step(26)
            with pytest.raises(tengen.InvalidArgumentError) as bad:
                session.observe("no-such-encoding")
        with pytest.raises(tengen.SessionNotFoundError) as gone:
            session.state()
        caught = [error.value for error in (illegal, late, unknown, bad, gone)]
        ids = {session.session_id: "ID"}
        errors.append(
            [
                (
                    type(error),
                    error.reason,
                    error.message.replace(session.session_id, "ID"),
                    {key: ids.get(value, value) for key, value in error.metadata.items()},
                )
                for error in caught
            ]
        )

    assert errors[0] == errors[1]


def test_arena_embedded_is_disabled(inside: tengen.Client) -> None:
    with (
        tengen.arena.Arena(inside.address) as arena,
        pytest.raises(tengen.ServiceDisabledError),
    ):
        arena.tournaments()


def test_deadline_embedded_raises(inside: tengen.Client) -> None:
    with tengen.connect("embedded", timeout_seconds=0.2) as hasty, inside.create_session(9) as made:
        session = hasty.attach_session(made.session_id)
        with pytest.raises(tengen.DeadlineExceededError, match="from embedded within"):
            session.choose_action("monte-carlo:playouts=1000000")


def test_watch_embedded_yields_each_change_and_ends(inside: tengen.Client) -> None:
    with inside.create_session(5) as session:
        states = session.watch()
        assert next(states).info["move_number"] == 0
        session.step(3)
        assert next(states).info["move_number"] == 1
        states.close()
        unread = session.watch()
        next(unread)
    with pytest.raises(StopIteration):
        next(unread)


def test_vector_env_embedded_equals_that_of_a_server(address: str) -> None:
    results = []
    for each in ("embedded", address):
        generator = np.random.default_rng(3)
        with tengen.make_vec("Go5x5-v1", num_envs=16, address=each) as envs:
            observations, _ = envs.reset(seed=5)
            seen = [observations["observation"]]
            for _ in range(60):
                actions = tengen.sample_actions(observations["action_mask"], generator)
                observations, rewards, *_ = envs.step(actions)
                seen += [observations["observation"], rewards]
        results.append(seen)

    for left, right in zip(*results, strict=True):
        np.testing.assert_array_equal(left, right)


def test_vector_env_embedded_many_requests_in_flight_come_back_in_order() -> None:
    with tengen.make_vec(5, 64, batch_size=8, address="embedded") as envs:
        envs.async_reset(seed=1)
        for _ in range(100):
            observations, *_, infos = envs.recv()
            assert len(observations["action_mask"]) == 8
            envs.send(np.full(8, tengen.DRAWN_ACTION), infos["env_id"])


LANE_COUNT = 50


def lanes_against_sessions(client: tengen.Client, size: int, step_count: int) -> None:
    """Plays the same actions on boards of a batch and in sessions, and compares each step."""
    generator = np.random.default_rng(11)
    with (
        ExitStack() as stack,
        tengen.make_vec(size, LANE_COUNT, opponent=None, address="embedded") as envs,
    ):
        sessions = [stack.enter_context(client.create_session(size)) for _ in range(LANE_COUNT)]
        observations, infos = envs.reset(seed=1)
        results: list[Any] = [session.reset() for session in sessions]
        is_over = np.zeros(LANE_COUNT, np.bool_)
        for _ in range(step_count // LANE_COUNT):
            for lane, (observation, info) in enumerate(results):
                np.testing.assert_array_equal(observations["observation"][lane], observation)
                assert infos["state_hash"][lane] == info["state_hash"]
                if not is_over[lane]:
                    mask = observations["action_mask"][lane]
                    np.testing.assert_array_equal(mask, info["action_mask"])
            actions = tengen.sample_actions(observations["action_mask"], generator)
            observations, rewards, terminated, truncated, infos = envs.step(actions)
            for lane, session in enumerate(sessions):
                if is_over[lane]:
                    results[lane] = session.reset()
                    continue
                step = session.step(int(actions[lane]))
                assert (step.reward, step.terminated, step.truncated) == (
                    rewards[lane],
                    terminated[lane],
                    truncated[lane],
                )
                results[lane] = (step.observation, step.info)
            is_over = terminated | truncated


@pytest.mark.parametrize("size", [2, 5])
@pytest.mark.full
def test_lanes_embedded_equal_sessions(inside: tengen.Client, size: int) -> None:
    lanes_against_sessions(inside, size, 5_000)


@pytest.mark.long
@pytest.mark.parametrize("size", [5, 9, 19])
def test_lanes_embedded_equal_sessions_for_many_steps(inside: tengen.Client, size: int) -> None:
    lanes_against_sessions(inside, size, 100_000)


def test_forest_embedded_expands_and_reports_errors(inside: tengen.Client) -> None:
    with inside.open_forest(5) as forest:
        root = forest.plant(tengen.TreeRoot.start(5))
        children = forest.expand(np.repeat(root.handles, 26), np.arange(26))
        with pytest.raises(tengen.InvalidArgumentError):
            forest.expand([12345678], [0])

        assert (children.handles != 0).all()
        assert forest.node_count == 27


def test_gym_env_embedded_steps_and_copies() -> None:
    with tengen.make("Go5x5-v1", address="embedded") as env:
        env.reset(seed=1)
        env.step(12)
        with copy.deepcopy(env) as other:
            other.reset(seed=1)
            observation, *_ = other.step(12)

        np.testing.assert_array_equal(
            env.session.observe()["alphazero-17"], observation["observation"]
        )


def test_client_embedded_closed_raises() -> None:
    with tengen.launch(embedded=True) as client:
        session = client.create_session(3)

    with pytest.raises(RuntimeError, match="is closed"):
        session.step(0)


def test_close_client_embedded_fails_a_pending_call(inside: tengen.Client) -> None:
    client = tengen.launch(embedded=True, timeout_seconds=30)
    with inside.create_session(9) as made:
        session = client.attach_session(made.session_id)
        threading.Timer(0.3, client.close).start()
        with pytest.raises(tengen.TengenError) as caught:
            session.choose_action("monte-carlo:playouts=1000000")

    assert caught.value.status == "CANCELLED"


def test_threads_embedded_play_as_one(inside: tengen.Client) -> None:
    seeds = range(8)
    alone = [play(inside, seed) for seed in seeds]

    with concurrent.futures.ThreadPoolExecutor(8) as threads:
        together = list(threads.map(lambda seed: play(inside, seed), seeds))

    assert together == alone


def test_threads_embedded_that_end_leave_no_thread_of_java(inside: tengen.Client) -> None:
    import jpype  # noqa: PLC0415 - it may not be installed

    threads = jpype.JClass("java.lang.Thread")

    def play_in_threads() -> int:
        for _ in range(20):
            thread = threading.Thread(target=play, args=(inside, 1))
            thread.start()
            thread.join()
        return int(threads.getAllStackTraces().size())

    first = play_in_threads()
    assert play_in_threads() <= first + 5


def test_launch_embedded_with_a_transport_raises() -> None:
    with pytest.raises(tengen.InvalidArgumentError, match="embedded=True"):
        tengen.launch(embedded=True, transport="unix")


def test_launch_embedded_other_jar_raises(inside: tengen.Client, tmp_path: Path) -> None:
    assert inside.server_info().version
    other = tmp_path / "tengen.jar"
    other.touch()

    with pytest.raises(tengen.LaunchError) as caught:
        tengen.launch(other, embedded=True)

    assert caught.value.reason == "OTHER_JAR_RUNS"


def test_connect_without_jpype_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda _: None)

    with pytest.raises(tengen.LaunchError, match=r"tengen-go\[embedded\]") as caught:
        machine.check_requirements()

    assert caught.value.reason == "JPYPE_NOT_FOUND"


def test_library_java_without_one_says_so(tmp_path: Path) -> None:
    with pytest.raises(tengen.LaunchError, match="TENGEN_JAVA") as caught:
        machine.library(str(tmp_path / "bin" / "java"))

    assert caught.value.reason == "JAVA_NOT_FOUND"


@pytest.mark.full
def test_connect_embedded_after_a_start_that_failed_tries_again(tmp_path: Path) -> None:
    program = (
        "import os, tengen\n"
        f"os.environ['TENGEN_JAVA'] = {str(tmp_path)!r}\n"
        "try:\n"
        "    tengen.launch(embedded=True)\n"
        "except tengen.LaunchError as error:\n"
        "    print(error.reason)\n"
        "del os.environ['TENGEN_JAVA']\n"
        "print(tengen.launch(embedded=True).server_info().version != '')\n"
    )

    assert run(program).split() == ["JAVA_NOT_FOUND", "True"]


def test_connect_embedded_beside_another_java_says_so() -> None:
    program = (
        "import jpype, tengen\n"
        "from tengen._java import machine, runtime\n"
        "jpype.startJVM(jvmpath=machine.library(runtime.find_java()))\n"
        "try:\n"
        "    tengen.launch(embedded=True)\n"
        "except tengen.LaunchError as error:\n"
        "    print(error.reason)\n"
    )

    assert run(program) == "OTHER_JAVA_RUNS"


def test_subinterpreter_is_refused() -> None:
    interpreters = pytest.importorskip("_xxsubinterpreters", reason="Python 3.10 to 3.12 have it")
    assert interpreters
    program = (
        "import _xxsubinterpreters as interpreters\n"
        "interpreters.run_string(interpreters.create(), '''\n"
        "import warnings\n"
        "warnings.simplefilter('ignore')\n"
        "import tengen\n"
        "try:\n"
        "    tengen.launch(embedded=True)\n"
        "except tengen.LaunchError as error:\n"
        "    print(error.reason, flush=True)\n"
        "''')\n"
    )

    assert run(program) == "SUBINTERPRETER"


FORK_PROGRAM = """
import os, tengen
used, unused = tengen.launch(embedded=True), tengen.launch(embedded=True)
session = used.create_session(5)
envs = tengen.make_vec(5, 2, address="embedded")
envs.reset(seed=1)
child = os.fork()
if child == 0:
    for attempt in (session.state, unused.server_info, lambda: tengen.launch(embedded=True)):
        try:
            attempt()
        except (RuntimeError, tengen.LaunchError) as error:
            print(getattr(error, "reason", error), flush=True)
    with tengen.launch() as own:
        print(own.address != "embedded", flush=True)
    raise SystemExit(7)
_, status = os.waitpid(child, 0)
print(os.waitstatus_to_exitcode(status), session.step(3).info["move_number"])
envs.step([1, 2])
"""


@pytest.mark.full
def test_forked_child_is_refused_and_its_parent_plays_on() -> None:
    lines = run(FORK_PROGRAM).splitlines()

    assert lines == [
        (
            "the client of embedded was used before this process was forked;"
            " create a new one in this process with tengen.connect"
        ),
        "FORKED",
        "FORKED",
        "True",
        "7 1",
    ]


@pytest.mark.full
def test_crash_of_a_forked_child_is_not_one_of_java(tmp_path: Path) -> None:
    program = (
        "import os, signal, tengen\n"
        "with tengen.launch(embedded=True) as client:\n"
        "    child = os.fork()\n"
        "    if child == 0:\n"
        "        os.kill(os.getpid(), signal.SIGSEGV)\n"
        "    _, status = os.waitpid(child, 0)\n"
        "    print(os.waitstatus_to_exitcode(status), client.server_info().version != '')\n"
    )
    done = run_to_end(
        sys.executable, "-c", program, timeout=TIMEOUT_SECONDS, check=True, cwd=tmp_path
    )

    assert done.stdout.strip() == f"{-signal.SIGSEGV} True"
    assert list(tmp_path.glob("hs_err*")) == []


@pytest.mark.parametrize(
    "wait",
    [
        "client.create_session(9).choose_action('monte-carlo:playouts=1000000')",
        "list(client.create_session(9).watch())",
        "[play() for _ in iter(int, 1)]",
    ],
    ids=["call", "stream", "short calls"],
)
@pytest.mark.full
def test_interrupt_ends_a_wait_and_leaves_the_server(wait: str) -> None:
    program = (
        "import os, signal, threading, time, tengen\n"
        "client = tengen.launch(embedded=True, timeout_seconds=60)\n"
        "session = client.create_session(5)\n"
        "def play():\n"
        "    session.reset(seed=1)\n"
        "    session.step(3)\n"
        "play()\n"
        "threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT)).start()\n"
        "start = time.monotonic()\n"
        "try:\n"
        f"    {wait}\n"
        "except KeyboardInterrupt:\n"
        "    print(time.monotonic() - start < 5, client.server_info().version != '')\n"
    )

    assert run(program) == "True True"


@pytest.mark.full
def test_interrupt_not_caught_ends_the_process() -> None:
    program = (
        "import os, signal, threading, tengen\n"
        "client = tengen.launch(embedded=True, timeout_seconds=60)\n"
        "threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()\n"
        "list(client.create_session(9).watch())\n"
    )

    run(program, expected_code=-signal.SIGINT)


PYGAME = """
import os
import sys
import jpype
import tengen
from tengen._java.signals import FaultKeeper

def is_waiting():
    return any(isinstance(finder, FaultKeeper) for finder in sys.meta_path)

os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
env = tengen.make(5, address="embedded")
env.reset(seed=1)
assert is_waiting()
child = os.fork()
if not child:
    os._exit(is_waiting())
assert os.waitpid(child, 0)[1] == 0
import pygame
assert not is_waiting()
# What is null leads to a fault, once Java has compiled a comparison.
order = jpype.JClass("java.util.Comparator").naturalOrder()
words = jpype.JClass("java.util.ArrayList")([str(number) for number in range(100_000)])
words.sort(order)
for _ in range(1000):
    try:
        order.compare(None, "a")
    except jpype.JClass("java.lang.NullPointerException"):
        continue
    sys.exit("null was compared")
print("played")
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Java handles no signals there")
def test_pygame_imported_after_the_start_leaves_java_its_faults() -> None:
    pytest.importorskip("pygame", reason="the package pygame is not installed")

    assert run(PYGAME) == "played"


@pytest.mark.parametrize(
    "names", ["signal.valid_signals()", "{signal.SIGUSR2, signal.SIGPIPE}"], ids=["all", "two"]
)
@pytest.mark.full
def test_signal_handlers_set_before_and_after_the_start_are_called(names: str) -> None:
    """Java took SIGUSR2, by which Slurm announces that it will preempt a job, and crashed on it."""
    program = (
        "import os, signal, threading, tengen\n"
        "FAULTS = {signal.SIGSEGV, signal.SIGBUS, signal.SIGFPE, signal.SIGILL, signal.SIGTRAP}\n"
        f"numbers = {names} - {{signal.SIGKILL, signal.SIGSTOP}} - FAULTS\n"
        "def lost():\n"
        "    return [n for n in numbers if not is_handled(n)]\n"
        "def is_handled(number):\n"
        "    os.kill(os.getpid(), number)\n"
        "    return handled.pop(number).wait(30)\n"
        "def set_handlers():\n"
        "    for number in numbers:\n"
        "        signal.signal(number, lambda number, _: handled[number].set())\n"
        "        handled[number] = threading.Event()\n"
        # A process that Java starts, such as Maven's, and its children block SIGQUIT.
        "signal.pthread_sigmask(signal.SIG_SETMASK, [])\n"
        "handled = {}\n"
        "set_handlers()\n"
        "client = tengen.launch(embedded=True, timeout_seconds=60)\n"
        "print(lost())\n"
        "set_handlers()\n"
        "print(lost(), os.environ.get('_JAVA_SR_SIGNUM'))\n"
        "print(client.create_session(5).step(3).info['move_number'])\n"
    )

    assert run(program).split("\n") == ["[]", "[] None", "1"]


@pytest.mark.full
def test_exit_while_threads_wait_in_java_does_not_hang() -> None:
    program = (
        "import threading, time, tengen\n"
        "client = tengen.launch(embedded=True, timeout_seconds=60)\n"
        "session = client.create_session(9)\n"
        "for _ in range(4):\n"
        "    threading.Thread(target=lambda: list(session.watch()), daemon=True).start()\n"
        "envs = tengen.make_vec(5, 8, address='embedded')\n"
        "envs.reset(seed=1)\n"
        "forest = client.open_forest(5)\n"
        "time.sleep(0.3)\n"
        "print('end', flush=True)\n"
    )

    assert run(program) == "end"


FRESH_PROGRAM = """
import sys, grpc, jpype, tengen, tengen._embedded.server
print("imported", flush=True)
client = tengen.launch(embedded=True, timeout_seconds=600)
session = client.create_session(5)
session.step(3)
if sys.argv[1:] == ["play"]:
    while True:
        session.reset(seed=1)
        session.step(3)
"""


def start_fresh(*arguments: str) -> subprocess.Popen[str]:
    """Starts a fresh process, and waits until it has imported its modules.

    Until then, Python and its extension modules lose one Ctrl-C in some hundred, also without a
    server: in callbacks of the import lock, and in `__subclasscheck__` that C code calls.
    """
    process = subprocess.Popen(
        [sys.executable, "-c", FRESH_PROGRAM, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "imported\n"
    return process


def start_and_end_often(count: int) -> None:
    """Starts and ends fresh processes: by themselves, and by Ctrl-C at random moments."""
    generator = random.Random(1)
    for number in range(count):
        is_interrupted = number % 2 == 1
        with start_fresh(*["play"] if is_interrupted else []) as process:
            if is_interrupted:
                time.sleep(generator.uniform(0.0, 2.0))
                process.send_signal(signal.SIGINT)
            try:
                _, errors = process.communicate(timeout=TIMEOUT_SECONDS)
            except subprocess.TimeoutExpired:
                process.kill()  # Otherwise the end of this block waits for it for ever.
                raise
            # Python exits with 1 where it still waits for Java to start.
            assert process.returncode in ((-signal.SIGINT, 1) if is_interrupted else (0,)), errors
            assert "hs_err" not in errors
            # The session of the process is its process group, so nothing of it may remain.
            with pytest.raises(ProcessLookupError):
                os.killpg(process.pid, 0)
            assert not list(Path("/tmp").glob(f"hsperfdata_*/{process.pid}"))


@pytest.mark.full
def test_fresh_processes_start_and_end() -> None:
    start_and_end_often(4)


@pytest.mark.long
def test_fresh_processes_start_and_end_a_thousand_times() -> None:
    start_and_end_often(1000)


DEFAULT_PROGRAM = """
import multiprocessing, os, tengen

def child(queue):
    with tengen.make("Go5x5-v1") as env:
        env.reset(seed=1)
        queue.put(env.unwrapped.transport)

os.environ["TENGEN_EMBEDDED"] = "{wanted}"
{first}
with tengen.make("Go5x5-v1") as env, tengen.make_vec("Go5x5-v1", num_envs=2) as envs:
    env.reset(seed=1)
    print(env.unwrapped.transport, envs.unwrapped.transport, env.unwrapped.transport)
    fork = multiprocessing.get_context("fork")
    queue = fork.Queue()
    process = fork.Process(target=child, args=(queue,))
    process.start()
    print(queue.get(timeout=120))
    process.join()
"""


@pytest.mark.parametrize(
    ("wanted", "first", "expected"),
    [
        ("1", "", "embedded embedded embedded\nunix"),
        ("0", "", "unix unix unix\nunix"),
        ("1", "tengen.launch()", "unix unix unix\nunix"),
    ],
)
@pytest.mark.full
def test_default_address_is_the_server_inside_the_process_unless_another_runs(
    wanted: str, first: str, expected: str
) -> None:
    assert run(DEFAULT_PROGRAM.format(wanted=wanted, first=first)) == expected


def test_default_address_wrong_variable_raises(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TENGEN_EMBEDDED", "yes")

    with pytest.raises(tengen.InvalidArgumentError, match="TENGEN_EMBEDDED 'yes' is not 0 or 1"):
        tengen.make("Go5x5-v1")
