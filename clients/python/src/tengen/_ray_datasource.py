"""Files of games as a data source of Ray Data."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

import pyarrow
from ray.data import Datasource
from ray.data.block import BlockMetadata
from ray.data.datasource import ReadTask

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tengen.data.folder import GameFolder
    from tengen.data.games import Games


class GameDatasource(Datasource):
    """The games of a folder. A task reads one file or more, and makes a block of each.

    Args:
      folder: The folder.
    """

    def __init__(self, folder: GameFolder) -> None:
        super().__init__()
        self._folder = folder

    def get_name(self) -> str:
        """Returns the name of the source, for Ray's reports."""
        return "TengenGames"

    def estimate_inmemory_data_size(self) -> int:
        """Returns the size of the files, which is close to that of the columns."""
        return sum(file.stat().st_size for file in self._folder.files)

    def get_read_tasks(
        self,
        parallelism: int,
        per_task_row_limit: int | None = None,
        data_context: Any = None,  # noqa: ARG002 - Ray passes it by name.
    ) -> list[ReadTask]:
        """Returns up to `parallelism` tasks, each for consecutive files."""
        files = self._folder.files
        count = min(parallelism, len(files))
        bounds = [len(files) * task // count for task in range(count + 1)]
        return [self._task(files[first:end], per_task_row_limit) for first, end in pairwise(bounds)]

    def _task(self, files: list[Path], row_limit: int | None) -> ReadTask:
        folder = self._folder

        def read() -> Iterator[pyarrow.Table]:
            for file in files:
                games = folder.read(file)
                if games is not None:
                    yield table_of(games)

        metadata = BlockMetadata(
            num_rows=None,
            size_bytes=sum(file.stat().st_size for file in files),
            input_files=[str(file) for file in files],
            exec_stats=None,
        )
        return ReadTask(read, metadata, per_task_row_limit=row_limit)


def table_of(games: Games) -> pyarrow.Table:
    """Returns games as a table with one row for each of them."""
    moves = pyarrow.LargeListArray.from_arrays(games.offsets, games.moves)
    return pyarrow.table(
        {
            "number": games.number,
            "moves": moves,
            "end_reason": games.end_reason,
            "winner": games.winner,
            "black_margin": games.black_margin,
        }
    )
