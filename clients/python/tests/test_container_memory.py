"""The memory of a server within the limit of a container, and what fits into it."""

from __future__ import annotations

import contextlib
import json
import os
import socket
import struct
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from processes import run_to_end
from server_process import ServerProcess, command_line, java

import tengen
from tengen._java.memory import memory_options

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = pytest.mark.full

LAUNCHER = Path(__file__).resolve().parents[3] / "clients/cli/src/main/image/java-in-container"
SOURCE = memory_options.__code__.co_filename
GROUPS = Path("/sys/fs/cgroup/memory")
MEBIBYTE = 1 << 20
ENTER = 'echo $$ > "$1/tasks"; shift; exec "$@"'
NEEDS_GROUPS = pytest.mark.skipif(
    not os.access(GROUPS / "tasks", os.W_OK), reason="needs a writable control group of memory"
)


class Container:
    """A control group with a limit of memory.

    Args:
      limit: The limit in MiB.
    """

    def __init__(self, limit: int) -> None:
        self.folder = GROUPS / f"tengen-test-{os.getpid()}-{limit}"
        self.folder.mkdir()
        (self.folder / "memory.limit_in_bytes").write_text(str(limit * MEBIBYTE))

    def words(self, *command: str) -> list[str]:
        """Returns the words that run a command in the group."""
        return ["sh", "-c", ENTER, "enter", str(self.folder), *command]

    def used(self) -> int:
        """Returns the memory of the processes, without the cache of files, in bytes."""
        rows = (self.folder / "memory.stat").read_text().splitlines()
        return int(dict(row.split() for row in rows)["total_rss"])

    def refusals(self) -> int:
        """Returns how often the group was at its limit, and a process had to wait or end."""
        return int((self.folder / "memory.failcnt").read_text())


@contextlib.contextmanager
def container(limit: int) -> Iterator[Container]:
    made = Container(limit)
    try:
        yield made
    finally:
        made.folder.rmdir()


def write_fake_proc(folder: Path, groups: str) -> Path:
    (folder / "self").mkdir(parents=True)
    (folder / "self/cgroup").write_text(groups)
    (folder / "meminfo").write_text("MemTotal:       16777216 kB\nMemFree: 1 kB\n")
    return folder


@pytest.mark.parametrize(
    ("groups", "file"),
    [
        ("0::/kubepods/pod\n", "kubepods/pod/memory.max"),
        ("0::/kubepods/pod\n", "kubepods/memory.max"),
        ("0::/\n", "memory.max"),
        ("5:cpu:/\n4:memory:/docker/a\n", "memory/docker/a/memory.limit_in_bytes"),
        ("4:memory:/not/mounted/here\n", "memory/memory.limit_in_bytes"),
    ],
)
def test_memory_options_limit_of_any_group_counts(tmp_path: Path, groups: str, file: str) -> None:
    proc = write_fake_proc(tmp_path / "proc", groups)
    limit = tmp_path / "groups" / file
    limit.parent.mkdir(parents=True)

    limit.write_text(f"{512 * MEBIBYTE}\n")
    assert memory_options(proc, tmp_path / "groups")[:2] == [
        "-Xmx264m",
        "-XX:MaxDirectMemorySize=88m",
    ]
    for unlimited in ("9223372036854771712\n", f"{32 << 30}\n"):
        limit.write_text(unlimited)
        assert memory_options(proc, tmp_path / "groups") == []


def test_memory_options_no_groups_are_none(tmp_path: Path) -> None:
    assert memory_options(tmp_path, tmp_path) == []


@NEEDS_GROUPS
def test_launcher_of_the_image_and_of_the_package_choose_the_same(tmp_path: Path) -> None:
    fake = tmp_path / "java"
    fake.write_text('#!/bin/sh\nprintf "%s\\n" "$@"\n')
    fake.chmod(0o755)
    variables = {**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}"}
    program = f"import runpy; print(*runpy.run_path({SOURCE!r})['memory_options'](), sep='\\n')"

    for limit in (128, 256, 512, 2048):
        with container(limit) as group:
            shown = run_to_end(
                *group.words(str(LAUNCHER), "-jar", "x"),
                env={**variables, "JDK_JAVA_OPTIONS": "-Xmx1m -Dx=y"},
                check=True,
            ).stdout.split()
            options = run_to_end(
                *group.words(sys.executable, "-c", program), check=True
            ).stdout.split()

        assert shown == [*options, "-Xmx1m", "-Dx=y", "-jar", "x"]
        heap, direct = (int("".join(filter(str.isdigit, option))) for option in options[:2])
        assert limit < 256 or heap + direct + 128 <= limit


