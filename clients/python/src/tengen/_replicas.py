"""Several servers that share a store: which has a session, and which is called if one fails."""

from __future__ import annotations

import collections
import itertools
import threading
import time
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

import grpc

from tengen._channel import open_channel
from tengen._closing import CloseOnExit
from tengen._placement import SESSION_MAKERS, SessionPlacement
from tengen._status import code_of

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Iterator, Sequence
    from collections.abc import Set as AbstractSet

    from tengen.errors import TengenError
    from tengen.security import Security

UNREACHABLE_HEADER = "tengen-unreachable"
"""The header that names the servers that the client could not reach."""

ELSEWHERE = "SESSION_ELSEWHERE"
"""The reason if another server has the session; `owner` in the metadata is its address."""

STORE_FAILED = "STORE_FAILED"
"""The reason if a server has lost its store. It answers, and may be well again in a moment."""

FAULT_REASONS = frozenset({"UNAVAILABLE", "SHUTTING_DOWN", STORE_FAILED})
"""The reasons of UNAVAILABLE after which another server may do better."""

THINKING_RPCS = frozenset({"ChooseAction", "SolvePosition", "AnalyzeRace"})
"""The calls in which a server thinks, so that a late answer is no fault."""

EPISODE_START = "Reset"
"""The call with which a session may move to an emptier server."""

SUSPICION_SECONDS = 2.0
"""How long calls avoid a server that did not answer."""

TAKEOVER_SECONDS = 2.0
"""The least time for an attempt in which the server may have to take the session."""

MAX_HOPS = 4
"""How many servers in a row may name another one before the call waits."""

MAX_KNOWN_SESSIONS = 65_536
"""Of how many sessions the server is remembered; the least recently called is forgotten first."""


class Choice(NamedTuple):
    """The server to call.

    Attributes:
      address: Its address.
      is_heir: Whether that server is well but may have to take the session from one of the others.
      unreachable: The other servers that did not answer, for the header of the call.
    """

    address: str
    is_heir: bool
    unreachable: tuple[str, ...]


class AnswerTimes:
    """How long answers take, from which the timeout of an attempt follows as in TCP (RFC 6298).

    So servers that are slow, because they lack processor time, are not taken for dead. Not
    thread-safe.
    """

    MAX_FACTOR = 16.0
    """The timeout is at most so many times the one that the caller chose."""

    def __init__(self) -> None:
        self._mean: float | None = None
        self._deviation = 0.0

    def add(self, seconds: float) -> None:
        """Adds the time of an answer."""
        if self._mean is None:
            self._mean, self._deviation = seconds, seconds / 2
        else:
            self._deviation += (abs(seconds - self._mean) - self._deviation) / 4
            self._mean += (seconds - self._mean) / 8

    def timeout(self, least: float) -> float:
        """Returns the timeout of an attempt, in seconds: `least`, or more if answers are slow."""
        usual = 0.0 if self._mean is None else self._mean + 4 * self._deviation
        return max(least, min(usual, least * self.MAX_FACTOR))


