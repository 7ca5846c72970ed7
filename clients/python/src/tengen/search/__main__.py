"""Plays games with search and writes them to files.

The evaluator is a function of a module on the Python path, `MODULE:FUNCTION`; see
`tengen.search.Evaluator`. `help(tengen.search.write_games)` says what each file `games-NNNNN.npz`
has. A run with --seed gives the same games again, for any groups and any address.

A run that was killed continues if the same command is given again, and ends with the same files. It
has lost the games since its last file: --games-per-file says how many these are. A folder whose run
is complete is not written to.

With --rollout, the moves and results are also written to a folder that `tengen data` and
`tengen.data` read.
"""

from __future__ import annotations

import argparse
import importlib
import sys
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tengen._command_exit import exit_with
from tengen.data import GameWriter, self_play_games
from tengen.data.folder_files import locked
from tengen.errors import TengenError
from tengen.search import Gumbel, Puct, SelfPlay, write_games
from tengen.search.checkpoints import Checkpoint, read_checkpoint, remove_checkpoint

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tengen.search import Evaluator

USAGE, FAILED = 2, 1

FREE = ("out", "address")
"""The options that may be others when a run continues."""


def main(words: Sequence[str] | None = None) -> int:
    """Runs the command, and returns its exit code."""
    options = make_parser().parse_args(words)
    try:
        evaluator = evaluator_named(options.evaluator)
    except (ImportError, AttributeError, ValueError) as error:
        print(f"{options.evaluator}: {error}; give MODULE:FUNCTION", file=sys.stderr)
        return USAGE
    options.out.mkdir(parents=True, exist_ok=True)
    with locked(options.out):
        try:
            play(evaluator, options)
        except FolderError as error:
            print(error, file=sys.stderr)
            return USAGE
        except (TengenError, TypeError) as error:
            print(error, file=sys.stderr)
            return FAILED
    return 0


class FolderError(Exception):
    """A folder has files of another run."""


def play(evaluator: Evaluator, options: argparse.Namespace) -> None:
    """Plays the games of a run, or those that it has not played yet.

    Raises:
      FolderError: A folder has files of another run.
      TengenError: The server failed, or an argument is wrong.
    """
    settings = {
        name: str(value) if isinstance(value, Path) else value
        for name, value in vars(options).items()
        if name not in FREE
    }
    checkpoint = checkpoint_of(options, settings)
    method = Gumbel if options.gumbel else Puct
    with SelfPlay(
        evaluator,
        options.size,
        address=options.address,
        simulation_count=options.simulations,
        search=method(leaves_per_round=options.leaves),
        slot_count=options.slots,
        group_count=min(options.groups, options.slots),
        max_game_count=options.games,
        seed=options.seed if checkpoint is None else checkpoint.seed,
        prior_kind=options.priors,
        encoding=options.encoding,
        komi=options.komi,
        state=None if checkpoint is None else checkpoint.state,
    ) as self_play:
        print(f"seed {self_play.seed}", file=sys.stderr)
        if checkpoint is None:
            checkpoint = Checkpoint(settings, self_play.seed)
            checkpoint.write(options.out)
        write_all(self_play, options, checkpoint)


def checkpoint_of(options: argparse.Namespace, settings: dict[str, Any]) -> Checkpoint | None:
    """Returns where the run continues. None: at its start.

    Raises:
      FolderError: A folder has files of another run.
    """
    try:
        checkpoint = read_checkpoint(options.out)
    except ValueError as error:
        raise FolderError(f"{error}; choose another folder") from error
    if checkpoint is None:
        if any(options.out.glob("games-*.npz")):
            raise FolderError(f"{options.out} has games already; choose another folder")
        rollout = options.rollout
        if rollout is not None and rollout.exists() and any(rollout.iterdir()):
            raise FolderError(f"{rollout} has files; choose another folder")
        return None
    for name, value in settings.items():
        known = checkpoint.settings.get(name)
        if known != value:
            option = name.replace("_", "-")
            raise FolderError(
                f"{options.out} has a run with --{option} {known}, which does not continue with"
                f" {value}; choose another folder"
            )
    print(f"continues after {checkpoint.game_count} games", file=sys.stderr)
    return checkpoint


