"""Runs a command for as long as the parent process lives.

    python -I -S watchdog.py DIRECTORY COMMAND ...

When the command has ended, the watchdog removes the directory and the files in it. An empty
argument means no directory.

Standard input is a pipe. The parent process holds its other end and never writes to it. The
operating system closes the pipe when the parent ends, even if it is killed, and then the watchdog
terminates the command. If the watchdog itself is killed, Linux kills the command. This file imports
nothing from the package, so that it starts quickly.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
import subprocess
import sys
import threading

PR_SET_PDEATHSIG = 1
STOP_TIMEOUT_SECONDS = 10.0


def main() -> None:
    """Runs the command, and exits with its exit code."""
    # No other thread runs yet, so a preexec_fn is safe. The kernel sends the parent-death signal
    # when the thread that started the command ends; the main thread lives as long as the process.
    command = subprocess.Popen(
        sys.argv[2:],
        stdin=subprocess.DEVNULL,
        preexec_fn=die_with_parent if sys.platform == "linux" else None,  # noqa: PLW1509
    )
    # Only the pipe stops the command. Signals to all processes of a terminal must not.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    threading.Thread(target=stop_when_pipe_closes, args=(command,), daemon=True).start()
    code = command.wait()
    remove(sys.argv[1])
    # Skip the shutdown of the interpreter, which would wait for the reading thread.
    os._exit(code if code >= 0 else 128 - code)


def die_with_parent() -> None:
    """Makes the kernel kill this process when its parent dies."""
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def remove(directory: str) -> None:
    """Removes a directory and the files in it, if it exists."""
    with contextlib.suppress(OSError):
        for name in os.listdir(directory or os.devnull):  # noqa: PTH208 - pathlib imports slowly.
            os.unlink(f"{directory}/{name}")  # noqa: PTH108
        os.rmdir(directory)  # noqa: PTH106


def stop_when_pipe_closes(command: subprocess.Popen[bytes]) -> None:
    """Waits until the pipe closes, then stops the command."""
    while os.read(0, 1024):
        pass
    command.terminate()
    try:
        command.wait(STOP_TIMEOUT_SECONDS)
    except subprocess.TimeoutExpired:
        command.kill()


if __name__ == "__main__":
    main()
