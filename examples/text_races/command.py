"""Trains a transformer of 1.1 million weights on capturing races, from nothing.

    python3 -m text_races train runs/1 --seed 1
    python3 -m text_races train runs/2 --seed 2
    python3 -m text_races train runs/3 --seed 3
    python3 -m text_races compare runs/1 runs/2 runs/3 --picture text-races.svg

The network reads the board as lines of text, as the gateway of a server writes it for a language
model, and chooses a point. It learns in two phases:

1. Imitation. The oracle, a perfect player, plays training races, and the network learns to predict
   its moves.
2. Policy gradient. The network plays training races itself. Its reward for a move is minus what the
   move lost against perfect play.

Before, in between and after, it plays the races of the test split. Their regret is the value of the
race under perfect play minus the value that was obtained: 0 for perfect play, at most 2.

A run takes about five minutes of one processor. Equal runs on the same machine give equal numbers.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import torch
from alphazero.log import Meter

from text_races.comparison import compare
from text_races.plot import draw
from text_races.race_server import RaceServer
from text_races.results import CURVE, REGRETS, read_rows, write_rows
from text_races.settings import add_options, settings_of
from text_races.training import Training

if TYPE_CHECKING:
    from collections.abc import Sequence


def main(words: Sequence[str] | None = None) -> None:
    """Runs the command line."""
    arguments = make_parser().parse_args(words)
    if arguments.command == "train":
        train(arguments)
    else:
        report(arguments)


def make_parser() -> argparse.ArgumentParser:
    """Returns the parser of the command line."""
    parser = argparse.ArgumentParser(
        prog="python3 -m text_races",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    commands = parser.add_subparsers(dest="command", required=True)
    train_parser = commands.add_parser(
        "train",
        help="train a network",
        description="Trains a network. RUN/curve.csv has the mean regret and the share of optimal"
        " outcomes on the test races, RUN/regrets.csv the regret of each race in the first and last"
        " measurement, and RUN/model.pt the weights.",
    )
    train_parser.add_argument("run", type=Path, help="the folder of the run")
    add_options(train_parser)
    compare_parser = commands.add_parser(
        "compare",
        help="compare the last measurement of runs with the first",
        description="Prints the mean regret in the first and in the last measurement of each run,"
        " and the probability p of such a difference by chance: the signs of the differences of the"
        " races are exchanged at random.",
    )
    compare_parser.add_argument("runs", type=Path, nargs="+", help="the folders of runs")
    compare_parser.add_argument("--curve", type=Path, help="a CSV file for the curves of all runs")
    compare_parser.add_argument("--picture", type=Path, help="an SVG file for their picture")
    return parser


def train(arguments: argparse.Namespace) -> None:
    """Trains a network."""
    if (arguments.run / CURVE).exists():
        sys.exit(f"{arguments.run} has results; choose another folder, or remove it")
    torch.set_num_threads(1)
    meter = Meter(None)
    with RaceServer() as server:
        training = Training(server, arguments.run, settings_of(arguments))
        print(f"a network with {training.weight_count:,} weights")
        training.run()
        minutes = meter.read()["processor_seconds"] / 60
    print(f"{minutes:.1f} minutes of processor time")
    report(argparse.Namespace(runs=[arguments.run], curve=None, picture=None))


def report(arguments: argparse.Namespace) -> None:
    """Compares runs."""
    for run in arguments.runs:
        print(f"{run}: {compare(read_rows(run / REGRETS))}")
    rows = [row for run in arguments.runs for row in read_rows(run / CURVE)]
    if arguments.curve:
        write_rows(arguments.curve, rows)
    if arguments.picture:
        draw(rows, arguments.picture)
