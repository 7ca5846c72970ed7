"""Measures what it costs to feed a learner from one Python process.

    ./tengen bench feed

Two tables. The first one has the processor time of a board and step: of the main thread, of the
process, and of the server, for each transport, size and format. `tengen.make_vec` steps the boards,
with two requests in flight and actions that the server draws. The embedded server is part of the
process.

The second one has a simulated device: a policy that takes some milliseconds for each batch, one
batch after another, and no processor. The loop is `for step in envs.stream(policy)`. The ideal is
the rate of the device or that of the boards alone, the lower one. The boards alone are measured in
turns with the loop, with as many requests of as many boards in flight. Exit code 1: the loop reaches
less of the ideal than is required.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import multiprocessing
import statistics
import sys
import time
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import numpy as np
import tengen
from tengen.grouped import GroupedVectorEnv
from tengen.plan import processor_seconds

if TYPE_CHECKING:
    from collections.abc import Iterator

EMBEDDED = "embedded"
TRANSPORTS = ("tcp", "unix", EMBEDDED)
FORMATS = ("packed", "uint8", "float32")
REQUIRED = 0.95
"""The share of the ideal that the loop must reach."""


class Boards:
    """Boards that play actions which the server draws, without a policy.

    Args:
      arguments: The arguments of `tengen.make_vec`.
      batch: The number of boards of a request.
      in_flight: The number of requests in flight.
    """

    def __init__(self, arguments: dict[str, Any], batch: int, in_flight: int) -> None:
        self._envs = tengen.make_vec(
            num_envs=batch * in_flight, batch_size=batch, opponent=None, copy=False, **arguments
        )
        self._actions = np.full(batch, tengen.DRAWN_ACTION)
        self._envs.async_reset(seed=1)
        self._waiting = [self._envs.recv().infos["env_id"] for _ in range(in_flight)]

    def run(self, seconds: float) -> dict[str, float]:
        """Plays for so many seconds. Returns the steps per second and processor seconds."""
        envs, actions = self._envs, self._actions
        meter = Meter()
        for lanes in self._waiting:
            envs.send(actions, lanes)
        pending, self._waiting = len(self._waiting), []
        while pending:
            step = envs.recv()
            meter.steps += len(step.rewards)
            lanes = step.infos["env_id"]
            if meter.seconds() < seconds:
                envs.send(actions, lanes)
            else:
                self._waiting.append(lanes)
                pending -= 1
        return meter.result()

    def close(self) -> None:
        """Closes the boards."""
        self._envs.close()


class Meter:
    """Counts steps, and the processor time since it was made."""

    def __init__(self) -> None:
        self.steps = 0
        self._all, self._process = processor_seconds(), time.process_time()
        self._thread, self._start = time.thread_time(), time.perf_counter()

    def seconds(self) -> float:
        """Returns the seconds since the start."""
        return time.perf_counter() - self._start

    def result(self) -> dict[str, float]:
        """Returns steps per second, and nanoseconds of processor time a step."""
        rate = self.steps / self.seconds()
        main, process = time.thread_time() - self._thread, time.process_time() - self._process
        server = processor_seconds() - self._all - process
        costs = {"main_ns": main, "process_ns": process, "server_ns": server}
        return {
            "steps_per_second": rate,
            **{name: cost / self.steps * 1e9 for name, cost in costs.items()},
        }


class SimulatedDevice:
    """A device that needs the same time for each batch, one batch after another.

    It computes while this process sleeps. A late wake-up delays the answer, but not the device.

    Args:
      seconds: The time of a batch.
      batch: The number of boards of a batch.
    """

    def __init__(self, seconds: float, batch: int) -> None:
        self._seconds = seconds
        self._actions = np.full(batch, tengen.DRAWN_ACTION)
        self._thread = ThreadPoolExecutor(1)
        self._free_at = 0.0

    def policy(self, observations: dict[str, Any]) -> Future[Any]:
        """Returns the future of actions."""
        del observations
        self._free_at = max(self._free_at, time.perf_counter()) + self._seconds
        return self._thread.submit(self._answer, self._free_at)

    def _answer(self, end: float) -> Any:
        time.sleep(max(0.0, end - time.perf_counter()))
        return self._actions

    def run(self, envs: GroupedVectorEnv, seconds: float) -> dict[str, float]:
        """Steps the boards for so many seconds. Returns steps per second and processor seconds."""
        loop = envs.stream(self.policy)
        for _ in envs.groups:
            next(loop)
        meter = Meter()
        for step in loop:
            meter.steps += len(step.rewards)
            if meter.seconds() >= seconds:
                break
        result = meter.result()
        loop.close()
        return result

    def close(self) -> None:
        """Ends the thread."""
        self._thread.shutdown()


def environment_kind(arrays: str) -> Any:
    """Returns the class of environments with arrays of a framework on the processor."""
    if arrays == "torch":
        from tengen.torch import TorchVectorEnv  # noqa: PLC0415 - an optional dependency

        return TorchVectorEnv
    if arrays == "jax":
        from tengen.jax import JaxVectorEnv  # noqa: PLC0415 - an optional dependency

        return JaxVectorEnv
    return GroupedVectorEnv


@contextlib.contextmanager
def address_of(transport: str) -> Iterator[str]:
    """Starts a server, unless it is embedded."""
    if transport == EMBEDDED:
        yield EMBEDDED
        return
    with tengen.LocalServer(transport=transport) as server:
        yield server.address


def measure_formats(transport: str, size: int, options: argparse.Namespace) -> list[dict[str, Any]]:
    """Returns a row of the first table for each format, which take turns."""
    runs: dict[str, list[dict[str, float]]] = {name: [] for name in options.format}
    with address_of(transport) as address, contextlib.ExitStack() as stack:
        boards = {}
        for name in options.format:
            arguments = {"name_or_size": size, "address": address, "array_format": name}
            boards[name] = Boards(arguments, options.boards, 2)
            stack.callback(boards[name].close)
            boards[name].run(options.warm_up_seconds)
        for _ in range(options.runs):
            for name in options.format:
                runs[name].append(boards[name].run(options.seconds))
    return [
        {"transport": transport, "size": size, "boards": options.boards, "format": name}
        | {key: median(runs[name], key) for key in runs[name][0]}
        for name in options.format
    ]


def measure_device(transport: str, size: int, options: argparse.Namespace) -> list[dict[str, Any]]:
    """Returns a row of the second table for each time of the device, in turns with the boards."""
    batch, groups = options.batch, options.groups
    alone: dict[float, list[dict[str, float]]] = {ms: [] for ms in options.device_ms}
    loops: dict[float, list[dict[str, float]]] = {ms: [] for ms in options.device_ms}
    with address_of(transport) as address, contextlib.ExitStack() as stack:
        arguments = {"name_or_size": size, "address": address, "array_format": "packed"}
        boards = Boards(arguments, batch, groups)
        stack.callback(boards.close)
        envs = environment_kind(options.arrays)(
            num_envs=batch * groups, group_count=groups, opponent=None, **arguments
        )
        stack.callback(envs.close)
        devices = {ms: SimulatedDevice(ms / 1000, batch) for ms in options.device_ms}
        for device in devices.values():
            stack.callback(device.close)
        envs.reset(seed=1)
        boards.run(options.warm_up_seconds)
        devices[min(devices)].run(envs, options.warm_up_seconds)
        before = boards.run(options.seconds)
        for _ in range(options.runs):
            for ms, device in devices.items():
                # The boards before and after a loop, as the machine may become slower or faster.
                loop, after = device.run(envs, options.seconds), boards.run(options.seconds)
                loops[ms].append(loop)
                alone[ms].append({key: (before[key] + after[key]) / 2 for key in before})
                before = after
    rate = "steps_per_second"
    rows = []
    for ms in options.device_ms:
        limit = batch / ms * 1000
        pairs = zip(loops[ms], alone[ms], strict=True)
        share = statistics.median(loop[rate] / min(limit, each[rate]) for loop, each in pairs)
        rows.append(
            {"transport": transport, "size": size, "batch": batch, "groups": groups}
            | {"arrays": options.arrays, "device_ms": ms, "device": round(limit)}
            | {"boards": median(alone[ms], rate), "loop": median(loops[ms], rate)}
            | {"boards_main_ns": median(alone[ms], "main_ns")}
            | {"loop_main_ns": median(loops[ms], "main_ns")}
            | {"share_of_ideal": round(share, 3)}
        )
    return rows


def median(runs: list[dict[str, float]], key: str) -> int:
    """Returns the median of a figure of some runs."""
    return round(statistics.median(run[key] for run in runs))


def print_table(rows: list[dict[str, Any]]) -> None:
    """Prints rows with the same keys for people."""
    print(f"| {' | '.join(name.replace('_', ' ') for name in rows[0])} |")
    print("|---" * len(rows[0]) + "|")
    for row in rows:
        print(f"| {' | '.join(map(cell, row.values()))} |")
    print()


def cell(value: object) -> str:
    """Returns a value as a table shows it."""
    if isinstance(value, float):
        return f"{value:g}"
    return f"{value:,}" if isinstance(value, int) else str(value)


def parser() -> argparse.ArgumentParser:
    """Returns the parser of the command line."""
    made = argparse.ArgumentParser(
        prog="tengen bench feed",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    made.add_argument("--transport", choices=TRANSPORTS, nargs="+", default=list(TRANSPORTS))
    made.add_argument("--size", type=int, nargs="+", default=[9, 19])
    made.add_argument("--format", choices=FORMATS, nargs="+", default=list(FORMATS))
    made.add_argument("--boards", type=int, default=1024, help="of a request, in the first table")
    made.add_argument(
        "--device-ms", type=float, nargs="+", default=[2, 5, 20], help="milliseconds of a batch"
    )
    made.add_argument("--batch", type=int, default=4096, help="boards of a batch of the device")
    made.add_argument("--groups", type=int, default=3, help="groups of so many boards")
    made.add_argument(
        "--arrays",
        choices=("numpy", "torch", "jax"),
        default="numpy",
        help="of the loop; torch and jax need an environment of Python that has them",
    )
    made.add_argument("--only", choices=("costs", "device"), help="one of the two tables")
    made.add_argument("--seconds", type=float, default=3, help="of a run")
    made.add_argument("--warm-up-seconds", type=float, default=5)
    made.add_argument("--runs", type=int, default=5)
    made.add_argument("--json", action="store_true", help="print one JSON object a line")
    return made


def main() -> int:
    """Prints the tables. Returns 1 if the loop reaches less of the ideal than is required."""
    options = parser().parse_args()
    tables = {"costs": measure_formats, "device": measure_device}
    rows: dict[str, list[dict[str, Any]]] = {name: [] for name in tables}
    for name, measure in tables.items():
        if options.only not in (None, name):
            continue
        for transport in options.transport:
            for size in options.size:
                print(f"{name}: {transport}, {size}x{size}", file=sys.stderr)
                # Each in a new process, so that an embedded server does not count for the next.
                context = multiprocessing.get_context("spawn")
                with ProcessPoolExecutor(1, context) as process:
                    rows[name] += process.submit(measure, transport, size, options).result()
        if options.json:
            for row in rows[name]:
                print(json.dumps({"table": name, **row}))
        else:
            print_table(rows[name])
    return int(any(row["share_of_ideal"] < REQUIRED for row in rows["device"]))


if __name__ == "__main__":
    sys.exit(main())
