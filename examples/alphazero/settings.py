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
    history: int = option(2, "boards that the network sees, the present one included")
    seed: int = option(1, "seed of all random numbers", least=0)
    iterations: int = option(60, "iterations of self-play and learning")

    games: int = option(128, "concurrent games")
    groups: int = option(1, "groups of these; actors play whole groups")
    positions: int = option(2048, "positions of finished games per iteration, at least")
    visits: int = option(64, "simulations of a search in full, and of a move in matches")
    fast_visits: int = option(16, "simulations of a fast search, whose policy is not learned")
    full_share: float = option(0.4, "share of the moves that are searched in full", least=0.01)
    temperature: float = option(5, "temperature of the first moves; it decays to 0", least=0)
    temperature_plies: int = option(4, "moves with this temperature, and its half-life", least=0)
    discount: float = option(0.99, "discount of the result per move", least=0)

    blocks: int = option(4, "residual blocks of the network", least=0)
    channels: int = option(32, "channels of the network")
    buffer: int = option(60_000, "capacity of the replay buffer in positions")
    batch: int = option(256, "batch size of a gradient step", least=2)
    reuse: float = option(4.0, "average number of times that each position is used", least=0)
    learning_rate: float = option(
        2e-3, "learning rate of AdamW, decayed linearly to a tenth", least=0
    )
    weight_decay: float = option(1e-4, "weight decay of AdamW", least=0)

    evaluate_every: int = option(20, "iterations between matches with built-in players")
    openings: int = option(20, "openings of such a match; each is played with both colors")
    opponents: str = option(
        "eye-safe-random monte-carlo:playouts=200", "opponents, separated by spaces"
    )
    threads: int = option(1, "threads of PyTorch; more help only on an otherwise idle machine")

    @property
    def encoding(self) -> str:
        """The encoding of observations."""
        return f"alphazero:history={self.history}"

    @property
    def max_moves(self) -> int:
        """The number of moves after which a game is truncated."""
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
