"""The servers and clients that tests share."""

from __future__ import annotations

import contextlib
import fcntl
import os
import signal
from typing import TYPE_CHECKING

import pytest
from arena_agents import Served
from fake_arena import WAIT_SECONDS, FakeArena
from faulty_proxy import FaultyProxy
from server_process import ServerProcess

import tengen
from tengen._address import EMBEDDED
from tengen.arena import Arena

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    MakeVec = Callable[..., tengen.TengenVectorEnv]

# If a shell runs the tests in the background, they inherit an ignored SIGINT and pass it on to the
# programs that they start and interrupt.
signal.signal(signal.SIGINT, signal.default_int_handler)

# Most servers of the tests run only for seconds. Without the optimizing compiler, they need a third
# less processor time.
os.environ.setdefault("JDK_JAVA_OPTIONS", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC")
# The matrices of the examples are small. With several threads, NumPy needs four times the processor
# time, and no less wall time.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")


RAY_ATTEMPTS = 3


def pytest_addoption(parser: pytest.Parser) -> None:
    """Adds the option of `check.py` for the second run of the tests."""
    parser.addoption("--embedded", action="store_true", help="run the server inside this process")


def pytest_configure(config: pytest.Config) -> None:
    """Lets environments without an address use the server inside this process only if asked to."""
    os.environ["TENGEN_EMBEDDED"] = "1" if config.getoption("embedded") else "0"


@pytest.fixture(scope="session")
def address(request: pytest.FixtureRequest) -> Iterator[str]:
    """The address of a server with default settings."""
    if request.config.getoption("embedded"):
        yield EMBEDDED
        return
    with ServerProcess() as server:
        yield server.address


@pytest.fixture
def server_address(request: pytest.FixtureRequest) -> str:
    """The address of a server outside this process."""
    if request.config.getoption("embedded"):
        pytest.skip("there is no server outside this process")
    address: str = request.getfixturevalue("address")
    return address


@pytest.fixture(scope="session")
def client(address: str) -> Iterator[tengen.Client]:
    """A client of that server."""
    with tengen.connect(address) as shared:
        yield shared


@pytest.fixture(scope="module")
def inside() -> Iterator[tengen.Client]:
    """A client of the server inside this process."""
    with tengen.launch(embedded=True) as made:
        yield made


@pytest.fixture
def session(client: tengen.Client) -> Iterator[tengen.Session]:
    """A session on 5x5 with komi 0.5, in its first episode."""
    with client.create_session(5, komi=0.5, seed=1) as made:
        yield made


@pytest.fixture
def vec(address: str) -> Iterator[MakeVec]:
    """Makes vector environments of that server like `tengen.make_vec`, and closes them."""
    with contextlib.ExitStack() as stack:
        yield lambda *given, **more: stack.enter_context(
            tengen.make_vec(*given, address=address, **more)
        )


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    """The URL of a server with OpenEnv's interface."""
    with ServerProcess("--http-port", "0", "--openenv") as server:
        yield f"http://{server.http_address}"


@pytest.fixture
def proxy(address: str) -> Iterator[FaultyProxy]:
    """A proxy in front of the server."""
    if address == EMBEDDED:
        pytest.skip("the embedded server has no network")
    with FaultyProxy(address) as made:
        yield made


@pytest.fixture(scope="session")
def target(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server with an arena and a reconnect timeout of two seconds."""
    store = tmp_path_factory.mktemp("arena") / "arena.db"
    with ServerProcess("--arena", str(store), "--arena-reconnect-seconds", "2") as server:
        yield server.address


@pytest.fixture
def arena_client(target: str) -> Iterator[Arena]:
    """A client of that arena."""
    with Arena(target, timeout_seconds=WAIT_SECONDS) as made:
        yield made


@pytest.fixture
def fake() -> Iterator[FakeArena]:
    """A fake arena whose messages a test scripts."""
    with FakeArena() as made:
        yield made


@pytest.fixture
def served(fake: FakeArena) -> Iterator[Served]:
    """Serves an agent at the fake arena when a test calls it with the agent."""
    made = Served(fake.address)
    yield made
    made.close()


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """A Ray cluster on this machine.

    On a busy machine its first process may not answer in time, so only one test process starts a
    cluster at a time, and tries again.
    """
    ray = pytest.importorskip("ray")
    # The folder that all test processes share.
    lock = tmp_path_factory.getbasetemp().parent / "ray.lock"
    with lock.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        for attempts_left in reversed(range(RAY_ATTEMPTS)):
            try:
                ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
                break
            except RuntimeError:
                ray.shutdown()
                if attempts_left == 0:
                    raise
    yield
    ray.shutdown()
