"""Boards in a journal that move to another server: when theirs drains, and to an emptier one."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

import grpc
import numpy as np
import pytest
from postgres_cluster import PostgresCluster
from processes import free_port
from server_process import ServerProcess

import tengen
from tengen import TengenVectorEnv, _placement
from tengen._placement import LANE, MOVE_MARGIN, is_worth_moving
from tengen.v1 import environment_pb2 as pb
from tengen.v1.environment_pb2_grpc import EnvironmentServiceStub
from tengen.vector import rebalancing
from tengen.vector.rebalancing import Rebalancer

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

BOARDS = 16
STEPS = 200
WAIT_SECONDS = 300.0
LOOKS = 3


class Pair:
    """Two servers that share a store.

    Attributes:
      servers: The servers by address.
    """

    def __init__(self, url: str) -> None:
        self._url = url
        self.servers: dict[str, ServerProcess] = {}
        self.start()
        self.start()

    def start(self) -> None:
        """Adds a server."""
        port = free_port()
        address = f"127.0.0.1:{port}"
        self.servers[address] = ServerProcess(
            "--store", self._url, "--advertise", address, port=port
        )

    def stop(self) -> None:
        """Stops all servers."""
        for server in self.servers.values():
            server.stop()


@pytest.fixture(scope="module")
def cluster() -> Iterator[PostgresCluster]:
    with PostgresCluster() as cluster:
        yield cluster


@pytest.fixture
def pair(cluster: PostgresCluster, monkeypatch: pytest.MonkeyPatch) -> Iterator[Pair]:
    # Little memory, of which some boards reserve more than the margin.
    monkeypatch.setenv("JAVA_TOOL_OPTIONS", "-Xmx200m -XX:TieredStopAtLevel=1")
    pair = Pair(cluster.url)
    yield pair
    pair.stop()


def make(address: Any, journal: str | None, **arguments: Any) -> TengenVectorEnv:
    settings = {"opponent": "eye-safe-random", "autoreset_mode": "same-step"} | arguments
    return TengenVectorEnv(5, BOARDS, address=address, journal=journal, **settings)


def play(envs: TengenVectorEnv, disturb: Any = None) -> list[NDArray[np.uint64]]:
    """Plays with fixed seeds, and returns the hashes. Half-way, something may happen."""
    generator = np.random.default_rng(3)
    _, infos = envs.reset(seed=7)
    hashes = [infos["state_hash"]]
    for step in range(STEPS):
        if step == STEPS // 2 and disturb is not None:
            disturb()
        infos = envs.step(tengen.sample_actions(infos["action_mask"], generator)).infos
        hashes.append(infos["state_hash"])
    return hashes


@pytest.fixture(scope="module")
def expected(address: str) -> list[NDArray[np.uint64]]:
    """The hashes of an undisturbed run."""
    with make(address, None) as envs:
        return play(envs)


@pytest.mark.full
@pytest.mark.parametrize("is_list", [False, True])
def test_server_drains_and_its_boards_continue_at_the_other(
    pair: Pair, expected: list[NDArray[np.uint64]], is_list: bool
) -> None:
    addresses = list(pair.servers)
    with make(addresses if is_list else ",".join(addresses), f"drain {is_list}") as envs:
        left = envs.servers[0].address
        stopping = threading.Thread(target=pair.servers[left].stop)

        hashes = play(envs, stopping.start)

        stopping.join()
        np.testing.assert_array_equal(hashes, expected)
        assert left not in {server.address for server in envs.servers}
        envs.finish()


@pytest.mark.full
def test_list_of_servers_without_a_common_store_stays_apart(
    pair: Pair, tmp_path: Any, expected: list[NDArray[np.uint64]]
) -> None:
    """Another store may have a journal of the same name, with other boards."""
    port = free_port()
    own = ["--store", str(tmp_path / "own.db")]
    alone = ServerProcess(*own, port=port)
    home, *_ = pair.servers
    with make(home, "apart.0") as stale:
        stale.reset(seed=99)
    try:
        with TengenVectorEnv(
            5,
            BOARDS,
            address=[alone.address, home],
            weights=[BOARDS - 1, 1],
            journal="separate",
            opponent="eye-safe-random",
            autoreset_mode="same-step",
        ) as envs:

            def restart() -> None:
                nonlocal alone
                alone.stop()
                alone = ServerProcess(*own, port=port)

            hashes = play(envs, restart)

            np.testing.assert_array_equal(hashes, expected)
            assert envs.servers[0].address == alone.address
            envs.finish()
    finally:
        alone.stop()


@pytest.mark.full
def test_boards_move_to_an_emptier_server_with_equal_results(
    pair: Pair, expected: list[NDArray[np.uint64]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rebalancing, "LOOK_SECONDS", 0.2)
    with make(",".join(pair.servers), "rebalance", rebalance=True) as envs:
        full = envs.servers[0].address

        def fill_and_wait() -> None:
            with tengen.connect(full, timeout_seconds=WAIT_SECONDS) as client:
                lane_count = client.server_info().limits.max_lane_count // 4
            with tengen.make_vec(9, lane_count, address=full):
                while envs.servers[0].address == full:
                    envs.step(np.full(BOARDS, tengen.NO_ACTION))

        hashes = play(envs, fill_and_wait)

        np.testing.assert_array_equal(hashes, expected)
        envs.finish()


@pytest.mark.full
def test_target_that_is_gone_leaves_the_boards_where_they_are(
    pair: Pair, expected: list[NDArray[np.uint64]], monkeypatch: pytest.MonkeyPatch
) -> None:
    looks: list[str] = []

    def find_other(_: Rebalancer) -> str:
        looks.append(other)
        return other

    monkeypatch.setattr(rebalancing, "LOOK_SECONDS", 0.2)
    monkeypatch.setattr(Rebalancer, "look", find_other)
    with make(",".join(pair.servers), "stay", rebalance=True) as envs:
        home = envs.servers[0].address
        (other,) = set(pair.servers) - {home}
        pair.servers[other].kill()

        def lose_the_other() -> None:
            while len(looks) < LOOKS:
                envs.step(np.full(BOARDS, tengen.NO_ACTION))

        hashes = play(envs, lose_the_other)

        np.testing.assert_array_equal(hashes, expected)
        assert envs.servers[0].address == home
        envs.finish()


@pytest.mark.full
def test_session_moves_to_an_emptier_server_when_an_episode_begins(
    pair: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(_placement, "LOAD_SECONDS", 0.0)
    with tengen.connect(",".join(pair.servers), rebalance=True, timeout_seconds=60) as client:
        session = client.create_session(5, seed=1)
        full = server_of(session.session_id, pair)
        with tengen.connect(full, timeout_seconds=WAIT_SECONDS) as direct:
            lane_count = direct.server_info().limits.max_lane_count // 4
        with tengen.make_vec(9, lane_count, address=full):
            expected = session.step(12).info["state_hash"]
            assert server_of(session.session_id, pair) == full  # Not within an episode.
            session.reset(seed=7)

            assert server_of(session.session_id, pair) != full
            assert session.state().episode == 1
            assert session.step(12).info["state_hash"] == expected
        session.close()


def server_of(session_id: str, pair: Pair) -> str:
    """Returns the server that has a session, which the other one names."""
    address = next(iter(pair.servers))
    with grpc.insecure_channel(address) as channel:
        stub = EnvironmentServiceStub(channel)
        try:
            stub.GetSession(pb.GetSessionRequest(session_id=session_id), timeout=WAIT_SECONDS)
        except grpc.RpcError as error:
            trailers: Any = error.trailing_metadata()
            return next(str(value) for key, value in trailers if key == "tengen-owner")
    return address


def memory(reserved_bytes: int, max_bytes: int = 1000) -> pb.MemoryInfo:
    uses = [pb.MemoryUse(kind=LANE, max_bytes=max_bytes, reserved_bytes=reserved_bytes)]
    return pb.MemoryInfo(max_heap_bytes=max_bytes, uses=uses)


def test_move_is_worth_while_if_the_other_server_remains_emptier_by_the_margin() -> None:
    margin = round(1000 * MOVE_MARGIN)
    assert is_worth_moving(memory(500), memory(400 - margin - 1), LANE, 100)
    assert not is_worth_moving(memory(500), memory(400 - margin + 1), LANE, 100)
    # The only batch of a server does not move to an empty one of the same size.
    assert not is_worth_moving(memory(300), memory(0), LANE, 300)
    # A larger server is emptier with the same load.
    assert is_worth_moving(memory(300), memory(0, 2000), LANE, 300)


@pytest.mark.parametrize(
    ("arguments", "match"),
    [
        ({"journal": None, "address": "a:1,b:1"}, "needs a journal"),
        ({"journal": "run", "address": "127.0.0.1:1"}, "several servers"),
        ({"journal": "run", "address": ["127.0.0.1:1"]}, "several servers"),
    ],
)
def test_rebalance_needs_a_journal_and_several_servers(
    arguments: dict[str, Any], match: str
) -> None:
    with pytest.raises(tengen.InvalidArgumentError, match=match):
        make(arguments["address"], arguments["journal"], rebalance=True)


def test_client_that_rebalances_needs_several_servers() -> None:
    with pytest.raises(tengen.InvalidArgumentError, match="several servers"):
        tengen.connect("127.0.0.1:1", rebalance=True)
