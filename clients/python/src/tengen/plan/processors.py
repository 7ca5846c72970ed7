"""Processor time of processes, as Linux counts it."""

from __future__ import annotations

import contextlib
import os
import time
from pathlib import Path

COMPILER = " CompilerThre"
"""Part of the names of HotSpot's compiler threads, which Linux cuts after 15 characters."""


def processor_seconds() -> float:
    """Returns the processor time of this process and of the Java processes below it.

    A server has a watchdog between it and this process.
    """
    total = time.process_time()
    for child in _children("self"):
        total += _java_seconds(child)
    return total


def seconds_without_compilers(process: int) -> float:
    """Returns the processor time of a Java process without its compiler's threads.

    Threads that ended do not count.
    """
    ticks = 0
    for thread in Path(f"/proc/{process}/task").iterdir():
        # A thread may end after it was listed.
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):
            name, _, rest = (thread / "stat").read_text().rpartition(")")
            if COMPILER not in name:
                ticks += sum(map(int, rest.split()[11:13]))
    return ticks / os.sysconf("SC_CLK_TCK")


def _java_seconds(process: str) -> float:
    """Returns the processor time of a process, if it is Java, and of the Java processes below."""
    name, _, rest = Path(f"/proc/{process}/stat").read_text().rpartition(")")
    user, system = rest.split()[11:13]
    is_java = name.endswith("(java")
    own = (int(user) + int(system)) / os.sysconf("SC_CLK_TCK") if is_java else 0.0
    return own + sum(map(_java_seconds, _children(process)))


def _children(process: str) -> list[str]:
    children: list[str] = []
    for task in Path(f"/proc/{process}/task").iterdir():
        # A thread may end after it was listed.
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):
            children += (task / "children").read_text().split()
    return children
