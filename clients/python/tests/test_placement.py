"""New sessions, batches and forests go to the emptier of two servers."""

from __future__ import annotations

import collections
import random
import time
from concurrent import futures
from typing import TYPE_CHECKING, Any

import grpc
import pytest
from name_server import NameServer
from processes import StopOnExit
from server_process import ServerProcess

import tengen
from tengen import _placement
from tengen._placement import (
    LANE,
    SERVER_INFO,
    SESSION,
    SessionPlacement,
    ask,
    emptier_address,
    open_at_emptier,
    reserved_share,
)
from tengen.v1 import environment_pb2 as pb

if TYPE_CHECKING:
    from collections.abc import Iterator

LANES = 3000
"""Many more than the memory of one server differs by for other reasons."""


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lets a server report its memory late, as on a busy machine."""
    monkeypatch.setattr(_placement, "ASK_SECONDS", 300.0)


def memory(session_bytes: int, lane_bytes: int = 0) -> pb.MemoryInfo:
    """Returns what a server reports that has 1,000 bytes, of which 800 may be for lanes."""
    lanes = pb.MemoryUse(kind=LANE, max_bytes=800, reserved_bytes=lane_bytes)
    others = pb.MemoryUse(kind=SESSION, max_bytes=1000, reserved_bytes=session_bytes)
    direct = pb.MemoryUse(kind="answer_buffer", is_direct=True, max_bytes=500, reserved_bytes=400)
    return pb.MemoryInfo(max_heap_bytes=1000, max_direct_bytes=500, uses=[lanes, others, direct])


class MemoryReporter(StopOnExit):
    """A server that reports what memory is reserved, and its address as its version.

    Attributes:
      address: Its address.
      reserved: The reserved memory in bytes, of 1,000. Negative: it refuses to report it.
      count: How often it was asked.
    """

    def __init__(self, host: str, port: int = 0, *, reserved: int) -> None:
        self.reserved = reserved
        self.count = 0
        self._server = grpc.server(futures.ThreadPoolExecutor(4))
        handler = grpc.unary_unary_rpc_method_handler(
            self._info,
            pb.GetServerInfoRequest.FromString,
            pb.GetServerInfoResponse.SerializeToString,
        )
        service, method = SERVER_INFO.strip("/").split("/")
        self._server.add_generic_rpc_handlers(
            (grpc.method_handlers_generic_handler(service, {method: handler}),)
        )
        self.port = self._server.add_insecure_port(f"{host}:{port}")
        self.address = f"{host}:{self.port}"
        self._server.start()

    def _info(self, _: Any, context: grpc.ServicerContext) -> pb.GetServerInfoResponse:
        self.count += 1
        if self.reserved < 0:
            context.abort(grpc.StatusCode.UNAVAILABLE, "not now")
        return pb.GetServerInfoResponse(version=self.address, memory=memory(self.reserved))

    def stop(self) -> None:
        """Stops the server."""
        self._server.stop(None).wait()


@pytest.fixture
def pair() -> Iterator[tuple[MemoryReporter, MemoryReporter]]:
    """A server that is almost full, and one that is almost empty, at one port of two addresses."""
    with (
        MemoryReporter("127.0.0.1", reserved=900) as full,
        MemoryReporter("127.0.0.2", full.port, reserved=10) as empty,
    ):
        yield full, empty


def test_reserved_share_is_that_of_the_heap_or_of_the_kind() -> None:
    assert reserved_share(memory(300), LANE) == 0.3
    assert reserved_share(memory(300), "tree") == 0.3
    assert reserved_share(memory(100, 720), LANE) == 0.9
    assert reserved_share(memory(100, 720), SESSION) == 0.82
    assert reserved_share(memory(0), SESSION) == 0.0


def test_stream_goes_to_the_emptier_of_two(pair: tuple[MemoryReporter, MemoryReporter]) -> None:
    full, empty = pair
    addresses = (full.address, empty.address)

    for seed in range(10):
        chosen = emptier_address(addresses, None, LANE, random.Random(seed))
        assert chosen == empty.address


def test_server_that_does_not_report_is_not_chosen(
    pair: tuple[MemoryReporter, MemoryReporter],
) -> None:
    full, silent = pair
    silent.reserved = -1

    chosen = emptier_address((full.address, silent.address), None, LANE, random.Random(1))

    assert chosen == full.address


def test_session_placement_remembers_shares(
    pair: tuple[MemoryReporter, MemoryReporter], monkeypatch: pytest.MonkeyPatch
) -> None:
    full, empty = pair
    channels = {each.address: grpc.insecure_channel(each.address) for each in pair}
    placement = SessionPlacement(channels.__getitem__, random.Random(1))
    addresses = list(channels)

    assert {placement.choose(addresses) for _ in range(50)} == {empty.address}
    assert (full.count, empty.count) == (1, 1)
    assert placement.choose([full.address]) == full.address
    full.reserved, empty.reserved = empty.reserved, full.reserved
    assert placement.choose(addresses) == empty.address
    monkeypatch.setattr(_placement, "LOAD_SECONDS", 0.0)
    assert placement.choose(addresses) == full.address
    assert (full.count, empty.count) == (2, 2)
    for channel in channels.values():
        channel.close()


def test_name_of_servers_leads_to_the_emptier_of_two_that_grpc_draws(
    pair: tuple[MemoryReporter, MemoryReporter],
) -> None:
    full, empty = pair
    chosen: collections.Counter[str] = collections.Counter()
    with NameServer(["127.0.0.1", "127.0.0.2"]) as names:
        target = f"dns://{names.authority}/tengen.test:{full.port}"
        for _ in range(200):
            channel = open_at_emptier(target, (), None, LANE)
            method = channel.unary_unary(
                SERVER_INFO,
                pb.GetServerInfoRequest.SerializeToString,
                pb.GetServerInfoResponse.FromString,
            )
            chosen[method(pb.GetServerInfoRequest()).version] += 1
            channel.close()

    # Both draws are the full server in one of four cases: 50 of 200, and 75 or more in one of
    # 20,000 runs. A choice without a look at the memory would be 100.
    assert chosen[empty.address] + chosen[full.address] == 200
    assert 1 <= chosen[full.address] < 75


@pytest.mark.parametrize(
    "address", ["dns:///tengen:9019", "dns://10.96.0.10/tengen.ns.svc:9019", "dns:///[::1]:9019"]
)
def test_name_of_servers_is_an_address(address: str) -> None:
    with tengen.connect(address, tls=False) as client:
        assert client.address == address


@pytest.mark.parametrize("address", ["dns:tengen:9019", "dns:///tengen", "dns:///:9019", "dns://"])
def test_name_without_host_port_or_slashes_is_refused(address: str) -> None:
    with pytest.raises(tengen.InvalidArgumentError, match="is none of host:port, dns:///host:port"):
        tengen.connect(address)


def lanes_of(address: str) -> int:
    """Returns the bytes that a server has reserved for lanes."""
    with tengen.connect(address) as client:
        reported = client.server_info().memory
        assert reported is not None
        return next(use.reserved_bytes for use in reported.uses if use.kind == LANE)


@pytest.fixture(scope="module")
def servers() -> Iterator[tuple[ServerProcess, ServerProcess]]:
    """Two real servers, at one port of two addresses."""
    with ServerProcess("--host=127.0.0.1") as first:
        port = int(first.address.rpartition(":")[2])
        with ServerProcess("--host=127.0.0.2", port=port) as second:
            yield first, second


@pytest.mark.full
def test_boards_and_sessions_go_to_the_emptier_server(
    servers: tuple[ServerProcess, ServerProcess],
) -> None:
    first, second = servers
    several = f"{first.address},{second.address}"
    filler = tengen.make_vec(9, LANES, address=first.address)

    placed = [tengen.make_vec(9, 10, address=several) for _ in range(4)]
    with tengen.connect(several) as client:
        sessions = [client.create_session(9) for _ in range(4)]
        with tengen.connect(second.address) as other:
            assert len(list(other.list_sessions())) == len(sessions)
        with client.open_forest(9, max_node_count=1000) as forest:
            assert forest.max_node_count == 1000
        for session in sessions:
            session.close()

    assert [each.servers[0].address for each in placed] == [second.address] * 4
    for each in (*placed, filler):
        each.close()


@pytest.mark.full
def test_vectors_at_a_name_balance(servers: tuple[ServerProcess, ServerProcess]) -> None:
    first, second = servers
    port = first.address.rpartition(":")[2]
    with NameServer(["127.0.0.1", "127.0.0.2"]) as names:
        address = f"dns://{names.authority}/tengen.test:{port}"
        placed = [tengen.make_vec(9, 100, address=address) for _ in range(40)]
        loads = sorted((lanes_of(first.address), lanes_of(second.address)))
        for each in placed:
            each.reset(seed=1)
            each.close()

    # With two draws of two, the difference grows beyond eight batches in one of 6,000 runs.
    assert loads[1] <= 24 / 16 * loads[0]


@pytest.mark.full
def test_client_of_a_name_finds_a_new_server_when_its_own_ends() -> None:
    with NameServer(["127.0.0.3"]) as names:
        old = ServerProcess("--host=127.0.0.3")
        port = int(old.address.rpartition(":")[2])
        with tengen.connect(
            f"dns://{names.authority}/tengen.test:{port}", timeout_seconds=120
        ) as client:
            client.wait_until_ready(120)
            assert client.server_info().version
            with ServerProcess("--host=127.0.0.4", port=port):
                names.hosts = ["127.0.0.4"]
                asked = names.query_count
                old.stop()

                with client.create_session(5) as session:
                    assert session.step(12).info["move_number"] == 1
                assert names.query_count > asked


def test_placement_asks_both_servers_at_once(
    pair: tuple[MemoryReporter, MemoryReporter],
) -> None:
    channels = {each.address: grpc.insecure_channel(each.address) for each in pair}

    shares = ask(channels, SESSION)

    assert shares == {each.address: each.reserved / 1000 for each in pair}
    for channel in channels.values():
        channel.close()
    with grpc.insecure_channel("127.0.0.1:1") as nobody:
        start = time.monotonic()
        assert ask({"nobody": nobody}, SESSION) == {}
        assert time.monotonic() - start < 60
