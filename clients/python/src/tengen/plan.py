"""A capacity model: predicts rates of training and rollouts, and plans a cluster for a rate.

    python -m tengen.plan measure model.json
    python -m tengen.plan batch model.json --size 9 --lanes 1024 --round-trip-ms 1 --policy-ms 5 \
        --steps-per-second 500000
    python -m tengen.plan rollout model.json --size 13 --black greedy --white random --games 1000000

`measure` runs for some minutes on one machine, which should be idle. It fits the model to some
points and checks it on others. docs/operations/capacity.md has the formulas.
"""

from __future__ import annotations

import argparse
import contextlib
import itertools
import json
import math
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

import tengen
from tengen.__main__ import java_command
from tengen._delay_proxy import DelayProxy

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

TOLERANCE = 0.2
"""The largest relative error that a prediction of a held-back point may have."""

ONE_BYTE_ACTIONS = 128
"""Moves below this number take one byte in a file of games, others two."""

ENCODING = "alphazero-17"


@dataclass(frozen=True)
class BatchPoint:
    """A measured point of a vector environment: one process, one stream.

    Attributes:
      size: The side of the board.
      lanes: The number of boards.
      round_trip: The added network round trip in seconds.
      policy: The time of the policy for a batch in seconds.
      seconds: The time of a step of all boards.
      processor_seconds: The processor time of client and server for it.
      bytes_per_step: The bytes on the network for one board, both ways; 0 if not counted.
    """

    size: int
    lanes: int
    round_trip: float
    policy: float
    seconds: float
    processor_seconds: float
    bytes_per_step: float


@dataclass(frozen=True)
class PlayerPoint:
    """A measured point of `tengen rollout` in one thread.

    Attributes:
      size: The side of the board.
      black: The black player.
      white: The white player.
      seconds_per_move: The processor time of a move, once Java has compiled the program.
      moves_per_game: The mean number of moves.
      bytes_per_game: The size of the files for a game.
    """

    size: int
    black: str
    white: str
    seconds_per_move: float
    moves_per_game: float
    bytes_per_game: float


@dataclass
class Model:
    """The coefficients of a machine.

    Attributes:
      cycle: Seconds of a step of a batch: fixed, for each lane, for each point of each lane.
      link: Seconds that a network adds to its round trip: fixed, for each byte.
      processor: Processor seconds of such a step, with the terms of `cycle`.
      bytes_per_step: Bytes on the network for a board: fixed, for each point.
      players: Seconds of a move of each player: fixed, for each point.
      moves: Moves of a game by pair of players: a factor, and the power of the number of points.
      pairs: By what the mean time of a move of both players is multiplied, by pair.
      bytes_per_game: Bytes of a game, apart from its moves.
      held_back: The relative error of each prediction of a held-back point.
    """

    cycle: list[float]
    link: list[float]
    processor: list[float]
    bytes_per_step: list[float]
    players: dict[str, list[float]]
    moves: dict[str, list[float]]
    pairs: dict[str, float]
    bytes_per_game: float
    held_back: dict[str, float] = field(default_factory=dict)

    def batch_seconds(
        self, size: int, lanes: int, *, round_trip: float = 0.0, policy: float = 0.0
    ) -> float:
        """Returns the time of a step of all boards of one process that waits for each answer."""
        seconds = float(np.dot(self.cycle, terms(size, lanes))) + round_trip + policy
        if round_trip:
            seconds += self.link[0] + self.link[1] * lanes * self.batch_bytes(size)
        return seconds

    def batch_processor_seconds(self, size: int, lanes: int) -> float:
        """Returns the processor time of such a step, client and server, without the policy."""
        return float(np.dot(self.processor, terms(size, lanes)))

    def batch_bytes(self, size: int) -> float:
        """Returns the bytes on the network for a step of one board, both ways."""
        return self.bytes_per_step[0] + self.bytes_per_step[1] * size**2

    def steps_per_second(
        self,
        size: int,
        lanes: int,
        *,
        processes: int,
        cores: int,
        round_trip: float = 0.0,
        policy: float = 0.0,
    ) -> float:
        """Returns the steps per second of processes that share the cores of a machine.

        Either each process waits for its own answers, or all wait for the cores.
        """
        waiting = (
            processes
            * lanes
            / self.batch_seconds(size, lanes, round_trip=round_trip, policy=policy)
        )
        return min(waiting, cores * lanes / self.batch_processor_seconds(size, lanes))

    def seconds_per_move(self, size: int, black: str, white: str) -> float:
        """Returns the time of a move of a rollout, the mean of both players.

        Raises:
          KeyError: A player was not measured.
        """
        costs = [self.players[name] for name in (black, white)]
        mean = float(np.mean([fixed + per_point * size**2 for fixed, per_point in costs]))
        return mean * self.pairs.get(pair_name(black, white), 1.0)

    def moves_per_game(self, size: int, black: str, white: str) -> float:
        """Returns the mean number of moves of a game.

        Players that were not measured together have games as long as the shorter of their own: a
        game ends soon after one player has nothing left to play for.

        Raises:
          KeyError: A player was not measured.
        """
        pair = pair_name(black, white)
        names = [pair] if pair in self.moves else [pair_name(name, name) for name in (black, white)]
        powers = [self.moves[name] for name in names]
        return float(min(factor * float(size**2) ** power for factor, power in powers))

    def game_bytes(self, size: int, black: str, white: str) -> float:
        """Returns the bytes of a game in the files of a rollout."""
        actions = size**2 + 1
        per_move = 1 + max(0, actions - ONE_BYTE_ACTIONS) / actions
        return self.bytes_per_game + per_move * self.moves_per_game(size, black, white)

    def games_per_second(self, size: int, black: str, white: str, *, cores: int) -> float:
        """Returns the games per second of a rollout on some cores."""
        game = self.moves_per_game(size, black, white) * self.seconds_per_move(size, black, white)
        return cores / game


