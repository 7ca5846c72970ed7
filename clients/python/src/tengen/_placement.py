"""Which of several servers gets a new session, batch or forest, and when one moves to another.

Two servers are drawn and asked how much of their memory is reserved, and the one with the smaller
share gets it. That balances almost as well as asking all servers, and clients that choose at the
same time do not all choose the same one. It is known as the power of two choices.
"""

from __future__ import annotations

import json
import math
import threading
import time
from typing import TYPE_CHECKING, Any, TypeVar

from tengen._channel import open_channel
from tengen.v1 import environment_pb2

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Iterable, Mapping, Sequence

    import grpc

    from tengen.security import Security

Server = TypeVar("Server")

LOAD_SECONDS = 5.0
"""How long the reserved share of a server is remembered for sessions."""

ASK_SECONDS = 2.0
"""How long a server may take to report what is reserved. A slower one is not chosen."""

MOVE_MARGIN = 0.05
"""How much emptier than its server another one must be afterwards, for something to move there."""

SERVER_INFO = "/tengen.v1.EnvironmentService/GetServerInfo"

SHUFFLING_OPTIONS = (
    (
        "grpc.service_config",
        json.dumps({"loadBalancingConfig": [{"pick_first": {"shuffleAddressList": True}}]}),
    ),
    # gRPC stays at a server to which any channel of a shared pool is connected.
    ("grpc.use_local_subchannel_pool", 1),
    # By default gRPC resolves a name again after 30 s at the earliest.
    ("grpc.dns_min_time_between_resolutions_ms", 2000),
)
"""The options of a channel to a name that stands for several servers.

gRPC resolves the name for each channel, tries the addresses in random order, and stays at the first
that answers. When the connection ends, gRPC resolves the name again.
"""

SESSION = "session"
LANE = "lane"
TREE = "tree"

SESSION_MAKERS = frozenset({"CreateSession", "Restore", "ImportRecord"})
"""The RPCs that make a session at the server that they call."""


def reserved_share(memory: environment_pb2.MemoryInfo, kind: str, *, added_bytes: int = 0) -> float:
    """Returns the share of a server's memory that is reserved, from 0 to 1.

    It is that of the heap, or that of the kind, whichever is closer to its limit.

    Args:
      memory: What the server reports.
      kind: The kind, as in `MemoryUse.kind`.
      added_bytes: What something new of the kind would reserve.
    """
    reserved = sum(use.reserved_bytes for use in memory.uses if not use.is_direct)
    shares = [(reserved + added_bytes) / max(1, memory.max_heap_bytes)]
    shares += [
        (use.reserved_bytes + added_bytes) / max(1, use.max_bytes)
        for use in memory.uses
        if use.kind == kind
    ]
    return max(shares)


def is_worth_moving(
    here: environment_pb2.MemoryInfo,
    there: environment_pb2.MemoryInfo,
    kind: str,
    reserved_bytes: int,
) -> bool:
    """Returns whether something should move to another server.

    It should if the other server, with it, is emptier than its own server is now, by a margin. So a
    move always makes the fuller one of two servers emptier, and nothing moves forth and back.

    Args:
      here: What its server reports.
      there: What the other server reports.
      kind: What it needs memory for, as in `MemoryUse.kind`.
      reserved_bytes: What it has reserved.
    """
    after = reserved_share(there, kind, added_bytes=reserved_bytes)
    return after + MOVE_MARGIN < reserved_share(here, kind)


def ask(channels: Mapping[Server, grpc.Channel], kind: str) -> dict[Server, float]:
    """Returns the reserved share of the servers that report it in time.

    Args:
      channels: A channel to each server. All are asked at the same time.
      kind: What the memory is for, as in `MemoryUse.kind`.
    """
    memory = ask_memory(channels)
    return {server: reserved_share(report, kind) for server, report in memory.items()}


def ask_memory(channels: Mapping[Server, grpc.Channel]) -> dict[Server, environment_pb2.MemoryInfo]:
    """Returns the memory of the servers that report it in time.

    Args:
      channels: A channel to each server. All are asked at the same time.
    """
    calls: dict[Server, Any] = {}
    for server, channel in channels.items():
        method = channel.unary_unary(
            SERVER_INFO,
            environment_pb2.GetServerInfoRequest.SerializeToString,
            environment_pb2.GetServerInfoResponse.FromString,
        )
        request = environment_pb2.GetServerInfoRequest()
        calls[server] = method.future(request, timeout=ASK_SECONDS)
    return {
        server: call.result().memory
        for server, call in calls.items()
        # Waits for the end of the call.
        if call.exception() is None
    }