def frame(kind: int, flags: int, body: bytes) -> bytes:
    """Returns a frame of HTTP/2 for stream 1, or for the connection if it is of settings."""
    stream = 0 if kind == 4 else 1
    return (
        struct.pack(">I", len(body))[1:] + bytes([kind, flags]) + struct.pack(">I", stream) + body
    )


def send_part_of_a_request(address: str) -> socket.socket:
    """Sends the first 64 KB of a large request, and never the rest."""
    headers = {
        ":method": "POST",
        ":scheme": "http",
        ":path": "/tengen.v1.EnvironmentService/ImportRecord",
        ":authority": "x",
        "content-type": "application/grpc",
        "te": "trailers",
    }
    block = b"".join(
        b"\x00" + bytes([len(name)]) + name.encode() + bytes([len(value)]) + value.encode()
        for name, value in headers.items()
    )
    host, _, port = address.rpartition(":")
    connection = socket.create_connection((host, int(port)))
    connection.sendall(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + frame(4, 0, b"") + frame(1, 4, block))
    part = struct.pack(">BI", 0, 8 * MEBIBYTE) + bytes(65_000)
    for start in range(0, len(part), 16_384):
        connection.sendall(frame(0, 0, part[start : start + 16_384]))
    return connection


@pytest.mark.long
@NEEDS_GROUPS
@pytest.mark.parametrize("limit", [256, 512, 2048])
def test_server_with_a_full_budget_stays_within_the_limit(limit: int) -> None:
    variables = {**os.environ, "JDK_JAVA_OPTIONS": ""}
    variables["PATH"] = f"{Path(java()).parent}:{variables['PATH']}"
    with container(limit) as group:
        jar = command_line()[1:]
        words = group.words(str(LAUNCHER), *jar, "serve", "--port=0", "--json")
        server = subprocess.Popen(words, stdout=subprocess.PIPE, env=variables)
        try:
            assert server.stdout is not None
            address = json.loads(server.stdout.readline())["address"]
            peak = fill(address, group)

            assert server.poll() is None
            assert peak <= limit * MEBIBYTE
            assert group.refusals() == 0
        finally:
            server.kill()
            server.communicate()


