"""The private folder in which a local server's Unix socket lies."""

from __future__ import annotations

import contextlib
import os
import socket
import sys
import tempfile
from pathlib import Path
from typing import Literal

from tengen import _arguments as arguments
from tengen.server.files import launch_error

TransportName = Literal["unix", "tcp"]
"""How a process and its local server talk."""

SOCKET_NAME = "socket"

MAX_PATH_BYTES = 103
"""The longest path that a socket can have on macOS; Linux allows 107."""


def transport_argument(value: str) -> TransportName:
    """Returns the value if it is a transport, else raises InvalidArgumentError."""
    text = arguments.text("transport", value)
    if text == "unix":
        return "unix"
    if text == "tcp":
        return "tcp"
    raise arguments.invalid_value("transport", text, 'is neither "unix" nor "tcp"')


def create_socket_directory() -> str:
    """Makes a folder that this user alone can enter, with room for a socket's path.

    It lies in the folder for temporary files or, where the path of that is too long, in /tmp.

    Raises:
      LaunchError: There are no Unix sockets here, or no folder is short enough and can be written.
    """
    # gRPC has no Unix sockets on Windows, even where Python has.
    if not hasattr(socket, "AF_UNIX") or sys.platform == "win32":
        raise launch_error(
            "UNIX_SOCKET_UNSUPPORTED",
            'there are no Unix sockets on this platform; choose transport="tcp"',
        )
    reasons = []
    for parent in (tempfile.gettempdir(), "/tmp"):
        try:
            folder = tempfile.mkdtemp(prefix="tengen-", dir=parent)
        except OSError as error:
            reasons.append(str(error))
            continue
        if len(os.fsencode(f"{folder}/{SOCKET_NAME}")) <= MAX_PATH_BYTES:
            return folder
        Path(folder).rmdir()
        reasons.append(f"{parent} is too long for a socket's path")
    raise launch_error(
        "NO_SOCKET_FOLDER",
        f"there is no place for a Unix socket: {'; '.join(reasons)};"
        ' set TMPDIR to a short path, or choose transport="tcp"',
    )


def remove_socket_directory(folder: str | None) -> None:
    """Removes a folder and the socket in it, if they are there."""
    if folder is not None:
        with contextlib.suppress(OSError):
            Path(folder, SOCKET_NAME).unlink(missing_ok=True)
            Path(folder).rmdir()
