"""Every command ends on SIGTERM, also as the first process of a container.

The kernel drops SIGTERM for such a process unless the process handles it. Each command gets a task
that does not end by itself: a file that is a pipe without a writer, a server that accepts and never
answers, standard input that stays open, or more work than a test has time for.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import shlex
import signal
import socket
import subprocess
import sys
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from postgres_cluster import PostgresCluster
from processes import descendants, run_to_end
from server_process import command_line

import tengen
from tengen._command_exit import DRAIN_SECONDS, TERMINATED

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

EXAMPLES = Path(__file__).resolve().parents[3] / "examples"
GAMES = Path(__file__).resolve().parents[3] / "env-core/core/src/test/resources/games/generated"
SOURCES = Path(__file__).resolve().parents[1] / "src"
WAIT_SECONDS = 120.0
POLL_SECONDS = 0.05
POLICY = """
import time
def slow(observations, action_mask):
    time.sleep(600)
slow.version = "1"
"""


@dataclass
class SilentServer:
    """Accepts connections and never answers."""

    listener: socket.socket
    accepted: list[socket.socket] = field(default_factory=list)

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self.listener.getsockname()[1]}"

    def accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                self.accepted.append(self.listener.accept()[0])

    def reached(self) -> Callable[[int], bool]:
        """Returns whether a process has connected since this call."""
        before = len(self.accepted)
        return lambda _: len(self.accepted) > before

    def close(self) -> None:
        self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()
        for connection in self.accepted:
            connection.close()


@pytest.fixture
def silent() -> Iterator[SilentServer]:
    server = SilentServer(socket.create_server(("127.0.0.1", 0)))
    thread = threading.Thread(target=server.accept)
    thread.start()
    yield server
    server.close()
    thread.join()


def handles_sigterm(process: int) -> bool:
    """Whether a process has a handler of SIGTERM."""
    try:
        status = Path(f"/proc/{process}/status").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return False
    found = re.search(r"^SigCgt:\s*(\w+)", status, re.MULTILINE)
    return found is not None and bool(int(found[1], 16) >> (signal.SIGTERM - 1) & 1)


def wait_until(
    condition: Callable[[], bool], container: subprocess.Popen[bytes], text: str
) -> None:
    limit = time.monotonic() + WAIT_SECONDS
    while not condition():
        assert container.poll() is None, f"it ended with {container.returncode} before it {text}"
        assert time.monotonic() < limit, f"it never {text}"
        container_wait(container, POLL_SECONDS)


def container_wait(container: subprocess.Popen[bytes], seconds: float) -> int | None:
    with contextlib.suppress(subprocess.TimeoutExpired):
        return container.wait(seconds)
    return None


def check_ends(words: list[str], folder: Path, is_under_way: Callable[[int], bool]) -> None:
    """Runs a command as the first process of a namespace, and ends it by SIGTERM.

    Args:
      words: The command.
      folder: The folder that it runs in. It gets what the command writes to its error stream.
      is_under_way: Whether the command works already; the argument is the process.
    """
    errors = folder / "errors.txt"
    with errors.open("wb") as output:
        container = subprocess.Popen(
            ["unshare", "--pid", "--fork", "--kill-child", "--mount-proc", *words],
            cwd=folder,
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=output,
        )
    try:
        wait_until(lambda: descendants(container.pid) != [], container, "started")
        first = descendants(container.pid)[0]
        wait_until(lambda: handles_sigterm(first), container, "handled SIGTERM")
        wait_until(lambda: is_under_way(first), container, "was under way")

        os.kill(first, signal.SIGTERM)
        code = container_wait(container, DRAIN_SECONDS + WAIT_SECONDS)

        # Java exits with 1 if the signal arrives while it loads the main class.
        text = errors.read_text()
        assert code == TERMINATED or (code == 1 and text == ""), f"{code} {text}"
        assert "Traceback" not in text
        assert "Exception" not in text
    finally:
        container.kill()
        container.communicate()


needs_namespaces = pytest.mark.skipif(
    subprocess.run(
        ["unshare", "--pid", "--fork", "--mount-proc", "true"], check=False, capture_output=True
    ).returncode
    != 0,
    reason="needs namespaces of processes",
)


def always(_: int) -> bool:
    return True


def has_child(process: int) -> bool:
    return descendants(process) != []


def python(*words: str) -> list[str]:
    return [sys.executable, "-m", *words]


@needs_namespaces
@pytest.mark.full
def test_sigterm_first_process_rollout_that_python_converts_ends(tmp_path: Path) -> None:
    words = python("tengen", "rollout", "--games=100000000", "--size=9", "--format=parquet")

    check_ends(
        [*words, "--out=games"], tmp_path, lambda _: any((tmp_path / "games").glob("*.journal"))
    )


@needs_namespaces
@pytest.mark.full
def test_sigterm_first_process_server_ends(tmp_path: Path) -> None:
    check_ends(
        [*command_line(), "serve", "--socket=here"],
        tmp_path,
        lambda _: (tmp_path / "here").exists(),
    )


@pytest.mark.full
def test_sigterm_database_that_refuses_ends_at_the_limit_of_the_drain(tmp_path: Path) -> None:
    errors = tmp_path / "errors.txt"
    options = ["--port=0", "--drain-seconds=2", "--advertise=127.0.0.1:9019"]
    with PostgresCluster() as cluster, errors.open("wb") as output:
        server = subprocess.Popen(
            [*command_line(), "serve", "--json", *options, f"--store={cluster.url}"],
            stdout=subprocess.PIPE,
            stderr=output,
        )
        assert server.stdout is not None
        address = json.loads(server.stdout.readline())["address"]
        client = tengen.connect(address)
        client.create_session(5)
    server.terminate()
    code = server.wait(WAIT_SECONDS)
    server.stdout.close()
    client.close()

    assert code == TERMINATED
    # Without the limit, it waited until each pool of connections had given up: half a minute each.
    assert "Stopping without waiting any longer for" in errors.read_text()


def java_commands(address: str, pipe: str) -> dict[str, list[str]]:
    """Returns the arguments of each command of the jar, for a task that does not end."""
    store = f"postgres://ann:secret@{address}/none"
    remote = [f"--address={address}"]
    return {
        "serve": ["--port=0"],
        "store check": [store],
        "store export": [store, "--out=exported"],
        "store compact": [store],
        "demo": remote,
        "info": remote,
        "health": [*remote, "--timeout-seconds=600"],
        "token list": [f"--tokens={pipe}"],
        "replay": [*remote, str(GAMES / "gnugo-l1-9x9-048.sgf")],
        "perft": ["--size=9x9", "--depth=20"],
        "play": [],
        "gtp": [],
        "mcp": [],
        "score": [pipe],
        "planes": [pipe, "--json"],
        "solve": ["--size=5x5"],
        "race": [pipe],
        "cgt": [f"--file={pipe}"],
        "arena run": [str(EXAMPLES / "arena-agents.yaml"), "--port=0"],
        "arena create": [pipe, "--store=arena.db"],
        "arena worker": [f"--store={store}"],
        "arena status": [store],
        "arena standings": [store],
        "arena list": [store],
        "arena games": [store],
        "arena export": [store, "--out=exported"],
        "arena connect": [
            *remote,
            "--name=gnu",
            f"--engine={shlex.join([*command_line(), 'gtp'])}",
        ],
        "arena names": [store],
        "arena ladder": remote,
        "rollout": ["--games=100000000", "--out=games"],
    }


# They compute for less than a second, and read nothing that can block.
BRIEF = {"certificates", "token create", "token revoke", "capacity", "completion", "data"}


def listed_commands(*group: str) -> set[str]:
    """Returns the commands that the help of a command lists, with those of groups."""
    text = run_to_end(*command_line(), *group, "--help", check=True).stdout
    block = re.search(r"^Commands:\n((?:  .*\n)+)", text, re.MULTILINE)
    if block is None:
        return {" ".join(group)}
    names = re.findall(r"^  (\S+) ", block[1], re.MULTILINE)
    return set().union(*(listed_commands(*group, name) for name in names if name != "help"))


@pytest.mark.long
@needs_namespaces
def test_sigterm_first_process_every_command_of_the_jar_ends(
    tmp_path: Path, silent: SilentServer
) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    commands = java_commands(silent.address, str(pipe))
    assert set(commands) | BRIEF == listed_commands()
    problems = {}

    for name, words in commands.items():
        folder = tmp_path / name.replace(" ", "-")
        folder.mkdir()
        is_remote = any(silent.address in word for word in words)
        is_under_way = silent.reached() if is_remote else always
        try:
            check_ends([*command_line(), *name.split(), *words], folder, is_under_way)
        except AssertionError as problem:
            problems[name] = str(problem)

    assert problems == {}


@pytest.mark.long
@needs_namespaces
def test_sigterm_first_process_every_command_of_python_ends(
    tmp_path: Path, silent: SilentServer
) -> None:
    remote = f"--address={silent.address}"
    rollout = ["--games=100000000", "--size=9", "--out=games"]
    commands = {
        "tengen": ["rollout", *rollout, "--black=kept:slow"],
        "tengen.arena": ["watch", "cup", remote],
        "tengen.conformance": ["gymnasium:tengen/Go9x9-v1", remote],
        "tengen.data.mirror": [
            f"file://{tmp_path}/there",
            "games",
            "--",
            *python("tengen", "rollout"),
            *rollout,
        ],
        "tengen.llm.evaluate": ["--stand-in=greedy", f"--server=http://{silent.address}"],
        "tengen.plan": ["measure", "model.json"],
        "tengen.races": ["random", remote],
        "tengen.ray": [],
        "tengen.search": ["kept:slow", "--games=100000000", "--out=games", remote],
    }
    assert set(commands) == set(modules_with_a_command())
    del commands["tengen.ray"]  # Its package brings a cluster along.
    problems = {}

    for name, words in commands.items():
        folder = tmp_path / name
        folder.mkdir()
        (folder / "kept.py").write_text(POLICY)
        is_remote = any(silent.address in word for word in words)
        is_under_way = silent.reached() if is_remote else has_child
        try:
            check_ends(python(name, *words), folder, is_under_way)
        except AssertionError as problem:
            problems[name] = str(problem)

    assert problems == {}


def modules_with_a_command() -> list[str]:
    """Returns the modules that `python -m` runs, apart from helper processes of the package."""
    helpers = {"tengen.server.watchdog", "tengen._delay_proxy"}
    names = []
    for file in SOURCES.rglob("*.py"):
        if '__name__ == "__main__"' in file.read_text():
            name = ".".join(file.relative_to(SOURCES).with_suffix("").parts)
            names.append(name.removesuffix(".__main__"))
    return [name for name in names if name not in helpers]
