"""The command line of the capacity model."""

from __future__ import annotations

import argparse
import json
import math
import sys
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import tengen.plan
from tengen.plan.measuring import measure
from tengen.plan.model import Model

if TYPE_CHECKING:
    from collections.abc import Sequence

TOLERANCE = 0.2
"""The largest relative error that a prediction of a held-back point may have."""

LEAST_GAMES_PER_FILE = 16
FILES = 1000
"""How many files `tengen rollout` writes unless they would be smaller."""


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
    games_per_file = max(LEAST_GAMES_PER_FILE, math.ceil(arguments.games / FILES))
    return {
        "games_per_second_of_a_core": rate,
        "moves_per_game": model.moves_per_game(size, black, white),
        "core_hours": arguments.games / rate / 3600,
        "bytes": arguments.games * model.game_bytes(size, black, white, games_per_file),
    }


def make_parser() -> argparse.ArgumentParser:
    """Returns the parser of the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m tengen.plan",
        description=tengen.plan.__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name, meaning in {
        "measure": "measure this machine, fit the model, and check it on held-back points",
        "batch": "plan processes, cores and network for a rate of steps",
        "rollout": "plan core hours and disk for a number of games",
    }.items():
        command = commands.add_parser(name, help=meaning, description=meaning.capitalize() + ".")
        add = command.add_argument
        add("model", type=Path, help="the JSON file of the model")
        if name != "measure":
            add("--size", type=int, required=True, help="side of the board")
        if name == "batch":
            add("--lanes", type=int, required=True, help="boards of a process")
            add("--steps-per-second", type=float, required=True)
            add("--round-trip-ms", type=float, default=0.0, help="default: 0")
            add("--policy-ms", type=float, default=0.0, help="time for a batch (default: 0)")
        if name == "rollout":
            add("--games", type=int, required=True)
            add("--black", default="random", help="default: random")
            add("--white", default="random", help="default: random")
    return parser
