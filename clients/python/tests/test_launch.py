from __future__ import annotations

import concurrent.futures
import copy
import os
import pickle
import signal
import socket
import stat
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from processes import run_to_end

import tengen
import tengen.data
from tengen._java import files
from tengen._java.runtime import find_java
from tengen.server import process as process_module
from tengen.server import socket_directory
from tengen.server.shared import is_listening

if TYPE_CHECKING:
    from collections.abc import Iterator

TRANSPORTS: list[Any] = ["unix", "tcp"]

PRINT_ADDRESS = (
    "import tengen; client = tengen.launch(transport='{}'); print(client.address, flush=True)"
)


def wait_until_stopped(address: str) -> bool:
    deadline = time.monotonic() + 15
    while is_listening(address) and time.monotonic() < deadline:
        time.sleep(0.1)
    return not is_listening(address)


def wait_until_removed(address: str) -> bool:
    """Waits until the directory of a Unix socket is removed. Other addresses have none."""
    folder = Path(address.removeprefix("unix:")).parent
    deadline = time.monotonic() + 15
    while is_folder_of_a_socket(folder, address) and time.monotonic() < deadline:
        time.sleep(0.1)
    return not is_folder_of_a_socket(folder, address)


def is_folder_of_a_socket(folder: Path, address: str) -> bool:
    return address.startswith("unix:") and folder.exists()


def server_processes(address_owner: int) -> list[int]:
    """Returns the children of a process."""
    path = Path(f"/proc/{address_owner}/task/{address_owner}/children")
    return [int(word) for word in path.read_text().split()]


@pytest.fixture
def short_folder() -> Iterator[Path]:
    """A directory whose path is short enough for a socket."""
    with tempfile.TemporaryDirectory(dir="/tmp") as folder:
        yield Path(folder)


def start(program: str) -> tuple[subprocess.Popen[str], str]:
    process = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    return process, process.stdout.readline().strip()


def finish(process: subprocess.Popen[str]) -> None:
    process.wait(30)
    assert process.stdout is not None
    process.stdout.close()


def test_launch_twice_shares_one_server() -> None:
    with tengen.launch() as first, tengen.launch() as second:
        assert first.address == second.address
        assert first.server_info() == second.server_info()


@pytest.mark.full
def test_launch_from_threads_shares_one_server() -> None:
    program = (
        "import concurrent.futures, tengen\n"
        "with concurrent.futures.ThreadPoolExecutor(8) as pool:\n"
        "    clients = list(pool.map(lambda _: tengen.launch(), range(8)))\n"
        "print(len({client.address for client in clients}), clients[0].server_info().version)"
    )
    done = run_to_end(sys.executable, "-c", program, check=True, timeout=60)

    assert done.stdout.startswith("1 ")


def test_launch_other_jar_raises(tmp_path: Path) -> None:
    other = tmp_path / "tengen.jar"
    other.touch()
    tengen.launch().close()

    with pytest.raises(tengen.LaunchError) as caught:
        tengen.launch(other)

    assert caught.value.reason == "OTHER_JAR_RUNS"


