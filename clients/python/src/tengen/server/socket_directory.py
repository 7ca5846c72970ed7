"""The private directory of a local server's Unix socket."""

from __future__ import annotations

import contextlib
import os
import socket
import sys
import tempfile
from pathlib import Path
from typing import Literal

from tengen import _arguments as arguments
from tengen._java.files import launch_error

TransportName = Literal["unix", "tcp"]
"""The transport between a process and its local server."""

SOCKET_NAME = "socket"

MAX_PATH_BYTES = 103
"""The maximum length of a socket's path on macOS. Linux allows 107 bytes."""


def transport_argument(value: str) -> TransportName:
    """Returns a transport.

    Raises:
      TypeError: The value is not a string.
      InvalidArgumentError: The value is neither "unix" nor "tcp".
    """
    text = arguments.text("transport", value)
    if text == "unix":
        return "unix"
    if text == "tcp":
        return "tcp"
    raise arguments.invalid_value("transport", text, 'is neither "unix" nor "tcp"')


def create_socket_directory() -> str:
    """Creates a directory that only this user can enter, with a path short enough for a socket.

    It is created in the directory for temporary files, or in /tmp if that path is too long.

    Raises:
      LaunchError: The platform has no Unix sockets, or no directory is both writable and short
        enough.
    """
    # gRPC does not support Unix sockets on Windows, even if Python does.
    if not hasattr(socket, "AF_UNIX") or sys.platform == "win32":
        raise launch_error(
            "UNIX_SOCKET_UNSUPPORTED",
            'this platform has no Unix sockets; use transport="tcp"',
        )
    reasons = []
    for parent in (tempfile.gettempdir(), "/tmp"):
        try:
            directory = tempfile.mkdtemp(prefix="tengen-", dir=parent)
        except OSError as error:
            reasons.append(str(error))
            continue
        if len(os.fsencode(f"{directory}/{SOCKET_NAME}")) <= MAX_PATH_BYTES:
            return directory
        Path(directory).rmdir()
        reasons.append(f"{parent} is too long for a socket's path")
    raise launch_error(
        "NO_SOCKET_FOLDER",
        f"no directory is suitable for a Unix socket: {'; '.join(reasons)};"
        ' set TMPDIR to a short path, or use transport="tcp"',
    )


def remove_socket_directory(directory: str | None) -> None:
    """Removes a socket and its directory, if they exist."""
    if directory is not None:
        with contextlib.suppress(OSError):
            Path(directory, SOCKET_NAME).unlink(missing_ok=True)
            Path(directory).rmdir()
