"""Evaluates a trained agent in games against a built-in player.

    python -m alphazero.evaluate runs/5x5/checkpoint.pt --against monte-carlo:playouts=200

Each opening consists of two random stones and is played twice, once with each color.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import tengen
from alphazero.checkpoint import Checkpoint
from alphazero.learner import Learner
from alphazero.match import Match, draw_openings
from alphazero.network import Evaluator
from alphazero.settings import number_type
from alphazero.train import open_client

if TYPE_CHECKING:
    from collections.abc import Sequence

DEVIATIONS = 1.96
"""The number of standard deviations that contain 95 % of a normal distribution."""


def main(words: Sequence[str] | None = None) -> None:
    """Runs the command line: plays the games and prints the result."""
    arguments = make_parser().parse_args(words)
    checkpoint = Checkpoint.load(arguments.checkpoint)
    settings = checkpoint.settings
    if arguments.games % 2:
        sys.exit(f"--games {arguments.games} is odd: each opening is played with both colors")
    openings = draw_openings(settings.size, arguments.games // 2, arguments.seed)
    with open_client(arguments.address) as client:
        learner = Learner(settings, checkpoint.buffer["planes"].shape[1])
        learner.load(checkpoint.learner)
        with client.open_forest(settings.size, encodings=[settings.encoding]) as forest:
            result = Match(client, forest, Evaluator(learner.network), settings).play(
                arguments.against,
                openings,
                visits=arguments.visits or settings.visits,
                seed=arguments.seed,
            )
    low, high = interval(sum(result.wins.values()), result.games)
    print(
        f"won {result.win_rate:.1%} of {result.games} games against {arguments.against}"
        f" (95 % interval {low:.1%} to {high:.1%}):"
        f" {result.wins[tengen.Color.BLACK]} as Black, {result.wins[tengen.Color.WHITE]} as White;"
        f" {result.losses} lost, {result.truncated} truncated"
    )


def make_parser() -> argparse.ArgumentParser:
    """Returns the parser of the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m alphazero.evaluate",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("checkpoint", type=Path, help="the checkpoint of a training run")
    parser.add_argument(
        "--against", default="eye-safe-random", help="the name of a built-in player"
    )
    parser.add_argument("--games", type=int, default=200, help="number of games; must be even")
    parser.add_argument(
        "--visits", type=number_type(int, 1), help="positions looked at before a move"
    )
    parser.add_argument("--seed", type=int, default=1000, help="seed of openings and opponent")
    parser.add_argument("--address", help="the server's address (default: starts a server)")
    return parser


def interval(wins: int, games: int) -> tuple[float, float]:
    """Returns the 95 % Wilson score interval of the win probability."""
    share, square = wins / games, DEVIATIONS**2
    middle = share + square / (2 * games)
    width = DEVIATIONS * (share * (1 - share) / games + square / (4 * games**2)) ** 0.5
    return (middle - width) / (1 + square / games), (middle + width) / (1 + square / games)


if __name__ == "__main__":
    main()