def pair_name(black: str, white: str) -> str:
    """Returns the key of two players. A strong player's games are longer with one of the colors."""
    return f"{black} {white}"


def terms(size: int, lanes: int) -> list[float]:
    """Returns what the coefficients of a batch are multiplied with."""
    return [1.0, float(lanes), float(lanes * size**2)]


def fit(rows: Sequence[Sequence[float]], values: Sequence[float]) -> list[float]:
    """Returns non-negative coefficients with the least squared relative errors.

    Args:
      rows: The terms of each point.
      values: The positive value of each point.

    Raises:
      ValueError: There are fewer points than coefficients.
    """
    matrix, target = np.array(rows, float), np.array(values, float)
    if len(matrix) < matrix.shape[1]:
        raise ValueError(f"{len(matrix)} points do not determine {matrix.shape[1]} coefficients")
    scaled = matrix / target[:, None]
    used = np.ones(matrix.shape[1], np.bool_)
    result: NDArray[Any] = np.zeros(matrix.shape[1])
    while used.any():
        found = np.linalg.lstsq(scaled[:, used], np.ones(len(target)), rcond=None)[0]
        if (found >= 0).all():
            result[used] = found
            break
        # The most negative term explains nothing: drop it.
        used[np.flatnonzero(used)[found.argmin()]] = False
    return [float(one) for one in result]


def fit_power(points: Sequence[float], values: Sequence[float]) -> list[float]:
    """Returns the factor and the exponent of the power of `points` closest to positive `values`."""
    exponent, logarithm = np.polyfit(np.log(points), np.log(values), 1)
    return [float(np.exp(logarithm)), float(exponent)]


def fit_model(batches: Sequence[BatchPoint], players: Sequence[PlayerPoint]) -> Model:
    """Returns the model of measured points.

    Args:
      batches: Points without a network, and points with a round trip.
      players: Each player's games against itself, and games of two players, all on the same two
        sizes or more.
    """
    alone = [point for point in players if point.black == point.white]
    names = sorted({point.black for point in alone})
    by_pair: dict[str, list[PlayerPoint]] = {}
    for one in players:
        by_pair.setdefault(pair_name(one.black, one.white), []).append(one)
    rows = [terms(point.size, point.lanes) for point in batches]
    networks = [
        [float(point.round_trip > 0), point.bytes_per_step * point.lanes * (point.round_trip > 0)]
        for point in batches
    ]
    own = [point.seconds - point.round_trip - point.policy for point in batches]
    overheads = [
        point.bytes_per_game - per_move * point.moves_per_game
        for point in alone
        for actions in [point.size**2 + 1]
        for per_move in [1 + max(0, actions - ONE_BYTE_ACTIONS) / actions]
    ]
    cycle = fit([row + network for row, network in zip(rows, networks, strict=True)], own)
    model = Model(
        cycle=cycle[:3],
        link=cycle[3:],
        processor=fit(rows, [point.processor_seconds for point in batches]),
        bytes_per_step=fit(
            [[1.0, point.size**2] for point in batches if point.bytes_per_step],
            [point.bytes_per_step for point in batches if point.bytes_per_step],
        ),
        players={
            name: fit(
                [[1.0, point.size**2] for point in alone if point.black == name],
                [point.seconds_per_move for point in alone if point.black == name],
            )
            for name in names
        },
        moves={
            name: fit_power(
                [point.size**2 for point in points], [point.moves_per_game for point in points]
            )
            for name, points in by_pair.items()
        },
        pairs={},
        bytes_per_game=statistics.mean(overheads),
    )
    model.pairs = {
        name: statistics.mean(
            point.seconds_per_move / model.seconds_per_move(point.size, point.black, point.white)
            for point in points
        )
        for name, points in by_pair.items()
        if points[0].black != points[0].white
    }
    return model


