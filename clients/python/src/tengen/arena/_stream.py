"""An agent's stream to the arena, and the events that it produces."""

from __future__ import annotations

import os
import threading
import time
import weakref
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import grpc

from tengen._channel import open_channel
from tengen._request_queue import RequestQueue
from tengen._status import error_from_call
from tengen._stream import CHANNEL_OPTIONS, CLOSE_TIMEOUT_SECONDS, close_stream
from tengen._versions import explained
from tengen.errors import TengenError
from tengen.v1 import agent_pb2
from tengen.v1.arena_pb2_grpc import ArenaServiceStub

if TYPE_CHECKING:
    import queue
    from collections.abc import Iterator, Sequence

    from tengen.security import Security


@dataclass(frozen=True)
class Received:
    """The event of a received message.

    Attributes:
      stream_number: The number of the stream.
      response: The message.
      at_seconds: The time of receipt by `time.monotonic`.
    """

    stream_number: int
    response: agent_pb2.PlayResponse
    at_seconds: float


@dataclass(frozen=True)
class StreamEnded:
    """The event of a stream that has ended.

    Attributes:
      stream_number: The number of the stream.
      error: Why it ended.
    """

    stream_number: int
    error: TengenError


class PlayStream:
    """A bidirectional stream with its own connection. A thread puts received messages into a queue.

    Args:
      address: The server's address.
      number: The number that marks the events of this stream.
      join: The first request.
      events: The queue for the events: `Received`, and finally one `StreamEnded`.
      security: TLS and token.
    """

    def __init__(
        self,
        address: str,
        number: int,
        join: agent_pb2.JoinArena,
        events: queue.SimpleQueue[Any],
        security: Security,
    ) -> None:
        self.number = number
        self._requests: RequestQueue[agent_pb2.PlayRequest] = RequestQueue()
        channel = open_channel(address, CHANNEL_OPTIONS, security)
        call = ArenaServiceStub(channel).Play(self._requests)
        self._finalizer = weakref.finalize(
            self, close_stream, os.getpid(), self._requests, call, channel, []
        )
        self._requests.put(agent_pb2.PlayRequest(join=join))
        self._receiver = threading.Thread(
            target=receive,
            args=(address, number, channel, call, events),
            name="tengen-arena",
            daemon=True,
        )
        self._receiver.start()

    @property
    def is_open(self) -> bool:
        """Whether the stream is open here. The exit of the process closes it."""
        return self._finalizer.alive

    def answer(self, answer: agent_pb2.TurnAnswer) -> None:
        """Sends an answer without waiting for its receipt."""
        self._requests.put(agent_pb2.PlayRequest(answer=answer))

    def answer_all(self, answers: Sequence[agent_pb2.TurnAnswer]) -> None:
        """Sends answers to an arena that uses batches."""
        self._requests.put(agent_pb2.PlayRequest(answers=agent_pb2.TurnAnswers(answers=answers)))

    def leave(self) -> None:
        """Asks for no further game. The arena ends the stream after the last one."""
        self._requests.put(agent_pb2.PlayRequest(leave=agent_pb2.LeaveArena()))

    def close(self) -> None:
        """Closes the stream."""
        self._finalizer()
        self._receiver.join(CLOSE_TIMEOUT_SECONDS)


def receive(
    address: str,
    number: int,
    channel: grpc.Channel,
    call: Iterator[agent_pb2.PlayResponse],
    events: queue.SimpleQueue[Any],
) -> None:
    """Puts received messages into a queue until the stream ends."""
    try:
        for response in call:
            events.put(Received(number, response, time.monotonic()))
        error = TengenError("STREAM_ENDED", "the server closed the stream", "OK")
    except grpc.RpcError as failure:
        error = explained(error_from_call(failure, address, 0), "Play", channel, address)
    events.put(StreamEnded(number, error))
