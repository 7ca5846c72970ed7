"""The exceptions of failed calls."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tengen.enums import IllegalReason

if TYPE_CHECKING:
    from collections.abc import Mapping

    import numpy as np
    from numpy.typing import NDArray

__all__ = [
    "DeadlineExceededError",
    "EpisodeOverError",
    "IllegalActionError",
    "InvalidArgumentError",
    "LanesLostError",
    "LaunchError",
    "ResourceExhaustedError",
    "ServiceDisabledError",
    "SessionExpiredError",
    "SessionNotFoundError",
    "TengenError",
    "TreesLostError",
    "UnavailableError",
    "UndoUnavailableError",
    "VersionMismatchError",
    "WrongEpisodeError",
    "WrongMoveNumberError",
]


class TengenError(Exception):
    """A call failed. It changed nothing, unless the subclass documents otherwise.

    Attributes:
      reason: The reason code in UPPER_SNAKE_CASE, as in "SESSION_NOT_FOUND"; equal to the status if
        the server gave none.
      message: A sentence with the invalid value and what is allowed.
      status: The name of the gRPC status, as in "NOT_FOUND".
      metadata: The server's details: `field`, `value`, `allowed` and `repeats_move`, if they apply.
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
    """An argument is malformed or out of range. This includes an action that does not exist."""


class IllegalActionError(TengenError):
    """The rules forbid the action. The position is unchanged."""

    @property
    def illegal_reason(self) -> IllegalReason:
        """Why the action is illegal: OCCUPIED, SUICIDE, REPETITION or AGREEMENT."""
        return IllegalReason[self.reason]

    @property
    def repeats_move(self) -> int | None:
        """The number of the move after which the repeated position occurred, 0 for the start.

        None if the action is not a repetition.
        """
        value = self.metadata.get("repeats_move")
        return None if value is None else int(value)


class EpisodeOverError(TengenError):
    """The episode is over. It accepts no action until it is reset."""


class SessionNotFoundError(TengenError):
    """The session does not exist: it was never created, was closed, or has expired."""


class SessionExpiredError(SessionNotFoundError):
    """The session has expired: it was idle for its idle timeout.

    The server remembers the ids of expired sessions for an hour. Later it raises the base class.
    """


class WrongMoveNumberError(TengenError):
    """The episode is not at `expected_move_number`, because another client has moved."""


class WrongEpisodeError(TengenError):
    """The session is not in `expected_episode`, because another client has reset it."""


class UndoUnavailableError(TengenError):
    """No move can be taken back: there is none, or the task or the opponent does not allow it."""


class ResourceExhaustedError(TengenError):
    """A limit of the server is reached.

    Attributes:
      retry_after_seconds: The delay after which the server suggests a retry. None: no suggestion.
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


class ServiceDisabledError(TengenError):
    """The service, or the call, is off on this server. `ServerInfo.services` lists what is on."""

    @property
    def service(self) -> str:
        """The full name of the gRPC service, as in "tengen.v1.TreeService"."""
        return self.metadata.get("service", "")

    @property
    def how_to_enable(self) -> str:
        """How the operator of the server turns it on, as a sentence."""
        return self.metadata.get("how_to_enable", "")


class VersionMismatchError(TengenError):
    """The server does not know the call: it is older than this client, or newer.

    `reason` is SERVER_TOO_OLD or CLIENT_TOO_OLD, and names the side to update. If the numbers of
    both versions are equal, the server is the older build.
    """

    @property
    def client_version(self) -> str:
        """The version of this package, as in "0.1.0"."""
        return self.metadata.get("client_version", "")

    @property
    def server_version(self) -> str:
        """The version of the server; empty if it did not say."""
        return self.metadata.get("server_version", "")


class UnavailableError(TengenError):
    """No server answers, or the server is shutting down, until the deadline of the call.

    A mutating call whose request may have reached the server may have been executed. The message
    then says so, and how to find out, and the metadata has the `request_id` of the call if it has
    one. `Session.step` and other calls take that id to repeat the call safely.

    Attributes:
      is_refused: Whether nothing listens at the address. On this machine, a call then fails at once
        unless a server has answered the client before.
    """

    is_refused = False


class DeadlineExceededError(TengenError):
    """The deadline of the call expired. A mutating call may have been executed.

    Message and metadata are as for `UnavailableError`.
    """


class LanesLostError(TengenError):
    """A vector environment has lost the connection to a server, and the boards there.

    Call `reset` to start again with new boards. If the environment has other servers, their boards
    continue: see docs/guide/python-sharding.md.

    Attributes:
      lanes: The indices of the lost boards. None: all.
    """

    lanes: NDArray[np.int64] | None = None


class TreesLostError(TengenError):
    """The connection of a forest was lost, and all its trees with it. Open a new forest.

    The same error reports that a `tengen.search.Search` was lost, with all its positions.
    """


class GamesLostError(TengenError):
    """The connection of a self-play was lost, and its games in progress with it.

    `SelfPlay.save` returns states from which another self-play continues.
    """


class LaunchError(TengenError):
    """A local server cannot be started.

    `reason` is JAVA_NOT_FOUND, JAVA_TOO_OLD, JAR_NOT_FOUND, PYTHON_NOT_FOUND, START_FAILED,
    OTHER_JAR_RUNS, OTHER_TRANSPORT_RUNS, UNIX_SOCKET_UNSUPPORTED or NO_SOCKET_FOLDER; for a server
    inside this process also JPYPE_NOT_FOUND, SUBINTERPRETER, OTHER_JAVA_RUNS or FORKED.
    """
