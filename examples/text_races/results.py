"""The results of a run: the learning curve, and the regret of each test race."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from text_races.race_server import Race

CURVE = "curve.csv"
REGRETS = "regrets.csv"
IMITATION = "imitation"
POLICY_GRADIENT = "policy gradient"


@dataclass(frozen=True)
class Measurement:
    """The test races that a network has played.

    Attributes:
      phase: `IMITATION` or `POLICY_GRADIENT`.
      step: The number of steps of the phase.
      races: The races.
    """

    phase: str
    step: int
    races: Sequence[Race]

    @property
    def regrets(self) -> NDArray[np.float64]:
        """The regret of each race."""
        return np.array([race.regret for race in self.races], np.float64)

    @property
    def mean_regret(self) -> float:
        """The mean regret."""
        return float(self.regrets.mean())


def write_results(folder: Path, seed: int, measurements: Sequence[Measurement]) -> None:
    """Writes the curve, and the regrets of each race in the first and in the last measurement."""
    curve = [
        {
            "seed": seed,
            "phase": measured.phase,
            "step": measured.step,
            "regret": f"{measured.mean_regret:.4f}",
            "optimal": f"{(measured.regrets <= 0).mean():.4f}",
        }
        for measured in measurements
    ]
    write_rows(folder / CURVE, curve)
    first, last = measurements[0], measurements[-1]
    regrets = [
        {"race": race.name, "first": f"{before:g}", "last": f"{after:g}"}
        for race, before, after in zip(first.races, first.regrets, last.regrets, strict=True)
    ]
    write_rows(folder / REGRETS, regrets)


def write_rows(path: Path, rows: Sequence[Mapping[str, Any]]) -> None:
    """Writes a CSV file with one line per row."""
    with path.open("w", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def read_rows(path: Path) -> list[dict[str, str]]:
    """Returns the rows of a CSV file."""
    with path.open(newline="") as file:
        return list(csv.DictReader(file))
