"""What the parts of `measure.py` share: their command line, sizes, loops and lines."""

from __future__ import annotations

import argparse
import importlib.util
import json
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

Run = Callable[[float], float]
"""Runs for so many seconds, and returns the steps per second."""

KOMI = 7.5
TURNS = 3
UNSYNCHRONIZED = 10
"""So many calls on a device follow each other before the program waits for it."""


@dataclass(frozen=True)
class Scale:
    """What is measured.

    Attributes:
      sizes: The sizes of boards.
      batch: The number of boards for which the network is called at once.
      group_counts: The numbers of groups of so many boards.
      device_boards: The numbers of boards of environments on the device.
      blocks: The number of residual blocks of the network.
      channels: The number of channels of the network.
      seconds: The seconds of a run.
    """

    sizes: tuple[int, ...]
    batch: int
    group_counts: tuple[int, ...]
    device_boards: tuple[int, ...]
    blocks: int
    channels: int
    seconds: float


def options() -> tuple[str, Scale]:
    """Returns the name of the part and what it measures, from the command line."""
    parser = argparse.ArgumentParser()
    parser.add_argument("part")
    parser.add_argument("--seconds", type=float, required=True)
    parser.add_argument("--rehearse", action="store_true")
    given = parser.parse_args()
    if given.rehearse:
        return given.part, Scale((5,), 32, (2,), (16,), 1, 8, given.seconds)
    return given.part, Scale((9, 19), 4096, (2, 3), (4096, 16384), 6, 96, given.seconds)


def addresses() -> list[str]:
    """Returns where boards are stepped: in this process if JPype is there, and at a server."""
    is_embedded = importlib.util.find_spec("jpype") is not None
    return ["embedded", "server"] if is_embedded else ["server"]


def rates(runs: dict[str, Run], seconds: float, turns: int = TURNS) -> dict[str, list[float]]:
    """Returns the rates of some runs, which take turns. The first turn does not count."""
    found: dict[str, list[float]] = {name: [] for name in runs}
    for turn in range(turns + 1):
        for name, run in runs.items():
            rate = run(seconds)
            if turn:
                found[name].append(rate)
    return found


def loop_rate(steps: Iterable[int], seconds: float) -> float:
    """Returns the steps per second of a loop that yields the number of steps of each turn."""
    start, count = time.perf_counter(), 0
    for step in steps:
        count += step
        if time.perf_counter() - start >= seconds:
            break
    return count / (time.perf_counter() - start)


def calls_run(call: Callable[[], Any], wait: Callable[[Any], None], boards: int) -> Run:
    """Returns a run of calls on a device, a few of them before the program waits for the device.

    Args:
      call: Starts the work, and returns something to wait for.
      wait: Waits for what the last call has returned.
      boards: The number of boards of a call.
    """

    def steps() -> Iterator[int]:
        while True:
            for _ in range(UNSYNCHRONIZED):
                result = call()
            wait(result)
            yield UNSYNCHRONIZED * boards

    return lambda seconds: loop_rate(steps(), seconds)


def show(what: str, size: int, boards: int, found: list[float], note: str = "") -> None:
    """Prints a figure as a line of JSON: the median of the rates."""
    line: dict[str, Any] = {"what": what, "size": size, "boards": boards}
    line["steps_per_second"] = statistics.median(found) if found else None
    line["runs"] = [round(rate) for rate in found]
    print(json.dumps({**line, "note": note}), flush=True)


def share(found: list[float], of: list[float]) -> str:
    """Returns the median of the ratios of rates, for a note."""
    ratio = statistics.median(a / b for a, b in zip(found, of, strict=True))
    return f"{ratio:.3f} of the network alone"
