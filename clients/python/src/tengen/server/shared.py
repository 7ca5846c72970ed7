"""The local server that all environments of a process share."""

from __future__ import annotations

import atexit
import os
import socket
import threading
from typing import TYPE_CHECKING

from tengen import _arguments as arguments
from tengen._address import EMBEDDED
from tengen._embedded.server import can_embed, embedded_server
from tengen._java.files import check_options, find_jar, launch_error
from tengen.client import Client
from tengen.server.process import LocalServer
from tengen.server.socket_directory import transport_argument

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tengen._retry import RetryPolicy
    from tengen.server.socket_directory import TransportName

PROBE_TIMEOUT_SECONDS = 5.0

# Held while the server starts, and during a fork, so that a child never sees a half-started server.
_lock = threading.RLock()
_shared: LocalServer | None = None


def launch(
    jar: str | os.PathLike[str] | None = None,
    *,
    options: Sequence[str] | None = None,
    java_options: Sequence[str] | None = None,
    transport: TransportName | None = None,
    embedded: bool = False,
    timeout_seconds: float = 10.0,
    retry: RetryPolicy | None = None,
) -> Client:
    """Returns a client of this process's shared server. The first call starts the server.

    All threads of the process share the server, so that only one JVM runs. The server stops when
    the process ends, even if the process is killed. Closing the client does not stop the server.
    In a forked child, the result is a client of the parent's server; if the parent has ended, the
    child starts its own server. To stop a server earlier, use `LocalServer`.

    With `embedded`, the server runs inside this process, as for the address "embedded". It needs
    the extra `embedded`, and does not survive a fork. A process can have both servers.

    This function is thread-safe.

    Args:
      jar: The server's jar; see `LocalServer`.
      options: Further command-line options of `tengen serve`, as in ["--max-sessions", "100"].
        None: those of the running server, or none. Not for the server inside this process.
      java_options: Options of the Java virtual machine, as in ["-Xmx4g"]; see `LocalServer`. None:
        those of the running server, or none.
      transport: "unix" or "tcp"; see `LocalServer`. None: the transport of the running server, or
        "unix". On a platform without Unix sockets, call this function with "tcp" before you create
        environments.
      embedded: Whether the server runs inside this process. It then has no transport.
      timeout_seconds: See `tengen.connect`.
      retry: See `tengen.connect`.

    Raises:
      TypeError: An argument is of the wrong type.
      InvalidArgumentError: The transport is neither "unix" nor "tcp", it or `options` are given
        together with `embedded`, or the timeout is invalid.
      LaunchError: The jar or a Java 17 or later is missing, the server does not start, or the
        running server has another jar or transport, or other options. With `embedded`: the extra is
        missing, or this process was forked from one with such a server.
    """
    if arguments.flag("embedded", embedded):
        for name, value in (("transport", transport), ("options", options)):
            if value is not None:
                raise arguments.invalid_value(name, value, "cannot be combined with embedded=True")
        embedded_server(jar, java_options)
        return Client(EMBEDDED, timeout_seconds=timeout_seconds, retry=retry)
    address = shared_server(jar, transport, options, java_options).address
    return Client(address, timeout_seconds=timeout_seconds, retry=retry, tls=False)


def shared_server(
    jar: str | os.PathLike[str] | None = None,
    transport: TransportName | None = None,
    options: Sequence[str] | None = None,
    java_options: Sequence[str] | None = None,
) -> LocalServer:
    """Returns the shared server of this process, and starts it if it is not running."""
    global _shared  # noqa: PLW0603 - one server for the whole process is what this is.
    with _lock:
        if _shared is None or not _is_up(_shared):
            _shared = LocalServer(
                jar,
                options=() if options is None else options,
                java_options=() if java_options is None else java_options,
                transport="unix" if transport is None else transport,
            )
            atexit.register(_shared.close)
        elif jar is not None and find_jar(jar) != _shared.jar:
            raise launch_error(
                "OTHER_JAR_RUNS",
                f"the shared server runs {_shared.jar}; start another one with tengen.LocalServer",
            )
        elif transport is not None and transport_argument(transport) != _shared.transport:
            raise launch_error(
                "OTHER_TRANSPORT_RUNS",
                f"the shared server listens at {_shared.address};"
                " start another one with tengen.LocalServer",
            )
        else:
            check_options("options", options, _shared.options)
            check_options("java_options", java_options, _shared.java_options)
        return _shared


EMBEDDED_VARIABLE = "TENGEN_EMBEDDED"
"""The environment variable that decides whether environments use the server inside this process."""


def default_address() -> str:
    """Returns the address of environments that were given none. This may start a server.

    It is the server of `launch` if this process, or the one that it was forked from, runs it. Else
    it is the server inside this process if the extra `embedded` is installed, unless this process
    was forked from one with such a server, this is a subinterpreter, another package runs Java
    here, or the environment variable TENGEN_EMBEDDED is 0.

    Raises:
      InvalidArgumentError: TENGEN_EMBEDDED is neither 0 nor 1.
      LaunchError: The server cannot be started.
    """
    is_wanted = is_embedded_wanted()
    with _lock:
        is_launched = _shared is not None and _is_up(_shared)
    if is_wanted and not is_launched and can_embed():
        return EMBEDDED
    return shared_server().address


def is_embedded_wanted() -> bool:
    """Returns whether TENGEN_EMBEDDED allows the server inside this process; it does by default.

    Raises:
      InvalidArgumentError: The variable is neither 0 nor 1.
    """
    value = os.environ.get(EMBEDDED_VARIABLE) or "1"
    if value not in ("0", "1"):
        raise arguments.invalid_value(EMBEDDED_VARIABLE, value, "is not 0 or 1")
    return value == "1"


def has_stopped() -> bool:
    """Returns whether this process has started the shared server, and it has stopped since."""
    with _lock:
        return _shared is not None and _shared.is_own and not _shared.is_running


def _is_up(server: LocalServer) -> bool:
    """Returns whether a server is running; in a forked child, whether the parent's is reachable."""
    if server.is_running:
        return True
    if server.is_own:
        return False
    return is_listening(server.address)


def is_listening(address: str) -> bool:
    """Returns whether a connection to `host:port` or `unix:path` succeeds."""
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
