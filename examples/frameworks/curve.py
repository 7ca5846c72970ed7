"""Test games and learning curves, the same for all frameworks."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from alphazero.log import Meter, write_log

import tengen

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    Choose = Callable[[dict[str, NDArray[Any]]], NDArray[np.int64]]

SIZE = 5
# Komi 0.5 rules out ties. Planes: own stones, the opponent's stones, the color to move.
GO: dict[str, Any] = {"opponent": "random", "komi": 0.5, "encoding": "alphazero:history=1"}
GAMES = 200
GOAL = 0.9


class Curve:
    """The learning curve of a run: games won over steps and processor time.

    Args:
      choose: A function that returns one action per row of observations, which have the keys
        `observation` and `action_mask`.
      file: The CSV file to write. None: no file.
    """

    def __init__(self, choose: Choose, file: Path | None) -> None:
        self._choose = choose
        self._file = file
        self._meter = Meter(None)
        self.rows: list[dict[str, Any]] = []

    def test(self, step_count: int) -> None:
        """Plays the test games, prints how many were won, and adds a row to the curve."""
        won = count_wins(self._choose)
        row = {"steps": step_count, **self._meter.read(), "won": won, "games": GAMES}
        self.rows.append(row)
        print(
            f"{step_count} steps, {row['processor_seconds']:.0f} s: {won} of {GAMES} games won",
            flush=True,
        )
        if self._file is not None:
            write_log(self._file, self.rows)

    @property
    def has_learned(self) -> bool:
        """Whether the last test won as many games as the goal demands."""
        return bool(self.rows) and self.rows[-1]["won"] >= GOAL * GAMES


def count_wins(choose: Choose) -> int:
    """Returns how many of `GAMES` games an agent wins as Black, against the same opponents."""
    won, over = np.zeros((2, GAMES), np.bool_)
    with tengen.make_vec(SIZE, GAMES, autoreset_mode="disabled", **GO) as envs:
        observations, _ = envs.reset(seed=1_000_000)
        while not over.all():
            actions = np.where(over, tengen.NO_ACTION, choose(observations))
            observations, rewards, terminated, truncated, _ = envs.step(actions)
            won |= rewards > 0
            over |= terminated | truncated
    return int(won.sum())


def parse(description: str, *, stages: int, flags: Sequence[str] = ()) -> argparse.Namespace:
    """Returns the arguments of a program's command line.

    Args:
      description: What the program does.
      stages: The default number of stages.
      flags: The names of the program's own flags.
    """
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--seed", type=int, default=1, help="seed of everything (default: 1)")
    parser.add_argument(
        "--stages", type=int, default=stages, help=f"stages of training (default: {stages})"
    )
    parser.add_argument("--curve", type=Path, help="the CSV file for the learning curve")
    for flag in flags:
        parser.add_argument(flag, action="store_true")
    return parser.parse_args()
