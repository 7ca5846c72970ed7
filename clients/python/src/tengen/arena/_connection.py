"""An agent's connection to the arena: a stream that is reopened with exponential backoff."""

from __future__ import annotations

import logging
import random
import time
from typing import TYPE_CHECKING, Any

from tengen._retry import RetryPolicy
from tengen.arena._stream import PlayStream
from tengen.v1 import agent_pb2

if TYPE_CHECKING:
    import queue

    from tengen.errors import TengenError
    from tengen.security import Security

LOG = logging.getLogger("tengen.arena")

RECONNECT_BACKOFF = RetryPolicy(backoff_seconds=0.2, max_backoff_seconds=5.0)

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
"""Statuses that a retry cannot change. All others count as a lost connection."""


class Connection:
    """Joins the arena and rejoins it after the stream is lost.

    Args:
      address: The server's address.
      join: The first request of a new agent. A resume key is added when the agent rejoins.
      events: The queue that receives the events of the streams.
      reconnect_timeout_seconds: How long to retry without success before `lost` raises.
      security: TLS and token.

    Attributes:
      is_ended: Whether the exit of the process has closed the stream.
    """

    def __init__(
        self,
        address: str,
        join: agent_pb2.JoinArena,
        events: queue.SimpleQueue[Any],
        reconnect_timeout_seconds: float,
        security: Security,
    ) -> None:
        self._address = address
        self._security = security
        self._join = join
        self._events = events
        self._reconnect_timeout_seconds = reconnect_timeout_seconds
        # Not the program's global generator: drawing from it would change the program's results.
        self._random = random.Random()
        self.is_ended = False
        self._stream: PlayStream | None = None
        self._stream_count = 0
        self._resume_key = b""
        self._is_joined = False
        # Whether a failed attempt may have reached the arena, which then holds the agent's name.
        self._may_be_known = False
        self._attempt_count = 0
        self._lost_at_seconds = time.monotonic()
        self._retry_at_seconds: float | None = None

    @property
    def is_joined(self) -> bool:
        """Whether the arena has confirmed the agent on the current stream."""
        return self._is_joined

    def is_current(self, stream_number: int) -> bool:
        """Returns whether a stream is the current one, so that its events still count."""
        return self._stream is not None and self._stream.number == stream_number

    def open(self) -> None:
        """Opens a stream. Its outcome arrives as events."""
        self._retry_at_seconds = None
        self._stream_count += 1
        join = agent_pb2.JoinArena()
        join.CopyFrom(self._join)
        join.resume_key = self._resume_key
        self._stream = PlayStream(
            self._address, self._stream_count, join, self._events, self._security
        )

    def open_if_due(self) -> None:
        """Opens a stream if a retry is scheduled and its backoff has passed."""
        if self._retry_at_seconds is not None and time.monotonic() >= self._retry_at_seconds:
            self.open()

    def joined(self, message: agent_pb2.ArenaJoined) -> bool:
        """Records that the arena has confirmed the agent.

        Returns:
          Whether the agent resumed its old registration, so that its games continue.
        """
        is_resumed = self._resume_key == message.resume_key
        if self._attempt_count:
            LOG.info("connected to %s", self._address)
        self._resume_key = message.resume_key
        self._is_joined = True
        self._may_be_known = False
        self._attempt_count = 0
        return is_resumed

    def lost(self, error: TengenError) -> None:
        """Closes the stream and schedules a retry.

        Raises:
          TengenError: The error itself, if a retry cannot help or the reconnect timeout is over.
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
        delay_seconds = RECONNECT_BACKOFF.delay_seconds(self._attempt_count, self._random.random())
        deadline_seconds = self._lost_at_seconds + self._reconnect_timeout_seconds
        if time.monotonic() + delay_seconds > deadline_seconds:
            raise error
        if self._attempt_count == 1:
            LOG.warning("connection lost, retrying: %s", error)
        self._retry_at_seconds = time.monotonic() + delay_seconds

    def answer(self, game_id: str, move_number: int, action: int) -> None:
        """Sends an answer if the agent is joined; otherwise the arena repeats the turn later."""
        if self._is_joined and self._stream is not None:
            self._stream.answer(game_id, move_number, action)

    def close(self) -> None:
        """Closes the stream if there is one."""
        if self._stream is not None:
            self._stream.close()
            self._stream = None

    def _is_fatal(self, error: TengenError) -> bool:
        if error.reason == "AGENT_NAME_TAKEN":
            return not self._may_be_known
        if error.status == "RESOURCE_EXHAUSTED":
            return not self._resume_key
        return error.status in FATAL_STATUSES
