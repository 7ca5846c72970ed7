"""Waits for a server that is not up yet, or not ready."""

from __future__ import annotations

import logging
import time
from typing import TYPE_CHECKING

import grpc
from google.protobuf import wrappers_pb2

from tengen._retry import NOT_READY, WAIT_RETRIES, more_telling
from tengen._status import error_from_call, proxy_of
from tengen.errors import UnavailableError
from tengen.v1 import environment_pb2

if TYPE_CHECKING:
    from tengen._retry import RetrySchedule
    from tengen.errors import TengenError
    from tengen.v1.environment_pb2_grpc import EnvironmentServiceStub

LOG = logging.getLogger("tengen.client")

ATTEMPT_SECONDS = 5.0
"""The maximum time of one attempt, so that a server that hangs is asked again."""

SERVING = 1
STATUS_NAMES = {0: "UNKNOWN", SERVING: "SERVING", 2: "NOT_SERVING", 3: "SERVICE_UNKNOWN"}
"""The values of `grpc.health.v1.HealthCheckResponse.ServingStatus`."""


class HealthStub:
    """The stub of the standard health service of gRPC.

    Its messages are not part of the packages that this one needs. Each has one field, with the
    number and the wire type of the field of a wrapper: a string, or an enum, which is an integer.

    Attributes:
      check: The method that takes the name of a service, empty for the whole server, and returns
        the number of its status.
    """

    def __init__(self, channel: grpc.Channel) -> None:
        self.check = channel.unary_unary(
            "/grpc.health.v1.Health/Check",
            request_serializer=wrappers_pb2.StringValue.SerializeToString,
            response_deserializer=wrappers_pb2.Int32Value.FromString,
        )


def wait_until_ready(
    address: str,
    health: HealthStub,
    environments: EnvironmentServiceStub,
    schedule: RetrySchedule,
) -> None:
    """Waits until a server reports that it is ready. Logs what it waits for.

    A server without the health service is ready if it answers.

    Args:
      address: The server's address, for messages.
      health: The stub of the health service.
      environments: The stub of the environment service.
      schedule: When to ask, and for how long.

    Raises:
      UnavailableError: The server is not ready at the end of the schedule.
      TengenError: The server rejects the calls.
    """
    start_seconds = time.monotonic()
    logged_reason = ""
    previous: TengenError | None = None
    while (error := check(address, health, environments, schedule.left_seconds())) is not None:
        delay_seconds = schedule.delay_seconds_after(error)
        if delay_seconds is None:
            if error.status not in WAIT_RETRIES:
                raise error
            raise late(address, more_telling(error, previous), schedule)
        previous = error
        if error.reason != logged_reason:
            logged_reason = error.reason
            LOG.warning(
                "waiting up to %g seconds for the server at %s: %s",
                schedule.timeout_seconds,
                address,
                error.message,
            )
        time.sleep(delay_seconds)
    if logged_reason:
        waited_seconds = time.monotonic() - start_seconds
        LOG.info("the server at %s is ready after %.1f seconds", address, waited_seconds)


def check(
    address: str,
    health: HealthStub,
    environments: EnvironmentServiceStub,
    left_seconds: float,
) -> TengenError | None:
    """Returns why a server is not ready; None if it is."""
    timeout_seconds = min(left_seconds, ATTEMPT_SECONDS)
    try:
        status = health.check(wrappers_pb2.StringValue(), timeout=timeout_seconds).value
    except grpc.RpcError as failure:
        if failure.code() is not grpc.StatusCode.UNIMPLEMENTED:
            return named(failure, address, timeout_seconds)
    else:
        if status == SERVING:
            return None
        name = STATUS_NAMES.get(status, str(status))
        message = f"it answers, but reports that it is not ready ({name})"
        return UnavailableError(NOT_READY, message, "UNAVAILABLE")
    try:
        environments.GetServerInfo(environment_pb2.GetServerInfoRequest(), timeout=timeout_seconds)
    except grpc.RpcError as failure:
        return named(failure, address, timeout_seconds)
    return None


def named(failure: grpc.RpcError, address: str, timeout_seconds: float) -> TengenError:
    """Returns the error of an attempt. Its message continues a sentence about the server."""
    error = error_from_call(failure, address, timeout_seconds)
    if error.reason == "UNAVAILABLE":
        proxy = proxy_of(address)
        through = "" if proxy is None else f" through the HTTP proxy {proxy}; see no_proxy"
        error.message = f"no server answers{through} ({failure.details()})"
    elif error.reason == "DEADLINE_EXCEEDED":
        error.message = f"it does not respond within {timeout_seconds:g} seconds"
    return error


def late(address: str, error: TengenError, schedule: RetrySchedule) -> TengenError:
    """Returns the error after waiting in vain: what was tried, for how long, and what to do."""
    if error.reason == NOT_READY:
        advice = "it may be starting, stopping or short of memory; see its log"
    else:
        advice = "check the address, or start a server with `tengen serve`"
    message = (
        f"the server at {address} was not ready within {schedule.timeout_seconds:g} seconds"
        f" (asked {schedule.attempt_count} times): {error.message}; {advice}"
    )
    return UnavailableError(error.reason, message, "UNAVAILABLE", metadata=error.metadata)
