"""Benchmark of one vector environment at several servers, each on a processor of its own.

    python ops/benchmarks/python/sharded.py --jar clients/cli/target/tengen.jar

It starts a server on each of the given processors with `taskset`, and plays uniform random legal
actions with `step` on all boards: in turns at the first server alone, and at all servers. It prints
the medians of steps per second, their ratio, and the processor time of this process, which drives
the servers, for a board and step.

With an opponent that thinks, such as `monte-carlo:playouts=20`, the servers have nearly all of the
work. The client needs a part of a processor, too, and on a machine with no processor beside those
of the servers it takes it from them.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import statistics
import subprocess
import time
from typing import TYPE_CHECKING, Any

import numpy as np

import tengen

if TYPE_CHECKING:
    from collections.abc import Iterator

WARM_UP_SECONDS = 3.0


@contextlib.contextmanager
def server(java: str, jar: str, processor: str) -> Iterator[str]:
    """Runs a server on some processors, and yields its address."""
    process = subprocess.Popen(
        ["taskset", "-c", processor, java, "-jar", jar, "serve", "--json", "--port", "0"],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None
        yield json.loads(process.stdout.readline())["address"]
    finally:
        process.terminate()
        process.wait()


def play(envs: tengen.TengenVectorEnv, generator: np.random.Generator, seconds: float) -> Any:
    """Plays for some seconds.

    Returns:
      Steps of boards per second, and this process's processor time for one, in microseconds.
    """
    masks = envs.action_masks()
    steps = 0
    start, start_cpu = time.perf_counter(), time.process_time()
    while time.perf_counter() < start + seconds:
        result = envs.step(tengen.sample_actions(masks, generator))
        masks = result.observations["action_mask"]
        steps += envs.num_envs
    return steps / (time.perf_counter() - start), (time.process_time() - start_cpu) / steps * 1e6


def main() -> None:
    """Runs the benchmark."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--jar", required=True)
    parser.add_argument("--java", default="java")
    parser.add_argument("--processors", nargs="+", default=["0", "1"], help="one for each server")
    parser.add_argument("--size", type=int, default=9)
    parser.add_argument("--boards", type=int, default=1024)
    parser.add_argument("--opponent", default=None)
    parser.add_argument("--format", default="packed", choices=["packed", "uint8", "float32"])
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=3.0)
    given = parser.parse_args()
    with contextlib.ExitStack() as stack:
        addresses = [
            stack.enter_context(server(given.java, given.jar, each)) for each in given.processors
        ]
        choices = {"address": addresses[0], "one": addresses[:1], "all": addresses}
        envs = {
            name: stack.enter_context(
                tengen.make_vec(
                    given.size,
                    given.boards,
                    address=choice,
                    opponent=given.opponent,
                    array_format=given.format,
                    copy=False,
                )
            )
            for name, choice in choices.items()
        }
        generator = np.random.default_rng(1)
        for each in envs.values():
            each.reset(seed=1)
            play(each, generator, WARM_UP_SECONDS)
        rounds: dict[str, list[Any]] = {name: [] for name in envs}
        for _ in range(given.rounds):
            for name, each in envs.items():
                rounds[name].append(play(each, generator, given.seconds))
    rates = {name: statistics.median(rate for rate, _ in found) for name, found in rounds.items()}
    for name, found in rounds.items():
        spread = [round(rate) for rate, _ in found]
        times = statistics.median(used for _, used in found)
        print(
            f"{name:8} {rates[name]:12,.0f} steps/s ({min(spread):,} to {max(spread):,}),"
            f" client {times:.3f} us a board and step"
        )
    ratios = [all_[0] / one[0] for one, all_ in zip(rounds["one"], rounds["all"], strict=True)]
    low, high = min(ratios), max(ratios)
    print(f"all servers / one: {statistics.median(ratios):.2f} ({low:.2f} to {high:.2f})")


if __name__ == "__main__":
    main()