def check(
    model: Model, batches: Sequence[BatchPoint], players: Sequence[PlayerPoint]
) -> dict[str, float]:
    """Returns the relative error of each prediction of points that the model was not fitted to."""
    errors = {}
    for point in batches:
        predicted = model.batch_seconds(
            point.size, point.lanes, round_trip=point.round_trip, policy=point.policy
        )
        name = (
            f"{point.size}x{point.size}, {point.lanes} lanes,"
            f" round trip {1e3 * point.round_trip:g} ms, policy {1e3 * point.policy:g} ms"
        )
        errors[f"{name}: steps/s"] = point.seconds / predicted - 1
        if point.bytes_per_step:
            errors[f"{name}: bytes"] = model.batch_bytes(point.size) / point.bytes_per_step - 1
    for one in players:
        name = f"{one.size}x{one.size}, {one.black} and {one.white}"
        move = model.seconds_per_move(one.size, one.black, one.white)
        errors[f"{name}: moves/s"] = one.seconds_per_move / move - 1
        size = model.game_bytes(one.size, one.black, one.white)
        errors[f"{name}: bytes of a game"] = size / one.bytes_per_game - 1
    return errors


def measure_batch(
    server: tengen.LocalServer,
    size: int,
    lanes: int,
    *,
    round_trip: float = 0.0,
    policy: float = 0.0,
    seconds: float = 2.0,
) -> BatchPoint:
    """Measures a vector environment: random legal actions, planes as bits.

    The policy is a pause, as if an accelerator computed it. With a round trip, the boards are
    stepped through a proxy that delays, and its bytes are counted.
    """
    if not round_trip:
        return _measure(size, lanes, server.address, None, policy=policy, seconds=seconds)
    with DelayProxy(server.address, round_trip) as proxy:
        point = _measure(size, lanes, proxy.address, proxy, policy=policy, seconds=seconds)
    return replace(point, round_trip=round_trip)


def _measure(
    size: int,
    lanes: int,
    address: str,
    proxy: DelayProxy | None,
    *,
    policy: float,
    seconds: float,
) -> BatchPoint:
    random = np.random.default_rng(1)
    with tengen.make_vec(
        size, lanes, encoding=ENCODING, opponent=None, address=address, array_format="packed"
    ) as envs:
        observations, _ = envs.reset(seed=1)
        times: list[float] = []
        end = math.inf
        processor, bytes_before = 0.0, 0
        while len(times) < WARM_STEPS + LEAST_STEPS or time.monotonic() < end:
            if len(times) == WARM_STEPS:
                processor = processor_seconds()
                bytes_before = proxy.byte_count() if proxy else 0
                end = time.monotonic() + seconds
            begin = time.perf_counter()
            actions = tengen.sample_actions(observations["action_mask"], random)
            if policy:
                time.sleep(policy)
            observations, *_ = envs.step(actions)
            times.append(time.perf_counter() - begin)
        count = len(times) - WARM_STEPS
        used = processor_seconds() - processor
        byte_count = proxy.byte_count() - bytes_before if proxy else 0
    return BatchPoint(
        size=size,
        lanes=lanes,
        round_trip=0.0,
        policy=policy,
        seconds=statistics.median(times[WARM_STEPS:]),
        processor_seconds=used / count,
        bytes_per_step=byte_count / (count * lanes),
    )


def processor_seconds() -> float:
    """Returns the processor time of this process and of the Java processes below it.

    A server has a watchdog between it and this process.
    """
    total = time.process_time()
    for child in _children("self"):
        total += _java_seconds(child)
    return total


