"""A folder of files of games."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import TYPE_CHECKING

from tengen.data.files import SUFFIXES, read_games
from tengen.data.games import DataFileError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tengen.data.games import Games


class GameFolder:
    """The files of games in a folder, in the order of their names. Files are read when needed.

    A file that cannot be used does not affect the others: it is skipped with a warning that names
    it, unless `is_strict`.

    Args:
      path: A folder that `tengen rollout` wrote, or any folder with such files.
      is_strict: Whether a file that cannot be used raises DataFileError.

    Attributes:
      files: The paths of the files.
      problems: The message for each file that was found to be unusable.

    Raises:
      FileNotFoundError: The folder has no files of games.
    """

    def __init__(self, path: str | Path, *, is_strict: bool = False) -> None:
        folder = Path(path)
        self.files = sorted(
            file for suffix in SUFFIXES for file in folder.glob(f"*{suffix}") if file.is_file()
        )
        if not self.files:
            raise FileNotFoundError(f"{folder} has no files with a suffix of {', '.join(SUFFIXES)}")
        self.is_strict = is_strict
        self.problems: dict[Path, str] = {}

    def read(self, file: Path) -> Games | None:
        """Returns the games of a file, or None if the file cannot be used.

        Raises:
          DataFileError: The file cannot be used, and the folder is strict.
        """
        try:
            return read_games(file)
        except DataFileError as e:
            self.reject(file, e)
            return None

    def reject(self, file: Path, error: DataFileError) -> None:
        """Adds a file to `problems` with a warning, or raises the error if the folder is strict."""
        if self.is_strict:
            raise error
        if file not in self.problems:
            self.problems[file] = str(error)
            warnings.warn(f"skipping {error}", stacklevel=3)

    def damaged(self) -> Iterator[str]:
        """Returns one line, the file and the reason, for each file that cannot be used."""
        return (problem for file in self.files if (problem := _problem(file)))

    def __iter__(self) -> Iterator[Games]:
        """Yields the games of each file that can be used."""
        for file in self.files:
            games = self.read(file)
            if games is not None:
                yield games


def _problem(file: Path) -> str:
    """Returns why a file cannot be used; "" if it can."""
    try:
        read_games(file)
    except DataFileError as e:
        return str(e)
    return ""
