"""Benchmark of one vector environment at several servers, each on a processor of its own.

    python ops/benchmarks/python/sharded.py --jar clients/cli/target/tengen.jar

It starts a server on each of the given processors with `taskset`, and plays uniform random legal
actions with `step` on all boards: in turns at the first server alone, and at all servers. It prints
the medians of steps per second, their ratio, and the processor time of this process, which drives
the servers, for a board and step.

With an opponent that thinks, such as `monte-carlo:playouts=20`, the servers have nearly all of the
work. The client needs a part of a processor, too, and on a machine with no processor beside those
of the servers it takes it from them. So the ratio is also computed from processor times: that of
the client and that of the busiest server, one after the other, as in a loop of `step`.

With `--work MICROSECONDS`, servers on other machines are emulated: each answer is late by that time
for each board of the server, and takes no processor.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import statistics
import subprocess
import time
from pathlib import Path
from typing import NamedTuple

import numpy as np
import tengen
from tengen._delay_proxy import DelayProxy


class Server:
    """A server on some processors.

    Args:
      java: The command of Java.
      jar: The packed program.
      processors: The processors, as `taskset` takes them.

    Attributes:
      address: The address of the server.
    """

    def __init__(self, java: str, jar: str, processors: str) -> None:
        self._process = subprocess.Popen(
            ["taskset", "-c", processors, java, "-jar", jar, "serve", "--json", "--port", "0"],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        assert self._process.stdout is not None
        self.address = json.loads(self._process.stdout.readline())["address"]

    def processor_seconds(self) -> float:
        """Returns the processor time that the server has used."""
        fields = Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def close(self) -> None:
        """Stops the server."""
        self._process.terminate()
        self._process.wait()


class Round(NamedTuple):
    """The figures of a round.

    Attributes:
      rate: Steps of boards per second.
      client: Processor time of this process for a board and step, in microseconds.
      server: Processor time of the busiest server for a board and step of all, in microseconds.
    """

    rate: float
    client: float
    server: float

    @property
    def limit(self) -> float:
        """Steps per second if all processors were free: client and busiest server, in turns."""
        return 1e6 / (self.client + self.server)


def play(
    envs: tengen.TengenVectorEnv,
    servers: list[Server],
    generator: np.random.Generator,
    seconds: float,
) -> Round:
    """Plays for some seconds."""
    masks = envs.action_masks()
    steps = 0
    start, start_client = time.perf_counter(), time.process_time()
    start_servers = [server.processor_seconds() for server in servers]
    while time.perf_counter() < start + seconds:
        result = envs.step(tengen.sample_actions(masks, generator))
        masks = result.observations["action_mask"]
        steps += envs.num_envs
    used = [
        server.processor_seconds() - before
        for server, before in zip(servers, start_servers, strict=True)
    ]
    return Round(
        steps / (time.perf_counter() - start),
        (time.process_time() - start_client) / steps * 1e6,
        max(used) / steps * 1e6,
    )


def main() -> None:
    """Runs the benchmark."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--jar", required=True)
    parser.add_argument("--java", default="java")
    parser.add_argument("--processors", nargs="+", default=["0", "1"], help="one for each server")
    parser.add_argument("--size", type=int, default=9)
    parser.add_argument("--boards", type=int, default=1024)
    parser.add_argument("--opponent", default=None)
    parser.add_argument("--format", default="packed", choices=["packed", "uint8", "float32"])
    parser.add_argument("--work", type=float, default=0.0, metavar="MICROSECONDS")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=3.0)
    parser.add_argument("--warm-up-seconds", type=float, default=5.0)
    given = parser.parse_args()
    with contextlib.ExitStack() as stack:
        servers = [
            stack.enter_context(contextlib.closing(Server(given.java, given.jar, each)))
            for each in given.processors
        ]
        addresses = [server.address for server in servers]
        alone = addresses[0]
        if given.work:
            seconds = given.work * given.boards / 1e6
            alone = stack.enter_context(DelayProxy(alone, seconds)).address
            addresses = [
                stack.enter_context(DelayProxy(each, seconds / len(addresses))).address
                for each in addresses
            ]
        choices = {"address": alone, "list of one": [alone], "list of all": addresses}
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
        rounds: dict[str, list[Round]] = {name: [] for name in envs}
        for each in envs.values():
            each.reset(seed=1)
            play(each, servers, generator, given.warm_up_seconds)
        for _ in range(given.rounds):
            for name, each in envs.items():
                rounds[name].append(play(each, servers, generator, given.seconds))
    for name, found in rounds.items():
        rates = [each.rate for each in found]
        print(
            f"{name:12} {statistics.median(rates):12,.0f} steps/s"
            f" ({min(rates):,.0f} to {max(rates):,.0f}), processor time for a board and step:"
            f" client {statistics.median(each.client for each in found):.2f} us,"
            f" busiest server {statistics.median(each.server for each in found):.2f} us"
        )
    pairs = list(zip(rounds["list of one"], rounds["list of all"], strict=True))
    print_ratio("measured", [all_.rate / one.rate for one, all_ in pairs])
    print_ratio("by processor times", [all_.limit / one.limit for one, all_ in pairs])


def print_ratio(name: str, ratios: list[float]) -> None:
    """Prints the median and the range of a ratio of all servers to one."""
    low, high = min(ratios), max(ratios)
    print(f"all servers / one, {name}: {statistics.median(ratios):.2f} ({low:.2f} to {high:.2f})")


if __name__ == "__main__":
    main()
