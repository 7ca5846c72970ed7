"""The log of a run, and its time measurement."""

from __future__ import annotations

import csv
import time
from typing import TYPE_CHECKING, Any

import psutil

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path


class Meter:
    """Measures wall time and processor time of this process and its child processes.

    The local server is a child process, too.

    Args:
      row: The log row to continue from. None: start at zero.
    """

    def __init__(self, row: dict[str, Any] | None) -> None:
        self._wall_before = row["wall_seconds"] if row else 0.0
        self._processor_before = row["processor_seconds"] if row else 0.0
        self._start = time.monotonic()

    def read(self) -> dict[str, float]:
        """Returns the columns of a log row: seconds since the start of the run."""
        own = psutil.Process()
        times = [process.cpu_times() for process in (own, *own.children(recursive=True))]
        processor = sum(used.user + used.system for used in times)
        return {
            "wall_seconds": round(self._wall_before + time.monotonic() - self._start, 1),
            "processor_seconds": round(self._processor_before + processor, 1),
        }


def write_log(path: Path, rows: Sequence[dict[str, Any]]) -> None:
    """Writes a CSV file with one line per row, atomically."""
    columns = list(dict.fromkeys(column for row in rows for column in row))
    unfinished = path.with_suffix(".unfinished")
    with unfinished.open("w", newline="") as file:
        writer = csv.DictWriter(file, columns, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    unfinished.replace(path)


def read_log(path: Path) -> list[dict[str, str]]:
    """Returns the rows of a CSV file."""
    with path.open(newline="") as file:
        return list(csv.DictReader(file))
