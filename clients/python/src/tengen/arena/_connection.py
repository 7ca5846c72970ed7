"""An agent's connection to the arena: a stream that is reopened with exponential backoff."""

from __future__ import annotations

import logging
import random
import time
from typing import TYPE_CHECKING, Any

from tengen._reach import Reach
from tengen._retry import RetryPolicy
from tengen.arena._stream import PlayStream
from tengen.v1 import agent_pb2

if TYPE_CHECKING:
    import queue

    from tengen.arena._key_file import KeyFile
    from tengen.errors import TengenError
    from tengen.security import Security

LOG = logging.getLogger("tengen.arena")

RECONNECT_BACKOFF = RetryPolicy(backoff_seconds=0.2, max_backoff_seconds=5.0)

RECONNECT_TIMEOUT_SECONDS = 300.0
"""How long to retry after a connection is lost, by default."""

NAME_TAKEN = "AGENT_NAME_TAKEN"

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
      name_wait_seconds: How long to wait for the name while another agent has it.
      key_file: The file that keeps the resume key. None: the key dies with this object.
      wait_seconds: How long to wait for a server on this machine that is not there yet.

    Attributes:
      is_ended: Whether the exit of the process has closed the stream, or the agent has left.
      has_left: Whether the arena has ended the stream without an error: the agent has asked to
        leave, or the arena is over.
    """

    def __init__(
        self,
        address: str,
        join: agent_pb2.JoinArena,
        events: queue.SimpleQueue[Any],
        reconnect_timeout_seconds: float,
        security: Security,
        *,
        name_wait_seconds: float = 0.0,
        key_file: KeyFile | None = None,
        wait_seconds: float = 0.0,
    ) -> None:
        self._address = address
        self._security = security
        self._join = join
        self._events = events
        self._reconnect_timeout_seconds = reconnect_timeout_seconds
        # Not the program's global generator: drawing from it would change the program's results.
        self._random = random.Random()
        self.is_ended = False
        self.has_left = False
        self._stream: PlayStream | None = None
        self._stream_count = 0
        self._name_wait_seconds = name_wait_seconds
        self._key_file = key_file
        self._absence_wait_seconds = wait_seconds
        self._reach = Reach(address, way="`wait_seconds` of `tengen.arena.serve`")
        self._resume_key = b"" if key_file is None else key_file.read()
        self._is_leaving = False
        self._uses_batches = False
        # The answers that wait for the end of the present events. No more than the open turns.
        self._answers: list[agent_pb2.TurnAnswer] = []
        # What the agent waits for, as its log says; empty while it is joined.
        self._awaited = ""
        self._was_joined = False
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
        LOG.info(
            "%s %s at %s; waiting for games",
            self._join.name,
            "has returned" if is_resumed else "has joined",
            self._address,
        )
        self._resume_key = message.resume_key
        if self._key_file is not None and not is_resumed:
            self._key_file.write(message.resume_key)
        self._is_joined = self._was_joined = True
        self._awaited = ""
        if self._is_leaving:
            self._send_leave()
        self._may_be_known = False
        self._attempt_count = 0
        self._uses_batches = message.uses_batches
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
        if error.status == "OK":
            self.is_ended = self.has_left = True
            if not self._is_leaving:
                LOG.info(
                    "%s has left: the tournament at %s is over", self._join.name, self._address
                )
            return
        is_absent = self._reach.is_absent(error)
        wait_seconds = self._absence_wait_seconds if is_absent else self._wait_seconds(error)
        if wait_seconds == 0 or self._is_fatal(error):
            raise error
        if self._is_joined:
            self._is_joined = False
            self._lost_at_seconds = time.monotonic()
        elif error.reason != NAME_TAKEN:
            self._may_be_known = True
        self._attempt_count += 1
        delay_seconds = RECONNECT_BACKOFF.delay_seconds(self._attempt_count, self._random.random())
        if time.monotonic() + delay_seconds > self._lost_at_seconds + wait_seconds:
            raise error
        awaited = "its name" if error.reason == NAME_TAKEN else self._address
        if awaited != self._awaited:
            LOG.warning(
                "%s waits up to %g s for %s: %s", self._join.name, wait_seconds, awaited, error
            )
        self._awaited = awaited
        self._retry_at_seconds = time.monotonic() + delay_seconds

    def answer(self, message: agent_pb2.TurnAnswer) -> None:
        """Sends an answer, at the latest at the next `flush`.

        While the agent is not joined it sends nothing: the arena repeats the turn later.
        """
        if not self._is_joined or self._stream is None:
            return
        if self._uses_batches:
            self._answers.append(message)
        else:
            self._stream.answer(message)

    def flush(self) -> None:
        """Sends the answers that wait for others to travel with."""
        if self._answers and self._stream is not None:
            self._stream.answer_all(self._answers)
            self._answers = []

    def leave(self) -> None:
        """Asks the arena for no further game. `is_ended` says when the last one is over."""
        self._is_leaving = True
        if self._is_joined:
            self._send_leave()

    def _send_leave(self) -> None:
        if self._stream is not None:
            self._stream.leave()

    def close(self) -> None:
        """Closes the stream if there is one."""
        self._answers = []
        if self._stream is not None:
            self._stream.close()
            self._stream = None

    def _wait_seconds(self, error: TengenError) -> float:
        """Returns how long after the loss of the connection to retry."""
        is_foreign = error.reason == NAME_TAKEN and not self._may_be_known
        return self._name_wait_seconds if is_foreign else self._reconnect_timeout_seconds

    def _is_fatal(self, error: TengenError) -> bool:
        if error.reason == NAME_TAKEN:
            return False
        if error.status == "RESOURCE_EXHAUSTED":
            return not self._was_joined
        return error.status in FATAL_STATUSES
