"""The errors that a server's refusal, or its silence, is raised as."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tengen.enums import IllegalReason

if TYPE_CHECKING:
    from collections.abc import Mapping


class TengenError(Exception):
    """A call failed. It changed nothing, unless the class says otherwise.

    Attributes:
      reason: Why, in UPPER_SNAKE_CASE, as in "SESSION_NOT_FOUND"; the status where none was given.
      message: One sentence for people, with the bad value and what is allowed.
      status: Name of the gRPC status, as in "NOT_FOUND".
      metadata: What the server added: `field`, `value`, `allowed`, `repeats_move` where they apply.
    """

    def __init__(
        self, reason: str, message: str, status: str, *, metadata: Mapping[str, str] | None = None
    ) -> None:
        super().__init__(reason, message, status)
        self.reason = reason
        self.message = message
        self.status = status
        self.metadata = dict(metadata or {})

    def __str__(self) -> str:
        if self.reason == self.status:
            return f"{self.message} ({self.status})"
        return f"{self.message} ({self.status} / {self.reason})"


class InvalidArgumentError(TengenError):
    """A value is malformed or outside its range; an action that does not exist is one of these."""


class IllegalActionError(TengenError):
    """The rules forbid the action. The position is unchanged."""

    @property
    def illegal_reason(self) -> IllegalReason:
        """Why: OCCUPIED, SUICIDE, REPETITION or AGREEMENT."""
        return IllegalReason[self.reason]

    @property
    def repeats_move(self) -> int | None:
        """For a repetition, the move after which the forbidden position stood, 0 for the start."""
        value = self.metadata.get("repeats_move")
        return None if value is None else int(value)


class EpisodeOverError(TengenError):
    """The episode is over and takes no action until it is reset."""


class SessionNotFoundError(TengenError):
    """The session was never made, was closed, or expired unused."""


class WrongMoveNumberError(TengenError):
    """The episode is not at `expected_move_number`: somebody else has moved."""


class ResourceExhaustedError(TengenError):
    """A limit of the server is reached.

    Attributes:
      retry_after_seconds: When the server suggests to try again; None where it does not say.
    """

    def __init__(
        self,
        reason: str,
        message: str,
        status: str,
        *,
        metadata: Mapping[str, str] | None = None,
        retry_after_seconds: float | None = None,
    ) -> None:
        super().__init__(reason, message, status, metadata=metadata)
        self.retry_after_seconds = retry_after_seconds


class UnavailableError(TengenError):
    """No server answers, or it is going down.

    A changing call may or may not have been carried out.
    """


class DeadlineExceededError(TengenError):
    """No answer came in time. A changing call may or may not have been carried out."""


class LanesLostError(TengenError):
    """The connection of a vector environment has ended, and all its boards with it.

    `reset` starts again with new ones.
    """


class TreesLostError(TengenError):
    """The connection of a forest has ended, and all its trees with it."""


class LaunchError(TengenError):
    """A server on this machine cannot be started.

    `reason` is JAVA_NOT_FOUND, JAVA_TOO_OLD, JAR_NOT_FOUND, PYTHON_NOT_FOUND, START_FAILED or
    OTHER_JAR_RUNS.
    """
