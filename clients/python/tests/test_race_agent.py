"""The race example learns races. These tests need PyTorch; `check.py` looks for it."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import pytest

torch = pytest.importorskip("torch")

from races import train  # noqa: E402 - it needs PyTorch.
from races.network import RaceNetwork  # noqa: E402

if TYPE_CHECKING:
    from pathlib import Path

RACES = 500


def test_agent_learns_races_from_rewards(tmp_path: Path) -> None:
    curve = tmp_path / "curve.csv"
    words = ["--iterations", "16", "--lanes", "128"]
    words += ["--curve", str(curve), "--model", str(tmp_path / "races.pt")]
    torch.manual_seed(1)

    rewards = train.train(RaceNetwork(), train.settings(words))

    untrained, trained = (wins(part) for part in (rewards[:RACES], rewards[-RACES:]))
    assert untrained > 0
    assert chance_of(trained, untrained / RACES) < 1e-6, (untrained, trained)
    assert len(curve.read_text().splitlines()) == 6, "a title and a row each five iterations"


def wins(rewards: list[float]) -> int:
    """Returns the number of races that the agent has won."""
    return sum(reward > 0 for reward in rewards)


def chance_of(count: int, rate: float) -> float:
    """Returns the probability that a player of this win rate wins at least that many races."""
    return sum(
        math.comb(RACES, k) * rate**k * (1 - rate) ** (RACES - k) for k in range(count, RACES + 1)
    )
