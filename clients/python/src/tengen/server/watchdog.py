"""Runs a command until the process that started this one has gone.

    python -I -S watchdog.py FOLDER COMMAND ...

When the command has ended, the folder and the files in it are removed; it may be empty, for none.

Standard input is the lifeline: a pipe whose other end the starting process holds and never writes
to. It closes with that process however that dies, and then the command is told to stop. On Linux
the kernel ends the command, too, should this process be killed. This file imports nothing of the
package, so that it starts quickly.
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
    """Runs the command, and ends with its exit code."""
    # No other thread runs yet, so code may run between fork and exec. This thread lives as long as
    # the process: the kernel's signal comes when the thread that started a process dies.
    command = subprocess.Popen(
        sys.argv[2:],
        stdin=subprocess.DEVNULL,
        preexec_fn=die_with_parent if sys.platform == "linux" else None,  # noqa: PLW1509
    )
    # The lifeline alone ends the command; a signal to all of a terminal's processes does not.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    threading.Thread(target=stop_when_pipe_closes, args=(command,), daemon=True).start()
    code = command.wait()
    remove(sys.argv[1])
    # Without the shutdown of the interpreter, which would wait for the thread that reads.
    os._exit(code if code >= 0 else 128 - code)


def die_with_parent() -> None:
    """Has the kernel kill this process when its parent dies."""
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def remove(folder: str) -> None:
    """Removes a folder of files, if there is one."""
    with contextlib.suppress(OSError):
        for name in os.listdir(folder or os.devnull):  # noqa: PTH208 - pathlib is slow to import.
            os.unlink(f"{folder}/{name}")  # noqa: PTH108
        os.rmdir(folder)  # noqa: PTH106


def stop_when_pipe_closes(command: subprocess.Popen[bytes]) -> None:
    """Waits until the lifeline closes, then stops the command."""
    while os.read(0, 1024):
        pass
    command.terminate()
    try:
        command.wait(STOP_TIMEOUT_SECONDS)
    except subprocess.TimeoutExpired:
        command.kill()


if __name__ == "__main__":
    main()
