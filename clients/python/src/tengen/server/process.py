"""A local server in a separate process, which ends with this process."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
import tempfile
import threading
import weakref
from pathlib import Path
from typing import IO, TYPE_CHECKING

from tengen import _arguments as arguments
from tengen._closing import CloseOnExit
from tengen._java.files import find_jar, launch_error
from tengen._java.runtime import java_command
from tengen.client import Client
from tengen.server.socket_directory import (
    SOCKET_NAME,
    TransportName,
    create_socket_directory,
    remove_socket_directory,
    transport_argument,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tengen._retry import RetryPolicy
    from tengen.errors import LaunchError

READY_TIMEOUT_SECONDS = 300.0
STOP_TIMEOUT_SECONDS = 20.0
IDLE_TIMEOUT_SECONDS = 30 * 24 * 3600
"""The idle timeout of sessions. It is long, because only this process uses the server."""

WATCHDOG = Path(__file__).resolve().parent / "watchdog.py"


class LocalServer(CloseOnExit):
    """A server on this machine. It stops on `close`, at the end of `with`, or with this process.

    A watchdog, a small Python process, starts the server and reads from a pipe. The operating
    system closes the pipe when this process ends, even if it is killed, and then the watchdog stops
    the server. A forked child closes its copy of the pipe. It may use the server, but does not keep
    it running.

    By default the server listens on a Unix socket in a directory that no other user can enter. The
    directory is removed with the server; if this process was killed, the watchdog removes it.

    Args:
      jar: The server's jar. None: the value of TENGEN_JAR; else the jar in the package; else, in an
        editable installation, the jar of the checkout.
      options: Further command-line options of `tengen serve`, as in ["--max-sessions", "100"].
      java_options: Options of the Java virtual machine, as in ["-Xmx4g"]. They override those of
        the environment variable `TENGEN_JAVA_OPTS`.
      transport: "unix" or "tcp". With "tcp" the server listens on 127.0.0.1, on a port that the
        system chooses, and every user of this machine can connect.

    Raises:
      TypeError: The transport is not a string, or options are no sequence of strings.
      InvalidArgumentError: The transport is neither "unix" nor "tcp".
      LaunchError: The jar or a Java 17 or later is missing, the server does not start, or no
        directory is suitable for a Unix socket.
    """

    def __init__(
        self,
        jar: str | os.PathLike[str] | None = None,
        *,
        options: Sequence[str] = (),
        java_options: Sequence[str] = (),
        transport: TransportName = "unix",
    ) -> None:
        self._transport: TransportName = transport_argument(transport)
        if not sys.executable:
            raise launch_error("PYTHON_NOT_FOUND", "sys.executable does not name the Python to use")
        self._options = tuple(arguments.texts("options", options))
        self._java_options = tuple(arguments.texts("java_options", java_options))
        self._jar = find_jar(jar)
        self._owner_id = os.getpid()
        self._stop_lock = threading.Lock()
        self._socket_directory = create_socket_directory() if transport == "unix" else None
        # Standard error goes to a file, because a pipe that nobody reads would fill up and block.
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115 - closed by close.
        try:
            self._process = subprocess.Popen(
                self._command(),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._errors,
                # Ctrl-C must not reach the server, because this process may handle it and continue.
                start_new_session=True,
            )
        except BaseException:
            self._errors.close()
            remove_socket_directory(self._socket_directory)
            raise
        _running.add(self)
        self._http_address: str | None = None
        try:
            self._address = self._read_address()
        except BaseException:
            self.close()
            raise

    @property
    def address(self) -> str:
        """The server's address: `unix:path`, or `host:port` with the transport "tcp"."""
        return self._address

    @property
    def http_address(self) -> str | None:
        """The address of its HTTP port, as `host:port`. None without the option `--http-port`."""
        return self._http_address

    @property
    def jar(self) -> Path:
        """The server's jar."""
        return self._jar

    @property
    def options(self) -> tuple[str, ...]:
        """The further command-line options of `tengen serve`."""
        return self._options

    @property
    def java_options(self) -> tuple[str, ...]:
        """The options of the Java virtual machine, without those of `TENGEN_JAVA_OPTS`."""
        return self._java_options

    @property
    def transport(self) -> TransportName:
        """The transport of the server: "unix" or "tcp"."""
        return self._transport

    @property
    def is_running(self) -> bool:
        """Whether the server is running. False in a forked child."""
        return self.is_own and self._process.poll() is None

    @property
    def is_own(self) -> bool:
        """Whether this process started the server. False in a forked child."""
        return self._owner_id == os.getpid()

    def connect(self, *, timeout_seconds: float = 10.0, retry: RetryPolicy | None = None) -> Client:
        """Returns a client of this server. See `tengen.connect` for arguments and errors."""
        return Client(self._address, timeout_seconds=timeout_seconds, retry=retry, tls=False)

    def close(self) -> None:
        """Stops the server and waits until it has ended. Does nothing in a forked child."""
        if not self.is_own:
            return
        with self._stop_lock:
            self._close_watchdog_pipe()
            try:
                self._process.wait(STOP_TIMEOUT_SECONDS)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
            _pipe(self._process.stdout).close()
            self._errors.close()
            # Normally the watchdog has removed the directory already, unless it was killed.
            remove_socket_directory(self._socket_directory)

    def __repr__(self) -> str:
        return f"LocalServer({self._address!r})"

    def __reduce__(self) -> tuple[type[object], tuple[object, ...]]:
        raise TypeError(f"a LocalServer cannot be pickled; pickle its address {self._address!r}")

    def _command(self) -> list[str]:
        directory = self._socket_directory
        watchdog = [
            sys.executable,
            "-I",
            "-S",
            str(WATCHDOG),
            "" if directory is None else directory,
        ]
        address = (
            ["--port", "0"] if directory is None else ["--socket", f"{directory}/{SOCKET_NAME}"]
        )
        expiry = ["--idle-timeout-seconds", str(IDLE_TIMEOUT_SECONDS)]
        serve = ["serve", "--json", *address, *expiry, *self._options]
        return [*watchdog, *java_command(serve, jar=self._jar, options=self._java_options)]

    def _read_address(self) -> str:
        """Waits for the line that the server prints when it is ready, and returns its address."""
        is_late = threading.Event()

        def give_up() -> None:
            is_late.set()
            self._close_watchdog_pipe()

        timer = threading.Timer(READY_TIMEOUT_SECONDS, give_up)
        timer.daemon = True
        timer.start()
        # The Java virtual machine may print warnings first.
        lines = iter(_pipe(self._process.stdout).readline, b"")
        ready = next((line for line in lines if line.startswith(b"{")), None)
        timer.cancel()
        if ready is None:
            raise self._start_error(is_late=is_late.is_set())
        event = json.loads(ready)
        self._http_address = event.get("http_address")
        return str(event["address"])

    def _start_error(self, *, is_late: bool) -> LaunchError:
        self._errors.seek(0)
        output = self._errors.read().decode(errors="replace").strip()
        what = f"is not ready after {READY_TIMEOUT_SECONDS:g} s" if is_late else "does not start"
        return launch_error(
            "START_FAILED", f"the server {self._jar} {what}:\n{output or '(no output)'}"
        )

    def _close_watchdog_pipe(self) -> None:
        with contextlib.suppress(OSError):
            _pipe(self._process.stdin).close()


def _pipe(pipe: IO[bytes] | None) -> IO[bytes]:
    assert pipe is not None
    return pipe


# All servers of this process, so that a forked child can close its copies of the pipes.
_running: weakref.WeakSet[LocalServer] = weakref.WeakSet()


def _close_inherited_pipes() -> None:
    for server in list(_running):
        server._close_watchdog_pipe()  # noqa: SLF001 - same module.
    _running.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_close_inherited_pipes)
