"""A policy that chooses moves in races with a network."""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch

from text_races.network import board_action

if TYPE_CHECKING:
    from collections.abc import Sequence

    from text_races.network import LineTransformer
    from text_races.race_server import Lane


class Policy:
    """Chooses moves for the lanes of a `RaceServer`.

    Args:
      network: The network.
      generator: Draws the moves by their probabilities. None: the most probable move.
    """

    def __init__(self, network: LineTransformer, generator: torch.Generator | None = None) -> None:
        self._network = network
        self._generator = generator

    def __call__(self, lanes: Sequence[Lane]) -> list[int]:
        """Returns the actions for the positions of lanes."""
        positions = [lane.race.position for lane in lanes]
        with torch.no_grad():
            logs = self._network(positions)
        if self._generator is None:
            indices = logs.argmax(1)
        else:
            indices = torch.multinomial(logs.exp(), 1, generator=self._generator).squeeze(1)
        return [
            board_action(index, position.size)
            for index, position in zip(indices.tolist(), positions, strict=True)
        ]
