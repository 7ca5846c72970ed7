"""Files with the games of a self-play, as a network learns from them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from tengen.data.folder_files import replace_file

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tengen.search.games import SelfPlayGame


def write_games(games: Sequence[SelfPlayGame], path: str | Path) -> None:
    """Writes games of one self-play to a file, which appears complete or not at all.

    `numpy.load` reads the file. It has the rows of the games, one game after another:

    - for each move `packed`, `globals`, `actions`, `policies`, `is_full`, `root_values` and
      `outcomes`: the arrays of `SelfPlayGame`;
    - for each game `move_counts`, `slots`, `numbers`, `winners` (0: nobody), `margins`, `komis`;
    - `encoding` and `shape`: the name of the encoding and the shape of the unpacked planes, whose
      bits are in `packed`, row-major from the most significant bit.

    Args:
      games: The games, at least one.
      path: The file, whose name should end in ".npz".

    Raises:
      ValueError: There is no game.
      OSError: The file cannot be written.
    """
    if not games:
        raise ValueError("there are no games to write")

    def joined(rows: Callable[[SelfPlayGame], Any]) -> Any:
        return np.concatenate([rows(game) for game in games])

    arrays = {
        "packed": joined(lambda game: game.packed),
        "globals": joined(lambda game: game.globals),
        "actions": joined(lambda game: game.actions),
        "policies": joined(lambda game: game.policies),
        "is_full": joined(lambda game: game.is_full),
        "root_values": joined(lambda game: game.root_values),
        "outcomes": joined(lambda game: game.outcomes()),
        "move_counts": np.array([len(game) for game in games], np.uint32),
        "slots": np.array([game.slot for game in games], np.uint32),
        "numbers": np.array([game.number for game in games], np.uint64),
        "winners": np.array([game.winner or 0 for game in games], np.uint8),
        "margins": np.array([game.margin for game in games]),
        "komis": np.array([game.spec.rules.komi for game in games]),
        "encoding": np.array(games[0].spec.encodings[0]),
        "shape": np.array(games[0].shape),
    }

    def write(draft: Path) -> None:
        with draft.open("wb") as file:
            np.savez_compressed(file, **arrays)

    replace_file(Path(path), write)
