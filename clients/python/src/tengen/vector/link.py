"""The link of a vector environment to its boards at a server.

A vector environment sends its requests to a link, and receives the answers from it. `ServerLink` is
the link to one server. `tengen.vector.sharded` has the link to several servers.
"""

from __future__ import annotations

import collections
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, Protocol

from tengen._address import transport_of
from tengen._caller_names import errors_named
from tengen._client_cache import shared_client
from tengen._stream import OPEN_TIMEOUT_SECONDS
from tengen.vector.direct import exchange_of
from tengen.vector.journal import JournaledStream
from tengen.vector.shared_memory import asking_for_memory
from tengen.vector.stream import BatchStream

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from tengen._caller_names import Argument
    from tengen.security import Security
    from tengen.server_info import EncodingSpec
    from tengen.v1 import batch_pb2 as pb
    from tengen.v1 import spec_pb2
    from tengen.vector.answers import Answer
    from tengen.vector.requests import ResetRequest, StepRequest


class BoardServer(NamedTuple):
    """A server, and the boards that it has.

    Attributes:
      address: The address of the server.
      boards: The indices of the boards.
    """

    address: str
    boards: range


class Received(NamedTuple):
    """The answers to a request of a vector environment.

    Attributes:
      position: The index of the request among those whose answers were not received, oldest first.
      answers: The answers to its messages, in their order.
      lost: The boards of the request that were lost with their server and opened at another one,
        which is reported once. None: no board.
    """

    position: int
    answers: list[Answer]
    lost: NDArray[np.int64] | None = None


class BoardLink(Protocol):
    """What a vector environment needs from the server or the servers of its boards.

    A board has at most one request in flight. Not thread-safe.
    """

    @property
    def layout(self) -> pb.BatchLayout:
        """The layout of the rows of answers. Its specs are those of `board_specs`."""

    @property
    def encoding(self) -> EncodingSpec:
        """The encoding of observations."""

    @property
    def board_specs(self) -> list[spec_pb2.EnvironmentSpec]:
        """The complete spec of each board, or one for all."""

    @property
    def servers(self) -> tuple[BoardServer, ...]:
        """The servers, in the order of their boards."""

    @property
    def transport(self) -> str:
        """How the server is reached, as `transport_of` returns it."""

    @property
    def is_own(self) -> bool:
        """Whether this process created the link. False in a forked child."""

    @property
    def is_lost(self) -> bool:
        """Whether any board is known to be lost."""

    @property
    def is_resumed(self) -> bool:
        """Whether the boards were in a journal when this link was created."""

    @property
    def sequence(self) -> int:
        """The number of requests of the journal whose answers were received; 0 without one."""

    @property
    def durable_sequence(self) -> int:
        """The number of requests of the journal that are on disk; 0 without one."""

    def check(self, lanes: NDArray[np.int64] | None) -> None:
        """Checks that boards, or all boards if None, are not known to be lost.

        Raises:
          LanesLostError: Some are. Their requests have been dropped.
        """

    def reopen(self, lanes: NDArray[np.int64]) -> None:
        """Makes sure that boards can be reset: opens those that are lost again, if it can.

        Raises:
          LanesLostError: Some boards are lost. Their requests have been dropped.
        """

    def send(self, messages: Sequence[StepRequest | ResetRequest]) -> None:
        """Sends a request, which has one message or more, without waiting for its answers."""

    def receive(self) -> Received:
        """Waits for the answers to the oldest request that can be answered, and returns them.

        There must be a request. The rows of the answers are valid until the next call of `send` or
        `receive`.

        Raises:
          LanesLostError: Boards are lost. Their requests have been dropped; a request that also has
            other boards continues with these.
        """

    def finish(self) -> None:
        """Ends the batch, removes its journal if it has one, and closes the link.

        Raises:
          LanesLostError: The connection was lost. The journal may still exist.
        """

    def close(self) -> None:
        """Closes the link. This method is idempotent."""


@dataclass(frozen=True)
class OpenedBatch:
    """A batch that a server has opened.

    Attributes:
      stream: Its stream.
      encoding: The encoding of its observations, as the server describes it.
      version: The version of the server.
    """

    stream: BatchStream | JournaledStream
    encoding: EncodingSpec
    version: str