class ReplicaTable:
    """What a client knows about its servers. Thread-safe.

    Args:
      addresses: The addresses of the servers, two or more.
      generator: Draws the server that is preferred at first.

    Attributes:
      addresses: As above.
    """

    def __init__(self, addresses: Sequence[str], generator: random.Random) -> None:
        self.addresses = tuple(addresses)
        self._preferred = generator.choice(self.addresses)
        self._owners: collections.OrderedDict[str, str] = collections.OrderedDict()
        self._suspected_at: dict[str, float] = {}
        self._times = AnswerTimes()
        self._lock = threading.Lock()

    def after(self, address: str) -> str:
        """Returns the server that follows `address`."""
        return self.addresses[(self.addresses.index(address) + 1) % len(self.addresses)]

    def choose(self, session_id: str, owner: str | None, failed: AbstractSet[str]) -> Choice:
        """Chooses a server for a call.

        Args:
          session_id: The session. Empty: the call is not on one.
          owner: The server that another one has named. None: none has.
          failed: The servers that have failed in this call.
        """
        with self._lock:
            known = self._owners.get(session_id)
            oldest = time.monotonic() - SUSPICION_SECONDS
            suspects = {a: since for a, since in self._suspected_at.items() if since > oldest}
            self._suspected_at = suspects
            unreachable = [a for a in self.addresses if a in failed or a in suspects]
            if owner is None:
                owner = self._reachable(session_id, failed, unreachable)
        others = tuple(address for address in unreachable if address != owner)
        is_heir = others != () and owner not in unreachable and owner != known
        return Choice(owner, is_heir, others)

    def _reachable(
        self, session_id: str, failed: AbstractSet[str], unreachable: Sequence[str]
    ) -> str:
        start = self.addresses.index(self._owners.get(session_id, self._preferred))
        order = self.addresses[start:] + self.addresses[:start]
        for address in order:
            if address not in unreachable:
                return address
        # Each is suspected: the one whose fault is the oldest may be back.
        untried = [address for address in order if address not in failed]
        return min(untried, key=lambda a: self._suspected_at.get(a, 0.0), default=order[0])

    def attempt_seconds(self, least_seconds: float) -> float:
        """Returns the timeout of an attempt: `least_seconds`, or more if the servers are slow."""
        with self._lock:
            return self._times.timeout(least_seconds)

    def owner(self, session_id: str) -> str | None:
        """Returns the server that has answered for a session last. None: it is not known."""
        with self._lock:
            return self._owners.get(session_id)

    def reachable(self) -> list[str]:
        """Returns the servers that are not suspected, or all if each is."""
        with self._lock:
            oldest = time.monotonic() - SUSPICION_SECONDS
            reachable = [a for a in self.addresses if self._suspected_at.get(a, oldest) <= oldest]
            return reachable or list(self.addresses)

    def prefer(self, address: str) -> None:
        """Lets the next calls that are not on a session go to a server."""
        with self._lock:
            self._preferred = address

    def answered(self, address: str, session_id: str, seconds: float | None = None) -> None:
        """Notes that a server has answered a call on a session.

        Args:
          address: The server.
          session_id: The session. Empty: none.
          seconds: How long the answer took. None: that says nothing about the server.
        """
        with self._lock:
            if seconds is not None:
                self._times.add(seconds)
            self._suspected_at.pop(address, None)
            if session_id:
                self._owners[session_id] = address
                self._owners.move_to_end(session_id)
                if len(self._owners) > MAX_KNOWN_SESSIONS:
                    self._owners.popitem(last=False)

    def failed(self, address: str) -> None:
        """Notes that a server has failed."""
        with self._lock:
            self._suspected_at[address] = time.monotonic()
            if self._preferred == address:
                self._preferred = self.after(address)


