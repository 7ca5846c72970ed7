"""The stream of a vector environment whose boards are in a journal."""

from __future__ import annotations

import collections
import random
import threading
import time
from typing import TYPE_CHECKING

from tengen._address import addresses_of, is_dns
from tengen._placement import LANE, memory_of, reserved_share
from tengen._reach import Reach
from tengen._retry import RetryPolicy
from tengen.errors import TengenError
from tengen.v1 import batch_pb2 as pb
from tengen.vector.rebalancing import Rebalancer
from tengen.vector.stream import BatchStream

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tengen.security import Security
    from tengen.vector.views import ResponseView

RESUME_TIMEOUT_SECONDS = 60.0
"""How long to try to resume a batch after its stream has broken: a server may have to restart."""

RESUME_ATTEMPT_SECONDS = 5.0
"""How long one attempt may take: a stream that was closed meanwhile begins no other one."""

RESUME_PAUSE_SECONDS = 0.1
"""The pause between two attempts, or after each server was asked."""

ONE_ATTEMPT = RetryPolicy(max_attempts=1)

FOREIGN_REASONS = frozenset({"JOURNAL_NOT_FOUND", "SERVICE_DISABLED"})
"""The reasons by which a server shows that it does not have the store of the journal."""


class JournaledStream:
    """The stream of a batch in a journal. A stream that breaks is replaced by a new one.

    The requests that the server may not have on disk are kept. After the stream has broken, the
    batch is resumed from its journal, these requests are sent again, and their responses, which are
    equal, are dropped if the caller has them already.

    Of several servers, another one than that of the broken stream is asked first, the emptier of
    two that are drawn. A server that drains has written the states of all boards by then.

    One thread may send while another one receives. Only the process that created the stream may use
    it.

    Args:
      address: The server's address, or those of several servers with a common store.
      request: The boards.
      name: The name of the journal.
      security: TLS and token. None: what the environment variables say.
      others: The addresses of other servers, which may have the same store. They are asked for the
        journal by its id.
      rebalance: Whether to move to an emptier server: between two requests, after the first one has
        answered all that it has got.

    Attributes:
      is_resumed: Whether the journal existed when this object was created.
      sequence: The number of requests of the batch whose responses have been received.
      durable_sequence: The number of requests of the batch that are on disk.

    Raises:
      TengenError: The server has no store, or the journal has other boards.
    """

    def __init__(
        self,
        address: str,
        request: pb.OpenBatch,
        name: str,
        security: Security | None,
        *,
        others: Sequence[str] = (),
        rebalance: bool = False,
    ) -> None:
        self._address = address
        self._request = request
        self._name = name
        self._security = security
        self._reach = Reach(address)
        # Not the program's global generator: drawing from it would change the program's results.
        self._generator = random.Random()
        # Guards the requests that are not on disk, and which stream they are sent on.
        self._lock = threading.Lock()
        self._closed = threading.Event()
        self._unsaved: collections.deque[tuple[int, pb.RunRequest]] = collections.deque()
        self._stream = self._open()
        position = self._stream.first_response.rest.journal
        self._journal_id = position.journal_id
        self._reserved_bytes = position.reserved_bytes
        self.sequence = position.sequence
        self.durable_sequence = self.sequence
        self._sent = self.sequence
        # A server of an earlier version has no ids.
        known = [each for other in others for each in addresses_of(other)]
        self._others = known if self._journal_id else []
        self._target: str | None = None
        servers = [*addresses_of(address), *self._others]
        self._rebalancer = (
            Rebalancer(servers, security, lambda: (self.address, self._reserved_bytes))
            if rebalance and len(servers) > 1
            else None
        )

    def _open(self) -> BatchStream:
        resume = pb.ResumeBatch(journal=self._name, open=self._request)
        try:
            stream = BatchStream(
                self._address, self._request, self._security, resume=resume, reach=self._reach
            )
        except TengenError as error:
            if error.reason != "JOURNAL_NOT_FOUND":
                raise
            request = pb.OpenBatch()
            request.CopyFrom(self._request)
            request.journal.name = self._name
            self.is_resumed = False
            return BatchStream(self._address, request, self._security, reach=self._reach)
        self.is_resumed = True
        return stream

    @property
    def address(self) -> str:
        """The address of the server that has the boards."""
        return self._stream.address

    @property
    def layout(self) -> pb.BatchLayout:
        """The layout of rows in responses."""
        return self._stream.layout

    @property
    def is_own(self) -> bool:
        """Whether this process created the stream. False in a forked child."""
        return self._stream.is_own

    @property
    def is_lost(self) -> bool:
        """Whether the stream is known to have ended."""
        return self._stream.is_lost

    def check(self) -> None:
        """Raises LanesLostError if the stream is known to have ended."""
        self._stream.check()

    def send(self, request: pb.RunRequest) -> None:
        """Sends a request without waiting for its response."""
        with self._lock:
            if self._target is None and self._rebalancer is not None:
                self._target = self._rebalancer.take_target()
                if self._target is not None:
                    self._stream.leave()
            self._sent += 1
            self._unsaved.append((self._sent, request))
            if self._target is None:
                self._stream.send(request)

    def receive(self) -> ResponseView:
        """Waits for the response to the oldest pending request, and returns it.

        Raises:
          LanesLostError: The stream has broken, and the batch cannot be resumed.
        """
        while True:
            try:
                response = self._stream.receive()
            except TengenError as error:
                if not is_transient(error):
                    raise
                self._resume()
                continue
            position = response.rest.journal
            self.durable_sequence = max(self.durable_sequence, position.durable_sequence)
            with self._lock:
                while self._unsaved and self._unsaved[0][0] <= self.durable_sequence:
                    self._unsaved.popleft()
            if position.sequence > self.sequence:
                self.sequence = position.sequence
                return response

    def _resume(self) -> None:
        """Resumes the batch on a new stream, and sends again what the server does not have."""
        broken = self._stream
        stream = self._opened_again(broken)
        position = stream.first_response.rest.journal
        self._reserved_bytes = position.reserved_bytes
        with self._lock:
            self._stream = stream
            self._target = None
            if self._closed.is_set():
                stream.close()
            for sequence, request in self._unsaved:
                if sequence > position.sequence:
                    stream.send(request)

    def _opened_again(self, broken: BatchStream) -> BatchStream:
        """Returns a new stream of the batch.

        Raises:
          LanesLostError: No server has resumed the batch.
        """
        deadline_seconds = time.monotonic() + RESUME_TIMEOUT_SECONDS
        servers = self._servers(broken.address)
        while True:
            for address in list(servers):
                try:
                    return self._resumed_at(address, is_only=len(servers) == 1)
                except TengenError as error:
                    cause = error
                if cause.reason in FOREIGN_REASONS and address in self._others:
                    self._others.remove(address)
                    servers.remove(address)
                elif not (is_transient(cause) or self._may_be_elsewhere(cause, servers)):
                    raise broken.lost_error(cause) from None
                if self._closed.is_set():
                    raise broken.lost_error(cause) from None
            is_over = time.monotonic() > deadline_seconds
            if is_over or self._closed.wait(RESUME_PAUSE_SECONDS):
                raise broken.lost_error(cause) from None

    @staticmethod
    def _may_be_elsewhere(error: TengenError, servers: Sequence[str]) -> bool:
        """Whether another server may have the room that one lacks."""
        return error.status == "RESOURCE_EXHAUSTED" and len(servers) > 1

    def _resumed_at(self, address: str, *, is_only: bool) -> BatchStream:
        resume = pb.ResumeBatch(
            journal=self._name,
            open=self._request,
            last_sequence=self.sequence,
            journal_id=self._journal_id,
        )
        return BatchStream(
            address,
            self._request,
            self._security,
            resume=resume,
            timeout_seconds=RESUME_ATTEMPT_SECONDS,
            retry=None if is_only else ONE_ATTEMPT,
            reach=self._reach,
        )

    def _servers(self, broken: str) -> list[str]:
        """Returns the servers to ask for the batch, in order: that of the broken stream last."""
        if is_dns(self._address):
            return [self._address]
        known = [*addresses_of(self._address), *self._others]
        others = [address for address in known if address != broken]
        self._generator.shuffle(others)
        if self._target in others:
            others.sort(key=lambda address: address != self._target)
        elif len(others) > 1:
            others[:2] = self._emptier_first(others[:2])
        return [*others, broken]

    def _emptier_first(self, servers: Sequence[str]) -> list[str]:
        memory = memory_of(servers, self._security)
        shares = {address: reserved_share(memory[address], LANE) for address in memory}
        return sorted(servers, key=lambda address: shares.get(address, 2.0))

    def finish(self) -> None:
        """Ends the batch, removes its journal, and closes the stream. No request may be pending.

        Raises:
          LanesLostError: The stream has broken. The journal may still exist.
        """
        self._stream.send(pb.RunRequest(end=pb.EndBatch()))
        self._stream.receive()
        self.close()

    def close(self) -> None:
        """Closes the stream. The journal stays. This method is idempotent."""
        with self._lock:
            self._closed.set()
            stream = self._stream
        if self._rebalancer is not None:
            self._rebalancer.close()
        stream.close()


def is_transient(error: TengenError) -> bool:
    """Whether the batch may be resumed after an error that ended its stream."""
    return error.status == "UNAVAILABLE" or error.reason == "STREAM_ENDED"
