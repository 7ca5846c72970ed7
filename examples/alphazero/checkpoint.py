"""The checkpoint of a run: one file that is written atomically."""

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
    """The state of a run between two iterations.

    It is sufficient to resume the run, because the random numbers of an iteration depend only on
    the seed and the number of the iteration.

    Attributes:
      settings: The settings of the run.
      rows: The log rows of completed iterations.
      games: The unfinished games.
      learner: The network and its optimizer, from `Learner.state`.
      buffer: The replay buffer, from `ReplayBuffer.state`.
    """

    settings: Settings
    rows: list[dict[str, Any]]
    games: list[Game]
    learner: dict[str, Any]
    buffer: dict[str, Any]

    def save(self, path: Path) -> None:
        """Writes the checkpoint atomically: if the process is killed, the old file remains."""
        unfinished = path.with_suffix(".unfinished")
        with unfinished.open("wb") as file:
            torch.save({"version": 1, **asdict(self)}, file)
            file.flush()
            os.fsync(file.fileno())
        unfinished.replace(path)

    @classmethod
    def load(cls, path: Path) -> Checkpoint:
        """Returns the checkpoint in a file. Load only trusted files, because they can run code."""
        state = torch.load(path, map_location="cpu", weights_only=False)
        return cls(
            settings=Settings(**state["settings"]),
            rows=state["rows"],
            games=[game_of(game) for game in state["games"]],
            learner=state["learner"],
            buffer=state["buffer"],
        )


def game_of(state: dict[str, Any]) -> Game:
    """Returns a game from its dict."""
    samples = [Sample(**sample) for sample in state["samples"]]
    return Game(state["random_plies"], state["actions"], samples)