def _java_seconds(process: str) -> float:
    """Returns the processor time of a process, if it is Java, and of the Java processes below."""
    name, _, rest = Path(f"/proc/{process}/stat").read_text().rpartition(")")
    user, system = rest.split()[11:13]
    is_java = name.endswith("(java")
    own = (int(user) + int(system)) / os.sysconf("SC_CLK_TCK") if is_java else 0.0
    return own + sum(map(_java_seconds, _children(process)))


def _children(process: str) -> list[str]:
    children: list[str] = []
    for task in Path(f"/proc/{process}/task").iterdir():
        # A thread may end after it was listed.
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):
            children += (task / "children").read_text().split()
    return children


def measure_players(size: int, black: str, white: str, games: int) -> PlayerPoint:
    """Measures `tengen rollout` in one thread.

    The time of a move is that by which a rollout of three times as many games is longer: neither
    contains the start of Java. It is processor time, so that other programs change it little.

    Raises:
      RuntimeError: The command fails.
    """
    _, few_moves, few_seconds = _play(size, black, white, games)
    stored, moves, seconds = _play(size, black, white, 3 * games)
    return PlayerPoint(
        size=size,
        black=black,
        white=white,
        seconds_per_move=(seconds - few_seconds) / (moves - few_moves),
        moves_per_game=moves / (3 * games),
        bytes_per_game=stored / (3 * games),
    )


