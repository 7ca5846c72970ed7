"""A server as a process of its own, which ends with this one."""

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

from tengen.client import Client
from tengen.server.files import JAVA_HINT, find_jar, find_java, launch_error
from tengen.server.socket_directory import (
    SOCKET_NAME,
    TransportName,
    create_socket_directory,
    remove_socket_directory,
    transport_argument,
)

if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import TracebackType

    from typing_extensions import Self

    from tengen._transport import RetryPolicy
    from tengen.errors import LaunchError

READY_TIMEOUT_SECONDS = 60.0
STOP_TIMEOUT_SECONDS = 20.0
IDLE_TIMEOUT_SECONDS = 30 * 24 * 3600
"""Sessions of a server that only its own process uses need not expire soon."""

WATCHDOG = Path(__file__).resolve().parent / "watchdog.py"


class LocalServer:
    """A server on this machine for this process; `with` stops it, and so does the process's end.

    Between this process and Java stands a watchdog, a small Python process that holds one end of a
    pipe. The pipe closes with this process, however it dies, and then the watchdog stops the
    server. A forked child closes its copy of the pipe: it may use the server, and outlive it, but
    does not keep it up.

    By default it listens at a Unix socket in a folder that no other user can enter. The folder goes
    with the server; the watchdog removes it where this process has died.

    Args:
      jar: The server's jar. None: what TENGEN_JAR names, else the one in the package, else, in an
        editable installation, the one of the checkout.
      options: Further options of `tengen serve`.
      transport: "unix" or "tcp". With "tcp" it listens at 127.0.0.1, at a port that the system
        chooses, and every user of this machine can reach it.

    Raises:
      TypeError: The transport is not a string.
      InvalidArgumentError: The transport is neither "unix" nor "tcp".
      LaunchError: There is no jar or no Java 17, the server does not start, or there is no place
        for a Unix socket.
    """

    def __init__(
        self,
        jar: str | os.PathLike[str] | None = None,
        *,
        options: Sequence[str] = (),
        transport: TransportName = "unix",
    ) -> None:
        self._transport: TransportName = transport_argument(transport)
        if not sys.executable:
            raise launch_error("PYTHON_NOT_FOUND", "sys.executable does not say where Python is")
        self._jar = find_jar(jar)
        self._owner_id = os.getpid()
        self._stop_lock = threading.Lock()
        java = find_java()
        self._socket_directory = create_socket_directory() if transport == "unix" else None
        command = self._command(java, options)
        # What the server says of its errors goes to a file: a pipe that nobody reads fills up.
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115 - closed by close.
        try:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._errors,
                # Ctrl-C is for this process: it may go on, and then needs its server.
                start_new_session=True,
            )
        except BaseException:
            self._errors.close()
            remove_socket_directory(self._socket_directory)
            raise
        _running.add(self)
        try:
            self._address = self._read_address()
        except BaseException:
            self.close()
            raise

    @property
    def address(self) -> str:
        """Where the server listens: `unix:path`, or with the transport "tcp" `host:port`."""
        return self._address

    @property
    def jar(self) -> Path:
        """The server's jar."""
        return self._jar

    @property
    def transport(self) -> TransportName:
        """How clients reach the server: "unix" or "tcp"."""
        return self._transport

    @property
    def is_running(self) -> bool:
        """Whether the server is up; known to the process that started it alone."""
        return self.is_own and self._process.poll() is None

    @property
    def is_own(self) -> bool:
        """Whether this process started the server; not so in a forked child."""
        return self._owner_id == os.getpid()

    def connect(self, *, timeout_seconds: float = 10.0, retry: RetryPolicy | None = None) -> Client:
        """Returns a client of this server, as `tengen.connect` does."""
        return Client(self._address, timeout_seconds=timeout_seconds, retry=retry)

    def close(self) -> None:
        """Stops the server, and waits until it has ended. In a forked child it does nothing."""
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
            # The watchdog has done it, unless it was killed.
            remove_socket_directory(self._socket_directory)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        error_type: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"LocalServer({self._address!r})"

    def __reduce__(self) -> tuple[type[object], tuple[object, ...]]:
        raise TypeError(f"a LocalServer cannot be pickled; pickle its address {self._address!r}")

    def _command(self, java: str, options: Sequence[str]) -> list[str]:
        folder = self._socket_directory
        watchdog = [sys.executable, "-I", "-S", str(WATCHDOG), "" if folder is None else folder]
        server = [java, "-jar", str(self._jar), "serve", "--json"]
        place = ["--port", "0"] if folder is None else ["--socket", f"{folder}/{SOCKET_NAME}"]
        expiry = ["--idle-timeout-seconds", str(IDLE_TIMEOUT_SECONDS)]
        return [*watchdog, *server, *place, *expiry, *options]

    def _read_address(self) -> str:
        """Reads the line that the server prints when it is ready."""
        timer = threading.Timer(READY_TIMEOUT_SECONDS, self._close_watchdog_pipe)
        timer.daemon = True
        timer.start()
        # A virtual machine may have warnings to print first.
        lines = iter(_pipe(self._process.stdout).readline, b"")
        ready = next((line for line in lines if line.startswith(b"{")), None)
        timer.cancel()
        if ready is None:
            raise self._start_error()
        return str(json.loads(ready)["address"])

    def _start_error(self) -> LaunchError:
        self._errors.seek(0)
        output = self._errors.read().decode(errors="replace").strip()
        if "UnsupportedClassVersionError" in output:
            return launch_error("JAVA_TOO_OLD", f"{find_java()} is too old: {JAVA_HINT}")
        return launch_error(
            "START_FAILED", f"the server {self._jar} does not start:\n{output or 'it says nothing'}"
        )

    def _close_watchdog_pipe(self) -> None:
        with contextlib.suppress(OSError):
            _pipe(self._process.stdin).close()


def _pipe(pipe: IO[bytes] | None) -> IO[bytes]:
    assert pipe is not None
    return pipe


# Every server of this process, so that a forked child can let go of the pipes.
_running: weakref.WeakSet[LocalServer] = weakref.WeakSet()


def _close_inherited_pipes() -> None:
    for server in list(_running):
        server._close_watchdog_pipe()  # noqa: SLF001 - the module's own.
    _running.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_close_inherited_pipes)
