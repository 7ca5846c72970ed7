"""What to say if the server does not know a call: which side is too old, and what to update."""

from __future__ import annotations

import re
from importlib.metadata import version
from typing import TYPE_CHECKING

import grpc

from tengen.errors import VersionMismatchError
from tengen.v1 import environment_pb2
from tengen.v1.environment_pb2_grpc import EnvironmentServiceStub

if TYPE_CHECKING:
    from google.protobuf.message import Message

    from tengen.errors import TengenError

ASK_SECONDS = 5.0
"""The maximum time to ask a server for its version."""


def rpc_name(request: Message) -> str:
    """Returns the name of the RPC of a request: each RPC Foo has its own FooRequest."""
    return type(request).__name__.removesuffix("Request")


def explained(error: TengenError, rpc: str, channel: grpc.Channel, address: str) -> TengenError:
    """Returns the error to raise instead of `error`.

    Args:
      error: The error of a call.
      rpc: The name of the RPC.
      channel: A channel to the server, which is asked for its version.
      address: The server's address, for the message.

    Returns:
      A `VersionMismatchError` if the server does not know the call; otherwise `error`.
    """
    if error.status != "UNIMPLEMENTED" or error.reason != "UNIMPLEMENTED":
        return error
    server_version = ""
    try:
        server_version = (
            EnvironmentServiceStub(channel)
            .GetServerInfo(environment_pb2.GetServerInfoRequest(), timeout=ASK_SECONDS)
            .version
        )
    except grpc.RpcError as failure:
        if failure.code() is grpc.StatusCode.UNIMPLEMENTED:
            error.message = f"the program at {address} is no Tengen server: {error.message}"
            return error
    except ValueError:
        pass  # The channel is closed.
    return mismatch(rpc, address, server_version)


def mismatch(rpc: str, address: str, server_version: str) -> VersionMismatchError:
    """Returns the error for a call that a server does not know.

    Args:
      rpc: The name of the RPC.
      address: The server's address.
      server_version: The server's version. Empty: it is unknown.
    """
    client_version = version("tengen-go")
    is_client_older = release(client_version) < release(server_version)
    if is_client_older:
        reason = "CLIENT_TOO_OLD"
        advice = f"update the client to version {server_version}, with pip install -U tengen-go"
    else:
        reason = "SERVER_TOO_OLD"
        advice = f"update the server to version {client_version} or later"
    message = (
        f"the server at {address} (version {server_version or 'unknown'}) does not know the call"
        f" {rpc} of this client (version {client_version}); {advice}"
    )
    return VersionMismatchError(
        reason,
        message,
        "UNIMPLEMENTED",
        metadata={
            "rpc": rpc,
            "client_version": client_version,
            "server_version": server_version,
        },
    )


def release(text: str) -> tuple[int, ...]:
    """Returns the leading numbers of a version: (0, 1, 0) for "0.1.0-SNAPSHOT"."""
    matched = re.match(r"\d+(\.\d+)*", text)
    return tuple(int(number) for number in matched[0].split(".")) if matched else ()
