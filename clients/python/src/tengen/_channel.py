"""Opens channels: to a server at an address, or to the one inside this process."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import grpc

from tengen import _arguments as arguments
from tengen._address import EMBEDDED
from tengen._embedded.server import embedded_server
from tengen.security import choose, is_local

if TYPE_CHECKING:
    import os
    from collections.abc import Sequence

    from tengen._embedded.direct_steps import DirectSteps
    from tengen.security import Security, Tls
    from tengen.spec import EnvironmentSpec


KEEPALIVE_OPTIONS = (
    # A silent peer, such as a lost node or a NAT that forgot the connection, is detected within the
    # sum of these times. The server accepts a ping every ten seconds, also without calls.
    ("grpc.keepalive_time_ms", 12_000),
    ("grpc.keepalive_timeout_ms", 8_000),
    # A ping of another kind, in flight, stands for that of keepalive, and may take a minute.
    ("grpc.http2.ping_timeout_ms", 8_000),
    ("grpc.keepalive_permit_without_calls", 1),
    ("grpc.http2.max_pings_without_data", 0),
)
"""The options of every channel that are about lost connections."""

DIRECT_OPTIONS = (("grpc.enable_http_proxy", 0),)
"""The options of a channel to this machine, which no HTTP proxy can reach."""


def open_channel(
    address: str, options: Sequence[tuple[str, Any]], security: Security | None = None
) -> grpc.Channel:
    """Returns a new channel.

    Args:
      address: `host:port`, `unix:path` or "embedded".
      options: The options of a channel of gRPC. The server inside this process needs none.
      security: TLS and token, which the server inside this process does not need. None: what the
        environment variables say.

    Raises:
      InvalidArgumentError: A file of TLS cannot be read, or a token would travel unencrypted.
      LaunchError: The server inside this process cannot be started.
    """
    if address == EMBEDDED:
        return embedded_server().channel()
    chosen = choose(address, None, None) if security is None else security
    all_options = [*KEEPALIVE_OPTIONS, *(DIRECT_OPTIONS if is_local(address) else ()), *options]
    if chosen.tls is None:
        channel = grpc.insecure_channel(address, options=all_options)
    else:
        channel = grpc.secure_channel(address, credentials(chosen.tls), options=all_options)
    return (
        channel if chosen.token is None else grpc.intercept_channel(channel, Bearer(chosen.token))
    )


def credentials(tls: Tls) -> grpc.ChannelCredentials:
    """Returns what gRPC needs for TLS.

    Raises:
      InvalidArgumentError: A file cannot be read.
    """
    return grpc.ssl_channel_credentials(
        content("ca", tls.ca), content("key", tls.key), content("certificate", tls.certificate)
    )


def content(name: str, path: str | os.PathLike[str] | None) -> bytes | None:
    """Returns the content of a file. None: there is no file.

    Raises:
      InvalidArgumentError: The file cannot be read.
    """
    if path is None:
        return None
    try:
        return Path(path).read_bytes()
    except OSError as error:
        raise arguments.invalid_value(
            name, str(path), f"is not a file that can be read: {error.strerror}"
        ) from None


class Bearer(
    grpc.UnaryUnaryClientInterceptor,
    grpc.UnaryStreamClientInterceptor,
    grpc.StreamStreamClientInterceptor,
):
    """Sends a token with each call. Its text has no token."""

    def __init__(self, token: str) -> None:
        self._header = ("authorization", f"Bearer {token}")

    def intercept_unary_unary(
        self, continuation: Any, client_call_details: Any, request: Any
    ) -> Any:
        """Adds the token."""
        metadata = [*(client_call_details.metadata or ()), self._header]
        return continuation(client_call_details._replace(metadata=metadata), request)

    intercept_unary_stream: Any = intercept_unary_unary
    intercept_stream_stream: Any = intercept_unary_unary


def direct_steps(
    channel: grpc.Channel, session_id: str, spec: EnvironmentSpec, *, copy: bool
) -> DirectSteps | None:
    """Returns the steps of a session without messages. None: the channel has only messages."""
    make = getattr(channel, "direct_steps", None)
    steps: DirectSteps | None = None if make is None else make(session_id, spec, copy=copy)
    return steps
