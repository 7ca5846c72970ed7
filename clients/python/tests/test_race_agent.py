"""The example that learns races does learn them. Runs where PyTorch is; `check.py` looks for one."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import pytest

torch = pytest.importorskip("torch")

from races import train  # noqa: E402 - it needs PyTorch.
from races.network import RaceNetwork  # noqa: E402

if TYPE_CHECKING:
    from pathlib import Path

TEST_RACES = 100


def test_agent_learns_races_that_it_has_never_seen(tmp_path: Path) -> None:
    curve = tmp_path / "curve.csv"
    words = ["--iterations", "12", "--lanes", "64"]
    words += ["--curve", str(curve), "--model", str(tmp_path / "races.pt")]
    torch.manual_seed(1)
    network = RaceNetwork()

    train.train(network, train.settings(words))

    random = mean(train.optimal_rate(None, "test", TEST_RACES))
    trained = mean(train.optimal_rate(network, "test", TEST_RACES))
    assert chance_of(round(trained * TEST_RACES), max(random, 0.05)) < 0.001, (random, trained)
    assert curve.read_text().count("\n") == 5


def mean(rates: dict[str, float]) -> float:
    """Returns the mean over the tasks, each of which has as many races."""
    return sum(rates.values()) / len(rates)


def chance_of(count: int, rate: float) -> float:
    """Returns how likely a player of this rate reaches so many of the test races, or more."""
    return sum(
        math.comb(TEST_RACES, k) * rate**k * (1 - rate) ** (TEST_RACES - k)
        for k in range(count, TEST_RACES + 1)
    )
