"""When a failed call is retried: the one schedule of this package."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tengen import _arguments as arguments
from tengen.errors import ResourceExhaustedError

if TYPE_CHECKING:
    import random
    from collections.abc import Set as AbstractSet

    from tengen.errors import TengenError

READ_RETRIES = frozenset({"UNAVAILABLE"})
"""The statuses after which a read-only call is retried."""

CHANGE_RETRIES = frozenset({"UNAVAILABLE", "DEADLINE_EXCEEDED"})
"""The statuses after which a mutating call is retried, with the same request id."""

WAIT_RETRIES = CHANGE_RETRIES
"""The statuses after which a server is asked again whether it is ready."""

NOT_READY = "NOT_READY"
"""The reason of UNAVAILABLE if a server answers and reports that it is not ready."""

TRANSIENT_REASONS = frozenset({"UNAVAILABLE", "SHUTTING_DOWN", "ANSWER_LOST", NOT_READY})
"""The reasons of UNAVAILABLE that another attempt may not meet; the first if there is no other."""

REPLICA_ATTEMPT_SECONDS = 0.4
"""How long one of several servers may take to answer, unless the policy has another time."""

LAST_ATTEMPT_SECONDS = 0.1
"""How long before the deadline the last attempt starts, if backoff would pass the deadline."""


@dataclass(frozen=True)
class RetryPolicy:
    """How calls are retried, with exponential backoff and jitter, until their deadline has passed.

    A call is retried if no server answers, if the connection is lost, or if the server is shutting
    down. Calls that an overloaded server refuses (SERVER_OVERLOADED) are retried, too, after at
    least the delay that the server asks for. All attempts of a mutating call have the same request
    id, so that the server executes it only once.

    Attributes:
      max_attempts: The maximum number of attempts, including the first, 1 or more. None: as many as
        fit into the deadline of the call.
      attempt_timeout_seconds: The timeout of one attempt of a mutating call, above 0. None: half of
        the deadline of the call. The last of `max_attempts`, and every attempt of a read-only call,
        may take all the remaining time. With several servers, it is how long one of them may take
        to answer before the call, also a read-only one, goes to another; None is then 0.4 seconds,
        and each attempt that takes longer doubles it for the call. It grows to 16 times as much
        while the servers answer slowly.
      backoff_seconds: The maximum delay before the second attempt, above 0. It doubles with each
        attempt. The actual delay is random between half of the maximum and the maximum.
      max_backoff_seconds: The upper bound of the maximum delay, above 0.

    Raises:
      TypeError: A value is of the wrong type.
      InvalidArgumentError: A value is out of range.
    """

    max_attempts: int | None = None
    attempt_timeout_seconds: float | None = None
    backoff_seconds: float = 0.1
    max_backoff_seconds: float = 2.0

    def __post_init__(self) -> None:
        if (
            self.max_attempts is not None
            and arguments.integer("max_attempts", self.max_attempts, arguments.INT32) < 1
        ):
            raise arguments.invalid_value("max_attempts", self.max_attempts, "is below 1")
        if self.attempt_timeout_seconds is not None:
            arguments.positive_seconds("attempt_timeout_seconds", self.attempt_timeout_seconds)
        arguments.positive_seconds("backoff_seconds", self.backoff_seconds)
        arguments.positive_seconds("max_backoff_seconds", self.max_backoff_seconds)

    def delay_seconds(self, attempt: int, fraction: float) -> float:
        """Returns the delay after a failed attempt.

        Args:
          attempt: The number of the failed attempt, from 1.
          fraction: A random number in [0, 1) for the jitter.
        """
        maximum = min(self.max_backoff_seconds, self.backoff_seconds * 2.0 ** min(attempt - 1, 64))
        return maximum * (0.5 + 0.5 * fraction)


def more_telling(last: TengenError, retried: TengenError | None) -> TengenError:
    """Returns the error of several attempts that says more.

    Args:
      last: The error of the last attempt.
      retried: The error of the attempt before it. None: there was only one attempt.
    """
    # If the deadline passed during the last, short attempt, the error before it says more.
    is_late = last.status == "DEADLINE_EXCEEDED" and retried is not None
    return retried if is_late and retried is not None else last


class RetrySchedule:
    """The attempts of one call: one deadline for all of them, and backoff between them.

    Not thread-safe.

    Args:
      policy: The retry policy.
      timeout_seconds: How long the call may take, all attempts together.
      retryable: The statuses after which the call is retried.
      generator: The source of the jitter.

    Attributes:
      timeout_seconds: As above.
      attempt_count: The number of attempts that have failed.
    """

    def __init__(
        self,
        policy: RetryPolicy,
        timeout_seconds: float,
        retryable: AbstractSet[str],
        generator: random.Random,
    ) -> None:
        self._policy = policy
        self._retryable = retryable
        self._random = generator
        self._deadline_seconds = time.monotonic() + timeout_seconds
        self._refusal_count = 0
        self.timeout_seconds = timeout_seconds
        self.attempt_count = 0

    def left_seconds(self) -> float:
        """Returns the time until the deadline, at least 0."""
        return max(self._deadline_seconds - time.monotonic(), 0.0)

    def attempt_timeout_seconds(self, max_seconds: float) -> float:
        """Returns the timeout of the next attempt: at most `max_seconds`, unless it is the last."""
        left_seconds = self.left_seconds()
        return left_seconds if self._is_last() else min(left_seconds, max_seconds)

    def delay_seconds_after(
        self, error: TengenError, *, is_transient: bool = False
    ) -> float | None:
        """Counts a failed attempt, and returns how long to wait before the next one.

        Args:
          error: Why the attempt failed.
          is_transient: Whether another attempt may not meet the error, for any reason.

        Returns:
          The delay in seconds. None: the call has failed with this error.
        """
        is_last = self._is_last()
        self.attempt_count += 1
        if is_last:
            return None
        delay_seconds = self._policy.delay_seconds(self.attempt_count, self._random.random())
        left_seconds = self.left_seconds()
        if isinstance(error, ResourceExhaustedError) and error.reason == "SERVER_OVERLOADED":
            delay_seconds = max(delay_seconds, self._refusal_delay_seconds(error))
            return delay_seconds if delay_seconds < left_seconds else None
        if not (is_transient or self._is_transient(error)):
            return None
        # The last attempt starts before the deadline, so that the call uses its time.
        delay_seconds = min(delay_seconds, left_seconds - LAST_ATTEMPT_SECONDS)
        return delay_seconds if delay_seconds > 0 else None

    def has_next(self) -> bool:
        """Counts a failed attempt, and returns whether another one may start at once."""
        is_last = self._is_last()
        self.attempt_count += 1
        return not is_last and self.left_seconds() > 0.0

    def failure(self, last: TengenError, retried: TengenError | None) -> TengenError:
        """Returns the error of the call.

        Args:
          last: The error of the last attempt.
          retried: The error of the attempt before it. None: there was only one attempt.
        """
        error = more_telling(last, retried)
        if error.reason == "UNAVAILABLE" and self.attempt_count > 1:
            error.message += f"; tried {self.attempt_count} times"
        return error

    def _refusal_delay_seconds(self, error: ResourceExhaustedError) -> float:
        """Returns the delay that an overloaded server asks for. Each further refusal doubles it."""
        asked_seconds = error.retry_after_seconds or 0.0
        doubled_seconds = asked_seconds * 2.0 ** min(self._refusal_count, 64)
        self._refusal_count += 1
        return min(doubled_seconds, max(asked_seconds, self._policy.max_backoff_seconds))

    def _is_last(self) -> bool:
        max_attempts = self._policy.max_attempts
        return max_attempts is not None and self.attempt_count + 1 >= max_attempts

    def _is_transient(self, error: TengenError) -> bool:
        if error.status not in self._retryable:
            return False
        return error.status != "UNAVAILABLE" or error.reason in TRANSIENT_REASONS
