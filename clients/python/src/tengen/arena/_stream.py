"""An agent's stream to the arena."""

from __future__ import annotations

import os
import queue
import threading
import time
import weakref
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import grpc

from tengen._status import error_of
from tengen._stream import CHANNEL_OPTIONS, END_SECONDS, end_stream, sent
from tengen.errors import TengenError
from tengen.v1 import agent_pb2
from tengen.v1.arena_pb2_grpc import ArenaServiceStub

if TYPE_CHECKING:
    from collections.abc import Iterator


@dataclass(frozen=True)
class Received:
    """A message has come.

    Attributes:
      stream_number: Which stream it came on.
      response: The message.
      at_seconds: When, by `time.monotonic`.
    """

    stream_number: int
    response: agent_pb2.PlayResponse
    at_seconds: float


@dataclass(frozen=True)
class StreamEnded:
    """A stream has ended.

    Attributes:
      stream_number: Which.
      error: Why.
    """

    stream_number: int
    error: TengenError


class PlayStream:
    """A stream with a connection of its own. A thread puts what comes into a queue.

    Args:
      address: The server's address.
      number: Tells its events from those of other streams.
      join: The first request.
      events: Where events go, `Received` and at last `StreamEnded`.
    """

    def __init__(
        self,
        address: str,
        number: int,
        join: agent_pb2.JoinArena,
        events: queue.SimpleQueue[Any],
    ) -> None:
        self.number = number
        self._requests: queue.SimpleQueue[agent_pb2.PlayRequest | None] = queue.SimpleQueue()
        channel = grpc.insecure_channel(address, options=CHANNEL_OPTIONS)
        senders: list[threading.Thread] = []
        call = ArenaServiceStub(channel).Play(sent(self._requests, senders))
        self._finalizer = weakref.finalize(
            self, end_stream, os.getpid(), self._requests, senders, call, channel
        )
        self._requests.put(agent_pb2.PlayRequest(join=join))
        self._receiver = threading.Thread(
            target=receive, args=(address, number, call, events), name="tengen-arena", daemon=True
        )
        self._receiver.start()

    @property
    def is_open(self) -> bool:
        """Whether nobody has closed it here; the end of the process does."""
        return self._finalizer.alive

    def answer(self, game_id: str, move_number: int, action: int) -> None:
        """Sends an answer. It is not waited for."""
        answer = agent_pb2.TurnAnswer(game_id=game_id, move_number=move_number, action=action)
        self._requests.put(agent_pb2.PlayRequest(answer=answer))

    def close(self) -> None:
        """Ends the stream."""
        self._finalizer()
        self._receiver.join(END_SECONDS)


def receive(
    address: str,
    number: int,
    call: Iterator[agent_pb2.PlayResponse],
    events: queue.SimpleQueue[Any],
) -> None:
    """Puts what comes into a queue, until the stream ends."""
    try:
        for response in call:
            events.put(Received(number, response, time.monotonic()))
        error = TengenError("STREAM_ENDED", "the server has ended the stream", "OK")
    except grpc.RpcError as failure:
        error = error_of(failure, address, 0)
    events.put(StreamEnded(number, error))