def fill(address: str, group: Container) -> int:
    """Fills the budget of a server, and returns the greatest memory of the group meanwhile."""
    peak = 0
    lane_count = limit_of(group) // 2
    environments = []
    connections: list[socket.socket] = []
    with contextlib.ExitStack() as stack, tengen.connect(address) as client:
        with contextlib.suppress(tengen.ResourceExhaustedError):
            while True:
                made = tengen.TengenVectorEnv(9, lane_count, address=address, opponent=None)
                stack.callback(made.close)
                made.reset(seed=1)
                environments.append(made)
                peak = max(peak, group.used())
        # Whole episodes, after which lanes are as large as the budget has counted.
        actions = np.full(lane_count, tengen.DRAWN_ACTION)
        for made in environments:
            for _ in range(3 * 81):
                made.step(actions)
            peak = max(peak, group.used())
        with contextlib.suppress(tengen.ResourceExhaustedError):
            while True:
                client.create_session(9)
        for _ in range(limit_of(group) // 4):
            with contextlib.suppress(OSError):
                connections.append(send_part_of_a_request(address))
            peak = max(peak, group.used())
        for connection in connections:
            connection.close()
        assert client.server_info().version
    return max(peak, group.used())


def limit_of(group: Container) -> int:
    """Returns the limit of a group in MiB."""
    return int((group.folder / "memory.limit_in_bytes").read_text()) // MEBIBYTE


def promised(size: int, megabytes: int, part: str = "capacity") -> dict[str, int]:
    """Returns what `tengen capacity` promises for a heap of that many megabytes."""
    words = ["capacity", f"--heap-megabytes={megabytes}", f"--size={size}", "--json"]
    done = subprocess.run([*command_line(), *words], capture_output=True, check=True)
    return dict(json.loads(done.stdout)[part])


SERIAL = "-XX:+UseSerialGC"
G1 = "-XX:+UseG1GC"
LONG = pytest.mark.long


def choose_heap(monkeypatch: pytest.MonkeyPatch, megabytes: int, collector: str) -> None:
    """Starts servers with this heap from now on."""
    options = f"-Xmx{megabytes}m {collector} -XX:TieredStopAtLevel=1"
    monkeypatch.setenv("JDK_JAVA_OPTIONS", options)


def play_whole_episodes(lane_count: int, size: int, **arguments: Any) -> None:
    """Plays an episode on each board of a vector environment with the default arguments.

    Args:
      lane_count: The number of boards, of which a tenth more must be refused.
      size: Their width and height.
      **arguments: How to connect to the server.
    """
    with pytest.raises(tengen.ResourceExhaustedError):
        tengen.make_vec(size, int(1.1 * lane_count), **arguments)
    with contextlib.closing(tengen.make_vec(size, lane_count, **arguments)) as boards:
        # With a mask and seeds, the request of a reset is as long as it can be.
        boards.reset(seed=1)
        boards.reset(seed=2, options={"reset_mask": np.ones(lane_count, bool)})
        ended = np.zeros(lane_count, bool)
        # The opponent makes half of the moves.
        for _ in range(3 * size * size // 2 + 2):
            _, _, terminated, truncated, _ = boards.step(np.full(lane_count, tengen.DRAWN_ACTION))
            ended |= terminated | truncated

        assert ended.all()


@pytest.mark.parametrize(
    ("size", "megabytes", "collector"),
    [
        (9, 80, SERIAL),
        *(
            pytest.param(*choice, marks=LONG)
            for choice in (
                (9, 64, SERIAL),
                (9, 80, G1),
                (19, 80, SERIAL),
                (9, 128, SERIAL),
                (9, 128, G1),
                (9, 256, SERIAL),
                (9, 256, G1),
                (19, 256, SERIAL),
                (9, 512, SERIAL),
                (9, 512, G1),
            )
        ),
    ],
)
def test_lanes_that_capacity_promises_play_whole_episodes(
    size: int, megabytes: int, collector: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    lane_count = promised(size, megabytes)["lane_count"]
    choose_heap(monkeypatch, megabytes, collector)
    with ServerProcess() as server:
        play_whole_episodes(lane_count, size, address=server.address)


@LONG
def test_lanes_that_capacity_promises_a_principal_play_whole_episodes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def run(*words: str) -> str:
        done = run_to_end(*command_line(), *words, check=True)
        return done.stdout.strip()

    tokens = str(tmp_path / "tokens")
    run("certificates", "--out", str(tmp_path), "--host", "127.0.0.1")
    token = run("token", "create", "ann", "--role", "agent", "--tokens", tokens)
    lane_count = promised(9, 80, "principal_capacity")["lane_count"]
    choose_heap(monkeypatch, 80, SERIAL)
    with ServerProcess(
        f"--tls-certificate={tmp_path / 'server.pem'}",
        f"--tls-key={tmp_path / 'server-key.pem'}",
        f"--tokens={tokens}",
    ) as server:
        ca = str(tmp_path / "ca.pem")
        play_whole_episodes(lane_count, 9, address=server.address, tls=ca, token=token)


@LONG
@pytest.mark.parametrize("collector", [SERIAL, G1])
def test_sessions_that_capacity_promises_play_whole_episodes(
    collector: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    session_count = promised(5, 80)["session_count"]
    choose_heap(monkeypatch, 80, collector)
    with ServerProcess() as server, contextlib.ExitStack() as stack:

        def opened() -> tengen.GoEnv:
            environment = tengen.GoEnv(5, address=server.address)
            stack.callback(environment.close)
            environment.reset(seed=1)
            return environment

        environments = [opened() for _ in range(session_count)]
        for _ in range(2):
            for environment in environments:
                is_over = False
                while not is_over:
                    # The first legal action.
                    action = int(environment.action_masks().argmax())
                    _, _, terminated, truncated, _ = environment.step(action)
                    is_over = terminated or truncated
                environment.reset()
        with pytest.raises(tengen.ResourceExhaustedError):
            environments += [opened() for _ in range(session_count // 10)]
