"""Simulates servers that fail, are added and are removed, with the placement of the real client.

    python ops/benchmarks/python/cluster.py             a table for 1 to 1,000 servers
    python ops/benchmarks/python/cluster.py --real 3    real servers beside the simulation

Clients open batches in journals, and continue them elsewhere when their server fails or drains.
`tengen._placement` chooses the servers and says what moves; everything else here is a model: what a
batch reserves, how long a look, a take-over and a replay take. Equal seeds give equal tables.

With --real, the same sizes of batches are opened at real servers on this machine, one after the
other, and then once more in the simulation. It needs the server's jar.
"""

from __future__ import annotations

import argparse
import heapq
import itertools
import random
import statistics
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from tengen._placement import LANE, emptier, is_worth_moving, reserved_share
from tengen.v1 import environment_pb2 as pb
from tengen.vector.rebalancing import LOOK_SECONDS

if TYPE_CHECKING:
    from collections.abc import Callable

LANE_BYTES = 6157
"""What a lane of 9x9 reserves, by docs/operations/deployment.md."""

HEAP_BYTES = 780 << 20
"""What clients may reserve of a server with 2 GiB."""

LANES = (256, 512, 1024, 2048, 4096)
HOUR = 3600.0


@dataclass(frozen=True)
class Model:
    """What happens, and how long it takes. Times are in seconds.

    Attributes:
      batches_per_server: The number of batches for each server of the start.
      batch_hours: The mean time that a batch lives; another one takes its place.
      failure_hours: The mean time between two failures of a server. 0: none fails.
      restart: How long a failed server is away.
      detection: How long clients of a failed server wait before they ask another one.
      replay: How long a batch takes to be resumed after a failure: its last requests are replayed.
      handover: How long it takes after a drain, or when a batch moves: nothing is replayed.
      look: How old a report is when a batch moves because of it.
      rebalances: Whether clients look for emptier servers.
    """

    batches_per_server: int = 8
    batch_hours: float = 4.0
    failure_hours: float = 24.0
    restart: float = 30.0
    detection: float = 0.1
    replay: float = 0.8
    handover: float = 0.2
    look: float = 0.1
    rebalances: bool = True


@dataclass
class Server:
    """A server.

    Attributes:
      name: Its number.
      reserved: The bytes that batches have reserved.
      is_up: Whether it answers.
      batches: Its batches.
    """

    name: int
    reserved: int = 0
    is_up: bool = True
    batches: set[int] = field(default_factory=set)

    def memory(self) -> pb.MemoryInfo:
        """Returns what it reports."""
        use = pb.MemoryUse(kind=LANE, max_bytes=HEAP_BYTES, reserved_bytes=self.reserved)
        return pb.MemoryInfo(max_heap_bytes=HEAP_BYTES, uses=[use])


@dataclass
class Result:
    """What a simulation has counted.

    Attributes:
      fullest: The reserved bytes of the fullest server divided by the mean, at each minute.
      moves: Batches that moved to an emptier server.
      resumed: Batches that continued elsewhere after a failure or a drain.
      refused: Openings and moves that a full server refused.
      waits: How long batches waited, each time that they were stopped.
    """

    fullest: list[float] = field(default_factory=list)
    moves: int = 0
    resumed: int = 0
    refused: int = 0
    waits: list[float] = field(default_factory=list)


