"""`tengen data verify`: replays all games of a folder by the rules."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from tengen.data.files import FORMAT, FORMAT_VERSION, SUFFIXES, read_games
from tengen.data.folder_files import EXTENSIONS, MANIFEST, SPEC, file_name, read_json
from tengen.data.games import DataFileError
from tengen.data.manifest import DATA_FORMAT, DATA_FORMAT_VERSION, counts_of, entry_of
from tengen.data.replay import Replayer

if TYPE_CHECKING:
    from collections.abc import Callable

    from tengen.data.games import Games
    from tengen.security import TlsChoice

PLAIN_ENCODING = "alphazero:history=1"


@dataclass(frozen=True)
class Verification:
    """The result of `verify`.

    Attributes:
      files: The number of files of games that the folder must have.
      missing_files: The number of those that are not there.
      bad_files: The number of files with a problem.
      games: The number of games that are as they must be.
      moves: The number of their moves.
      complete: Whether the folder has a manifest.
    """

    files: int
    missing_files: int
    bad_files: int
    games: int
    moves: int
    complete: bool

    @property
    def is_good(self) -> bool:
        """Whether the folder is complete and has no problem."""
        return self.complete and not self.bad_files and not self.missing_files


def verify(
    folder: str | Path,
    *,
    address: str | None = None,
    tls: TlsChoice = None,
    token: str | None = None,
    lane_count: int = 1024,
    on_problem: Callable[[str], None] | None = None,
) -> Verification:
    """Replays every game of a folder by the rules, and compares it with its manifest.

    A file with a problem does not keep the others from being checked. The words of problems are in
    docs/guide/rollouts.md.

    Args:
      folder: A folder of a rollout, or one with a manifest of `GameWriter`.
      address: The address of a server, "embedded", or None to start one.
      tls: How to encrypt, as in `tengen.connect`. None: the environment variables decide.
      token: The token that proves who calls. None: the environment variable decides.
      lane_count: The number of games that are replayed at once.
      on_problem: Called with one line for each file that has a problem.

    Raises:
      FileNotFoundError: There is no such folder.
      TengenError: The server does not answer.
    """
    replayer = Replayer(
        PLAIN_ENCODING, lane_count=lane_count, address=address, tls=tls, token=token
    )
    return _FolderCheck(Path(folder), replayer, on_problem).run()


class _FolderCheck:
    def __init__(
        self,
        folder: Path,
        replayer: Replayer,
        on_problem: Callable[[str], None] | None,
    ) -> None:
        if not folder.is_dir():
            raise FileNotFoundError(f"{folder} is not a folder")
        self._folder = folder
        self._replayer = replayer
        self._on_problem = on_problem
        self._bad: set[str] = set()

    def run(self) -> Verification:
        manifest = self._read(MANIFEST)
        spec = self._read(SPEC)
        listed = {entry["name"]: entry for entry in (manifest or {}).get("files", [])}
        names = self._names(spec) or sorted(listed)
        if not names and not self._bad:
            self._report(SPEC, "missing: neither a rollout nor a manifest")
        parts: list[Games] = []
        missing = 0
        with self._replayer as replayer:
            for name in names:
                if not (self._folder / name).exists():
                    missing += 1
                    if manifest is not None:
                        self._report(name, "missing")
                    continue
                games = self._check(name, replayer, spec, listed.get(name))
                if games is not None:
                    parts.append(games)
        strangers = {
            file.name
            for file in self._folder.iterdir()
            if file.suffix in SUFFIXES and file.name.startswith("games-")
        }
        for name in sorted(strangers - set(names)):
            self._report(name, "foreign: the manifest has no file of this name")
        counts = counts_of(parts)
        if manifest is not None and not self._bad and counts != manifest.get("counts"):
            self._report(MANIFEST, f"wrong: its counts must be {counts}")
        return Verification(
            files=len(names),
            missing_files=missing,
            bad_files=len(self._bad),
            games=counts["games"],
            moves=counts["moves"],
            complete=manifest is not None,
        )

    def _read(self, name: str) -> dict[str, Any] | None:
        """Returns the content of a JSON file; None if it is missing or has a problem."""
        path = self._folder / name
        if not path.exists():
            return None
        try:
            value = read_json(path)
        except (OSError, ValueError):
            self._report(name, "damaged: not valid JSON")
            return None
        kind = value["spec"] if name == MANIFEST and "spec" in value else value
        limits = {FORMAT: FORMAT_VERSION, DATA_FORMAT: DATA_FORMAT_VERSION}
        file_format = kind.get("format")
        if file_format not in limits:
            self._report(name, "foreign: not a file of this program")
            return None
        if kind.get("format_version", 0) > limits[file_format]:
            self._report(
                name,
                f"newer: format version {kind['format_version']}; this version reads up to"
                f" {limits[file_format]}",
            )
            return None
        return value

    @staticmethod
    def _names(spec: dict[str, Any] | None) -> list[str]:
        if spec is None:
            return []
        count = -(-spec["games"] // spec["games_per_file"])
        extension = EXTENSIONS[spec["file_format"].lower()]
        return [file_name(index, extension) for index in range(count)]

    def _check(
        self,
        name: str,
        replayer: Replayer,
        spec: dict[str, Any] | None,
        listed: dict[str, Any] | None,
    ) -> Games | None:
        """Returns the games of a file, or None if it has a problem."""
        path = self._folder / name
        try:
            games = read_games(path)
            for start in range(0, len(games), replayer.lane_count):
                rows = np.arange(start, min(start + replayer.lane_count, len(games)))
                replayer.replay(games, rows)
        except DataFileError as e:
            self._report(name, str(e).removeprefix(f"{path}: "))
            return None
        problem = self._origin_problem(games, spec) or _difference(entry_of(path, games), listed)
        if problem:
            self._report(name, problem)
            return None
        return games

    def _origin_problem(self, games: Games, spec: dict[str, Any] | None) -> str:
        if spec is None:
            return ""
        digest = hashlib.sha256((self._folder / SPEC).read_bytes()).digest()
        return "" if games.header.spec_sha256 == digest else "foreign: a file of another rollout"

    def _report(self, name: str, problem: str) -> None:
        if name not in self._bad:
            self._bad.add(name)
            if self._on_problem is not None:
                self._on_problem(f"{self._folder / name}: {problem}")


def _difference(found: dict[str, Any], listed: dict[str, Any] | None) -> str:
    if listed is None or found == listed:
        return ""
    name = next(name for name in found if found[name] != listed.get(name))
    return f"differs: {name} is {found[name]}, the manifest has {listed.get(name)}"