class Route:
    """The way of one call between servers. Not thread-safe.

    A server that has not got the session names the one that has, which gets the next attempt. A
    server that fails is reported to the next one in a header, so that the next one takes its
    session. A server also fails if it does not answer in time, which doubles with each such failure
    of the call, so that slow servers do not pass a session between them for ever.

    Args:
      table: What the client knows.
      rpc: The name of the RPC.
      request: The request.
      attempt_seconds: How long an attempt may take, if the servers are not known to be slow.
      move: The server that has the session, and the one that should take it. None: it stays.

    Attributes:
      choice: The server of the next attempt.
    """

    def __init__(
        self,
        table: ReplicaTable,
        rpc: str,
        request: Any,
        attempt_seconds: float,
        *,
        move: tuple[str, str] | None = None,
    ) -> None:
        self._table = table
        self._session_id = session_id_of(request)
        self._is_thinking = rpc in THINKING_RPCS
        self._attempt_seconds = table.attempt_seconds(attempt_seconds)
        self._started: float | None = None
        self._failed: set[str] = set()
        self._hop_count = 0
        if move is None:
            self.choice = table.choose(self._session_id, None, self._failed)
        else:
            # Servers hand a session over to one that a client can reach.
            here, there = move
            self._failed.add(here)
            self.choice = Choice(there, is_heir=True, unreachable=(here,))

    def timeout_seconds(self, left_seconds: float) -> float:
        """Returns the timeout of the next attempt of a call that may take `left_seconds`."""
        if self._is_thinking:
            return left_seconds
        self._started = None if self.choice.is_heir else time.monotonic()
        least_seconds = TAKEOVER_SECONDS if self.choice.is_heir else 0.0
        return min(left_seconds, max(self._attempt_seconds, least_seconds))

    def metadata(self) -> tuple[tuple[str, str], ...]:
        """Returns the headers of the next attempt."""
        unreachable = self.choice.unreachable
        return ((UNREACHABLE_HEADER, ",".join(unreachable)),) if unreachable else ()

    def answered(self, response: Any) -> None:
        """Notes the response of the last attempt."""
        session_id = self._session_id or session_id_of(response)
        seconds = None if self._started is None else time.monotonic() - self._started
        self._table.answered(self.choice.address, session_id, seconds)

    def is_over(self, error: TengenError) -> bool:
        """Returns whether another attempt cannot help against the error of the last one."""
        if error.status == "UNAVAILABLE":
            return error.reason != ELSEWHERE and error.reason not in FAULT_REASONS
        return error.status != "DEADLINE_EXCEEDED" or self._is_thinking

    def retries_at_once(self, error: TengenError) -> bool:
        """Chooses the server of the next attempt, and returns whether it starts without backoff.

        Args:
          error: The error of the last attempt, for which `is_over` is false.
        """
        if error.reason == ELSEWHERE:
            owner, is_immediate = self._follow(error.metadata.get("owner", ""))
        else:
            owner, is_immediate = None, self._avoid(error)
        self.choice = self._table.choose(self._session_id, owner, self._failed)
        return is_immediate

    def _follow(self, named: str) -> tuple[str, bool]:
        """Returns the server to call. An address that the caller did not give gets no call."""
        is_failed = named in self._failed
        if is_failed:
            owner = self.choice.address  # It has not got the session yet.
        elif named in self._table.addresses:
            owner = named
        else:
            owner = self._table.after(self.choice.address)  # It may be the named one.
        self._hop_count += 1
        if self._hop_count <= MAX_HOPS:
            return owner, not is_failed
        self._hop_count = 0
        self._failed.clear()
        return owner, False

    def _avoid(self, error: TengenError) -> bool:
        if error.status == "DEADLINE_EXCEEDED":
            self._attempt_seconds *= 2.0
        if error.reason != STORE_FAILED:
            self._table.failed(self.choice.address)
        self._failed.add(self.choice.address)
        if len(self._failed) < len(self._table.addresses):
            return True
        self._failed.clear()
        return False


def session_id_of(message: Any) -> str:
    """Returns the id of the session that a request or a response is about; empty if none is."""
    for holder in (message, getattr(message, "session", None), getattr(message, "position", None)):
        session_id: str = getattr(holder, "session_id", "")
        if session_id:
            return session_id
    return ""


class ReplicaMethod:
    """A method at several servers. A call of it makes one attempt, at the server that is chosen.

    Args:
      table: What the client knows.
      rpc: The name of the RPC.
      method_at: A function that returns the method at an address.
      placement: Chooses the server of a new session.
      rebalance: Whether sessions move to an emptier server when an episode begins.
    """

    def __init__(
        self,
        table: ReplicaTable,
        rpc: str,
        method_at: Callable[[str], Any],
        placement: SessionPlacement,
        *,
        rebalance: bool = False,
    ) -> None:
        self._table = table
        self._rpc = rpc
        self._method_at = method_at
        self._placement = placement
        self._rebalance = rebalance and rpc == EPISODE_START

    def route(self, request: Any, attempt_seconds: float) -> Route:
        """Returns the way of a call. If it makes a session, it begins at an empty server."""
        if self._rpc in SESSION_MAKERS:
            self._table.prefer(self._placement.choose(self._table.reachable()))
        move = self._move_of(request) if self._rebalance else None
        return Route(self._table, self._rpc, request, attempt_seconds, move=move)

    def _move_of(self, request: Any) -> tuple[str, str] | None:
        """Returns from where to where the session of a call moves. None: it stays."""
        here = self._table.owner(session_id_of(request))
        if here is None:
            return None
        there = self._placement.better(here, self._table.reachable())
        return None if there is None else (here, there)

    def attempt(self, route: Route, request: Any, timeout: float | None = None) -> Any:
        """Makes the next attempt of a call."""
        method = self._method_at(route.choice.address)
        return method(request, timeout=timeout, metadata=route.metadata())

    def __call__(self, request: Any, timeout: float | None = None) -> Any:
        """Makes a call with one attempt."""
        route = self.route(request, 0.0)
        try:
            return self.attempt(route, request, timeout)
        except grpc.RpcError as error:
            if code_of(error) in (grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.DEADLINE_EXCEEDED):
                self._table.failed(route.choice.address)
            raise


