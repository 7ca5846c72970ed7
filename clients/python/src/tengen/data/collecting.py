"""Collects games of several sources into a folder of files with a manifest."""

from __future__ import annotations

from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from tengen._closing import CloseOnExit
from tengen.data.files import read_games
from tengen.data.folder_files import EXTENSIONS, MANIFEST, file_name, own_file
from tengen.data.games import joined
from tengen.data.manifest import data_manifest, write_manifest
from tengen.data.writing import write_games

if TYPE_CHECKING:
    from types import TracebackType

    from tengen.data.games import Games

GAMES_PER_FILE = 1000
FORMATS = ("moves", "parquet", "npz")


class GameWriter(CloseOnExit):
    """Writes games to files of a folder. `close`, or the end of `with`, writes the manifest.

    The games get consecutive numbers in the order in which they are added. Games of different
    boards, rules or players are in different files.

    Args:
      folder: A folder that does not exist, or is empty, unless files of it are kept.
      format: "moves", "parquet" or "npz".
      games_per_file: The number of games in a file.
      source: What the manifest says about the origin of the games.
      kept_file_count: The number of files to keep of another writer of the folder that has ended
        early. Its other files are removed. None: the folder is new.

    Attributes:
      game_count: The number of games in complete files.

    Raises:
      FileExistsError: The folder has files and should be new.
      FileNotFoundError: A file that is kept does not exist.
      ValueError: A value is invalid.
    """

    def __init__(
        self,
        folder: str | Path,
        *,
        format: str = "moves",  # noqa: A002 - the name of the option of the command line.
        games_per_file: int = GAMES_PER_FILE,
        source: dict[str, Any] | None = None,
        kept_file_count: int | None = None,
    ) -> None:
        if format not in FORMATS:
            raise ValueError(f"format {format!r} is not one of {', '.join(FORMATS)}")
        if games_per_file < 1:
            raise ValueError(f"games_per_file {games_per_file} is less than 1")
        self.folder = Path(folder)
        self.folder.mkdir(parents=True, exist_ok=True)
        self.source = source or {}
        self._extension = EXTENSIONS[format]
        self._games_per_file = games_per_file
        self._waiting: list[Games] = []
        self._waiting_count = 0
        if kept_file_count is None and any(self.folder.iterdir()):
            raise FileExistsError(f"{self.folder} is not empty")
        self._files = [self._file(index) for index in range(kept_file_count or 0)]
        self.game_count = sum(len(read_games(file)) for file in self._files)
        if kept_file_count is not None:
            self._remove_others()
        self._is_closed = False

    def _remove_others(self) -> None:
        own_file(self.folder, MANIFEST).unlink(missing_ok=True)
        for file in self.folder.glob(f"games-*.{self._extension}"):
            if file not in self._files:
                file.unlink()

    @property
    def file_count(self) -> int:
        """The number of complete files."""
        return len(self._files)

    def _file(self, index: int) -> Path:
        return self.folder / file_name(index, self._extension)

    def add(self, games: Games) -> None:
        """Adds games. Complete files are written.

        Raises:
          OSError: A file cannot be written.
        """
        if self._waiting and not self._waiting[-1].has_kind_of(games):
            self._write(self._waiting_count)
        self._waiting.append(games)
        self._waiting_count += len(games)
        while self._waiting_count >= self._games_per_file:
            self._write(self._games_per_file)

    def flush(self) -> None:
        """Writes the games that wait for their file to be complete to a smaller file.

        Raises:
          OSError: A file cannot be written.
        """
        if self._waiting_count:
            self._write(self._waiting_count)

    def close(self) -> None:
        """Writes the last file and the manifest."""
        if self._is_closed:
            return
        self._is_closed = True
        self.flush()
        parts = [(file, read_games(file)) for file in self._files]
        manifest = data_manifest(self.source, parts, version("tengen-go"))
        write_manifest(self.folder, manifest)

    def __exit__(
        self,
        error_type: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if error is None:
            self.close()

    def _write(self, count: int) -> None:
        games = joined(self._waiting)
        part = games.select(np.arange(count)).renumbered(self.game_count)
        rest = games.select(np.arange(count, len(games)))
        file = self._file(len(self._files))
        write_games(part, file)
        self._files.append(file)
        self.game_count += count
        self._waiting = [rest] if len(rest) else []
        self._waiting_count = len(rest)


def has_manifest(folder: Path) -> bool:
    """Whether a folder has a manifest."""
    return own_file(folder, MANIFEST).exists()
