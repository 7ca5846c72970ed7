"""Plays games with search and writes them to files.

The evaluator is a function of a module on the Python path, `MODULE:FUNCTION`; see
`tengen.search.Evaluator`. Each file `games-NNNNN.npz` has the rows of some games, one game after
another: packed, globals, actions, policies, is_full, root_values and outcomes for each move, and
move_counts, slots, numbers, winners and margins for each game. A run with --seed gives the same
games again, for any groups and any address. A folder that has files is not written to.

With --rollout, the moves and results are also written to a folder that `tengen data` and
`tengen.data` read.
"""

from __future__ import annotations

import argparse
import importlib
import itertools
import sys
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from tengen._command_exit import exit_with
from tengen.data import GameWriter, self_play_games
from tengen.data.folder_files import replace_file
from tengen.errors import TengenError
from tengen.search import Gumbel, Puct, SelfPlay

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tengen.search import Evaluator, SelfPlayGame

USAGE, FAILED = 2, 1


def main(words: Sequence[str] | None = None) -> int:
    """Runs the command, and returns its exit code."""
    options = make_parser().parse_args(words)
    try:
        evaluator = evaluator_named(options.evaluator)
    except (ImportError, AttributeError, ValueError) as error:
        print(f"{options.evaluator}: {error}; give MODULE:FUNCTION", file=sys.stderr)
        return USAGE
    options.out.mkdir(parents=True, exist_ok=True)
    if any(options.out.glob("games-*.npz")):
        print(f"{options.out} has games already; choose another folder", file=sys.stderr)
        return USAGE
    if options.rollout is not None and options.rollout.exists() and any(options.rollout.iterdir()):
        print(f"{options.rollout} has files; choose another folder", file=sys.stderr)
        return USAGE
    method = Gumbel if options.gumbel else Puct
    try:
        with SelfPlay(
            evaluator,
            options.size,
            address=options.address,
            simulation_count=options.simulations,
            search=method(leaves_per_round=options.leaves),
            slot_count=options.slots,
            group_count=min(options.groups, options.slots),
            max_game_count=options.games,
            seed=options.seed,
            prior_kind=options.priors,
            encoding=options.encoding,
            komi=options.komi,
        ) as self_play:
            print(f"seed {self_play.seed}", file=sys.stderr)
            write_all(self_play, options)
    except (TengenError, TypeError) as error:
        print(error, file=sys.stderr)
        return FAILED
    return 0


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
    add("--games-per-file", type=int, default=256, help="default: 256")
    add("--rollout", metavar="DIR", type=Path, help="a new folder for the moves as a rollout")
    return parser


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


def write_all(self_play: SelfPlay, options: argparse.Namespace) -> None:
    """Plays all games, writes them to files, and shows the progress."""
    from tqdm import tqdm  # noqa: PLC0415 - only the command needs it.

    source = {"kind": "self-play", "seed": self_play.seed, "evaluator": options.evaluator}
    with ExitStack() as stack:
        rollout = None
        if options.rollout is not None:
            rollout = stack.enter_context(GameWriter(options.rollout, source=source))
        games = iter(tqdm(self_play.games(), total=options.games, unit="game"))
        parts = iter(lambda: list(itertools.islice(games, options.games_per_file)), [])
        for number, part in enumerate(parts):
            write_file(part, options.out / f"games-{number:05}.npz")
            if rollout is not None:
                for kind in self_play_games(part):
                    rollout.add(kind)


def write_file(games: Sequence[SelfPlayGame], path: Path) -> None:
    """Writes games to a file, which appears complete or not at all."""

    def joined(rows: Callable[[SelfPlayGame], Any]) -> Any:
        return np.concatenate([rows(game) for game in games])

    arrays = {
        "packed": joined(lambda game: game.packed),
        "globals": joined(lambda game: game.globals),
        "actions": joined(lambda game: game.actions),
        "policies": joined(lambda game: game.policies),
        "is_full": joined(lambda game: game.is_full),
        "root_values": joined(lambda game: game.root_values),
        "outcomes": joined(lambda game: game.outcomes()),
        "move_counts": np.array([len(game) for game in games], np.uint32),
        "slots": np.array([game.slot for game in games], np.uint32),
        "numbers": np.array([game.number for game in games], np.uint64),
        "winners": np.array([game.winner or 0 for game in games], np.uint8),
        "margins": np.array([game.margin for game in games]),
    }

    def write(draft: Path) -> None:
        with draft.open("wb") as file:
            np.savez_compressed(file, **arrays)

    replace_file(path, write)


if __name__ == "__main__":
    exit_with(main)