class ReplicaStream:
    """The responses of a server-streaming call, of which the first shows that it was accepted.

    Args:
      call: The call.
    """

    def __init__(self, call: Any) -> None:
        self._call = call
        self._first: list[Any] = []

    def open(self) -> None:
        """Waits for the first response, if there is one.

        Raises:
          grpc.RpcError: The call failed.
        """
        self._first.extend(itertools.islice(self._call, 1))

    def __iter__(self) -> Iterator[Any]:
        yield from self._first
        yield from self._call

    def cancel(self) -> None:
        """Cancels the call."""
        self._call.cancel()


class ReplicaChannel(CloseOnExit, grpc.Channel):
    """A channel to several servers. Each has a channel of its own, opened when needed.

    Its methods are of the type `ReplicaMethod`. Thread-safe.

    Args:
      table: What the client knows.
      options: The options of a channel of gRPC.
      security: TLS and token, the same for each server.
      generator: Draws the servers that may get a new session.
      rebalance: Whether sessions move to an emptier server when an episode begins.
    """

    def __init__(
        self,
        table: ReplicaTable,
        options: Sequence[tuple[str, Any]],
        security: Security | None,
        generator: random.Random,
        *,
        rebalance: bool = False,
    ) -> None:
        self._table = table
        self._rebalance = rebalance
        self._placement = SessionPlacement(self._channel, generator)
        self._options = options
        self._security = security
        self._channels: dict[str, grpc.Channel] = {}
        self._lock = threading.Lock()
        self._is_closed = False

    def _channel(self, address: str) -> grpc.Channel:
        with self._lock:
            if self._is_closed:
                raise ValueError("the channel is closed")
            if address not in self._channels:
                self._channels[address] = open_channel(address, self._options, self._security)
            return self._channels[address]

    def _method(self, kind: str, path: str, arguments: Any, keywords: Any) -> ReplicaMethod:
        methods: dict[str, Any] = {}

        def method_at(address: str) -> Any:
            if address not in methods:
                make = getattr(self._channel(address), kind)
                methods[address] = make(path, *arguments, **keywords)
            return methods[address]

        rpc = path.rpartition("/")[2]
        return ReplicaMethod(
            self._table, rpc, method_at, self._placement, rebalance=self._rebalance
        )

    def unary_unary(self, method: str, *arguments: Any, **keywords: Any) -> Any:
        """Returns a method with one request and one response."""
        return self._method("unary_unary", method, arguments, keywords)

    def unary_stream(self, method: str, *arguments: Any, **keywords: Any) -> Any:
        """Returns a method with one request and many responses."""
        return self._method("unary_stream", method, arguments, keywords)

    def stream_stream(self, method: str, *arguments: Any, **keywords: Any) -> Any:
        """Returns a method with many requests and many responses."""
        return self._method("stream_stream", method, arguments, keywords)

    def stream_unary(self, *_: Any, **__: Any) -> NoReturn:
        """Raises NotImplementedError: no call has many requests and one response."""
        raise NotImplementedError

    def subscribe(self, *_: Any, **__: Any) -> NoReturn:
        """Raises NotImplementedError: the channels have states of their own."""
        raise NotImplementedError

    def unsubscribe(self, *_: Any, **__: Any) -> NoReturn:
        """Raises NotImplementedError: see `subscribe`."""
        raise NotImplementedError

    def close(self) -> None:
        """Closes the channels."""
        with self._lock:
            self._is_closed = True
            for channel in self._channels.values():
                channel.close()