class Cluster:
    """A cluster in simulated time.

    Args:
      server_count: The number of servers at the start.
      model: What happens.
      seed: The seed of all draws.
    """

    def __init__(self, server_count: int, model: Model, seed: int) -> None:
        self._model = model
        self._random = random.Random(seed)
        self._now = 0.0
        self._events: list[tuple[float, int, Callable[[], None]]] = []
        self._numbers = itertools.count()
        self._names = itertools.count()
        self._servers: dict[int, Server] = {}
        self._bytes: dict[int, int] = {}
        self._home: dict[int, int] = {}
        self._batch_numbers = itertools.count()
        self.result = Result()
        for _ in range(server_count):
            self.add_server()

    def at(self, delay: float, event: Callable[[], None]) -> None:
        """Lets something happen after a delay."""
        heapq.heappush(self._events, (self._now + delay, next(self._numbers), event))

    def run(self, seconds: float) -> Result:
        """Runs the cluster for some time, and returns what was counted."""
        end = self._now + seconds
        self.at(60.0, self._count)
        while self._events and self._events[0][0] <= end:
            self._now, _, event = heapq.heappop(self._events)
            event()
        return self.result

    def add_server(self) -> None:
        """Adds an empty server."""
        server = Server(next(self._names))
        self._servers[server.name] = server
        if self._model.failure_hours:
            self.at(self._draw(self._model.failure_hours * HOUR), lambda: self._fail(server))

    def drain_server(self) -> None:
        """Removes a server that is drawn, whose batches continue elsewhere."""
        server = self._random.choice(self._up())
        del self._servers[server.name]
        self._leave(server, self._model.handover)

    def open_batch(self, lane_count: int) -> None:
        """Opens a batch at the emptier of two servers."""
        batch = next(self._batch_numbers)
        self._bytes[batch] = lane_count * LANE_BYTES
        self._place(batch, 0.0)
        self.at(self._draw(self._model.batch_hours * HOUR), lambda: self._end(batch))
        if self._model.rebalances:
            self.at(self._next_look(), lambda: self._look(batch))

    def fullest(self) -> float:
        """Returns what the fullest server has reserved, divided by the mean."""
        loads = [server.reserved for server in self._up()]
        mean = statistics.fmean(loads) if loads else 0.0
        return max(loads) / mean if mean else 1.0

    def _draw(self, mean: float) -> float:
        return self._random.expovariate(1.0 / mean)

    def _next_look(self) -> float:
        return LOOK_SECONDS * self._random.uniform(0.5, 1.5)

    def _up(self) -> list[Server]:
        return [server for server in self._servers.values() if server.is_up]

    def _place(self, batch: int, waited: float) -> None:
        """Opens or resumes a batch, or tries again if there is no room."""
        up = self._up()
        drawn = self._random.sample(up, min(2, len(up)))
        shares = {server.name: reserved_share(server.memory(), LANE) for server in drawn}
        if drawn:
            chosen = emptier([server.name for server in drawn], shares)
            if self._reserve(batch, self._servers[chosen]):
                if waited:
                    self.result.waits.append(waited)
                return
        self.at(1.0, lambda: self._place(batch, waited + 1.0))

    def _reserve(self, batch: int, server: Server) -> bool:
        if server.reserved + self._bytes[batch] > HEAP_BYTES:
            self.result.refused += 1
            return False
        server.reserved += self._bytes[batch]
        server.batches.add(batch)
        self._home[batch] = server.name
        return True

    def _release(self, batch: int) -> None:
        server = self._servers[self._home.pop(batch)]
        server.reserved -= self._bytes[batch]
        server.batches.remove(batch)

    def _fail(self, server: Server) -> None:
        if server.name in self._servers:
            server.is_up = False
            self._leave(server, self._model.detection + self._model.replay)
            self.at(self._model.restart, lambda: self._restart(server))
        self.at(self._draw(self._model.failure_hours * HOUR), lambda: self._fail(server))

    def _restart(self, server: Server) -> None:
        server.is_up = True

    def _leave(self, server: Server, wait: float) -> None:
        # In an order that does not depend on the hash table.
        for batch in sorted(server.batches):
            del self._home[batch]
            self.result.resumed += 1
            self.at(wait, lambda batch=batch: self._place(batch, wait))  # type: ignore[misc]
        server.batches.clear()
        server.reserved = 0

    def _look(self, batch: int) -> None:
        if batch not in self._bytes:
            return
        here = self._home.get(batch)
        others = [server for server in self._up() if server.name != here]
        if here is not None and others:
            there = self._random.choice(others)
            mine, its = self._servers[here].memory(), there.memory()
            if is_worth_moving(mine, its, LANE, self._bytes[batch]):
                self.at(self._model.look, lambda: self._move(batch, here, there))
        self.at(self._next_look(), lambda: self._look(batch))

    def _move(self, batch: int, here: int, there: Server) -> None:
        is_there = there.is_up and there.name in self._servers
        if self._home.get(batch) != here or not is_there:
            return
        if there.reserved + self._bytes[batch] > HEAP_BYTES:
            self.result.refused += 1
            return
        self._release(batch)
        self._reserve(batch, there)
        self.result.moves += 1
        self.result.waits.append(self._model.handover)

    def _end(self, batch: int) -> None:
        if batch in self._home:
            self._release(batch)
        elif batch in self._bytes:
            self.at(1.0, lambda: self._end(batch))
            return
        del self._bytes[batch]
        self.open_batch(self._random.choice(LANES))

    def _count(self) -> None:
        self.result.fullest.append(self.fullest())
        self.at(60.0, self._count)


