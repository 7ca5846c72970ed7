"""The one server that a process shares."""

from __future__ import annotations

import atexit
import os
import socket
import threading
from typing import TYPE_CHECKING

from tengen.client import Client
from tengen.server.files import find_jar, launch_error
from tengen.server.process import LocalServer
from tengen.server.socket_directory import transport_argument

if TYPE_CHECKING:
    from tengen._transport import RetryPolicy
    from tengen.server.socket_directory import TransportName

PROBE_TIMEOUT_SECONDS = 5.0

# Held by whoever starts the server, and while a fork takes place: a child never sees it half made.
_lock = threading.RLock()
_shared: LocalServer | None = None


def launch(
    jar: str | os.PathLike[str] | None = None,
    *,
    transport: TransportName | None = None,
    timeout_seconds: float = 10.0,
    retry: RetryPolicy | None = None,
) -> Client:
    """Returns a client of the server of this process, which is started by the first call.

    All of a process share one server, from any thread, so that no more than one JVM runs. It stops
    when the process ends, however that comes about; closing the client does not stop it. A forked
    child calls this to get a client of its parent's server; where the parent has gone, it starts
    one of its own. For a server that stops earlier see `LocalServer`.

    Args:
      jar: The server's jar; see `LocalServer`.
      transport: "unix" or "tcp"; see `LocalServer`. None: as the server runs already, else "unix".
        Where there are no Unix sockets, call this with "tcp" before environments are made.
      timeout_seconds: As in `tengen.connect`.
      retry: As in `tengen.connect`.

    Raises:
      TypeError: The transport is not a string.
      InvalidArgumentError: The transport is neither "unix" nor "tcp".
      LaunchError: There is no jar or no Java 17, the server does not start, or the one that runs
        is of another jar or transport.
    """
    address = shared_server(jar, transport).address
    return Client(address, timeout_seconds=timeout_seconds, retry=retry)


def shared_server(
    jar: str | os.PathLike[str] | None = None, transport: TransportName | None = None
) -> LocalServer:
    """Returns the server of this process, and starts it where it does not run."""
    global _shared  # noqa: PLW0603 - one server for the whole process is what this is.
    with _lock:
        if _shared is None or not _is_up(_shared):
            _shared = LocalServer(jar, transport=transport or "unix")
            atexit.register(_shared.close)
        elif jar is not None and find_jar(jar) != _shared.jar:
            raise launch_error(
                "OTHER_JAR_RUNS",
                f"the shared server runs {_shared.jar}; start another with tengen.LocalServer",
            )
        elif transport is not None and transport_argument(transport) != _shared.transport:
            raise launch_error(
                "OTHER_TRANSPORT_RUNS",
                f"the shared server listens at {_shared.address};"
                " start another with tengen.LocalServer",
            )
        return _shared


def _is_up(server: LocalServer) -> bool:
    """Tells whether a server runs; in a forked child, whether that of the parent answers."""
    if server.is_running:
        return True
    if server.is_own:
        return False
    return is_listening(server.address)


def is_listening(address: str) -> bool:
    """Tells whether anybody answers at `host:port` or `unix:path`."""
    scheme, _, path = address.partition(":")
    host, _, port = address.rpartition(":")
    try:
        if scheme == "unix":
            with socket.socket(socket.AF_UNIX) as probe:
                probe.settimeout(PROBE_TIMEOUT_SECONDS)
                probe.connect(path)
        else:
            socket.create_connection((host, int(port)), PROBE_TIMEOUT_SECONDS).close()
    except OSError:
        return False
    return True


if hasattr(os, "register_at_fork"):
    os.register_at_fork(
        before=_lock.acquire, after_in_parent=_lock.release, after_in_child=_lock.release
    )
