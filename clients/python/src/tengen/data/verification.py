"""`tengen data verify`: replays all games of a folder by the rules."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from tengen.data.files import FORMAT, FORMAT_VERSION, SUFFIXES, read_games
from tengen.data.folder_files import MANIFEST, SPEC, own_file, read_json
from tengen.data.games import DataFileError
from tengen.data.manifest import (
    DATA_FORMAT,
    DATA_FORMAT_VERSION,
    TRUNCATIONS,
    counts_of,
    entry_of,
    rollout_files,
)
from tengen.data.operations import read_sgf_rollout
from tengen.data.replay import PLAIN_ENCODING, Replayer, replay_problems
from tengen.enums import Color
from tengen.v1 import timestep_pb2

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from tengen.data.games import Games
    from tengen.security import TlsChoice


LOSSES = (timestep_pb2.END_REASON_RESIGNATION, timestep_pb2.END_REASON_ILLEGAL_ACTION)
"""Ends of rollouts without a move, by which the player to move loses."""


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
      RuntimeError: The files are SGF, and the folder cannot be read.
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
        if manifest and spec and manifest.get("spec", spec) != spec:
            self._report(MANIFEST, "foreign: the manifest of another rollout")
        names = [file.name for file in rollout_files(self._folder, spec)] if spec else []
        names = names or sorted(listed)
        if not names and not self._bad:
            self._report(SPEC, "missing: neither a rollout nor a manifest")
        found, problems = self._read_games(names)
        problems |= self._rule_problems(found)
        parts: list[Games] = []
        missing = 0
        for name in names:
            games = found.get(name)
            if name in problems:
                self._report(name, problems[name])
            elif games is None:
                missing += 1
                if manifest is not None:
                    self._report(name, "missing")
            elif problem := self._other_problem(games, spec, listed.get(name, manifest and {})):
                self._report(name, problem)
            else:
                parts.append(games)
        self._report_strangers(names)
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
        path = own_file(self._folder, name)
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

    def _read_games(self, names: list[str]) -> tuple[dict[str, Games], dict[str, str]]:
        """Returns the games of the files that can be read, and the problems of the others."""
        found: dict[str, Games] = {}
        problems: dict[str, str] = {}
        is_sgf = any(name.endswith(".sgf") for name in names)
        if is_sgf:
            found, problems = read_sgf_rollout(self._folder)
            for name in problems.keys() - set(names):  # The spec.
                self._report(name, problems[name])
        for name in names:
            path = self._folder / name
            if not path.exists():
                problems.pop(name, None)
            elif is_sgf and name not in found:
                problems.setdefault(name, "damaged: it cannot be read without the spec")
            elif not is_sgf:
                try:
                    found[name] = read_games(path)
                except DataFileError as e:
                    problems[name] = str(e).removeprefix(f"{path}: ")
        return found, problems

    def _rule_problems(self, found: dict[str, Games]) -> dict[str, str]:
        """Replays all games, and returns the problems of files."""
        names, parts = list(found), list(found.values())
        with self._replayer as replayer:
            problems = replay_problems(replayer, parts)
        return {
            names[index]: str(problem).removeprefix(f"{parts[index].file}: ")
            for index, problem in problems.items()
        }

    def _other_problem(
        self, games: Games, spec: dict[str, Any] | None, listed: dict[str, Any] | None
    ) -> str:
        """Returns why legal games are not those of the folder; "" if they are."""
        if spec is not None:
            digest = hashlib.sha256(own_file(self._folder, SPEC).read_bytes()).digest()
            if games.header.spec_sha256 != digest:
                return "foreign: a file of another rollout"
            wrong = np.flatnonzero(games.winner != _winners(games))
            if len(wrong):
                return f"wrong: game {games.number[wrong[0]]}: the winner is not that of its end"
        if listed is None:
            return ""
        found = entry_of(Path(games.file), games)
        names = [name for name in found if found[name] != listed.get(name)]
        if not names:
            return ""
        return f"differs: {names[0]} is {found[names[0]]}, the manifest has {listed.get(names[0])}"

    def _report_strangers(self, names: list[str]) -> None:
        strangers = {
            file.name
            for file in self._folder.iterdir()
            if file.suffix in (*SUFFIXES, ".sgf") and file.name.startswith("games-")
        }
        for name in sorted(strangers - set(names)):
            self._report(name, "foreign: the manifest has no file of this name")

    def _report(self, name: str, problem: str) -> None:
        if name not in self._bad:
            self._bad.add(name)
            if self._on_problem is not None:
                self._on_problem(f"{own_file(self._folder, name)}: {problem}")


def _winners(games: Games) -> NDArray[Any]:
    """Returns the winners of a rollout: the player to move loses by an end without a move."""
    has_black_to_move = np.diff(games.offsets) % 2 == 0
    opponents = np.where(has_black_to_move, Color.WHITE, Color.BLACK)
    is_lost = np.isin(games.end_reason, LOSSES)
    winners = np.where(is_lost, opponents, games.winner)
    winners[np.isin(games.end_reason, TRUNCATIONS)] = Color.EMPTY
    return winners
