"""A paired test of the regrets of the same races in two measurements."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

DRAW_COUNT = 100_000
DRAWS_AT_ONCE = 1_000


@dataclass(frozen=True)
class Comparison:
    """The regret of the same races in the first and in the last measurement.

    Attributes:
      first: The mean regret in the first.
      last: The mean regret in the last.
      probability: The probability of a difference at least as large if neither is better, from a
        two-sided permutation test.
    """

    first: float
    last: float
    probability: float

    def __str__(self) -> str:
        return f"regret {self.first:.3f} -> {self.last:.3f}, p = {self.probability:.1g}"


def compare(rows: Sequence[Mapping[str, str]]) -> Comparison:
    """Compares the columns "first" and "last" of the races of a run.

    The test exchanges the two at random. Races with the same layout are exchanged together, because
    they are not independent of each other. Equal rows give an equal result.
    """
    differences: defaultdict[str, float] = defaultdict(float)
    for row in rows:
        differences[layout(row["race"])] += float(row["first"]) - float(row["last"])
    values = np.array([*differences.values()])
    random = np.random.default_rng(1)
    # The observed signs are one of the draws, so that the probability is never zero.
    count = 1
    for _ in range(DRAW_COUNT // DRAWS_AT_ONCE):
        sums = random.choice((-1, 1), (DRAWS_AT_ONCE, len(values))) @ values
        count += int((abs(sums) >= abs(values.sum()) - 1e-9).sum())
    first, last = (float(np.mean([float(row[name]) for row in rows])) for name in ("first", "last"))
    return Comparison(first, last, count / (DRAW_COUNT + 1))


def layout(race: str) -> str:
    """Returns the layout of a race, without its orientation and colors."""
    return race.rpartition("/")[0]
