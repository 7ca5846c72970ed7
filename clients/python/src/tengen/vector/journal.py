"""The stream of a vector environment whose boards are in a journal."""

from __future__ import annotations

import collections
import threading
import time
from typing import TYPE_CHECKING

from tengen._reach import Reach
from tengen.errors import TengenError
from tengen.v1 import batch_pb2 as pb
from tengen.vector.stream import BatchStream

if TYPE_CHECKING:
    from tengen.security import Security
    from tengen.vector.views import ResponseView

RESUME_TIMEOUT_SECONDS = 60.0
"""How long to try to resume a batch after its stream has broken: a server may have to restart."""

RESUME_ATTEMPT_SECONDS = 5.0
"""How long one attempt may take: a stream that was closed meanwhile begins no other one."""

RESUME_PAUSE_SECONDS = 0.1
"""The pause between two attempts."""


class JournaledStream:
    """The stream of a batch in a journal. A stream that breaks is replaced by a new one.

    The requests that the server may not have on disk are kept. After the stream has broken, the
    batch is resumed from its journal, these requests are sent again, and their responses, which are
    equal, are dropped if the caller has them already.

    One thread may send while another one receives. Only the process that created the stream may use
    it.

    Args:
      address: The server's address.
      request: The boards.
      name: The name of the journal.
      security: TLS and token. None: what the environment variables say.

    Attributes:
      is_resumed: Whether the journal existed when this object was created.
      sequence: The number of requests of the batch whose responses have been received.
      durable_sequence: The number of requests of the batch that are on disk.

    Raises:
      TengenError: The server has no store, or the journal has other boards.
    """

    def __init__(
        self, address: str, request: pb.OpenBatch, name: str, security: Security | None
    ) -> None:
        self._address = address
        self._request = request
        self._name = name
        self._security = security
        self._reach = Reach(address)
        # Guards the requests that are not on disk, and which stream they are sent on.
        self._lock = threading.Lock()
        self._closed = threading.Event()
        self._unsaved: collections.deque[tuple[int, pb.RunRequest]] = collections.deque()
        self._stream = self._open()
        self.sequence = self._stream.first_response.rest.journal.sequence
        self.durable_sequence = self.sequence
        self._sent = self.sequence

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
        """The server's address."""
        return self._address

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
            self._sent += 1
            self._unsaved.append((self._sent, request))
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
        resume = pb.ResumeBatch(journal=self._name, open=self._request, last_sequence=self.sequence)
        deadline_seconds = time.monotonic() + RESUME_TIMEOUT_SECONDS
        while True:
            try:
                stream = BatchStream(
                    self._address,
                    self._request,
                    self._security,
                    resume=resume,
                    timeout_seconds=RESUME_ATTEMPT_SECONDS,
                    reach=self._reach,
                )
                break
            except TengenError as error:
                is_over = time.monotonic() > deadline_seconds
                if is_over or not is_transient(error) or self._closed.wait(RESUME_PAUSE_SECONDS):
                    raise broken.lost_error(error) from None
        start = stream.first_response.rest.journal.sequence
        with self._lock:
            self._stream = stream
            if self._closed.is_set():
                stream.close()
            for sequence, request in self._unsaved:
                if sequence > start:
                    stream.send(request)

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
        stream.close()


def is_transient(error: TengenError) -> bool:
    """Whether the batch may be resumed after an error that ended its stream."""
    return error.status == "UNAVAILABLE" or error.reason == "STREAM_ENDED"
