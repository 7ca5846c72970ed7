"""Runs the main function of a command, so that SIGTERM and Ctrl-C end it."""

from __future__ import annotations

import os
import signal
import sys
import threading
from typing import TYPE_CHECKING, NoReturn

if TYPE_CHECKING:
    from collections.abc import Callable

INTERRUPTED = 130
"""The exit code after Ctrl-C, as a shell reports it."""

TERMINATED = 143
"""The exit code after SIGTERM, as a shell reports it."""

DRAIN_SECONDS = 10.0
"""The time after SIGTERM at which a command ends, even if it is not done."""


def exit_with(main: Callable[[], int | None]) -> NoReturn:
    """Runs the main function of a command, and exits with its exit code.

    SIGTERM ends the command with `TERMINATED` within `DRAIN_SECONDS`, Ctrl-C with `INTERRUPTED`.
    The kernel drops a SIGTERM for the first process of a container unless the process handles it.
    """
    signal.signal(signal.SIGTERM, _terminate)
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)


def _terminate(*_: object) -> NoReturn:
    exit_within(DRAIN_SECONDS)
    sys.exit(TERMINATED)


def exit_within(seconds: float) -> None:
    """Makes this process exit with `TERMINATED` after some seconds if it still runs then.

    For handlers of signals. What they raise or set may not be noticed: a destructor drops
    exceptions, and threads, stores and child processes can block.
    """
    deadline = threading.Timer(seconds, os._exit, (TERMINATED,))
    deadline.daemon = True
    deadline.start()
