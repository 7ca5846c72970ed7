"""The settings of a run, which are also options of the command line."""

from __future__ import annotations

import argparse
import dataclasses
from dataclasses import dataclass, field
from typing import Any


def option(default: int, help_text: str) -> Any:
    """Returns a field of `Settings` with its help text."""
    return field(default=default, metadata={"help": help_text})


@dataclass(frozen=True)
class Settings:
    """The settings of a run. The same settings on the same machine give the same numbers."""

    seed: int = option(1, "seed of weights, training races and moves")
    width: int = option(128, "width of a token, a multiple of 8")
    layers: int = option(8, "layers of the transformer")
    teacher_races: int = option(1500, "training races that the oracle plays for imitation")
    imitation_steps: int = option(1500, "steps of imitation, with 64 positions each")
    first_steps: int = option(10, "steps of imitation before the first measurement")
    gradient_steps: int = option(60, "steps of the policy gradient")
    races_per_step: int = option(32, "training races of each step of the policy gradient")
    measure_every: int = option(20, "steps between measurements")
    test_races: int = option(200, "test races of a measurement; the split has 200")


def add_options(parser: argparse.ArgumentParser) -> None:
    """Adds an option for each setting."""
    for setting in dataclasses.fields(Settings):
        parser.add_argument(
            f"--{setting.name.replace('_', '-')}",
            type=positive,
            default=setting.default,
            metavar=str(setting.default),
            help=setting.metadata["help"],
        )


def positive(text: str) -> int:
    """Returns a positive number.

    Raises:
      ArgumentTypeError: The text is none.
    """
    if not text.isdecimal() or int(text) == 0:
        raise argparse.ArgumentTypeError(f"{text!r} is not a positive integer")
    return int(text)


def settings_of(arguments: argparse.Namespace) -> Settings:
    """Returns the settings among the arguments of a command line."""
    names = [setting.name for setting in dataclasses.fields(Settings)]
    return Settings(**{name: getattr(arguments, name) for name in names})
