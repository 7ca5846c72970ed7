"""Lazy data sets over folders of recorded games. docs/guide/data.md is a guide.

The files have moves. Planes of any encoding and action masks are rebuilt by a server, many games
at once. `tengen.data.torch` has tensors.
"""

from tengen.data.dataset import SYMMETRIES, PositionDataset, recency
from tengen.data.files import read_games
from tengen.data.folder import GameFolder
from tengen.data.games import DataFileError, Games
from tengen.data.replay import AreaReplayer, Positions, Replayer
from tengen.data.returns import lambda_returns, margins, n_step_returns, outcomes

__all__ = [
    "SYMMETRIES",
    "AreaReplayer",
    "DataFileError",
    "GameFolder",
    "Games",
    "PositionDataset",
    "Positions",
    "Replayer",
    "lambda_returns",
    "margins",
    "n_step_returns",
    "outcomes",
    "read_games",
    "recency",
]
