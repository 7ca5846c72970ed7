"""Compares `tengen rollout`, in each format, with a bare loop over a batch of boards, in turns.

    python ops/benchmarks/python/rollouts.py --games 10000

Needs the package `tengen-go` with the extra `data`. All play random games of one size on all
processors. The bare loop steps many boards over one stream, with actions that the server draws and
the smallest planes, and writes nothing: no loop of a client in Python is faster. The time of a
rollout is the one that it reports itself; for npz and Parquet it includes the start of Java.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
import tengen

FORMATS = {
    "moves": (1, ["--format=moves"]),
    "sgf": (1, ["--format=sgf"]),
    "npz": (1, ["--format=npz"]),
    "parquet": (1, ["--format=parquet"]),
    "parquet with planes": (4, ["--format=parquet", "--planes=alphazero-17"]),
}
"""By what the number of games is divided, and the options."""
LANES = 1024
LIMIT = 0.5
"""A rollout to moves must play at least so many times as many games a second as the bare loop."""


def bare_games_per_second(address: str, size: int, games: int) -> float:
    """Plays at least so many games in a batch, and returns their rate."""
    with tengen.make_vec(
        size,
        LANES,
        opponent=None,
        encoding="alphazero:history=1",
        array_format="packed",
        address=address,
    ) as envs:
        envs.reset(seed=1)
        actions = np.full(LANES, tengen.DRAWN_ACTION)
        ended = 0
        start = time.perf_counter()
        while ended < games:
            _, _, terminated, truncated, _ = envs.step(actions)
            ended += int((terminated | truncated).sum())
        return ended / (time.perf_counter() - start)


def rollout(size: int, games: int, options: list[str]) -> tuple[float, float]:
    """Returns the games per second of a rollout and the bytes of a game in its folder."""
    with tempfile.TemporaryDirectory() as scratch:
        words = [f"--games={games}", f"--size={size}", f"--out={scratch}/games", "--json"]
        done = subprocess.run(
            [sys.executable, "-m", "tengen", "rollout", *words, *options],
            check=True,
            stdout=subprocess.PIPE,
            text=True,
        )
        stored = sum(file.stat().st_size for file in Path(scratch, "games").iterdir())
    return json.loads(done.stdout)["games_per_second"], stored / games


def main() -> int:
    """Prints a line for each format. Returns 1 if one is slower than the bare loop."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=10_000, help="default: 10000")
    parser.add_argument("--size", type=int, default=9, help="default: 9")
    parser.add_argument("--turns", type=int, default=5, help="default: 5")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    size, games = arguments.size, arguments.games
    rates: dict[str, list[float]] = {name: [] for name in ("bare", *FORMATS)}
    stored: dict[str, float] = {}
    with tengen.LocalServer(transport="tcp") as server:
        bare_games_per_second(server.address, size, games)  # warms the server up
        for _ in range(arguments.turns):
            rates["bare"].append(bare_games_per_second(server.address, size, games))
            for name, (divisor, options) in FORMATS.items():
                rate, stored[name] = rollout(size, games // divisor, options)
                rates[name].append(rate)
    medians = {name: statistics.median(values) for name, values in rates.items()}
    if arguments.json:
        print(json.dumps({"games_per_second": rates, "bytes_per_game": stored}))
    else:
        print(f"bare loop, {LANES} boards: {medians['bare']:,.0f} games/s")
        for name, count in stored.items():
            pairs = zip(rates[name], rates["bare"], strict=True)
            ratio = statistics.median(rate / bare for rate, bare in pairs)
            print(
                f"{name}: {medians[name]:,.0f} games/s, {ratio:.2f} times the bare loop,"
                f" {count:,.0f} bytes a game"
            )
    return int(medians["moves"] < LIMIT * medians["bare"])


if __name__ == "__main__":
    sys.exit(main())