def _play(size: int, black: str, white: str, games: int) -> tuple[int, int, float]:
    """Plays a rollout. Returns the bytes of its files, its moves and its processor time."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    with tempfile.TemporaryDirectory() as scratch:
        words = [f"--size={size}", f"--black={black}", f"--white={white}", f"--out={scratch}/games"]
        own = [f"--games={games}", "--games-per-file=16", "--concurrency=1", "--seed=5", "--json"]
        done = subprocess.run(
            java_command(["rollout", *words, *own]), capture_output=True, text=True, check=False
        )
        if done.returncode != 0:
            raise RuntimeError(done.stderr.strip())
        result = json.loads(done.stdout)
        stored = sum(file.stat().st_size for file in Path(scratch, "games").glob("games-*"))
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return stored, result["moves"], seconds


FITTED_BATCHES = [(9, 16), (9, 256), (9, 1024), (19, 16), (19, 256), (19, 1024)]
"""Sizes and lanes of the points without a policy that the model is fitted to."""

FITTED_ROUND_TRIP = 0.002
HELD_BACK_BATCHES: list[dict[str, Any]] = [
    {"size": 13, "lanes": 128},
    {"size": 13, "lanes": 1024},
    {"size": 9, "lanes": 768, "policy": 0.004},
    {"size": 9, "lanes": 512, "round_trip": 0.005},
    {"size": 13, "lanes": 256, "round_trip": 0.01, "policy": 0.005},
]
PLAYERS = ("random", "greedy", "monte-carlo:playouts=20")
FITTED_PLAYERS = [
    (size, *pair)
    for size in (9, 19)
    for pair in itertools.combinations_with_replacement(PLAYERS, 2)
]
HELD_BACK_PLAYERS = [
    (13, "random", "random"),
    (13, "greedy", "greedy"),
    (13, "random", "greedy"),
    (13, "random", "monte-carlo:playouts=20"),
    (13, "greedy", "monte-carlo:playouts=20"),
]
GAMES = {"random": 20_000, "greedy": 400, "monte-carlo:playouts=20": 32}
LEAST_GAMES = 8
TURNS = 3
TURN_SECONDS = 0.7
WARM_UP_SECONDS = 4.0


def measure(say: Callable[[str], None]) -> Model:
    """Measures this machine, fits the model, and checks it on the held-back points."""
    fitted: list[dict[str, Any]] = [
        {"size": size, "lanes": lanes, "round_trip": trip}
        for size, lanes in FITTED_BATCHES
        for trip in (0.0, FITTED_ROUND_TRIP)
    ]
    batches = measure_batches([*fitted, *HELD_BACK_BATCHES])
    points = []
    for size, black, white in [*FITTED_PLAYERS, *HELD_BACK_PLAYERS]:
        games = max(LEAST_GAMES, min(GAMES[black], GAMES[white]) * 81 // size**2)
        points.append(measure_players(size, black, white, games))
    for point in [*batches, *points]:
        say(str(point))
    model = fit_model(batches[: len(fitted)], points[: len(FITTED_PLAYERS)])
    model.held_back = check(model, batches[len(fitted) :], points[len(FITTED_PLAYERS) :])
    return model


def measure_batches(points: Sequence[dict[str, Any]]) -> list[BatchPoint]:
    """Measures vector environments in turns, each several times.

    Args:
      points: The arguments of `measure_batch` for each.

    Returns:
      For each, the medians of its turns.
    """
    measured: list[list[BatchPoint]] = [[] for _ in points]
    with tengen.LocalServer(transport="tcp") as server:
        # A server that was just started takes several times as long for a step.
        for size in {point["size"] for point in points}:
            measure_batch(server, size, 1024, seconds=WARM_UP_SECONDS)
        for _ in range(TURNS):
            for turns, point in zip(measured, points, strict=True):
                turns.append(measure_batch(server, **point, seconds=TURN_SECONDS))
    return [
        replace(
            turns[0],
            seconds=statistics.median(turn.seconds for turn in turns),
            processor_seconds=statistics.median(turn.processor_seconds for turn in turns),
        )
        for turns in measured
    ]


def main(words: Sequence[str] | None = None) -> int:
    """Runs the command line. Returns 1 if a prediction is off by more than the tolerance."""
    arguments = make_parser().parse_args(words)
    if arguments.command == "measure":
        model = measure(lambda line: print(line, file=sys.stderr, flush=True))
        arguments.model.write_text(json.dumps(asdict(model), indent=2) + "\n")
        for name, error in model.held_back.items():
            print(f"{100 * error:+6.1f} %  {name}")
        return int(max(map(abs, model.held_back.values())) > TOLERANCE)
    try:
        model = Model(**json.loads(arguments.model.read_text()))
    except OSError as e:
        print(f"{arguments.model}: {e.strerror}; `measure` writes it", file=sys.stderr)
        return 2
    except (TypeError, ValueError):
        print(f"{arguments.model} is no model of this version; repeat `measure`", file=sys.stderr)
        return 2
    plan = plan_batch if arguments.command == "batch" else plan_rollout
    try:
        print(json.dumps(plan(model, arguments), indent=2))
    except KeyError as error:
        print(f"the model has no player {error}; it has {sorted(model.players)}", file=sys.stderr)
        return 2
    return 0


def plan_batch(model: Model, arguments: argparse.Namespace) -> dict[str, float]:
    """Returns what a rate of training needs."""
    size, lanes = arguments.size, arguments.lanes
    cycle = model.batch_seconds(
        size, lanes, round_trip=arguments.round_trip_ms / 1e3, policy=arguments.policy_ms / 1e3
    )
    rate = lanes / cycle
    wanted = arguments.steps_per_second
    return {
        "steps_per_second_of_a_process": rate,
        "processes": math.ceil(wanted / rate),
        "cores": math.ceil(wanted * model.batch_processor_seconds(size, lanes) / lanes),
        "network_bytes_per_second": wanted * model.batch_bytes(size),
        "share_of_time_waiting_for_policy_and_network": 1
        - model.batch_seconds(size, lanes) / cycle,
    }


def plan_rollout(model: Model, arguments: argparse.Namespace) -> dict[str, float]:
    """Returns what a rollout needs."""
    size, black, white = arguments.size, arguments.black, arguments.white
    rate = model.games_per_second(size, black, white, cores=1)
    return {
        "games_per_second_of_a_core": rate,
        "moves_per_game": model.moves_per_game(size, black, white),
        "core_hours": arguments.games / rate / 3600,
        "bytes": arguments.games * model.game_bytes(size, black, white),
    }


def make_parser() -> argparse.ArgumentParser:
    """Returns the parser of the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m tengen.plan",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name, meaning in {
        "measure": "measure this machine, fit the model, and check it on held-back points",
        "batch": "plan processes, cores and network for a rate of steps",
        "rollout": "plan core hours and disk for a number of games",
    }.items():
        command = commands.add_parser(name, help=meaning, description=meaning.capitalize() + ".")
        command.add_argument("model", type=Path, help="the JSON file of the model")
        if name != "measure":
            command.add_argument("--size", type=int, required=True, help="side of the board")
        if name == "batch":
            command.add_argument("--lanes", type=int, required=True, help="boards of a process")
            command.add_argument("--steps-per-second", type=float, required=True)
            command.add_argument("--round-trip-ms", type=float, default=0.0, help="default: 0")
            command.add_argument(
                "--policy-ms", type=float, default=0.0, help="time for a batch (default: 0)"
            )
        if name == "rollout":
            command.add_argument("--games", type=int, required=True)
            command.add_argument("--black", default="random", help="default: random")
            command.add_argument("--white", default="random", help="default: random")
    return parser


WARM_STEPS = 20
LEAST_STEPS = 20


if __name__ == "__main__":
    sys.exit(main())
