"""The stream of one batch: requests out, answers in."""

from __future__ import annotations

import os
import queue
import weakref

import grpc

from tengen._status import error_of
from tengen.errors import LanesLostError, TengenError
from tengen.v1 import batch_pb2 as pb
from tengen.v1.batch_pb2_grpc import BatchServiceStub

CHANNEL_OPTIONS = (
    # The client chose how many lanes there are, so it can take an answer for all of them.
    ("grpc.max_receive_message_length", -1),
    ("grpc.max_send_message_length", -1),
    # A machine that has gone without a word is noticed within these two times. Servers of ours take
    # a ping every ten seconds.
    ("grpc.keepalive_time_ms", 20_000),
    ("grpc.keepalive_timeout_ms", 10_000),
    ("grpc.http2.max_pings_without_data", 0),
    # Each stream has a connection of its own, and does not wait for another one's bulk.
    ("grpc.use_local_subchannel_pool", 1),
)


class BatchStream:
    """A batch at the server for as long as its stream lasts.

    It is used by one thread at a time, and by the process that made it alone.

    Attributes:
      layout: How rows are laid out.
    """

    def __init__(self, address: str, request: pb.OpenBatch) -> None:
        self._address = address
        self._lane_count = request.lane_count
        self._process_id = os.getpid()
        self._requests: queue.SimpleQueue[pb.RunRequest | None] = queue.SimpleQueue()
        self._sent_count = 0
        self._received_count = 0
        # Why the stream has ended.
        self._cause: TengenError | None = None
        channel = grpc.insecure_channel(address, options=CHANNEL_OPTIONS)
        self._call = BatchServiceStub(channel).Run(iter(self._requests.get, None))
        self._finalizer = weakref.finalize(
            self, end_stream, self._process_id, self._requests, self._call, channel
        )
        self.send(pb.RunRequest(open=request))
        try:
            self.layout = self._next().layout
        except TengenError:
            self.close()
            raise

    @property
    def is_own(self) -> bool:
        """Whether this process made the stream; not so in a forked child."""
        return self._process_id == os.getpid()

    @property
    def is_lost(self) -> bool:
        """Whether the stream is known to have ended."""
        return self._cause is not None

    def check(self) -> None:
        """Raises LanesLostError where the stream is known to have ended."""
        if self._cause is not None:
            raise self._lost(self._cause)

    def send(self, request: pb.RunRequest) -> None:
        """Sends a request. It is not waited for."""
        self._sent_count += 1
        request.sequence = self._sent_count
        self._requests.put(request)

    def receive(self) -> pb.RunResponse:
        """Waits for the answer to the oldest request that has none yet.

        Raises:
          LanesLostError: The stream has ended, and the lanes with it.
        """
        try:
            return self._next()
        except TengenError as error:
            self._cause = error
            self.close()
            raise self._lost(error) from None

    def close(self) -> None:
        """Ends the stream, and with it the batch. In a forked child it does nothing."""
        self._finalizer()

    def _next(self) -> pb.RunResponse:
        try:
            response = next(self._call)
        except grpc.RpcError as error:
            raise error_of(error, self._address, 0) from None
        except StopIteration:
            detail = "the server has ended the stream"
            raise TengenError("STREAM_ENDED", detail, "OK") from None
        self._received_count += 1
        if response.sequence != self._received_count:
            detail = f"answer {response.sequence} has come in place of {self._received_count}"
            raise TengenError("WRONG_SEQUENCE", detail, "INTERNAL")
        return response

    def _lost(self, cause: TengenError) -> LanesLostError:
        message = f"all {self._lane_count} boards are gone: {cause.message}"
        return LanesLostError(cause.reason, message, cause.status, metadata=cause.metadata)


def end_stream(
    process_id: int,
    requests: queue.SimpleQueue[pb.RunRequest | None],
    call: grpc.RpcContext,
    channel: grpc.Channel,
) -> None:
    """Ends a stream in the process that made it."""
    if process_id == os.getpid():
        requests.put(None)
        call.cancel()
        channel.close()
