"""Intervals, and the rating of one player against opponents whose ratings are known."""

from __future__ import annotations

from math import log, sqrt
from typing import TYPE_CHECKING

import numpy as np

from tengen.arena.standings import EloEstimate

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

RESAMPLE_COUNT = 2000
LEVELS = (2.5, 97.5)
"""The percentiles of a 95 % interval."""

Z = 1.959964
SCALE = log(10) / 400
STEP_COUNT = 60
"""Halvings of a range of 20,000 Elo, which leave less than a millionth."""

WIDEST = 10_000.0


def rate(pairs: Sequence[tuple[float, float, int]], anchors: Iterable[float]) -> EloEstimate:
    """Returns the rating by the model of `docs/reference/ratings.md`, and its 95 % interval.

    All opponents are anchors. Pairs have both colors, so that Black's advantage cancels out.

    Args:
      pairs: Of each pair, the rating of the opponent, the points, and the number of games.
      anchors: The ratings of all anchors, whose mean is the player of the prior's games.
    """
    ratings = list(anchors)
    player_count = len(ratings) + 1
    prior = (player_count + 1) / (player_count - 1)
    opponents = np.array([pair[0] for pair in pairs] + [float(np.mean(ratings))])
    counts = np.array([float(pair[2]) for pair in pairs] + [prior])
    points = np.array([pair[1] for pair in pairs] + [prior / 2])
    generator = np.random.default_rng(0)
    weights = np.vstack(
        [np.ones(len(counts)), generator.standard_gamma(1.0, (RESAMPLE_COUNT, len(counts)))]
    )
    found = _most_likely(opponents, weights * counts, weights @ points)
    lower, upper = np.percentile(found[1:], LEVELS)
    return EloEstimate(float(found[0]), float(lower), float(upper))


def _most_likely(
    opponents: NDArray[np.float64], counts: NDArray[np.float64], points: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Returns the rating for each row of counts, at which the expected points are those scored."""
    low = np.full(len(counts), -WIDEST)
    high = -low
    for _ in range(STEP_COUNT):
        middle = (low + high) / 2
        expected = counts / (1 + np.exp(SCALE * (opponents[None, :] - middle[:, None])))
        is_low = expected.sum(axis=1) < points
        low, high = np.where(is_low, middle, low), np.where(is_low, high, middle)
    return np.asarray((low + high) / 2)


def mean(values: Sequence[float]) -> tuple[float, float, float]:
    """Returns the mean and its 95 % interval, by the Bayesian bootstrap."""
    array = np.asarray(values, float)
    weights = np.random.default_rng(0).dirichlet(np.ones(len(array)), RESAMPLE_COUNT)
    lower, upper = np.percentile(weights @ array, LEVELS)
    return float(array.mean()), float(lower), float(upper)


def rate_of(count: int, total: int) -> tuple[float, float, float]:
    """Returns a proportion and its 95 % interval, by Wilson's formula."""
    share = count / total
    center = (share + Z**2 / (2 * total)) / (1 + Z**2 / total)
    half = Z / (1 + Z**2 / total) * sqrt(share * (1 - share) / total + Z**2 / (4 * total**2))
    return share, max(0.0, center - half), min(1.0, center + half)