def emptier(servers: Sequence[Server], shares: Mapping[Server, float]) -> Server:
    """Returns the server with the smallest reserved share, of equal ones the first.

    A server without a share is the last choice.
    """
    return min(servers, key=lambda server: shares.get(server, math.inf))


def open_at_emptier(
    name: str, options: Sequence[tuple[str, Any]], security: Security | None, kind: str
) -> grpc.Channel:
    """Returns a new channel to one of the servers that a DNS name stands for.

    Args:
      name: The name, as `is_dns` accepts it.
      options: The options of a channel of gRPC.
      security: TLS and token. None: what the environment variables say.
      kind: What the server needs memory for, as in `MemoryUse.kind`.

    Raises:
      InvalidArgumentError: A file of TLS cannot be read, or a token would travel unencrypted.
    """
    all_options = (*options, *SHUFFLING_OPTIONS)
    # Each is at a server that gRPC has drawn, perhaps the same one.
    channels = [open_channel(name, all_options, security) for _ in range(2)]
    chosen = emptier(channels, ask({channel: channel for channel in channels}, kind))
    for channel in channels:
        if channel is not chosen:
            channel.close()
    return chosen


def emptier_address(
    addresses: Sequence[str], security: Security | None, kind: str, generator: random.Random
) -> str:
    """Returns the one of two drawn servers that has the smaller reserved share.

    Args:
      addresses: The addresses of the servers, two or more.
      security: TLS and token. None: what the environment variables say.
      kind: What the server needs memory for, as in `MemoryUse.kind`.
      generator: Draws the servers.
    """
    drawn = generator.sample(addresses, 2)
    memory = memory_of(drawn, security)
    return emptier(drawn, {each: reserved_share(memory[each], kind) for each in memory})


def memory_of(
    addresses: Iterable[str], security: Security | None
) -> dict[str, environment_pb2.MemoryInfo]:
    """Returns the memory of the servers that report it in time, over connections of its own.

    Raises:
      InvalidArgumentError: A file of TLS cannot be read, or a token would travel unencrypted.
    """
    channels = {address: open_channel(address, (), security) for address in addresses}
    try:
        return ask_memory(channels)
    finally:
        for channel in channels.values():
            channel.close()


class SessionPlacement:
    """Chooses the server of each new session of a client. Thread-safe.

    Args:
      channel_to: A function that returns the channel to a server.
      generator: Draws the servers.
    """

    def __init__(self, channel_to: Callable[[str], grpc.Channel], generator: random.Random) -> None:
        self._channel_to = channel_to
        self._generator = generator
        # The reserved share by server, and when it was reported.
        self._shares: dict[str, float] = {}
        self._asked_at: dict[str, float] = {}
        self._moved_at = -math.inf
        self._lock = threading.Lock()

    def choose(self, addresses: Sequence[str]) -> str:
        """Returns the one of two drawn servers that has the smaller reserved share.

        Args:
          addresses: The servers to draw from, one or more.
        """
        with self._lock:
            drawn = self._generator.sample(addresses, min(2, len(addresses)))
            oldest = time.monotonic() - LOAD_SECONDS
            unknown = [each for each in drawn if self._asked_at.get(each, oldest) <= oldest]
            if len(drawn) > 1 and unknown:
                shares = ask({address: self._channel_to(address) for address in unknown}, SESSION)
                for address in unknown:
                    self._shares[address] = shares.get(address, math.inf)
                    self._asked_at[address] = time.monotonic()
            return emptier(drawn, self._shares)

    def better(self, here: str, addresses: Sequence[str]) -> str | None:
        """Returns a server to which a session should move. None: it should stay.

        One session of a client moves in `LOAD_SECONDS` at most, so that clients that see an empty
        server do not fill it all at once.

        Args:
          here: The server that has the session.
          addresses: The servers to draw another one from.
        """
        others = [address for address in addresses if address != here]
        with self._lock:
            now = time.monotonic()
            if not others or now < self._moved_at + LOAD_SECONDS:
                return None
            self._moved_at = now
            there = self._generator.choice(others)
        memory = ask_memory({address: self._channel_to(address) for address in (here, there)})
        is_known = here in memory and there in memory
        is_better = is_known and is_worth_moving(memory[here], memory[there], SESSION, 0)
        return there if is_better else None
