"""Converts gRPC errors to errors of this package."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, cast

import grpc
from google.protobuf.message import DecodeError
from google.rpc import error_details_pb2, status_pb2

from tengen.errors import (
    DeadlineExceededError,
    EpisodeOverError,
    IllegalActionError,
    InvalidArgumentError,
    ResourceExhaustedError,
    ServiceDisabledError,
    SessionExpiredError,
    SessionNotFoundError,
    TengenError,
    UnavailableError,
    UndoUnavailableError,
    WrongEpisodeError,
    WrongMoveNumberError,
)
from tengen.security import is_local

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

ERROR_BY_STATUS: dict[grpc.StatusCode, type[TengenError]] = {
    grpc.StatusCode.INVALID_ARGUMENT: InvalidArgumentError,
    grpc.StatusCode.UNAVAILABLE: UnavailableError,
    grpc.StatusCode.DEADLINE_EXCEEDED: DeadlineExceededError,
}
STATUS_BY_NUMBER: dict[int, grpc.StatusCode] = {code.value[0]: code for code in grpc.StatusCode}
ERROR_BY_REASON: dict[tuple[grpc.StatusCode, str], type[TengenError]] = {
    (grpc.StatusCode.FAILED_PRECONDITION, "OCCUPIED"): IllegalActionError,
    (grpc.StatusCode.FAILED_PRECONDITION, "SUICIDE"): IllegalActionError,
    (grpc.StatusCode.FAILED_PRECONDITION, "REPETITION"): IllegalActionError,
    (grpc.StatusCode.FAILED_PRECONDITION, "AGREEMENT"): IllegalActionError,
    (grpc.StatusCode.FAILED_PRECONDITION, "EPISODE_OVER"): EpisodeOverError,
    (grpc.StatusCode.FAILED_PRECONDITION, "UNDO_UNAVAILABLE"): UndoUnavailableError,
    (grpc.StatusCode.NOT_FOUND, "SESSION_NOT_FOUND"): SessionNotFoundError,
    (grpc.StatusCode.NOT_FOUND, "SESSION_EXPIRED"): SessionExpiredError,
    (grpc.StatusCode.ABORTED, "WRONG_EPISODE"): WrongEpisodeError,
    (grpc.StatusCode.ABORTED, "WRONG_MOVE_NUMBER"): WrongMoveNumberError,
    (grpc.StatusCode.UNIMPLEMENTED, "SERVICE_DISABLED"): ServiceDisabledError,
}

TLS_SIGNS = (
    (
        # "HTTP/" has this byte at the place of the type of a frame.
        "got frame type 79",
        "{address} is a port for browsers (HTTP/1.1); use the port for clients, 9019 by default",
    ),
    (
        "Trying to connect an http1.x server",
        "{address} is a port for browsers (HTTP/1.1); use the port for clients, 9019 by default",
    ),
    (
        # A server with TLS that does not offer HTTP/2.
        "missing selected ALPN property",
        "{address} is a port for browsers (HTTP/1.1); use the port for clients, 9019 by default",
    ),
    (
        "WRONG_VERSION_NUMBER",
        "the server at {address} does not use TLS; connect with tls=False, or without TENGEN_CA",
    ),
    (
        "CERTIFICATE_VERIFY_FAILED",
        "this client does not trust the certificate of {address}; set tls to its authority's file",
    ),
    (
        "Hostname Verification Check failed",
        "the certificate of the server is not for the name in {address}; use a name in it",
    ),
    (
        "Socket closed",
        "the server at {address} closed the connection; if it uses TLS, set tls or TENGEN_CA",
    ),
    (
        "connection attempt timed out before receiving SETTINGS frame",
        "the server at {address} does not answer without encryption; if it uses TLS, set tls",
    ),
)
"""What parts of gRPC's details about a connection mean."""

PROXY_VARIABLES = ("grpc_proxy", "https_proxy", "http_proxy")
"""The environment variables in which gRPC looks for a proxy, in this order."""

DIRECT_VARIABLES = ("no_grpc_proxy", "no_proxy")
"""The environment variables in which gRPC looks for hosts without a proxy, in this order."""

UNSENT = ("failed to connect to all addresses", "errors resolving", "DNS resolution failed")
"""How gRPC's details begin if it has not sent a request, because there is no connection."""

RESET = "RST_STREAM"
"""What gRPC's details have if the server ended a call without a status."""

REFUSED = ("refused", "No such file or directory")
"""What gRPC's details have if nothing listens: at a port or a socket, or there is no socket."""


def error_from_call(rpc_error: grpc.RpcError, address: str, timeout_seconds: float) -> TengenError:
    """Returns the error for a failed call.

    Args:
      rpc_error: The error that gRPC raised.
      address: The server's address, for the message.
      timeout_seconds: The deadline of the call, for the message.
    """
    code = code_of(rpc_error)
    trailers = trailers_of(rpc_error)
    reason = trailers.get("tengen-reason", code.name)
    if isinstance(reason, bytes):
        reason = reason.decode("ascii", "replace")
    message = message_of(rpc_error, reason, address, timeout_seconds)
    metadata, retry_after_seconds = details_of(trailers)
    if retry_after_seconds is None and "grpc-retry-pushback-ms" in trailers:
        retry_after_seconds = int(trailers["grpc-retry-pushback-ms"]) / 1000.0
    error = error_for(code, reason, message, metadata, retry_after_seconds)
    if isinstance(error, UnavailableError):
        error.is_refused = is_refused(rpc_error)
    return error


