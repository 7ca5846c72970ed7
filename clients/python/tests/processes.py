"""Processes that a test has started, on Linux, and ports for them."""

from __future__ import annotations

import random
import socket
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from typing_extensions import Self


class StopOnExit:
    """Something that stops at the end of a `with` block."""

    def stop(self) -> None:
        """Stops it."""
        raise NotImplementedError

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()


def run_to_end(
    *words: str | Path, check: bool = False, **options: Any
) -> subprocess.CompletedProcess[str]:
    """Runs a program to its end, and returns its exit code and both outputs."""
    return subprocess.run(words, check=check, capture_output=True, text=True, **options)


def descendants(process: int) -> list[int]:
    """Returns the processes that a process has started, and those that they have started."""
    folders = Path("/proc").glob("[0-9]*")
    parents = {int(folder.name): parent_of(folder) for folder in folders}
    found = [process]
    for one in found:
        found += [child for child, parent in parents.items() if parent == one]
    return found[1:]


def parent_of(folder: Path) -> int:
    """Returns the parent of a process; 0 if it has ended."""
    try:
        return int((folder / "stat").read_text().rsplit(")", 1)[1].split()[1])
    except (FileNotFoundError, ProcessLookupError):
        return 0


def name_of(process: int) -> str:
    """Returns the command line of a process; "" if it has ended."""
    try:
        return Path(f"/proc/{process}/cmdline").read_text(errors="replace")
    except (FileNotFoundError, ProcessLookupError):
        return ""


def free_port() -> int:
    """Returns a port on which nothing listens, and which the system gives to nobody by itself.

    Otherwise a client that tries to reach a server which has not started could get its port.
    """
    ports = Path("/proc/sys/net/ipv4/ip_local_port_range")
    end = int(ports.read_text().split()[0]) if ports.is_file() else 32_768
    for _ in range(1_000):
        port = random.randrange(10_000, end)
        try:
            socket.create_server(("127.0.0.1", port)).close()
        except OSError:
            continue
        return port
    raise OSError(f"no free port from 10000 to {end - 1}")
