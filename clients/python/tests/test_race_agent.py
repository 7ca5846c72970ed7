"""The example that learns races does learn them. Runs where PyTorch is; `check.py` looks for it."""

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
    """Returns in how many races the agent has captured."""
    return sum(reward > 0 for reward in rewards)


def chance_of(count: int, rate: float) -> float:
    """Returns how likely a player of this rate wins so many races, or more."""
    return sum(
        math.comb(RACES, k) * rate**k * (1 - rate) ** (RACES - k) for k in range(count, RACES + 1)
    )