def error_from_response(
    code: int, reason: str, message: str, metadata: dict[str, str]
) -> TengenError:
    """Returns the error for an error message inside a stream's response.

    Args:
      code: The number of the corresponding gRPC status.
      reason: The reason code.
      message: The server's message.
      metadata: The server's details.
    """
    return error_for(STATUS_BY_NUMBER[code], reason, message, metadata, None)


def error_for(
    code: grpc.StatusCode,
    reason: str,
    message: str,
    metadata: dict[str, str],
    retry_after_seconds: float | None,
) -> TengenError:
    """Returns an error of the class for a status and a reason."""
    if code is grpc.StatusCode.RESOURCE_EXHAUSTED:
        return ResourceExhaustedError(
            reason, message, code.name, metadata=metadata, retry_after_seconds=retry_after_seconds
        )
    error_type = ERROR_BY_REASON.get((code, reason)) or ERROR_BY_STATUS.get(code, TengenError)
    return error_type(reason, message, code.name, metadata=metadata)


def code_of(rpc_error: grpc.RpcError) -> grpc.StatusCode:
    """Returns the status of a failed call.

    gRPC says CANCELLED when the server, which is being stopped, ends a call without a status. That
    is UNAVAILABLE here, because nobody at the client cancelled the call.
    """
    code = rpc_error.code()
    is_reset = code is grpc.StatusCode.CANCELLED and RESET in (rpc_error.details() or "")
    return grpc.StatusCode.UNAVAILABLE if is_reset else code


def message_of(rpc_error: grpc.RpcError, reason: str, address: str, timeout_seconds: float) -> str:
    """Returns the server's message, or a message of the client if no server answered."""
    code = code_of(rpc_error)
    details = rpc_error.details() or "no details"
    if reason != code.name:
        return details
    if code is grpc.StatusCode.UNAVAILABLE:
        hint = next((text for sign, text in TLS_SIGNS if sign in details), None)
        if hint is not None:
            return f"{hint.format(address=address)} ({details})"
        proxy = proxy_of(address)
        if proxy is not None:
            return (
                f"no server answers at {address} through the HTTP proxy {proxy}; if the server can"
                f" be reached directly, add its host to no_proxy ({details})"
            )
        return f"no server answers at {address}; start one with `tengen serve` ({details})"
    if code is grpc.StatusCode.DEADLINE_EXCEEDED:
        return f"no response from {address} within {timeout_seconds:g} seconds"
    return details


def proxy_of(
    address: str,
    variables: Sequence[str] = PROXY_VARIABLES,
    direct_variables: Sequence[str] = DIRECT_VARIABLES,
) -> str | None:
    """Returns the HTTP proxy through which a client reaches an address. None: it connects directly.

    Args:
      address: The address, `host:port`.
      variables: Where the client looks for a proxy, in this order. Default: where gRPC does.
      direct_variables: Where it looks for hosts without a proxy, in this order.

    Returns:
      The variable and its value without a password, as in "http://proxy:3128 of https_proxy".
    """
    if is_local(address):
        return None
    name = next((each for each in variables if os.environ.get(each)), None)
    excluded = next((os.environ[each] for each in direct_variables if each in os.environ), "")
    hosts = [each.strip() for each in excluded.split(",") if each.strip()]
    host = address.rpartition(":")[0]
    if name is None or any(host.endswith(each) for each in hosts):
        return None
    scheme, _, rest = os.environ[name].rpartition("://")
    return f"{scheme or 'http'}://{rest.rpartition('@')[2]} of {name}"


def trailers_of(rpc_error: grpc.RpcError) -> Mapping[str, str | bytes]:
    """Returns the trailing metadata of a failed call by key."""
    pairs = cast("grpc.Call", rpc_error).trailing_metadata() or ()
    return dict(pairs)


def may_be_executed(rpc_error: grpc.RpcError) -> bool:
    """Returns whether the server may have executed a call that has failed.

    A server that names a reason has not, except for ANSWER_LOST. Without a reason it has not if
    gRPC found no connection to send the request on.
    """
    reason = trailers_of(rpc_error).get("tengen-reason")
    if reason is not None:
        return reason == "ANSWER_LOST"
    code = code_of(rpc_error)
    if code is grpc.StatusCode.UNAVAILABLE:
        return not (rpc_error.details() or "").startswith(UNSENT)
    return code is grpc.StatusCode.DEADLINE_EXCEEDED


def is_refused(rpc_error: grpc.RpcError) -> bool:
    """Returns whether a call failed because nothing listens at the address."""
    details = rpc_error.details() or ""
    is_unsent = rpc_error.code() is grpc.StatusCode.UNAVAILABLE and details.startswith(UNSENT)
    return is_unsent and any(sign in details for sign in REFUSED)


def details_of(trailers: Mapping[str, str | bytes]) -> tuple[dict[str, str], float | None]:
    """Returns the metadata of ErrorInfo and the delay of RetryInfo in seconds, if present.

    Malformed details are ignored, because the reason has its own trailer.
    """
    metadata: dict[str, str] = {}
    retry_after_seconds: float | None = None
    packed = trailers.get("grpc-status-details-bin", b"")
    try:
        details = status_pb2.Status.FromString(packed).details
        for detail in details:
            error_info = error_details_pb2.ErrorInfo()
            retry_info = error_details_pb2.RetryInfo()
            if detail.Unpack(error_info):
                metadata.update(error_info.metadata)
            elif detail.Unpack(retry_info):
                retry_after_seconds = retry_info.retry_delay.ToTimedelta().total_seconds()
    except DecodeError:
        pass
    return metadata, retry_after_seconds
