"""The boards of one server, and the thread that receives their answers."""

from __future__ import annotations

import collections
import threading
from typing import TYPE_CHECKING

from tengen._stream import CLOSE_TIMEOUT_SECONDS
from tengen.errors import TengenError
from tengen.vector.answers import Answer, MessageExchange
from tengen.vector.journal import JournaledStream, is_transient
from tengen.vector.sharded.reopened import NO_LANES, Piece, Plan, ReopenedLanes
from tengen.vector.sharded.servers import named

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from tengen.v1 import batch_pb2 as pb
    from tengen.vector.link import OpenedBatch
    from tengen.vector.requests import ResetRequest, StepRequest
    from tengen.vector.sharded.servers import Servers


class ShardRequest:
    """What a server has to do for a request.

    Attributes:
      messages: The messages, with the numbers that boards have at this server.
      rows: For each message, the rows of the whole message that it has.
      keys: For each message, the index of the whole message in the request.
      plans: How each message is answered.
      answers: The answers to the messages. None: they have not been received.
    """

    def __init__(self) -> None:
        self.messages: list[StepRequest | ResetRequest] = []
        self.rows: list[NDArray[np.int64]] = []
        self.keys: list[int] = []
        self.plans: list[Plan] = []
        self.answers: list[Answer] | None = None


