"""All of a run in one file, which is written whole or not at all."""

from __future__ import annotations

import os
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

import torch

from alphazero.self_play import Game, Sample
from alphazero.settings import Settings

if TYPE_CHECKING:
    from pathlib import Path


@dataclass
class Checkpoint:
    """A run between two iterations.

    Nothing else is needed to go on: what an iteration draws comes from the seed and its number.

    Attributes:
      settings: The settings of the run.
      rows: What the log says of each iteration that is done.
      games: The games that go on.
      learner: The network and its optimizer, as `Learner.state` returns them.
      buffer: The positions, as `ReplayBuffer.state` returns them.
    """

    settings: Settings
    rows: list[dict[str, Any]]
    games: list[Game]
    learner: dict[str, Any]
    buffer: dict[str, Any]

    def save(self, path: Path) -> None:
        """Writes this to a file. A kill leaves the old file, or the new one."""
        unfinished = path.with_suffix(".unfinished")
        with unfinished.open("wb") as file:
            torch.save({"version": 1, **asdict(self)}, file)
            file.flush()
            os.fsync(file.fileno())
        unfinished.replace(path)

    @classmethod
    def load(cls, path: Path) -> Checkpoint:
        """Returns what a file holds. Load only files you trust: they can run code."""
        state = torch.load(path, map_location="cpu", weights_only=False)
        return cls(
            settings=Settings(**state["settings"]),
            rows=state["rows"],
            games=[game_of(game) for game in state["games"]],
            learner=state["learner"],
            buffer=state["buffer"],
        )


def game_of(state: dict[str, Any]) -> Game:
    """Returns a game from what `asdict` made of it."""
    samples = [Sample(**sample) for sample in state["samples"]]
    return Game(state["random_plies"], state["actions"], samples)
