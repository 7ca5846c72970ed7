"""The settings of a training run, which are also options of the command line."""

from __future__ import annotations

import argparse
import dataclasses
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable


def option(default: Any, help_text: str, least: float = 1) -> Any:
    """Returns a field of `Settings` with its help text and its minimum."""
    return field(default=default, metadata={"help": help_text, "least": least})


@dataclass(frozen=True)
class Settings:
    """The settings of a run. The same settings on the same machine give the same network."""

    size: int = option(5, "board size", least=2)
    komi: float = option(
        9.5, "points for White; 9.5 is fair on 5x5 after two random moves", least=-1000
    )
    encoding: str = option("alphazero:history=2", "encoding of observations")
    seed: int = option(1, "seed of all random numbers", least=0)
    iterations: int = option(100, "iterations of self-play and learning")

    games: int = option(128, "concurrent games, which are the batch of the network")
    groups: int = option(
        1, "groups of these, each with its own random numbers; actors play whole groups"
    )
    plies: int = option(16, "moves per game and iteration")
    visits: int = option(64, "search visits per move")
    random_plies: int = option(4, "maximum number of random moves at the start of a game", least=0)
    temperature_plies: int = option(
        8, "moves after these that are drawn by visit counts; later moves are the best", least=0
    )
    noise_alpha: float = option(
        0.4, "concentration of the Dirichlet noise at roots; smaller is more uneven", least=0.01
    )
    discount: float = option(0.99, "discount of the result per move", least=0)
    exploration: float = option(1.5, "weight of priors against values in the search", least=0)

    blocks: int = option(4, "residual blocks of the network", least=0)
    channels: int = option(32, "channels of the network")
    buffer: int = option(60_000, "capacity of the replay buffer in positions")
    batch: int = option(256, "batch size of a gradient step", least=2)
    reuse: float = option(4.0, "average number of times that each position is used", least=0)
    learning_rate: float = option(
        2e-3, "learning rate of AdamW, decayed linearly to a tenth", least=0
    )
    weight_decay: float = option(1e-4, "weight decay of AdamW", least=0)

    evaluate_every: int = option(10, "iterations between matches with built-in players")
    openings: int = option(20, "openings of such a match; each is played with both colors")
    opponents: str = option(
        "eye-safe-random monte-carlo:playouts=200", "opponents, separated by spaces"
    )
    threads: int = option(1, "threads of PyTorch; more help only on an otherwise idle machine")

    @property
    def max_moves(self) -> int:
        """The number of moves after which a game is truncated without a winner."""
        return 4 * self.size**2


def add_options(parser: argparse.ArgumentParser) -> None:
    """Adds an option for each setting."""
    for setting in dataclasses.fields(Settings):
        parser.add_argument(
            f"--{setting.name.replace('_', '-')}",
            type=number_type(type(setting.default), setting.metadata["least"]),
            default=setting.default,
            metavar=str(setting.default),
            help=setting.metadata["help"],
        )


def number_type(kind: type, least: float) -> Callable[[str], Any]:
    """Returns a converter for argparse that rejects numbers below a minimum."""

    def read(text: str) -> Any:
        value = kind(text)
        if kind is not str and not value >= least:
            raise argparse.ArgumentTypeError(f"{text} is below {least}")
        return value

    # The name that argparse uses in error messages.
    read.__name__ = kind.__name__
    return read


def settings_of(arguments: argparse.Namespace) -> Settings:
    """Returns the settings among the arguments of a command line."""
    names = [setting.name for setting in dataclasses.fields(Settings)]
    return Settings(**{name: getattr(arguments, name) for name in names})