@pytest.mark.full
def test_java_options_reach_each_child_with_java(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Servers, rollouts and readers of SGF lost TENGEN_JAVA_OPTS, so that a heap was never set."""
    record = tmp_path / "one.sgf"
    record.write_text("(;GM[1]FF[4]SZ[5];B[cc];W[];B[])")
    monkeypatch.setenv("TENGEN_JAVA_OPTS", "-Xmx77m '-Dtengen.two words=x'")
    commands: list[list[str]] = []
    original = subprocess.Popen.__init__

    def spy(process: Any, command: list[str], *rest: Any, **keywords: Any) -> None:
        commands.append(command)
        original(process, command, *rest, **keywords)

    monkeypatch.setattr(subprocess.Popen, "__init__", spy)
    with (
        tengen.LocalServer(java_options=["-Xmx78m"], options=["--max-sessions", "3"]) as server,
        server.connect() as client,
    ):
        assert client.server_info().limits.max_session_count == 3
    tengen.rollout(1, tmp_path / "games", size=3)
    tengen.data.convert([record], tmp_path / "imported")

    options = [c[c.index("-Xmx77m") : c.index("-jar")] for c in commands]
    assert options == [
        ["-Xmx77m", "-Dtengen.two words=x", "-Xmx78m"],
        ["-Xmx77m", "-Dtengen.two words=x"],
        ["-Xmx77m", "-Dtengen.two words=x"],
    ]


def test_java_options_invalid_raise(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(tengen.LaunchError, match="NoSuchOption"):
        tengen.LocalServer(java_options=["-XX:NoSuchOption"])
    with pytest.raises(TypeError, match="java_options must be an iterable of strings"):
        tengen.LocalServer(java_options="-Xmx78m")
    monkeypatch.setenv("TENGEN_JAVA_OPTS", "-Dx='y")
    with pytest.raises(tengen.LaunchError, match=r"TENGEN_JAVA_OPTS is .* no closing quotation"):
        tengen.LocalServer()


@pytest.mark.full
def test_launch_other_options_raises() -> None:
    program = (
        "import tengen\n"
        "client = tengen.launch(options=['--max-sessions', '3'], java_options=['-Xmx78m'])\n"
        "print(client.server_info().limits.max_session_count)\n"
        "tengen.launch().close()\n"
        "tengen.launch(options=['--max-sessions', '3']).close()\n"
        "for keywords in ({'options': []}, {'java_options': ['-Xmx79m']}):\n"
        "    try:\n"
        "        tengen.launch(**keywords)\n"
        "    except tengen.LaunchError as error:\n"
        "        print(error.reason)\n"
    )
    done = run_to_end(sys.executable, "-c", program, check=True, timeout=120)

    assert done.stdout.split() == ["3", "OTHER_OPTIONS_RUN", "OTHER_OPTIONS_RUN"]


@pytest.mark.parametrize("transport", TRANSPORTS)
@pytest.mark.full
def test_process_ends_stops_the_server(transport: Any) -> None:
    process, address = start(PRINT_ADDRESS.format(transport))
    finish(process)

    assert wait_until_stopped(address)
    assert wait_until_removed(address)


@pytest.mark.parametrize("transport", TRANSPORTS)
@pytest.mark.full
def test_process_killed_stops_the_server(transport: Any) -> None:
    process, address = start(PRINT_ADDRESS.format(transport) + "; import time; time.sleep(60)")
    assert is_listening(address)
    process.kill()
    finish(process)

    assert wait_until_stopped(address)
    assert wait_until_removed(address)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux kills it with its parent")
@pytest.mark.full
def test_watchdog_killed_stops_the_server() -> None:
    process, address = start(PRINT_ADDRESS.format("unix") + "; import time; time.sleep(60)")
    (watchdog,) = server_processes(process.pid)
    os.kill(watchdog, signal.SIGKILL)

    assert wait_until_stopped(address)
    # The process removes the directory at exit, unless it was killed.
    process.send_signal(signal.SIGINT)
    finish(process)
    assert wait_until_removed(address)


@pytest.mark.full
def test_interrupt_leaves_the_server() -> None:
    program = (
        "import os, signal, time, tengen\n"
        "client = tengen.launch()\n"
        "try:\n"
        "    os.killpg(0, signal.SIGINT)\n"
        "    time.sleep(9)\n"
        "except KeyboardInterrupt:\n"
        "    time.sleep(0.5)\n"
        "    print(client.server_info().version)\n"
    )
    done = run_to_end(sys.executable, "-c", program, check=True, timeout=60, start_new_session=True)

    assert done.stdout.strip()


FORK_PROGRAM = """
import os, sys, time, tengen
client = tengen.launch(transport="{transport}")
reading, writing = os.pipe()
child = os.fork()
if child == 0:
    with tengen.launch() as own:
        is_right = own.address == client.address and bool(own.server_info().version)
        os.write(1, f"child {{is_right}}\\n".encode())
    os.write(writing, b".")
    {child}
os.read(reading, 1)
os.waitpid(child, {options})
os.write(1, f"parent {{bool(client.server_info().version)}} {{client.address}}\\n".encode())
"""


@pytest.mark.parametrize("transport", TRANSPORTS)
@pytest.mark.parametrize(
    ("child", "options"),
    [("sys.exit(0)", "0"), ("os.close(1); time.sleep(20); os._exit(0)", "os.WNOHANG")],
    ids=["ends", "stays"],
)
@pytest.mark.full
def test_forked_child_uses_the_parents_server_and_neither_stops_nor_keeps_it(
    child: str, options: str, transport: Any
) -> None:
    program = FORK_PROGRAM.format(child=child, options=options, transport=transport)
    process, line = start(program)
    assert process.stdout is not None
    name, is_right, address = process.stdout.read().split()
    finish(process)

    assert line == "child True"
    assert (name, is_right) == ("parent", "True")
    assert wait_until_stopped(address)
    assert wait_until_removed(address)


@pytest.mark.parametrize("transport", TRANSPORTS)
@pytest.mark.full
def test_forked_child_whose_parent_has_gone_starts_its_own_server(transport: Any) -> None:
    program = (
        "import os, sys, time, tengen\n"
        "from tengen.server.shared import shared_server\n"
        f"server = shared_server(transport='{transport}')\n"
        "reading, writing = os.pipe()\n"
        "child = os.fork()\n"
        "if child == 0:\n"
        "    os.close(writing)\n"
        "    os.read(reading, 1)\n"
        "    with tengen.launch() as own:\n"
        "        print(own.address != server.address, own.server_info().version, flush=True)\n"
        "    sys.exit(0)\n"
        "server.close()\n"
        "os.close(writing)\n"
        "os.waitpid(child, 0)\n"
    )
    done = run_to_end(sys.executable, "-c", program, check=True, timeout=60)

    assert done.stdout.startswith("True")


def test_launch_other_transport_raises() -> None:
    tengen.launch(transport="unix").close()

    with pytest.raises(tengen.LaunchError, match="listens at unix:") as caught:
        tengen.launch(transport="tcp")

    assert caught.value.reason == "OTHER_TRANSPORT_RUNS"


@pytest.mark.parametrize("transport", TRANSPORTS)
def test_local_server_exit_stops_it(transport: Any) -> None:
    with tengen.LocalServer(options=["--max-sessions", "1"], transport=transport) as server:
        with server.connect() as client, client.create_session(3):
            assert client.server_info().limits.max_session_count == 1
        assert server.is_running

    assert not server.is_running
    assert not is_listening(server.address)
    assert wait_until_removed(server.address)
    server.close()


@pytest.mark.full
def test_local_server_socket_is_in_a_private_directory() -> None:
    with tengen.LocalServer() as server:
        path = Path(server.address.removeprefix("unix:"))

        assert server.transport == "unix"
        assert path.is_socket()
        assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
        assert [entry.name for entry in path.parent.iterdir()] == [path.name]


@pytest.mark.full
def test_local_server_tcp_listens_at_the_loopback_address() -> None:
    with tengen.LocalServer(transport="tcp") as server:
        assert server.address.startswith("127.0.0.1:")


@pytest.mark.full
def test_local_server_environments_play_over_both_transports() -> None:
    for transport in TRANSPORTS:
        with (
            tengen.LocalServer(transport=transport) as server,
            tengen.make("Go5x5-v1", address=server.address) as env,
        ):
            env.reset(seed=1)
            env.step(12)


def test_local_server_unknown_transport_raises() -> None:
    with pytest.raises(tengen.InvalidArgumentError, match="pigeon"):
        tengen.LocalServer(transport="pigeon")  # type: ignore[arg-type]


def test_local_server_pickled_raises_type_error() -> None:
    with tengen.LocalServer() as server:
        for duplicate in (pickle.dumps, copy.copy, copy.deepcopy):
            with pytest.raises(TypeError, match="cannot be pickled"):
                duplicate(server)


def test_local_server_that_does_not_start_leaves_no_directory(
    monkeypatch: pytest.MonkeyPatch, short_folder: Path
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(short_folder))
    with pytest.raises(tengen.LaunchError):
        tengen.LocalServer(options=["--no-such-option"])

    assert list(short_folder.iterdir()) == []


def test_socket_directory_long_temporary_directory_takes_another(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    deep = tmp_path / ("x" * 100)
    deep.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(deep))
    folder = socket_directory.create_socket_directory()
    socket_directory.remove_socket_directory(folder)

    assert Path(folder).parent == Path("/tmp")
    assert not Path(folder).exists()
    assert list(deep.iterdir()) == []


def test_socket_directory_none_short_enough_says_what_to_do(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(socket_directory, "MAX_PATH_BYTES", 10)

    with pytest.raises(tengen.LaunchError, match='use transport="tcp"') as caught:
        tengen.LocalServer()

    assert caught.value.reason == "NO_SOCKET_FOLDER"


def test_local_server_without_unix_sockets_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(socket, "AF_UNIX")

    with pytest.raises(tengen.LaunchError, match='use transport="tcp"') as caught:
        tengen.LocalServer()

    assert caught.value.reason == "UNIX_SOCKET_UNSUPPORTED"


@pytest.mark.full
def test_local_server_outlives_the_thread_that_started_it() -> None:
    with concurrent.futures.ThreadPoolExecutor(1) as pool:
        server = pool.submit(tengen.LocalServer).result()
    with server:
        assert is_listening(server.address)


def test_local_server_bad_option_raises_with_its_output() -> None:
    with pytest.raises(tengen.LaunchError, match="--no-such-option") as caught:
        tengen.LocalServer(options=["--no-such-option"])

    assert caught.value.reason == "START_FAILED"


def test_local_server_that_is_not_ready_in_time_says_so(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    java = tmp_path / "bin" / "java"
    java.parent.mkdir()
    java.write_text(
        f'#!/bin/sh\ncase " $* " in *" serve "*) exec sleep 3600 ;; esac\nexec {find_java()} "$@"\n'
    )
    java.chmod(0o755)
    monkeypatch.setenv("JAVA_HOME", str(tmp_path))
    monkeypatch.setattr(process_module, "READY_TIMEOUT_SECONDS", 0.1)

    with pytest.raises(tengen.LaunchError, match=r"is not ready after 0\.1 s") as caught:
        tengen.LocalServer()

    assert caught.value.reason == "START_FAILED"


@pytest.mark.full
def test_local_server_warning_before_the_ready_line_is_skipped(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    java = tmp_path / "bin" / "java"
    java.parent.mkdir()
    java.write_text(f'#!/bin/sh\necho VM warning\nexec {find_java()} "$@"\n')
    java.chmod(0o755)
    monkeypatch.setenv("JAVA_HOME", str(tmp_path))

    with tengen.LocalServer() as server:
        assert is_listening(server.address)


def test_find_jar_argument_comes_before_variable(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    first, second = tmp_path / "first.jar", tmp_path / "second.jar"
    first.touch()
    second.touch()
    monkeypatch.setenv("TENGEN_JAR", str(second))

    assert files.find_jar(first) == first.resolve()
    assert files.find_jar(None) == second.resolve()


def test_find_jar_missing_says_where_it_was_looked_for(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("TENGEN_JAR", str(tmp_path / "none.jar"))

    with pytest.raises(tengen.LaunchError, match="TENGEN_JAR names"):
        files.find_jar(None)
