"""Trains an agent from scratch by self-play.

    python -m alphazero.train runs/5x5
    python -m alphazero.train runs/5x5 --resume

An iteration makes some moves in many games, learns from the games that have ended, and writes
RUN/checkpoint.pt. You can stop the training at any time: --resume continues after the last
completed iteration and gives the same network as an uninterrupted run. RUN/log.csv has one line per
iteration, and RUN/curve.svg is plotted at the end.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tqdm import tqdm

import tengen
from alphazero.checkpoint import Checkpoint
from alphazero.log import read_log
from alphazero.plot import draw_curve
from alphazero.settings import add_options, settings_of
from alphazero.training import CHECKPOINT, LOG, Training

if TYPE_CHECKING:
    from collections.abc import Sequence

    from alphazero.groups import GroupPlayer
    from alphazero.settings import Settings

SHOWN = ("games", "policy_loss", "value_loss")


def main(words: Sequence[str] | None = None) -> None:
    """Runs the command line."""
    arguments = make_parser().parse_args(words)
    if arguments.resume != (arguments.run / CHECKPOINT).exists():
        wrong = "has no checkpoint" if arguments.resume else "has a checkpoint; add --resume"
        sys.exit(f"{arguments.run} {wrong}")
    settings = (
        Checkpoint.load(arguments.run / CHECKPOINT).settings
        if arguments.resume
        else settings_of(arguments)
    )
    player = make_player(settings, arguments.actors)
    with open_client(arguments.address) as client:
        if arguments.resume:
            train(Training.resume(client, arguments.run, player))
        else:
            train(Training(client, arguments.run, settings, player))
    draw_curve(read_log(arguments.run / LOG), arguments.run / "curve.svg")


def make_parser() -> argparse.ArgumentParser:
    """Returns the parser of the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m alphazero.train",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("run", type=Path, help="directory of the run")
    parser.add_argument(
        "--resume", action="store_true", help="resume the run, with its original settings"
    )
    parser.add_argument("--address", help="the server's address (default: starts a server)")
    parser.add_argument(
        "--actors",
        type=int,
        default=0,
        help="actors of Ray that play the groups of games, at most --groups (default: none)",
    )
    add_options(parser)
    return parser


def make_player(settings: Settings, actors: int) -> GroupPlayer | None:
    """Returns what plays on actors, or None if there are none."""
    if actors == 0:
        return None
    # The learner draws from the generator of a single group next, and would miss an actor's draws.
    if not 1 <= actors <= settings.groups or settings.groups == 1:
        sys.exit(
            f"--actors {actors} needs at least as many --groups, and 2; {settings.groups} given"
        )
    from alphazero.actors import ActorGroupPlayer  # noqa: PLC0415 - Ray is optional.

    return ActorGroupPlayer(settings, actors)


def open_client(address: str | None) -> tengen.Client:
    """Returns a client of the server at an address, or of a local server if there is none."""
    return tengen.connect(address) if address else tengen.launch()


def train(training: Training) -> None:
    """Makes the remaining iterations, and shows a progress bar."""
    # A run that is killed in its first iteration can be resumed, too; a resumed run rewrites its
    # log.
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
