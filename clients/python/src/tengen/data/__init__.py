"""Lazy data sets over folders of recorded games. docs/guide/data.md is a guide.

The files have moves. Planes of any encoding and action masks are rebuilt by a server, many games
at once. `tengen.data.torch` has tensors.
"""

from tengen.data.collecting import GameWriter
from tengen.data.dataset import PositionDataset, recency
from tengen.data.files import read_games
from tengen.data.folder import GameFolder
from tengen.data.games import DataFileError, Games, joined
from tengen.data.katago import convert_to_katago, katago_rows
from tengen.data.operations import convert, merge, split, stats
from tengen.data.packed import PackedPlanes
from tengen.data.replay import AreaReplayer, Positions, Replayer
from tengen.data.returns import lambda_returns, margins, n_step_returns, outcomes
from tengen.data.self_play import self_play_games
from tengen.data.turning import SYMMETRIES
from tengen.data.verification import Verification, verify
from tengen.data.writing import write_games

__all__ = [
    "SYMMETRIES",
    "AreaReplayer",
    "DataFileError",
    "GameFolder",
    "GameWriter",
    "Games",
    "PackedPlanes",
    "PositionDataset",
    "Positions",
    "Replayer",
    "Verification",
    "convert",
    "convert_to_katago",
    "joined",
    "katago_rows",
    "lambda_returns",
    "margins",
    "merge",
    "n_step_returns",
    "outcomes",
    "read_games",
    "recency",
    "self_play_games",
    "split",
    "stats",
    "verify",
    "write_games",
]
