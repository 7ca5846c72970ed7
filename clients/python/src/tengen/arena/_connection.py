"""An agent's connection to the arena: streams, one after another, with pauses that grow."""

from __future__ import annotations

import logging
import random
import time
from typing import TYPE_CHECKING, Any

from tengen._transport import RetryPolicy
from tengen.arena._stream import PlayStream
from tengen.v1 import agent_pb2

if TYPE_CHECKING:
    import queue

    from tengen.errors import TengenError

LOG = logging.getLogger("tengen.arena")

PAUSES = RetryPolicy(backoff_seconds=0.2, max_backoff_seconds=5.0)

FATAL_STATUSES = frozenset(
    {
        "FAILED_PRECONDITION",
        "INVALID_ARGUMENT",
        "NOT_FOUND",
        "PERMISSION_DENIED",
        "UNAUTHENTICATED",
        "UNIMPLEMENTED",
    }
)
"""Statuses that another attempt does not change. All others are taken for a lost connection."""


class Connection:
    """Comes to the arena, and comes back after the stream was lost.

    Args:
      address: The server's address.
      join: The first request of the agent when it comes for the first time.
      events: Where the events of streams go.
      patience_seconds: How long it tries on without being let in.

    Attributes:
      is_ended: Whether the end of the process has closed the stream.
    """

    def __init__(
        self,
        address: str,
        join: agent_pb2.JoinArena,
        events: queue.SimpleQueue[Any],
        patience_seconds: float,
    ) -> None:
        self._address = address
        self._join = join
        self._events = events
        self._patience_seconds = patience_seconds
        # Not the random numbers of the program: drawing from those would change its results.
        self._random = random.Random()
        self.is_ended = False
        self._stream: PlayStream | None = None
        self._stream_count = 0
        self._resume_key = b""
        self._is_joined = False
        # Whether an attempt has failed after which the arena may know the agent by another key.
        self._may_be_known = False
        self._attempt_count = 0
        self._lost_at_seconds = time.monotonic()
        self._retry_at_seconds: float | None = None

    @property
    def is_joined(self) -> bool:
        """Whether the arena knows the agent, and listens to it."""
        return self._is_joined

    def is_current(self, stream_number: int) -> bool:
        """Returns whether the events of a stream still count."""
        return self._stream is not None and self._stream.number == stream_number

    def open(self) -> None:
        """Begins a stream. What comes of it is told by its events."""
        self._retry_at_seconds = None
        self._stream_count += 1
        join = agent_pb2.JoinArena()
        join.CopyFrom(self._join)
        join.resume_key = self._resume_key
        self._stream = PlayStream(self._address, self._stream_count, join, self._events)

    def open_if_due(self) -> None:
        """Begins a stream where there is none and the pause is over."""
        if self._retry_at_seconds is not None and time.monotonic() >= self._retry_at_seconds:
            self.open()

    def joined(self, message: agent_pb2.ArenaJoined) -> bool:
        """Notes that the arena knows the agent.

        Returns:
          Whether it has known it all along, and with it the games in hand.
        """
        is_back = self._resume_key == message.resume_key
        if self._attempt_count:
            LOG.info("connected to %s", self._address)
        self._resume_key = message.resume_key
        self._is_joined = True
        self._may_be_known = False
        self._attempt_count = 0
        return is_back

    def lost(self, error: TengenError) -> None:
        """Ends the stream, and has another one begin after a pause.

        Raises:
          TengenError: The error, where it is no use to try again.
        """
        self.is_ended = self._stream is not None and not self._stream.is_open
        self.close()
        if self.is_ended:
            return
        if self._is_fatal(error):
            raise error
        if self._is_joined:
            self._is_joined = False
            self._lost_at_seconds = time.monotonic()
        else:
            self._may_be_known = True
        self._attempt_count += 1
        pause_seconds = PAUSES.pause_seconds(self._attempt_count, self._random.random())
        if time.monotonic() + pause_seconds > self._lost_at_seconds + self._patience_seconds:
            raise error
        if self._attempt_count == 1:
            LOG.warning("no connection; trying again: %s", error)
        self._retry_at_seconds = time.monotonic() + pause_seconds

    def answer(self, game_id: str, move_number: int, action: int) -> None:
        """Sends an answer, if the arena listens; else it asks again."""
        if self._is_joined and self._stream is not None:
            self._stream.answer(game_id, move_number, action)

    def close(self) -> None:
        """Ends the stream, where there is one."""
        if self._stream is not None:
            self._stream.close()
            self._stream = None

    def _is_fatal(self, error: TengenError) -> bool:
        if error.reason == "AGENT_NAME_TAKEN":
            return not self._may_be_known
        if error.status == "RESOURCE_EXHAUSTED":
            return not self._resume_key
        return error.status in FATAL_STATUSES
