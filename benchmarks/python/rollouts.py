"""Compares `tengen rollout`, in each format, with a bare loop over a batch of boards, in turns.

    python benchmarks/python/rollouts.py --games 20000

Needs the package `tengen-go` with the extra `data`. All play random games of one size on all
processors. The bare loop steps many boards over one stream, with actions that the server draws and
the smallest planes, and writes nothing: no loop of a client is faster. The time of a rollout
includes the start of its processes.
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
    "moves": ["--format=moves"],
    "sgf": ["--format=sgf"],
    "npz": ["--format=npz"],
    "parquet": ["--format=parquet"],
    "parquet with planes": ["--format=parquet", "--planes=alphazero-17"],
}
LANES = 1024
LIMIT = 1.0
"""The rollout must play at least this many times as many games a second as the bare loop."""


def bare_games_per_second(address: str, size: int, games: int) -> float:
    """Plays games in a batch and returns their rate. The boards are in different moments of games."""
    with tengen.make_vec(
        size, LANES, opponent=None, encoding="alphazero:history=1", array_format="packed", address=address
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
        words = [f"--games={games}", f"--size={size}", "--seed=7", f"--out={scratch}/games", "--json"]
        start = time.perf_counter()
        subprocess.run(
            [sys.executable, "-m", "tengen", "rollout", *words, *options], check=True, capture_output=True
        )
        seconds = time.perf_counter() - start
        stored = sum(file.stat().st_size for file in Path(scratch, "games").iterdir())
    return games / seconds, stored / games


def main() -> int:
    """Prints a line for each format. Returns 1 if one is slower than the bare loop."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=20_000, help="default: 20000")
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
            for name, options in FORMATS.items():
                rate, stored[name] = rollout(size, games, options)
                rates[name].append(rate)
    medians = {name: statistics.median(values) for name, values in rates.items()}
    if arguments.json:
        print(json.dumps({"games_per_second": rates, "bytes_per_game": stored}))
    else:
        print(f"bare loop, {LANES} boards: {medians['bare']:,.0f} games/s")
        for name, size_bytes in stored.items():
            ratio = statistics.median(a / b for a, b in zip(rates[name], rates["bare"], strict=True))
            print(f"{name}: {medians[name]:,.0f} games/s, {ratio:.2f} of the bare loop, {size_bytes:,.0f} bytes a game")
    return int(medians["moves"] < LIMIT * medians["bare"])


if __name__ == "__main__":
    sys.exit(main())