@dataclass(frozen=True)
class BatchOpener:
    """Opens the batches of a vector environment.

    Attributes:
      encoding: The encoding of observations.
      names: The names of the caller's arguments by the fields that they become, for errors.
    """

    encoding: str
    names: Mapping[str, Argument]

    def open(
        self,
        address: str | None,
        security: Security | None,
        request: pb.OpenBatch,
        *,
        journal: str | None = None,
        others: Sequence[str] = (),
        rebalance: bool = False,
        memory_rows: int = 0,
        is_restarting: bool = False,
    ) -> OpenedBatch:
        """Opens a batch at a server, or resumes it from its journal.

        Args:
          address: The server's address. None: the server that the process has started.
          security: TLS and token. None: what the environment variables say.
          request: The boards.
          journal: The name of their journal. None: they end with the stream.
          others: Other servers that may have the store of the journal.
          rebalance: Whether boards in a journal move to an emptier server.
          memory_rows: The number of boards in each request, for which the server should share
            memory if it can. 0: it should not.
          is_restarting: Whether to wait for the server, which may be restarting.

        Raises:
          TengenError: The server does not answer, or refuses the boards.
        """
        client = shared_client(address, security)
        if is_restarting and address is not None:
            client.wait_until_ready(OPEN_TIMEOUT_SECONDS)
        with errors_named(self.names, "lane_arguments"):
            info = client.server_info(self.encoding)
            encoding = info.encoding(self.encoding)
            assert encoding is not None
            stream: BatchStream | JournaledStream
            if journal is None:
                if memory_rows:
                    request = asking_for_memory(request, client.address, memory_rows)
                stream = BatchStream(client.address, request, security)
            else:
                stream = JournaledStream(
                    client.address, request, journal, security, others=others, rebalance=rebalance
                )
        return OpenedBatch(stream, encoding, info.version)


class ServerLink:
    """The link to one server. See `BoardLink`.

    Args:
      batch: The batch, which this object closes.
      lane_count: The number of boards.
    """

    def __init__(self, batch: OpenedBatch, lane_count: int) -> None:
        self._stream = batch.stream
        self._lane_count = lane_count
        self._exchange = exchange_of(batch.stream)
        self._message_counts: collections.deque[int] = collections.deque()
        self.layout = batch.stream.layout
        self.encoding = batch.encoding

    @property
    def board_specs(self) -> list[spec_pb2.EnvironmentSpec]:
        """The complete spec of each board, or one for all."""
        return list(self.layout.specs)

    @property
    def servers(self) -> tuple[BoardServer, ...]:
        """The server, which has all boards."""
        return (BoardServer(self._stream.address, range(self._lane_count)),)

    @property
    def transport(self) -> str:
        """How the server is reached."""
        return transport_of(self._stream.address)

    @property
    def is_own(self) -> bool:
        """Whether this process created the link. False in a forked child."""
        return self._stream.is_own

    @property
    def is_lost(self) -> bool:
        """Whether the boards are known to be lost."""
        return self._stream.is_lost

    @property
    def is_resumed(self) -> bool:
        """Whether the boards were in a journal when this link was created."""
        return isinstance(self._stream, JournaledStream) and self._stream.is_resumed

    @property
    def sequence(self) -> int:
        """The number of requests of the journal whose answers were received; 0 without one."""
        return self._stream.sequence if isinstance(self._stream, JournaledStream) else 0

    @property
    def durable_sequence(self) -> int:
        """The number of requests of the journal that are on disk; 0 without one."""
        return self._stream.durable_sequence if isinstance(self._stream, JournaledStream) else 0

    def check(self, lanes: NDArray[np.int64] | None) -> None:  # noqa: ARG002 - all have one stream.
        """Raises LanesLostError if the boards are known to be lost."""
        self._stream.check()

    def reopen(self, lanes: NDArray[np.int64]) -> None:
        """Raises LanesLostError if the boards are known to be lost: some alone cannot be opened."""
        self.check(lanes)

    def send(self, messages: Sequence[StepRequest | ResetRequest]) -> None:
        """Sends a request without waiting for its answers."""
        for message in messages:
            self._exchange.send(message)
        self._message_counts.append(len(messages))

    def receive(self) -> Received:
        """Waits for the answers to the oldest request, and returns them.

        Raises:
          LanesLostError: The connection was lost.
        """
        answers = [self._exchange.receive() for _ in range(self._message_counts[0])]
        self._message_counts.popleft()
        return Received(0, answers)

    def finish(self) -> None:
        """Removes the journal, if there is one, and closes the link.

        Raises:
          LanesLostError: The connection was lost. The journal may still exist.
        """
        if isinstance(self._stream, JournaledStream):
            self._stream.finish()
        self.close()

    def close(self) -> None:
        """Closes the boards at the server."""
        self._stream.close()


@dataclass(frozen=True)
class OneServer:
    """Opens links to one server.

    Attributes:
      opener: Opens the batch.
      address: The server's address. None: the server that the process has started.
      security: TLS and token. None: what the environment variables say.
      request: The boards.
      journal: The name of their journal. None: they end with the link.
      rebalance: Whether boards in a journal move to an emptier one of several servers.
      batch_size: The number of boards in each request.
    """

    opener: BatchOpener
    address: str | None
    security: Security | None
    request: pb.OpenBatch
    journal: str | None
    rebalance: bool
    batch_size: int

    def open(self, *, is_again: bool) -> ServerLink:
        """Returns a new link.

        Args:
          is_again: Whether an earlier link was lost, so that the server may be restarting.

        Raises:
          TengenError: The server does not answer, or refuses the boards.
        """
        batch = self.opener.open(
            self.address,
            self.security,
            self.request,
            journal=self.journal,
            rebalance=self.rebalance,
            memory_rows=self.batch_size,
            is_restarting=is_again,
        )
        return ServerLink(batch, self.request.lane_count)
