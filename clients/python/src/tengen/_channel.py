"""Opens channels: to a server at an address, or to the one inside this process."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import grpc

from tengen._address import EMBEDDED

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tengen.server.direct_steps import DirectSteps
    from tengen.spec import EnvironmentSpec


def open_channel(address: str, options: Sequence[tuple[str, Any]]) -> grpc.Channel:
    """Returns a new channel.

    Args:
      address: `host:port`, `unix:path` or "embedded".
      options: The options of a channel of gRPC. The server inside this process needs none.

    Raises:
      LaunchError: The server inside this process cannot be started.
    """
    if address == EMBEDDED:
        # tengen.server imports the client, which imports this module.
        from tengen.server.embedded import embedded_server  # noqa: PLC0415

        return embedded_server().channel()
    return grpc.insecure_channel(address, options=options)


def direct_steps(
    channel: grpc.Channel, session_id: str, spec: EnvironmentSpec
) -> DirectSteps | None:
    """Returns the steps of a session without messages. None: the channel has only messages."""
    make = getattr(channel, "direct_steps", None)
    steps: DirectSteps | None = None if make is None else make(session_id, spec)
    return steps
