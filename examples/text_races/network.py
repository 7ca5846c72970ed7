"""The network: a transformer whose tokens are the lines of the board."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from text_races.board import MAX_SIZE, SYMBOLS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from text_races.board import Position

HEADS = 8
POINT_COUNT = MAX_SIZE * MAX_SIZE


class LineTransformer(nn.Module):
    """Maps boards of text to log probabilities of actions.

    Each line of the board is one token: the sum of an embedding of each of its characters, which
    depends on the column, and of a learned embedding of the row. One more token says whether the
    opponent has just passed. The output of a line has the logits of its points, and that of the
    additional token the logit of the pass.

    Args:
      width: The width of a token.
      layers: The number of layers.
    """

    def __init__(self, width: int = 128, layers: int = 8) -> None:
        super().__init__()
        self.characters = nn.Linear(MAX_SIZE * len(SYMBOLS), width)
        self.rows = nn.Parameter(torch.randn(MAX_SIZE, width))
        self.last_move = nn.Embedding(2, width)
        self.layers = nn.Sequential(
            *(
                nn.TransformerEncoderLayer(
                    width,
                    HEADS,
                    2 * width,
                    dropout=0.0,
                    activation="gelu",
                    batch_first=True,
                    norm_first=True,
                )
                for _ in range(layers)
            )
        )
        self.norm = nn.LayerNorm(width)
        self.points = nn.Linear(width, MAX_SIZE)
        self.passing = nn.Linear(width, 1)

    def forward(self, positions: Sequence[Position]) -> torch.Tensor:
        """Returns log probabilities of shape (positions, points of the largest board + 1).

        `network_action` returns the index of an action.
        """
        symbols, legal, is_after_pass = arrays(positions)
        one_hot = functional.one_hot(torch.from_numpy(symbols), len(SYMBOLS)).float()
        lines = self.characters(one_hot.flatten(2)) + self.rows
        last_move = self.last_move(torch.from_numpy(is_after_pass))[:, None]
        outputs = self.norm(self.layers(torch.cat([last_move, lines], 1)))
        points = self.points(outputs[:, 1:]).flatten(1)
        logits = torch.cat([points, self.passing(outputs[:, 0])], 1)
        return torch.log_softmax(logits.masked_fill(~torch.from_numpy(legal), -1e9), 1)


def arrays(
    positions: Sequence[Position],
) -> tuple[NDArray[np.int64], NDArray[np.bool_], NDArray[np.int64]]:
    """Returns symbols, legal actions of the largest board, and whether the last move is a pass."""
    symbols = np.full((len(positions), MAX_SIZE, MAX_SIZE), SYMBOLS.index(" "), np.int64)
    legal = np.zeros((len(positions), POINT_COUNT + 1), np.bool_)
    points = legal[:, :-1].reshape(symbols.shape)
    for index, position in enumerate(positions):
        size = position.size
        symbols[index, :size, :size] = position.symbols
        points[index, :size, :size] = position.legal[:-1].reshape(size, size)
        legal[index, -1] = position.legal[-1]
    return symbols, legal, np.array([position.is_after_pass for position in positions], np.int64)


def network_action(action: int, size: int) -> int:
    """Returns the index in the output of an action on a board of this size."""
    if action == size * size:
        return POINT_COUNT
    row, column = divmod(action, size)
    return row * MAX_SIZE + column


def board_action(index: int, size: int) -> int:
    """Returns the action on a board of this size of an index in the output."""
    if index == POINT_COUNT:
        return size * size
    row, column = divmod(index, MAX_SIZE)
    return row * size + column
