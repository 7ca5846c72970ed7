"""A server inside this process, in a Java virtual machine that JPype runs.

Nothing is sent over a socket, and no second process runs. The server has the services of
`tengen serve` except for the arena, with the same limits and errors. Requires the extra
`embedded`, and Java 17 or later.

A process has at most one Java virtual machine, which starts with the first client and ends with the
process. It does not survive a fork.
"""

from __future__ import annotations

import os
import threading
from concurrent.futures import Future
from typing import TYPE_CHECKING

from tengen import _arguments as arguments
from tengen._embedded.channel import EmbeddedChannel
from tengen._java.files import check_options, find_jar, launch_error
from tengen._java.machine import (
    SERVER_CLASS,
    attach_thread,
    check_requirements,
    is_java_running,
    start_java,
)
from tengen.errors import LaunchError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

IDLE_TIMEOUT_SECONDS = 30 * 24 * 3600
"""The idle timeout of sessions. It is long, because only this process uses the server."""


class EmbeddedServer:
    """The server inside this process. Use `embedded_server` to get it. It is thread-safe.

    Args:
      jar: The server's jar.
      java_options: Options of the Java virtual machine, which override those of TENGEN_JAVA_OPTS.

    Attributes:
      jar: The server's jar.
      java_options: As above.

    Raises:
      LaunchError: A Java 17 or later is missing, or the virtual machine does not start.
    """

    def __init__(self, jar: Path, java_options: Sequence[str] = ()) -> None:
        self.jar = jar
        self.java_options = java_options
        jpype = start_java(jar, java_options)
        self._bytes = jpype.JArray(jpype.JByte)
        try:
            self._server = jpype.JClass(SERVER_CLASS).start(IDLE_TIMEOUT_SECONDS)
        except jpype.JException as error:
            raise launch_error(
                "START_FAILED", f"the server {jar} does not start: {error}"
            ) from error

    def channel(self) -> EmbeddedChannel:
        """Returns a new channel to the server."""
        attach_thread()
        return EmbeddedChannel(self._server.connect(), self._bytes)


_lock = threading.RLock()
_start: tuple[int, Future[EmbeddedServer]] | None = None
"""The id of the process that has started the server, and the server."""


def embedded_server(
    jar: str | os.PathLike[str] | None = None, java_options: Sequence[str] | None = None
) -> EmbeddedServer:
    """Returns the server inside this process. The first call starts it.

    This function is thread-safe. An interrupt such as Ctrl-C ends the wait, not the start.

    Args:
      jar: The server's jar; see `LocalServer`. None: that of the running server.
      java_options: Options of the Java virtual machine; see `LocalServer`. None: those of the
        running server.

    Raises:
      TypeError: The options are no sequence of strings.
      LaunchError: See `EmbeddedServer`; or the extra `embedded` or the jar is missing; or the
        server runs with another jar or other options; or this process was forked from one with
        such a server.
    """
    global _start  # noqa: PLW0603 - a process has one Java virtual machine.
    with _lock:
        if _start is None:
            check_requirements()
            asked = () if java_options is None else arguments.texts("java_options", java_options)
            _start = (os.getpid(), start_in_thread(find_jar(jar), tuple(asked)))
        process_id, started = _start
    if process_id != os.getpid():
        raise launch_error(
            "FORKED",
            "the server inside a process does not survive a fork; create the process with"
            ' multiprocessing\'s start method "spawn", or use tengen.launch() in the child',
        )
    try:
        server = started.result()
    except Exception:
        with _lock:
            if _start == (process_id, started):
                _start = None
        raise
    if jar is not None and find_jar(jar) != server.jar:
        raise launch_error(
            "OTHER_JAR_RUNS",
            f"the server inside this process runs {server.jar}; start another one with"
            " tengen.LocalServer",
        )
    check_options("java_options", java_options, server.java_options)
    return server


def can_embed() -> bool:
    """Returns whether this process has what it needs for the server, as far as is known before."""
    with _lock:
        if _start is not None:
            return _start[0] == os.getpid()
    try:
        check_requirements()
    except LaunchError:
        return False
    return not is_java_running()


def start_in_thread(jar: Path, java_options: Sequence[str]) -> Future[EmbeddedServer]:
    """Starts the server in a thread of its own, and returns its future.

    In the main thread, Ctrl-C could leave Java half started. At exit, Python waits for the thread.
    """
    started: Future[EmbeddedServer] = Future()

    def start() -> None:
        try:
            server = EmbeddedServer(jar, java_options)
            # The thread that starts Java is attached to it.
            attach_thread()
            started.set_result(server)
        except BaseException as error:
            started.set_exception(error)

    threading.Thread(target=start, name="tengen-embedded-start").start()
    return started


if hasattr(os, "register_at_fork"):
    os.register_at_fork(
        before=_lock.acquire, after_in_parent=_lock.release, after_in_child=_lock.release
    )