class Shard:
    """The boards of one server. A thread receives the answers, and opens lost boards again.

    All shards of a link share a condition, which guards their state and reports its changes.
    Methods must be called with it held, unless their documentation says otherwise.

    Args:
      servers: Opens the boards.
      address: The server that should have the boards.
      boards: The boards, by their numbers in the environment.
      request: The boards as a request.
      journal: The name of their journal. None: they end with the stream.
      rebalance: Whether boards in a journal move to an emptier server.
      reopened: The states of boards that move to another server if they are lost. None: they stay
        lost.
      changed: The condition.

    Attributes:
      boards: As above.
      batch: The batch that the server has opened. None: it is being opened.
      error: Why the boards are lost, or could not be opened. None: they are not lost.
    """

    def __init__(
        self,
        servers: Servers,
        *,
        address: str,
        boards: range,
        request: pb.OpenBatch,
        journal: str | None,
        rebalance: bool,
        reopened: ReopenedLanes | None,
        changed: threading.Condition,
    ) -> None:
        self._servers = servers
        self._home = address
        self._request = request
        self._journal = journal
        self._rebalance = rebalance
        self._reopened = reopened
        self._changed = changed
        self._requests: collections.deque[ShardRequest] = collections.deque()
        self._exchange: MessageExchange | None = None
        self._thread: threading.Thread | None = None
        self._is_closed = False
        self._address = address
        self.boards = boards
        self.batch: OpenedBatch | None = None
        self.error: Exception | None = None

    @property
    def address(self) -> str:
        """The server that has the boards."""
        journal = self.journal
        return self._address if journal is None else journal.address

    @property
    def opened(self) -> OpenedBatch:
        """The batch, which has been opened."""
        assert self.batch is not None
        return self.batch

    @property
    def journal(self) -> JournaledStream | None:
        """The stream of the boards if they are in a journal."""
        stream = None if self.batch is None else self.batch.stream
        return stream if isinstance(stream, JournaledStream) else None

    @property
    def journal_name(self) -> str | None:
        """The name of the journal. None: the boards end with the stream."""
        return self._journal

    @property
    def is_busy(self) -> bool:
        """Whether the boards are being opened."""
        return self.batch is None and self.error is None

    def start(self, *, is_again: bool, is_elsewhere: bool = False) -> None:
        """Starts to open the boards. `batch` or `error` is set when that has ended.

        Args:
          is_again: Whether the boards were lost, so that their server may be restarting, and
            another one may take them if they are not in a journal.
          is_elsewhere: Whether to ask the other servers first.
        """
        self.batch = self._exchange = self.error = None
        self._requests.clear()
        self._thread = threading.Thread(
            target=self._run,
            args=(is_again, is_elsewhere),
            name=f"tengen boards {self.boards.start} to {self.boards.stop - 1}",
            daemon=True,
        )
        self._thread.start()

    def send(self, request: ShardRequest) -> None:
        """Sends a request, or keeps it until the boards have been opened at another server."""
        self._requests.append(request)
        if self._exchange is not None:
            self._send(request, self._exchange)
        self._changed.notify_all()

    def release(self) -> None:
        """Removes the oldest request, whose answers are not in use any more."""
        self._requests.popleft()
        self._changed.notify_all()

    def close(self) -> None:
        """Closes the boards at the server. Call it without the condition."""
        with self._changed:
            self._is_closed = True
            self._changed.notify_all()
            batch, thread = self.batch, self._thread
        if batch is not None:
            batch.stream.close()
        if thread is not None and thread is not threading.current_thread():
            thread.join(CLOSE_TIMEOUT_SECONDS)

    def _run(self, is_again: bool, is_elsewhere: bool) -> None:
        try:
            self._open(is_again, is_elsewhere)
            while self._receive():
                pass
        except Exception as error:  # The thread of the caller raises it.
            with self._changed:
                self._exchange = None
                self.error = error
                self._changed.notify_all()

    def _open(self, is_again: bool, is_elsewhere: bool) -> None:
        if self._journal is not None or not is_again:
            batch = self._servers.open(
                self._home,
                self.boards,
                self._request,
                journal=self._journal,
                rebalance=self._rebalance,
                is_restarting=is_again,
            )
            self._take(self._home, batch)
            return
        others = self._servers.others(self._home)
        addresses = [*others, self._home] if is_elsewhere else [self._home, *others]
        self._take(*self._open_at_one_of(addresses))

    def _open_at_one_of(self, addresses: list[str]) -> tuple[str, OpenedBatch]:
        return self._servers.open_at_one_of(addresses, self.boards, self._request, self._pause)

    def _take(self, address: str, batch: OpenedBatch) -> None:
        """Takes a batch over, and sends the requests that wait for it."""
        with self._changed:
            if self._is_closed:
                batch.stream.close()
                return
            self._address = address
            self.batch = batch
            self._exchange = MessageExchange(batch.stream)
            for request in self._requests:
                if request.answers is None:
                    self._send(request, self._exchange)
            self._changed.notify_all()

    def _send(self, request: ShardRequest, exchange: MessageExchange) -> None:
        if self._reopened is None:
            request.plans = [
                Plan(message.lanes, [Piece(NO_LANES, message)]) for message in request.messages
            ]
        else:
            request.plans = [self._reopened.plan(message) for message in request.messages]
        for plan in request.plans:
            for message in plan.messages:
                exchange.send(message)

    def _receive(self) -> bool:
        """Waits for the next request, and receives its answers. Returns False at the end."""
        with self._changed:
            self._changed.wait_for(lambda: self._is_closed or self._has_request())
            exchange = self._exchange
            if self._is_closed or exchange is None:
                return False
            request = self._requests[0]
            plans = request.plans
        try:
            answers = [self._answer(plan, exchange) for plan in plans]
        except TengenError as error:
            if self._is_closed:
                return False
            named(error, self.address, self.boards)
            if self._reopened is None or not is_transient(error):
                raise
            self._reopen(self._reopened, error)
            return True
        with self._changed:
            request.answers = answers
            self._changed.notify_all()
        return True

    def _has_request(self) -> bool:
        return bool(self._requests) and self._requests[0].answers is None

    def _answer(self, plan: Plan, exchange: MessageExchange) -> Answer:
        received = [exchange.receive() for _ in plan.messages]
        return received[0] if self._reopened is None else self._reopened.answer(plan, received)

    def _reopen(self, reopened: ReopenedLanes, cause: TengenError) -> None:
        """Opens the boards at another server, or at the same one if there is no other."""
        with self._changed:
            self._exchange = None
            if not reopened.lose():
                raise cause
        try:
            self._take(*self._open_at_one_of([*self._servers.others(self.address), self.address]))
        except TengenError as error:
            cause.message += f"; no server takes the boards: {error.message}"
            raise cause from None

    def _pause(self, seconds: float) -> bool:
        with self._changed:
            return self._changed.wait_for(lambda: self._is_closed, seconds)
