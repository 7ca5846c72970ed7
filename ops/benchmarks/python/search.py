"""Benchmark of self-play with search: simulations per second with a network that answers at once.

    python ops/benchmarks/python/search.py
    python ops/benchmarks/python/search.py --size 19 --games 512

It plays with PUCT in turns: with the server inside this process, over gRPC, and with the search in
NumPy of `numpy_search.py`, whose trees are at the server. Priors are drawn numbers, raised to a
power that leads to searches as deep as a network's. It prints medians. With several leaves of a
tree in a batch, NumPy takes no part.

With `--device MICROSECONDS PER_ROW`, a device is modelled: each batch takes this time and does not
use the processor. Then the share of time in which the device is busy is printed, too.
"""

from __future__ import annotations

import argparse
import statistics
import threading
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy_search import NumpySearch

import tengen
from tengen.search import Leaves, Puct, SelfPlay

if TYPE_CHECKING:
    from collections.abc import Iterator

PEAK = 4


class Rate(NamedTuple):
    """The figures of a round.

    Attributes:
      simulations: Simulations per second.
      processor: Simulations per second of processor time of this process.
      busy: The share of time in which the modelled device was busy; 0 without one.
    """

    simulations: float
    processor: float
    busy: float


class Device:
    """A device that evaluates one batch after another, and takes no processor.

    Args:
      numbers: Priors for as many positions as a batch may have.
      seconds: The time of a batch, and of each of its rows.
    """

    def __init__(self, numbers: Any, seconds: tuple[float, float]) -> None:
        self._priors = numbers
        self._values = np.zeros(len(numbers), np.float32)
        self._seconds = seconds
        self._free_at = 0.0
        self.busy_seconds = 0.0

    def __call__(self, leaves: Leaves) -> Any:
        """Evaluates positions, or begins to."""
        count = len(leaves)
        evaluations = (self._priors[:count], self._values[:count])
        if not any(self._seconds):
            return evaluations
        duration = self._seconds[0] + count * self._seconds[1]
        self._free_at = max(self._free_at, time.perf_counter()) + duration
        self.busy_seconds += duration
        return Later(evaluations, self._free_at)


@dataclass
class Later:
    """Evaluations that are ready at a time. A tuple would be taken for the evaluations."""

    evaluations: tuple[Any, Any]
    ready_at: float

    def result(self) -> tuple[Any, Any]:
        """Waits for the evaluations, and returns them."""
        threading.Event().wait(max(0.0, self.ready_at - time.perf_counter()))
        return self.evaluations


def drawn_priors(count: int, size: int) -> Any:
    """Returns priors for positions."""
    return np.random.default_rng(1).random((count, size * size + 1)).astype(np.float32) ** PEAK


def self_play(address: str, options: argparse.Namespace) -> Iterator[Rate]:
    """Yields the figures of one round after another."""
    seconds = tuple(number / 1e6 for number in options.device)
    device = Device(drawn_priors(options.games * options.leaves, options.size), seconds)
    with SelfPlay(
        device,
        options.size,
        address=address,
        simulation_count=options.simulations,
        search=Puct(leaves_per_round=options.leaves),
        slot_count=options.games,
        group_count=options.groups,
        prior_kind="probabilities",
        is_half=options.half,
        has_observations=False,
        seed=1,
    ) as play:
        while True:
            start, processor = time.perf_counter(), time.process_time()
            count, busy = play.evaluation_count, device.busy_seconds
            while time.perf_counter() - start < options.seconds:
                play.step()
            duration = time.perf_counter() - start
            done = play.evaluation_count - count
            yield Rate(
                done / duration,
                done / (time.process_time() - processor),
                (device.busy_seconds - busy) / duration,
            )


def numpy_search(address: str, options: argparse.Namespace) -> Iterator[Rate]:
    """Yields the figures of rounds of the search in NumPy, which has no groups."""
    priors = drawn_priors(options.games, options.size)
    values = np.zeros(len(priors))

    def policy_value(observations: Any, masks: Any) -> Any:
        del masks
        return priors[: len(observations)], values[: len(observations)]

    with (
        tengen.connect(address) as client,
        client.open_forest(options.size, encodings=["alphazero-17"]) as forest,
    ):
        search = NumpySearch(forest, policy_value)
        start_root = tengen.TreeRoot.start(options.size)
        trees = search.plant([start_root] * options.games)
        while True:
            start, processor, done = time.perf_counter(), time.process_time(), 0
            while time.perf_counter() - start < options.seconds:
                search.run(trees, options.simulations)
                trees = search.advance(trees)
                done += options.games * options.simulations
                is_over = search.is_over(trees)
                if is_over.any():
                    search.release(trees[is_over])
                    trees[is_over] = search.plant([start_root] * int(is_over.sum()))
            duration = time.perf_counter() - start
            yield Rate(done / duration, done / (time.process_time() - processor), 0.0)


def main() -> None:
    """Runs the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add = parser.add_argument
    add("--size", type=int, default=9, help="side of the board (default: 9)")
    add("--games", type=int, default=1024, help="games at the same time (default: 1024)")
    add("--groups", type=int, default=2, help="groups of these (default: 2)")
    add("--simulations", type=int, default=32, help="simulations of a move (default: 32)")
    add("--leaves", type=int, default=1, help="leaves of a tree in a batch (default: 1)")
    add("--half", action="store_true", help="send float16")
    add("--rounds", type=int, default=5, help="rounds of each contender (default: 5)")
    add("--seconds", type=float, default=3.0, help="seconds of a round (default: 3)")
    add("--warm-up-rounds", type=int, default=10, help="rounds before (default: 10)")
    add("--only", help="a part of the name of the contenders to run")
    add(
        "--device",
        nargs=2,
        type=float,
        default=(0.0, 0.0),
        metavar=("MICROSECONDS", "PER_ROW"),
        help="model a device that takes this time for a batch and for each of its rows",
    )
    options = parser.parse_args()
    with tengen.LocalServer() as server:
        contenders = {
            "SelfPlay, in process": lambda: self_play("embedded", options),
            "SelfPlay, gRPC": lambda: self_play(server.address, options),
        }
        if options.leaves == 1:
            contenders["NumPy, gRPC"] = lambda: numpy_search(server.address, options)
        runs = {
            name: make()
            for name, make in contenders.items()
            if options.only is None or options.only in name
        }
        rates: dict[str, list[Rate]] = {name: [] for name in runs}
        for number in range(-options.warm_up_rounds, options.rounds):
            for name, run in runs.items():
                rate = next(run)
                if number >= 0:
                    rates[name].append(rate)
        for run in runs.values():
            run.close()
    for name, each in rates.items():
        simulations, processor, busy = (
            statistics.median(numbers) for numbers in zip(*each, strict=True)
        )
        device = f"; device busy {busy:.0%}" if any(options.device) else ""
        print(
            f"{name:22} {simulations:12,.0f} simulations/s; {processor:12,.0f} for each second of"
            f" this process{device}"
        )


if __name__ == "__main__":
    main()
