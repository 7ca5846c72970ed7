"""What a training run depends on, each with its default, as options of the command line."""

from __future__ import annotations

import argparse
import dataclasses
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable


def option(default: Any, help_text: str, least: float = 1) -> Any:
    """Returns a field of `Settings`, what `--help` says of it, and the least number it may be."""
    return field(default=default, metadata={"help": help_text, "least": least})


@dataclass(frozen=True)
class Settings:
    """Settings of a run. The same settings on the same machine lead to the same network."""

    size: int = option(5, "points in a row and in a column of the board", least=2)
    komi: float = option(
        9.5, "points for White; 9.5 is fair on 5x5 after two random moves", least=-1000
    )
    encoding: str = option("alphazero:history=2", "what the network sees of a position")
    seed: int = option(1, "seed of everything that is drawn", least=0)
    iterations: int = option(100, "how often games are played and then learned from")

    games: int = option(128, "games played side by side: the batch of the network")
    plies: int = option(16, "moves made in each of these games in an iteration")
    visits: int = option(64, "positions that a search looks at before a move")
    random_plies: int = option(4, "a game starts with so many random moves at most", least=0)
    warm_plies: int = option(8, "moves then drawn by visits; later the best is made", least=0)
    noise_alpha: float = option(
        0.4, "Dirichlet noise at roots: the smaller, the more uneven", least=0.01
    )
    discount: float = option(0.99, "worth of a result one move away: win soon, lose late", least=0)
    exploration: float = option(1.5, "how much a search trusts priors against visits", least=0)

    blocks: int = option(4, "residual blocks of the network", least=0)
    channels: int = option(32, "channels of its convolutions")
    buffer: int = option(60_000, "latest positions that are learned from")
    batch: int = option(256, "positions in a step of learning", least=2)
    reuse: float = option(4.0, "how often each position is learned from, on average", least=0)
    learning_rate: float = option(2e-3, "of Adam; it falls to a tenth in a line", least=0)
    weight_decay: float = option(1e-4, "how fast weights that nothing holds up fall", least=0)

    evaluate_every: int = option(10, "iterations between matches with built-in players")
    openings: int = option(20, "openings of such a match; each is played with both colors")
    opponents: str = option(
        "eye-safe-random monte-carlo:playouts=200", "whom to play, separated by spaces"
    )
    threads: int = option(1, "threads of PyTorch; more pay only where nothing else runs")

    @property
    def max_moves(self) -> int:
        """Moves after which a game ends and nobody has won."""
        return 4 * self.size**2


def add_options(parser: argparse.ArgumentParser) -> None:
    """Adds an option for each setting."""
    for setting in dataclasses.fields(Settings):
        parser.add_argument(
            f"--{setting.name.replace('_', '-')}",
            type=reader(type(setting.default), setting.metadata["least"]),
            default=setting.default,
            metavar=str(setting.default),
            help=setting.metadata["help"],
        )


def reader(kind: type, least: float) -> Callable[[str], Any]:
    """Returns what reads a setting of some type, and refuses numbers that are too small."""

    def read(text: str) -> Any:
        value = kind(text)
        if kind is not str and not value >= least:
            raise argparse.ArgumentTypeError(f"{text} is below {least}")
        return value

    # What argparse calls it where the text is no number.
    read.__name__ = kind.__name__
    return read


def settings_of(arguments: argparse.Namespace) -> Settings:
    """Returns the settings among the arguments of a command line."""
    names = [setting.name for setting in dataclasses.fields(Settings)]
    return Settings(**{name: getattr(arguments, name) for name in names})