def make_parser() -> argparse.ArgumentParser:
    """Returns the parser of the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m tengen.search",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("evaluator", metavar="MODULE:FUNCTION", help="the function that evaluates positions")
    add("--games", type=int, required=True, help="number of games")
    add("--out", type=Path, required=True, help="the folder of the files")
    add("--size", default="9", help="the board, such as 9 or 9x7 (default: 9)")
    add("--komi", type=float, help="points for White (default: those of the rules)")
    add("--encoding", default="alphazero-17", help="the planes (default: alphazero-17)")
    add("--simulations", type=int, default=32, help="simulations of a move (default: 32)")
    add("--gumbel", action="store_true", help="search by Gumbel AlphaZero instead of PUCT")
    add("--leaves", type=int, default=1, help="leaves of a tree in a batch (default: 1)")
    add("--slots", type=int, default=256, help="games at the same time (default: 256)")
    add("--groups", type=int, default=2, help="groups of these (default: 2)")
    add("--seed", type=int, help="the seed (default: the server draws it)")
    add("--priors", choices=["logits", "probabilities"], default="logits", help="default: logits")
    add(
        "--address", help='the server; "embedded" for one inside this process (default: starts one)'
    )
    add(
        "--games-per-file",
        type=positive,
        default=256,
        help="games in a file, at least; those that end while it is completed are added"
        " (default: 256)",
    )
    add("--rollout", metavar="DIR", type=Path, help="a new folder for the moves as a rollout")
    return parser


def positive(word: str) -> int:
    """Returns a number of 1 or more."""
    number = int(word)
    if number < 1:
        raise argparse.ArgumentTypeError(f"{number} is less than 1")
    return number


def evaluator_named(name: str) -> Evaluator:
    """Returns the function MODULE:FUNCTION.

    Raises:
      ImportError: There is no such module.
      AttributeError: It has no such function.
      ValueError: The name has another form.
    """
    module, separator, function = name.partition(":")
    if not separator or not module or not function:
        raise ValueError("not a module and a function")
    sys.path.insert(0, "")
    evaluator: Evaluator = getattr(importlib.import_module(module), function)
    return evaluator


def write_all(self_play: SelfPlay, options: argparse.Namespace, checkpoint: Checkpoint) -> None:
    """Plays the games that are left, writes them to files, and shows the progress."""
    from tqdm import tqdm  # noqa: PLC0415 - only the command needs it.

    source = {"kind": "self-play", "seed": self_play.seed, "evaluator": options.evaluator}
    with ExitStack() as stack:
        rollout = None
        if options.rollout is not None:
            rollout = stack.enter_context(
                GameWriter(
                    options.rollout, source=source, kept_file_count=checkpoint.rollout_file_count
                )
            )
        bar = stack.enter_context(
            tqdm(total=options.games, initial=checkpoint.game_count, unit="game")
        )
        while True:
            games = []
            for game in self_play.games(options.games_per_file):
                games.append(game)
                bar.update()
            ended_meanwhile = self_play.pause()
            games += ended_meanwhile
            bar.update(len(ended_meanwhile))
            write_games(games, options.out / f"games-{checkpoint.file_count:05}.npz")
            if rollout is not None:
                for kind in self_play_games(games):
                    rollout.add(kind)
                rollout.flush()
            if self_play.is_finished:
                break
            checkpoint = checkpoint._replace(
                file_count=checkpoint.file_count + 1,
                game_count=checkpoint.game_count + len(games),
                rollout_file_count=0 if rollout is None else rollout.file_count,
                slots=self_play.save().slots,
            )
            checkpoint.write(options.out)
    remove_checkpoint(options.out)


if __name__ == "__main__":
    exit_with(main)