def filled(server_count: int, model: Model, seed: int) -> Cluster:
    """Returns a cluster whose batches have just been opened."""
    cluster = Cluster(server_count, model, seed)
    sizes = random.Random(seed + 1)
    for _ in range(server_count * model.batches_per_server):
        cluster.open_batch(sizes.choice(LANES))
    return cluster


def table(counts: list[int], hours: float, seed: int) -> None:
    """Prints a table of clusters in which a quarter of the servers is added and removed again."""
    print("servers, rebalancing | fullest / mean: opened, median, most | moves | resumed | refused")
    for count in counts:
        for rebalances in (False, True):
            cluster = filled(count, Model(rebalances=rebalances), seed)
            opened = cluster.fullest()
            part = max(1, count // 4)
            for index in range(part):
                cluster.at(hours * HOUR * 0.25 + index, cluster.add_server)
                cluster.at(hours * HOUR * 0.75 + index, cluster.drain_server)
            result = cluster.run(hours * HOUR)
            waits = sum(result.waits) / (count * 8 * hours)
            print(
                f"{count}, {'yes' if rebalances else 'no'} | {opened:.2f},"
                f" {statistics.median(result.fullest):.2f}, {max(result.fullest):.2f} |"
                f" {result.moves} | {result.resumed} | {result.refused};"
                f" a batch waits {waits:.2f} s in an hour",
                flush=True,
            )


def compare(server_count: int, batch_count: int, seed: int) -> None:
    """Opens batches of the same sizes at real servers and in simulations, and prints both."""
    sizes = [random.Random(seed + index).choice(LANES[:3]) // 4 for index in range(batch_count)]
    simulated = []
    for run in range(200):
        cluster = Cluster(server_count, Model(failure_hours=0.0), seed + run)
        for size in sizes:
            cluster.open_batch(size)
        simulated.append(cluster.fullest())
    print(f"simulated: median {statistics.median(simulated):.2f}, most {max(simulated):.2f}")
    print(f"real: {real(server_count, sizes):.2f}")


def real(server_count: int, sizes: list[int]) -> float:
    """Opens batches at real servers, and returns what the fullest has reserved over the mean."""
    sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "clients/python/tests"))
    from server_process import ServerProcess  # noqa: PLC0415 - only real servers need it.

    import tengen  # noqa: PLC0415 - as above.

    servers = [ServerProcess() for _ in range(server_count)]
    opened = []
    try:
        address = ",".join(server.address for server in servers)
        opened = [tengen.make_vec(9, size, address=address) for size in sizes]
        lanes = dict.fromkeys((server.address for server in servers), 0)
        for envs in opened:
            lanes[envs.servers[0].address] += envs.num_envs
        return max(lanes.values()) / statistics.fmean(lanes.values())
    finally:
        for envs in opened:
            envs.close()
        for server in servers:
            server.stop()


def main() -> None:
    """Prints a table, or a comparison with real servers."""
    parser = argparse.ArgumentParser(description="Simulates a cluster of servers.")
    parser.add_argument("--servers", type=int, nargs="+", default=[1, 4, 16, 100, 1000])
    parser.add_argument("--hours", type=float, default=2.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--real", type=int, default=0, help="the number of real servers")
    parser.add_argument("--batches", type=int, default=24, help="the number of batches with --real")
    arguments = parser.parse_args()
    if arguments.real:
        compare(arguments.real, arguments.batches, arguments.seed)
    else:
        table(arguments.servers, arguments.hours, arguments.seed)


if __name__ == "__main__":
    main()
