"""Measures games per second between two remote agents in Python, next to two built-in players.

    python ops/benchmarks/python/agents.py --before ../tengen-before

Needs the package `tengen-go` of the checkout, and its server in clients/cli/target. Server and agents run
in processes of their own. With `--before`, another checkout that is built, too, takes turns with
this one. A round is a tournament of random players. The first two rounds of each way do not count.
"""

from __future__ import annotations

import argparse
import itertools
import json
import os
import signal
import statistics
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

HERE = Path(__file__).resolve().parents[3]

WARM_UP_ROUNDS = 2
"""In these the server compiles what it runs often."""

ROUND = """
import sys, time
from tengen.arena import Arena, ArenaPlayer, RoundRobin, TournamentSpec

address, name, size, pairs, concurrency, player = sys.argv[1:]
players = [ArenaPlayer(side, player) for side in ("one", "two")]
with Arena(address, timeout_seconds=60) as arena:
    while player == "agent" and len(arena.agents()) < len(players):
        time.sleep(0.05)
    start = time.perf_counter()
    arena.create_tournament(
        TournamentSpec(
            name,
            players,
            RoundRobin(int(pairs)),
            int(size),
            int(size),
            concurrency=int(concurrency),
        )
    )
    for update in arena.watch(name):
        pass
    seconds = time.perf_counter() - start
    moves = sum(game.move_number for game in arena.games(name))
print(2 * int(pairs), moves, seconds)
"""
"""Plays a tournament with the client of a checkout; prints games, moves and seconds."""


BATCH_POLICY = """
from tengen.arena.policies import choose_random


class Agent:
    def choose_batch(self, turns):
        return [choose_random(turn) for turn in turns]
"""
"""The built-in policy "random", as an agent that chooses in batches."""


@dataclass
class Way:
    """A way to play, and its figures.

    Attributes:
      name: Its name in the table.
      checkout: The checkout of server and agents.
      player: "agent", or a built-in player.
      arguments: Further arguments of an agent.
      processes: The server and the agents.
      rounds: Games per second, turns per second, and processor time of server and agents for a
        turn in microseconds.
    """

    name: str
    checkout: Path
    player: str
    arguments: tuple[str, ...] = ()
    processes: list[subprocess.Popen[bytes]] = field(default_factory=list)
    rounds: list[tuple[float, float, float, float]] = field(default_factory=list)
    address: str = ""
    folder: Path = HERE

    def start(self, folder: Path, port: int, options: argparse.Namespace) -> None:
        """Starts the server, and the agents if the players are agents."""
        self.folder = folder
        self.address = f"127.0.0.1:{port}"
        jar = self.checkout / "clients/cli/target/tengen.jar"
        server = ["java", "-jar", str(jar), "serve", "--port", str(port), "--http-port", "0"]
        store = folder / f"{port}.db"
        with (folder / f"{port}.log").open("wb") as log:
            self._run([*server, "--arena", str(store)], log)
            for name in ("one", "two") if self.player == "agent" else ():
                agent = [sys.executable, "-m", "tengen.arena", "agent", "--name", name]
                agent += ["--max-games", str(options.concurrency), "--address", self.address]
                self._run([*agent, *self.arguments], log)

    def _run(self, command: list[str], log: object) -> None:
        process = subprocess.Popen(command, env=self._environment(), stdout=log, stderr=log)
        self.processes.append(process)

    def _environment(self) -> dict[str, str]:
        paths = (self.checkout / "clients/python/src", self.folder)
        return {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, paths))}

    def round(self, name: str, options: argparse.Namespace) -> None:
        """Plays a tournament."""
        before = self._processor_seconds()
        words = [self.address, name, options.size, options.pairs, options.concurrency, self.player]
        result = subprocess.run(
            [sys.executable, "-c", ROUND, *map(str, words)],
            env=self._environment(),
            check=True,
            stdout=subprocess.PIPE,
        )
        games, moves, seconds = map(float, result.stdout.split())
        after = self._processor_seconds()
        server = (after[0] - before[0]) / moves
        agents = (sum(after[1:]) - sum(before[1:])) / moves
        self.rounds.append((games / seconds, moves / seconds, server * 1e6, agents * 1e6))

    def _processor_seconds(self) -> list[float]:
        ticks = os.sysconf("SC_CLK_TCK")
        seconds = []
        for process in self.processes:
            values = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
            seconds.append((int(values[11]) + int(values[12])) / ticks)
        return seconds

    def stop(self) -> None:
        """Stops the agents, then the server."""
        for process in reversed(self.processes):
            process.send_signal(
                signal.SIGKILL if process is not self.processes[0] else signal.SIGTERM
            )
            process.wait()


def main() -> int:
    """Prints a line for each way, and the ratio to the first one."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--before", type=Path, help="a checkout to compare with")
    parser.add_argument("--size", type=int, default=9, help="the size of the board (default: 9)")
    parser.add_argument("--pairs", type=int, default=100, help="default: 100, of two games each")
    parser.add_argument("--concurrency", type=int, default=32, help="games at a time (default: 32)")
    parser.add_argument("--runs", type=int, default=5, help="rounds that count (default: 5)")
    parser.add_argument("--json", action="store_true", help="print one object instead of a table")
    options = parser.parse_args()
    ways = [
        Way("agents, a thread a game", HERE, "agent"),
        Way("agents, one thread", HERE, "agent", ("--threads=1",)),
        Way("agents, in batches", HERE, "agent", ("--policy=batches:Agent",)),
        Way("built-in players", HERE, "random"),
    ]
    if options.before is not None:
        ways.insert(0, Way("agents, before", options.before.resolve(), "agent"))
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "batches.py").write_text(BATCH_POLICY)
        try:
            for port, way in zip(itertools.count(19_600), ways, strict=False):
                way.start(Path(folder), port, options)
            for number in range(options.runs + WARM_UP_ROUNDS):
                for way in ways:
                    print(f"round {number}: {way.name}", file=sys.stderr)
                    way.round(f"round {number}", options)
        finally:
            for way in ways:
                way.stop()
    table = {
        way.name: [
            statistics.median(values) for values in zip(*way.rounds[WARM_UP_ROUNDS:], strict=True)
        ]
        for way in ways
    }
    if options.json:
        print(json.dumps(table))
        return 0
    first = next(iter(table.values()))[0]
    print(f"{'':28}{'games/s':>10}{'turns/s':>10}{'µs server':>12}{'µs agents':>12}{'ratio':>8}")
    for name, (games, turns, server, agents) in table.items():
        print(
            f"{name:28}{games:10.1f}{turns:10.0f}{server:12.0f}{agents:12.0f}{games / first:8.2f}"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
