"""Measures `PositionDataset` and `TorchPositions`: positions per second of processor time.

    python ops/benchmarks/python/loader.py games games-with-planes

Needs the package `tengen-go` with the extras `data` and `torch`. The first folder has games without
planes, which are rebuilt and checked; the second one, which may be left out, the same with
`--planes=alphazero-17`. The ways to read them take turns. The processor time is that of this
process, of the workers of a DataLoader and of the server. The first turn, on a server that was just
started, does not count.
"""

from __future__ import annotations

import argparse
import resource
import statistics
import sys
import time
from pathlib import Path

import tengen
import torch
from tengen.data import PositionDataset
from tengen.data.torch import TorchPositions
from tengen.plan import processor_seconds
from torch.utils.data import DataLoader

REQUIRED = 100_000
"""Positions per second of processor time, rebuilt from moves, without workers."""


def measure(folder: Path, address: str, workers: int | None) -> tuple[float, float]:
    """Reads an epoch.

    Args:
      folder: The folder.
      address: The address of the server.
      workers: Workers of a DataLoader; None: the data set without PyTorch.

    Returns:
      Positions per second of processor time, and of time.
    """
    dataset = PositionDataset(folder, address=address, batch_size=256, seed=1)
    batches = dataset
    if workers is not None:
        batches = DataLoader(TorchPositions(dataset), batch_size=None, num_workers=workers)
    before, start = all_seconds(), time.perf_counter()
    count = sum(len(batch["policy"]) for batch in batches)
    seconds = time.perf_counter() - start
    return count / (all_seconds() - before), count / seconds


def all_seconds() -> float:
    """Returns the processor time of this process, its server, and ended processes below."""
    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    return processor_seconds() + ended.ru_utime + ended.ru_stime


def main() -> int:
    """Prints a line for each way. Returns 1 if a core rebuilds fewer positions than required."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("moves", type=Path, help="a folder of games without planes")
    parser.add_argument("planes", type=Path, nargs="?", help="a folder with planes of alphazero-17")
    parser.add_argument("--turns", type=int, default=5, help="default: 5")
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    ways = {
        f"{source}, {name}": (folder, workers)
        for source, folder in (("rebuilt", arguments.moves), ("ready planes", arguments.planes))
        if folder is not None
        for name, workers in (("NumPy", None), ("no worker", 0), ("1 worker", 1), ("2 workers", 2))
    }
    results: dict[str, list[tuple[float, float]]] = {name: [] for name in ways}
    with tengen.LocalServer() as server:
        for turn in range(arguments.turns + 1):
            for name, (folder, workers) in ways.items():
                result = measure(folder, server.address, workers)
                if turn:
                    results[name].append(result)
    for name, figures in results.items():
        per_core, rate = (statistics.median(column) for column in zip(*figures, strict=True))
        print(f"{name}: {per_core:,.0f} positions/s of processor time, {rate:,.0f} positions/s")
    cores = [
        statistics.median(one for one, _ in results[f"rebuilt, {name}"])
        for name in ("NumPy", "no worker")
    ]
    return int(min(cores) < REQUIRED)


if __name__ == "__main__":
    sys.exit(main())
