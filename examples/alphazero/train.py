"""Trains an agent from nothing, by games against itself.

    python -m alphazero.train runs/5x5
    python -m alphazero.train runs/5x5 --resume

An iteration makes some moves in many games, learns from those that have ended, and saves all to
RUN/checkpoint.pt. Stop it when you like: --resume goes on from the last iteration that is whole,
and comes to the same network as if it had never been stopped. RUN/log.csv has a line for each
iteration, and RUN/curve.svg is drawn at the end.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tqdm import tqdm

import tengen
from alphazero.log import read_log
from alphazero.plot import draw_curve
from alphazero.settings import add_options, settings_of
from alphazero.training import CHECKPOINT, LOG, Training

if TYPE_CHECKING:
    from collections.abc import Sequence

SHOWN = ("games", "policy_loss", "value_loss")


def main(words: Sequence[str] | None = None) -> None:
    """Trains as the command line says."""
    arguments = options().parse_args(words)
    if arguments.resume != (arguments.run / CHECKPOINT).exists():
        wrong = "has no checkpoint" if arguments.resume else "has a run: add --resume to go on"
        sys.exit(f"{arguments.run} {wrong}")
    with open_client(arguments.address) as client:
        if arguments.resume:
            train(Training.resume(client, arguments.run))
        else:
            train(Training(client, arguments.run, settings_of(arguments)))
    draw_curve(read_log(arguments.run / LOG), arguments.run / "curve.svg")


def options() -> argparse.ArgumentParser:
    """Returns what reads the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m alphazero.train",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("run", type=Path, help="folder of the run")
    parser.add_argument("--resume", action="store_true", help="go on, with the run's own settings")
    parser.add_argument("--address", help="a server that runs; without it, one is started")
    add_options(parser)
    return parser


def open_client(address: str | None) -> tengen.Client:
    """Returns a client of a server at an address, or of one that it starts."""
    return tengen.connect(address) if address else tengen.launch()


def train(training: Training) -> None:
    """Makes all iterations that are left, and shows how they go."""
    # A run that is killed at once can be resumed, too. And one that was, has the log that it had.
    training.save()
    opponents = training.settings.opponents.split()
    shown: dict[str, Any] = {}
    done = len(training.rows)
    with tqdm(total=training.settings.iterations, initial=done, unit="iteration") as bar:
        while not training.is_done:
            row = training.iterate()
            shown |= {name: row[name] for name in (*SHOWN, *opponents) if name in row}
            bar.set_postfix(shown, refresh=False)
            bar.update()


if __name__ == "__main__":
    main()
